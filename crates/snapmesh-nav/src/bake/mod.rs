//! From a map and the triangles of its pieces to its walkable surface.
//!
//! The way of Recast, tile by tile: triangles fill columns of cells (`raster`), columns become solids and the open
//! space above them (`columns`), and what is too close to a wall or a drop is taken away (`erode`). Heights stay
//! real numbers all the way, so a step is as tall as it was modelled.
//!
//! A tile looks a little beyond its own border, and every number of it is worked out in the space of the whole map:
//! the same cells and regions for any size of tile, and the same order of them for any number of threads.

// A rectangle of tiles.
mod tile_rect;
// The cells that a tile sees.
pub(crate) mod window;
// Which pieces lie on which tile.
pub(crate) mod layout;
// Triangles into columns.
pub(crate) mod raster;
// Columns into solids and open space.
pub(crate) mod columns;
// Open space into what can be stood on.
pub(crate) mod erode;
// How many cells will be left.
mod forecast;
// All of it, for whoever asks what is in the way.
mod ground;

use crate::budget::{BakeError, Budget, Cores, bytes_of};
use crate::doorways;
use crate::meter::{Halt, Meter, Pool};
use crate::parallel::prelude::*;
use crate::regions;
use crate::surface::{Grid, Span, Surface, Tile};
use crate::terrain::Terrain;
pub(crate) use ground::{Footing, Ground};
pub(crate) use layout::RIM;
use layout::{Layout, TileInput, TilePiece};
use snapmesh::{Map, Placed};

/// Cells along the side of a tile: small enough for the caches and for many threads, large enough that the border
/// every tile shares with its neighbors costs little.
const TILE: u32 = 128;

/// Bakes the walkable surface of a map. The terrain is that of its kit.
pub fn bake(terrain: &Terrain, map: &Map, budget: &Budget) -> Result<Surface, BakeError> {
    bake_in_tiles(terrain, map, budget, TILE)
}

/// The same with tiles of another size, which must not and does not change the surface.
#[doc(hidden)]
pub fn bake_in_tiles(terrain: &Terrain, map: &Map, budget: &Budget, tile: u32) -> Result<Surface, BakeError> {
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    bake_on(terrain, map, tile, &meter).map_err(|halt| meter.refusal(halt))
}

/// The same with tiles as usual, where somebody else counts what it costs.
pub(crate) fn bake_metered(terrain: &Terrain, map: &Map, meter: &Meter<'_>) -> Result<Surface, Halt> {
    bake_on(terrain, map, TILE, meter)
}

/// Bakes so many cells of a grid, from its corner to the east and to the south: of these pieces, with all regions. They go on
/// beyond it, and are told as if they did not.
pub(crate) fn bake_window(
    terrain: &Terrain,
    placed: &[Placed],
    grid: Grid,
    extent: [i64; 2],
    budget: &Budget,
) -> Result<Surface, BakeError> {
    let layout = Layout::bare(terrain, placed, grid, terrain.agent().radius_in_cells() + RIM).within(extent);
    surface_of(&layout, grid.tiles(extent).map(|(x, z)| layout.input(x, z)), budget)
}

/// The same where that is one tile: of one piece, as if it had only some of its triangles.
pub(crate) fn bake_part(
    terrain: &Terrain,
    placed: &Placed,
    triangles: &[u32],
    grid: Grid,
    extent: [i64; 2],
    budget: &Budget,
) -> Result<Surface, BakeError> {
    let placed = std::slice::from_ref(placed);
    let layout = Layout::bare(terrain, placed, grid, terrain.agent().radius_in_cells() + RIM).within(extent);
    let part = TilePiece { placed: 0, triangles: Some(triangles.to_vec()) };
    surface_of(&layout, std::iter::once(TileInput { x: 0, z: 0, pieces: vec![part] }), budget)
}

fn surface_of(
    layout: &Layout<'_>,
    inputs: impl Iterator<Item = TileInput>,
    budget: &Budget,
) -> Result<Surface, BakeError> {
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    let tiles = inputs.map(|input| bake_tile(layout, &input, &meter));
    let tiles = tiles.collect::<Result<_, _>>().map_err(|halt| meter.refusal(halt))?;
    with_regions(Surface::join(*layout.terrain.agent(), layout.grid, tiles), budget)
}

/// Finds the regions of a surface; all of them count.
pub(crate) fn with_regions(mut surface: Surface, budget: &Budget) -> Result<Surface, BakeError> {
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    regions::find(&mut surface, &meter).map_err(|halt| meter.refusal(halt))?;
    Ok(surface)
}

fn bake_on(terrain: &Terrain, map: &Map, tile: u32, meter: &Meter<'_>) -> Result<Surface, Halt> {
    let layout = Layout::new(terrain, map, tile, meter)?;
    // Most maps have room to spare, and need no forecast.
    if !meter.has(forecast::at_most(&layout)) {
        meter.expect(expected(&layout, meter)?)?;
    }
    let all: Vec<&TileInput> = layout.inputs.iter().collect();
    let tiles = at_a_time(&all, meter, |input| bake_tile(&layout, input, meter))?;
    let mut surface = Surface::join(*terrain.agent(), layout.grid, tiles);
    drop(layout);
    regions::find(&mut surface, meter)?;
    doorways::count(&mut surface, terrain, map, meter)?;
    Ok(surface)
}

