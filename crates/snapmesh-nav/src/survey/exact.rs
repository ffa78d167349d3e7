//! Openings as the mesh has them: cells find a doorway, its edges say where it is.

use super::cells::Survey;
use super::sides::Side;
use super::strip::Strip;
use snapmesh::glam::{DVec2, DVec3};

/// A place where one could walk into a piece.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Opening {
    /// The middle of the floor's edge, in metres, in the space of the piece.
    pub at: DVec3,
    /// Unit vector out of the piece, level.
    pub heading: DVec3,
    /// Metres from one side to the other.
    pub width: f64,
    /// Metres from the floor to what is above it; infinite under the open sky.
    pub headroom: f64,
    /// Whether something stands on both sides of it.
    pub framed: bool,
    /// How uneven its floor is, in metres.
    pub bumps: f64,
}

impl Survey {
    /// The opening that a side is, as exactly as the mesh tells.
    pub(super) fn exact(&self, side: &Side, height: f32, framed: bool) -> Opening {
        let middle = self.grid.point(DVec3::new(side.middle.x, f64::from(height), side.middle.y));
        let mut strip = Strip {
            center: DVec2::new(middle.x, middle.z),
            along: side.along,
            outward: side.outward,
            half: side.half * self.grid.cell,
            height: middle.y,
        };
        let line = self.floor_edge(&strip);
        if let Some(line) = line {
            strip.center = strip.place(0.0, line.offset);
            strip.along = line.along;
            let across = line.along.perp();
            strip.outward = if across.dot(side.outward) < 0.0 { -across } else { across };
        }
        strip.center = strip.place(0.0, self.overhang(&strip));
        let (low, high) = match (framed, line) {
            (false, Some(line)) => (line.low, line.high),
            (false, None) => (-strip.half, strip.half),
            (true, _) => self.jambs(&strip),
        };
        strip.center = strip.place(f64::midpoint(low, high), 0.0);
        strip.half = (high - low) / 2.0;
        let floor = self.floor_of(&strip, line.as_ref());
        if framed {
            strip.center = strip.place(0.0, self.wall_beyond(&strip));
        }
        Opening {
            at: DVec3::new(strip.center.x, floor.height, strip.center.y),
            heading: DVec3::new(strip.outward.x, 0.0, strip.outward.y),
            width: high - low,
            headroom: floor.ceiling - strip.height,
            framed,
            bumps: floor.bumps(),
        }
    }
}
