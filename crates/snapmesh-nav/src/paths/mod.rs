//! Ways over the walkable surface.

// The nearest triangle.
mod locate;
// A line through triangles.
mod funnel;
// From place to place.
mod find;
// From stop to stop.
mod tour;

pub use find::{MeshPoint, Path, Paths};
pub use tour::Tour;
