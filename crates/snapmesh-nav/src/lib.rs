//! Can it be walked? From a map to its walkable surface, regions, points, metrics and paths.
//!
//! [`PieceGeometry`]s → [`Terrain`], once for a kit and an agent. Then, for each map, [`bake`](bake::bake) → [`Surface`] →
//! [`scatter`] → [`measure`], which [`validate`] does at once; and for ways through the map, [`Surface`] → [`NavMesh`] →
//! [`Paths`].
//!
//! The modules, each building on those above it:

// How much a bake may cost.
pub mod budget;
// Who walks.
pub mod agent;
// What there is to walk on and to bump into.
pub mod piece_geometry;
// Disjoint sets of numbers.
mod union_find;
// Cells with their heights.
pub mod surface;
// Its parts that hang together.
mod regions;
// The pieces of a kit, ready for who walks.
pub mod terrain;
// From triangles to a surface.
pub mod bake;
// Points scattered over a surface.
pub mod points;
// The two metrics of the paper.
pub mod metrics;
// The whole way at once.
pub mod validation;
// Everything that is known about a map.
pub mod facts;
// Seeds, one after the other, until a map is good.
pub mod search;
// The surface as triangles.
pub mod mesh;
// Ways over it.
pub mod paths;
// Surfaces that are drawn.
#[cfg(test)]
mod testing;

pub use agent::Agent;
pub use bake::bake;
pub use budget::{BakeError, Budget, Cores};
pub use facts::{METRICS, MapFacts, MapSource, Metric, WalkFacts};
pub use mesh::{NavMesh, NavTriangle};
pub use metrics::{ExactMetrics, Metrics, measure};
pub use paths::{MeshPoint, Path, Paths, Tour};
pub use piece_geometry::{PieceGeometry, Walkability};
pub use points::{Point, Sample, scatter};
pub use search::{Demand, Impossible, Search};
pub use surface::{Region, Surface};
pub use terrain::Terrain;
pub use validation::{Validation, validate};
