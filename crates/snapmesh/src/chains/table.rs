//! Where chains of pieces can end: all poses that one comes to from a connector, and by how few pieces.

use super::frame::Motion;
use crate::id::KindId;
use crate::pose::Turn;
use crate::space::{cell_of, key};
use glam::DVec3;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a table is made with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measure {
    /// Pieces in a chain, at most.
    pub(super) depth: usize,
    /// Poses in a table, at most, and chains that are looked at for them.
    pub(super) poses: usize,
    pub(super) looks: usize,
    /// Metres by which poses that are found may be off what is looked for.
    pub(super) gap: f64,
}

impl Measure {
    /// Metres: poses closer than this are one.
    fn merged(&self) -> f64 {
        (self.gap * MERGED).max(SMALLEST_MERGED)
    }
}

/// The ways on that lead to different poses.
pub(super) fn distinct(
    ways: impl Iterator<Item = (Motion, KindId)>,
    measure: &Measure,
) -> Vec<(Motion, KindId)> {
    let mut known = FxHashSet::default();
    let new = ways.filter(|(motion, kind)| known.insert((rounded(motion, measure.merged()), *kind)));
    new.take(measure.poses).collect()
}

/// Cells are this large at least, in metres.
const SMALLEST_CELL: f64 = 0.1;

/// Poses on a border of cells are common: pieces are made on grids. So the borders lie where nobody makes a piece end.
const BORDERS: DVec3 = DVec3::splat(0.0371);

/// Turns are told apart in so many steps from the middle of a circle to its rim.
const TURN_STEPS: f64 = 2048.0;

/// How far turns may be off: sine and cosine of a third of a degree, at most, between them. What is found is tried exactly.
const TURN_SLACK: f32 = 0.006;

/// Poses closer than this part of the gap are one, and than so many metres.
const MERGED: f64 = 0.2;
const SMALLEST_MERGED: f64 = 1e-4;

/// The end of a chain.
#[derive(Clone, Copy, Debug)]
struct End {
    offset: [f32; 3],
    turn: [f32; 2],
    kind: KindId,
    pieces: u8,
}

/// All ends of chains that start at a connector of some kind, by where they are.
#[derive(Clone, Debug)]
pub(super) struct Table {
    cell: f64,
    gap: f64,
    /// Sorted by cell.
    ends: Vec<End>,
    cells: FxHashMap<u64, (u32, u32)>,
    /// How many poses need how many pieces, from 1.
    pub(super) by_depth: Vec<usize>,
}

impl Table {
    /// Makes a table by going on from the ends of all chains with one piece less. `ways` are those on from a connector of a
    /// kind: motions through a piece, and the kind of its exit. None is where all chains start.
    pub(super) fn new<'a, W>(measure: Measure, ways: impl Fn(Option<KindId>) -> W) -> Self
    where
        W: Iterator<Item = &'a (Motion, KindId)>,
    {
        let merged = measure.merged();
        let (mut known, mut ends) = (FxHashSet::default(), Vec::new());
        let mut by_depth: Vec<usize> = Vec::new();
        let mut last: Vec<(Motion, Option<KindId>)> = vec![(Motion::NONE, None)];
        let mut looks = measure.looks;
        while by_depth.len() < measure.depth && has_room(&by_depth, measure.poses) {
            let pieces = by_depth.len() as u8 + 1;
            let mut next = Vec::new();
            'level: for (motion, kind) in &last {
                for &(ref way, exit) in ways(*kind) {
                    if looks == 0 || ends.len() >= measure.poses {
                        break 'level;
                    }
                    looks -= 1;
                    let motion = motion.then(way);
                    if known.insert((rounded(&motion, merged), exit)) {
                        let (offset, turn) = (motion.offset.as_vec3().to_array(), motion.turn.cos_sin());
                        let turn = turn.map(|x| x as f32);
                        ends.push(End { offset, turn, kind: exit, pieces });
                        next.push((motion, Some(exit)));
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            by_depth.push(next.len());
            last = next;
        }
        Self::sorted(ends, by_depth, measure.gap + merged)
    }

    fn sorted(mut ends: Vec<End>, by_depth: Vec<usize>, gap: f64) -> Self {
        let cell = SMALLEST_CELL.max(2.0 * gap);
        let of = |end: &End| key(cell_of(DVec3::from(end.offset.map(f64::from)) + BORDERS, cell));
        ends.sort_by_cached_key(of);
        let mut cells: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
        for (index, end) in (0..).zip(&ends) {
            cells.entry(of(end)).or_insert((index, index)).1 = index + 1;
        }
        Self { cell, gap, ends, cells, by_depth }
    }

    /// The fewest pieces of a chain whose end is here, and may be linked.
    pub(super) fn fewest(&self, seen: &Motion, may_link: impl Fn(KindId) -> bool) -> Option<usize> {
        let [low, high] = [-self.gap, self.gap].map(|by| cell_of(seen.offset + by + BORDERS, self.cell));
        let (place, turn) = (seen.offset.as_vec3(), seen.turn.cos_sin().map(|x| x as f32));
        let gap = self.gap as f32;
        let is_here = |end: &&End| {
            let off = [0, 1].map(|i| end.turn[i] - turn[i]);
            off[0] * off[0] + off[1] * off[1] < TURN_SLACK * TURN_SLACK
                && place.distance_squared(end.offset.into()) <= gap * gap
        };
        let mut fewest: Option<u8> = None;
        for x in low[0]..=high[0] {
            for y in low[1]..=high[1] {
                for z in low[2]..=high[2] {
                    let Some(&(first, end)) = self.cells.get(&key([x, y, z])) else { continue };
                    let here = self.ends[first as usize..end as usize].iter().filter(is_here);
                    let here = here.filter(|end| fewest.is_none_or(|fewest| end.pieces < fewest));
                    fewest = here.filter(|end| may_link(end.kind)).map(|end| end.pieces).min().or(fewest);
                }
            }
        }
        fewest.map(usize::from)
    }
}

impl Table {
    /// Ends of chains and their kinds and pieces: all, or so many of them that lie all over.
    pub(super) fn ends(&self, most: usize) -> impl Iterator<Item = (Motion, KindId, usize)> {
        self.ends.iter().step_by(self.ends.len().div_ceil(most).max(1)).map(|end| {
            let turn = Turn::of_cos_sin(end.turn.map(f64::from));
            let motion = Motion { offset: DVec3::from(end.offset.map(f64::from)), turn };
            (motion, end.kind, usize::from(end.pieces))
        })
    }
}

/// Whether chains of one piece more are likely to stay within the limit.
fn has_room(by_depth: &[usize], poses: usize) -> bool {
    let [.., before, last] = by_depth else { return true };
    let next = last.saturating_mul(*last) / before.max(&1);
    by_depth.iter().sum::<usize>().saturating_add(next) <= poses
}

/// A pose in steps that nobody can see.
fn rounded(motion: &Motion, merged: f64) -> [i32; 5] {
    let [x, y, z] = (motion.offset / merged).to_array();
    let [cos, sin] = motion.turn.cos_sin().map(|part| part * TURN_STEPS);
    [x, y, z, cos, sin].map(|part| libm::rint(part) as i32)
}
