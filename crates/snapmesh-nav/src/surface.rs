//! The walkable surface: cells with their heights, and the regions they make.

use crate::agent::Agent;
use crate::budget::CELL;
use rustc_hash::FxHashMap;
use snapmesh::Bounds;
use snapmesh::glam::DVec3;
use std::collections::BTreeMap;
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

    /// The cells that a box lies on, seen from above.
    pub(crate) fn rect(&self, bounds: &Bounds) -> CellRect {
        let (low, high) = (self.cells(bounds.min).floor(), self.cells(bounds.max).ceil());
        CellRect {
            first: (low.x as i64, low.z as i64),
            extent: [high.x - low.x, high.z - low.z].map(|cells| cells as i64),
        }
    }

    /// The tiles that have so many cells from the corner on, to the east and to the south, row by row.
    pub(crate) fn tiles(&self, extent: [i64; 2]) -> impl Iterator<Item = (i64, i64)> + use<> {
        let [wide, deep] = extent.map(|cells| (cells - 1).div_euclid(i64::from(self.tile)) + 1);
        (0..deep).flat_map(move |z| (0..wide).map(move |x| (x, z)))
    }

    /// The other way.
    pub fn point(&self, cells: DVec3) -> DVec3 {
        self.origin + DVec3::new(cells.x * self.cell, cells.y, cells.z * self.cell)
    }
}

/// Some cells of a grid: from the first on, so many to the east and to the south.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CellRect {
    pub(crate) first: (i64, i64),
    pub(crate) extent: [i64; 2],
}

impl CellRect {
    fn last(&self) -> (i64, i64) {
        (self.first.0 + self.extent[0] - 1, self.first.1 + self.extent[1] - 1)
    }

