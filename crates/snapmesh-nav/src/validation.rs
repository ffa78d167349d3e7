//! The whole way at once: from a map to its metrics.

use crate::bake::bake;
use crate::budget::{BakeError, Budget, bytes_of};
use crate::metrics::{Metrics, measure};
use crate::points::{Point, Sample, scatter};
use crate::surface::Surface;
use crate::terrain::Terrain;
use snapmesh::Map;

/// What was found out about a map.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Validation {
    /// Where the agent can stand.
    pub surface: Surface,
    /// The points that were scattered.
    pub points: Vec<Point>,
    /// What they tell.
    pub metrics: Metrics,
}

/// Validates a map: bakes its surface and scatters points over it. The terrain is that of its kit.
///
/// ```
#[doc = include_str!("example.txt")]
/// let sample = Sample { points: 50, seed: 1 };
/// let validation = validate(&terrain, &map, sample, &Budget::default())?;
/// // Rooms in a row: one region, and every point can be reached from every other.
/// assert_eq!(validation.surface.regions.len(), 1);
/// assert_eq!(validation.metrics.connectivity, 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn validate(
    terrain: &Terrain,
    map: &Map,
    sample: Sample,
    budget: &Budget,
) -> Result<Validation, BakeError> {
    budget.allows(bytes_of::<Point>(sample.points))?;
    let surface = bake(terrain, map, budget)?;
    let points = scatter(&surface, sample.points, sample.seed);
    let metrics = measure(&surface.regions, &points);
    Ok(Validation { surface, points, metrics })
}
