//! A connector above the floor of its doorway: the next piece would begin with a step.
//!
//! Some kits have all their connectors half way up their doors, which is as good; so only what differs is told.

use super::doorway::Doorway;
use snapmesh::Problem;

/// Metres above what is usual in the kit.
const HIGH: f64 = 0.3;

pub(super) fn check(doorway: &Doorway<'_>, usual: f64) -> Option<Problem> {
    let (piece, connector, drop) = (doorway.piece, doorway.connector, doorway.drop());
    (drop > usual + HIGH).then(|| {
        let others = if usual.abs() < HIGH {
            "and most others stand on theirs".into()
        } else {
            format!("and most others {usual:.2} m above theirs")
        };
        let message = format!("floats {drop:.2} m above the floor of its doorway, {others}");
        // Adding zero makes 0.00 of -0.00.
        let height = ((doorway.height + usual) * 100.0).round() / 100.0 + 0.0;
        let help = format!("set its height (Blender's z, glTF's y) to {height:.2} m");
        Problem::warning(&piece.source, message).at_node(&connector.name).help(help)
    })
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DOOR, room, told};
    use snapmesh::glam::DVec3;

    #[test]
    fn a_connector_above_its_floor_is_told_with_the_height_it_should_have() {
        let doors = [(DOOR, DVec3::X), (DVec3::new(-3.0, 0.8, 0.0), DVec3::NEG_X)];
        let told = told(&[room(&doors)]);
        assert_eq!(told.len(), 1, "{told:?}");
        let want = "floats 0.80 m above the floor of its doorway, and most others stand on theirs\n  \
                    help: set its height (Blender's z, glTF's y) to 0.00 m";
        assert!(told[0].contains(want), "{told:?}");
    }

    #[test]
    fn a_kit_with_all_its_connectors_half_way_up_has_its_own_measure() {
        let up = |y: f64| [(DOOR + DVec3::Y * y, DVec3::X), (DVec3::new(-3.0, y, 0.0), DVec3::NEG_X)];
        assert_eq!(told(&[room(&up(1.0)), room(&up(1.0))]), [] as [&str; 0]);
        let told = told(&[room(&up(0.6)), room(&up(0.6)), room(&up(1.4))]);
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told[0].contains("floats 1.40 m above the floor of its doorway, and most others 0.60 m"));
        assert!(told[0].ends_with("to 0.60 m"), "{told:?}");
    }
}
