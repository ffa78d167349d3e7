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
        let share = surface.regions.first().map_or(1.0, |region| region.share);
        let count = (stops as f64 / share * 2.0).ceil() as usize;
        let count = count.saturating_add(16);
        let points = scatter(surface, count, seed).into_iter().filter(|point| point.region == 0);
        let mut left: Vec<DVec3> = points.take(stops).map(|Point { position, .. }| position).collect();
        let mut tour = Tour { stops: vec![], legs: vec![] };
        if left.is_empty() {
            return tour;
        }
        let mut at = left.remove(0);
        let first = at;
        tour.stops.push(at);
        while let Some(next) = nearest(at, &left) {
            let stop = left.swap_remove(next);
            if let Some(leg) = self.path(at, stop) {
                tour.stops.push(stop);
                tour.legs.push(leg);
                at = stop;
            }
        }
        tour.legs.extend(self.path(at, first));
        tour
    }
}

fn nearest(from: DVec3, points: &[DVec3]) -> Option<usize> {
    let distance = |&i: &usize| from.distance_squared(points[i]);
    (0..points.len()).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}
