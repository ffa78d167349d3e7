//! The command as its users run it.

mod common;

use common::{Folder, collider, connector, piece, room, snapmesh, starter};
use serde_json::json;

#[test]
fn new_check_generate_explain_work_one_after_the_other() {
    let folder = Folder::new();
    let kit = folder.text("my kit ü");
    assert_eq!(snapmesh(["new", &kit]).code, 0);
    let check = snapmesh(["check", &kit]);
    assert_eq!((check.code, &*check.stderr), (0, ""));
    assert!(check.stdout.contains("Which connectors can meet"), "{}", check.stdout);
    let map = format!("{kit}/map.json");
    let run = snapmesh(["generate", &kit, "-o", &map, "-o", &format!("{kit}/map.svg")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("wrote "), "{}", run.stdout);
    let explain = snapmesh(["explain", &map]);
    assert_eq!(explain.code, 0, "{}", explain.stderr);
    assert!(explain.stdout.contains("Start with p0_Plaza"), "{}", explain.stdout);
    assert!(explain.stdout.contains("Done, with "), "{}", explain.stdout);
}

#[test]
fn new_touches_nothing_that_is_there() {
    let folder = Folder::new();
    folder.write("precious.txt", "mine");
    let run = snapmesh(["new", &folder.root()]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("is not empty"), "{}", run.stderr);
    assert_eq!(folder.files(), ["precious.txt"]);
    assert_eq!(snapmesh(["new", &folder.text("precious.txt")]).code, 2);
}

#[test]
fn every_preset_of_the_starter_kit_grows() {
    for preset in ["arena", "corridor", "star", "branch"] {
        let run = snapmesh(["generate", &starter(), "--preset", preset, "--json"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.json()["pieces"].as_u64().unwrap() > 5, "{preset}: {}", run.stdout);
    }
}

#[test]
fn json_has_the_fields_that_were_promised() {
    let folder = Folder::new();
    let map = folder.text("map.json");
    let json = snapmesh(["generate", &starter(), "--seed", "-7", "--json", "-o", &map]).json();
    assert_eq!(json["seed"], -7);
    assert_eq!(json["outputs"], json!([map]));
    assert!(json["pieces"].is_u64() && json["stop"]["reason"].is_string() && json["digest"].is_string());
    let file: serde_json::Value = serde_json::from_slice(&std::fs::read(&map).unwrap()).unwrap();
    assert_eq!(file["format"], "snapmesh-map/1");
    assert_eq!(file["digest"], json["digest"]);
    let (caps, pieces): (Vec<_>, Vec<_>) =
        file["pieces"].as_array().unwrap().iter().partition(|piece| piece["role"] == "cap");
    assert_eq!((json!(pieces.len()), json!(caps.len())), (json["pieces"].clone(), json["caps"].clone()));
    assert_eq!(file["doors"].as_array().unwrap().len() as u64, json["doors"].as_u64().unwrap());
    assert_eq!(file["settings"]["generation"]["seed"], -7);
    assert_eq!(file["pieces"][0]["joint"], serde_json::Value::Null);
}

#[test]
fn the_same_seed_gives_the_same_bytes_watched_or_not() {
    let folder = Folder::new();
    let write = |name: &str, more: &[&str]| {
        let (path, kit) = (folder.text(name), starter());
        let args = [&["generate", &kit, "--seed", "5", "-o", &path], more].concat();
        assert_eq!(snapmesh(args).code, 0);
        std::fs::read(path).unwrap()
    };
    let plain = write("a.json", &[]);
    assert_eq!(plain, write("b.json", &["--log", "--trace", &folder.text("t.jsonl")]));
    assert_eq!(plain, write("c.json", &["--quiet"]));
    let trace = std::fs::read_to_string(folder.path("t.jsonl")).unwrap();
    let events: Vec<serde_json::Value> =
        trace.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["event"], "start");
    let stop = events.iter().position(|event| event["event"] == "stop").unwrap();
    let after: std::collections::BTreeSet<_> =
        events[stop + 1..].iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(after, ["capped", "hung"].into(), "caps and doors come once the map has grown");
}

#[test]
fn the_log_gives_the_reason_for_every_refusal() {
    let folder = Folder::new();
    let doors = |north: serde_json::Value, south| {
        piece(vec![connector(-1.0, north), connector(1.0, south), collider()])
    };
    folder
        .write("A.glb", doors(json!({"pins": 1, "color": "red"}), json!({"pins": 1, "color": "red"})))
        .write("B.glb", doors(json!({"pins": 1, "color": "blue"}), json!({"pins": 3, "color": "red"})))
        .write("kit.toml", "[generation]\nmax_fails = 8\n[selection]\nmax_pieces = 6\n");
    let run = snapmesh(["generate", &folder.root(), "--log", "--seed", "3"]);
    assert!(run.stderr.contains("blue on the guide does not accept red"), "{}", run.stderr);
    assert!(run.stderr.contains("pins differ, 3 on the guide and 1 on the piece"), "{}", run.stderr);
    assert!(run.stderr.contains("of the guide is used"), "{}", run.stderr);
    // With a clearance as wide as a room, the next room but one is too close.
    let run = snapmesh(["generate", &folder.root(), "--log", "--set", "generation.clearance=5.0"]);
    assert!(run.stderr.contains("closer than the clearance"), "{}", run.stderr);
}

#[test]
fn explain_tells_what_the_log_told() {
    let folder = Folder::new();
    let map = folder.text("map.json");
    let log =
        snapmesh(["generate", &starter(), "--preset", "star", "--seed", "9", "--log", "-o", &map]).stderr;
    let told = snapmesh(["explain", &map, "--kit", &starter()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.ends_with(&log), "{}\n---\n{log}", told.stdout);
    let json = snapmesh(["explain", &map, "--kit", &starter(), "--json"]).json();
    assert_eq!(json["events"][0]["event"], "start");
}

#[test]
fn check_finds_what_cannot_meet_and_exits_1() {
    let folder = Folder::new();
    folder
        .write("A.glb", room(1, "red"))
        .write("B.glb", room(2, "blue"))
        .write("kit.toml", "[kit]\nuse_starters = true\nstarters = [\"A.glb\"]\n[connection.color_matrix]\nred = [\"rde\", \"red\"]\n");
    let run = snapmesh(["check", &folder.root()]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("B.glb: no connector can reach it"), "{}", run.stderr);
    assert!(run.stderr.contains("kit.toml:5:8: the color matrix names \"rde\""), "{}", run.stderr);
    let json = snapmesh(["check", &folder.root(), "--json"]).json();
    assert_eq!(json["kinds"][0]["meets"], json!([0]));
    // What is only odd does not keep a map from growing.
    let run = snapmesh(["generate", &folder.root()]);
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("rde"), "{}", run.stderr);
}

#[test]
fn help_and_version_are_no_errors() {
    for args in [vec!["--help"], vec!["--version"], vec!["generate", "--help"], vec!["help", "check"]] {
        let run = snapmesh(&args);
        assert_eq!((run.code, &*run.stderr), (0, ""), "{args:?}");
    }
    let help = snapmesh(["generate", "--help"]).stdout;
    for name in ["generation.max_fails", "selection.arm_length_var", "connection.color_matrix"] {
        assert!(help.contains(name), "{name}");
    }
}
