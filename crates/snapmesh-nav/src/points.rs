//! Points scattered over the walkable surface.

use crate::budget::BakeError;
use crate::meter::Clock;
use crate::surface::Surface;
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Rng, RngKind};

/// A point on the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is, in metres.
    pub position: DVec3,
    /// The region it lies in; 0 is the largest that counts.
    pub region: u32,
}

/// Which points are scattered over a map. Who walks there is no part of it: that is the terrain's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sample {
    /// How many.
    pub points: usize,
    /// Where their chance starts.
    pub seed: i64,
}

impl From<&Navigation> for Sample {
    fn from(settings: &Navigation) -> Self {
        Self { points: usize::try_from(settings.points).unwrap_or(usize::MAX), seed: settings.seed }
    }
}

/// Steps that a share is divided into.
const STEPS: i64 = 1 << 31;

/// Scatters points over the regions of a surface that count, uniformly by their area seen from above. There are none
/// without any.
///
/// Each of the `count` points has a share of the area to itself, as large as that of any other, and a random place in
/// it. So every place is as likely as every other, and no part of the map is left out by chance: the metrics of fifty
/// points are as near to their limits as those of hundreds thrown independently.
pub fn scatter(surface: &Surface, count: usize, seed: i64) -> Vec<Point> {
    // Who has all the time there is, is never too slow.
    scatter_in_time(surface, count, seed, Clock::ENDLESS).unwrap_or_default()
}

/// Points between two looks at the clock.
const PER_LOOK: usize = 1 << 14;

/// The same within a time.
pub(crate) fn scatter_in_time(
    surface: &Surface,
    count: usize,
    seed: i64,
    clock: Clock,
) -> Result<Vec<Point>, BakeError> {
    let cells = surface.counted_cells();
    if cells == 0 {
        return Ok(vec![]);
    }
    let counted = surface.counted().len() as u32;
    let mut spans = surface.spans().filter(|(_, span)| span.region < counted);
    let mut rng = Rng::new(RngKind::ChaCha8, seed);
    let step = |rng: &mut Rng| rng.range(0, STEPS);
    let share = |rng: &mut Rng| (step(rng) as f64 + 0.5) / STEPS as f64;
    let mut points = Vec::with_capacity(count);
    let (mut here, mut seen) = (None, 0);
    for index in 0..count {
        if index % PER_LOOK == 0 {
            clock.check()?;
        }
        let place = cell_of(index, count, step(&mut rng), cells);
        // Shares lie one after the other, so no cell is asked for once a later one was.
        while seen <= place {
            (here, seen) = (spans.next(), seen + 1);
        }
        let Some((tile, span)) = here else { break };
        let (across, along) = (share(&mut rng), share(&mut rng));
        points.push(Point { position: surface.point_in(tile, span, across, along), region: span.region });
    }
    clock.check()?;
    shuffle(&mut points, &mut rng);
    Ok(points)
}

/// The cell at a step into the share of a point. In 128 bits: points, steps and cells together are more than 64 hold.
fn cell_of(index: usize, count: usize, step: i64, cells: usize) -> usize {
    let steps = STEPS as u128;
    let place = (index as u128 * steps + step as u128) * cells as u128;
    (place / (count as u128 * steps)) as usize
}

