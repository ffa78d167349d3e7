//! A heading along the wall that the doorway is in: the empty was not turned, or by too much.

use super::doorway::Doorway;
use snapmesh::Problem;

/// Metres: the edge of the floor is this near to a connector that stands at it.
const EDGE: f64 = 0.35;
/// Metres into the piece, where there must be floor.
const WITHIN: f64 = 0.45;
/// Metres before and behind a connector where the edge is looked for. It runs along the heading where it is about the
/// same there.
const ALONG: [f64; 3] = [0.02, -0.31, 0.29];
const SAME: f64 = 0.12;
/// Metres of floor that a piece has behind its edge.
const ROOM: f64 = 0.9;

pub(super) fn check(doorway: &Doorway<'_>) -> Option<Problem> {
    let (side, edge) = [1.0, -1.0].into_iter().find_map(|side| Some((side, edge(doorway, side)?)))?;
    let way = if side > 0.0 { "right" } else { "left" };
    let message = format!(
        "the heading points along the edge of the floor, which is {:.2} m to the {way} of it, not out of the piece",
        // Adding zero makes 0.00 of -0.00.
        (edge * 100.0).round() / 100.0 + 0.0
    );
    let help =
        format!("turn the empty by 90 degrees to the {way}, so that its green arrow points out of the piece");
    let Doorway { piece, connector, .. } = doorway;
    Some(Problem::warning(&piece.source, message).at_node(&connector.name).help(help))
}

/// How far it is to an edge of the floor on a side of the connector, if one runs along its heading there.
fn edge(doorway: &Doorway<'_>, side: f64) -> Option<f64> {
    let out = doorway.right * side;
    let at = |along: f64| {
        let from = doorway.connector.position + doorway.heading * along - out * WITHIN;
        let cut = doorway.floor.cut(from, out);
        let edge = cut.ahead(doorway.height)? - WITHIN;
        let room = cut.behind(doorway.height)? + WITHIN;
        (edge.abs() < EDGE && room > ROOM).then_some(edge)
    };
    let [middle, before, behind] = ALONG.map(at);
    let middle = middle?;
    let same = |edge: Option<f64>| edge.is_some_and(|edge| (edge - middle).abs() < SAME);
    (same(before) && same(behind)).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DOOR, room, told};
    use snapmesh::glam::DVec3;

    #[test]
    fn a_heading_along_the_edge_is_told_with_the_way_to_turn_it() {
        for (heading, way) in [(DVec3::Z, "left"), (DVec3::NEG_Z, "right")] {
            let told = told(&[room(&[(DOOR, heading)])]);
            assert_eq!(told.len(), 1, "{told:?}");
            let want =
                format!("points along the edge of the floor, which is 0.00 m to the {way} of it, not out");
            assert!(told[0].contains(&want), "{told:?}");
            assert!(told[0].contains(&format!("by 90 degrees to the {way}")), "{told:?}");
        }
    }

    #[test]
    fn askew_is_not_along() {
        for heading in [DVec3::new(1.0, 0.0, 1.0), DVec3::new(1.0, 0.0, -0.7)] {
            assert_eq!(told(&[room(&[(DOOR, heading.normalize())])]), [] as [&str; 0]);
        }
    }

    #[test]
    fn a_doorway_in_the_corner_of_a_room_is_no_mistake() {
        let corner = DVec3::new(3.0, 0.0, 2.9);
        assert_eq!(told(&[room(&[(corner, DVec3::X)])]), [] as [&str; 0]);
    }
}
