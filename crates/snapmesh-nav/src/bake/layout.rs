//! Which pieces lie on which tile.

use super::raster::{Kind, floor};
use crate::agent::Agent;
use crate::budget::{BakeError, Meter};
use crate::ground::{Ground, Walk};
use crate::surface::Grid;
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Map, OrientedBox, Placed};
use std::collections::BTreeMap;

/// An agent wider than this in cells makes a border wider than is sensible for any tile.
const MOST_CELLS_PER_RADIUS: u32 = 256;
/// Cells beyond the radius that a tile must see: a false ledge at its rim, and the boundary that this makes.
const RIM: u32 = 3;
/// Corners are moved to odd multiples of half this part of a cell. So rounding cannot tell two walls of one plane
/// apart, and no wall lies between two cells: its foot, its top and its face are in one.
const SNAP: f64 = 1024.0;

/// The map as tiles.
pub(super) struct Layout<'a> {
    pub(super) agent: Agent,
    pub(super) grid: Grid,
    /// Cells that a tile looks beyond its own.
    pub(super) border: u32,
    /// The tiles with anything on them, row by row.
    pub(super) plots: Vec<Plot>,
    pub(super) pieces: Vec<Prepared>,
    placed: &'a [Placed],
}

/// A tile with the pieces that reach into it.
pub(super) struct Plot {
    pub(super) x: i64,
    pub(super) z: i64,
    /// Placed pieces, in placement order.
    pub(super) pieces: Vec<u32>,
}

/// The cells that a tile sees: its own and a border.
#[derive(Clone, Copy)]
pub(super) struct Window {
    /// The first cell.
    pub(super) x: i64,
    pub(super) z: i64,
    /// Cells along each side.
    pub(super) side: u32,
}

/// A piece whose slopes were measured.
pub(super) struct Prepared {
    pub(super) positions: Vec<DVec3>,
    pub(super) triangles: Vec<([u32; 3], Kind)>,
    bounds: Bounds,
    /// Square metres seen from above, both sides of everything, and metres of edges.
    area: f64,
    edges: f64,
}

impl Prepared {
    fn new(ground: &Ground, agent: &Agent) -> Self {
        let (mut area, mut edges) = (0.0, 0.0);
        let mut triangles = Vec::with_capacity(ground.triangles.len());
        for &(corners, walk) in &ground.triangles {
            let [a, b, c] = corners.map(|corner| ground.positions[corner as usize]);
            let normal = (b - a).cross(c - a);
            let length = normal.length();
            // What has no area is nothing to stand on and nothing to bump into.
            if length > 0.0 && length.is_finite() {
                triangles.push((corners, kind(walk, normal.y / length, agent)));
                area += normal.y.abs() / 2.0;
                edges += (b - a).length() + (c - b).length() + (a - c).length();
            }
        }
        let bounds = Bounds::around(
            triangles.iter().flat_map(|(corners, _)| corners.map(|c| ground.positions[c as usize])),
        );
        Self { positions: ground.positions.clone(), triangles, bounds, area, edges }
    }

    /// About how many cells its triangles touch.
    fn cells(&self, cell_size: f64) -> f64 {
        self.area / (cell_size * cell_size) + self.edges / cell_size + self.triangles.len() as f64
    }
}

fn kind(walk: Walk, up: f64, agent: &Agent) -> Kind {
    match walk {
        Walk::Never => Kind::Never,
        Walk::Always if up > 0.0 => Kind::Floor,
        Walk::BySlope if agent.walks(up) => Kind::Floor,
        Walk::Always | Walk::BySlope => Kind::Steep,
    }
}

impl<'a> Layout<'a> {
    pub(super) fn new(
        grounds: &[Ground],
        map: &'a Map,
        agent: &Agent,
        tile: u32,
        meter: &Meter,
    ) -> Result<Self, BakeError> {
        let radius = agent.radius_in_cells();
        if radius > MOST_CELLS_PER_RADIUS {
            return Err(BakeError::CellsTooSmall { cell_size: agent.cell_size, radius: agent.radius });
        }
        let pieces: Vec<Prepared> = grounds.iter().map(|ground| Prepared::new(ground, agent)).collect();
        let cells: f64 = map.pieces.iter().map(|placed| pieces[placed.piece].cells(agent.cell_size)).sum();
        meter.expect(cells)?;
        let bounds: Vec<Bounds> =
            map.pieces.iter().map(|placed| moved(&pieces[placed.piece].bounds, placed)).collect();
        let all = bounds.iter().fold(Bounds::EMPTY, |all, &next| all.join(next));
        let origin = if all.is_empty() { DVec3::ZERO } else { all.min };
        let grid = Grid { origin, cell: agent.cell_size, tile };
        let border = radius + RIM;
        let plots = plots(&grid, border, &bounds, meter)?;
        Ok(Self { agent: *agent, grid, border, plots, pieces, placed: &map.pieces })
    }

    pub(super) fn window(&self, plot: &Plot) -> Window {
        let (tile, border) = (i64::from(self.grid.tile), i64::from(self.border));
        let side = self.grid.tile + 2 * self.border;
        Window { x: plot.x * tile - border, z: plot.z * tile - border, side }
    }

    /// A placed piece with its corners in cells from the corner of the map, and in metres above its lowest point.
    pub(super) fn stand(&self, placed: u32, corners: &mut Vec<DVec3>) -> &Prepared {
        let Placed { piece, pose, .. } = &self.placed[placed as usize];
        let prepared = &self.pieces[*piece];
        let Grid { origin, cell, .. } = self.grid;
        corners.clear();
        corners.extend(prepared.positions.iter().map(|&position| {
            let p = pose.point(position) - origin;
            let snap = |x: f64| (floor(x / cell * SNAP + 0.5) as f64 + 0.5) / SNAP;
            DVec3::new(snap(p.x), p.y, snap(p.z))
        }));
        prepared
    }
}

/// The box of a piece where it was placed; as it was turned, this one may be a little large.
fn moved(bounds: &Bounds, placed: &Placed) -> Bounds {
    if bounds.is_empty() {
        return Bounds::EMPTY;
    }
    OrientedBox::aligned(bounds.min, bounds.max).placed(&placed.pose).bounds()
}

/// The tiles that pieces reach into, with a border around each.
fn plots(grid: &Grid, border: u32, bounds: &[Bounds], meter: &Meter) -> Result<Vec<Plot>, BakeError> {
    let mut tiles: BTreeMap<(i64, i64), Vec<u32>> = BTreeMap::new();
    let mut count = 0.0;
    for (index, bounds) in (0..).zip(bounds).filter(|(_, bounds)| !bounds.is_empty()) {
        let tile_of = |x: f64| (x / f64::from(grid.tile)).floor();
        let reach = f64::from(border) + 1.0;
        let (low, high) = (grid.cells(bounds.min), grid.cells(bounds.max));
        let (x0, x1) = (tile_of(low.x - reach), tile_of(high.x + reach));
        let (z0, z1) = (tile_of(low.z - reach), tile_of(high.z + reach));
        count += (x1 - x0 + 1.0) * (z1 - z0 + 1.0);
        meter.expect_tiles(count)?;
        for z in z0 as i64..=z1 as i64 {
            for x in x0 as i64..=x1 as i64 {
                tiles.entry((z, x)).or_default().push(index);
            }
        }
    }
    Ok(tiles.into_iter().map(|((z, x), pieces)| Plot { x, z, pieces }).collect())
}
