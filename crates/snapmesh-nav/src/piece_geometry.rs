//! What there is to walk on and to bump into: the triangles of the pieces.

use snapmesh::glam::DVec3;

/// Whether a triangle is floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Walkability {
    /// Its designer said that nobody walks here.
    Never,
    /// It is floor if it is not too steep.
    BySlope,
    /// Its designer said that it is floor, however steep.
    Always,
}

/// The triangles of one piece, in its own space.
#[derive(Clone, Debug, Default)]
pub struct PieceGeometry {
    /// Corners, in metres.
    pub positions: Vec<DVec3>,
    /// Three corners each, counterclockwise seen from outside, and whether they are floor.
    pub triangles: Vec<([u32; 3], Walkability)>,
}