/// Bytes of cells that are expected, from some of the tiles.
fn expected(layout: &Layout<'_>, meter: &Meter<'_>) -> Result<f64, Halt> {
    forecast::of(layout, |some| {
        at_a_time(some, meter, |input| walkable(layout, input, meter).map(|spans| spans.len()))
    })
}

/// The bytes that a bake is expected to take, and those that it takes, for tests.
#[doc(hidden)]
pub fn expected_and_taken(terrain: &Terrain, map: &Map, budget: &Budget) -> Result<(u64, u64), BakeError> {
    let pool = Pool::of(budget);
    let meter = || Meter::start(budget, &pool);
    let (before, whole) = (meter(), meter());
    let forecast = || -> Result<f64, Halt> {
        let layout = Layout::new(terrain, map, TILE, &before)?;
        let cells = expected(&layout, &before)?;
        Ok(before.counted() as f64 + cells)
    };
    let forecast = forecast().map_err(|halt| before.refusal(halt))?;
    bake_on(terrain, map, TILE, &whole).map_err(|halt| whole.refusal(halt))?;
    Ok((forecast as u64, whole.counted()))
}

/// Works on tiles, on all cores if it may; on those that there was no memory for beside the others, alone.
fn at_a_time<T: Send>(
    inputs: &[&TileInput],
    meter: &Meter<'_>,
    work: impl Fn(&TileInput) -> Result<T, Halt> + Sync,
) -> Result<Vec<T>, Halt> {
    if meter.budget().cores == Cores::One {
        return inputs.iter().map(|input| work(input)).collect();
    }
    let beside_others = |input: &&TileInput| match work(input) {
        Ok(done) => Ok(Some(done)),
        Err(Halt::Crowded) => Ok(None),
        Err(halt) => Err(halt),
    };
    let done: Vec<Option<T>> = inputs.par_iter().map(beside_others).collect::<Result<_, _>>()?;
    done.into_iter().zip(inputs).map(|(done, input)| done.map_or_else(|| work(input), Ok)).collect()
}

fn bake_tile(layout: &Layout<'_>, input: &TileInput, meter: &Meter<'_>) -> Result<Tile, Halt> {
    let tile = Tile::new(input.x, input.z, walkable(layout, input, meter)?);
    meter.keep(bytes_of::<Span>(tile.spans.len()))?;
    Ok(tile)
}

/// Where one can stand on a tile.
fn walkable(layout: &Layout<'_>, input: &TileInput, meter: &Meter<'_>) -> Result<Vec<Span>, Halt> {
    let (clock, mut lease) = (meter.clock(), meter.lease());
    let (window, agent) = (layout.window(input), layout.terrain.agent());
    let Some(columns) = columns::of_tile(layout, input, &mut lease, clock)? else { return Ok(vec![]) };
    let open = columns.open(&window, agent, clock)?;
    drop(columns);
    let kept = erode::walkable(&window, &open, agent, clock)?;
    Ok(core_spans(layout, input, &open, &kept))
}

/// What is left of a window without its border.
fn core_spans(layout: &Layout<'_>, input: &TileInput, open: &columns::Open, kept: &[bool]) -> Vec<Span> {
    let (border, side, [wide, deep]) = (layout.border, layout.grid.tile, layout.own_cells(input));
    let window = layout.window(input);
    let mut spans = Vec::new();
    for z in 0..deep {
        for x in 0..wide {
            for index in open.at(window.column(x + border, z + border)) {
                if kept[index] {
                    spans.push(Span { cell: z * side + x, region: 0, ..open.spans[index] });
                }
            }
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::CellRect;
    use crate::testing::{AGENT, floors, told};
    use proptest::prelude::*;
    use snapmesh::glam::DVec3;
    use snapmesh::{PieceId, Pose};

    /// Plates above and beside each other, on a grid that is finer than cells are.
    fn plates() -> impl Strategy<Value = Vec<([f64; 2], [f64; 2], f64)>> {
        let along = || {
            (0..60_u32, 4..60_u32)
                .prop_map(|(from, long)| [from, from + long].map(|part| f64::from(part) / 8.0))
        };
        prop::collection::vec((along(), along(), (0..12_u32).prop_map(|part| f64::from(part) / 4.0)), 1..8)
    }

    proptest! {
        /// What two pieces change about each other is told by what a piece has alone, which is cut out of all that it has.
        #[test]
        fn a_part_of_a_surface_is_what_a_bake_of_that_part_comes_to(
            plates in plates(), first in (-6..30_i64, -6..30_i64), extent in [1..40_i64, 1..40_i64], tile in 5..40_u32,
        ) {
            let terrain = Terrain::new(&[floors(&plates)], AGENT).unwrap();
            let placed = [Placed::alone(PieceId::new(0), Pose::ORIGIN)];
            let grid = Grid { origin: DVec3::new(-0.125, 0.0, -0.125), cell: AGENT.cell_size, tile: 16 };
            let baked = |grid, extent| bake_window(&terrain, &placed, grid, extent, &Budget::default()).unwrap();
            let part = baked(grid, [40, 40]).part(&CellRect { first, extent }, tile);
            let heights = |span: &Span| (span.low.to_bits(), span.top.to_bits());
            prop_assert_eq!(told(&part, heights), told(&baked(part.grid, extent), heights));
        }
    }
}
