//! The walkable surface: cells with their heights, and the regions they make.

use crate::agent::Agent;
use crate::budget::CELL;
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec3;
use std::ops::Range;

/// Where the cells of a map lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// The corner of the map that has the smallest coordinates.
    pub origin: DVec3,
    /// The width of a cell, in metres.
    pub cell: f64,
    /// Cells along the side of a tile.
    pub tile: u32,
}

impl Grid {
    /// A point of the map in cells from its corner, and in metres above it.
    pub fn cells(&self, point: DVec3) -> DVec3 {
        let p = point - self.origin;
        DVec3::new(p.x / self.cell, p.y, p.z / self.cell)
    }

    /// The other way.
    pub fn point(&self, cells: DVec3) -> DVec3 {
        self.origin + DVec3::new(cells.x * self.cell, cells.y, cells.z * self.cell)
    }
}

/// A floor in one cell, with the room above it. Heights in metres above the lowest point of the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// The number of the cell in its tile, row by row.
    pub cell: u32,
    /// The lowest point of the floor within the cell.
    pub low: f32,
    /// The highest.
    pub top: f32,
    /// What is above.
    pub ceiling: f32,
    /// The placed piece it belongs to.
    pub piece: u32,
    /// The region it belongs to; 0 is the largest.
    pub region: u32,
}

/// What a budget of memory counts with.
const _: () = assert!(size_of::<Span>() == CELL);

impl Span {
    /// Whether the agent can step from this span to one in the next cell. A slope has no step, however large its
    /// cells are.
    pub fn meets(&self, other: &Self, agent: &Agent) -> bool {
        let step = self.low.max(other.low) - self.top.min(other.top);
        let room = self.ceiling.min(other.ceiling) - self.top.max(other.top);
        step <= agent.climb as f32 + agent.slack() && room >= agent.height as f32 - agent.slack()
    }
}

/// Steps to the four sides: west, south, east, north, which is counterclockwise seen from above.
pub(crate) const SIDES: [(i64, i64); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The pairs of spans in two columns side by side that an agent can step between, by their places there. Should one
/// meet several, the lowest counts: a span has one neighbor on each side.
pub(crate) fn steps<'a>(
    here: &'a [Span],
    beside: &'a [Span],
    agent: &'a Agent,
) -> impl Iterator<Item = (usize, usize)> + 'a {
    here.iter().enumerate().filter_map(|(index, span)| {
        let met = beside.iter().position(|other| span.meets(other, agent))?;
        let back = here.iter().position(|other| beside[met].meets(other, agent))?;
        (back == index).then_some((index, met))
    })
}

/// A square of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// Tiles from the corner of the map.
    pub x: i64,
    /// Tiles from the corner of the map.
    pub z: i64,
    /// The spans by cell and, in a cell, from below.
    pub spans: Vec<Span>,
}

impl Tile {
    pub(crate) fn new(x: i64, z: i64, mut spans: Vec<Span>) -> Self {
        spans.shrink_to_fit();
        Self { x, z, spans }
    }

    /// The spans in a cell.
    pub fn column(&self, cell: u32) -> Range<usize> {
        let first = self.spans.partition_point(|span| span.cell < cell);
        let count = self.spans[first..].iter().take_while(|span| span.cell == cell).count();
        first..first + count
    }
}

/// A part of the surface that is connected in itself and with nothing else.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Region {
    /// How many cells it has.
    pub cells: usize,
    /// Its share of all cells.
    pub share: f64,
    /// Square metres, seen from above.
    pub area: f64,
    /// The point of it that is nearest to its middle.
    pub at: DVec3,
    /// The placed piece that most of it lies on.
    pub piece: usize,
}

/// Where an agent can stand on a map.
#[derive(Clone, Debug)]
pub struct Surface {
    /// Who walks.
    pub agent: Agent,
    /// Where the cells lie.
    pub grid: Grid,
    /// The tiles with any floor, row by row.
    pub tiles: Vec<Tile>,
    /// The regions, largest first.
    pub regions: Vec<Region>,
    /// For each tile, how many spans come before it; and how many there are.
    starts: Vec<usize>,
    by_place: FxHashMap<(i64, i64), usize>,
}

impl Surface {
    /// A surface of tiles. Its regions are yet to be found.
    pub(crate) fn join(agent: Agent, grid: Grid, mut tiles: Vec<Tile>) -> Self {
        tiles.retain(|tile| !tile.spans.is_empty());
        let starts = std::iter::once(0)
            .chain(tiles.iter().scan(0, |sum, tile| {
                *sum += tile.spans.len();
                Some(*sum)
            }))
            .collect();
        let by_place = (0..).zip(&tiles).map(|(index, tile)| ((tile.x, tile.z), index)).collect();
        Self { agent, grid, tiles, regions: vec![], starts, by_place }
    }

    /// How many cells can be stood on.
    pub fn cells(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Square metres, seen from above.
    pub fn area(&self) -> f64 {
        self.cells() as f64 * self.grid.cell * self.grid.cell
    }

    /// The tile at a place, counted in tiles.
    pub fn tile_at(&self, x: i64, z: i64) -> Option<usize> {
        self.by_place.get(&(x, z)).copied()
    }

    /// The span of a number, counted over all tiles, with its tile.
    pub fn span(&self, number: usize) -> (&Tile, &Span) {
        let tile = self.starts.partition_point(|&start| start <= number) - 1;
        let tile_ref = &self.tiles[tile];
        (tile_ref, &tile_ref.spans[number - self.starts[tile]])
    }

    /// A point in a cell, by its share of the way along each side.
    pub fn point_in(&self, tile: &Tile, span: &Span, across: f64, along: f64) -> DVec3 {
        let (x, z) = self.cell_of(tile, span);
        self.grid.point(DVec3::new(x as f64 + across, f64::from(span.top), z as f64 + along))
    }

    /// The cell of a span, counted from the corner of the map.
    pub fn cell_of(&self, tile: &Tile, span: &Span) -> (i64, i64) {
        let side = i64::from(self.grid.tile);
        let (x, z) = (span.cell % self.grid.tile, span.cell / self.grid.tile);
        (tile.x * side + i64::from(x), tile.z * side + i64::from(z))
    }
}
