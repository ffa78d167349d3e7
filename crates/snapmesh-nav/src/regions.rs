//! Regions: parts of the surface that an agent can walk all over, and not leave.

use crate::agent::Agent;
use crate::budget::Cores;
use crate::parallel::prelude::*;
use crate::surface::{Region, Span, Surface, Tile, steps};
use crate::union_find::UnionFind;
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec3;
use std::ops::Range;

/// Finds the regions of a surface and tells every span which one is its own, largest first.
pub(crate) fn find(surface: &mut Surface, cores: Cores) {
    let (agent, side) = (surface.agent, surface.grid.tile);
    let label = |tile: &mut Tile| label(tile, side, &agent);
    let parts: Vec<usize> = match cores {
        Cores::All => surface.tiles.par_iter_mut().map(label).collect(),
        Cores::One => surface.tiles.iter_mut().map(label).collect(),
    };
    let first: Vec<u32> = parts
        .iter()
        .scan(0, |sum, &count| {
            *sum += count as u32;
            Some(*sum - count as u32)
        })
        .collect();
    let mut union_find = UnionFind::new(parts.iter().sum());
    join_tiles(surface, &first, &mut union_find);
    let (region_of, count) = union_find.numbered();
    let mut cells = vec![0_usize; count];
    for (tile, &first) in surface.tiles.iter().zip(&first) {
        for span in &tile.spans {
            cells[region_of[(first + span.region) as usize] as usize] += 1;
        }
    }
    let mut by_size: Vec<u32> = (0..count as u32).collect();
    by_size.sort_by_key(|&region| std::cmp::Reverse(cells[region as usize]));
    let mut rank = vec![0_u32; count];
    for (place, &region) in (0..).zip(&by_size) {
        rank[region as usize] = place;
    }
    for (tile, &first) in surface.tiles.iter_mut().zip(&first) {
        for span in &mut tile.spans {
            span.region = rank[region_of[(first + span.region) as usize] as usize];
        }
    }
    surface.regions = describe(surface, count);
}

/// Numbers the connected parts of a tile by itself.
fn label(tile: &mut Tile, side: u32, agent: &Agent) -> usize {
    let spans = &tile.spans;
    let mut union_find = UnionFind::new(spans.len());
    let mut join = |here: Range<usize>, beside: Range<usize>| {
        for (a, b) in steps(&spans[here.clone()], &spans[beside.clone()], agent) {
            union_find.union((here.start + a) as u32, (beside.start + b) as u32);
        }
    };
    // Columns are visited row by row, so those to the west and to the north were seen before.
    let column_at = |first: usize| {
        let count = spans[first..].iter().take_while(|span| span.cell == spans[first].cell).count();
        first..first + count
    };
    let (mut west, mut north) = (0..0, 0..0);
    let mut here = 0..0;
    while here.end < spans.len() {
        here = column_at(here.end);
        let cell = spans[here.start].cell;
        if !cell.is_multiple_of(side) && !west.is_empty() && spans[west.start].cell + 1 == cell {
            join(here.clone(), west);
        }
        while north.end < here.start && (north.is_empty() || spans[north.start].cell + side < cell) {
            north = column_at(north.end);
        }
        if !north.is_empty() && spans[north.start].cell + side == cell {
            join(here.clone(), north.clone());
        }
        west = here.clone();
    }
    let (labels, count) = union_find.numbered();
    for (span, label) in tile.spans.iter_mut().zip(labels) {
        span.region = label;
    }
    count
}

/// Joins parts across the borders of tiles.
fn join_tiles(surface: &Surface, first: &[u32], union_find: &mut UnionFind) {
    let side = surface.grid.tile;
    for (index, tile) in surface.tiles.iter().enumerate() {
        let mut join = |beside: Option<usize>, ours: &dyn Fn(u32) -> u32, theirs: &dyn Fn(u32) -> u32| {
            let Some(beside) = beside else { return };
            let other = &surface.tiles[beside];
            for i in 0..side {
                let (here, there) =
                    (&tile.spans[tile.column(ours(i))], &other.spans[other.column(theirs(i))]);
                for (a, b) in steps(here, there, &surface.agent) {
                    union_find.union(first[index] + here[a].region, first[beside] + there[b].region);
                }
            }
        };
        join(surface.tile_at(tile.x + 1, tile.z), &|i| i * side + side - 1, &|i| i * side);
        join(surface.tile_at(tile.x, tile.z + 1), &|i| (side - 1) * side + i, &|i| i);
    }
}

/// Where each region is, and on which piece.
fn describe(surface: &Surface, count: usize) -> Vec<Region> {
    let mut middles = vec![(0_i64, 0_i64, 0_i64); count];
    let mut on_piece: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    each_run(surface, |tile, run| {
        *on_piece.entry((run[0].region, run[0].piece)).or_default() += run.len();
        let middle = &mut middles[run[0].region as usize];
        for span in run {
            let (x, z) = surface.cell_of(tile, span);
            *middle = (middle.0 + x, middle.1 + z, middle.2 + 1);
        }
    });
    let mut nearest = vec![(i64::MAX, DVec3::ZERO); count];
    let mut piece = vec![(0, 0_usize); count];
    each_run(surface, |tile, run| {
        let region = run[0].region as usize;
        let cells = on_piece[&(run[0].region, run[0].piece)];
        if cells > piece[region].0 {
            piece[region] = (cells, run[0].piece as usize);
        }
        let (x, z, n) = middles[region];
        for span in run {
            let here = surface.cell_of(tile, span);
            let distance = (here.0 - x / n).pow(2) + (here.1 - z / n).pow(2);
            if distance < nearest[region].0 {
                nearest[region] = (distance, surface.point_in(tile, span, 0.5, 0.5));
            }
        }
    });
    let cell_area = surface.grid.cell * surface.grid.cell;
    let all = surface.cells() as f64;
    let region = |index: usize| {
        let cells = middles[index].2 as usize;
        let (share, area) = (cells as f64 / all, cells as f64 * cell_area);
        Region { cells, share, area, at: nearest[index].1, piece: piece[index].1 }
    };
    (0..count).map(region).collect()
}

/// Visits the spans as runs of one region and piece, which is how they lie.
fn each_run<'a>(surface: &'a Surface, mut visit: impl FnMut(&'a Tile, &'a [Span])) {
    for tile in &surface.tiles {
        for run in tile.spans.chunk_by(|a, b| a.region == b.region && a.piece == b.piece) {
            visit(tile, run);
        }
    }
}
