//! Which pieces lie on which tile.

use super::tile_rect::TileRect;
use super::window::Window;
use crate::budget::{BakeError, bytes_of};
use crate::meter::{Halt, Meter};
use crate::surface::Grid;
use crate::terrain::{FloorKind, Prepared, Terrain};
use snapmesh::glam::DVec3;
use snapmesh::{Bounds, Map, Placed, Pose};
use std::collections::BTreeMap;

/// Cells beyond the radius that a tile must see: those at its rim are taken for a ledge, as nothing is known beside them.
pub(crate) const RIM: u32 = 1;
/// Corners are moved to odd multiples of half this part of a cell. So rounding cannot tell two walls of one plane
/// apart, and no wall lies between two cells: its foot, its top and its face are in one.
const SNAP: f64 = 1024.0;

/// The map as tiles.
pub(super) struct Layout<'a> {
    pub(super) terrain: &'a Terrain,
    pub(super) grid: Grid,
    /// Cells that a tile looks beyond its own.
    pub(super) border: u32,
    /// Cells from the corner on that are asked for, from west to east and from north to south.
    extent: [i64; 2],
    /// The tiles with anything on them, row by row.
    pub(super) inputs: Vec<TileInput>,
    pub(super) placed: &'a [Placed],
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

/// As many cells as there are.
const ENDLESS: [i64; 2] = [i64::MAX; 2];
/// A piece on more tiles than this is shared out triangle by triangle.
const FEW_TILES: f64 = 6.0;
/// Cells from one end of a map to the other that 64-bit numbers can tell apart, with the parts that corners are moved to.
const MOST_CELLS: f64 = (1_u64 << 43) as f64;
/// Bytes that a tile takes for what it gets of a piece, and for itself.
const SHARE: u64 = 192;
/// Bytes that it takes for every triangle, if it does not get them all.
const TRIANGLE: u64 = 8;

/// Tiles by row and column, with what they get of the pieces.
type Tiles = BTreeMap<(i64, i64), Vec<TilePiece>>;

impl<'a> Layout<'a> {
    pub(super) fn new(
        terrain: &'a Terrain,
        map: &'a Map,
        tile: u32,
        meter: &Meter<'_>,
    ) -> Result<Self, Halt> {
        let agent = terrain.agent();
        let bounds: Vec<Bounds> = map.pieces.iter().map(|placed| terrain.bounds_of(placed)).collect();
        let all = bounds.iter().fold(Bounds::EMPTY, |all, &next| all.join(next));
        check_width(&all, agent.cell_size)?;
        let origin = if all.is_empty() { DVec3::ZERO } else { all.min };
        let grid = Grid { origin, cell: agent.cell_size, tile };
        let border = agent.radius_in_cells() + RIM;
        let mut layout = Self { terrain, grid, border, extent: ENDLESS, inputs: vec![], placed: &map.pieces };
        layout.inputs = layout.share_out(&bounds, meter)?;
        Ok(layout)
    }

    /// The map for whoever asks for a tile now and then, of a grid of their own.
    pub(super) fn bare(terrain: &'a Terrain, placed: &'a [Placed], grid: Grid, border: u32) -> Self {
        Self { terrain, grid, border, extent: ENDLESS, inputs: vec![], placed }
    }

    /// The same where no more than so many cells are asked for.
    pub(super) fn within(self, extent: [i64; 2]) -> Self {
        Self { extent, ..self }
    }

    /// A tile that was not shared out to, with all that reaches into it.
    pub(super) fn input(&self, x: i64, z: i64) -> TileInput {
        let reaches = |placed: &Placed| {
            let bounds = self.terrain.bounds_of(placed);
            let tiles = self.tiles_of(self.grid.cells(bounds.min), self.grid.cells(bounds.max));
            !bounds.is_empty()
                && (tiles.low.0..=tiles.high.0).contains(&(z as f64))
                && (tiles.low.1..=tiles.high.1).contains(&(x as f64))
        };
        let near = (0..).zip(self.placed).filter(|(_, placed)| reaches(placed));
        let pieces = near.map(|(placed, _)| TilePiece { placed, triangles: None }).collect();
        TileInput { x, z, pieces }
    }

