//! Growth beyond the paper, as its users run it: promises, rules, and what is said when they cannot be kept.

mod common;

use common::{Folder, Run, collider, connector, piece, room, snapmesh, starter};
use serde_json::{Value, json};

/// A kit of rooms in a row and of ends, with this beside the method of a corridor.
fn kit(toml: &str) -> Folder {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white"));
    folder.write("End.glb", piece(vec![connector(-1.0, json!({})), collider()]));
    folder.write("kit.toml", format!("[selection]\nmethod = \"corridor\"\nmax_pieces = 8\n{toml}"));
    folder
}

fn generate(folder: &Folder, more: &[&str]) -> Run {
    let (root, map) = (folder.root(), folder.text("map.json"));
    snapmesh([&["generate", &*root, "-o", &*map, "--no-validate"], more].concat())
}

fn map(folder: &Folder) -> Value {
    let bytes = std::fs::read(folder.path("map.json")).expect("the map is there");
    serde_json::from_slice(&bytes).expect("it is JSON")
}

const UNDO: &str = "[growth]\nwhen_blocked = \"undo\"\n";

#[test]
fn what_is_unset_is_as_if_the_kit_had_not_said_it() {
    let rules = "[rules]\n\"End\" = { count = 2 }\n[presets.p]\ngeneration = { max_fails = 7 }\n";
    let (said, unsaid) = (kit(&format!("{UNDO}{rules}")), kit(UNDO));
    let more = ["--preset", "p", "--unset", "rules.End", "--unset", "generation.max_fails"];
    assert_eq!(generate(&said, &more).code, 0);
    assert_eq!(generate(&unsaid, &[]).code, 0);
    let (said, unsaid) = (map(&said), map(&unsaid));
    for part in ["pieces", "promises"] {
        assert_eq!(said[part], unsaid[part]);
    }
    assert_eq!(said["settings"]["generation"], unsaid["settings"]["generation"]);
}

#[test]
fn a_value_that_is_wrong_does_no_harm_once_it_is_unset() {
    let folder = kit("[generation]\nmax_fails = -3\n");
    assert_eq!(generate(&folder, &[]).code, 2);
    assert_eq!(generate(&folder, &["--unset", "generation.max_fails"]).code, 0);
}

#[test]
fn kept_promises_are_told_and_written() {
    let folder = kit(&format!("{UNDO}[rules]\n\"End\" = {{ count = 2 }}\n"));
    let run = generate(&folder, &["--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let promises = json!([
        { "promise": "size: 8 pieces", "kept": true, "value": 8 },
        { "promise": "count of End: 2", "kept": true, "value": 2 },
    ]);
    assert_eq!(run.json()["promises"], promises);
    let file = map(&folder);
    assert_eq!(file["promises"], promises);
    assert_eq!(file["settings"]["growth"], json!({ "when_blocked": "undo" }));
    assert_eq!(file["settings"]["rules"], json!({ "End": { "count": 2 } }));
    assert!(generate(&folder, &[]).stdout.contains("kept: count of End: 2\n"));
}

#[test]
fn without_the_new_keys_a_map_has_none_of_them() {
    let folder = kit("");
    assert_eq!(generate(&folder, &[]).code, 0);
    let text = std::fs::read_to_string(folder.path("map.json")).unwrap();
    assert!(
        !["growth", "\"rules\"", "promises", "hints", "\"pieces\": {"].iter().any(|word| text.contains(word)),
        "{text}"
    );
}

#[test]
fn a_promise_that_is_not_kept_is_exit_1_with_the_best_map_and_what_was_in_the_way() {
    // A volume of an end and two rooms, either way.
    let inside = "inside = { min = [-2, -2, -5.2], max = [2, 2, 5.2] }\nbudget = 500\n";
    let folder = kit(&format!("{UNDO}{inside}"));
    let run = generate(&folder, &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("not kept: size: 8 pieces (it has 3)"), "{}", run.stdout);
    assert!(run.stdout.contains("stopped by: growth.inside "), "{}", run.stdout);
    assert!(run.stdout.contains("help: `growth.inside` stopped most pieces: loosen it"), "{}", run.stdout);
    let file = map(&folder);
    assert_eq!((file["pieces"].as_array().unwrap().len(), &file["stop"]["reason"]), (3, &json!("budget")));
    let json = generate(&folder, &["--json"]).json();
    assert!(json["trouble"]["stopped_by"]["growth.inside"].as_u64().unwrap() > 10, "{json}");
    assert_eq!(json["promises"][0]["kept"], false);
    let explain = snapmesh(["explain", &folder.text("map.json")]);
    assert_eq!(explain.code, 0, "{}", explain.stderr);
    for part in [
        "would reach out of `growth.inside`",
        "Taken back: ",
        "Afresh, after ",
        "The best map so far is kept",
    ] {
        assert!(explain.stdout.contains(part), "{part}");
    }
}

