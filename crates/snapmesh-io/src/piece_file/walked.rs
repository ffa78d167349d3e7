//! What a map knows about walking, once it is read as a piece.
//!
//! A map with `--nav` has its walkable surface as a `*-navmesh`, which keeps the agent's radius from walls, drops and free
//! doorways. It is a result: what it was made of is drawn in the same file. So it is made anew, from that, together with what
//! the map is joined to. Taken for floor, it would lose the radius once more, and end before every doorway.

use super::nodes::Node;
use serde_json::Value;

/// Whether a navmesh was made from what is drawn: it tells who walks there.
pub(super) fn is_baked(node: &Node) -> bool {
    node.extras.get("agent_radius").and_then(Value::as_f64).is_some_and(|radius| radius > 0.0)
}

/// Whether a node opens: the doors of a map do, and whoever made it walked through them.
pub(super) fn opens(node: &Node) -> bool {
    node.extras.get("role").and_then(Value::as_str) == Some("door")
}

#[cfg(test)]
mod tests {
    use crate::piece_file::testing::{gltf, piece};
    use serde_json::{Value, json};
    use snapmesh_nav::Walkability;

    /// Whether each triangle of the ground is floor, of a drawn floor and one more node.
    fn ground(node: &Value) -> Vec<Walkability> {
        let ground = piece(&gltf(&json!([{ "name": "Floor", "mesh": 0 }, node]))).model.geometry();
        ground.triangles.into_iter().map(|(_, walk)| walk).collect()
    }

    #[test]
    fn a_navmesh_that_tells_who_walks_is_made_anew_from_what_is_drawn() {
        let navmesh = |extras: Value| ground(&json!({ "name": "a-navmesh", "mesh": 0, "extras": extras }));
        for baked in [json!({ "agent_radius": 0.25 }), json!({ "agent_radius": 1 })] {
            assert_eq!(navmesh(baked), [Walkability::BySlope]);
        }
        for own in [json!({}), json!({ "agent_radius": 0 }), json!({ "agent_radius": "wide" })] {
            assert_eq!(navmesh(own), [Walkability::Always]);
        }
    }

    #[test]
    fn where_nothing_is_drawn_it_is_all_there_is() {
        let alone = json!([{ "name": "a-navmesh", "mesh": 0, "extras": { "agent_radius": 0.25 } }]);
        assert_eq!(piece(&gltf(&alone)).model.geometry().triangles.len(), 1);
    }

    #[test]
    fn a_designers_navmesh_wins_over_one_that_was_made() {
        let baked = json!({ "name": "b-navmesh", "mesh": 0, "extras": { "agent_radius": 0.25 } });
        let both = json!([{ "name": "a-navmesh", "mesh": 0 }, baked, { "name": "Floor", "mesh": 0 }]);
        let ground = piece(&gltf(&both)).model.geometry();
        assert_eq!(ground.triangles.iter().map(|(_, walk)| *walk).collect::<Vec<_>>(), [Walkability::Always]);
    }

    #[test]
    fn doors_stand_in_nobodys_way() {
        assert_eq!(ground(&json!({ "name": "d0", "mesh": 0, "extras": { "role": "door" } })).len(), 1);
        assert_eq!(ground(&json!({ "name": "p1", "mesh": 0, "extras": { "role": "cap" } })).len(), 2);
    }
}
