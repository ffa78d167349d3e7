//! Which materials can be walked on.

use super::document::Document;
use super::extras::flag;
use serde_json::Value;
use snapmesh::{Problem, Problems};
use snapmesh_nav::Walkability;

/// Materials whose names begin with this, in any case, are no floor.
const NO_FLOOR: &str = "nowalk";

/// Whether each material of a file is floor.
pub(super) fn of_materials(document: &Document, source: &str, problems: &mut Problems) -> Vec<Walkability> {
    let materials = document.json["materials"].as_array();
    materials.into_iter().flatten().map(|material| of_material(material, source, problems)).collect()
}

/// Its property `walkable` decides, else its name, else its slope.
fn of_material(material: &Value, source: &str, problems: &mut Problems) -> Walkability {
    let name = material["name"].as_str().unwrap_or_default().trim();
    let by_name =
        if name.to_lowercase().starts_with(NO_FLOOR) { Walkability::Never } else { Walkability::BySlope };
    let Some(value) = material["extras"].get("walkable") else { return by_name };
    match flag(value) {
        Some(true) => Walkability::Always,
        Some(false) => Walkability::Never,
        None => {
            // Names may come with anything in them; see `RawFile::name_of`.
            let name = name.replace(char::is_control, "\u{fffd}");
            let message = format!(
                "`walkable` of the material \"{name}\" must be true or false, found {value}; it is left aside"
            );
            problems.push(Problem::warning(source, message));
            by_name
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, piece};
    use serde_json::json;

    fn read(material: &Value) -> (Walkability, Vec<String>) {
        let mut told = Problems::NONE;
        let walk = of_material(material, "P.glb", &mut told);
        (walk, told.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn the_property_wins_over_the_name_and_the_name_over_the_slope() {
        assert_eq!(read(&json!({})), (Walkability::BySlope, vec![]));
        assert_eq!(read(&json!({ "name": "moss" })), (Walkability::BySlope, vec![]));
        assert_eq!(read(&json!({ "name": "NoWalk.roof" })), (Walkability::Never, vec![]));
        assert_eq!(
            read(&json!({ "name": "nowalk", "extras": { "walkable": true } })),
            (Walkability::Always, vec![])
        );
        assert_eq!(
            read(&json!({ "name": "moss", "extras": { "walkable": 0 } })),
            (Walkability::Never, vec![])
        );
        assert_eq!(read(&json!({ "extras": { "walkable": "true" } })), (Walkability::Always, vec![]));
        assert_eq!(read(&json!({ "extras": "a text" })), (Walkability::BySlope, vec![]));
    }

    #[test]
    fn a_value_that_makes_no_sense_is_told_with_its_material() {
        let (walk, told) = read(&json!({ "name": "nowalk_lava", "extras": { "walkable": "hot" } }));
        assert_eq!(walk, Walkability::Never, "the name still counts");
        let words = "`walkable` of the material \"nowalk_lava\" must be true or false, found \"hot\"";
        assert!(told.len() == 1 && told[0].starts_with(words), "{told:?}");
    }

    #[test]
    fn materials_are_told_apart_by_their_order_in_the_file() {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        json["materials"] = json!([{ "name": "a" }, { "name": "nowalk" }, { "extras": { "walkable": 1 } }]);
        let document = piece(&json).document;
        let walks = of_materials(&document, "P.glb", &mut Problems::default());
        assert_eq!(walks, [Walkability::BySlope, Walkability::Never, Walkability::Always]);
        let none = piece(&gltf(&json!([]))).document;
        assert!(of_materials(&none, "P.glb", &mut Problems::default()).is_empty());
    }
}
