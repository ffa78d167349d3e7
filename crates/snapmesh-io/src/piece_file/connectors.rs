//! Nodes that are connectors.

use super::document::Document;
use super::extras::flag;
use super::names;
use super::nodes::Node;
use serde_json::{Map, Value};
use snapmesh::glam::DVec3;
use snapmesh::piece::{LONGEST_COLOR, WHITE};
use snapmesh::{Connector, Problem, Problems};

/// Cosine of 30 degrees: a heading closer to vertical than that is steep.
const STEEP: f64 = 0.866_025_403_784_438_6;
/// Sine of 30 degrees: an axis closer to the ground than that is level.
const LEVEL: f64 = 0.5;

/// Reads every connector of a file, in the order of its nodes, and says what is odd about them.
pub(crate) fn read(document: &Document, source: &str, problems: &mut Problems) -> Vec<Connector> {
    let mut connectors = Vec::new();
    let mut by_name_alone = None;
    for node in &document.nodes {
        let mut found = Problems::NONE;
        let name = names::connector(&node.name);
        let switched = switch(node, source, &mut found);
        let marked = node.extras.contains_key("pins") || switched == Some(true);
        if node.mesh.is_some() {
            if marked || name.is_some() {
                let problem =
                    Problem::warning(source, "is marked as a connector, but has a mesh, so it is none");
                found.push(problem.help("put the connector on an empty of its own"));
            }
        } else if (marked || name.is_some()) && switched != Some(false) {
            if !marked && by_name_alone.is_none() {
                by_name_alone = Some(&node.name);
            }
            connectors.push(connector(node, &name.unwrap_or_default(), source, &mut found));
        } else if let (Some(meant), None) = (names::nearly_connector(&node.name), switched) {
            let problem = Problem::warning(source, "looks like a connector, but is not read as one");
            found.push(problem.help(format!("did you mean `{meant}`?")));
        }
        problems.extend(found.into_iter().map(|problem| problem.at_node(&node.name)));
    }
    if let (Some(name), false) = (by_name_alone, document.has_extras) {
        let message = "connectors were found by their names alone: the file has no custom properties at all";
        let help = "if there should be some, tick Include > Custom Properties when exporting from Blender";
        problems.push(Problem::warning(source, message).at_node(name).help(help));
    }
    connectors
}

/// The extras `connector`: on, off, or not there.
fn switch(node: &Node, source: &str, problems: &mut Problems) -> Option<bool> {
    let value = node.extras.get("connector")?;
    let on = flag(value);
    if on.is_none() {
        problems.push(Problem::error(source, format!("`connector` must be true or false, found {value}")));
    }
    on
}

fn connector(node: &Node, name: &names::ConnectorName, source: &str, problems: &mut Problems) -> Connector {
    let pins = pins(&node.extras, name, source, problems);
    let color = color(&node.extras, name, source, problems);
    let [local_heading, local_up] = axis(&node.extras, source, problems);
    let direction = |v: DVec3| node.world.transform_vector3(v).normalize_or_zero();
    let (heading, up) = (direction(local_heading), direction(local_up));
    if heading == DVec3::ZERO {
        problems.push(Problem::error(source, "has a scale of zero, so its heading is lost"));
    }
    if heading.y.abs() > STEEP && direction(DVec3::Y).y.abs() < LEVEL {
        let way = if heading.y > 0.0 { "up" } else { "down" };
        problems.push(Problem::warning(source, format!("the heading points straight {way}")).help(
            "for a doorway, use an Arrows empty with its green arrow out of the room (a Single Arrow shows \
             another axis); for a shaft, leave the empty upright and add the property axis = \"+Y\" or \"-Y\"",
        ));
    }
    // A sheared parent leaves up and heading askew; only the part across the heading is up.
    let up = (up - heading * up.dot(heading)).normalize_or(DVec3::Y);
    Connector { name: node.name.clone(), pins, color, position: node.world.w_axis.truncate(), heading, up }
}

