//! Which pieces lie on which tile.

use crate::budget::{BakeError, Meter};
use crate::surface::Grid;
use crate::terrain::{FloorKind, Prepared, Terrain};
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Map, OrientedBox, Placed, Pose};
use std::collections::BTreeMap;

/// Cells beyond the radius that a tile must see: a false ledge at its rim, and the boundary that this makes.
const RIM: u32 = 3;
/// Corners are moved to odd multiples of half this part of a cell. So rounding cannot tell two walls of one plane
/// apart, and no wall lies between two cells: its foot, its top and its face are in one.
const SNAP: f64 = 1024.0;

/// The map as tiles.
pub(super) struct Layout<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) grid: Grid,
    /// Cells that a tile looks beyond its own.
    pub(super) border: u32,
    /// The tiles with anything on them, row by row.
    pub(super) inputs: Vec<TileInput>,
    placed: &'a [Placed],
}

/// A tile with the pieces that reach into it.
pub(super) struct TileInput {
    pub(super) x: i64,
    pub(super) z: i64,
    /// Placed pieces, in placement order.
    pub(super) pieces: Vec<TilePiece>,
}

/// What a tile gets of a placed piece.
pub(super) struct TilePiece {
    pub(super) placed: u32,
    /// The triangles that reach into the tile; all of a piece that is not much larger than a tile.
    pub(super) triangles: Option<Vec<u32>>,
}

/// A piece on more tiles than this is shared out triangle by triangle.
const FEW_TILES: f64 = 6.0;

/// A rectangle of tiles: rows and columns.
struct TileRect {
    low: (f64, f64),
    high: (f64, f64),
}

impl TileRect {
    fn count(&self) -> f64 {
        (self.high.0 - self.low.0 + 1.0) * (self.high.1 - self.low.1 + 1.0)
    }

    fn tiles(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let (rows, columns) =
            (self.low.0 as i64..=self.high.0 as i64, self.low.1 as i64..=self.high.1 as i64);
        rows.flat_map(move |z| columns.clone().map(move |x| (z, x)))
    }
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

impl<'a> Layout<'a> {
    pub(super) fn new(
        terrain: &'a Terrain,
        map: &'a Map,
        tile: u32,
        meter: &Meter,
    ) -> Result<Self, BakeError> {
        let agent = terrain.agent();
        let piece = |placed: &Placed| terrain.piece(placed.piece);
        let cells: f64 = map.pieces.iter().map(|placed| piece(placed).cells(agent.cell_size)).sum();
        meter.forecast_cells(cells)?;
        let bounds: Vec<Bounds> =
            map.pieces.iter().map(|placed| moved(&piece(placed).bounds, placed)).collect();
        let all = bounds.iter().fold(Bounds::EMPTY, |all, &next| all.join(next));
        let origin = if all.is_empty() { DVec3::ZERO } else { all.min };
        let grid = Grid { origin, cell: agent.cell_size, tile };
        let border = agent.radius_in_cells() + RIM;
        let mut layout = Self { terrain, grid, border, inputs: vec![], placed: &map.pieces };
        layout.inputs = layout.share_out(&bounds, meter)?;
        Ok(layout)
    }

    /// The tiles that pieces reach into, with a border around each.
    fn share_out(&self, bounds: &[Bounds], meter: &Meter) -> Result<Vec<TileInput>, BakeError> {
        let mut tiles: BTreeMap<(i64, i64), Vec<TilePiece>> = BTreeMap::new();
        let mut count = 0.0;
        let mut corners = Vec::new();
        for (placed, bounds) in (0..).zip(bounds).filter(|(_, bounds)| !bounds.is_empty()) {
            let reach = self.tiles_of(self.grid.cells(bounds.min), self.grid.cells(bounds.max));
            if reach.count() <= FEW_TILES {
                count += reach.count();
                for tile in reach.tiles() {
                    tiles.entry(tile).or_default().push(TilePiece { placed, triangles: None });
                }
                meter.forecast_tiles(count)?;
                continue;
            }
            let prepared = self.world_corners(placed, &mut corners);
            for (index, (triangle, _)) in (0..).zip(&prepared.triangles) {
                let [a, b, c] = triangle.map(|corner| corners[corner as usize]);
                let reach = self.tiles_of(a.min(b).min(c), a.max(b).max(c));
                count += reach.count();
                meter.forecast_tiles(count)?;
                for tile in reach.tiles() {
                    let shares = tiles.entry(tile).or_default();
                    match shares.last_mut().filter(|share| share.placed == placed) {
                        Some(share) => share.triangles.get_or_insert_default().push(index),
                        None => shares.push(TilePiece { placed, triangles: Some(vec![index]) }),
                    }
                }
            }
        }
        Ok(tiles.into_iter().map(|((z, x), pieces)| TileInput { x, z, pieces }).collect())
    }

    /// The tiles that see anything between two corners, which are counted in cells.
    fn tiles_of(&self, low: DVec3, high: DVec3) -> TileRect {
        let reach = f64::from(self.border) + 1.0;
        let tile_of = |x: f64| (x / f64::from(self.grid.tile)).floor();
        TileRect {
            low: (tile_of(low.z - reach), tile_of(low.x - reach)),
            high: (tile_of(high.z + reach), tile_of(high.x + reach)),
        }
    }

    pub(super) fn window(&self, input: &TileInput) -> Window {
        let (tile, border) = (i64::from(self.grid.tile), i64::from(self.border));
        let side = self.grid.tile + 2 * self.border;
        Window { x: input.x * tile - border, z: input.z * tile - border, side }
    }

    /// A placed piece with its corners in cells from the corner of the map, and in metres above its lowest point.
    pub(super) fn world_corners(&self, placed: u32, corners: &mut Vec<DVec3>) -> &Prepared {
        let Placed { piece, pose, .. } = &self.placed[placed as usize];
        let prepared = self.terrain.piece(*piece);
        corners.clear();
        corners.extend(prepared.positions.iter().map(|&position| self.corner(pose, position)));
        prepared
    }

    /// One triangle of a placed piece.
    pub(super) fn triangle(&self, placed: u32, index: u32) -> ([DVec3; 3], FloorKind) {
        let Placed { piece, pose, .. } = &self.placed[placed as usize];
        let prepared = self.terrain.piece(*piece);
        let (corners, kind) = prepared.triangles[index as usize];
        (corners.map(|corner| self.corner(pose, prepared.positions[corner as usize])), kind)
    }

    fn corner(&self, pose: &Pose, position: DVec3) -> DVec3 {
        let Grid { origin, cell, .. } = self.grid;
        let p = pose.point(position) - origin;
        let snap = |x: f64| (floor(x / cell * SNAP + 0.5) as f64 + 0.5) / SNAP;
        DVec3::new(snap(p.x), p.y, snap(p.z))
    }
}

/// The box of a piece where it was placed; as it was turned, this one may be a little large.
fn moved(bounds: &Bounds, placed: &Placed) -> Bounds {
    if bounds.is_empty() {
        return Bounds::EMPTY;
    }
    OrientedBox::aligned(bounds.min, bounds.max).placed(&placed.pose).bounds()
}

/// The whole number at or below. Without the newest instructions, `f64::floor` is a call.
pub(super) fn floor(x: f64) -> i64 {
    let whole = x as i64;
    whole - i64::from(x < whole as f64)
}
