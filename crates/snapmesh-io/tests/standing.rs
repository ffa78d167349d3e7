//! What stands in a piece is in every copy of it, where it belongs.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::file::{F32, File, floats};
use common::grow;
use serde_json::{Value, json};
use snapmesh::glam::{DMat4, DQuat, DVec3};
use snapmesh::selection::STANDARD;
use snapmesh::{Drawn, Map};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::piece_file::read_piece;
use snapmesh_io::{Memory, OpenKit, Overrides};
use std::path::Path;

/// The room with a lamp and a spawn point in a group that is moved and turned, and in it a leaf with a knob that an
/// animation turns. The group is wider than it is long.
fn furnished() -> File {
    let mut file = File::room();
    let half = std::f64::consts::FRAC_1_SQRT_2;
    let light = json!({ "KHR_lights_punctual": { "light": 0 } });
    let first = file.add("nodes", json!({
        "name": "group", "translation": [1, 0, 0], "rotation": [0, half, 0, half], "scale": [2, 1, 1], "children": [5, 6, 7],
    }));
    assert_eq!(first, 4);
    file.add("nodes", json!({ "name": "lamp", "translation": [0, 2, 0.5], "extensions": light }));
    file.add(
        "nodes",
        json!({ "name": "lamp", "translation": [0, 0, -0.5], "extras": { "spawn": "goblin", "level": 3 } }),
    );
    file.add("nodes", json!({ "name": "Room", "mesh": 0, "translation": [0.25, 0, 0], "scale": [-0.1, 0.1, 0.1], "children": [8] }));
    file.add("nodes", json!({ "name": "knob", "mesh": 0, "translation": [0, 1, 0] }));
    let times = file.accessor(&floats(&[0.0, 1.0]), F32, "SCALAR", 2);
    let turns = file.accessor(&floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 0.0]), F32, "VEC4", 2);
    file.with(|json| {
        json["scenes"][0]["nodes"].as_array_mut().unwrap().push(json!(4));
        json["extensionsUsed"] = json!(["KHR_lights_punctual"]);
        json["extensions"] =
            json!({ "KHR_lights_punctual": { "lights": [{ "type": "point", "color": [1, 0.5, 0] }] } });
        json["animations"] = json!([{
            "name": "open.wide", "samplers": [{ "input": times, "output": turns }],
            "channels": [{ "sampler": 0, "target": { "node": 7, "path": "rotation" } }],
        }]);
    })
}

fn open(file: &File, kit: &str) -> OpenKit {
    let files = [("Room.gltf", file.0.to_string().into_bytes()), ("kit.toml", kit.as_bytes().to_vec())];
    OpenKit::open(&Memory::new("kit", files), &Overrides::default(), STANDARD).unwrap()
}

fn glb(open: &OpenKit, map: &Map, options: &Options) -> Value {
    let exporter = exporter_for(Path::new("map.glb")).unwrap();
    let bytes = (exporter.write)(&open.kit, &open.settings, map, options).unwrap();
    serde_json::from_slice(&gltf::binary::Glb::from_slice(&bytes).unwrap().json).unwrap()
}

/// Where every node stands, by name, as a reader of glTF works it out.
fn places(root: &Value) -> Vec<(String, DMat4)> {
    let vector = |value: &Value| {
        let numbers: Vec<f64> = value.as_array()?.iter().filter_map(Value::as_f64).collect();
        Some(numbers)
    };
    let local = |node: &Value| {
        let three = |key: &str, default: DVec3| vector(&node[key]).map_or(default, |v| DVec3::from_slice(&v));
        let turn = vector(&node["rotation"]).map_or(DQuat::IDENTITY, |v| DQuat::from_slice(&v));
        DMat4::from_scale_rotation_translation(
            three("scale", DVec3::ONE),
            turn,
            three("translation", DVec3::ZERO),
        )
    };
    let mut found = Vec::new();
    let mut open = vec![(0, DMat4::IDENTITY)];
    while let Some((index, parent)) = open.pop() {
        let node = &root["nodes"][index];
        let world = parent * local(node);
        found.push((node["name"].as_str().unwrap().to_string(), world));
        let children = node["children"].as_array().into_iter().flatten();
        open.extend(children.map(|child| (child.as_u64().unwrap() as usize, world)));
    }
    found
}

