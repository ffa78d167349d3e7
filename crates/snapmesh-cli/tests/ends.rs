//! Caps, doors, and maps that grow on from maps, as their users run them; and what is said when that makes no sense.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, Run, connector, piece, room, snapmesh, starter};
use serde_json::{Value, json};

/// A kit of rooms in a row, a thin cap, a door, and pieces that can be neither; with this beside the method of a corridor.
fn kit(toml: &str) -> Folder {
    let folder = Folder::new();
    let thin = json!({ "name": "box", "translation": [0.0, 0.0, 0.1], "scale": [0.5, 0.5, 0.05],
        "extras": { "collider": "box" } });
    let stub = |extras: Value| piece(vec![connector(0.0, extras), thin.clone()]);
    folder.write("Room.glb", room(1, "white"));
    folder.write("Cap.glb", stub(json!({ "pins": 1 })));
    folder.write("Door.glb", stub(json!({ "pins": 1 })));
    folder.write("Two.glb", room(1, "white"));
    folder.write("Odd.glb", stub(json!({ "pins": 7 })));
    let method = "[kit]\npieces = [\"Room.glb\"]\n[selection]\nmethod = \"corridor\"\nmax_pieces = 5\n";
    folder.write("kit.toml", format!("{method}[growth]\nwhen_blocked = \"undo\"\n{toml}"));
    folder
}

fn generate(folder: &Folder, more: &[&str]) -> Run {
    let (root, map) = (folder.root(), folder.text("map.json"));
    snapmesh([&["generate", &*root, "-o", &*map, "--no-validate"], more].concat())
}

fn read(path: &std::path::Path) -> Value {
    serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap()
}

const ENDS: &str = "[ends]\n\"1 white\" = { cap = [\"Cap.glb\"], door = [\"Door.glb\"], free = \"never\" }\n";

