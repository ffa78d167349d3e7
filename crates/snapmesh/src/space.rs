//! The boxes on the map, and whether a new one would overlap them.
//!
//! A spatial hash finds the few boxes that are near; only those are tested exactly.

use crate::boxes::{Bounds, OrientedBox};
use crate::id::PlacedId;
use crate::placed::Placed;
use crate::valid_kit::ValidKit;
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
#[non_exhaustive]
pub struct Overlap {
    /// The placed piece it is with.
    pub with: PlacedId,
    /// How deep the boxes sink into each other, in metres. Below zero they do not touch, but are closer than
    /// the clearance.
    pub depth: f64,
    /// The shortest level push that parts the two boxes, in metres.
    pub sideways: f64,
    /// How much of their heights the two boxes share, in metres.
    pub height: f64,
}

/// All boxes on the map, by where they are.
///
/// Of each box only a ball around it is kept; the box itself is worked out from the placed piece when it is tested, so
/// that the hash of a large map stays small and in the cache.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Space {
    clearance: f64,
    cell: f64,
    /// Every box, in the order they were added.
    balls: Vec<Ball>,
    /// The first link of each cell's chain.
    cells: FxHashMap<u64, u32>,
    links: Vec<ChainLink>,
    /// Boxes that are looked at every time.
    outsized: Vec<u32>,
}

/// A ball around a box of a placed piece.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ball {
    center: DVec3,
    radius: f64,
    placed: PlacedId,
    /// Which of the piece's boxes.
    number: u32,
}

/// A box in the chain of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ChainLink {
    ball: u32,
    next: u32,
    /// On which axes the cell is the first of the box.
    first: FirstOn,
}

/// A bit for each axis.
type FirstOn = u8;
const EVERY_AXIS: FirstOn = 0b111;

const END: u32 = u32::MAX;

impl Space {
    /// An empty space with room for so many pieces, and cells that suit the kit.
    pub(crate) fn new(kit: &ValidKit, clearance: f64, room: usize) -> Self {
        Self {
            clearance,
            cell: (ROOMY * kit.usual_size() + clearance).max(SMALLEST_CELL),
            balls: Vec::with_capacity(room),
            cells: FxHashMap::with_capacity_and_hasher(room / 4, FxBuildHasher),
            links: Vec::with_capacity(2 * room),
            outsized: Vec::new(),
        }
    }

    /// Adds the boxes of the piece placed last.
    pub(crate) fn insert(&mut self, kit: &ValidKit, placed: &[Placed]) {
        let Some(last) = placed.last() else { return };
        for (number, shape) in (0..).zip(last.boxes(kit)) {
            let ball = self.balls.len() as u32;
            let (center, radius) = (shape.center, shape.half.length());
            self.balls.push(Ball { center, radius, placed: PlacedId::new(placed.len() - 1), number });
            match Cells::under(&shape.bounds(), self.cell) {
                None => self.outsized.push(ball),
                Some(cells) => cells.for_each(|(cell, first)| {
                    let head = self.cells.entry(cell).or_insert(END);
                    self.links.push(ChainLink { ball, next: *head, first });
                    *head = self.links.len() as u32 - 1;
                }),
            }
        }
    }

    /// Boxes closer than this, in metres, count as overlapping.
    pub(crate) fn clearance(&self) -> f64 {
        self.clearance
    }

    /// How many boxes there are.
    pub(crate) fn boxes(&self) -> usize {
        self.balls.len()
    }

    /// Takes out the boxes of the piece placed last, as if they had never been there.
    pub(crate) fn remove(&mut self, kit: &ValidKit, placed: &[Placed]) {
        let Some(last) = placed.last() else { return };
        // The last box first: what came last into a cell is the head of its chain.
        for shape in last.boxes(kit).rev() {
            self.balls.pop();
            match Cells::under(&shape.bounds(), self.cell) {
                None => _ = self.outsized.pop(),
                Some(cells) => {
                    let before = self.links.len();
                    let mut count = 0;
                    for (cell, _) in cells {
                        let head = self.cells.get(&cell).map_or(END, |&head| self.links[head as usize].next);
                        if head == END {
                            self.cells.remove(&cell)
                        } else {
                            self.cells.insert(cell, head)
                        };
                        count += 1;
                    }
                    self.links.truncate(before - count);
                }
            }
        }
    }