fn place(places: &[(String, DMat4)], name: &str) -> DMat4 {
    let found: Vec<_> = places.iter().filter(|(other, _)| other == name).collect();
    assert_eq!(found.len(), 1, "{name}: {:?}", places.iter().map(|(name, _)| name).collect::<Vec<_>>());
    found[0].1
}

const TREE: &str = "[selection]\nmax_pieces = 3\n";

#[test]
fn every_copy_has_all_of_it_where_the_file_has_it() {
    for (kit, metres) in [(TREE, 1.0), ("[kit]\nscale = 0.01\n[selection]\nmax_pieces = 3\n", 0.01)] {
        let open = open(&furnished(), kit);
        let map = grow(&open);
        assert_eq!(map.pieces.len(), 3);
        let root = glb(&open, &map, &Options::default());
        let placed = places(&root);
        // By hand: the group turns x to -z and z to x, is twice as long along x, and stands at (1, 0, 0).
        let want = [
            ("lamp", DVec3::new(1.5, 2.0, 0.0)),
            ("lamp_2", DVec3::new(0.5, 0.0, 0.0)),
            ("Room_2", DVec3::new(1.0, 0.0, -0.5)),
            ("knob", DVec3::new(1.0, 0.1, -0.5)),
        ];
        for (index, Drawn { pose, .. }) in map.drawn().enumerate() {
            for (name, at) in want {
                let found = place(&placed, &format!("p{index}_{name}")).w_axis.truncate();
                let want = pose.point(at * metres);
                assert!((found - want).length() < 1e-5, "p{index}_{name}: {found}, not {want}");
            }
        }
    }
}

#[test]
fn meshes_lights_and_tracks_are_shared_and_each_copy_moves_by_itself() {
    let open = open(&furnished(), TREE);
    let root = glb(&open, &grow(&open), &Options::default());
    assert_eq!(root["meshes"].as_array().unwrap().len(), 2, "the room, and what moves in it");
    assert_eq!(root["extensions"]["KHR_lights_punctual"]["lights"].as_array().unwrap().len(), 1);
    let animations = root["animations"].as_array().unwrap();
    for (index, animation) in animations.iter().enumerate() {
        assert_eq!(animation["name"], format!("p{index}_open_wide"));
        let node = animation["channels"][0]["target"]["node"].as_u64().unwrap() as usize;
        assert_eq!(root["nodes"][node]["name"], format!("p{index}_Room_2"));
        assert_eq!(
            root["nodes"][node]["scale"],
            json!([-0.1, 0.1, 0.1]),
            "as the file tells it: it is animated"
        );
        assert_eq!(animation["samplers"], animations[0]["samplers"]);
    }
    assert_eq!(animations.len(), 3);
    let times = animations[0]["samplers"][0]["input"].as_u64().unwrap() as usize;
    assert_eq!(
        (&root["accessors"][times]["min"], &root["accessors"][times]["max"]),
        (&json!([0.0]), &json!([1.0]))
    );
    let spawn = root["nodes"].as_array().unwrap().iter().find(|node| node["name"] == "p2_lamp_2").unwrap();
    assert_eq!(spawn["extras"], json!({ "spawn": "goblin", "level": 3 }));
}

#[test]
fn what_moves_has_a_body_that_moves_with_it() {
    let open = open(&furnished(), TREE);
    let root = glb(&open, &grow(&open), &Options { colliders: true, ..Options::default() });
    let named =
        |name: &str| root["nodes"].as_array().unwrap().iter().find(|node| node["name"] == name).unwrap();
    let shape = |name: &str| {
        let body = &named(name)["extensions"]["OMI_physics_body"];
        assert_eq!(body["motion"]["type"], "static");
        let shape = body["collider"]["shape"].as_u64().unwrap() as usize;
        root["extensions"]["OMI_physics_shape"]["shapes"][shape]["trimesh"]["mesh"].clone()
    };
    assert_eq!(shape("p1_body"), named("p1_Room")["mesh"]);
    assert_eq!(shape("p1_Room_2_body"), named("p1_Room_2")["mesh"]);
    let body =
        root["nodes"].as_array().unwrap().iter().position(|node| node["name"] == "p1_Room_2_body").unwrap();
    assert!(named("p1_Room_2")["children"].as_array().unwrap().contains(&json!(body)));
}

