//! Two pieces, and where the second is as seen from the first.

use snapmesh::glam::DVec3;
use snapmesh::{PieceId, Placed, Pose, Turn};

/// Parts of a metre, and of the way from the middle of a circle to its rim, that places and turns are rounded to: less than
/// any step or gap that matters, and more than what adds up over the joints of a map.
const PARTS: f64 = 16_384.0;
pub(super) const TURN_PARTS: f64 = 1_048_576.0;

/// How closely two pieces are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Look {
    /// They are joined.
    Joined,
    /// They are not, and one might walk from one to the other all the same.
    Apart,
    /// They are not, and one can walk from one to the other by other ways: they matter to each other only where one stands on
    /// or over the floor of the other.
    Together,
}

/// Two pieces, and where the second is as seen from the first: rounded, so that it is the same wherever the two stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Couple {
    pub(crate) pieces: [PieceId; 2],
    /// How closely they are looked at.
    pub(crate) look: Look,
    offset: [i64; 3],
    heading: [i32; 2],
}

impl Couple {
    pub(crate) fn new([a, b]: [&Placed; 2], look: Look) -> Self {
        let back = a.pose.turn.back();
        let offset = back.apply(b.pose.position - a.pose.position) * PARTS;
        let heading = back.then(b.pose.turn).apply(DVec3::X) * TURN_PARTS;
        Self {
            pieces: [a.piece, b.piece],
            look,
            offset: offset.to_array().map(|part| part.round() as i64),
            heading: [heading.x, heading.z].map(|part| part.round() as i32),
        }
    }

    /// Where the second piece stands if the first stands as it was modelled. What is found out there does not depend on who
    /// came first to ask.
    pub(crate) fn pose(&self) -> Pose {
        let [x, y, z] = self.offset.map(|part| part as f64 / PARTS);
        let [east, south] = self.heading.map(f64::from);
        let turn = Turn::between(DVec3::X, DVec3::new(east, 0.0, south)).unwrap_or(Turn::NONE);
        Pose { position: DVec3::new(x, y, z), turn }
    }
}