/// Puts points in any order, so that the first few are as good as any.
fn shuffle(points: &mut [Point], rng: &mut Rng) {
    for last in (1..points.len()).rev() {
        points.swap(last, rng.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;

    #[test]
    fn the_last_of_many_points_is_in_the_last_of_many_cells() {
        let (points, cells) = (u32::MAX as usize, u32::MAX as usize);
        assert_eq!(cell_of(0, points, 0, cells), 0);
        assert_eq!(cell_of(points - 1, points, STEPS - 1, cells), cells - 1);
        assert_eq!(cell_of(1, 2, 0, 10), 5);
    }

    /// The cells of points, sorted.
    fn cells(surface: &Surface, points: &[Point]) -> Vec<(i64, i64)> {
        let cell = |point: &Point| {
            let place = surface.grid.cells(point.position);
            (place.x.floor() as i64, place.z.floor() as i64)
        };
        let mut cells: Vec<_> = points.iter().map(cell).collect();
        cells.sort_unstable();
        cells
    }

    fn row() -> Surface {
        drawn(3, &[(2.0, &["00000000"])])
    }

    #[test]
    fn as_many_points_as_cells_are_one_in_each() {
        for seed in 0..20 {
            let points = scatter(&row(), 8, seed);
            assert_eq!(cells(&row(), &points), (0..8).map(|x| (x, 0)).collect::<Vec<_>>());
            assert!(points.iter().all(|point| point.position.y == 3.0));
        }
    }

    #[test]
    fn every_share_of_the_area_has_its_point() {
        for seed in 0..20 {
            let four: Vec<i64> =
                cells(&row(), &scatter(&row(), 4, seed)).iter().map(|(x, _)| x / 2).collect();
            assert_eq!(four, [0, 1, 2, 3]);
            let many: Vec<i64> = cells(&row(), &scatter(&row(), 24, seed)).iter().map(|(x, _)| *x).collect();
            assert_eq!(many, (0..24).map(|i| i / 3).collect::<Vec<_>>());
        }
    }

    #[test]
    fn one_point_may_be_anywhere_and_none_is_nowhere() {
        let mut places: Vec<(i64, i64)> =
            (0..200).flat_map(|seed| cells(&row(), &scatter(&row(), 1, seed))).collect();
        assert_eq!(places.len(), 200);
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 8);
        assert_eq!(scatter(&row(), 0, 1), []);
        assert_eq!(scatter(&drawn(3, &[]), 9, 1), [], "without a surface there are none");
    }

    #[test]
    fn the_same_seed_gives_the_same_points_and_another_gives_others() {
        assert_eq!(scatter(&row(), 10, 7), scatter(&row(), 10, 7));
        assert_ne!(scatter(&row(), 10, 7), scatter(&row(), 10, 8));
        assert_ne!(scatter(&row(), 10, 7), scatter(&row(), 10, -7));
    }

    #[test]
    fn the_tiles_do_not_change_where_points_may_be_but_their_cells_are_those_of_the_surface() {
        let rows: &[&str] = &["0000", "0..0", "0000"];
        for tile in [1, 2, 3, 8] {
            let surface = drawn(tile, &[(0.0, rows)]);
            let all = cells(&surface, &scatter(&surface, 10, 3));
            assert!(!all.contains(&(1, 1)) && !all.contains(&(2, 1)));
            assert!(all.windows(2).all(|pair| pair[0] != pair[1]), "{all:?}");
        }
    }

    #[test]
    fn what_is_left_out_has_no_points() {
        let mut surface = drawn(3, &[(0.0, &["0000.000.00.0", "0000"])]);
        crate::regions::leave_out(&mut surface, &[false, true, false, true], Clock::ENDLESS).unwrap();
        let points = scatter(&surface, 8, 1);
        let places: Vec<i64> = cells(&surface, &points).iter().map(|(x, _)| *x).collect();
        assert_eq!(places, [5, 5, 6, 6, 7, 7, 12, 12]);
        assert!(points.iter().all(|point| point.region < 2));
    }

    #[test]
    fn a_point_knows_the_region_it_lies_in() {
        let surface = drawn(2, &[(0.0, &["0.000"]), (5.0, &["...00"])]);
        let regions = |x: i64, high: bool| match (x, high) {
            (0, _) => 2,
            (_, true) => 1,
            _ => 0,
        };
        let points = scatter(&surface, 60, 1);
        for point in &points {
            let place = surface.grid.cells(point.position);
            assert_eq!(point.region, regions(place.x.floor() as i64, place.y > 1.0));
        }
        let count = |region| points.iter().filter(|point| point.region == region).count();
        assert_eq!([0, 1, 2].map(count), [30, 20, 10]);
    }

    #[test]
    fn points_come_in_any_order_so_that_the_first_few_are_as_good_as_any() {
        // Over many seeds, the first of eight points is in every cell about as often.
        let mut first = [0; 8];
        for seed in 0..800 {
            let (x, _) = cells(&row(), &scatter(&row(), 8, seed)[..1])[0];
            first[x as usize] += 1;
        }
        assert!(first.iter().all(|count| (60..140).contains(count)), "{first:?}");
    }

    #[test]
    fn within_a_cell_points_are_spread_over_both_sides() {
        let surface = drawn(1, &[(0.0, &["0"])]);
        let points = scatter(&surface, 400, 1);
        let quarter = |east: bool, south: bool| {
            let place = |point: &Point| surface.grid.cells(point.position);
            points.iter().filter(|p| (place(p).x > 0.5) == east && (place(p).z > 0.5) == south).count()
        };
        for (east, south) in [(false, false), (false, true), (true, false), (true, true)] {
            assert!((70..130).contains(&quarter(east, south)), "{}", quarter(east, south));
        }
    }

    #[test]
    fn a_sample_is_that_of_the_settings() {
        let settings = Navigation { points: 17, seed: -4, ..Navigation::default() };
        assert_eq!(Sample::from(&settings), Sample { points: 17, seed: -4 });
    }
}