#[test]
fn a_map_says_what_is_a_cap_and_where_doors_stand() {
    let folder = kit(ENDS);
    let run = generate(&folder, &["--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = run.json();
    assert_eq!((&told["pieces"], &told["caps"], &told["doors"]), (&json!(5), &json!(2), &json!(4)));
    assert_eq!(told["free_connectors"], 0);
    let map = read(&folder.path("map.json"));
    let roles: Vec<&Value> = map["pieces"].as_array().unwrap().iter().map(|piece| &piece["role"]).collect();
    assert_eq!(roles[..5], [&Value::Null; 5]);
    assert_eq!(roles[5..], ["cap"; 2]);
    assert_eq!(map["doors"][0]["piece"], "Door");
    assert_eq!(map["doors"][0]["at"][0], 0, "at its guide");
    let promise = json!({ "promise": "free connectors of 1 white: 0", "kept": true, "value": 0 });
    assert!(map["promises"].as_array().unwrap().contains(&promise));
    assert_eq!(map["settings"]["ends"]["1 white"]["cap"], json!(["Cap.glb"]));
}

#[test]
fn the_story_says_why_a_cap_and_a_door_are_where_they_are() {
    let folder = kit(ENDS);
    assert_eq!(generate(&folder, &[]).code, 0);
    let told = snapmesh(["explain", &folder.text("map.json")]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let cap = "Cap: p5_Cap closes connector 1 (1 white) of p0_Room, which stayed free: the only cap for such a connector; \
               room was kept for it, as it may not stay free.";
    assert!(
        told.stdout.contains(cap) || told.stdout.contains(&cap.replace("connector 1", "connector 0")),
        "{}",
        told.stdout
    );
    assert!(told.stdout.contains("Door: d0_Door stands between connector"), "{}", told.stdout);
}

#[test]
fn check_tells_which_kinds_always_close() {
    let folder = kit(ENDS);
    let told = snapmesh(["check", &folder.root()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("1 white  always closed, by Cap; doors: Door"), "{}", told.stdout);
    let json = snapmesh(["check", &folder.root(), "--json"]).json();
    assert_eq!(json["kinds"][0]["ends"]["always_closed"], true);
    let may = snapmesh(["check", &folder.root(), "--set", "ends.\"1 white\".free=may"]);
    assert!(may.stdout.contains("closed by Cap where it has room"), "{}", may.stdout);
}

#[test]
fn what_makes_no_sense_in_ends_is_refused_at_its_place_and_nothing_is_written() {
    let cases = [
        ("\"1 white\" = { cap = [\"Two.glb\"] }", "has 2 connectors, and a cap has one"),
        ("\"1 white\" = { door = [\"Two.glb\"] }", "has 2 connectors, and a door has one"),
        ("\"1 white\" = { cap = [\"Odd.glb\"] }", "it can meet nothing as a cap"),
        ("\"1 white\" = { free = \"never\" }", "may never stay free, and no cap can close them"),
        (
            "\"1 white\" = { door = [\"Gone.glb\"] }",
            "`ends.1 white.door` lists \"Gone.glb\": there is no such file",
        ),
        ("\"1 white\" = { cap = [\"Cap*.gltf\"] }", "`ends.1 white.cap` lists \"Cap*.gltf\""),
        ("\"white\" = { free = \"may\" }", "which is no kind of connector"),
        ("\"0 white\" = { free = \"may\" }", "which is no kind of connector"),
        ("\"1 white\" = { free = \"seldom\" }", "must be one of may, never"),
        ("\"1 white\" = { lid = [\"Cap.glb\"] }", "lid"),
        ("\"1 white\" = { cap = 3 }", "must be a list of texts"),
    ];
    for (section, message) in cases {
        let folder = kit(&format!("[ends]\n{section}\n"));
        for verb in ["generate", "check"] {
            let run = match verb {
                "generate" => generate(&folder, &[]),
                _ => snapmesh(["check", &folder.root()]),
            };
            assert_eq!(run.code, 2, "{section}: {}", run.stderr);
            assert!(run.stderr.contains(message), "{section}: {}", run.stderr);
            assert!(run.stderr.contains("kit.toml:9:"), "{section}: {}", run.stderr);
        }
        assert!(!folder.path("map.json").exists());
    }
}

#[test]
fn what_is_odd_about_ends_is_a_warning() {
    let folder = kit("[ends]\n\"1 white\" = { cap = [\"Cap.glb\"] }\n\"9 white\" = { free = \"may\" }\n");
    let run = snapmesh(["check", &folder.root()]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("[ends] names \"9 white\", and no connector is of that kind"),
        "{}",
        run.stderr
    );
    assert_eq!(generate(&folder, &[]).code, 0);
}

#[test]
fn a_file_named_as_an_end_is_a_piece_only_by_its_full_name() {
    let folder = kit(ENDS);
    let pieces = |set: &str| {
        let run = generate(&folder, &["--set", set]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        read(&folder.path("map.json"))["settings"]["kit"]["pieces"].clone()
    };
    assert_eq!(pieces("kit.pieces=[\"[CDR]*.glb\"]"), json!(["Room.glb"]));
    assert_eq!(pieces("kit.pieces=[\"Room.glb\", \"Cap.glb\"]"), json!(["Room.glb", "Cap.glb"]));
}

#[test]
fn a_glb_names_caps_and_doors_and_says_what_they_are() {
    let folder = Folder::new();
    let map = folder.text("map.glb");
    assert_eq!(snapmesh(["generate", &starter(), "-o", &map, "--no-validate"]).code, 0);
    let bytes = std::fs::read(&map).unwrap();
    let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    let root: Value = serde_json::from_slice(&bytes[20..20 + length]).unwrap();
    let nodes = root["nodes"].as_array().unwrap();
    let roles =
        |role: &str| -> Vec<&Value> { nodes.iter().filter(|node| node["extras"]["role"] == role).collect() };
    let extras = &nodes[0]["extras"];
    assert_eq!(
        (json!(roles("cap").len()), json!(roles("door").len())),
        (extras["caps"].clone(), extras["doors"].clone())
    );
    let cap = roles("cap")[0];
    let name = format!("p{}_{}", cap["extras"]["index"], cap["extras"]["piece"].as_str().unwrap());
    assert_eq!(cap["name"], json!(name));
    let door = roles("door")[0];
    assert!(door["name"].as_str().unwrap().starts_with("d0_") && door["mesh"].is_u64(), "{door}");
}

/// The map of a seed, and one that is grown on from it.
struct GrownOn {
    folder: Folder,
}

impl GrownOn {
    fn new() -> Self {
        let folder = Folder::new();
        let first = folder.text("first.json");
        assert_eq!(snapmesh(["generate", &starter(), "-o", &first, "--no-validate"]).code, 0);
        Self { folder }
    }

    fn again(&self, to: &str, more: &[&str]) -> Run {
        let (kit, first, to) = (starter(), self.folder.text("first.json"), self.folder.text(to));
        let args = ["generate", &kit, "--from", &first, "-o", &to, "--no-validate", "--json"];
        snapmesh([&args[..], more].concat())
    }

    fn map(&self, name: &str) -> Value {
        read(&self.folder.path(name))
    }
}

#[test]
fn a_branch_is_grown_anew_and_every_other_piece_stays() {
    let grown = GrownOn::new();
    let run = grown.again("a.json", &["--regrow", "2", "--seed", "77"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(grown.again("b.json", &["--regrow", "2", "--seed", "77"]).code, 0);
    let bytes = |name: &str| std::fs::read(grown.folder.path(name)).unwrap();
    assert!(bytes("a.json") == bytes("b.json"), "the same seed gives the same bytes");
    let (first, again) = (grown.map("first.json"), grown.map("a.json"));
    let kept = again["kept"].as_u64().unwrap() as usize;
    assert_eq!(run.json()["kept"], again["kept"]);
    // What hangs on the second piece, followed by hand.
    let mut gone = vec![2];
    let pieces = first["pieces"].as_array().unwrap();
    for (index, piece) in pieces.iter().enumerate() {
        if piece["joint"]["guide"].as_u64().is_some_and(|guide| gone.contains(&(guide as usize))) {
            gone.push(index);
        }
    }
    let place =
        |piece: &Value| (piece["piece"].clone(), piece["position"].clone(), piece["rotation"].clone());
    let stays = |(index, piece): &(usize, &Value)| !gone.contains(index) && piece["role"].is_null();
    let expected: Vec<_> = pieces.iter().enumerate().filter(stays).map(|(_, piece)| place(piece)).collect();
    let found: Vec<_> = again["pieces"].as_array().unwrap()[..kept].iter().map(place).collect();
    assert_eq!(found, expected);
    let (pieces, in_loops) = (run.json()["pieces"].as_u64(), run.json()["loop_pieces"].as_u64());
    assert_eq!(pieces.unwrap() - in_loops.unwrap_or(0), 30);
}

#[test]
fn a_map_that_is_kept_whole_is_the_map() {
    let grown = GrownOn::new();
    let run = grown.again("a.json", &["--keep", "all"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let (mut first, mut again) = (grown.map("first.json"), grown.map("a.json"));
    assert_eq!(again["kept"], 30);
    for map in [&mut first, &mut again] {
        map.as_object_mut().unwrap().remove("digest");
        map.as_object_mut().unwrap().remove("kept");
    }
    assert_eq!(first, again);
}

#[test]
fn a_map_that_was_grown_on_can_be_explained_validated_and_drawn() {
    let grown = GrownOn::new();
    assert_eq!(grown.again("a.json", &["--keep", "0-6", "--seed", "5"]).code, 0);
    let (kit, map) = (starter(), grown.folder.text("a.json"));
    let told = snapmesh(["explain", &map, "--kit", &kit]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(told.stdout.matches("\nKept: p").count(), 7, "{}", told.stdout);
    assert_eq!(snapmesh(["validate", &map, "--kit", &kit]).code, 0);
    assert_eq!(snapmesh(["render", &map, "--kit", &kit, "-o", &grown.folder.text("a.svg")]).code, 0);
}

#[test]
fn kept_pieces_may_break_the_rules_of_now_and_that_is_said() {
    let grown = GrownOn::new();
    let rule = "rules.Plaza={ count = [0, 0] }";
    let run = grown.again("a.json", &["--keep", "0-9", "--set", rule]);
    assert!(run.code < 2, "{}", run.stderr);
    assert!(
        run.stderr.contains("is kept, though it breaks a rule: there may be 0 of Plaza"),
        "{}",
        run.stderr
    );
    // A map of the presets has other caps and doors, and is one of the kit all the same.
    let (kit, plain) = (starter(), grown.folder.text("plain.json"));
    assert_eq!(snapmesh(["generate", &kit, "--preset", "corridor", "-o", &plain, "--no-validate"]).code, 0);
    let to = grown.folder.text("b.json");
    let run = snapmesh(["generate", &kit, "--from", &plain, "--keep", "0-5", "-o", &to, "--no-validate"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(read(&grown.folder.path("b.json"))["kept"], 6);
}

#[test]
fn what_cannot_be_kept_is_refused_and_nothing_is_written() {
    let grown = GrownOn::new();
    let last = grown.map("first.json")["pieces"].as_array().unwrap().len() - 1;
    let orphan = grown.map("first.json")["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
        .skip(1)
        .find_map(|(index, piece)| {
            piece["joint"]["guide"].as_u64().filter(|guide| *guide > 0).map(|guide| (index, guide))
        })
        .unwrap();
    let beyond = format!("the map has no piece {}: its pieces are 0 to {last}", last + 1);
    let without = format!("piece {} cannot be kept without piece {}", orphan.0, orphan.1);
    let cases: [(&[&str], &str); 9] = [
        (&["--keep", &format!("0-{}", last + 1)], &beyond),
        (&["--keep", &format!("0,{}", orphan.0)], &without),
        (&["--keep", "0-x"], "must be numbers of pieces, as in 0-12,15, or all"),
        (&["--keep", ""], "must be numbers of pieces"),
        (&["--regrow", "0"], "piece 0 is what the map starts with"),
        (&["--regrow", "9999"], "the map has no piece 9999"),
        (&["--regrow", &last.to_string()], "is there as a cap, and those are made anew in any case"),
        (&[], "which pieces are kept is not said"),
        (&["--keep", "0", "--regrow", "1"], "cannot be used with"),
    ];
    for (more, message) in cases {
        let run = grown.again("a.json", more);
        assert_eq!(run.code, 2, "{more:?}: {}{}", run.stderr, run.stdout);
        assert!(
            format!("{}{}", run.stderr, run.stdout).contains(message),
            "{more:?}: {}{}",
            run.stderr,
            run.stdout
        );
        assert!(!grown.folder.path("a.json").exists());
    }
    let run = snapmesh(["generate", &starter(), "--keep", "0"]);
    assert!(run.code == 2 && run.stderr.contains("--from"), "{}", run.stderr);
}

#[test]
fn a_map_of_another_kit_is_refused_and_the_map_itself_is_not_overwritten() {
    let grown = GrownOn::new();
    let other = kit(ENDS);
    let first = grown.folder.text("first.json");
    let run = snapmesh(["generate", &other.root(), "--from", &first, "--keep", "0"]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let before = std::fs::read(&first).unwrap();
    let run = grown.again("first.json", &["--regrow", "2"]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(std::fs::read(&first).unwrap() == before);
}
