//! A connector that stands in the room instead of at its edge: the next piece would begin there.

use super::doorway::{Doorway, LIP};
use snapmesh::Problem;

pub(super) fn check(doorway: &Doorway<'_>) -> Option<Problem> {
    let Doorway { piece, connector, ahead, .. } = doorway;
    (*ahead > LIP).then(|| {
        let message =
            format!("stands inside the piece: its floor goes on for {ahead:.2} m along the heading");
        Problem::warning(&piece.source, message)
            .at_node(&connector.name)
            .help("move it along its green arrow to the edge of the floor, where the next piece begins")
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{room, told};
    use snapmesh::glam::DVec3;

    #[test]
    fn how_far_it_is_to_the_edge_is_told() {
        let told = told(&[room(&[(DVec3::X * 1.8, DVec3::X), (DVec3::ZERO, DVec3::Z)])]);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("stands inside the piece: its floor goes on for 1.20 m along"), "{told:?}");
        assert!(told[1].contains("for 3.00 m along"), "the middle of a room is inside: {told:?}");
    }

    #[test]
    fn a_sill_before_the_doorway_and_a_place_before_the_floor_are_no_mistakes() {
        for x in [2.55, 2.9, 3.0, 3.2, 3.6] {
            assert_eq!(told(&[room(&[(DVec3::X * x, DVec3::X)])]), [] as [&str; 0], "{x}");
        }
    }
}
