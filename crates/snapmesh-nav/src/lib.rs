//! Can it be walked? From a map to its walkable surface, regions, points, metrics and paths.
//!
//! ```text
//! PieceGeometry + Agent -> Terrain (prepared once, shared)
//! Terrain + Map -> bake -> Surface: tiles of cells with heights, in regions
//!                            |-> scatter -> points -> measure -> Metrics      (all of it at once: validate)
//!                            \-> NavMesh: triangles that share edges -> Paths
//! Recipe + Terrain + seeds -> Search: the first map, or the best, that meets every Demand
//! ```
//!
//! A [`Surface`] is what everything else is asked of. It is a grid of columns seen from above; a column holds a span for
//! each floor in it, and spans that an agent can step between are of one [`Region`]:
//!
//! ```text
//!      upper floor   ====span====                 region 1
//!                        ...                      (no step leads up)
//!      lower floor   ====span========span====     region 0, the largest
//!      columns        |    |    |    |    |
//! ```
//!
//! With the feature `parallel`, which is there by default, work is done on all cores; without it, on one, with the same
//! results. Rust 1.95 is the version it is tested with, and the oldest that is promised.
//!
//! The modules, each building on those above it:

// How much a bake may cost.
mod budget;
// What it costs while it runs.
mod meter;
// All cores, or one.
#[doc(hidden)]
pub mod parallel;
// Who walks.
mod agent;
// What there is to walk on and to bump into.
mod piece_geometry;
// Disjoint sets of numbers.
mod union_find;
// Cells with their heights.
pub mod surface;
// Its parts that hang together.
mod regions;
// What is known about pieces, and about two beside each other.
mod walked;
// The pieces of a kit, ready for who walks.
mod terrain;
// Which regions a doorway leads to.
mod doorways;
// From triangles to a surface.
pub mod bake;
// A piece by itself: doorways, and what it takes up.
pub mod survey;
// Points scattered over a surface.
mod points;
// The two metrics of the paper.
mod metrics;
// The verdict on a map, from what is known about its pieces.
mod compose;
// The whole way at once.
mod validation;
// Why a part of it is cut off.
mod cut_off;
// What many walks share.
mod walk_memory;
// Everything that is known about a map.
mod facts;
// Seeds, one after the other, until a map is good.
pub mod search;
// The surface as triangles.
mod mesh;
// Ways over it.
mod paths;
// Surfaces that are drawn.
#[cfg(test)]
mod testing;

pub use agent::Agent;
pub use bake::bake;
pub use budget::{BakeError, Budget, Cores};
pub use compose::{Unknown, compose};
pub use cut_off::{CutOff, Obstacle, why_cut_off};
pub use facts::{METRICS, MapFacts, MapSource, Metric, Verdict};
pub use mesh::{NavMesh, NavTriangle};
pub use metrics::{ExactMetrics, Metrics, WalkFacts, measure};
pub use paths::{MeshPoint, Path, Paths, Tour};
pub use piece_geometry::{PieceGeometry, Walkability};
pub use points::{Point, Sample, scatter};
pub use search::{Demand, Impossible, Search};
pub use surface::{Region, Surface};
pub use terrain::Terrain;
pub use validation::{Validation, validate};
pub use walk_memory::WalkMemory;
