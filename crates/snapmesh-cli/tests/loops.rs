//! Loops as their users ask for them; and what is said where they cannot be.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, Run, collider, connector, piece, snapmesh, starter};
use serde_json::{Value, json};
use snapmesh::Turn;
use snapmesh::glam::DVec3;
use std::time::{Duration, Instant};

/// What a map of the starter kit with loops is asked for by.
const LOOPS: [&str; 4] = ["--set", "growth.loops=[1, 3]", "--set", "growth.when_blocked=undo"];

fn generate(folder: &Folder, kit: &str, more: &[&str]) -> Run {
    let map = folder.text("map.json");
    snapmesh([&["generate", kit, "-o", &*map, "--no-validate"], more].concat())
}

fn read(folder: &Folder) -> Value {
    serde_json::from_slice(&std::fs::read(folder.path("map.json")).unwrap()).unwrap()
}

/// A kit of one piece, which turns by so many degrees from one door to the other.
fn bend(degrees: f64, toml: &str) -> Folder {
    let folder = Folder::new();
    let turn = Turn::of_degrees(180.0 + degrees);
    let far = json!({ "name": "connector", "translation": turn.apply(DVec3::NEG_Z).to_array(),
        "rotation": turn.quaternion(), "extras": { "pins": 1 } });
    let mut shape = collider();
    shape["scale"] = json!([0.6, 0.6, 0.6]);
    folder.write("Bend.glb", piece(vec![connector(-1.0, json!({ "pins": 1 })), far, shape]));
    let method = "[selection]\nmethod = \"arena\"\nmax_pieces = 2\n";
    folder.write("kit.toml", format!("{method}[growth]\nwhen_blocked = \"undo\"\n{toml}"));
    folder
}

#[test]
fn a_wrong_value_names_key_and_value_and_nothing_is_written() {
    let cases = [
        ("growth.loops=[-1, 3]", "loops", "-1"),
        ("growth.loops=-2", "loops", "-2"),
        ("growth.loops=[3, 1]", "loops", "3"),
        ("growth.loops=\"many\"", "loops", "many"),
        ("growth.loops=[1, 2, 3]", "loops", "list"),
        ("growth.loops=[1]", "loops", "list"),
        ("growth.loops=[1, \"two\"]", "loops", "two"),
        ("growth.loops=[0.5, 2]", "loops", "0.5"),
        ("growth.loop_length=0", "loop_length", "0"),
        ("growth.loop_length=99", "loop_length", "99"),
        ("growth.loop_length=2.5", "loop_length", "2.5"),
        ("growth.loop_gap=-0.001", "loop_gap", "-0.001"),
        ("growth.loop_gap=\"wide\"", "loop_gap", "wide"),
        ("growth.loop_gap=nan", "loop_gap", "nan"),
        ("growth.loop_gap=inf", "loop_gap", "inf"),
    ];
    for (set, key, value) in cases {
        let folder = Folder::new();
        let run = generate(&folder, &starter(), &["--set", set]);
        assert_eq!(run.code, 2, "{set}: {}", run.stderr);
        let said: String = run.stderr.lines().filter(|line| !line.trim_start().starts_with("help")).collect();
        // The setting as it was typed is told as the place of the fault: key and value must be said beside it.
        let said = said.replace(set, "");
        assert!(said.contains(key), "{set}: names the key: {}", run.stderr);
        assert!(said.to_lowercase().contains(value), "{set}: names the value: {}", run.stderr);
        assert!(folder.files().is_empty(), "{set}: {:?}", folder.files());
    }
}

#[test]
fn a_wrong_value_in_a_kit_names_its_line() {
    for line in ["loops = [2, 1]", "loop_length = 0", "loop_gap = -1.0", "lops = [1, 3]"] {
        let folder = bend(90.0, line);
        let run = generate(&folder, &folder.root(), &[]);
        assert_eq!(run.code, 2, "{line}: {}", run.stderr);
        assert!(run.stderr.contains("kit.toml:6:"), "{line}: {}", run.stderr);
        assert_eq!(folder.files(), ["Bend.glb", "kit.toml"]);
    }
}