    /// The tiles that pieces reach into, with a border around each.
    fn share_out(&self, bounds: &[Bounds], meter: &Meter<'_>) -> Result<Vec<TileInput>, Halt> {
        let mut tiles = Tiles::new();
        let (mut corners, mut lease) = (Vec::new(), meter.lease());
        for (placed, bounds) in (0..).zip(bounds).filter(|(_, bounds)| !bounds.is_empty()) {
            let reach = self.tiles_of(self.grid.cells(bounds.min), self.grid.cells(bounds.max));
            if reach.count() <= FEW_TILES {
                meter.keep(SHARE * reach.count() as u64)?;
                for tile in reach.tiles() {
                    tiles.entry(tile).or_default().push(TilePiece { placed, triangles: None });
                }
                continue;
            }
            let prepared = self.world_corners(placed, &mut corners);
            lease.cover(bytes_of::<DVec3>(corners.capacity()))?;
            for (index, (triangle, _)) in (0..).zip(&prepared.triangles) {
                let triangle = triangle.map(|corner| corners[corner as usize]);
                self.share_triangle(&mut tiles, (placed, index), &triangle, meter)?;
            }
        }
        Ok(tiles.into_iter().map(|((z, x), pieces)| TileInput { x, z, pieces }).collect())
    }

    /// Gives a triangle to the tiles that it touches. Most of those around a long one it does not.
    fn share_triangle(
        &self,
        tiles: &mut Tiles,
        (placed, index): (u32, u32),
        triangle: &[DVec3; 3],
        meter: &Meter<'_>,
    ) -> Result<(), Halt> {
        let [a, b, c] = *triangle;
        let around = self.tiles_of(a.min(b).min(c), a.max(b).max(c));
        // It touches a tile of each row and of each column at least, and as many as its area has.
        let area = (b - a).cross(c - a).y.abs() / 2.0 / f64::from(self.grid.tile * self.grid.tile);
        let least = (around.high.0 - around.low.0).max(around.high.1 - around.low.1).max(area);
        meter.forecast(least * SHARE as f64)?;
        let mut share = |tile: (i64, i64)| -> Result<(), Halt> {
            let shares = tiles.entry(tile).or_default();
            match shares.last_mut().filter(|share| share.placed == placed) {
                Some(share) => {
                    share.triangles.get_or_insert_default().push(index);
                    meter.keep(TRIANGLE)
                }
                None => {
                    shares.push(TilePiece { placed, triangles: Some(vec![index]) });
                    meter.keep(SHARE + TRIANGLE)
                }
            }
        };
        if around.count() <= FEW_TILES {
            return around.tiles().try_for_each(share);
        }
        for z in around.low.0 as i64..=around.high.0 as i64 {
            meter.clock().check()?;
            self.row_of(triangle, &around, z).tiles().try_for_each(&mut share)?;
        }
        Ok(())
    }

    /// The tiles of a row that see anything of a triangle, of those around it.
    fn row_of(&self, triangle: &[DVec3; 3], around: &TileRect, z: i64) -> TileRect {
        let reach = f64::from(self.border) + 1.0;
        let first = z as f64 * f64::from(self.grid.tile);
        let (low, high) = (first - reach, first + f64::from(self.grid.tile) + reach);
        let (mut west, mut east) = (f64::INFINITY, f64::NEG_INFINITY);
        let mut take = |x: f64| (west, east) = (west.min(x), east.max(x));
        for (i, a) in triangle.iter().enumerate() {
            let b = triangle[(i + 1) % 3];
            if (low..=high).contains(&a.z) {
                take(a.x);
            }
            for line in [low, high] {
                if (a.z < line) != (b.z < line) {
                    take(a.x + (b.x - a.x) * ((line - a.z) / (b.z - a.z)));
                }
            }
        }
        let tiles = self.tiles_of(DVec3::new(west, 0.0, low), DVec3::new(east, 0.0, high));
        let columns = (tiles.low.1.max(around.low.1), tiles.high.1.min(around.high.1));
        TileRect { low: (z as f64, columns.0), high: (z as f64, columns.1) }
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
        let [wide, deep] = self.own_cells(input).map(|cells| cells + 2 * self.border);
        Window { x: input.x * tile - border, z: input.z * tile - border, wide, deep }
    }

    /// How many cells a tile has itself, from west to east and from north to south.
    pub(super) fn own_cells(&self, input: &TileInput) -> [u32; 2] {
        let tile = i64::from(self.grid.tile);
        let cells = |tiles: i64, extent: i64| extent.saturating_sub(tiles * tile).clamp(0, tile) as u32;
        [cells(input.x, self.extent[0]), cells(input.z, self.extent[1])]
    }

    /// What was placed.
    pub(super) fn piece(&self, placed: u32) -> &Prepared {
        self.terrain.piece(self.placed[placed as usize].piece)
    }

