//! What can be walked of a piece that stands alone.

use super::cells::Cells;
use super::couple::{Couple, Look};
use crate::surface::Surface;
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, OrientedBox, PieceId, Pose};

/// A floor of a piece in one cell. Heights in metres, in the space of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) low: f32,
    pub(crate) top: f32,
    /// The region it is of, or beside.
    pub(crate) region: u32,
    /// Whether it is where one could fall off, and floor of another piece may go on.
    pub(crate) is_edge: bool,
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
    /// Where one can stand on it, in the cells in which its regions were told apart.
    pub(crate) surface: Surface,
    /// How large each region is.
    pub(crate) areas: Vec<Area>,
    /// The region behind each of its doorways, if there is one; nothing where all regions count.
    pub(crate) behind: Option<Vec<Option<u32>>>,
    /// Where its floors are.
    pub(crate) floors: Cells<Vec<Floor>>,
    /// The regions that have edges.
    pub(crate) open: Vec<u32>,
    /// What is solid in a cell, or right beside it.
    pub(crate) solids: Cells<Heights>,
    /// Metres below and above a floor within which something solid matters.
    pub(crate) band: [f32; 2],
    /// Cells of floor, and of edges, that another piece may touch without being felt.
    pub(crate) few: [u32; 2],
}

impl PieceWalk {
    /// The region at a point of the piece, or beside it: the cells of whoever asks may lie differently.
    pub(crate) fn region_at(&self, point: DVec3) -> Option<u32> {
        let (x, z) = self.floors.cell(point);
        AROUND.iter().find_map(|(dx, dz)| {
            let floors = self.floors.get(x + dx, z + dz)?.iter();
            let off = |floor: &Floor| (floor.low - point.y as f32).max(point.y as f32 - floor.top).max(0.0);
            let known = floors.filter(|floor| !floor.is_edge && off(floor) <= self.band[0]);
            known.min_by(|a, b| off(a).total_cmp(&off(b))).map(|floor| floor.region)
        })
    }

    /// Whether two pieces may change anything about each other that matters.
    pub(crate) fn touch(couple: &Couple, [a, b]: [&Self; 2]) -> bool {
        let pose = couple.pose();
        let edges = match couple.look {
            Look::Joined => return true,
            Look::Apart => true,
            Look::Together => false,
        };
        a.feels(b, &pose.inverse(), edges) || b.feels(a, &pose, edges)
    }

    /// Whether something solid of another piece stands on or over floors of this one, or (if edges matter) beside so many edges
    /// that one could walk across. The pose takes points from here to there.
    fn feels(&self, other: &Self, pose: &Pose, edges: bool) -> bool {
        if other.bounds.is_empty() {
            return false;
        }
        let reach = other.solids.bounds();
        let there = OrientedBox::aligned(reach.min, reach.max).placed(&pose.inverse()).bounds();
        let all =
            self.floors.within(&there).flat_map(|(point, all)| all.iter().map(move |floor| (point, floor)));
        let mut felt = [0, 0];
        for (point, floor) in all.filter(|(_, floor)| edges || !floor.is_edge) {
            let at = pose.point(point.with_y(f64::from(floor.top)));
            let (x, z) = other.solids.cell(at);
            let (lift, [below, above]) = (at.y as f32 - floor.top, self.band);
            let meets = |&[bottom, top]: &Heights| {
                bottom <= floor.top + lift + above && top >= floor.low + lift - below
            };
            if other.solids.get(x, z).is_some_and(meets) {
                felt[usize::from(floor.is_edge)] += 1;
            }
            if felt[0] > self.few[0] || felt[1] > self.few[1] {
                return true;
            }
        }
        false
    }
}

/// A cell and those around it, nearest first.
const AROUND: [(i64, i64); 9] =
    [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
