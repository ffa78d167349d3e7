//! Points scattered over the walkable surface.

use crate::surface::Surface;
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Rng, RngKind};

/// A point on the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is, in metres.
    pub position: DVec3,
    /// The region it lies in; 0 is the largest.
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
    let step = |rng: &mut Rng| rng.range(0, STEPS);
    let share = |rng: &mut Rng| (step(rng) as f64 + 0.5) / STEPS as f64;
    let mut points: Vec<Point> = (0..count)
        .map(|index| {
            let place = cell_of(index, count, step(&mut rng), cells);
            let (tile, span) = surface.span(place);
            let (across, along) = (share(&mut rng), share(&mut rng));
            Point { position: surface.point_in(tile, span, across, along), region: span.region }
        })
        .collect();
    shuffle(&mut points, &mut rng);
    points
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

    #[test]
    fn the_last_of_many_points_is_in_the_last_of_many_cells() {
        let (points, cells) = (u32::MAX as usize, u32::MAX as usize);
        assert_eq!(cell_of(0, points, 0, cells), 0);
        assert_eq!(cell_of(points - 1, points, STEPS - 1, cells), cells - 1);
        assert_eq!(cell_of(1, 2, 0, 10), 5);
    }
}