    fn contains(&self, (x, z): (i64, i64)) -> bool {
        let last = self.last();
        (self.first.0..=last.0).contains(&x) && (self.first.1..=last.1).contains(&z)
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
    /// The region it belongs to; 0 is the largest that counts.
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

    /// The lowest span of a column that this one meets, by its place there.
    ///
    /// Spans of a column lie from below, none reaching into the next. So those that are too low to be met come first,
    /// those that are too high come last, and a column of thousands need not be looked through.
    pub(crate) fn lowest_met(&self, column: &[Self], agent: &Agent) -> Option<usize> {
        if let [only] = column {
            return self.meets(only, agent).then_some(0);
        }
        let (climb, room) = (agent.climb as f32 + agent.slack(), agent.height as f32 - agent.slack());
        let enters = |ceiling: f32, top: f32| ceiling - top >= room;
        let too_low = |other: &Self| self.low - other.top > climb || !enters(other.ceiling, self.top);
        let too_high = |other: &Self| other.low - self.top > climb || !enters(self.ceiling, other.top);
        let first = column.partition_point(too_low);
        let mut in_reach = column[first..].iter().take_while(|other| !too_high(other));
        in_reach.position(|other| self.meets(other, agent)).map(|place| first + place)
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
        let met = span.lowest_met(beside, agent)?;
        let back = beside[met].lowest_met(here, agent)?;
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
    /// Its share of all cells that count; none if it is left out.
    pub share: f64,
    /// Square metres, seen from above.
    pub area: f64,
    /// The point of it that is nearest to its middle.
    pub at: DVec3,
    /// The placed piece that most of it lies on.
    pub piece: usize,
    /// Whether it counts, for points, areas and metrics. Where only regions that a doorway leads to do, others are
    /// left out.
    pub counted: bool,
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
    /// The regions that count, largest first, and then those that are left out, largest first.
    pub regions: Vec<Region>,
    cells: usize,
    by_place: FxHashMap<(i64, i64), usize>,
}

impl Surface {
    /// A surface of tiles. Its regions are yet to be found.
    pub(crate) fn join(agent: Agent, grid: Grid, mut tiles: Vec<Tile>) -> Self {
        tiles.retain(|tile| !tile.spans.is_empty());
        let cells = tiles.iter().map(|tile| tile.spans.len()).sum();
        let by_place = (0..).zip(&tiles).map(|(index, tile)| ((tile.x, tile.z), index)).collect();
        Self { agent, grid, tiles, regions: vec![], cells, by_place }
    }

    /// How many cells can be stood on.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// The regions that count, largest first.
    pub fn counted(&self) -> &[Region] {
        &self.regions[..self.regions.partition_point(|region| region.counted)]
    }

    /// The regions that are left out, largest first.
    pub fn left_out(&self) -> &[Region] {
        &self.regions[self.counted().len()..]
    }

    /// How many cells there are in regions that count.
    pub fn counted_cells(&self) -> usize {
        self.counted().iter().map(|region| region.cells).sum()
    }

    /// Square metres of the regions that count, seen from above.
    pub fn area(&self) -> f64 {
        self.counted_cells() as f64 * self.grid.cell * self.grid.cell
    }

    /// The tile at a place, counted in tiles.
    pub fn tile_at(&self, x: i64, z: i64) -> Option<usize> {
        self.by_place.get(&(x, z)).copied()
    }

    /// All spans with their tiles, tile by tile.
    pub fn spans(&self) -> impl Iterator<Item = (&Tile, &Span)> {
        self.tiles.iter().flat_map(|tile| tile.spans.iter().map(move |span| (tile, span)))
    }

    /// The spans in a rectangle of cells, both corners included.
    pub(crate) fn spans_within(
        &self,
        low: (i64, i64),
        high: (i64, i64),
    ) -> impl Iterator<Item = (&Tile, &Span)> {
        let side = i64::from(self.grid.tile);
        let tiles = move |low: i64, high: i64| low.div_euclid(side)..=high.div_euclid(side);
        let places = tiles(low.1, high.1).flat_map(move |z| tiles(low.0, high.0).map(move |x| (x, z)));
        places.filter_map(|(x, z)| Some(&self.tiles[self.tile_at(x, z)?])).flat_map(move |tile| {
            let local = |cell: i64, tile: i64| (cell - tile * side).clamp(0, side - 1) as u32;
            let (west, east) = (local(low.0, tile.x), local(high.0, tile.x));
            (local(low.1, tile.z)..=local(high.1, tile.z)).flat_map(move |row| {
                let first = row * self.grid.tile;
                let start = tile.spans.partition_point(|span| span.cell < first + west);
                let beyond = tile.spans.partition_point(|span| span.cell <= first + east);
                tile.spans[start..beyond].iter().map(move |span| (tile, span))
            })
        })
    }

    /// A part of it, in tiles of another size. Its regions are yet to be found.
    pub(crate) fn part(&self, cells: &CellRect, tile: u32) -> Self {
        let (first, last) = (cells.first, cells.last());
        let corner = self.grid.point(DVec3::new(first.0 as f64, 0.0, first.1 as f64));
        let (grid, side) = (Grid { origin: corner, tile, ..self.grid }, i64::from(tile));
        let cut = |(x, z): (i64, i64)| {
            let low = (first.0 + x * side, first.1 + z * side);
            let high = ((low.0 + side - 1).min(last.0), (low.1 + side - 1).min(last.1));
            let own = self.spans_within(low, high).map(|(from, span)| {
                let at = self.cell_of(from, span);
                Span { cell: ((at.1 - low.1) * side + at.0 - low.0) as u32, ..*span }
            });
            let mut spans: Vec<Span> = own.collect();
            spans.sort_by_key(|span| span.cell);
            Tile::new(x, z, spans)
        };
        Self::join(self.agent, grid, grid.tiles(cells.extent).map(cut).collect())
    }

    /// The same with other spans in a part of it, each with its cell from the first one there. Its regions are yet to be found.
    pub(crate) fn with_part(&self, cells: &CellRect, part: impl Iterator<Item = ((i64, i64), Span)>) -> Self {
        let side = i64::from(self.grid.tile);
        let mut tiles: BTreeMap<(i64, i64), Vec<Span>> = BTreeMap::new();
        let mut add = |(x, z): (i64, i64), span: Span| {
            let cell = (z.rem_euclid(side) * side + x.rem_euclid(side)) as u32;
            tiles.entry((z.div_euclid(side), x.div_euclid(side))).or_default().push(Span { cell, ..span });
        };
        for (tile, span) in self.spans() {
            let at = self.cell_of(tile, span);
            if !cells.contains(at) {
                add(at, *span);
            }
        }
        part.for_each(|((x, z), span)| add((cells.first.0 + x, cells.first.1 + z), span));
        let sorted = |((z, x), mut spans): ((i64, i64), Vec<Span>)| {
            spans.sort_by_key(|span| span.cell);
            Tile::new(x, z, spans)
        };
        Self::join(self.agent, self.grid, tiles.into_iter().map(sorted).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{AGENT, ORIGIN, drawn, level, surface_of};
    use proptest::prelude::*;

    fn slope(low: f32, top: f32) -> Span {
        Span { low, ..level(top) }
    }

    fn under(ceiling: f32, height: f32) -> Span {
        Span { ceiling, ..level(height) }
    }

    /// Whether they meet, which must not depend on who asks.
    fn meet(a: Span, b: Span) -> bool {
        assert_eq!(a.meets(&b, &AGENT), b.meets(&a, &AGENT));
        a.meets(&b, &AGENT)
    }

    #[test]
    fn a_step_of_the_climb_and_the_slack_is_taken_and_no_more() {
        assert!(meet(level(1.0), level(1.0)));
        assert!(meet(level(1.0), level(1.5)));
        assert!(meet(level(0.0), level(0.5 + 1.0 / 64.0)));
        assert!(!meet(level(0.0), level(0.5 + 1.0 / 32.0)));
    }

    #[test]
    fn a_slope_has_no_step_however_high_it_rises_in_a_cell() {
        assert!(meet(slope(0.0, 3.0), slope(3.0, 6.0)));
        assert!(meet(slope(0.0, 3.0), level(3.5)));
        assert!(meet(slope(1.0, 3.0), level(0.5)));
        assert!(!meet(slope(1.0, 3.0), level(0.25)));
        assert!(!meet(slope(0.0, 3.0), level(4.0)));
    }

    #[test]
    fn there_must_be_room_above_the_higher_floor_and_below_the_lower_ceiling() {
        assert!(meet(under(2.0, 0.0), level(0.0)));
        assert!(meet(under(2.0 - 1.0 / 64.0, 0.0), level(0.0)));
        assert!(!meet(under(2.0 - 1.0 / 32.0, 0.0), level(0.0)));
        // Each has room by itself, and the way between them has not.
        assert!(!meet(under(2.25, 0.0), under(2.5, 0.5)));
        assert!(meet(under(2.5, 0.0), under(2.5, 0.5)));
    }

    #[test]
    fn of_several_spans_in_reach_the_lowest_is_the_neighbor() {
        let (low, middle, high) = (level(0.0), level(0.25), level(0.5));
        let pairs = |here: &[Span], beside: &[Span]| steps(here, beside, &AGENT).collect::<Vec<_>>();
        assert_eq!(pairs(&[middle], &[low, high]), [(0, 0)]);
        assert_eq!(pairs(&[low, high], &[middle]), [(0, 0)]);
        assert_eq!(pairs(&[under(3.0, 0.0), level(5.0)], &[under(3.0, 0.25), level(5.5)]), [(0, 0), (1, 1)]);
        assert_eq!(pairs(&[level(5.0)], &[under(3.0, 0.0), level(5.0)]), [(0, 1)]);
        assert_eq!(pairs(&[low], &[level(9.0)]), []);
        assert_eq!(pairs(&[], &[low]), []);
    }

    #[test]
    fn the_sides_go_around_counterclockwise_and_opposite_ones_are_two_apart() {
        for (side, (dx, dz)) in SIDES.into_iter().enumerate() {
            assert_eq!(SIDES[(side + 2) % 4], (-dx, -dz));
            // Seen from above, x is to the right and z is towards the one who looks.
            assert_eq!(SIDES[(side + 1) % 4], (dz, -dx));
        }
    }

    #[test]
    fn a_column_is_all_spans_of_its_cell() {
        let surface = drawn(4, &[(0.0, &["00", "0"]), (5.0, &["0"])]);
        let tile = &surface.tiles[0];
        assert_eq!(tile.column(0), 0..2);
        assert_eq!(tile.column(1), 2..3);
        assert_eq!(tile.column(2), 3..3);
        assert_eq!(tile.column(4), 3..4);
        assert_eq!(tile.column(15), 4..4);
    }

    #[test]
    fn spans_are_listed_tile_by_tile() {
        let surface = drawn(2, &[(0.0, &["12345", "6....", "7...8"])]);
        let pieces: Vec<u32> = surface.spans().map(|(_, span)| span.piece).collect();
        assert_eq!(pieces, [1, 2, 6, 3, 4, 5, 7, 8]);
        let (tile, span) = surface.spans().nth(5).unwrap();
        assert_eq!(((tile.x, tile.z), surface.cell_of(tile, span)), ((2, 0), (4, 0)));
    }

    #[test]
    fn the_spans_of_a_rectangle_are_those_whose_cells_lie_in_it() {
        let rows: &[&str] = &["123456", "789012", "3.5678", "901234"];
        for tile in [1, 2, 3, 4, 16] {
            let surface = drawn(tile, &[(0.0, rows), (9.0, &["", "...7"])]);
            for (low, high) in [((1, 1), (3, 2)), ((0, 0), (5, 3)), ((-9, -9), (9, 0)), ((7, 0), (9, 9))] {
                let inside = |(x, z): (i64, i64)| low.0 <= x && x <= high.0 && low.1 <= z && z <= high.1;
                let cell = |(tile, span)| (surface.cell_of(tile, span), span.top as i64);
                let mut found: Vec<_> = surface.spans_within(low, high).map(cell).collect();
                let mut asked: Vec<_> = surface.spans().map(cell).filter(|(cell, _)| inside(*cell)).collect();
                found.sort_unstable();
                asked.sort_unstable();
                assert_eq!(found, asked, "{tile} {low:?} {high:?}");
            }
        }
    }

    #[test]
    fn tiles_without_floor_are_left_out_and_the_others_are_found_by_their_place() {
        let grid = Grid { origin: ORIGIN, cell: 0.5, tile: 2 };
        let tile = |x, z, spans| Tile::new(x, z, spans);
        let tiles = vec![tile(0, 0, vec![level(0.0)]), tile(1, 0, vec![]), tile(-3, 1, vec![level(0.0); 2])];
        let surface = Surface::join(AGENT, grid, tiles);
        assert_eq!((surface.tiles.len(), surface.cells()), (2, 3));
        assert_eq!(surface.tile_at(0, 0), Some(0));
        assert_eq!(surface.tile_at(-3, 1), Some(1));
        assert_eq!((surface.tile_at(1, 0), surface.tile_at(1, -3)), (None, None));
    }

    #[test]
    fn cells_are_counted_from_the_corner_of_the_map_in_both_directions() {
        let places = [(-1, -1), (-8, 3), (0, 0), (7, 5), (3, -9)];
        let surface = surface_of(4, places.map(|place| (place, level(0.0))));
        let mut cells: Vec<(i64, i64)> =
            surface.spans().map(|(tile, span)| surface.cell_of(tile, span)).collect();
        cells.sort_unstable();
        assert_eq!(cells, [(-8, 3), (-1, -1), (0, 0), (3, -9), (7, 5)]);
    }

    #[test]
    fn a_point_in_a_cell_is_on_its_floor() {
        let surface = surface_of(4, [((6, -2), slope(1.0, 2.0))]);
        let (tile, span) = surface.spans().next().unwrap();
        assert_eq!(surface.point_in(tile, span, 0.0, 0.0), DVec3::new(13.0, 3.0, 19.0));
        assert_eq!(surface.point_in(tile, span, 0.5, 1.0), DVec3::new(13.25, 3.0, 19.5));
    }

    #[test]
    fn a_point_of_the_map_comes_back_from_its_cell() {
        let grid = Grid { origin: ORIGIN, cell: 0.5, tile: 2 };
        let point = DVec3::new(9.0, 4.0, 22.25);
        assert_eq!(grid.cells(point), DVec3::new(-2.0, 3.0, 4.5));
        assert_eq!(grid.point(grid.cells(point)), point);
    }

    #[test]
    fn the_area_is_that_of_all_cells_seen_from_above() {
        let surface = drawn(2, &[(0.0, &["000", "000"]), (5.0, &["0"])]);
        assert_eq!((surface.cells(), surface.area()), (7, 1.75));
        let none = drawn(2, &[]);
        assert_eq!((none.cells(), none.area(), none.regions.len()), (0, 0.0, 0));
    }

    /// Spans of a column as a bake leaves them: from below, each with room above it, none reaching into the next. Whole
    /// numbers of 1/64 m, which is the slack, so that limits are met exactly; far up, some are lost to rounding.
    fn column() -> impl Strategy<Value = Vec<Span>> {
        let span = (0..80_u32, prop_oneof![Just(0), 0..200_u32], prop_oneof![Just(127), 127..400_u32]);
        let base = prop_oneof![Just(0.0_f32), Just(60_000.0)];
        (prop::collection::vec(span, 0..12), base).prop_map(|(spans, base)| {
            let mut height = base;
            let mut rise = |steps: u32| {
                height += steps as f32 / 64.0;
                height
            };
            let built = spans.into_iter().map(|(gap, thick, room)| {
                let (low, top, ceiling) = (rise(gap), rise(thick), rise(room));
                Span { low, ceiling, ..level(top) }
            });
            built.collect()
        })
    }

    proptest! {
        #[test]
        fn the_lowest_span_that_is_met_is_the_one_found_by_asking_each_in_turn(
            here in column(), beside in column(),
        ) {
            for span in &here {
                let asked = beside.iter().position(|other| span.meets(other, &AGENT));
                prop_assert_eq!(span.lowest_met(&beside, &AGENT), asked);
            }
            let plain: Vec<_> = here.iter().enumerate().filter_map(|(index, span)| {
                let met = beside.iter().position(|other| span.meets(other, &AGENT))?;
                let back = here.iter().position(|other| beside[met].meets(other, &AGENT))?;
                (back == index).then_some((index, met))
            }).collect();
            prop_assert_eq!(steps(&here, &beside, &AGENT).collect::<Vec<_>>(), plain);
        }
    }
}
