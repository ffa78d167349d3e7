//! What can be walked of a piece that stands alone.

use super::cells::Cells;
use super::couple::{Couple, Look};
use super::floor::Floor;
use super::heights::Heights;
use super::nook::Nook;
use super::patch::Patch;
use crate::surface::Surface;
use snapmesh::glam::DVec3;
use snapmesh::{PieceId, Pose};

/// Square metres, on average over how cells may lie; and how far one way of lying may be off that.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) mean: f64,
    pub(crate) off: f64,
}

/// What can be walked of a piece that stands alone, as it was modelled.
#[derive(Debug)]
pub(crate) struct PieceWalk {
    pub(crate) piece: PieceId,
    /// Where one can stand on it, in the cells in which its regions were told apart.
    pub(crate) surface: Surface,
    /// How large each region is.
    pub(crate) areas: Vec<Area>,
    /// The region behind each of its doorways, if there is one; nothing where all regions count.
    pub(crate) behind: Option<Vec<Option<u32>>>,
    /// Where its floors are, by cell and by patch.
    pub(crate) floors: Cells<Vec<Floor>>,
    pub(crate) patches: Vec<Patch>,
    /// The regions that have edges.
    pub(crate) open: Vec<u32>,
    /// What is solid in a cell, or right beside it; and around the middle of a patch of somebody's floors.
    pub(crate) solids: Cells<Heights>,
    pub(crate) around: Cells<Heights>,
    /// Metres below and above a floor within which something solid matters.
    pub(crate) band: [f32; 2],
    /// Cells of floor, and of edges, that another piece may touch without being felt.
    pub(crate) few: [u32; 2],
    /// Where what hangs together depends on how cells lie.
    pub(crate) nooks: Vec<Nook>,
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
        let there = |point: DVec3| pose.point(point);
        let near = self
            .patches
            .iter()
            .filter(|patch| self.meets(patch.heights, other.around.at(there(patch.middle)), pose));
        let mut felt = [0, 0];
        for (point, floor) in
            near.flat_map(|patch| &patch.floors).filter(|(_, floor)| edges || !floor.is_edge)
        {
            if self.meets([floor.low, floor.top], other.solids.at(there(*point)), pose) {
                felt[usize::from(floor.is_edge)] += 1;
            }
            if felt[0] > self.few[0] || felt[1] > self.few[1] {
                return true;
            }
        }
        false
    }

    /// Whether something solid stands on floors of some heights, or so closely over or under them that it matters.
    fn meets(&self, floors: Heights, solid: Option<&Heights>, pose: &Pose) -> bool {
        let (lift, [below, above]) = (pose.position.y as f32, self.band);
        solid.is_some_and(|&[bottom, top]| {
            bottom <= floors[1] + lift + above && top >= floors[0] + lift - below
        })
    }
}

/// A cell and those around it, nearest first.
const AROUND: [(i64, i64); 9] =
    [(0, 0), (-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];
