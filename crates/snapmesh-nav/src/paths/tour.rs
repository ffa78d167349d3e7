//! A walk around the largest region, for those who want to watch one.

use super::find::{Path, Paths};
use crate::points::{Point, scatter};
use crate::surface::Surface;
use snapmesh::glam::DVec3;

/// A walk from stop to stop, and back to the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Tour {
    /// The stops, in the order of the walk.
    pub stops: Vec<DVec3>,
    /// The way from each stop to the next; the last leads back to the first.
    pub legs: Vec<Path>,
}

impl Tour {
    /// Metres.
    pub fn length(&self) -> f64 {
        self.legs.iter().map(Path::length).sum()
    }
}

impl Paths<'_> {
    /// A tour of so many stops in the largest region, each time to the nearest stop that is left. The mesh must be that
    /// of the surface. There are fewer stops if there is no way to some.
    pub fn tour(&self, surface: &Surface, stops: usize, seed: i64) -> Tour {
        // The largest region is at least one in so many; a few times that many points have enough in it.
        let share = surface.counted().first().map_or(1.0, |region| region.share);
        let count = (stops as f64 / share * 2.0).ceil() as usize;
        let count = count.saturating_add(16);
        let points = scatter(surface, count, seed).into_iter().filter(|point| point.region == 0);
        let mut left: Vec<Point> = points.take(stops).collect();
        let mut tour = Tour { stops: vec![], legs: vec![] };
        if left.is_empty() {
            return tour;
        }
        let mut at = left.remove(0);
        let first = at;
        tour.stops.push(at.position);
        while let Some(next) = nearest(at.position, &left) {
            let stop = left.swap_remove(next);
            if let Some(leg) = self.leg(&at, &stop) {
                tour.stops.push(stop.position);
                tour.legs.push(leg);
                at = stop;
            }
        }
        tour.legs.extend(self.leg(&at, &first));
        tour
    }

    fn leg(&self, from: &Point, to: &Point) -> Option<Path> {
        self.path_between(self.place_of(from)?, self.place_of(to)?)
    }
}

fn nearest(from: DVec3, points: &[Point]) -> Option<usize> {
    let distance = |&i: &usize| from.distance_squared(points[i].position);
    (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::NavMesh;
    use crate::testing::drawn;

    /// A tour over a ring of floor; the small floor beside it is no part of it.
    fn tour(stops: usize, seed: i64) -> Tour {
        let rows = ["000000..0", "0....0..0", "0....0..0", "000000..0"];
        let surface = drawn(4, &[(0.0, &rows)]);
        let mesh = NavMesh::with_error(&surface, 0.5);
        Paths::new(&mesh).tour(&surface, stops, seed)
    }

    #[test]
    fn a_tour_has_as_many_stops_as_it_is_asked_for_all_in_the_largest_region() {
        for stops in 0..12 {
            let tour = tour(stops, 5);
            assert_eq!((tour.stops.len(), tour.legs.len()), (stops, stops));
            assert!(tour.stops.iter().all(|stop| stop.x <= 13.0), "{tour:?}");
        }
    }

    #[test]
    fn each_leg_leads_to_the_next_stop_and_the_last_one_back() {
        let tour = tour(7, 3);
        for (i, leg) in tour.legs.iter().enumerate() {
            assert!(leg.points[0].distance(tour.stops[i]) < 1e-9);
            assert!(leg.points[leg.points.len() - 1].distance(tour.stops[(i + 1) % 7]) < 1e-9);
        }
    }

    #[test]
    fn the_next_stop_is_the_nearest_of_those_that_are_left() {
        let Tour { stops, .. } = tour(9, 2);
        for (i, pair) in stops.windows(2).enumerate() {
            let left = stops[i + 1..].iter().map(|stop| stop.distance(pair[0]));
            assert_eq!(left.fold(f64::INFINITY, f64::min), pair[0].distance(pair[1]));
        }
    }

    #[test]
    fn a_tour_is_as_long_as_its_legs_and_one_stop_is_no_way() {
        let four = tour(4, 1);
        let sum: f64 =
            four.legs.iter().flat_map(|leg| leg.points.windows(2)).map(|p| p[0].distance(p[1])).sum();
        assert!(sum > 1.0 && (four.length() - sum).abs() < 1e-9);
        assert_eq!(tour(1, 1).length(), 0.0);
    }

    #[test]
    fn the_seed_alone_decides() {
        assert_eq!(tour(5, 8), tour(5, 8));
        assert_ne!(tour(5, 8).stops, tour(5, 9).stops);
    }

    #[test]
    fn a_region_that_is_one_of_many_has_all_the_stops_too() {
        let surface = drawn(8, &[(0.0, &["0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0"])]);
        assert_eq!(surface.regions.len(), 20);
        let mesh = NavMesh::new(&surface);
        let tour = Paths::new(&mesh).tour(&surface, 10, 1);
        assert_eq!(tour.stops.len(), 10);
        assert!(tour.stops.iter().all(|stop| stop.x < 10.5));
    }

    #[test]
    fn stops_without_a_way_to_them_are_left_out() {
        // The mesh lacks the east side of the ring: its stops are taken to where the mesh ends, or left out.
        let surface = drawn(4, &[(0.0, &["0000"])]);
        let mesh = NavMesh::default();
        let alone = Paths::new(&mesh).tour(&surface, 3, 1);
        assert_eq!((alone.stops.len(), alone.legs.len()), (1, 0));
    }

    #[test]
    fn the_nearest_of_equal_ones_is_the_first_and_of_none_there_is_none() {
        let points = [DVec3::X * 3.0, DVec3::X, DVec3::NEG_X, DVec3::Y * 2.0];
        let points = points.map(|position| Point { position, region: 0 });
        assert_eq!(nearest(DVec3::ZERO, &points), Some(1));
        assert_eq!(nearest(DVec3::Y, &points), Some(3));
        assert_eq!(nearest(DVec3::ZERO, &[]), None);
    }
}
