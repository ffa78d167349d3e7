//! What can be walked of a piece that stands alone.

use super::cells::Cells;
use super::couple::Couple;
use crate::surface::Grid;
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, OrientedBox, PieceId, Pose};

/// A floor of a piece in one cell. Heights in metres, in the space of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) low: f32,
    pub(crate) top: f32,
    /// The region it is of; none if it is an edge that one could fall off, beside one: floor of another piece may go on there.
    pub(crate) region: Option<u32>,
}

/// Square metres, on average over how cells may lie; and how far one way of lying may be off that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) mean: f64,
    pub(crate) off: f64,
}

/// How high something solid reaches, from bottom to top.
pub(crate) type Heights = [f32; 2];

/// Nothing solid at all.
pub(crate) const NOTHING: Heights = [f32::INFINITY, f32::NEG_INFINITY];

/// What can be walked of a piece that stands alone, as it was modelled.
#[derive(Debug)]
pub(crate) struct PieceWalk {
    pub(crate) piece: PieceId,
    pub(crate) bounds: Bounds,
    /// The cells in which its regions were told apart.
    pub(crate) grid: Grid,
    /// How large each region is.
    pub(crate) areas: Vec<Area>,
    /// The region behind each of its doorways, if there is one; nothing where all regions count.
    pub(crate) behind: Option<Vec<Option<u32>>>,
    /// Where its floors are.
    pub(crate) floors: Cells<Vec<Floor>>,
    /// What is solid within a radius of a cell, and right beside it.
    pub(crate) near: Cells<Heights>,
    pub(crate) beside: Cells<Heights>,
    /// Metres below and above a floor within which something solid matters.
    pub(crate) band: [f32; 2],
}

impl PieceWalk {
    /// The region at a point of the piece, or beside it: the cells of whoever asks may lie differently.
    pub(crate) fn region_at(&self, point: DVec3) -> Option<u32> {
        let (x, z) = self.floors.cell(point);
        AROUND.iter().find_map(|(dx, dz)| {
            let floors = self.floors.get(x + dx, z + dz)?.iter();
            let off = |floor: &Floor| (floor.low - point.y as f32).max(point.y as f32 - floor.top).max(0.0);
            let known = floors.filter(|floor| off(floor) <= self.band[0]);
            let of = known.filter_map(|floor| Some((off(floor), floor.region?)));
            of.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, region)| region)
        })
    }

    /// Whether two pieces that are not joined may change anything about each other.
    pub(crate) fn touch(couple: &Couple, [a, b]: [&Self; 2]) -> bool {
        let pose = couple.pose();
        a.feels(b, &pose.inverse()) || b.feels(a, &pose)
    }

    /// Whether what is solid in another piece comes near a floor of this one. The pose takes points from here to there.
    fn feels(&self, other: &Self, pose: &Pose) -> bool {
        if other.bounds.is_empty() {
            return false;
        }
        let reach = other.near.bounds();
        let there = OrientedBox::aligned(reach.min, reach.max).placed(&pose.inverse()).bounds();
        let [below, above] = self.band;
        self.floors.within(&there).any(|(point, floors)| {
            floors.iter().any(|floor| {
                let at = pose.point(point.with_y(f64::from(floor.top)));
                let solid = if floor.region.is_some() { &other.near } else { &other.beside };
                let (x, z) = solid.cell(at);
                let lift = at.y as f32 - floor.top;
                solid.get(x, z).is_some_and(|&[bottom, top]| {
                    bottom <= floor.top + lift + above && top >= floor.low + lift - below
                })
            })
        })
    }
}

/// A cell and those around it, nearest first.
const AROUND: [(i64, i64); 9] =
    [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
