//! The boxes on the map, and whether a new one would overlap them.
//!
//! A spatial hash finds the few boxes that are near; only those are tested exactly.

use crate::boxes::{Bounds, OrientedBox};
use crate::kit::ValidKit;
use crate::map::Placed;
use glam::DVec3;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// A box that would fill more cells than this is kept in a list of its own, and looked at every time.
const MANY_CELLS: i64 = 64;

/// Boxes whose balls or bounds are this many clearances apart need not be tested. There may be more room between
/// those than between the shadows of the boxes on the fifteen axes that decide.
const FAR: f64 = 4.0;

/// Cells are this many times as large as the usual box, so that most boxes lie in one or a few of them.
const ROOMY: f64 = 2.5;

/// Cells are never smaller than this, in metres, however small the pieces.
const SMALLEST_CELL: f64 = 1e-3;

/// An overlap that was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Overlap {
    /// The placed piece it is with.
    pub with: usize,
    /// How deep the boxes sink into each other, in metres. Below zero they do not touch, but are closer than
    /// the clearance.
    pub depth: f64,
}

/// All boxes on the map, by where they are.
///
/// Only numbers are kept; the boxes are worked out from the placed pieces when they are needed, so that the hash of
/// a large map stays small and in the cache.
#[derive(Clone, Debug)]
pub struct Space<'k> {
    kit: &'k ValidKit,
    clearance: f64,
    cell: f64,
    /// The first link of each cell's chain.
    cells: FxHashMap<u64, u32>,
    links: Vec<Link>,
    outsized: Vec<BoxId>,
}

/// A box of a placed piece.
#[derive(Clone, Copy, Debug)]
struct BoxId {
    placed: u32,
    number: u32,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    shape: BoxId,
    next: u32,
}

const END: u32 = u32::MAX;

impl<'k> Space<'k> {
    /// An empty space with room for so many pieces, and cells that suit the kit.
    pub fn new(kit: &'k ValidKit, clearance: f64, room: usize) -> Self {
        let boxes = kit.library().iter().flat_map(|piece| &piece.boxes);
        let mut sizes: Vec<f64> = boxes.map(|shape| shape.bounds().size().max_element()).collect();
        sizes.sort_by(f64::total_cmp);
        let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0);
        Self {
            kit,
            clearance,
            cell: (ROOMY * usual + clearance).max(SMALLEST_CELL),
            cells: FxHashMap::with_capacity_and_hasher(room / 4, FxBuildHasher),
            links: Vec::with_capacity(2 * room),
            outsized: Vec::new(),
        }
    }

    /// Adds the boxes of the piece placed last.
    pub fn insert(&mut self, placed: &[Placed]) {
        let Some(last) = placed.last() else { return };
        for (number, shape) in last.boxes(self.kit).enumerate() {
            let id = BoxId { placed: placed.len() as u32 - 1, number: number as u32 };
            match Cells::under(&shape.bounds(), self.cell) {
                None => self.outsized.push(id),
                Some(cells) => cells.for_each(|cell| {
                    let first = self.cells.entry(cell).or_insert(END);
                    self.links.push(Link { shape: id, next: *first });
                    *first = self.links.len() as u32 - 1;
                }),
            }
        }
    }

    /// Whether a box is closer than the clearance to any that is not of the `except` piece.
    pub fn is_taken(&self, placed: &[Placed], shape: &OrientedBox, except: usize) -> bool {
        self.near(placed, shape, except, |_, other| other.closer_than(shape, self.clearance))
    }

    /// The deepest overlap with any piece but `except`; of equal ones that with the piece placed first.
    pub fn deepest(&self, placed: &[Placed], shape: &OrientedBox, except: usize) -> Option<Overlap> {
        let mut deepest: Option<Overlap> = None;
        self.near(placed, shape, except, |with, other| {
            let found = Overlap { with, depth: -other.gap(shape) };
            if found.depth > -self.clearance && deepest.is_none_or(|old| worse(found, old)) {
                deepest = Some(found);
            }
            false
        });
        deepest
    }

    /// Calls `found` for every box that may be too close (some more than once) until it returns true.
    fn near(
        &self,
        placed: &[Placed],
        shape: &OrientedBox,
        except: usize,
        mut found: impl FnMut(usize, &OrientedBox) -> bool,
    ) -> bool {
        let margin = FAR * self.clearance;
        let reach = shape.half.length() + margin;
        let mut look = |BoxId { placed: index, number }: BoxId| {
            let other = &placed[index as usize];
            let local = &self.kit.library()[other.piece].boxes[number as usize];
            let apart = other.pose.point(local.center).distance_squared(shape.center);
            let reach = reach + local.half.length();
            index as usize != except
                && apart <= reach * reach
                && found(index as usize, &local.placed(&other.pose))
        };
        let Some(mut cells) = Cells::under(&shape.bounds().grown(margin), self.cell) else {
            let boxes = |index: usize| self.kit.library()[placed[index].piece].boxes.len();
            let all =
                (0..placed.len()).flat_map(|index| (0..boxes(index)).map(move |number| (index, number)));
            return all
                .into_iter()
                .any(|(index, number)| look(BoxId { placed: index as u32, number: number as u32 }));
        };
        self.outsized.iter().any(|&id| look(id))
            || cells.any(|cell| {
                let mut at = self.cells.get(&cell).copied().unwrap_or(END);
                while at != END {
                    let link = self.links[at as usize];
                    if look(link.shape) {
                        return true;
                    }
                    at = link.next;
                }
                false
            })
    }
}

