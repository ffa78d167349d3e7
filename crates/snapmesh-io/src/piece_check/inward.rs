//! A heading into the room, where the boxes end before the connector and cannot tell.

use super::doorway::{Doorway, LIP};
use snapmesh::Problem;

/// Metres: a floor that ends this soon behind a connector has its edge there.
const EDGE: f64 = 0.6;

pub(super) fn check(doorway: &Doorway<'_>) -> Option<Problem> {
    let Doorway { piece, connector, ahead, behind, .. } = doorway;
    (*ahead > LIP && *behind < EDGE && behind * 2.0 < *ahead).then(|| {
        let message =
            format!("the heading points into the piece: its floor goes on for {ahead:.2} m that way");
        Problem::warning(&piece.source, message)
            .at_node(&connector.name)
            .help("turn the empty so that its green arrow (local -Z in glTF) points out of the piece")
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DOOR, room, told};
    use snapmesh::glam::DVec3;

    #[test]
    fn a_heading_into_the_room_is_told_although_the_box_ends_before_it() {
        let told = told(&[room(&[(DOOR, DVec3::NEG_X)])]);
        assert_eq!(told.len(), 1, "{told:?}");
        assert!(
            told[0].contains("the heading points into the piece: its floor goes on for 6.00 m"),
            "{told:?}"
        );
    }

    #[test]
    fn what_the_boxes_tell_is_not_told_again() {
        let mut room = room(&[(DOOR, DVec3::NEG_X)]);
        room.0.boxes[0].half += 0.2;
        assert_eq!(told(&[room]), [] as [&str; 0]);
    }
}
