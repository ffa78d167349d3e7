//! Walks a piece by itself.

use super::look::Visit;
use super::seam::BEYOND;
use crate::bake::{Footing, Ground, bake_window};
use crate::budget::{BakeError, Budget};
use crate::doorways::region_behind;
use crate::meter::{Halt, Meter, Pool};
use crate::surface::{Grid, SIDES, Span, Surface};
use crate::terrain::{FloorKind, Terrain};
use crate::walked::{Area, Cells, Floor, Heights, NOTHING, PieceWalk, around_patches, join, patches};
use snapmesh::glam::DVec3;
use snapmesh::{Map, PieceId, Placed, Pose};

/// Cells along the side of a tile.
const TILE: u32 = 128;
/// Where the borders of cells may lie, as parts of a cell: on a map, they lie anywhere, and how much floor there is depends
/// on it. The first is where regions are told apart.
const PHASES: [(f64, f64); 4] = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
/// Cells around a floor that are looked at for what is solid there.
const BESIDE: i64 = 1;
/// Cells of floor that a neighbor may take away without being missed.
const FEW: u32 = 24;

/// Walks a piece by itself.
pub(super) fn walk(terrain: &Terrain, piece: PieceId, budget: &Budget<'_>) -> Result<PieceWalk, BakeError> {
    let map = Map::of(vec![Placed::alone(piece, Pose::ORIGIN)]);
    let bounds = terrain.piece(piece).bounds;
    let corner = if bounds.is_empty() { DVec3::ZERO } else { bounds.min };
    let bake = |(x, z): (f64, f64)| {
        let cell = terrain.agent().cell_size;
        let grid = Grid { origin: corner - DVec3::new(x, 0.0, z) * cell, cell, tile: TILE };
        let size = if bounds.is_empty() { DVec3::ZERO } else { bounds.size() };
        let extent = [size.x, size.z].map(|metres| (metres / cell) as i64 + 2);
        bake_window(terrain, &map.pieces, grid, extent, budget)
    };
    let surface = bake(PHASES[0])?;
    let doorways = terrain.doorways(piece);
    let behind = doorways.map(|all| all.iter().map(|doorway| region_behind(&surface, doorway, 0)).collect());
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    let found = Solids::new(terrain, &map, &surface, &meter).map_err(|halt| meter.refusal(halt))?;
    let agent = terrain.agent();
    let (floors, solids) = (found.floors(&surface), found.solids(BESIDE));
    let mut walk = PieceWalk {
        piece,
        areas: vec![],
        behind,
        patches: patches(&floors),
        floors,
        open: vec![],
        around: around_patches(&solids),
        solids,
        band: [agent.climb, agent.height].map(|metres| metres as f32 + agent.slack()),
        // Who walks across from one floor to another needs room for both shoulders.
        few: [FEW, (2 * agent.radius_in_cells()).saturating_sub(1)],
        nooks: vec![],
        surface,
    };
    walk.open = walk.floors.all().flatten().filter(|floor| floor.is_edge).map(|edge| edge.region).collect();
    walk.open.sort_unstable();
    walk.open.dedup();
    let regions = &walk.surface.regions;
    let mut samples = vec![regions.iter().map(|region| region.area).collect()];
    for phase in &PHASES[1..] {
        samples.push(areas(&walk, &bake(*phase)?));
    }
    walk.areas = (0..regions.len()).map(|region| area(&samples, region)).collect();
    walk.nooks = Visit { terrain, walk: &walk, budget }.nooks()?;
    Ok(walk)
}

/// Square metres of each region in other cells.
fn areas(walk: &PieceWalk, surface: &Surface) -> Vec<f64> {
    let mut areas = vec![0.0; walk.surface.regions.len()];
    for (tile, span) in surface.spans() {
        if let Some(region) = walk.region_at(surface.point_in(tile, span, 0.5, 0.5)) {
            areas[region as usize] += surface.grid.cell * surface.grid.cell;
        }
    }
    areas
}

/// What some ways for cells to lie say about the area of a region.
fn area(samples: &[Vec<f64>], region: usize) -> Area {
    let all = || samples.iter().map(|areas| areas[region]);
    let (low, high) =
        all().fold((f64::INFINITY, 0.0_f64), |(low, high), area| (low.min(area), high.max(area)));
    Area { mean: all().sum::<f64>() / samples.len() as f64, off: (high - low) / 2.0 }
}

/// What is solid in a piece, in every cell around it.
struct Solids<'a> {
    terrain: &'a Terrain,
    grid: Grid,
    low: (i64, i64),
    high: (i64, i64),
    all: Vec<Vec<Footing>>,
}

