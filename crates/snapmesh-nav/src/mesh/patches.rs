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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{drawn, level, surface_of};

    /// For each span of the first tile, its patch.
    fn patches(surface: &Surface) -> Vec<u32> {
        let Patches { of, count } = split(surface, 0);
        assert_eq!(of.iter().max().map_or(0, |last| last + 1), count);
        of
    }

    #[test]
    fn a_step_leads_to_each_side_also_into_the_next_tile() {
        let surface = drawn(2, &[(0.0, &["000", "000"])]);
        let spot = |tile, span| Some(Spot { tile, span });
        // West, south, east, north.
        let first = [
            [None, spot(0, 2), spot(0, 1), None],
            [spot(0, 0), spot(0, 3), spot(1, 0), None],
            [None, None, spot(0, 3), spot(0, 0)],
            [spot(0, 2), None, spot(1, 1), spot(0, 1)],
        ];
        assert_eq!(steps_of(&surface, 0), first);
        let second = [[spot(0, 1), spot(1, 1), None, None], [spot(0, 3), None, None, spot(1, 0)]];
        assert_eq!(steps_of(&surface, 1), second);
    }

    #[test]
    fn steps_lead_to_the_floor_at_the_same_height() {
        let surface = drawn(4, &[(0.0, &["00"]), (3.0, &["00"])]);
        let east = |span: usize| steps_of(&surface, 0)[span][2].map(|spot| spot.span);
        assert_eq!((east(0), east(1)), (Some(2), Some(3)));
    }

    #[test]
    fn a_level_floor_is_one_patch_whatever_its_shape() {
        assert_eq!(patches(&drawn(8, &[(0.0, &["00000", "0...0", "00.00"])])), [0; 11]);
    }

    #[test]
    fn parts_that_no_step_joins_are_patches_of_their_own() {
        assert_eq!(patches(&drawn(8, &[(0.0, &["00.0"]), (1.0, &["", "0"])])), [0, 0, 1, 2]);
    }

    #[test]
    fn a_bridge_over_a_floor_is_another_patch() {
        let surface = drawn(8, &[(0.0, &["000"]), (3.0, &["000"])]);
        assert_eq!(patches(&surface), [0, 1, 0, 1, 0, 1]);
    }

    /// Stairs that wind around a pillar: eight cells to a storey of four metres, and three storeys.
    fn winding() -> Surface {
        let ring = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
        let mut spans: Vec<_> =
            (0..24_u8).map(|i| (ring[usize::from(i) % 8], level(f32::from(i) / 2.0))).collect();
        for i in 0..16 {
            spans[i].1.ceiling = spans[i + 8].1.top;
        }
        surface_of(4, spans)
    }

    #[test]
    fn winding_stairs_are_one_region_and_several_patches_with_no_cell_above_another() {
        let surface = winding();
        assert_eq!(surface.regions.len(), 1);
        let of = patches(&surface);
        assert!(of.iter().max() >= Some(&2), "{of:?}");
        let spans = &surface.tiles[0].spans;
        for (i, a) in spans.iter().enumerate() {
            for (j, b) in spans.iter().enumerate().skip(i + 1) {
                assert!(of[i] != of[j] || a.cell != b.cell, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn cells_of_a_patch_that_are_side_by_side_meet() {
        let surface = winding();
        let (of, steps) = (patches(&surface), steps_of(&surface, 0));
        let spans = &surface.tiles[0].spans;
        for (i, a) in spans.iter().enumerate() {
            for (j, b) in spans.iter().enumerate().filter(|&(j, _)| of[j] == of[i]) {
                let beside = (a.cell % 4).abs_diff(b.cell % 4) + (a.cell / 4).abs_diff(b.cell / 4) == 1;
                let step = steps[i].iter().flatten().any(|spot| spot.span as usize == j);
                assert_eq!(beside, step, "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn a_patch_does_not_close_around_a_ledge() {
        // A stair up and around: its two ends lie side by side, two metres apart.
        let heights = [[0.0, 0.5, 1.0], [2.5, 2.0, 1.5]];
        let at = |x: usize, z: usize| ((x as i64, z as i64), level(heights[z][x]));
        let surface = surface_of(4, (0..2).flat_map(|z| (0..3).map(move |x| at(x, z))));
        let of = patches(&surface);
        assert_eq!(surface.regions.len(), 1);
        assert_ne!(of[0], of[3], "{of:?}");
    }

    #[test]
    fn cells_across_a_corner_may_differ_by_two_steps_and_the_slope_of_four_cells() {
        // 2 x 0.5 m and 4 x 0.5 m are three metres. The way from one to the other leads over slopes.
        let patches_of = |rise: f32| {
            let slope = crate::surface::Span { low: 0.0, ..level(rise) };
            let spans = [((0, 0), level(0.0)), ((1, 0), slope), ((1, 1), level(rise))];
            split(&surface_of(4, spans), 0).count
        };
        assert_eq!((patches_of(3.0), patches_of(3.25)), (1, 2));
    }
}
