//! `--accept-kit`: maps whose kit has changed since they were made.

mod common;

use common::{Folder, Run, collider, connector, piece, room, snapmesh, starter};
use serde_json::{Value, json};

const KIT: &str = "[selection]\nmethod = \"corridor\"\nmax_pieces = 4\n";

/// A kit of one room, and a map of four of them in a row.
fn made() -> Folder {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", KIT);
    let run =
        snapmesh(["generate", &folder.root(), "-o", &folder.text("map.json"), "--quiet", "--no-validate"]);
    assert_eq!((run.code, &*run.stderr), (0, ""));
    folder
}

/// The same, and then the room is another one.
fn changed(nodes: Vec<Value>) -> Folder {
    let folder = made();
    folder.write("Room.glb", piece(nodes));
    folder
}

fn door(z: f64) -> Value {
    connector(z, json!({ "pins": 1, "color": "white" }))
}

/// The map as a plan.
fn render(folder: &Folder, flags: &[&str]) -> Run {
    let (map, plan) = (folder.text("map.json"), folder.text("plan.svg"));
    snapmesh([&["render", &map, "-o", &plan], flags].concat())
}

fn accepted(nodes: Vec<Value>) -> String {
    let run = render(&changed(nodes), &["--accept-kit"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stderr.contains("warning: ") && run.stderr.contains("was made with other pieces"),
        "{}",
        run.stderr
    );
    run.stderr
}

#[test]
fn a_changed_kit_is_refused_with_a_word_on_how_to_go_on() {
    let folder = changed(vec![door(-1.25), door(1.0), collider()]);
    let run = render(&folder, &[]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("or go on with --accept-kit, which says what differs"), "{}", run.stderr);
    assert!(!folder.files().contains(&"plan.svg".into()));
}

#[test]
fn a_kit_that_has_not_changed_is_not_talked_about() {
    assert_eq!(render(&made(), &["--accept-kit"]).stderr, "");
}

#[test]
fn connectors_that_moved_are_told_with_how_far() {
    let told = accepted(vec![door(-1.25), door(1.0), collider()]);
    assert!(told.contains("p2_Room no longer meets p1_Room: their connectors miss by 0.2500 m"), "{told}");
    assert_eq!(told.matches("no longer meets").count(), 3, "{told}");
}

#[test]
fn connectors_that_turned_are_told_in_degrees() {
    let mut turned = door(-1.0);
    turned["rotation"] = json!([0.0, 0.1, 0.0, 1.0]);
    let told = accepted(vec![turned, door(1.0), collider()]);
    assert!(told.contains("their connectors miss by 11.42 degrees"), "{told}");
}

#[test]
fn connectors_of_another_kind_are_told_with_what_does_not_match() {
    let told = accepted(vec![door(-1.0), connector(1.0, json!({ "pins": 3 })), collider()]);
    assert!(told.contains("are joined, though their connectors no longer match: pins differ, "), "{told}");
    assert!(told.contains("connectors of Room have other numbers now: 0 is 1, 1 is 0"), "{told}");
    assert!(!told.contains("no longer meets"), "{told}");
}

#[test]
fn boxes_that_grew_are_told_where_they_overlap() {
    let mut large = collider();
    large["scale"] = json!([0.9, 0.9, 2.5]);
    let told = accepted(vec![door(-1.0), door(1.0), large]);
    assert!(told.contains("p2_Room overlaps p0_Room by "), "{told}");
    assert!(!told.contains("no longer"), "{told}");
}

#[test]
fn a_new_connector_is_no_misfit() {
    let side =
        json!({ "name": "connector", "translation": [1.0, 0.0, 0.0], "rotation": [0.0, -1.0, 0.0, 1.0] });
    let told = accepted(vec![door(-1.0), door(1.0), side, collider()]);
    assert!(told.contains("all that is joined still meets, and nothing overlaps"), "{told}");
}

/// Blender writes what hangs on an object in the order of names.
#[test]
fn connectors_in_another_order_get_their_new_numbers() {
    let folder = changed(vec![door(1.0), door(-1.0), collider()]);
    let again = folder.text("again.json");
    let run = snapmesh(["render", &folder.text("map.json"), "--accept-kit", "-o", &again]);
    assert!(
        run.stderr.contains("connectors of Room have other numbers now: 0 is 1, 1 is 0"),
        "{}",
        run.stderr
    );
    assert!(run.stderr.contains("all that is joined still meets"), "{}", run.stderr);
    // What is written is a map of the kit as it is now.
    let run = snapmesh(["render", &again, "-o", &folder.text("plan.svg")]);
    assert_eq!((run.code, &*run.stderr), (0, ""));
}

#[test]
fn a_joined_connector_that_is_gone_is_an_error_that_names_it() {
    let folder = changed(vec![door(-1.0), collider()]);
    let run = render(&folder, &["--accept-kit"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("connector 1 of piece 1 is joined, and is not there"), "{}", run.stderr);
}

#[test]
fn a_piece_that_is_gone_is_an_error_that_names_it() {
    let folder = made();
    std::fs::rename(folder.path("Room.glb"), folder.path("Hall.glb")).unwrap();
    let run = render(&folder, &["--accept-kit"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("lists \"Room.glb\": there is no such file"), "{}", run.stderr);
}

#[test]
fn validate_takes_it_too_and_is_quiet_when_asked() {
    let folder = changed(vec![door(-1.25), door(1.0), collider()]);
    let map = folder.text("map.json");
    assert_eq!(snapmesh(["validate", &map]).code, 2);
    let run = snapmesh(["validate", &map, "--accept-kit"]);
    assert!(run.code != 2 && run.stderr.contains("no longer meets"), "{}", run.stderr);
    let quiet = snapmesh(["validate", &map, "--accept-kit", "--quiet"]);
    assert!(!quiet.stderr.contains("no longer meets"), "{}", quiet.stderr);
}

#[test]
fn explain_tells_the_story_anew_and_says_where_it_is_another() {
    let folder = changed(vec![door(-1.25), door(1.0), collider()]);
    let map = folder.text("map.json");
    assert_eq!(snapmesh(["explain", &map]).code, 2);
    let run = snapmesh(["explain", &map, "--accept-kit"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = "with the kit as it is now another map grows, of 4 pieces: it is another from piece 1 on";
    assert!(run.stderr.contains(told), "{}", run.stderr);
    let larger = changed(vec![
        door(-1.0),
        door(1.0),
        json!({ "name": "box", "scale": [0.8, 0.9, 0.9], "extras": { "collider": "box" } }),
    ]);
    let run = snapmesh(["explain", &larger.text("map.json"), "--accept-kit"]);
    assert!(run.code == 0 && !run.stderr.contains("another map grows"), "{}", run.stderr);
}

#[test]
fn explain_goes_on_where_a_file_says_something_else() {
    let folder = made();
    let heavy =
        json!({ "name": "box", "scale": [0.9, 0.9, 0.9], "extras": { "collider": "box", "weight": 2.0 } });
    folder.write("Room.glb", piece(vec![door(-1.0), door(1.0), heavy]));
    let map = folder.text("map.json");
    let run = snapmesh(["explain", &map]);
    assert!(run.code == 2 && run.stderr.contains("or go on with --accept-kit"), "{}", run.stderr);
    let run = snapmesh(["explain", &map, "--accept-kit"]);
    assert!(run.code == 0 && run.stderr.contains("and says {\"weight\":2.0} now"), "{}", run.stderr);
}

#[test]
fn pieces_are_kept_from_a_map_of_a_changed_kit() {
    let folder = changed(vec![door(-1.25), door(1.0), collider()]);
    let (root, map, next) = (folder.root(), folder.text("map.json"), folder.text("next.json"));
    let grow = |flags: &[&str]| {
        let from = ["generate", &root, "--from", &map, "--keep", "0-1", "-o", &next, "--no-validate"];
        snapmesh([&from[..], flags].concat())
    };
    let run = grow(&[]);
    assert!(run.code == 2 && run.stderr.contains("--accept-kit"), "{}", run.stderr);
    let run = grow(&["--accept-kit"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("was made with other pieces"), "{}", run.stderr);
    assert!(
        run.stderr.contains("p1_Room is kept, though it breaks a rule: its connector is 0.5000 m"),
        "{}",
        run.stderr
    );
    let run = snapmesh(["generate", &root, "--accept-kit"]);
    assert!(run.code == 2 && run.stderr.contains("--from"), "{}", run.stderr);
}

/// Maps from before fingerprints were rounded are of their kit, and nothing is said of it.
#[test]
fn maps_with_an_exact_fingerprint_need_no_flag() {
    let map = "../snapmesh-io/tests/samples/map_exact_fingerprint.json";
    for verb in ["validate", "explain"] {
        let run = snapmesh([verb, map, "--kit", &starter(), "--quiet"]);
        assert_eq!((run.code, &*run.stderr), (0, ""), "{verb}");
    }
}
