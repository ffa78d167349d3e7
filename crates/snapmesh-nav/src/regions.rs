//! Regions: parts of the surface that an agent can walk all over, and not leave.

use crate::agent::Agent;
use crate::budget::{BakeError, Cores, bytes_of};
use crate::meter::{Clock, Halt, Meter};
use crate::parallel::prelude::*;
use crate::surface::{Region, Span, Surface, Tile, steps};
use crate::union_find::UnionFind;
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec3;
use std::ops::Range;

/// Bytes for every number in sets that are joined and numbered.
const LABELS: u64 = 8;
/// Bytes for every region while it is found and described.
const FOUND: u64 = 176;
/// Bytes for every piece that a region lies on.
const ON_PIECE: u64 = 64;

/// Finds the regions of a surface and tells every span which one is its own, largest first.
pub(crate) fn find(surface: &mut Surface, meter: &Meter<'_>) -> Result<(), Halt> {
    let (agent, side, clock) = (surface.agent, surface.grid.tile, meter.clock());
    let mut lease = meter.lease();
    let largest = surface.tiles.iter().map(|tile| tile.spans.len()).max().unwrap_or(0);
    lease.cover(LABELS * largest as u64)?;
    let label = |tile: &mut Tile| label(tile, side, &agent, clock);
    let parts: Vec<usize> = match meter.budget().cores {
        Cores::All => surface.tiles.par_iter_mut().map(label).collect::<Result<_, _>>()?,
        Cores::One => surface.tiles.iter_mut().map(label).collect::<Result<_, _>>()?,
    };
    let all_parts = parts.iter().sum();
    lease.cover(LABELS * all_parts as u64)?;
    let first: Vec<u32> = parts
        .iter()
        .scan(0, |sum, &count| {
            *sum += count as u32;
            Some(*sum - count as u32)
        })
        .collect();
    let mut union_find = UnionFind::new(all_parts);
    join_tiles(surface, &first, &mut union_find, clock)?;
    let (region_of, count) = union_find.numbered();
    let bytes = LABELS * all_parts as u64 + FOUND * count as u64;
    lease.cover(bytes)?;
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
    drop((region_of, cells, by_size, rank));
    surface.regions = describe(surface, count, |pieces| {
        clock.check()?;
        lease.cover(bytes + ON_PIECE * pieces as u64)
    })?;
    meter.keep(bytes_of::<Region>(count))
}

/// Leaves regions out, by number, and tells every span the new number of its own: those that count come first.
pub(crate) fn leave_out(surface: &mut Surface, counts: &[bool], clock: Clock) -> Result<(), BakeError> {
    let mut order: Vec<usize> = (0..counts.len()).collect();
    order.sort_by_key(|&region| !counts[region]);
    let mut rank = vec![0; order.len()];
    for (place, &region) in (0..).zip(&order) {
        rank[region] = place;
    }
    for tile in &mut surface.tiles {
        clock.check()?;
        for span in &mut tile.spans {
            span.region = rank[span.region as usize];
        }
    }
    let all: usize =
        order.iter().filter(|&&region| counts[region]).map(|&region| surface.regions[region].cells).sum();
    let region = |&region: &usize| {
        let (known, counted) = (surface.regions[region], counts[region]);
        Region { counted, share: if counted { known.cells as f64 / all as f64 } else { 0.0 }, ..known }
    };
    surface.regions = order.iter().map(region).collect();
    Ok(())
}