/// Whether one overlap is to be told rather than another.
pub(crate) fn worse(a: Overlap, b: Overlap) -> bool {
    (a.depth, std::cmp::Reverse(a.with)) > (b.depth, std::cmp::Reverse(b.with))
}

/// The cells under some bounds, one after the other.
struct Cells {
    low: [i64; 3],
    high: [i64; 3],
    at: [i64; 3],
    done: bool,
}

impl Cells {
    /// None when there are too many.
    fn under(bounds: &Bounds, cell: f64) -> Option<Self> {
        let number = |v: DVec3| (v / cell).floor().to_array().map(|x| x as i64);
        let (low, high) = (number(bounds.min), number(bounds.max));
        let mut count: i64 = 1;
        for axis in 0..3 {
            count = count.saturating_mul(high[axis].saturating_sub(low[axis]).saturating_add(1));
        }
        (count <= MANY_CELLS).then_some(Self { low, high, at: low, done: false })
    }
}

/// A cell's number in the hash: 21 bits for each axis. Cells two million apart share one, which only costs a test
/// more.
fn key(cell: [i64; 3]) -> u64 {
    cell.iter().fold(0, |key, &at| key << 21 | (at as u64 & 0x1f_ffff))
}

impl Iterator for Cells {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        if self.done {
            return None;
        }
        let cell = key(self.at);
        for axis in 0..3 {
            if self.at[axis] < self.high[axis] {
                self.at[axis] += 1;
                return Some(cell);
            }
            self.at[axis] = self.low[axis];
        }
        self.done = true;
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::pose::{Pose, Turn};
    use proptest::prelude::*;

    /// A kit of cubes with these half sizes, and the cubes placed at these points.
    fn cubes(cubes: &[(DVec3, f64)]) -> (ValidKit, Vec<Placed>) {
        let piece = |(i, &(_, half)): (usize, &(DVec3, f64))| {
            Piece::new(
                &format!("Cube{i}"),
                vec![Connector::new(DVec3::X, DVec3::X)],
                vec![cube(DVec3::ZERO, half)],
            )
        };
        let kit = Kit::new("kit", cubes.iter().enumerate().map(piece).collect()).validate().0.unwrap();
        let placed = |(piece, &(position, _)): (usize, &(DVec3, f64))| Placed {
            piece,
            pose: Pose { position, turn: Turn::NONE },
            joint: None,
        };
        let placed = cubes.iter().enumerate().map(placed).collect();
        (kit, placed)
    }

    fn filled<'k>(kit: &'k ValidKit, placed: &[Placed], clearance: f64) -> Space<'k> {
        let mut space = Space::new(kit, clearance, 0);
        (1..=placed.len()).for_each(|count| space.insert(&placed[..count]));
        space
    }

    fn cube(center: DVec3, half: f64) -> OrientedBox {
        OrientedBox::aligned(center - half, center + half)
    }

    #[test]
    fn the_deepest_overlap_is_told_and_the_guide_does_not_count() {
        let (kit, placed) = cubes(&[(DVec3::ZERO, 0.5), (DVec3::X * 2.0, 0.5)]);
        let space = filled(&kit, &placed, 0.01);
        let between = cube(DVec3::X * 1.1, 0.7);
        let overlap = space.deepest(&placed, &between, 9).unwrap();
        assert_eq!(overlap.with, 1);
        assert!((overlap.depth - 0.3).abs() < 1e-12);
        assert_eq!(space.deepest(&placed, &between, 1).unwrap().with, 0);
        assert!(!space.is_taken(&placed, &cube(DVec3::ZERO, 0.5), 0));
    }

    #[test]
    fn an_outsized_box_meets_and_is_met() {
        let small = [(DVec3::X * 500.0, 0.5), (DVec3::X * 600.0, 0.5), (DVec3::X * 700.0, 0.5)];
        let (kit, placed) = cubes(&[&small[..], &[(DVec3::ZERO, 100.0)]].concat());
        let space = filled(&kit, &placed, 0.0);
        assert!(space.is_taken(&placed, &cube(DVec3::splat(99.0), 0.5), 0));
        assert!(!space.is_taken(&placed, &cube(DVec3::X * 101.0, 0.5), 0));
        assert!(space.is_taken(&placed, &cube(DVec3::X * 800.0, 250.0), 0));
    }

    #[test]
    fn coordinates_beyond_all_cells_are_no_trouble() {
        let (kit, placed) = cubes(&[(DVec3::X * 1e11, 1.0)]);
        let space = filled(&kit, &placed, 0.01);
        assert!(space.is_taken(&placed, &cube(DVec3::X * 1e11, 1.0), 1));
    }

    proptest! {
        /// The hash may only save work: it must say what testing every box would say.
        #[test]
        fn the_hash_agrees_with_testing_every_box(
            all in prop::collection::vec((-9.0..9.0f64, -3.0..3.0f64, -9.0..9.0f64, 0.1..4.0f64), 1..40),
            x in -9.0..9.0f64, y in -3.0..3.0f64, z in -9.0..9.0f64, half in 0.1..4.0f64,
            clearance in 0.0..0.5f64,
        ) {
            let all: Vec<(DVec3, f64)> = all.into_iter().map(|(x, y, z, half)| (DVec3::new(x, y, z), half)).collect();
            let (kit, placed) = cubes(&all);
            let space = filled(&kit, &placed, clearance);
            let probe = cube(DVec3::new(x, y, z), half);
            let plain = all[1..].iter().any(|&(at, half)| cube(at, half).closer_than(&probe, clearance));
            prop_assert_eq!(space.is_taken(&placed, &probe, 0), plain);
            prop_assert_eq!(space.deepest(&placed, &probe, 0).is_some(), plain);
        }
    }
}