#[test]
fn what_cannot_hold_together_is_exit_2_with_the_smallest_set_and_nothing_is_written() {
    let rules = "[rules]\n\"Room\" = { run = 5 }\n\"End\" = { count = [5, 9] }\n\"#any\" = { weight = 2 }\n";
    let folder = kit(&format!("{UNDO}{rules}"));
    let run = generate(&folder, &["--quiet"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("these cannot hold together, as 8 pieces need 14 connectors to be joined"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("\n  - rules.End.count = [5, 9]\n  - selection.max_pieces = 8\n  - growth.when_blocked = \"undo\"\n"), "{}", run.stderr);
    assert!(!folder.path("map.json").exists());
    let check = snapmesh(["check", &folder.root()]);
    assert!(check.code == 2 && check.stderr.contains("cannot hold together"), "{}", check.stderr);
}

#[test]
fn bad_rules_and_volumes_are_told_with_their_place() {
    for (toml, said) in [
        (
            "[rules]\nEnd = { count = [3, 1] }\n",
            "kit.toml:5:17: `End.count` in [rules] must have the least first, found [3, 1]",
        ),
        (
            "[rules]\nEnd = { weight = -1 }\n",
            "kit.toml:5:18: `End.weight` in [rules] must be a number, from 0 to",
        ),
        ("[rules]\nEnd = { cuont = 1 }\n", "did you mean `count`?"),
        ("[rules]\nEnd = { count = 9 }\n", "9 pieces must be there, and a map has 8 at most"),
        ("[growth]\nwhen_blocked = \"undoo\"\n", "did you mean \"undo\"?"),
        (
            "[growth]\ninside = { min = [1, 0, 0], max = [0, 1, 1] }\n",
            "must have its `min` below its `max`, found 1.0 and 0.0 along x",
        ),
        ("[growth]\ninside = { min = [5, 5, 5], max = [6, 6, 6] }\n", "no piece may start a map"),
        ("[growth]\noutside = [{ min = [-1, -1, -1], max = [1, 1, 1] }]\n", "- growth.outside = [{"),
        (
            "[pieces.End]\ntags = [\"two words\"]\n",
            "kit.toml:5:9: `End.tags[0]` in [pieces] must be a word, found \"two words\"",
        ),
    ] {
        let folder = kit(toml);
        let run = generate(&folder, &[]);
        assert_eq!(run.code, 2, "{toml}");
        assert!(run.stderr.contains(said), "{toml}: {}", run.stderr);
        assert!(!folder.path("map.json").exists(), "{toml}");
    }
}

#[test]
fn a_selector_that_names_nothing_is_a_warning_with_the_nearest_name() {
    let folder = kit(
        "[rules]\n\"Rom\" = { weight = 2 }\n\"#dark\" = { run = 1 }\n[pieces.Room]\ntags = [\"darker\"]\n",
    );
    let run = generate(&folder, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("kit.toml:5:1: [rules] names \"Rom\", and no piece is meant by that\n  help: did you mean \"Room\"?"), "{}", run.stderr);
    assert!(run.stderr.contains("did you mean \"#darker\"?"), "{}", run.stderr);
}

#[test]
fn rules_can_be_typed_and_a_preset_replaces_them() {
    let presets = "[presets.free]\nrules = {}\n[presets.other]\nrules = { Room = { run = 3 } }\n";
    let folder = kit(&format!("[rules]\n\"End\" = {{ count = [0, 1] }}\n{presets}"));
    let rules = |more: &[&str]| {
        assert_eq!(generate(&folder, more).code, 0);
        map(&folder)["settings"]["rules"].clone()
    };
    assert_eq!(rules(&[]), json!({ "End": { "count": [0, 1] } }));
    assert_eq!(rules(&["--preset", "free"]), Value::Null);
    assert_eq!(rules(&["--preset", "other"]), json!({ "Room": { "run": 3 } }));
    assert_eq!(
        rules(&["--set", "rules.\"End\".apart=2", "--set", "rules.\"R*\".weight=2"]),
        json!({ "End": { "count": [0, 1], "apart": 2 }, "R*": { "weight": 2.0 } })
    );
}

#[test]
fn what_files_say_counts_is_kept_in_the_map_and_must_not_change_under_it() {
    let folder = kit("");
    let end = |max: u32| {
        piece(vec![
            connector(-1.0, json!({})),
            json!({ "name": "root", "extras": { "max": max, "weight": 3 } }),
            collider(),
        ])
    };
    folder.write("End.glb", end(1));
    assert_eq!(generate(&folder, &[]).code, 0);
    let file = map(&folder);
    assert_eq!(file["hints"], json!({ "End": { "weight": 3.0, "max": 1 } }));
    let ends = file["pieces"].as_array().unwrap().iter().filter(|piece| piece["piece"] == "End").count();
    assert!(ends <= 1);
    assert_eq!(snapmesh(["explain", &folder.text("map.json"), "--quiet"]).code, 0);
    folder.write("End.glb", end(2));
    let run = snapmesh(["explain", &folder.text("map.json")]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("the file of End said {\"weight\":3.0,\"max\":1} when the map was made"),
        "{}",
        run.stderr
    );
    assert_eq!(
        snapmesh(["render", &folder.text("map.json"), "-o", &folder.text("x.svg")]).code,
        0,
        "the map itself stands"
    );
}

#[test]
fn a_map_that_got_stuck_names_the_key_that_lets_it_go_on() {
    let run = snapmesh([
        "generate",
        &starter(),
        "--preset",
        "corridor",
        "--seed",
        "1",
        "--set",
        "growth.when_blocked=stop",
        "--no-validate",
    ]);
    assert_eq!(run.code, 0, "the size is a wish: {}", run.stderr);
    assert!(
        run.stdout.contains("it got stuck (--log tells why): `growth.when_blocked = \"undo\"`"),
        "{}",
        run.stdout
    );
    let undone = snapmesh(["generate", &starter(), "--preset", "corridor", "--seed", "1", "--no-validate"]);
    assert!(undone.code == 0 && undone.stdout.contains("kept: size: 30 pieces"), "{}", undone.stdout);
}

#[test]
fn check_tells_which_rules_keep_a_piece_out() {
    let folder = kit("[rules]\n\"End\" = { depth = [20, 30] }\n\"Room\" = { weight = 1 }\n");
    let run = snapmesh(["check", &folder.root()]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("End.glb: it will never be placed, because of rules.End.depth = [20, 30] and selection.max_pieces = 8"), "{}", run.stderr);
}

#[test]
fn search_demands_what_was_promised() {
    let folder = kit("[rules]\n\"End\" = { count = 2 }\n");
    let root = folder.root();
    let json = snapmesh(["search", &root, "--tries", "200", "--json"]).json();
    assert_eq!(json["found"], true, "{json}");
    assert_eq!(json["promises"][0]["kept"], true);
    assert_eq!(json["demands"][0]["demand"], "the promise of the settings");
}

#[test]
fn a_sweep_has_a_column_for_each_promise_and_its_report_the_share() {
    let folder = kit("[rules]\n\"End\" = { count = 2 }\n");
    let (root, table) = (folder.root(), folder.text("maps.csv"));
    let run = snapmesh([
        "sweep",
        &root,
        "-o",
        &table,
        "--seeds",
        "40",
        "--no-validate",
        "--vary",
        "growth.when_blocked=stop,undo",
    ]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = std::fs::read_to_string(&table).unwrap();
    let head: Vec<&str> = text.lines().next().unwrap().split(',').collect();
    assert!(head.contains(&"kept.size") && head.contains(&"kept.count of End"), "{head:?}");
    let kept = head.iter().position(|name| *name == "kept.size").unwrap();
    let cells: Vec<&str> = text.lines().skip(1).map(|line| line.split(',').nth(kept).unwrap()).collect();
    assert!(
        cells[..40].iter().all(|cell| cell.is_empty()) && cells[40..].iter().all(|cell| *cell == "true"),
        "{cells:?}"
    );
    let page = folder.text("maps.html");
    assert_eq!(snapmesh(["report", &table, "-o", &page]).code, 0);
    assert!(std::fs::read_to_string(page).unwrap().contains("Kept its promises"));
}
