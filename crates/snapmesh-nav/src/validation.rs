//! The whole way at once: from a map to its metrics.

use crate::bake::bake_metered;
use crate::budget::{BakeError, Budget, bytes_of};
use crate::meter::{Halt, Meter, Pool};
use crate::metrics::{Metrics, WalkFacts, measure};
use crate::points::{Point, Sample, scatter_in_time};
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

impl From<&Validation> for WalkFacts {
    fn from(validation: &Validation) -> Self {
        let metrics = validation.metrics;
        let (exact, regions) = (metrics.exact, metrics.regions);
        Self { exact, regions, area: validation.surface.area(), sampled: Some(metrics) }
    }
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
    let pool = Pool::of(budget);
    let meter = Meter::start(budget, &pool);
    validate_metered(terrain, map, sample, &meter).map_err(|halt| meter.refusal(halt))
}

/// The same where somebody else counts what it costs.
pub(crate) fn validate_metered(
    terrain: &Terrain,
    map: &Map,
    sample: Sample,
    meter: &Meter<'_>,
) -> Result<Validation, Halt> {
    let bytes = bytes_of::<Point>(sample.points);
    meter.budget().allows(bytes)?;
    let surface = bake_metered(terrain, map, meter)?;
    // Beside the points, measuring them has a number for each region.
    let counts = bytes_of::<u64>(surface.regions.len());
    meter.lease().cover(bytes.saturating_add(counts))?;
    let points = scatter_in_time(&surface, sample.points, sample.seed, meter.clock())?;
    let metrics = measure(&surface.regions, &points);
    Ok(Validation { surface, points, metrics })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bake::bake;
    use crate::points::scatter;
    use crate::testing::{AGENT, floors, map_of};
    use snapmesh::glam::DVec3;

    /// Two floors of six metres, ten metres apart.
    fn islands() -> (Terrain, Map) {
        let terrain = Terrain::new(&[floors(&[([0.0, 6.0], [0.0, 6.0], 0.0)])], AGENT).unwrap();
        (terrain, map_of(&[(0, DVec3::ZERO), (0, DVec3::X * 16.0)]))
    }

    #[test]
    fn a_validation_is_its_stages_one_after_the_other() {
        let (terrain, map) = islands();
        let sample = Sample { points: 30, seed: 4 };
        let validation = validate(&terrain, &map, sample, &Budget::default()).unwrap();
        let surface = bake(&terrain, &map, &Budget::default()).unwrap();
        assert_eq!(validation.surface.tiles, surface.tiles);
        assert_eq!(validation.points, scatter(&surface, 30, 4));
        assert_eq!(validation.metrics, measure(&surface.regions, &validation.points));
        assert_eq!((validation.metrics.regions, validation.metrics.exact.connectivity), (2, 0.5));
    }

    #[test]
    fn more_points_than_the_budget_holds_are_refused_before_the_bake() {
        let (terrain, map) = islands();
        let budget = Budget { memory: 2 << 20, ..Budget::default() };
        let with =
            |points| validate(&terrain, &map, Sample { points, seed: 1 }, &budget).map(|v| v.points.len());
        let most = (2 << 20) / size_of::<Point>();
        assert_eq!(with(most / 2), Ok(most / 2));
        assert_eq!(with(2 * most), Err(BakeError::TooLarge { need: 4, may: 2 }));
        // What the surface takes is missing for points.
        assert_eq!(with(most), Err(BakeError::TooLarge { need: 3, may: 2 }));
    }
}
