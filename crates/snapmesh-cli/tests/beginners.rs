//! What beginners get wrong with their connectors, and what `check` says about it.
#![allow(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, Run, snapmesh};
use serde_json::{Value, json};

/// A GLB with a floor of six metres as its mesh 0.
fn glb(nodes: &[Value]) -> Vec<u8> {
    let corners = [[-3.0, 0.0, -3.0], [-3.0, 0.0, 3.0], [3.0, 0.0, 3.0], [3.0, 0.0, -3.0_f32]];
    let mut bin: Vec<u8> = corners.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
    bin.extend([0, 1, 2, 0, 2, 3_u16].iter().flat_map(|i| i.to_le_bytes()));
    let all: Vec<usize> = (0..nodes.len()).collect();
    let json = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": all }], "nodes": nodes,
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3",
              "min": [-3.0, 0.0, -3.0], "max": [3.0, 0.0, 3.0] },
            { "bufferView": 1, "componentType": 5123, "count": 6, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteOffset": 0, "byteLength": 48 }, { "buffer": 0, "byteOffset": 48, "byteLength": 12 },
        ],
        "buffers": [{ "byteLength": 60 }],
    });
    common::glb_with(&json, &bin)
}

/// An empty in a doorway, turned about the vertical by an angle; without a turn its heading is -Z.
fn door(name: &str, at: [f64; 3], degrees: f64) -> Value {
    let half = degrees.to_radians() / 2.0;
    // The same bits everywhere, and near enough.
    let term = |x: f64, n: i32| (1..=n).fold(x, |term, k| -term * x * x / f64::from(2 * k * (2 * k + 1)));
    let sine = |x: f64| (0..12).map(|n| term(x, n)).sum::<f64>();
    let rotation = [0.0, sine(half), 0.0, sine(std::f64::consts::FRAC_PI_2 - half)];
    json!({ "name": name, "translation": at, "rotation": rotation })
}

/// A room of six metres with a door on each side, and a box that ends before them.
fn room() -> Vec<Value> {
    vec![
        json!({ "name": "floor", "mesh": 0 }),
        json!({ "name": "box", "translation": [0.0, 1.5, 0.0], "extras": { "collider": "box", "size": [5.9, 3.0, 5.9] } }),
        door("connector_2_north", [0.0, 0.0, -3.0], 0.0),
        door("connector_2_north.001", [0.0, 0.0, 3.0], 180.0),
        door("connector_2_north.002", [-3.0, 0.0, 0.0], 90.0),
        door("connector_2_north.003", [3.0, 0.0, 0.0], -90.0),
    ]
}

/// What is said of two rooms, in one of which the door on the right was made like this.
fn with_door(changed: Value) -> Run {
    let folder = Folder::new();
    let mut nodes = room();
    nodes[5] = changed;
    folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n");
    folder.write("A.glb", glb(&room())).write("B.glb", glb(&nodes));
    snapmesh(["check", &folder.root()])
}

#[test]
fn rooms_with_their_doors_where_they_belong_have_no_problems() {
    let run = with_door(room()[5].clone());
    assert_eq!((run.code, &*run.stderr), (0, ""));
    assert!(run.stdout.ends_with("No problems.\n"), "{}", run.stdout);
}

#[test]
fn every_mistake_with_a_connector_is_told_once_with_its_place_and_what_to_do() {
    let name = "connector_2_north.003";
    let mistakes = [
        (
            door(name, [3.0, 0.0, 0.0], 0.0),
            "the heading points along the edge of the floor, which is 0.00 m to the right",
        ),
        (
            door(name, [3.0, 0.0, 0.0], 180.0),
            "the heading points along the edge of the floor, which is 0.00 m to the left",
        ),
        (
            door(name, [1.8, 0.0, 0.0], -90.0),
            "stands inside the piece: its floor goes on for 1.20 m along the heading",
        ),
        (
            door(name, [3.0, 0.8, 0.0], -90.0),
            "floats 0.80 m above the floor of its doorway, and most others stand on",
        ),
        (
            door(name, [3.0, 0.0, 0.0], -92.0),
            "the heading is 2.0 degrees off: those of 7 others are multiples of 15",
        ),
        (door(name, [3.0, 0.0, 0.03], -90.0), "is 0.030 m off the grid of 0.25 m that 7 others lie on"),
        (door(name, [3.0, 0.03, 0.0], -90.0), "is 0.030 m above the height of 7 others"),
        (
            door(name, [3.0, 0.0, 0.0], 90.0),
            "the heading points into the piece: its floor goes on for 6.00 m that way",
        ),
    ];
    for (changed, want) in mistakes {
        let run = with_door(changed);
        assert_eq!(run.code, 1, "{want}: {}", run.stderr);
        let lines: Vec<&str> = run.stderr.lines().collect();
        assert_eq!(lines.len(), 2, "{want}: {}", run.stderr);
        assert!(
            lines[0].starts_with("warning: ") && lines[0].contains("B.glb: node `connector_2_north.003`: ")
        );
        assert!(lines[0].contains(want), "{want}: {}", run.stderr);
        assert!(lines[1].starts_with("  help: "), "{}", run.stderr);
    }
}