    /// A placed piece with its corners in cells from the corner of the map, and in metres above its lowest point.
    pub(super) fn world_corners(&self, placed: u32, corners: &mut Vec<DVec3>) -> &Prepared {
        let (prepared, pose) = (self.piece(placed), &self.placed[placed as usize].pose);
        corners.clear();
        corners.extend(prepared.positions.iter().map(|&position| self.corner(pose, position)));
        prepared
    }

    /// One triangle of a placed piece.
    pub(super) fn triangle(&self, placed: u32, index: u32) -> ([DVec3; 3], FloorKind) {
        let (prepared, pose) = (self.piece(placed), &self.placed[placed as usize].pose);
        let (corners, kind) = prepared.triangles[index as usize];
        (corners.map(|corner| self.corner(pose, prepared.positions[corner as usize])), kind)
    }

    fn corner(&self, pose: &Pose, position: DVec3) -> DVec3 {
        snapped(&self.grid, pose.point(position))
    }
}

/// A point in cells from the corner of a grid, moved to where no wall lies between two of them.
pub(crate) fn snapped(grid: &Grid, point: DVec3) -> DVec3 {
    let p = point - grid.origin;
    let snap = |x: f64| (floor(x / grid.cell * SNAP + 0.5) as f64 + 0.5) / SNAP;
    DVec3::new(snap(p.x), p.y, snap(p.z))
}

/// Refuses a map whose cells cannot be told apart.
fn check_width(bounds: &Bounds, cell_size: f64) -> Result<(), BakeError> {
    if bounds.is_empty() {
        return Ok(());
    }
    let size = (bounds.max - bounds.min) / cell_size;
    let cells = size.x.max(size.z);
    if cells <= MOST_CELLS {
        return Ok(());
    }
    Err(BakeError::TooWide { cells: cells as u64, may: MOST_CELLS as u64 })
}

/// The whole number at or below. Without the newest instructions, `f64::floor` is a call.
fn floor(x: f64) -> i64 {
    let whole = x as i64;
    whole - i64::from(x < whole as f64)
}

#[cfg(test)]
mod tests {
    use super::super::raster::Shells;
    use super::*;
    use crate::budget::Budget;
    use crate::meter::{Clock, Pool};
    use crate::piece_geometry::{PieceGeometry, Walkability};
    use crate::testing::{AGENT, floors, map_of};
    use proptest::prelude::*;
    use snapmesh::{Stop, Turn};

    /// A floor of four by four cells.
    fn small() -> PieceGeometry {
        floors(&[([0.0, 2.0], [0.0, 2.0], 0.0)])
    }

    /// Two small floors, a hundred metres apart.
    fn wide() -> PieceGeometry {
        floors(&[([0.0, 2.0], [0.0, 2.0], 0.0), ([100.0, 102.0], [0.0, 2.0], 0.0)])
    }

    fn with_layout(pieces: &[PieceGeometry], map: &Map, tile: u32, ask: impl FnOnce(&Layout<'_>)) {
        let terrain = Terrain::new(pieces, AGENT).unwrap();
        let pool = Pool::of(&Budget::default());
        ask(&Layout::new(&terrain, map, tile, &Meter::start(&Budget::default(), &pool)).unwrap());
    }

    /// What the first piece, or some triangles of it, fills of a tile.
    fn shells(layout: &Layout<'_>, (x, z): (i64, i64), triangles: Option<Vec<u32>>) -> Shells {
        let mut shells = Shells::new(layout.window(&TileInput { x, z, pieces: vec![] }));
        let (budget, pool) = (Budget::default(), Pool::of(&Budget::default()));
        let meter = Meter::start(&budget, &pool);
        let share = TilePiece { placed: 0, triangles };
        shells.add(layout, &share, &mut meter.lease(), Clock::ENDLESS).unwrap();
        shells
    }

    /// The tiles of a layout, each with its pieces and the triangles it gets of them.
    type Told = Vec<((i64, i64), Vec<(u32, Option<Vec<u32>>)>)>;

    fn told(layout: &Layout<'_>) -> Told {
        let pieces = |input: &TileInput| {
            input.pieces.iter().map(|share| (share.placed, share.triangles.clone())).collect()
        };
        layout.inputs.iter().map(|input| ((input.x, input.z), pieces(input))).collect()
    }

    #[test]
    fn a_tile_sees_a_border_of_its_radius_and_a_cell() {
        with_layout(&[small()], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
            assert_eq!(layout.border, 2);
            let input = TileInput { x: -2, z: 3, pieces: vec![] };
            let window = layout.window(&input);
            assert_eq!((window.x, window.z, window.wide, window.deep), (-66, 94, 36, 36));
        });
    }