impl<'a> Solids<'a> {
    fn new(terrain: &'a Terrain, map: &Map, surface: &Surface, meter: &Meter<'_>) -> Result<Self, Halt> {
        let grid = surface.grid;
        let bounds = terrain.bounds_of(&map.pieces[0]);
        let (low, high) = if bounds.is_empty() {
            ((0, 0), (0, 0))
        } else {
            let cell = |point: DVec3, more: i64| {
                let at = grid.cells(point).floor();
                (at.x as i64 + more, at.z as i64 + more)
            };
            (cell(bounds.min, -BESIDE), cell(bounds.max, BESIDE))
        };
        let mut ground = Ground::around(terrain, map, grid, meter);
        let places = (low.1..=high.1).flat_map(|z| (low.0..=high.0).map(move |x| (x, z)));
        let all = places.map(|(x, z)| Ok(ground.column(x, z)?.to_vec())).collect::<Result<_, Halt>>()?;
        Ok(Self { terrain, grid, low, high, all })
    }

    fn column(&self, x: i64, z: i64) -> &[Footing] {
        let inside = (self.low.0..=self.high.0).contains(&x) && (self.low.1..=self.high.1).contains(&z);
        let wide = self.high.0 - self.low.0 + 1;
        if inside { &self.all[((z - self.low.1) * wide + x - self.low.0) as usize] } else { &[] }
    }

    /// How high what is solid reaches within so many cells of each.
    fn solids(&self, within: i64) -> Cells<Heights> {
        let lift = self.grid.origin.y as f32;
        let own = |x: i64, z: i64| {
            let solids = self.column(x, z).iter().map(|solid| [solid.bottom + lift, solid.top + lift]);
            solids.fold(NOTHING, join)
        };
        let wide = self.high.0 - self.low.0 + 1;
        let places = (self.low.1..=self.high.1).flat_map(|z| (self.low.0..=self.high.0).map(move |x| (x, z)));
        let along: Vec<Heights> =
            places.map(|(x, z)| (x - within..=x + within).map(|x| own(x, z)).fold(NOTHING, join)).collect();
        Cells::new(&self.grid, self.low, self.high, |x, z| {
            let rows = (z - within).max(self.low.1)..=(z + within).min(self.high.1);
            rows.map(|z| along[((z - self.low.1) * wide + x - self.low.0) as usize]).fold(NOTHING, join)
        })
    }

    /// The floors that can be stood on, and edges beside them.
    fn floors(&self, surface: &Surface) -> Cells<Vec<Floor>> {
        let lift = self.grid.origin.y as f32;
        let mut floors = Cells::new(&self.grid, self.low, self.high, |x, z| {
            let edge = |footing: &Footing| {
                let region = self.edge_of(surface, (x, z), footing)?;
                Some(Floor { low: footing.low + lift, top: footing.top + lift, region, is_edge: true })
            };
            self.column(x, z).iter().filter_map(edge).collect::<Vec<_>>()
        });
        for (tile, span) in surface.spans() {
            let (x, z) = surface.cell_of(tile, span);
            let floor =
                Floor { low: span.low + lift, top: span.top + lift, region: span.region, is_edge: false };
            if let Some(all) = floors.get_mut(x - self.low.0, z - self.low.1) {
                all.push(floor);
            }
        }
        floors
    }

    /// The region beside an edge that one could fall off; none if this is no edge, or nobody can stand near it.
    fn edge_of(&self, surface: &Surface, (x, z): (i64, i64), footing: &Footing) -> Option<u32> {
        let agent = self.terrain.agent();
        let (climb, height) = (agent.climb as f32 + agent.slack(), agent.height as f32 - agent.slack());
        if footing.kind != FloorKind::Floor || footing.ceiling - footing.top < height {
            return None;
        }
        let stops =
            |beside: &Footing| beside.top >= footing.low - climb && beside.bottom <= footing.top + height;
        let falls = SIDES.iter().any(|&(dx, dz)| !self.column(x + dx, z + dz).iter().any(stops));
        let reach = i64::from(agent.radius_in_cells() + BEYOND);
        if !falls {
            return None;
        }
        let near = surface.spans_within((x - reach, z - reach), (x + reach, z + reach));
        let off = |span: &Span| (span.top - footing.top).abs();
        let stands = near.map(|(_, span)| span).filter(|span| off(span) <= height);
        stands.min_by(|a, b| off(a).total_cmp(&off(b))).map(|span| span.region)
    }
}
