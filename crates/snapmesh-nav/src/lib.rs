//! Can it be walked? From a map to its walkable surface, regions, points, metrics and paths.
//!
//! The modules, each building on those above it:

// What there is to walk on and to bump into.
pub mod ground;
// Points scattered over the walkable surface.
pub mod points;
// The walkable surface as triangles.
pub mod mesh;

pub use ground::{Ground, Walk};
pub use mesh::{NavMesh, NavTriangle};
pub use points::Point;
