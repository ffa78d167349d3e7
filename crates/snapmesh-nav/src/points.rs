//! Points scattered over the walkable surface.

use crate::surface::Surface;
use snapmesh::glam::DVec3;
use snapmesh::{Rng, RngKind};

/// A point on the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is, in metres.
    pub position: DVec3,
    /// The region it lies in; 0 is the largest.
    pub region: u32,
}

/// Steps that a share is divided into.
const STEPS: usize = 1 << 31;

/// Scatters points over a surface, uniformly by its area seen from above. There are none without a surface.
///
/// Each of the `count` points has a share of the area to itself, as large as that of any other, and a random place in
/// it. So every place is as likely as every other, and no part of the map is left out by chance: the metrics of fifty
/// points are as near to their limits as those of hundreds thrown independently.
pub fn scatter(surface: &Surface, count: usize, seed: i64) -> Vec<Point> {
    let cells = surface.cells();
    if cells == 0 {
        return vec![];
    }
    let mut rng = Rng::new(RngKind::ChaCha8, seed);
    let share = |rng: &mut Rng| (rng.below(STEPS) as f64 + 0.5) / STEPS as f64;
    let mut points: Vec<Point> = (0..count)
        .map(|index| {
            let place = (index * STEPS + rng.below(STEPS)) as u128 * cells as u128;
            let (tile, span) = surface.span((place / (count * STEPS) as u128) as usize);
            let (across, along) = (share(&mut rng), share(&mut rng));
            Point { position: surface.point_in(tile, span, across, along), region: span.region }
        })
        .collect();
    shuffle(&mut points, &mut rng);
    points
}

/// Puts points in any order, so that the first few are as good as any.
fn shuffle(points: &mut [Point], rng: &mut Rng) {
    for last in (1..points.len()).rev() {
        points.swap(last, rng.below(last + 1));
    }
}
