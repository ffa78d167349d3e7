//! How a piece is snapped to another: connector to connector, face to face.

use crate::piece::Connector;
use crate::pose::{FACING_TOLERANCE, Pose, Turn};
use glam::DVec3;

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

/// How far two connectors are from being joined as they should be: metres, and degrees. Of vertical ones the up axes count,
/// too, as those decide how pieces are turned.
pub fn miss(from: (&Pose, &Connector), to: (&Pose, &Connector), distance: f64) -> (f64, f64) {
    let [(from, theirs), (to, ours)] = [from, to];
    let heading = from.direction(theirs.heading);
    let meeting = from.point(theirs.position) + heading * distance;
    let mut turn = degrees_between(heading, -to.direction(ours.heading));
    if is_vertical(heading) {
        turn = turn.max(degrees_between(from.direction(theirs.up), to.direction(ours.up)));
    }
    (meeting.distance(to.point(ours.position)), turn)
}

fn degrees_between(a: DVec3, b: DVec3) -> f64 {
    libm::atan2(a.cross(b).length(), a.dot(b)) * (180.0 / std::f64::consts::PI)
}

/// Whether a heading leaves the turn of a piece open.
pub(crate) fn is_vertical(heading: DVec3) -> bool {
    heading.x * heading.x + heading.z * heading.z < FACING_TOLERANCE * FACING_TOLERANCE
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn a_guide_that_is_turned_and_moved_takes_its_piece_along() {
        let theirs = Connector::new(DVec3::new(2.0, 1.0, 0.0), DVec3::X);
        let ours = Connector::new(DVec3::new(0.0, 0.5, 3.0), DVec3::Z);
        let turn = Turn::between(DVec3::X, DVec3::Z).unwrap();
        let guide = Pose { position: DVec3::new(10.0, 20.0, 30.0), turn };
        let pose = snap(&guide, &theirs, &ours, 0.25);
        assert_eq!(pose.point(ours.position), DVec3::new(10.0, 21.0, 32.25));
        assert_eq!(pose.direction(ours.heading), DVec3::NEG_Z);
    }

    #[test]
    fn headings_a_hair_off_the_vertical_go_by_their_up_axes_too() {
        let nearly = DVec3::new(5e-4, 1.0, 0.0);
        let theirs = Connector { up: DVec3::X, ..Connector::new(DVec3::ZERO, nearly) };
        let ours = Connector { up: DVec3::NEG_Z, ..Connector::new(DVec3::ZERO, DVec3::NEG_Y) };
        assert_eq!(snap(&Pose::ORIGIN, &theirs, &ours, 0.0).direction(ours.up), DVec3::X);
        assert!(is_vertical(nearly) && !is_vertical(DVec3::new(2e-3, 1.0, 0.0)));
    }

    #[test]
    fn up_axes_that_are_vertical_themselves_leave_the_piece_unturned() {
        let theirs = Connector { up: DVec3::Y, ..Connector::new(DVec3::Y, DVec3::Y) };
        let ours = Connector { up: DVec3::Y, ..Connector::new(DVec3::X, DVec3::NEG_Y) };
        let pose = snap(&Pose::ORIGIN, &theirs, &ours, 0.0);
        assert_eq!(pose, Pose { position: DVec3::new(-1.0, 1.0, 0.0), turn: Turn::NONE });
    }
}
