//! Outlines: the edges of cells around a patch.

use super::patches::{PatchId, Patches, Spot, Steps, steps_of};
use crate::surface::Surface;

/// A tile with its patches, ready to be walked around.
pub(super) struct Sheet<'a> {
    pub(super) surface: &'a Surface,
    pub(super) tile: usize,
    patches: &'a [Patches],
    steps: Steps,
    /// The spans of each patch.
    members: Vec<Vec<u32>>,
}

/// An edge of a cell with nothing of the patch beyond it. The patch lies to its left, seen from above.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Where it starts, in cells from the corner of the map.
    pub(super) start: (i64, i64),
    /// Which side of its cell it is.
    pub(super) side: usize,
    /// The patch that an agent can step to here.
    pub(super) beyond: Option<PatchId>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(surface: &'a Surface, patches: &'a [Patches], tile: usize) -> Self {
        let mut members = vec![vec![]; patches[tile].count as usize];
        for (span, &patch) in (0..).zip(&patches[tile].of) {
            members[patch as usize].push(span);
        }
        Self { surface, tile, patches, steps: steps_of(surface, tile), members }
    }

    /// The spans of a patch.
    pub(super) fn members(&self, patch: u32) -> &[u32] {
        &self.members[patch as usize]
    }

    /// The cell of a span, counted from the corner of the map.
    pub(super) fn cell_of(&self, span: u32) -> (i64, i64) {
        let tile = &self.surface.tiles[self.tile];
        self.surface.cell_of(tile, &tile.spans[span as usize])
    }

    fn patch_of(&self, spot: Spot) -> PatchId {
        PatchId { tile: spot.tile, patch: self.patches[spot.tile as usize].of[spot.span as usize] }
    }

    /// What lies beyond a side of a span: the next span of its own patch, or an edge.
    fn beyond(&self, span: u32, side: usize) -> Result<u32, Option<PatchId>> {
        let Some(spot) = self.steps[span as usize][side] else { return Err(None) };
        let own = PatchId { tile: self.tile as u32, patch: self.patches[self.tile].of[span as usize] };
        let other = self.patch_of(spot);
        if other == own { Ok(spot.span) } else { Err(Some(other)) }
    }

    /// The loops of edges around a patch: one outside, and one around every hole.
    pub(super) fn outline(&self, patch: u32) -> Vec<Vec<Edge>> {
        let members = self.members(patch);
        let mut walked = vec![[false; 4]; members.len()];
        let mut loops = Vec::new();
        for (index, &span) in members.iter().enumerate() {
            for side in 0..4 {
                if !walked[index][side] && self.beyond(span, side).is_err() {
                    loops.push(self.follow(span, side, members, &mut walked));
                }
            }
        }
        loops
    }

    /// Walks along a loop: around the corner where there is an edge, into the next cell where there is none.
    fn follow(&self, span: u32, side: usize, members: &[u32], walked: &mut [[bool; 4]]) -> Vec<Edge> {
        let mut edges = Vec::new();
        let (mut at, mut facing) = (span, side);
        loop {
            match self.beyond(at, facing) {
                Err(beyond) => {
                    // The members of a patch are in the order of their numbers.
                    if let Ok(index) = members.binary_search(&at) {
                        walked[index][facing] = true;
                    }
                    let (x, z) = self.cell_of(at);
                    let start = [(x, z), (x, z + 1), (x + 1, z + 1), (x + 1, z)][facing];
                    edges.push(Edge { start, side: facing, beyond });
                    facing = (facing + 1) % 4;
                }
                Ok(next) => (at, facing) = (next, (facing + 3) % 4),
            }
            if (at, facing) == (span, side) {
                return edges;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::patches::split;
    use super::*;
    use crate::testing::drawn;

    /// The loops around a patch of the first tile.
    fn loops(surface: &Surface, patch: u32) -> Vec<Vec<Edge>> {
        let patches: Vec<Patches> = (0..surface.tiles.len()).map(|tile| split(surface, tile)).collect();
        Sheet::new(surface, &patches, 0).outline(patch)
    }

    /// Cells within a loop; below zero if it goes around a hole.
    fn enclosed(edges: &[Edge]) -> i64 {
        let next = |i: usize| edges[(i + 1) % edges.len()].start;
        let cross = |(i, edge): (usize, &Edge)| edge.start.1 * next(i).0 - edge.start.0 * next(i).1;
        edges.iter().enumerate().map(cross).sum::<i64>() / 2
    }

    #[test]
    fn around_one_cell_there_are_four_edges_counterclockwise() {
        let surface = drawn(4, &[(0.0, &["..", ".0"])]);
        let [edges] = &loops(&surface, 0)[..] else { panic!("one loop") };
        let told: Vec<_> = edges.iter().map(|edge| (edge.start, edge.side)).collect();
        assert_eq!(told, [((1, 1), 0), ((1, 2), 1), ((2, 2), 2), ((2, 1), 3)]);
        assert_eq!(enclosed(edges), 1);
    }

    #[test]
    fn every_edge_starts_where_the_last_one_ends() {
        let surface = drawn(8, &[(0.0, &["000.0", "0.000", "000.."])]);
        for edges in loops(&surface, 0) {
            for (i, edge) in edges.iter().enumerate() {
                let step = [(0, 1), (1, 0), (0, -1), (-1, 0)][edge.side];
                let end = (edge.start.0 + step.0, edge.start.1 + step.1);
                assert_eq!(edges[(i + 1) % edges.len()].start, end);
            }
        }
    }

    #[test]
    fn a_square_with_a_hole_has_a_loop_outside_and_one_inside() {
        let surface = drawn(8, &[(0.0, &["00000", "0..00", "0..00", "00000"])]);
        let loops = loops(&surface, 0);
        let told: Vec<_> = loops.iter().map(|edges| (edges.len(), enclosed(edges))).collect();
        assert_eq!(told, [(18, 20), (8, -4)]);
    }

    #[test]
    fn two_holes_that_touch_at_a_corner_are_followed_without_crossing() {
        let surface = drawn(8, &[(0.0, &["0000", "0.00", "00.0", "0000"])]);
        let loops = loops(&surface, 0);
        assert_eq!(loops.iter().map(|edges| enclosed(edges)).sum::<i64>(), 14);
        assert_eq!(loops.iter().map(Vec::len).sum::<usize>(), 16 + 8);
    }

    #[test]
    fn an_edge_knows_the_patch_beyond_it() {
        // Two tiles side by side, and nothing else.
        let surface = drawn(2, &[(0.0, &["000", "000"])]);
        let [edges] = &loops(&surface, 0)[..] else { panic!("one loop") };
        assert_eq!(edges.len(), 8);
        for edge in edges {
            let door = edge.side == 2;
            assert_eq!(edge.beyond, door.then_some(PatchId { tile: 1, patch: 0 }), "{edge:?}");
        }
    }

    #[test]
    fn floors_above_each_other_have_outlines_of_their_own() {
        let surface = drawn(8, &[(0.0, &["000", "000"]), (3.0, &[".00"])]);
        let areas =
            [0, 1].map(|patch| loops(&surface, patch).iter().map(|edges| enclosed(edges)).sum::<i64>());
        assert_eq!(areas, [6, 2]);
    }

    #[test]
    fn a_sheet_lists_the_members_of_its_patches() {
        let surface = drawn(8, &[(0.0, &["00.0"])]);
        let patches = [split(&surface, 0)];
        let sheet = Sheet::new(&surface, &patches, 0);
        assert_eq!((sheet.members(0), sheet.members(1)), (&[0, 1][..], &[2][..]));
        assert_eq!(sheet.cell_of(2), (3, 0));
    }
}
