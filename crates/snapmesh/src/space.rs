//! The boxes on the map, and whether a new one would overlap them.
//!
//! A spatial hash finds the few boxes that are near; only those are tested exactly.

use crate::boxes::{Bounds, OrientedBox};
use crate::kit::ValidKit;
use glam::DVec3;
use rustc_hash::FxHashMap;

/// A box that would fill more cells than this is kept in a list of its own, and looked at every time.
const MANY_CELLS: i64 = 64;

/// Boxes whose bounds are this many clearances apart need not be tested. Between the bounds of turned boxes there
/// may be more room than between their shadows on the fifteen axes that decide.
const FAR: f64 = 4.0;

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

/// All boxes on the map.
#[derive(Clone, Debug)]
pub struct Space {
    clearance: f64,
    cell: f64,
    boxes: Vec<Shape>,
    /// The first link of each cell's chain.
    cells: FxHashMap<[i64; 3], u32>,
    links: Vec<Link>,
    outsized: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Shape {
    shape: OrientedBox,
    bounds: Bounds,
    piece: usize,
}

#[derive(Clone, Copy, Debug)]
struct Link {
    shape: u32,
    next: u32,
}

const END: u32 = u32::MAX;

impl Space {
    /// An empty space, with cells as large as the usual box of the kit.
    pub fn new(kit: &ValidKit, clearance: f64) -> Self {
        let boxes = kit.library().iter().flat_map(|piece| &piece.boxes);
        let mut sizes: Vec<f64> = boxes.map(|shape| shape.bounds().size().max_element()).collect();
        sizes.sort_by(f64::total_cmp);
        let usual = sizes.get(sizes.len() / 2).copied().unwrap_or(1.0);
        Self {
            clearance,
            cell: (usual + clearance).max(SMALLEST_CELL),
            boxes: Vec::new(),
            cells: FxHashMap::default(),
            links: Vec::new(),
            outsized: Vec::new(),
        }
    }

    /// Adds a box of a placed piece.
    pub fn insert(&mut self, shape: OrientedBox, piece: usize) {
        let (number, bounds) = (self.boxes.len() as u32, shape.bounds());
        self.boxes.push(Shape { shape, bounds, piece });
        match Cells::under(&bounds, self.cell) {
            None => self.outsized.push(number),
            Some(cells) => cells.for_each(|cell| {
                let first = self.cells.entry(cell).or_insert(END);
                self.links.push(Link { shape: number, next: *first });
                *first = self.links.len() as u32 - 1;
            }),
        }
    }

    /// Whether a box is closer than the clearance to any that is not of the `except` piece.
    pub fn is_taken(&self, shape: &OrientedBox, except: usize) -> bool {
        let bounds = shape.bounds().grown(FAR * self.clearance);
        self.near(&bounds, |other| {
            other.piece != except
                && other.bounds.meets(&bounds)
                && other.shape.closer_than(shape, self.clearance)
        })
    }

    /// The deepest overlap with any piece but `except`; of equal ones that with the piece placed first.
    pub fn deepest(&self, shape: &OrientedBox, except: usize) -> Option<Overlap> {
        let bounds = shape.bounds().grown(FAR * self.clearance);
        let mut deepest: Option<Overlap> = None;
        self.near(&bounds, |other| {
            if other.piece != except && other.bounds.meets(&bounds) {
                let found = Overlap { with: other.piece, depth: -other.shape.gap(shape) };
                if found.depth > -self.clearance && deepest.is_none_or(|old| worse(found, old)) {
                    deepest = Some(found);
                }
            }
            false
        });
        deepest
    }

    /// Calls `found` for every box that may meet the bounds (some more than once) until it returns true.
    fn near(&self, bounds: &Bounds, mut found: impl FnMut(&Shape) -> bool) -> bool {
        let Some(mut cells) = Cells::under(bounds, self.cell) else {
            return self.boxes.iter().any(found);
        };
        if self.outsized.iter().any(|&number| found(&self.boxes[number as usize])) {
            return true;
        }
        cells.any(|cell| {
            let mut at = self.cells.get(&cell).copied().unwrap_or(END);
            while at != END {
                let link = self.links[at as usize];
                if found(&self.boxes[link.shape as usize]) {
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

impl Iterator for Cells {
    type Item = [i64; 3];

    fn next(&mut self) -> Option<[i64; 3]> {
        if self.done {
            return None;
        }
        let cell = self.at;
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
    use proptest::prelude::*;

    fn space(clearance: f64) -> Space {
        let shape = OrientedBox::aligned(DVec3::ZERO, DVec3::ONE);
        let piece = Piece::new("Cube", vec![Connector::new(DVec3::X, DVec3::X)], vec![shape]);
        Space::new(&Kit::new("kit", vec![piece]).validate().0.unwrap(), clearance)
    }

    fn cube(x: f64, y: f64, z: f64, half: f64) -> OrientedBox {
        let center = DVec3::new(x, y, z);
        OrientedBox::aligned(center - half, center + half)
    }

    #[test]
    fn the_deepest_overlap_is_told_and_the_guide_does_not_count() {
        let mut space = space(0.01);
        space.insert(cube(0.0, 0.0, 0.0, 0.5), 0);
        space.insert(cube(2.0, 0.0, 0.0, 0.5), 1);
        let between = cube(1.1, 0.0, 0.0, 0.7);
        let overlap = space.deepest(&between, 9).unwrap();
        assert_eq!(overlap.with, 1);
        assert!((overlap.depth - 0.3).abs() < 1e-12);
        assert_eq!(space.deepest(&between, 1).unwrap().with, 0);
        assert!(!space.is_taken(&cube(0.0, 0.0, 0.0, 0.5), 0));
    }

    #[test]
    fn an_outsized_box_meets_and_is_met() {
        let mut space = space(0.0);
        space.insert(cube(0.0, 0.0, 0.0, 1000.0), 0);
        assert!(space.is_taken(&cube(999.0, 999.0, 999.0, 0.5), 1));
        assert!(!space.is_taken(&cube(1001.0, 0.0, 0.0, 0.5), 1));
        let mut space = super::tests::space(0.0);
        space.insert(cube(500.0, 0.0, 0.0, 0.5), 0);
        assert!(space.is_taken(&cube(0.0, 0.0, 0.0, 1000.0), 1));
    }

    #[test]
    fn coordinates_beyond_all_cells_are_no_trouble() {
        let mut space = space(0.01);
        space.insert(cube(1e11, 0.0, 0.0, 1.0), 0);
        assert!(space.is_taken(&cube(1e11, 0.0, 0.0, 1.0), 1));
    }

    proptest! {
        /// The hash may only save work: it must say what testing every box would say.
        #[test]
        fn the_hash_agrees_with_testing_every_box(
            placed in prop::collection::vec((-9.0..9.0f64, -3.0..3.0f64, -9.0..9.0f64, 0.1..4.0f64), 1..40),
            x in -9.0..9.0f64, y in -3.0..3.0f64, z in -9.0..9.0f64, half in 0.1..4.0f64,
            clearance in 0.0..0.5f64,
        ) {
            let mut space = space(clearance);
            let probe = cube(x, y, z, half);
            let mut plain = false;
            for (number, &(x, y, z, half)) in placed.iter().enumerate() {
                space.insert(cube(x, y, z, half), number);
                plain |= number != 0 && cube(x, y, z, half).closer_than(&probe, clearance);
            }
            prop_assert_eq!(space.is_taken(&probe, 0), plain);
            prop_assert_eq!(space.deepest(&probe, 0).is_some(), plain);
        }
    }
}
