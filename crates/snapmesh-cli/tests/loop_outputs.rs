//! Maps with loops, as their users have them: written, read, told, grown on, searched for and counted.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, Run, collider, connector, piece, snapmesh, starter};
use serde_json::{Value, json};
use snapmesh::Limits;
use snapmesh_io::MapFile;

const KIT: &str =
    "[selection]\nmax_pieces = 3\n[growth]\nwhen_blocked = \"undo\"\nloops = 1\n[generation]\nseed = 7\n";

/// An empty at the eastern side of a piece.
fn east(x: f64) -> Value {
    json!({ "name": "connector", "translation": [x, 0.0, 0.0], "rotation": [0.0, -1.0, 0.0, 1.0],
        "extras": { "pins": 1 } })
}

fn north() -> Value {
    connector(-1.0, json!({ "pins": 1 }))
}

/// A kit of rooms with two doors around a corner, four of which are a ring, and a map of three and a fourth that closes it.
fn ring() -> Folder {
    let folder = Folder::new();
    folder.write("Bend.glb", piece(vec![north(), east(1.0), collider()])).write("kit.toml", KIT);
    let run = snapmesh(["generate", &folder.root(), "-o", &folder.text("map.json"), "--no-validate"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("3 pieces and 1 in 1 loop from "), "{}", run.stdout);
    folder
}

fn read(folder: &Folder, name: &str) -> Value {
    serde_json::from_slice(&std::fs::read(folder.path(name)).unwrap()).unwrap()
}

/// Maps of the starter kit with two loops and no caps.
const LOOPS: [&str; 7] =
    ["--preset", "arena", "--set", "growth.loops=2", "--set", "growth.when_blocked=undo", "--no-validate"];

fn generate(folder: &Folder, to: &str, more: &[&str]) -> Run {
    let (kit, to) = (starter(), folder.text(to));
    snapmesh([&["generate", &kit, "-o", &to, "--json"], &LOOPS[..], more].concat())
}

#[test]
fn a_map_says_which_pieces_close_loops_and_counts_them() {
    let folder = ring();
    let told = snapmesh(["generate", &folder.root(), "--json", "--no-validate"]).json();
    let counts = ["pieces", "loops", "links", "loop_pieces"].map(|key| told[key].as_u64().unwrap());
    assert_eq!(counts, [4, 1, 1, 1]);
    assert_eq!(told["free_connectors"], 0);
    let map = read(&folder, "map.json");
    let roles: Vec<&Value> = map["pieces"].as_array().unwrap().iter().map(|piece| &piece["role"]).collect();
    assert_eq!(roles, [&Value::Null, &Value::Null, &Value::Null, &json!("loop")]);
    assert_eq!(map["links"].as_array().unwrap().len(), 1);
    let none = snapmesh(["generate", &folder.root(), "--json", "--no-validate", "--unset", "growth.loops"]);
    assert!(["loops", "links", "loop_pieces"].iter().all(|key| none.json().get(key).is_none()));
}

#[test]
fn a_map_that_got_stuck_is_told_by_the_size_that_was_asked_for() {
    let folder = Folder::new();
    let sets = ["growth.when_blocked=stop", "generation.max_fails=2", "selection.max_pieces=60"];
    let sets: Vec<&str> = sets.iter().flat_map(|set| ["--set", set]).chain(["--seed", "1"]).collect();
    let run = generate(&folder, "map.json", &sets);
    let told = run.json();
    let [pieces, added] = ["pieces", "loop_pieces"].map(|key| told[key].as_u64().unwrap());
    let told = snapmesh([&["generate", &*starter()], &LOOPS[..], &sets].concat());
    assert_eq!((run.code, told.code), (0, 0), "{}", told.stderr);
    assert!(pieces < 60, "it got stuck");
    let first = format!("{} of at most 60 pieces and {added} in 2 loops from starter", pieces - added);
    assert!(told.stdout.starts_with(&first), "{first}: {}", told.stdout);
}

#[test]
fn a_map_with_loops_is_read_and_told_by_every_command() {
    let folder = ring();
    let map = folder.text("map.json");
    let again = folder.text("again.json");
    let run = snapmesh(["render", &map, "-o", &again, "--json"]);
    assert_eq!((run.code, &run.json()["pieces"]), (0, &json!(4)));
    assert!(std::fs::read(&map).unwrap() == std::fs::read(&again).unwrap());
    let told = snapmesh(["explain", &map]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("map.json: 3 pieces and 1 in 1 loop of "), "{}", told.stdout);
    let starter = Folder::new();
    assert_eq!(generate(&starter, "map.json", &[]).code, 0);
    let walked = snapmesh(["validate", &starter.text("map.json"), "--kit", &common::starter()]);
    assert_eq!(walked.code, 0, "{}", walked.stderr);
    assert!(walked.stdout.contains(" in 2 loops of starter\n"), "{}", walked.stdout);
}

#[test]
fn pieces_in_another_order_than_that_of_roles_are_refused() {
    let folder = ring();
    let mut file = MapFile::read(&folder.path("map.json"), &Limits::default()).unwrap();
    let kit = file.kit.clone();
    (file.pieces[1].role, file.pieces[2].role) = (Some("loop".into()), None);
    folder.write("map.json", file.named(&kit).to_text());
    let run = snapmesh(["render", &folder.text("map.json"), "-o", &folder.text("plan.svg")]);
    assert_eq!(run.code, 2);
    let why = "map.json: piece 2 is a piece that grew, and comes after piece 1, which is part of a loop";
    assert!(run.stderr.contains(why), "{}", run.stderr);
    assert!(!folder.path("plan.svg").exists());
}

#[test]
fn kept_whole_with_its_seed_a_map_gets_the_same_loops_again() {
    let folder = Folder::new();
    for seed in ["3", "4"] {
        assert_eq!(generate(&folder, "map.json", &["--seed", seed]).code, 0);
        let map = folder.text("map.json");
        let run = generate(&folder, "again.json", &["--from", &map, "--keep", "all", "--seed", seed]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let (mut first, mut again) = (read(&folder, "map.json"), read(&folder, "again.json"));
        assert_eq!((first.get("kept"), &again["kept"]), (None, &json!(40)));
        for map in [&mut first, &mut again] {
            map.as_object_mut().unwrap().retain(|key, _| key != "kept" && key != "digest");
        }
        assert_eq!(first, again);
    }
}

#[test]
fn a_branch_that_is_grown_anew_has_its_loops_made_anew() {
    let folder = Folder::new();
    assert_eq!(generate(&folder, "map.json", &["--seed", "3"]).code, 0);
    let map = folder.text("map.json");
    let run = generate(&folder, "again.json", &["--from", &map, "--regrow", "20", "--seed", "5"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let again = read(&folder, "again.json");
    let kept = again["kept"].as_u64().unwrap() as usize;
    let roles: Vec<&Value> = again["pieces"].as_array().unwrap().iter().map(|it| &it["role"]).collect();
    assert!(kept < 40 && roles[..40].iter().all(|role| role.is_null()));
    assert!(roles.len() > 40 && roles[40..].iter().all(|role| *role == "loop"));
    assert_eq!((&run.json()["loops"], &run.json()["pieces"]), (&json!(2), &json!(roles.len())));
    let told = snapmesh(["explain", &folder.text("again.json"), "--kit", &starter()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
}

#[test]
fn a_piece_of_a_loop_cannot_be_grown_anew_by_itself() {
    let folder = Folder::new();
    assert_eq!(generate(&folder, "map.json", &["--seed", "3"]).code, 0);
    let map = folder.text("map.json");
    let run = generate(&folder, "again.json", &["--from", &map, "--regrow", "40"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("piece 40 is there as a loop"), "{}", run.stderr);
    assert!(run.stderr.contains("help: name a piece that it is joined to"), "{}", run.stderr);
    assert!(!folder.path("again.json").exists());
}

#[test]
fn a_changed_kit_is_told_by_the_links_it_breaks() {
    let folder = ring();
    let accepted = |nodes: Vec<Value>| {
        folder.write("Bend.glb", piece(nodes));
        let (map, again) = (folder.text("map.json"), folder.text("again.json"));
        let run = snapmesh(["render", &map, "--accept-kit", "-o", &again]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        run.stderr
    };
    let told = accepted(vec![north(), east(1.25), collider()]);
    assert_eq!(told.matches("no longer meets").count(), 4, "three joints and a link: {told}");
    // In another order all is still where it was, and the link has the numbers of now.
    let told = accepted(vec![east(1.0), north(), collider()]);
    assert!(told.contains("connectors of Bend have other numbers now: 0 is 1, 1 is 0"), "{told}");
    assert!(told.contains("all that is joined still meets, and nothing overlaps"), "{told}");
    let sides = |name: &str| {
        let link = read(&folder, name)["links"][0].clone();
        [link["from"].clone(), link["to"].clone()]
    };
    for (old, new) in sides("map.json").iter().zip(&sides("again.json")) {
        assert_eq!((&new[0], new[1].as_u64()), (&old[0], old[1].as_u64().map(|number| 1 - number)));
    }
}

#[test]
fn loops_are_searched_for_and_counted() {
    let search = |more: &[&str]| {
        let sets = ["--preset", "arena", "--set", "growth.loops=[0,3]", "--json"];
        snapmesh([&["search", &*starter()], &sets[..], more].concat())
    };
    let found = search(&["--min-loops", "3"]);
    assert_eq!(found.code, 0, "{}", found.stderr);
    assert_eq!(found.json()["loops"], 3);
    let best = search(&["--best", "1", "--by", "loops", "--lowest", "--tries", "20"]);
    assert!(best.json()["maps"][0]["loops"].as_u64().unwrap_or_default() <= 3, "{}", best.stdout);
    let never = search(&["--min-loops", "4"]);
    assert_eq!(never.code, 2);
    let why = "--min-loops 4: impossible, so no seed was tried: `growth.loops` allows 3 at most";
    assert!(never.stderr.contains(why), "{}", never.stderr);
}

#[test]
fn a_sweep_has_a_column_of_loops() {
    let folder = Folder::new();
    let table = folder.text("rows.csv");
    // A number, and a list of two.
    let vary = ["--vary", "growth.loops=0,2,[1,3]", "--set", "growth.when_blocked=undo"];
    let run = snapmesh(
        [
            &["sweep", &*starter(), "--preset", "arena", "--seeds", "2", "--no-validate", "-o", &table],
            &vary[..],
        ]
        .concat(),
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut reader = csv::Reader::from_path(folder.path("rows.csv")).unwrap();
    let headers = reader.headers().unwrap().clone();
    let column = |name: &str| headers.iter().position(|header| header == name).unwrap();
    let rows: Vec<csv::StringRecord> = reader.records().map(|row| row.unwrap()).collect();
    let told: Vec<&str> = rows.iter().map(|row| &row[column("growth.loops")]).collect();
    assert_eq!(told, ["[0, 0]", "[0, 0]", "2", "2", "[1, 3]", "[1, 3]"]);
    let number = |row: &csv::StringRecord, name: &str| row[column(name)].parse::<u32>().unwrap();
    let loops: Vec<u32> = rows.iter().map(|row| number(row, "loops")).collect();
    assert_eq!(loops[..4], [0, 0, 2, 2]);
    assert!(loops[4..].iter().all(|loops| (1..=3).contains(loops)), "{loops:?}");
    assert!(rows.iter().all(|row| (number(row, "loops") == 0) == (number(row, "pieces") == 40)));
}
