//! A place on a piece where what hangs together depends on how the cells of a bake lie.

use super::lie::Sample;
use snapmesh::PieceId;
use snapmesh::glam::DVec3;

/// A place on a piece where what hangs together depends on how the cells of a bake lie, as between a pillar and a wall.
#[derive(Debug, Default)]
pub(crate) struct Nook {
    /// Its middle, on the piece as it was modelled, and how far it goes from there.
    pub(crate) middle: DVec3,
    pub(crate) reach: f64,
    /// The triangles of the piece that matter there.
    pub(crate) triangles: Vec<u32>,
    /// The region that most of the floor there is of.
    pub(crate) rest: u32,
    /// The regions that lie in it whole, and may be part of the rest where cells lie differently.
    pub(crate) inside: Vec<u32>,
    /// The parts that floor is in around it, if one cannot walk from one to another elsewhere.
    pub(crate) ends: Vec<End>,
}

/// Floor that goes on from a nook.
#[derive(Debug, Default)]
pub(crate) struct End {
    /// The region that it is of.
    pub(crate) region: u32,
    /// Where it is in the nook.
    pub(crate) points: Vec<DVec3>,
}

impl Nook {
    /// Whether a point of the piece is in it, seen from above.
    pub(crate) fn has(&self, point: &DVec3) -> bool {
        (*point - self.middle).with_y(0.0).length() <= self.reach
    }
}

/// Floor in a nook that is cut off from the rest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Island {
    /// The region that it is, if that lies in the nook whole; otherwise it is cut off what is the rest elsewhere.
    pub(crate) region: Option<u32>,
    /// Square metres.
    pub(crate) area: f64,
}

/// What is seen in a nook.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seen {
    /// The islands that lie in it: those of its regions, one after the other, and before them all others.
    pub(crate) islands: Box<[Island]>,
    /// For each of its ends the first that one can walk to from there.
    pub(crate) leads_to: Box<[u32]>,
}

/// A look at a nook of a piece, in cells that lie on it in some way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Glance {
    pub(crate) piece: PieceId,
    pub(crate) nook: usize,
    pub(crate) sample: Sample,
}