fn pins(
    extras: &Map<String, Value>,
    name: &names::ConnectorName,
    source: &str,
    problems: &mut Problems,
) -> u32 {
    // Each way says what it read, or shows what it could not read.
    let whole = |text: &str, shown: String| {
        let number = text.trim().parse::<f64>().ok().filter(|n| n.fract() == 0.0 && *n >= 1.0);
        number.filter(|n| *n <= f64::from(u32::MAX)).map(|n| n as u32).ok_or(shown)
    };
    let given = extras.get("pins").map(|value| match value {
        Value::String(text) => whole(text, value.to_string()),
        value => whole(&value.to_string(), value.to_string()),
    });
    let named = name.pins.as_ref().map(|text| whole(text, text.clone()));
    if let (Some(Ok(given)), Some(named)) = (&given, &named)
        && named.as_ref() != Ok(given)
    {
        let named = named.as_ref().map_or_else(Clone::clone, ToString::to_string);
        let message = format!("its name says {named} pins and its properties {given}; {given} counts");
        problems.push(Problem::warning(source, message));
    }
    given.or(named).unwrap_or(Ok(1)).unwrap_or_else(|shown| {
        let message = format!("`pins` must be a whole number of at least 1, found {shown}");
        problems.push(Problem::error(source, message));
        1
    })
}

fn color(
    extras: &Map<String, Value>,
    name: &names::ConnectorName,
    source: &str,
    problems: &mut Problems,
) -> String {
    let given = extras.get("color").or_else(|| extras.get("colour")).and_then(|value| {
        let color = match value {
            Value::String(text) => Some(text.trim().to_lowercase()),
            Value::Array(parts) => hex(parts),
            _ => None,
        };
        if color.is_none() {
            let message = format!("`color` must be a name or [r, g, b] from 0 to 1, found {value}");
            problems.push(Problem::error(source, message));
        }
        color.filter(|color| !color.is_empty())
    });
    let longest = [&given, &name.color].into_iter().flatten().map(String::len).max().unwrap_or(0);
    if longest > LONGEST_COLOR {
        let message =
            format!("`color` must be a name of at most {LONGEST_COLOR} letters, found one of {longest}");
        problems.push(Problem::error(source, message));
        return WHITE.into();
    }
    if let (Some(given), Some(named)) = (&given, &name.color)
        && given != named
    {
        let message = format!("its name says {named} and its properties {given}; {given} counts");
        problems.push(Problem::warning(source, message));
    }
    given.or_else(|| name.color.clone()).unwrap_or_else(|| WHITE.into())
}

/// `[r, g, b]` or `[r, g, b, a]`, from 0 to 1 or, if any is above 1, from 0 to 255.
fn hex(parts: &[Value]) -> Option<String> {
    let parts: Vec<f64> = parts.iter().map(Value::as_f64).collect::<Option<_>>()?;
    if !(3..=4).contains(&parts.len()) {
        return None;
    }
    let scale = if parts.iter().any(|&x| x > 1.0) { 1.0 } else { 255.0 };
    let bytes: Vec<u8> = parts[..3]
        .iter()
        .map(|x| x * scale)
        .map(|x| (0.0..=255.0).contains(&x).then(|| x.round() as u8))
        .collect::<Option<_>>()?;
    Some(format!("#{:02x}{:02x}{:02x}", bytes[0], bytes[1], bytes[2]))
}

