//! A map: which pieces stand where, and how they are joined.

use crate::boxes::{Bounds, OrientedBox};
use crate::kit::ValidKit;
use crate::piece::Connector;
use crate::pose::{FACING_TOLERANCE, Pose, Turn};

/// A finished map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The placed pieces, in placement order.
    pub pieces: Vec<Placed>,
    /// The keyword of why growth ended.
    pub stop: String,
}

/// A copy of a piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which piece of the kit's library.
    pub piece: usize,
    /// Where it stands.
    pub pose: Pose,
    /// How it came there; none for the starting piece.
    pub joint: Option<Joint>,
}

/// Two connectors that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The placed piece it was joined to.
    pub guide: usize,
    /// Connector of the guide, in canonical order.
    pub guide_connector: usize,
    /// Connector of the piece itself, in canonical order.
    pub connector: usize,
}

impl Placed {
    /// Its boxes, in the space of the map.
    pub fn boxes<'a>(&self, kit: &'a ValidKit) -> impl Iterator<Item = OrientedBox> + use<'a> {
        let pose = self.pose;
        kit.library()[self.piece].boxes.iter().map(move |shape| shape.placed(&pose))
    }

    /// Around its boxes and connectors, in the space of the map.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        let boxes = self.boxes(kit).fold(Bounds::EMPTY, |all, shape| all.join(shape.bounds()));
        let connectors = &kit.library()[self.piece].connectors;
        boxes.join(Bounds::around(connectors.iter().map(|connector| self.pose.point(connector.position))))
    }
}

impl Map {
    /// Around all pieces.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        self.pieces.iter().fold(Bounds::EMPTY, |all, placed| all.join(placed.bounds(kit)))
    }

    /// For every placed piece, which of its connectors are joined.
    pub fn used_connectors(&self, kit: &ValidKit) -> Vec<Vec<bool>> {
        let connectors = |placed: &Placed| kit.library()[placed.piece].connectors.len();
        let mut used: Vec<_> = self.pieces.iter().map(|placed| vec![false; connectors(placed)]).collect();
        for (index, joint) in self.joints() {
            used[index][joint.connector] = true;
            used[joint.guide][joint.guide_connector] = true;
        }
        used
    }

    /// Every joint, with the index of the piece that was placed by it.
    pub fn joints(&self) -> impl Iterator<Item = (usize, Joint)> {
        self.pieces.iter().enumerate().filter_map(|(index, placed)| Some((index, placed.joint?)))
    }
}

/// The pose in which a piece's connector faces the guide's, `distance` metres away from it.
///
/// Headings that are vertical leave the turn open: then the up axes are made to agree.
pub fn snap(guide: &Pose, theirs: &Connector, ours: &Connector, distance: f64) -> Pose {
    let heading = guide.direction(theirs.heading);
    let turn = if is_vertical(heading) || is_vertical(ours.heading) {
        Turn::between(ours.up, guide.direction(theirs.up))
    } else {
        Turn::between(ours.heading, -heading)
    };
    let turn = turn.unwrap_or(Turn::NONE);
    let meeting = guide.point(theirs.position) + heading * distance;
    Pose { position: meeting - turn.apply(ours.position), turn }
}

fn is_vertical(heading: glam::DVec3) -> bool {
    heading.x * heading.x + heading.z * heading.z < FACING_TOLERANCE * FACING_TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn joined_connectors_face_each_other_at_the_distance() {
        let theirs = Connector::new(DVec3::new(2.0, 1.0, 0.0), DVec3::X);
        let ours = Connector::new(DVec3::new(0.0, 0.0, -3.0), DVec3::NEG_Z);
        let pose = snap(&Pose::ORIGIN, &theirs, &ours, 0.5);
        assert_eq!(pose.direction(ours.heading), DVec3::NEG_X);
        assert_eq!(pose.point(ours.position), DVec3::new(2.5, 1.0, 0.0));
    }

    #[test]
    fn in_a_shaft_the_up_axes_decide_the_turn() {
        let theirs = Connector { up: DVec3::X, ..Connector::new(DVec3::new(0.0, 3.0, 0.0), DVec3::Y) };
        let ours = Connector { up: DVec3::Z, ..Connector::new(DVec3::ZERO, DVec3::NEG_Y) };
        let pose = snap(&Pose::ORIGIN, &theirs, &ours, 0.0);
        assert_eq!(pose.direction(ours.up), DVec3::X);
        assert_eq!(pose.position, DVec3::new(0.0, 3.0, 0.0));
    }
}
