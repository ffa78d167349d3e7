//! `snapmesh mark` on a public kit, whose connectors were set by others.
//!
//! The kit is not part of the project. Where its folder is not beside the repository, the test says so and passes;
//! `SNAPMESH_STRANGERS` names another place.
#![allow(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, snapmesh};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The folder with kits that nobody here modelled, if it is there.
fn strangers() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/third-party");
    let folder = std::env::var_os("SNAPMESH_STRANGERS").map_or_else(beside, PathBuf::from);
    folder.join("kaykit-dungeon/kit.toml").is_file().then_some(folder)
}

/// A GLB without what marks connectors and boxes.
fn bare(glb: &[u8]) -> Vec<u8> {
    let length = u32::from_le_bytes(glb[12..16].try_into().unwrap()) as usize;
    let mut json: Value = serde_json::from_slice(&glb[20..20 + length]).unwrap();
    for node in json["nodes"].as_array_mut().unwrap() {
        if let Some(extras) = node["extras"].as_object_mut() {
            extras
                .retain(|key, _| !["pins", "connector", "color", "collider", "size"].contains(&key.as_str()));
        }
        if node["name"].as_str().is_some_and(|name| name.starts_with("connector")) {
            node["name"] = "empty".into();
        }
    }
    let mut bytes = common::glb(&json);
    bytes.extend(&glb[20 + length..]);
    let length = (bytes.len() as u32).to_le_bytes();
    bytes[8..12].copy_from_slice(&length);
    bytes
}

fn copied(kit: &Path) -> Folder {
    let folder = Folder::new();
    for entry in std::fs::read_dir(kit).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let content = std::fs::read(&path).unwrap();
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("toml") => continue,
            Some("glb") => folder.write(&name, bare(&content)),
            _ => folder.write(&name, content),
        };
    }
    folder
}

/// Place and heading of each connector, with the piece it is of.
fn connectors(told: &Value, list: &str, place: &str) -> Vec<(String, [f64; 3], [f64; 3])> {
    let point = |value: &Value| [0, 1, 2].map(|axis| value[axis].as_f64().unwrap());
    let of = |piece: &Value| -> Vec<_> {
        let name = piece["piece"].as_str().unwrap();
        let all = piece[list].as_array().into_iter().flatten();
        all.map(|found| (name.to_string(), point(&found[place]), point(&found["heading"]))).collect()
    };
    told["pieces"].as_array().unwrap().iter().flat_map(of).collect()
}

#[test]
fn doorways_of_a_public_kit_are_where_others_set_them_and_it_makes_maps() {
    let Some(strangers) = strangers() else {
        eprintln!("skipped: the public kits are not here (set SNAPMESH_STRANGERS to their folder)");
        return;
    };
    let kit = strangers.join("kaykit-dungeon");
    let truth = snapmesh(["check", &kit.display().to_string(), "--json"]).json();
    let truth = connectors(&truth, "connectors", "position");
    assert_eq!(truth.len(), 28);
    let folder = copied(&kit);
    let run = snapmesh(["mark", &folder.root(), "--write", "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let found = connectors(&run.json(), "doorways", "at");
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| a[axis] * b[axis]).sum::<f64>();
    let meets = |a: &(String, [f64; 3], [f64; 3]), b: &(String, [f64; 3], [f64; 3])| {
        let apart = [0, 1, 2].map(|axis| a.1[axis] - b.1[axis]);
        a.0 == b.0 && dot(apart, apart).sqrt() <= 0.1 && dot(a.2, b.2) >= 0.9962
    };
    let right = truth.iter().filter(|set| found.iter().any(|found| meets(set, found))).count();
    let none = found.iter().filter(|found| !truth.iter().any(|set| meets(set, found))).count();
    println!("{right} of {} doorways, and {none} that are none", truth.len());
    assert!(right >= 26 && none <= 3, "{right} of {}, {none} that are none: {found:#?}", truth.len());
    let check = snapmesh(["check", &folder.root()]);
    assert_eq!((check.code, &*check.stderr), (0, ""), "{}", check.stdout);
    for method in ["arena", "corridor", "star", "branch"] {
        for seed in ["1", "2", "3"] {
            let set = format!("selection.method={method}");
            let run = snapmesh(["generate", &folder.root(), "--set", &set, "--seed", seed, "--json"]);
            assert_eq!(run.code, 0, "{method} {seed}: {}", run.stderr);
            let connectivity = run.json()["navigation"]["connectivity"].as_f64().unwrap();
            assert!(connectivity > 0.98, "{method} {seed}: {connectivity}");
        }
    }
}

#[test]
fn published_tiles_are_looked_at_whatever_they_are() {
    let Some(strangers) = strangers() else { return };
    let folder = copied(&strangers.join("kaykit-tiles"));
    let told = snapmesh(["mark", &folder.root(), "--json"]).json();
    let found = connectors(&told, "doorways", "at");
    for wall in
        ["wall", "wall_Tsplit", "wall_archedwindow_open", "wall_corner", "wall_crossing", "wall_endcap"]
    {
        assert!(!found.iter().any(|(piece, ..)| piece == wall), "{wall}: {found:?}");
    }
}
