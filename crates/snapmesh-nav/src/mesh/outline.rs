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
