//! Points scattered over the walkable surface.

use snapmesh::glam::DVec3;

/// A point on the walkable surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is, in metres.
    pub position: DVec3,
    /// The region it lies in; 0 is the largest.
    pub region: u32,
}
