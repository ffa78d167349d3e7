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

/// Steps that a cell is divided into on each side.
const STEPS: usize = 1 << 16;

/// Scatters points over a surface, uniformly by its area seen from above. There are none without a surface.
pub fn scatter(surface: &Surface, count: usize, seed: i64) -> Vec<Point> {
    let cells = surface.cells();
    if cells == 0 {
        return vec![];
    }
    let mut rng = Rng::new(RngKind::ChaCha8, seed);
    let share = |rng: &mut Rng| (rng.below(STEPS) as f64 + 0.5) / STEPS as f64;
    (0..count)
        .map(|_| {
            let (tile, span) = surface.span(rng.below(cells));
            let (across, along) = (share(&mut rng), share(&mut rng));
            Point { position: surface.point_in(tile, span, across, along), region: span.region }
        })
        .collect()
}