    /// The first piece found, `except` aside, that has a box closer than the clearance to this one.
    pub(crate) fn taken_by(
        &self,
        kit: &ValidKit,
        placed: &[Placed],
        shape: &OrientedBox,
        except: impl Fn(PlacedId) -> bool,
    ) -> Option<PlacedId> {
        let mut by = None;
        self.near(kit, placed, shape, except, |with, other| {
            let taken = other.closer_than(shape, self.clearance);
            if taken {
                by = Some(with);
            }
            taken
        });
        by
    }

    /// The deepest overlap with any piece, `except` aside; of equal ones that with the piece placed first.
    pub(crate) fn deepest(
        &self,
        kit: &ValidKit,
        placed: &[Placed],
        shape: &OrientedBox,
        except: impl Fn(PlacedId) -> bool,
    ) -> Option<Overlap> {
        let mut deepest: Option<Overlap> = None;
        self.near(kit, placed, shape, except, |with, other| {
            let depth = -other.gap(shape);
            if depth > -self.clearance {
                let (sideways, height) = (other.sideways(shape), other.shared_height(shape));
                let found = Overlap { with, depth, sideways, height };
                deepest = deepest.filter(|old| !worse(found, *old)).or(Some(found));
            }
            false
        });
        deepest
    }

    /// Calls `found` for every box that may be too close until it returns true.
    fn near(
        &self,
        kit: &ValidKit,
        placed: &[Placed],
        shape: &OrientedBox,
        except: impl Fn(PlacedId) -> bool,
        mut found: impl FnMut(PlacedId, &OrientedBox) -> bool,
    ) -> bool {
        let margin = FAR * self.clearance;
        let reach = shape.half.length() + margin;
        let mut look = |ball: &Ball| {
            let apart = ball.center.distance_squared(shape.center);
            let reach = reach + ball.radius;
            // Most boxes this near are the guide's.
            if apart > reach * reach || except(ball.placed) {
                return false;
            }
            let other = &placed[ball.placed.index()];
            let local = &kit.piece(other.piece).boxes[ball.number as usize];
            found(ball.placed, &local.placed(&other.pose))
        };
        let Some(mut cells) = Cells::under(&shape.bounds().grown(margin), self.cell) else {
            return self.balls.iter().any(look);
        };
        self.outsized.iter().any(|&ball| look(&self.balls[ball as usize]))
            || cells.any(|(cell, first)| {
                let mut at = self.cells.get(&cell).copied().unwrap_or(END);
                while at != END {
                    let link = self.links[at as usize];
                    // Of the cells that two boxes share, one is the first of either on every axis: they meet there.
                    if first | link.first == EVERY_AXIS && look(&self.balls[link.ball as usize]) {
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

/// The cells under some bounds, one after the other, each with the axes on which it is the first.
struct Cells {
    low: [i64; 3],
    high: [i64; 3],
    at: [i64; 3],
    done: bool,
}

impl Cells {
    /// None when there are too many.
    fn under(bounds: &Bounds, cell: f64) -> Option<Self> {
        let (low, high) = (cell_of(bounds.min, cell), cell_of(bounds.max, cell));
        let mut count: i64 = 1;
        for axis in 0..3 {
            count = count.saturating_mul(high[axis].saturating_sub(low[axis]).saturating_add(1));
        }
        (count <= MANY_CELLS).then_some(Self { low, high, at: low, done: false })
    }
}

/// The cell that a place lies in.
pub(crate) fn cell_of(place: DVec3, cell: f64) -> [i64; 3] {
    (place / cell).to_array().map(floor)
}

/// The whole number at or below; a call to the library's function costs more than the rest of finding a cell.
fn floor(x: f64) -> i64 {
    let cut = x as i64;
    if cut as f64 > x { cut.saturating_sub(1) } else { cut }
}

/// A cell's number in the hash: 21 bits for each axis. Cells two million apart share one, which only costs a test
/// more.
pub(crate) fn key(cell: [i64; 3]) -> u64 {
    cell.iter().fold(0, |key, &at| key << 21 | (at as u64 & 0x1f_ffff))
}

impl Iterator for Cells {
    type Item = (u64, FirstOn);

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let is_first = |axis: usize| FirstOn::from(self.at[axis] == self.low[axis]) << axis;
        let cell = (key(self.at), is_first(0) | is_first(1) | is_first(2));
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
    use crate::id::PieceId;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::placed::Role;
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
        let kit = Kit::new("kit", cubes.iter().enumerate().map(piece).collect()).validate().unwrap().0;
        let placed = |(piece, &(position, _)): (usize, &(DVec3, f64))| Placed {
            role: Role::Piece,
            piece: PieceId::new(piece),
            pose: Pose { position, turn: Turn::NONE },
            joint: None,
        };
        let placed = cubes.iter().enumerate().map(placed).collect();
        (kit, placed)
    }

    fn filled(kit: &ValidKit, placed: &[Placed], clearance: f64) -> Space {
        let mut space = Space::new(kit, clearance, 0);
        (1..=placed.len()).for_each(|count| space.insert(kit, &placed[..count]));
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
        let overlap = space.deepest(&kit, &placed, &between, |it| it == PlacedId::new(9)).unwrap();
        assert_eq!(overlap.with, PlacedId::new(1));
        assert!((overlap.depth - 0.3).abs() < 1e-12);
        assert!((overlap.sideways - 0.3).abs() < 1e-12 && (overlap.height - 1.0).abs() < 1e-12);
        assert_eq!(
            space.deepest(&kit, &placed, &between, |it| it == PlacedId::new(1)).unwrap().with,
            PlacedId::new(0)
        );
        assert!(
            space.taken_by(&kit, &placed, &cube(DVec3::ZERO, 0.5), |it| it == PlacedId::new(0)).is_none()
        );
    }

    #[test]
    fn an_outsized_box_meets_and_is_met() {
        let small = [(DVec3::X * 500.0, 0.5), (DVec3::X * 600.0, 0.5), (DVec3::X * 700.0, 0.5)];
        let (kit, placed) = cubes(&[&small[..], &[(DVec3::ZERO, 100.0)]].concat());
        let space = filled(&kit, &placed, 0.0);
        assert!(
            space
                .taken_by(&kit, &placed, &cube(DVec3::splat(99.0), 0.5), |it| it == PlacedId::new(0))
                .is_some()
        );
        assert!(
            space
                .taken_by(&kit, &placed, &cube(DVec3::X * 101.0, 0.5), |it| it == PlacedId::new(0))
                .is_none()
        );
        assert!(
            space
                .taken_by(&kit, &placed, &cube(DVec3::X * 800.0, 250.0), |it| it == PlacedId::new(0))
                .is_some()
        );
    }

    #[test]
    fn cells_are_counted_downwards_on_both_sides_of_zero() {
        for x in [0.0, -0.0, 0.5, -0.5, 3.0, -3.0, 1e15 + 0.5, -1e15 - 0.5, 1e300, -1e300, f64::INFINITY] {
            assert_eq!(floor(x), x.floor() as i64, "{x}");
        }
    }

    #[test]
    fn coordinates_beyond_all_cells_are_no_trouble() {
        let (kit, placed) = cubes(&[(DVec3::X * 1e11, 1.0)]);
        let space = filled(&kit, &placed, 0.01);
        assert!(
            space.taken_by(&kit, &placed, &cube(DVec3::X * 1e11, 1.0), |it| it == PlacedId::new(1)).is_some()
        );
    }

    proptest! {
        /// What is taken out was never there.
        #[test]
        fn removing_is_the_other_way_round(
            all in prop::collection::vec((-9.0..9.0f64, -3.0..3.0f64, -9.0..9.0f64, 0.1..30.0f64), 2..40),
            keep in 0usize..40,
        ) {
            let all: Vec<(DVec3, f64)> = all.into_iter().map(|(x, y, z, half)| (DVec3::new(x, y, z), half)).collect();
            let (kit, placed) = cubes(&all);
            let mut space = filled(&kit, &placed, 0.01);
            let keep = keep % placed.len();
            (keep + 1..=placed.len()).rev().for_each(|count| space.remove(&kit, &placed[..count]));
            prop_assert_eq!(space, filled(&kit, &placed[..keep], 0.01));
        }

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
            prop_assert_eq!(space.taken_by(&kit, &placed, &probe, |it| it == PlacedId::new(0)).is_some(), plain);
            prop_assert_eq!(space.deepest(&kit, &placed, &probe, |it| it == PlacedId::new(0)).is_some(), plain);
        }
    }

    #[test]
    fn cells_that_are_not_far_apart_have_numbers_of_their_own() {
        let mut keys: Vec<u64> = Vec::new();
        for x in -3..=3 {
            for y in -3..=3 {
                keys.extend((-3..=3).map(|z| key([x, y, z])));
            }
        }
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), 7 * 7 * 7);
        assert_eq!(key([1 << 21, 0, 5]), key([0, 0, 5]), "two million apart they share one");
    }
}
