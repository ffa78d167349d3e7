//! The whole way at once: from a map to its metrics.

use crate::agent::Agent;
use crate::bake::bake;
use crate::budget::{BakeError, Budget};
use crate::ground::Ground;
use crate::metrics::{Metrics, measure};
use crate::points::{Point, scatter};
use crate::surface::Surface;
use snapmesh::Map;
use snapmesh::settings::Navigation;

/// What was found out about a map.
#[derive(Clone, Debug)]
pub struct Validation {
    /// Where the agent can stand.
    pub surface: Surface,
    /// The points that were scattered.
    pub points: Vec<Point>,
    /// What they tell.
    pub metrics: Metrics,
}

/// Validates a map under the settings of its kit. `grounds` are the pieces of the library, in its order.
pub fn validate(
    grounds: &[Ground],
    map: &Map,
    settings: &Navigation,
    budget: &Budget,
) -> Result<Validation, BakeError> {
    let count = settings.points as usize;
    budget.allows(count.saturating_mul(size_of::<Point>()))?;
    let surface = bake(grounds, map, &Agent::from(settings), budget)?;
    let points = scatter(&surface, count, settings.seed);
    let metrics = measure(&surface.regions, &points);
    Ok(Validation { surface, points, metrics })
}