/// The local heading, and the local up that goes with it.
fn axis(extras: &Map<String, Value>, source: &str, problems: &mut Problems) -> [DVec3; 2] {
    let Some(value) = extras.get("axis") else { return [DVec3::NEG_Z, DVec3::Y] };
    let text = value.as_str().unwrap_or_default().trim().to_lowercase();
    match &*text {
        "-z" => [DVec3::NEG_Z, DVec3::Y],
        "+z" | "z" => [DVec3::Z, DVec3::Y],
        "+x" | "x" => [DVec3::X, DVec3::Y],
        "-x" => [DVec3::NEG_X, DVec3::Y],
        // With the heading along local up, forward takes its place: a floor and a ceiling that were left
        // upright then join without a turn.
        "+y" | "y" => [DVec3::Y, DVec3::NEG_Z],
        "-y" => [DVec3::NEG_Y, DVec3::NEG_Z],
        _ => {
            let message = format!("`axis` must be one of -Z, +Z, +X, -X, +Y, -Y, found {value}");
            problems.push(Problem::error(source, message));
            [DVec3::NEG_Z, DVec3::Y]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, read as read_file};
    use serde_json::json;

    fn extras(value: &Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    fn read_pins(value: &Value, name: &str) -> (u32, Vec<String>) {
        let mut told = Problems::NONE;
        let name = names::connector(name).unwrap();
        let pins = pins(&extras(value), &name, "P.glb", &mut told);
        (pins, told.into_iter().map(|problem| problem.message).collect())
    }

    #[test]
    fn pins_are_whole_however_they_are_written() {
        for value in [json!(2), json!(2.0), json!("2"), json!(" 2 ")] {
            assert_eq!(read_pins(&json!({ "pins": value }), "connector"), (2, vec![]));
        }
        for value in [json!(0), json!(-1), json!(2.5), json!("two"), json!(null), json!([1]), json!(1e18)] {
            let (pins, told) = read_pins(&json!({ "pins": value }), "connector");
            assert_eq!(pins, 1);
            assert!(told[0].contains(&format!("found {value}")), "{told:?}");
        }
        assert_eq!(read_pins(&json!({}), "connector_3"), (3, vec![]));
        assert_eq!(read_pins(&json!({}), "connector_0").1.len(), 1);
    }

    #[test]
    fn extras_win_over_the_name_with_a_word() {
        let (pins, told) = read_pins(&json!({"pins": 4}), "connector_2");
        assert_eq!(pins, 4);
        assert_eq!(told, ["its name says 2 pins and its properties 4; 4 counts"]);
    }

    fn read_color(value: &Value, name: &str) -> (String, usize) {
        let mut told = Problems::NONE;
        let name = names::connector(name).unwrap();
        let color = color(&extras(value), &name, "P.glb", &mut told);
        (color, told.len())
    }

    #[test]
    fn colors_are_names_or_numbers() {
        assert_eq!(read_color(&json!({"color": "Red"}), "connector"), ("red".into(), 0));
        assert_eq!(read_color(&json!({"colour": "BLUE"}), "connector"), ("blue".into(), 0));
        assert_eq!(read_color(&json!({"color": [1.0, 0.5, 0.0, 1.0]}), "connector"), ("#ff8000".into(), 0));
        assert_eq!(read_color(&json!({"color": [255, 0, 128]}), "connector"), ("#ff0080".into(), 0));
        assert_eq!(read_color(&json!({}), "connector_2_green"), ("green".into(), 0));
        assert_eq!(read_color(&json!({}), "connector"), ("white".into(), 0));
        assert_eq!(read_color(&json!({"color": "red"}), "connector_2_green"), ("red".into(), 1));
        assert_eq!(read_color(&json!({"color": 5}), "connector"), ("white".into(), 1));
        assert_eq!(read_color(&json!({"color": [1.0, 2.0]}), "connector"), ("white".into(), 1));
    }

    fn found(nodes: &Value) -> (Vec<Connector>, String) {
        let (file, problems) = read_file(&gltf(nodes));
        (file.unwrap().piece.connectors, problems.to_string())
    }

    fn door(node: &Value) -> Connector {
        let (mut connectors, told) = found(&json!([node]));
        assert_eq!(connectors.len(), 1, "{told}");
        connectors.remove(0)
    }

    #[test]
    fn heading_and_place_follow_the_node() {
        let turned = door(&json!({
            "name": "door", "extras": { "pins": 2 }, "translation": [1, 2, 3], "rotation": [0, 1, 0, 0], "scale": [5, 5, 5],
        }));
        assert_eq!(turned.position, DVec3::new(1.0, 2.0, 3.0));
        assert!((turned.heading - DVec3::Z).length() < 1e-12, "{}", turned.heading);
        assert!((turned.up - DVec3::Y).length() < 1e-12);
        assert_eq!((turned.pins, &*turned.name, &*turned.color), (2, "door", "white"));
    }

    #[test]
    fn every_axis_may_be_the_heading() {
        for (axis, heading, up) in [
            ("-Z", DVec3::NEG_Z, DVec3::Y),
            ("z", DVec3::Z, DVec3::Y),
            (" +x ", DVec3::X, DVec3::Y),
            ("-X", DVec3::NEG_X, DVec3::Y),
            ("Y", DVec3::Y, DVec3::NEG_Z),
            ("-y", DVec3::NEG_Y, DVec3::NEG_Z),
        ] {
            let found = door(&json!({ "name": "d", "extras": { "pins": 1, "axis": axis } }));
            assert_eq!((found.heading, found.up), (heading, up), "{axis}");
        }
        let (_, told) = found(&json!([{ "name": "d", "extras": { "pins": 1, "axis": "up" } }]));
        assert!(
            told.contains("node `d`: `axis` must be one of -Z, +Z, +X, -X, +Y, -Y, found \"up\""),
            "{told}"
        );
    }

    #[test]
    fn a_switch_makes_and_unmakes_connectors() {
        let count = |node: Value| found(&json!([node])).0.len();
        assert_eq!(count(json!({ "name": "x", "extras": { "connector": true } })), 1);
        assert_eq!(count(json!({ "name": "connector_2", "extras": { "connector": false } })), 0);
        assert_eq!(count(json!({ "name": "x", "extras": { "pins": 1, "connector": 0 } })), 0);
        assert_eq!(count(json!({ "name": "x" })), 0);
        let (_, told) = found(&json!([{ "name": "x", "extras": { "pins": 1, "connector": "maybe" } }]));
        assert_eq!(told.matches("`connector` must be true or false, found \"maybe\"").count(), 1, "{told}");
    }

    #[test]
    fn a_connector_with_a_mesh_is_none_and_told() {
        let (connectors, told) = found(&json!([{ "name": "connector_1", "mesh": 0 }]));
        assert!(connectors.is_empty());
        assert!(told.contains("node `connector_1`: is marked as a connector, but has a mesh"), "{told}");
    }

    #[test]
    fn a_misspelled_connector_is_told_with_what_was_meant() {
        let (connectors, told) = found(&json!([{ "name": "conector_2_white" }]));
        assert!(connectors.is_empty());
        let want = "warning: kit/P.gltf: node `conector_2_white`: looks like a connector, but is not read as one\n  \
                    help: did you mean `connector_2_white`?";
        assert!(told.contains(want), "{told}");
        for meant in [
            json!({ "name": "conector_2_white", "extras": { "pins": 2 } }),
            json!({ "name": "conector_2_white", "extras": { "connector": false } }),
            json!({ "name": "conector_2_white", "mesh": 0 }),
        ] {
            assert!(!found(&json!([meant])).1.contains("looks like"), "{meant}");
        }
    }

    #[test]
    fn names_alone_are_told_only_where_no_properties_came_along() {
        let hint = "connectors were found by their names alone";
        assert!(found(&json!([{ "name": "connector_1" }])).1.contains(hint));
        assert!(!found(&json!([{ "name": "connector_1" }, { "name": "x", "extras": {} }])).1.contains(hint));
        assert!(!found(&json!([{ "name": "x", "extras": { "pins": 1 } }])).1.contains(hint));
    }

    #[test]
    fn a_heading_straight_up_is_told_unless_the_empty_stands_upright() {
        // A quarter turn about x lays -Z along +Y.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let tilted = json!([{ "name": "d", "extras": { "pins": 1 }, "rotation": [half, 0, 0, half] }]);
        assert!(found(&tilted).1.contains("the heading points straight up"), "{}", found(&tilted).1);
        let down = json!([{ "name": "d", "extras": { "pins": 1 }, "rotation": [-half, 0, 0, half] }]);
        assert!(found(&down).1.contains("the heading points straight down"));
        let shaft = json!([{ "name": "d", "extras": { "pins": 1, "axis": "+Y" } }]);
        assert!(!found(&shaft).1.contains("straight"));
    }

    #[test]
    fn a_scale_of_zero_loses_the_heading() {
        let (_, told) = found(&json!([{ "name": "d", "extras": { "pins": 1 }, "scale": [0, 0, 0] }]));
        assert!(told.contains("error: kit/P.gltf: node `d`: has a scale of zero"), "{told}");
    }
}
