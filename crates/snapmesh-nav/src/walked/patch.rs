//! Floors of a piece that lie close together.
//!
//! Most of what is near a piece touches few of its floors, or none: a look at a patch tells whether it is worth to look at its
//! floors one by one.

use super::cells::Cells;
use super::floor::Floor;
use super::heights::{Heights, NOTHING, join};
use snapmesh::glam::DVec3;

/// Cells along the side of a patch. Half its diagonal is less than that, so what is solid within so many cells of its middle may
/// stand on its floors, and nothing else.
const SIDE: i64 = 8;

/// Floors of a piece that lie close together, seen from above.
#[derive(Clone, Debug)]
pub(crate) struct Patch {
    /// In the middle of its cells.
    pub(crate) middle: DVec3,
    /// From the lowest to the highest of them.
    pub(crate) heights: Heights,
    /// Each with a point in the middle of its cell.
    pub(crate) floors: Vec<(DVec3, Floor)>,
}

/// All floors of a piece.
pub(crate) fn patches(floors: &Cells<Vec<Floor>>) -> Vec<Patch> {
    floors.squares(SIDE).filter_map(|square| patch(&square.collect::<Vec<_>>())).collect()
}

/// The floors in a square; none if there are none.
fn patch(square: &[(DVec3, &Vec<Floor>)]) -> Option<Patch> {
    let [(first, _), .., (last, _)] = square else { return None };
    let floors: Vec<(DVec3, Floor)> =
        square.iter().flat_map(|(point, all)| all.iter().map(|floor| (*point, *floor))).collect();
    let heights = floors.iter().map(|(_, floor)| [floor.low, floor.top]).fold(NOTHING, join);
    (!floors.is_empty()).then(|| Patch { middle: first.midpoint(*last), heights, floors })
}

/// What is solid near the middle of a patch.
pub(crate) fn around_patches(solids: &Cells<Heights>) -> Cells<Heights> {
    solids.around(SIDE, NOTHING, join)
}
