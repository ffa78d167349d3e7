//! Patches: parts of a tile in which no cell lies above another.

use crate::surface::{SIDES, Surface, steps};
use std::collections::VecDeque;

/// A span of the surface: its tile, and its place there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Spot {
    pub(super) tile: u32,
    pub(super) span: u32,
}

/// A patch of the surface: its tile, and its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct PatchId {
    pub(super) tile: u32,
    pub(super) patch: u32,
}

/// The patches of a tile.
pub(super) struct Patches {
    /// For each span, its patch.
    pub(super) of: Vec<u32>,
    pub(super) count: u32,
}

/// For each span of a tile, where a step to each side leads.
pub(super) type Steps = Vec<[Option<Spot>; 4]>;

/// Where steps lead from every span of a tile, also into the next tile.
pub(super) fn steps_of(surface: &Surface, tile: usize) -> Steps {
    let here = &surface.tiles[tile];
    let size = i64::from(surface.grid.tile);
    let mut all = vec![[None; 4]; here.spans.len()];
    let mut start = 0;
    for column in here.spans.chunk_by(|a, b| a.cell == b.cell) {
        let (x, z) = surface.cell_of(here, &column[0]);
        for (side, (dx, dz)) in SIDES.iter().enumerate() {
            let (x, z) = (x + dx, z + dz);
            let Some(beside) = surface.tile_at(x.div_euclid(size), z.div_euclid(size)) else { continue };
            let cell = (z.rem_euclid(size) * size + x.rem_euclid(size)) as u32;
            let there = surface.tiles[beside].column(cell);
            let first = there.start;
            for (ours, theirs) in steps(column, &surface.tiles[beside].spans[there], &surface.agent) {
                let spot = Spot { tile: beside as u32, span: (first + theirs) as u32 };
                all[start + ours][side] = Some(spot);
            }
        }
        start += column.len();
    }
    all
}

const NOBODY: u32 = u32::MAX;

/// The patch that is being grown.
struct Growing<'a> {
    surface: &'a Surface,
    tile: usize,
    steps: &'a Steps,
    /// For each cell, the span that the patch has there.
    member: Vec<u32>,
    cells: Vec<u32>,
}

/// Splits a tile into patches: each grows from its first span over all that can be stepped to, as long as no cell
/// comes to lie above or beside another that it does not meet.
pub(super) fn split(surface: &Surface, tile: usize) -> Patches {
    let steps = steps_of(surface, tile);
    let cells = (surface.grid.tile * surface.grid.tile) as usize;
    let mut growing = Growing { surface, tile, steps: &steps, member: vec![NOBODY; cells], cells: vec![] };
    let mut of = vec![NOBODY; steps.len()];
    let mut count = 0;
    for seed in 0..steps.len() {
        if of[seed] == NOBODY {
            growing.grow(seed as u32, count, &mut of);
            count += 1;
        }
    }
    Patches { of, count }
}

impl Growing<'_> {
    fn grow(&mut self, seed: u32, patch: u32, of: &mut [u32]) {
        for cell in self.cells.drain(..) {
            self.member[cell as usize] = NOBODY;
        }
        let mut queue = VecDeque::from([seed]);
        while let Some(span) = queue.pop_front() {
            if of[span as usize] != NOBODY || !self.fits(span) {
                continue;
            }
            of[span as usize] = patch;
            let cell = self.surface.tiles[self.tile].spans[span as usize].cell;
            self.member[cell as usize] = span;
            self.cells.push(cell);
            let beside = self.steps[span as usize].into_iter().flatten();
            queue.extend(beside.filter(|spot| spot.tile as usize == self.tile).map(|spot| spot.span));
        }
    }

    /// Whether a span meets all of the patch that is beside it, and is about as high as what is across.
    fn fits(&self, span: u32) -> bool {
        let spans = &self.surface.tiles[self.tile].spans;
        let here = &spans[span as usize];
        let size = self.surface.grid.tile;
        let (x, z) = (i64::from(here.cell % size), i64::from(here.cell / size));
        let member = |dx: i64, dz: i64| -> Option<u32> {
            let inside = |i: i64| (0..i64::from(size)).contains(&i);
            let cell = (inside(x + dx) && inside(z + dz)).then(|| (z + dz) * i64::from(size) + x + dx)?;
            Some(self.member[cell as usize]).filter(|&member| member != NOBODY)
        };
        let beside = (0..).zip(SIDES).all(|(side, (dx, dz)): (usize, _)| {
            member(dx, dz).is_none_or(|other| {
                self.steps[span as usize][side] == Some(Spot { tile: self.tile as u32, span: other })
            })
        });
        let agent = &self.surface.agent;
        let limit = (2.0 * agent.climb + 4.0 * agent.cell_size) as f32;
        let across = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().all(|(dx, dz)| {
            member(dx, dz).is_none_or(|other| (spans[other as usize].top - here.top).abs() <= limit)
        });
        member(0, 0).is_none() && beside && across
    }
}
