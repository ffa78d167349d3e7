//! The map before anything is taken away from it: what is solid in its columns, tile by tile as it is asked for.

use super::columns::{self, Columns, Open};
use super::erode::{distances, links, reach};
use super::layout::{Layout, RIM, TileInput};
use crate::budget::bytes_of;
use crate::meter::{Halt, Meter};
use crate::surface::Grid;
use crate::terrain::{FloorKind, Terrain};
use rustc_hash::FxHashMap;
use snapmesh::Map;

/// Something solid in a cell, seen as what one might stand on. Heights in metres above the lowest point of the map.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Footing {
    pub(crate) bottom: f32,
    pub(crate) top: f32,
    /// How low its top gets within the cell.
    pub(crate) low: f32,
    /// What is above.
    pub(crate) ceiling: f32,
    pub(crate) piece: u32,
    pub(crate) kind: FloorKind,
    /// How much of the agent's radius it is away from walls and drops, from 0 to 1.
    pub(crate) clear: f32,
}

/// What is solid on a map.
pub(crate) struct Ground<'a> {
    layout: Layout<'a>,
    meter: &'a Meter<'a>,
    tiles: FxHashMap<(i64, i64), Footings>,
}

/// The footings of a tile, from below in each cell.
#[derive(Default)]
struct Footings {
    first: Vec<u32>,
    all: Vec<Footing>,
}

impl<'a> Ground<'a> {
    /// The ground of a map in cells of a grid. Tiles look a border beyond themselves; how clear footings are is right if
    /// that is as wide as the agent.
    pub(crate) fn new(
        terrain: &'a Terrain,
        map: &'a Map,
        grid: Grid,
        border: u32,
        meter: &'a Meter<'a>,
    ) -> Self {
        Self { layout: Layout::bare(terrain, &map.pieces, grid, border), meter, tiles: FxHashMap::default() }
    }

    /// The same in the cells of a surface, as the agent was given them.
    pub(crate) fn around(terrain: &'a Terrain, map: &'a Map, grid: Grid, meter: &'a Meter<'a>) -> Self {
        Self::new(terrain, map, grid, terrain.agent().radius_in_cells() + RIM, meter)
    }

    /// The footings in a cell, from below.
    pub(crate) fn column(&mut self, x: i64, z: i64) -> Result<&[Footing], Halt> {
        let side = i64::from(self.layout.grid.tile);
        let place = (x.div_euclid(side), z.div_euclid(side));
        if !self.tiles.contains_key(&place) {
            let tile = footings(&self.layout, &self.layout.input(place.0, place.1), self.meter)?;
            self.tiles.insert(place, tile);
        }
        let Footings { first, all } = &self.tiles[&place];
        let cell = (z.rem_euclid(side) * side + x.rem_euclid(side)) as usize;
        Ok(match first.get(cell..cell + 2) {
            Some(range) => &all[range[0] as usize..range[1] as usize],
            None => &[],
        })
    }
}

fn footings(layout: &Layout<'_>, input: &TileInput, meter: &Meter<'_>) -> Result<Footings, Halt> {
    let (clock, mut lease) = (meter.clock(), meter.lease());
    let (window, agent) = (layout.window(input), layout.terrain.agent());
    let Some(columns) = columns::of_tile(layout, input, &mut lease, clock)? else {
        return Ok(Footings::default());
    };
    let open = columns.open(&window, agent, clock)?;
    let distances = distances(&links(&window, &open, agent, clock)?);
    let reach = f32::from(reach(agent).max(1));
    let clear = |span: usize| (f32::from(distances[span]) / reach).min(1.0);
    let mut found = Footings { first: vec![0], all: vec![] };
    for z in 0..layout.grid.tile {
        for x in 0..layout.grid.tile {
            let column = window.column(x + layout.border, z + layout.border);
            found.add(&columns, &open, column, clear);
        }
    }
    meter.keep(bytes_of::<Footing>(found.all.capacity()) + bytes_of::<u32>(found.first.capacity()))?;
    Ok(found)
}

impl Footings {
    /// Adds what is solid in the next cell.
    fn add(&mut self, columns: &Columns, open: &Open, column: u32, clear: impl Fn(usize) -> f32) {
        let solids = columns.column(column);
        let mut spans = open.at(column).peekable();
        for (index, solid) in solids.iter().enumerate() {
            // Open spans are some of the solids, in their order.
            let span = spans.next_if(|&span| open.spans[span].top == solid.top);
            self.all.push(Footing {
                bottom: solid.bottom,
                top: solid.top,
                low: solid.low,
                ceiling: solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom),
                piece: solid.piece,
                kind: solid.kind,
                clear: span.map_or(0.0, &clear),
            });
        }
        self.first.push(self.all.len() as u32);
    }
}