/// A quarter four times is a ring; the tree is two of them, and the loop is the other two.
#[test]
fn a_ring_is_closed_by_as_many_pieces_as_it_takes() {
    let folder = bend(90.0, "loops = [1, 1]");
    let run = generate(&folder, &folder.root(), &["--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let map = read(&folder);
    let roles: Vec<&Value> = map["pieces"].as_array().unwrap().iter().map(|piece| &piece["role"]).collect();
    assert_eq!(roles, [&Value::Null, &Value::Null, &json!("loop"), &json!("loop")]);
    assert_eq!(map["links"].as_array().unwrap().len(), 1);
    let gap = map["links"][0]["gap"].as_f64().unwrap();
    assert!(gap <= 0.005, "{gap}");
    // Two pieces cannot be what one may be at most.
    let run = generate(&folder, &folder.root(), &["--set", "growth.loop_length=1"]);
    assert_ne!(run.code, 0, "{}", run.stderr);
}

/// 33 degrees fit no turn, nor does any number of them that a chain may have.
#[test]
fn what_cannot_close_is_said_within_its_budget_and_the_best_map_is_written() {
    let folder = bend(33.0, "loops = [1, 1]");
    let start = Instant::now();
    let run = generate(&folder, &folder.root(), &["--set", "selection.max_pieces=6"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert!(run.code == 1 || run.code == 2, "{}: {}", run.code, run.stderr);
    let said = format!("{}{}", run.stdout, run.stderr);
    assert!(said.contains("loop"), "{said}");
    if run.code == 2 {
        assert!(!folder.path("map.json").exists());
        return;
    }
    let map = read(&folder);
    assert_eq!(map["pieces"].as_array().unwrap().len(), 6, "the best there is");
    assert!(map.get("links").is_none());
    let promise = json!({ "promise": "loops: 1", "kept": false, "value": 0 });
    assert!(map["promises"].as_array().unwrap().contains(&promise), "{}", map["promises"]);
}

#[test]
fn a_promise_of_loops_is_listed_and_kept() {
    let folder = Folder::new();
    let run = generate(&folder, &starter(), &[&LOOPS[..], &["--json"]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (told, map) = (run.json(), read(&folder));
    let links = map["links"].as_array().unwrap().len();
    let promise = json!({ "promise": "loops: 1 to 3", "kept": true, "value": links });
    assert!(told["promises"].as_array().unwrap().contains(&promise), "{}", told["promises"]);
    assert_eq!(told["promises"], map["promises"]);
    assert_eq!(map["settings"]["growth"]["loops"], json!([1, 3]));
    assert!(map["settings"]["growth"].get("loop_gap").is_none(), "a default is not written");
    let plain = Folder::new();
    assert_eq!(generate(&plain, &starter(), &["--set", "growth.loops=0"]).code, 0);
    let plain = read(&plain);
    assert!(plain["settings"]["growth"].get("loops").is_none());
    assert!(!plain["promises"].to_string().contains("loops"));
}

#[test]
fn a_map_with_loops_is_told_again_from_its_settings_and_seed() {
    let folder = Folder::new();
    assert_eq!(generate(&folder, &starter(), &LOOPS).code, 0);
    let (kit, map) = (starter(), folder.text("map.json"));
    let told = snapmesh(["explain", &map, "--kit", &kit]);
    assert_eq!(told.code, 0, "it grows to the same map again: {}", told.stderr);
    let written = read(&folder);
    let (pieces, digest) = (written["pieces"].as_array().unwrap(), written["digest"].clone());
    let chained: Vec<usize> = (0..pieces.len()).filter(|&index| pieces[index]["role"] == "loop").collect();
    assert!(!chained.is_empty());
    for index in chained {
        let name = format!("p{index}_{}", pieces[index]["piece"].as_str().unwrap());
        assert!(told.stdout.contains(&name), "{name}: {}", told.stdout);
    }
    assert!(told.stdout.lines().any(|line| line.starts_with("Loop")), "{}", told.stdout);
    let json = snapmesh(["explain", &map, "--kit", &kit, "--json"]).json();
    assert_eq!(json["digest"], digest);
    let linked = json["events"].as_array().unwrap().iter().filter(|event| event["event"] == "linked").count();
    assert!(linked >= written["links"].as_array().unwrap().len());
    let again = Folder::new();
    assert_eq!(generate(&again, &kit, &LOOPS).code, 0);
    assert_eq!(read(&again)["digest"], digest, "the same command, the same map");
    // A link that was made up is not what the settings come to.
    let text = std::fs::read_to_string(folder.path("map.json")).unwrap();
    folder.write("map.json", text.replace("\"turn\":", "\"turn\":1"));
    let run = snapmesh(["explain", &map, "--kit", &kit]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("was changed since it was written"), "{}", run.stderr);
}