    #[test]
    fn the_corner_of_the_map_is_the_lowest_of_all_pieces() {
        let map = map_of(&[(0, DVec3::new(5.0, 2.0, -1.0)), (0, DVec3::new(-3.0, 7.0, 4.0))]);
        with_layout(&[small()], &map, 32, |layout| {
            assert_eq!(layout.grid, Grid { origin: DVec3::new(-3.0, 2.0, -1.0), cell: 0.5, tile: 32 });
        });
        let nothing = Map { seed: 1, stop: Stop::STUCK, ..Map::of(vec![]) };
        with_layout(&[small()], &nothing, 32, |layout| {
            assert_eq!((layout.grid.origin, layout.inputs.len()), (DVec3::ZERO, 0));
        });
    }

    #[test]
    fn a_piece_without_triangles_lies_nowhere() {
        let map = map_of(&[(0, DVec3::ZERO), (1, DVec3::new(-900.0, 0.0, 0.0))]);
        with_layout(&[small(), PieceGeometry::default()], &map, 32, |layout| {
            assert_eq!(layout.grid.origin, DVec3::ZERO);
            assert!(layout.inputs.iter().all(|input| input.pieces.iter().all(|share| share.placed == 0)));
        });
    }

    #[test]
    fn a_small_piece_lies_whole_on_every_tile_that_sees_it() {
        // From cell 0 to 4, five cells further on each side.
        with_layout(&[small()], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
            let whole = || vec![(0, None)];
            let tiles = [((-1, -1), whole()), ((0, -1), whole()), ((-1, 0), whole()), ((0, 0), whole())];
            assert_eq!(told(layout), tiles);
        });
    }

    #[test]
    fn tiles_come_row_by_row_with_their_pieces_in_placement_order() {
        let far = |x: f64| DVec3::new(x, 0.0, 0.0);
        // In cells: from 40 to 44, from 0 to 4, and from 44 to 48.
        let map = map_of(&[(0, far(20.0)), (0, far(0.0)), (0, far(22.0))]);
        with_layout(&[small()], &map, 32, |layout| {
            let row = |z| [((-1, z), vec![1]), ((0, z), vec![1]), ((1, z), vec![0, 2])];
            let tiles: Vec<_> = told(layout)
                .into_iter()
                .map(|(tile, pieces)| {
                    (tile, pieces.into_iter().map(|(placed, _)| placed).collect::<Vec<_>>())
                })
                .collect();
            assert_eq!(tiles, [row(-1), row(0)].concat());
        });
    }

    #[test]
    fn a_tile_sees_what_lies_within_its_border_and_a_cell() {
        // A floor that starts at cell 32 + 3 is seen by the tile before it no more than one that starts a cell later.
        let columns = |cell: f64| {
            let map = map_of(&[(0, DVec3::ZERO), (0, DVec3::new(cell * 0.5, 0.0, 0.0))]);
            let mut sees = false;
            with_layout(&[small()], &map, 32, |layout| {
                let first = layout.inputs.iter().find(|input| (input.x, input.z) == (0, 0)).unwrap();
                sees = first.pieces.len() == 2;
            });
            sees
        };
        assert_eq!([33.0, 34.0, 35.0, 36.0].map(columns), [true, true, false, false]);
    }

    #[test]
    fn a_large_piece_is_shared_out_triangle_by_triangle() {
        with_layout(&[wide()], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
            let near = || vec![(0, Some(vec![0, 1]))];
            let far = || vec![(0, Some(vec![2, 3]))];
            // The second floor is in cells 200 to 204: on tile 6, with nothing between them.
            let row = |z| [((-1, z), near()), ((0, z), near()), ((6, z), far())];
            assert_eq!(told(layout), [row(-1), row(0)].concat());
        });
    }

    #[test]
    fn two_large_pieces_on_one_tile_each_have_their_own_triangles() {
        let map = map_of(&[(0, DVec3::ZERO), (0, DVec3::new(0.0, 3.0, 0.0))]);
        with_layout(&[wide()], &map, 32, |layout| {
            let both = vec![(0, Some(vec![2, 3])), (1, Some(vec![2, 3]))];
            assert_eq!(told(layout)[2], ((6, -1), both));
        });
    }

    #[test]
    fn a_piece_in_shares_fills_the_same_columns_as_a_whole_one() {
        let map = map_of(&[(0, DVec3::new(3.0, 1.0, -2.0)), (0, DVec3::new(2.2, 0.0, -1.3))]);
        with_layout(&[small()], &map, 32, |layout| {
            let filled = |triangles| shells(layout, (0, 0), triangles).sorted(Clock::ENDLESS).unwrap().1;
            let whole = filled(None);
            assert!(whole.len() > 16 && whole.iter().all(|shell| shell.piece == 0 && shell.top == 1.0));
            assert_eq!(format!("{whole:?}"), format!("{:?}", filled(Some(vec![0, 1]))));
            assert!(filled(Some(vec![1])).len() < whole.len());
        });
    }

    #[test]
    fn corners_are_turned_moved_and_never_between_two_cells() {
        let turn = Turn::between(DVec3::X, DVec3::Z).unwrap();
        let mut map = map_of(&[(0, DVec3::new(4.0, 1.0, 7.0)), (0, DVec3::ZERO)]);
        map.pieces[0].pose.turn = turn;
        with_layout(&[small()], &map, 32, |layout| {
            let mut corners = vec![DVec3::ONE; 9];
            layout.world_corners(0, &mut corners);
            assert_eq!(corners.len(), 4);
            let pose = &map.pieces[0].pose;
            for (corner, position) in corners.iter().zip(&small().positions) {
                let cells = layout.grid.cells(pose.point(*position));
                assert!((*corner - cells).abs().max_element() <= 1.0 / 1024.0, "{corner} {cells}");
                for x in [corner.x, corner.z] {
                    assert_eq!((x * 1024.0).rem_euclid(1.0), 0.5);
                }
            }
            let (triangle, kind) = layout.triangle(0, 1);
            assert_eq!((triangle, kind), ([corners[0], corners[2], corners[3]], FloorKind::Floor));
        });
    }

    #[test]
    fn two_corners_that_differ_by_rounding_are_one() {
        with_layout(&[small()], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
            let snapped = |x: f64| layout.corner(&Pose::ORIGIN, DVec3::new(x, 0.0, x));
            assert_eq!(snapped(1.0 - 1e-9), snapped(1.0 + 1e-9));
            assert_ne!(snapped(1.0), snapped(1.001));
        });
    }

    #[test]
    fn a_map_whose_tiles_do_not_fit_is_refused() {
        let terrain = Terrain::new(&[wide(), small()], AGENT).unwrap();
        let refused = |map: &Map, memory| {
            let budget = Budget { memory, ..Budget::default() };
            let pool = Pool::of(&budget);
            Layout::new(&terrain, map, 32, &Meter::start(&budget, &pool)).is_err()
        };
        // Four tiles.
        let small = map_of(&[(1, DVec3::ZERO)]);
        assert!(refused(&small, 4 * SHARE - 1) && !refused(&small, 4 * SHARE));
        // Six tiles, each with two triangles, and eight corners for a while.
        let wide = map_of(&[(0, DVec3::ZERO)]);
        assert!(refused(&wide, 60_000) && !refused(&wide, 70_000));
    }

    #[test]
    fn the_floor_of_a_number_is_at_or_below_it() {
        let numbers = [2.0, 2.9, 0.0, -0.0, -0.1, -1.0, -1.5, 1e15];
        assert_eq!(numbers.map(floor), [2, 2, 0, 0, -1, -1, -2, 1_000_000_000_000_000]);
    }
    fn needle() -> impl Strategy<Value = [DVec3; 3]> {
        let corner = || (0.0..400.0_f64, 0.0..400.0_f64).prop_map(|(x, z)| DVec3::new(x, 0.0, z));
        [corner(), corner(), corner()]
    }

    proptest! {
        #[test]
        fn a_triangle_is_given_to_every_tile_that_it_fills_anything_of(triangle in needle()) {
            let piece = PieceGeometry {
                positions: triangle.into(),
                triangles: vec![([0, 1, 2], Walkability::Always)],
            };
            with_layout(&[piece], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
                let given: Vec<(i64, i64)> = layout.inputs.iter().map(|input| (input.x, input.z)).collect();
                for (x, z) in (-1..27).flat_map(|x| (-1..27).map(move |z| (x, z))) {
                    assert!(shells(layout, (x, z), None).is_empty() || given.contains(&(x, z)), "{x} {z}");
                }
            });
        }
    }

    #[test]
    fn a_long_thin_triangle_lies_on_few_of_the_tiles_around_it() {
        let corners = [DVec3::ZERO, DVec3::new(0.0, 0.0, 1.0), DVec3::new(3000.0, 0.0, 3000.0)];
        let piece =
            PieceGeometry { positions: corners.into(), triangles: vec![([0, 1, 2], Walkability::Always)] };
        with_layout(&[piece], &map_of(&[(0, DVec3::ZERO)]), 32, |layout| {
            // 188 along each side.
            assert!((188..1000).contains(&layout.inputs.len()), "{}", layout.inputs.len());
        });
    }
}