/// Numbers the connected parts of a tile by itself.
fn label(tile: &mut Tile, side: u32, agent: &Agent, clock: Clock) -> Result<usize, BakeError> {
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
    let mut row = u32::MAX;
    while here.end < spans.len() {
        here = column_at(here.end);
        let cell = spans[here.start].cell;
        if row != cell / side {
            row = cell / side;
            clock.check()?;
        }
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
    Ok(count)
}

/// Joins parts across the borders of tiles.
fn join_tiles(
    surface: &Surface,
    first: &[u32],
    union_find: &mut UnionFind,
    clock: Clock,
) -> Result<(), BakeError> {
    let side = surface.grid.tile;
    for (index, tile) in surface.tiles.iter().enumerate() {
        clock.check()?;
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
    Ok(())
}

/// Where each region is, and on which piece. `check` is told now and then on how many pieces regions lie.
fn describe(
    surface: &Surface,
    count: usize,
    mut check: impl FnMut(usize) -> Result<(), Halt>,
) -> Result<Vec<Region>, Halt> {
    // Far from the corner of the map, the places of many cells together are more than 64 bits hold.
    let mut middles = vec![(0_i128, 0_i128, 0_i64); count];
    let mut on_piece: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    let side = surface.grid.tile;
    for tile in &surface.tiles {
        let corner = (i128::from(tile.x) * i128::from(side), i128::from(tile.z) * i128::from(side));
        for run in runs(tile) {
            *on_piece.entry((run[0].region, run[0].piece)).or_default() += run.len();
            let (mut x, mut z) = (0, 0);
            for span in run {
                (x, z) = (x + i64::from(span.cell % side), z + i64::from(span.cell / side));
            }
            let (count, middle) = (run.len() as i128, &mut middles[run[0].region as usize]);
            middle.0 += corner.0 * count + i128::from(x);
            middle.1 += corner.1 * count + i128::from(z);
            middle.2 += run.len() as i64;
        }
        check(on_piece.len())?;
    }
    let mut nearest = vec![(i64::MAX, DVec3::ZERO); count];
    let mut piece = vec![(0, 0_usize); count];
    for tile in &surface.tiles {
        check(on_piece.len())?;
        for run in runs(tile) {
            let region = run[0].region as usize;
            let cells = on_piece[&(run[0].region, run[0].piece)];
            if cells > piece[region].0 {
                piece[region] = (cells, run[0].piece as usize);
            }
            let (x, z, n) = middles[region];
            let (x, z) = ((x / i128::from(n)) as i64, (z / i128::from(n)) as i64);
            for span in run {
                let here = surface.cell_of(tile, span);
                let distance = (here.0 - x).pow(2) + (here.1 - z).pow(2);
                if distance < nearest[region].0 {
                    nearest[region] = (distance, surface.point_in(tile, span, 0.5, 0.5));
                }
            }
        }
    }
    let cell_area = surface.grid.cell * surface.grid.cell;
    let all = surface.cells() as f64;
    let region = |index: usize| {
        let cells = middles[index].2 as usize;
        let (share, area) = (cells as f64 / all, cells as f64 * cell_area);
        Region { cells, share, area, at: nearest[index].1, piece: piece[index].1, counted: true }
    };
    Ok((0..count).map(region).collect())
}

/// The spans of a tile as runs of one region and piece, which is how they lie.
fn runs(tile: &Tile) -> impl Iterator<Item = &[Span]> {
    tile.spans.chunk_by(|a, b| a.region == b.region && a.piece == b.piece)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::meter::Pool;
    use crate::testing::{drawn, level, surface_of, told};
    use proptest::prelude::*;

    fn sizes(surface: &Surface) -> Vec<usize> {
        surface.regions.iter().map(|region| region.cells).collect()
    }

    #[test]
    fn two_floors_above_each_other_are_two_regions() {
        let surface = drawn(8, &[(0.0, &["000", "000"]), (3.0, &["000"])]);
        assert_eq!(sizes(&surface), [6, 3]);
        for (_, span) in surface.spans() {
            assert_eq!(span.region, u32::from(span.top > 1.0));
        }
    }

    #[test]
    fn regions_that_are_left_out_come_last_and_have_no_share() {
        let mut surface = drawn(2, &[(0.0, &["00000.1111.222.33.4"])]);
        leave_out(&mut surface, &[false, true, false, true, true], Clock::ENDLESS).unwrap();
        let told_of = |region: &Region| (region.piece, region.cells, region.share, region.counted);
        let expected = [(1, 4, 4.0 / 7.0, true), (3, 2, 2.0 / 7.0, true), (4, 1, 1.0 / 7.0, true)];
        assert_eq!(surface.counted().iter().map(told_of).collect::<Vec<_>>(), expected);
        let expected = [(0, 5, 0.0, false), (2, 3, 0.0, false)];
        assert_eq!(surface.left_out().iter().map(told_of).collect::<Vec<_>>(), expected);
        assert_eq!((surface.cells(), surface.counted_cells(), surface.area()), (15, 7, 1.75));
        for (_, span) in surface.spans() {
            assert_eq!(surface.regions[span.region as usize].piece, span.piece as usize);
        }
    }

    #[test]
    fn all_may_be_left_out() {
        let mut surface = drawn(2, &[(0.0, &["00.1"])]);
        leave_out(&mut surface, &[false, false], Clock::ENDLESS).unwrap();
        assert_eq!((surface.counted().len(), surface.left_out().len(), surface.area()), (0, 2, 0.0));
        assert!(surface.regions.iter().all(|region| region.share == 0.0));
    }

    #[test]
    fn a_floor_under_a_bridge_is_one_region_and_the_bridge_another() {
        let bridge = (3.0, &["...", "111", "..."][..]);
        assert_eq!(sizes(&drawn(8, &[(0.0, &["000", "000", "000"]), bridge])), [9, 3]);
        // Too low to walk under it, it cuts the floor in two, and nobody moves where it is above them.
        let low = (1.5, &["...", "111", "..."][..]);
        assert_eq!(sizes(&drawn(8, &[(0.0, &["000", "000", "000"]), low])), [3, 3, 3, 1, 1, 1]);
    }

    #[test]
    fn stairs_onto_a_bridge_make_it_part_of_the_floor() {
        let surface = drawn(
            8,
            &[
                (0.0, &["0000000", "000000."]),
                (0.5, &[".......", "......0"]),
                (1.0, &["", "", "......0"]),
                (1.5, &["", "", ".....0"]),
                (2.0, &["", "", "....0"]),
                (2.5, &["", "....0"]),
            ],
        );
        assert_eq!(sizes(&surface), [18]);
    }

    #[test]
    fn cells_that_only_touch_at_a_corner_are_apart() {
        assert_eq!(sizes(&drawn(4, &[(0.0, &["0.", ".0"])])), [1, 1]);
        assert_eq!(sizes(&drawn(1, &[(0.0, &["0.", ".0"])])), [1, 1]);
    }

    #[test]
    fn the_end_of_a_row_is_not_beside_the_start_of_the_next() {
        assert_eq!(sizes(&drawn(4, &[(0.0, &["...0", "0..."])])), [1, 1]);
    }

    #[test]
    fn a_region_goes_on_across_the_borders_of_tiles() {
        let rows = ["00000", "....0", "00000", "0....", "00000"];
        for tile in [1, 2, 3, 4, 5, 9] {
            assert_eq!(sizes(&drawn(tile, &[(0.0, &rows)])), [17], "{tile}");
        }
    }

    #[test]
    fn floors_above_each_other_stay_apart_across_the_borders_of_tiles() {
        let rows: &[&str] = &["0000", "0000"];
        for tile in [1, 2, 3, 8] {
            assert_eq!(sizes(&drawn(tile, &[(0.0, rows), (3.0, rows), (6.0, &["0000"])])), [8, 8, 4]);
        }
    }

    #[test]
    fn the_largest_region_comes_first_and_of_equal_ones_the_first_in_rows_of_tiles() {
        let surface = drawn(8, &[(0.0, &["1.22.33", ".......", "4.55555"])]);
        let pieces: Vec<usize> = surface.regions.iter().map(|region| region.piece).collect();
        assert_eq!((sizes(&surface), pieces), (vec![5, 2, 2, 1, 1], vec![5, 2, 3, 1, 4]));
        for (_, (region, piece)) in told(&surface, |span| (span.region as usize, span.piece as usize)) {
            assert_eq!(surface.regions[region].piece, piece);
        }
    }

    #[test]
    fn a_region_knows_its_share_and_its_area() {
        let surface = drawn(2, &[(0.0, &["000", "...", "0.."])]);
        let [large, small] = surface.regions[..] else { panic!("{:?}", surface.regions) };
        assert_eq!((large.share, large.area), (0.75, 0.75));
        assert_eq!((small.share, small.area), (0.25, 0.25));
    }

    #[test]
    fn a_region_is_on_the_piece_with_most_of_its_cells_even_if_they_lie_in_parts() {
        let surface = drawn(2, &[(0.0, &["12222", "11131"])]);
        assert_eq!((sizes(&surface), surface.regions[0].piece), (vec![10], 1));
        // Of two with as many, the one that comes first.
        assert_eq!(drawn(8, &[(0.0, &["3311"])]).regions[0].piece, 3);
    }

    #[test]
    fn a_region_is_told_at_the_cell_of_it_nearest_to_its_middle() {
        let surface = drawn(8, &[(2.0, &["00000"])]);
        assert_eq!(surface.regions[0].at, DVec3::new(10.0 + 2.5 * 0.5, 3.0, 20.25));
        // The middle of a ring is not on it: the nearest place above, below and to the sides are as near.
        let ring = drawn(3, &[(0.0, &["00000", "0...0", "0...0", "0...0", "00000"])]);
        assert_eq!(ring.regions[0].at, DVec3::new(11.25, 1.0, 20.25));
        let far = surface_of(4, (-12..=-10).map(|x| ((x, 7), level(0.0))));
        assert_eq!(far.regions[0].at, DVec3::new(10.0 - 10.5 * 0.5, 1.0, 20.0 + 7.5 * 0.5));
    }

    #[test]
    fn all_cores_find_what_one_finds() {
        let mut surface = drawn(2, &[(0.0, &["000.00", "0.0.0.", "0000.0"]), (3.0, &["..000"])]);
        let one = (surface.tiles.clone(), surface.regions.clone());
        let budget = Budget::default();
        find(&mut surface, &Meter::start(&budget, &Pool::of(&budget))).unwrap();
        assert_eq!((surface.tiles, surface.regions), one);
    }

    /// The regions by walking from cell to cell: for each cell the first one that it can be reached from.
    fn walked(heights: &[Option<u8>]) -> Vec<Option<usize>> {
        let mut first: Vec<Option<usize>> = vec![None; 64];
        for start in 0..64 {
            let mut open = vec![start];
            while let Some(at) = open.pop() {
                let Some(here) = heights[at].filter(|_| first[at].is_none()) else { continue };
                first[at] = Some(start);
                let beside = [
                    (at % 8 > 0).then(|| at - 1),
                    (at % 8 < 7).then_some(at + 1),
                    at.checked_sub(8),
                    Some(at + 8).filter(|&beside| beside < 64),
                ];
                let near = |&beside: &usize| heights[beside].is_some_and(|there| there.abs_diff(here) <= 1);
                open.extend(beside.into_iter().flatten().filter(near));
            }
        }
        first
    }

    proptest! {
        #[test]
        fn two_cells_are_in_one_region_exactly_when_one_can_walk_between_them(
            heights in prop::collection::vec(prop::option::weighted(0.7, 0..4_u8), 64),
            tile in 1..10_u32,
        ) {
            let floors = (0..64).filter_map(|i| Some((i, heights[i]?)));
            let span = |(i, height): (usize, u8)| {
                ((i as i64 % 8, i as i64 / 8), level(f32::from(height) / 2.0))
            };
            let surface = surface_of(tile, floors.map(span));
            let regions = told(&surface, |span| span.region);
            let first: Vec<usize> = walked(&heights).into_iter().flatten().collect();
            prop_assert_eq!(regions.len(), first.len());
            for (i, (_, a)) in regions.iter().enumerate() {
                for (j, (_, b)) in regions.iter().enumerate() {
                    prop_assert_eq!(a == b, first[i] == first[j]);
                }
            }
            prop_assert!(sizes(&surface).is_sorted_by(|a, b| a >= b));
            prop_assert_eq!(sizes(&surface).iter().sum::<usize>(), first.len());
        }
    }

    #[test]
    fn the_middle_of_a_region_is_found_however_far_it_is_from_the_corner_of_the_map() {
        // Three places together are more than 64 bits hold.
        let far = 4_000_000_000_000_000_000;
        let surface = surface_of(4, (-1..=1).map(|x| ((far + x, -far), level(0.0))));
        assert_eq!(
            surface.regions[0].at,
            surface.grid.point(DVec3::new(far as f64 + 0.5, 0.0, -far as f64 + 0.5))
        );
    }
}