#[test]
fn instancing_draws_what_is_still_at_once_and_leaves_the_rest_where_it_stands() {
    let open = open(&furnished(), TREE);
    let map = grow(&open);
    let root = glb(&open, &map, &Options { instancing: true, ..Options::default() });
    let (plain, instanced) = (places(&glb(&open, &map, &Options::default())), places(&root));
    for name in ["p0_lamp", "p2_lamp_2", "p1_knob"] {
        assert!(place(&plain, name).abs_diff_eq(place(&instanced, name), 1e-9), "{name}");
    }
    let piece = root["nodes"].as_array().unwrap().iter().find(|node| node["name"] == "p1_Room").unwrap();
    assert!(piece.get("mesh").is_none());
}

/// Godot made a wheel of a vehicle of an empty that was called so.
#[test]
fn godot_acts_on_no_name_of_what_stands_in_a_piece() {
    let mut file = furnished();
    file.0["nodes"][6]["name"] = json!("cart_wheel");
    file.0["nodes"][7]["name"] = json!("Leaf-col");
    let open = open(&file, TREE);
    let placed = places(&glb(&open, &grow(&open), &Options::default()));
    place(&placed, "p1_cart_wheel_node");
    place(&placed, "p1_Leaf-col_node");
}

/// The leaves of doors stood in the way of maps that were read as pieces.
#[test]
fn a_door_has_no_body_and_its_leaves_are_known_as_doors() {
    let mut door = File::room();
    door.0["nodes"] = json!([
        { "name": "frame", "mesh": 0 }, { "name": "leaf", "mesh": 0, "extras": { "keep": true, "wood": "oak" } },
        { "name": "connector" },
    ]);
    door.0["scenes"][0]["nodes"] = json!([0, 1, 2]);
    let kit = "[kit]\npieces = [\"Room.gltf\"]\n[selection]\nmax_pieces = 3\n[ends]\n\"* *\" = { door = [\"Door.gltf\"] }\n";
    let files = [
        ("Room.gltf", File::room().0.to_string().into_bytes()),
        ("Door.gltf", door.0.to_string().into_bytes()),
        ("kit.toml", kit.as_bytes().to_vec()),
    ];
    let open = OpenKit::open(&Memory::new("kit", files), &Overrides::default(), STANDARD).unwrap();
    let map = grow(&open);
    assert_eq!(map.doors.len(), 2);
    let root = glb(&open, &map, &Options { colliders: true, ..Options::default() });
    let nodes = root["nodes"].as_array().unwrap();
    let leaf = nodes.iter().find(|node| node["name"] == "d1_leaf").unwrap();
    assert_eq!(leaf["extras"], json!({ "keep": true, "wood": "oak", "role": "door" }));
    let bodies = nodes.iter().filter(|node| node["extensions"].get("OMI_physics_body").is_some());
    assert_eq!(bodies.count(), map.pieces.len());
}

/// A map with all of it is a piece with all of it.
#[test]
fn a_map_as_a_piece_keeps_what_stands_in_it() {
    let open = open(&furnished(), TREE);
    let map = grow(&open);
    let exporter = exporter_for(Path::new("map.glb")).unwrap();
    let options = Options { connectors: true, boxes: true, colliders: true, ..Options::default() };
    let bytes = (exporter.write)(&open.kit, &open.settings, &map, &options).unwrap();
    let files = Memory::new(
        "kit",
        [
            ("Map.glb", bytes),
            ("kit.toml", b"[kit]\npieces = [\"Map.glb\"]\n[selection]\nmax_pieces = 2\n".to_vec()),
        ],
    );
    let (piece, told) = read_piece(&files, "Map.glb");
    assert!(!told.to_string().contains("left out"), "{told}");
    assert_eq!(piece.unwrap().piece.boxes.len(), 3);
    let again = OpenKit::open(&files, &Overrides::default(), STANDARD).unwrap();
    let larger = grow(&again);
    let root = glb(&again, &larger, &Options::default());
    let names: Vec<String> = places(&root).into_iter().map(|(name, _)| name).collect();
    for want in ["lamp", "lamp_2", "Room_2", "knob"] {
        let found = names
            .iter()
            .filter(|name| name.starts_with("p0_p") && name.ends_with(&format!("_{want}")))
            .count();
        assert_eq!(found, 3, "{want}: {names:?}");
    }
    assert!(
        !names.iter().any(|name| name.contains("_used") || name.contains("_free") || name.contains("body")),
        "{names:?}"
    );
    assert_eq!(root["animations"].as_array().unwrap().len(), 3 * larger.pieces.len());
}
