//! The way through an opening.

use snapmesh::glam::{DVec2, DVec3};

/// The way through an opening, in metres, in the space of the piece.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    /// The middle of the opening, seen from above.
    pub(super) center: DVec2,
    /// From one side of it to the other.
    pub(super) along: DVec2,
    /// Out of the piece.
    pub(super) outward: DVec2,
    /// Half its width.
    pub(super) half: f64,
    /// How high its floor is.
    pub(super) height: f64,
}

impl Strip {
    /// A point as it lies to the opening: along it, above its floor, and out of it.
    pub(super) fn local(&self, point: DVec3) -> DVec3 {
        let flat = DVec2::new(point.x, point.z) - self.center;
        DVec3::new(flat.dot(self.along), point.y - self.height, flat.dot(self.outward))
    }

    /// A place by its ways along the opening and out of it.
    pub(super) fn place(&self, along: f64, out: f64) -> DVec2 {
        self.center + self.along * along + self.outward * out
    }
}