#[test]
fn a_misspelled_connector_is_told_with_what_was_meant() {
    let run = with_door(door("conector_2_white", [3.0, 0.0, 0.0], -90.0));
    let want = "B.glb: node `conector_2_white`: looks like a connector, but is not read as one\n  \
                help: did you mean `connector_2_white`?";
    assert!(run.code == 1 && run.stderr.contains(want), "{}", run.stderr);
    let other = with_door(json!({ "name": "connection", "translation": [3.0, 0.0, 0.0] }));
    assert_eq!((other.code, &*other.stderr), (0, ""));
}

#[test]
fn a_heading_into_the_boxes_is_told_once_though_the_floor_tells_it_too() {
    let folder = Folder::new();
    let mut nodes = room();
    nodes[1]["extras"]["size"] = json!([6.2, 3.0, 6.2]);
    nodes[5] = door("connector_2_north.003", [3.0, 0.0, 0.0], 90.0);
    folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n").write("A.glb", glb(&nodes));
    let run = snapmesh(["check", &folder.root()]);
    assert_eq!(run.stderr.matches("warning").count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("m into the piece's own boxes"), "{}", run.stderr);
}

#[test]
fn the_same_in_many_files_is_told_once_with_their_list_and_in_json_for_each() {
    let folder = Folder::new();
    folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n");
    for i in 0..8 {
        let mut nodes = room();
        nodes[1] = json!({ "name": "other", "extras": {} });
        folder.write(&format!("R{i}.glb"), glb(&nodes));
    }
    let run = snapmesh(["check", &folder.root()]);
    let notes: Vec<&str> = run.stderr.lines().filter(|line| line.starts_with("note")).collect();
    assert_eq!(notes.len(), 1, "{}", run.stderr);
    assert!(
        notes[0].contains("R0.glb, ") && notes[0].contains("R4.glb and 3 more: has no collider"),
        "{}",
        notes[0]
    );
    assert!(run.stdout.ends_with("No problems, 8 notes.\n"), "{}", run.stdout);
    let json = snapmesh(["check", &folder.root(), "--json"]).json();
    assert_eq!(json["problems"].as_array().unwrap().len(), 8);
}

#[test]
fn errors_that_end_a_run_are_told_once_as_well() {
    let folder = Folder::new();
    folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n");
    for name in ["A.glb", "B.glb"] {
        folder.write(name, glb(&room()[..2]));
    }
    let run = snapmesh(["generate", &folder.root()]);
    assert_eq!((run.code, run.stderr.matches("no connector was found").count()), (2, 1), "{}", run.stderr);
    assert!(run.stderr.contains("A.glb, ") && run.stderr.contains("B.glb: no connector was found"));
}

#[test]
fn sizes_are_those_of_what_is_drawn() {
    let run = with_door(room()[5].clone());
    assert!(run.stdout.contains("A  6.00 x 0.00 x 6.00 m, 1 box"), "{}", run.stdout);
}

/// The story of maps of rooms with boxes of this size.
fn story(size: [f64; 3], seed: &str) -> String {
    let folder = Folder::new();
    let mut nodes = room();
    nodes[1]["extras"]["size"] = json!(size);
    // Doors on two sides that meet at a corner, so that maps turn back upon themselves.
    nodes.truncate(5);
    nodes.remove(3);
    folder.write("kit.toml", "[kit]\npieces = [\"*.glb\"]\n[growth]\nwhen_blocked = \"skip\"\n");
    folder.write("A.glb", glb(&nodes));
    snapmesh(["generate", &folder.root(), "--log", "--no-validate", "--seed", seed]).stderr
}

#[test]
fn an_overlap_is_told_sideways_and_in_height_and_closeness_with_the_clearance() {
    let overlap = story([6.4, 3.0, 6.4], "1");
    assert!(overlap.contains("_A by 0.40 m sideways and 3.00 m in height."), "{overlap}");
    let all = |size: f64| (0..20).map(|seed| story([size, 3.0, size], &seed.to_string())).collect::<String>();
    let touching = all(6.0);
    assert!(touching.contains("would touch p"), "{touching}");
    assert!(touching.contains("_A, closer than the clearance of 0.01 m."), "{touching}");
    // A joint has a tenth of a millimetre of its own.
    let close = all(5.9961);
    assert!(close.contains("would stand 0.004 m from p"), "{close}");
}
