//! Where a piece can be walked: what its materials say, and what its navmesh says over them.

use super::document::Document;
use super::extras::flag;
use super::model::{Model, Part};
use serde_json::Value;
use snapmesh::Problem;
use snapmesh::glam::DVec3;
use snapmesh_nav::{Ground, Walk};

/// Materials whose names begin with this, in any case, are no floor.
const NO_FLOOR: &str = "nowalk";

/// Whether each material of a file is floor.
pub(super) fn of_materials(document: &Document, source: &str, problems: &mut Vec<Problem>) -> Vec<Walk> {
    let materials = document.json["materials"].as_array();
    materials.into_iter().flatten().map(|material| of_material(material, source, problems)).collect()
}

/// Its property `walkable` decides, else its name, else its slope.
fn of_material(material: &Value, source: &str, problems: &mut Vec<Problem>) -> Walk {
    let name = material["name"].as_str().unwrap_or_default().trim();
    let by_name = if name.to_lowercase().starts_with(NO_FLOOR) { Walk::Never } else { Walk::BySlope };
    let Some(value) = material["extras"].get("walkable") else { return by_name };
    match flag(value) {
        Some(true) => Walk::Always,
        Some(false) => Walk::Never,
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

/// The ground of a piece: its navmesh alone, if it has one, else all that is drawn.
pub(super) fn ground(model: &Model) -> Ground {
    let mut ground = Ground::default();
    let parts = if model.navmesh.is_empty() { &model.parts } else { &model.navmesh };
    for part in parts {
        let base = ground.positions.len() as u32;
        ground.positions.extend(&part.positions);
        ground.triangles.extend(part.triangles.iter().map(|triangle| {
            let (triangle, walk) = if model.navmesh.is_empty() {
                (*triangle, part.walk)
            } else {
                (upward(part, *triangle), Walk::Always)
            };
            (triangle.map(|corner| base + corner), walk)
        }));
    }
    ground
}

/// A navmesh is not looked at, so its maker may not see that it faces down.
fn upward(part: &Part, [a, b, c]: [u32; 3]) -> [u32; 3] {
    let [p, q, r]: [DVec3; 3] = [a, b, c].map(|corner| part.positions[corner as usize]);
    if (q - p).cross(r - p).y < 0.0 { [a, c, b] } else { [a, b, c] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(material: &Value) -> (Walk, Vec<String>) {
        let mut told = Vec::new();
        let walk = of_material(material, "P.glb", &mut told);
        (walk, told.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn the_property_wins_over_the_name_and_the_name_over_the_slope() {
        assert_eq!(read(&json!({})), (Walk::BySlope, vec![]));
        assert_eq!(read(&json!({ "name": "moss" })), (Walk::BySlope, vec![]));
        assert_eq!(read(&json!({ "name": "NoWalk.roof" })), (Walk::Never, vec![]));
        assert_eq!(
            read(&json!({ "name": "nowalk", "extras": { "walkable": true } })),
            (Walk::Always, vec![])
        );
        assert_eq!(read(&json!({ "name": "moss", "extras": { "walkable": 0 } })), (Walk::Never, vec![]));
        assert_eq!(read(&json!({ "extras": { "walkable": "true" } })), (Walk::Always, vec![]));
        assert_eq!(read(&json!({ "extras": "a text" })), (Walk::BySlope, vec![]));
    }

    #[test]
    fn a_value_that_makes_no_sense_is_told_with_its_material() {
        let (walk, told) = read(&json!({ "name": "nowalk_lava", "extras": { "walkable": "hot" } }));
        assert_eq!(walk, Walk::Never, "the name still counts");
        let words = "`walkable` of the material \"nowalk_lava\" must be true or false, found \"hot\"";
        assert!(told.len() == 1 && told[0].starts_with(words), "{told:?}");
    }

    /// A floor at a height, facing up or down.
    fn floor(height: f64, up: bool, walk: Walk) -> Part {
        let positions = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(|[x, z]| DVec3::new(x, height, z)).to_vec();
        let triangles = vec![if up { [0, 1, 2] } else { [0, 2, 1] }];
        Part { positions, triangles, color: [1.0; 4], emissive: [0.0; 3], double_sided: false, walk }
    }

    #[test]
    fn without_a_navmesh_all_that_is_drawn_counts_as_it_is() {
        let under = Part { double_sided: true, ..floor(1.0, false, Walk::BySlope) };
        let ground = ground(&Model { parts: vec![floor(0.0, true, Walk::Never), under], navmesh: vec![] });
        assert_eq!(ground.triangles, [([0, 1, 2], Walk::Never), ([3, 5, 4], Walk::BySlope)]);
        assert_eq!(ground.positions[3].y, 1.0);
    }

    #[test]
    fn a_navmesh_is_the_only_ground_and_faces_up() {
        let navmesh = vec![floor(2.0, false, Walk::Never), floor(3.0, true, Walk::BySlope)];
        let ground = ground(&Model { parts: vec![floor(0.0, true, Walk::BySlope)], navmesh });
        assert_eq!(ground.triangles, [([0, 1, 2], Walk::Always), ([3, 4, 5], Walk::Always)]);
        assert!(ground.positions.iter().all(|p| p.y >= 2.0));
    }
}
