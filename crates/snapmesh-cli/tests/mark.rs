//! `snapmesh mark`: doorways of pieces that nobody marked, found, written and built with.
#![allow(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::shapes::Shape;
use common::{Folder, Run, snapmesh};
use serde_json::{Value, json};

/// What a stranger's folder holds: rooms and halls.
fn places() -> Vec<(&'static str, Shape)> {
    vec![
        ("Hall", Shape::hall().turned()),
        ("Plaza", Shape::room(&[(0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0)]).turned()),
        ("Room", Shape::room(&[(0, 0.0), (1, 0.8)]).moved([1.0, 0.0, -2.0])),
        ("Stairs", Shape::stairs()),
    ]
}

/// A folder of rooms and halls, and of what is none.
fn kit() -> Folder {
    let folder = Folder::new();
    let others = [("barrel", Shape::barrel()), ("wall_tile", Shape::wall_tile().turned())];
    for (name, shape) in places().into_iter().chain(others) {
        folder.write(&format!("{name}.glb"), shape.glb());
    }
    folder
}

fn mark(folder: &Folder, args: &[&str]) -> Run {
    snapmesh(["mark", &folder.root()].iter().chain(args))
}

fn written(folder: &Folder) -> String {
    std::fs::read_to_string(folder.path("kit.toml")).unwrap()
}

/// What is told of a piece.
fn told_of<'a>(told: &'a Value, piece: &str) -> &'a Value {
    told["pieces"].as_array().unwrap().iter().find(|told| told["piece"] == piece).unwrap()
}

fn point(value: &Value) -> [f64; 3] {
    [0, 1, 2].map(|axis| value[axis].as_f64().unwrap())
}

/// Whether a connector is within 10 cm and 5 degrees of where a doorway was modelled.
fn is_at(found: ([f64; 3], [f64; 3]), modelled: ([f64; 3], [f64; 3])) -> bool {
    let dot = |a: [f64; 3], b: [f64; 3]| (0..3).map(|axis| a[axis] * b[axis]).sum::<f64>();
    let apart = [0, 1, 2].map(|axis| found.0[axis] - modelled.0[axis]);
    dot(apart, apart).sqrt() <= 0.1 && dot(found.1, modelled.1) >= 0.9962
}

/// Grows a map by each method, whose floors hang together.
fn builds(kit: &str, seeds: &[&str]) {
    for method in ["arena", "corridor", "star", "branch"] {
        for seed in seeds {
            let set = format!("selection.method={method}");
            let run = snapmesh(["generate", kit, "--set", &set, "--seed", seed, "--json"]);
            assert_eq!(run.code, 0, "{method} {seed}: {}", run.stderr);
            let connectivity = run.json()["navigation"]["connectivity"].as_f64().unwrap();
            assert!(connectivity > 0.98, "{method} {seed}: {connectivity}");
        }
    }
}

#[test]
fn without_write_it_tells_sizes_doorways_and_doubts_and_writes_nothing() {
    let folder = kit();
    let before = folder.files();
    let run = mark(&folder, &[]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert_eq!(folder.files(), before);
    for told in [
        "doorways for who is 0.7 m wide and 1.8 m high; a pin for every 1.5 m of width begun\n",
        "  Room  6.00 x 3.20 x 6.00 m\n    doorway 2.00 m wide, 2.40 m high, at (1, 0, -5) to (0, 0, -1): 2 pins\n",
        "    doorway 2.00 m wide, open above, at (0, 2, 3) to (0, 0, 1): 2 pins\n",
        "    floor: Floor\n",
        "    doubt: no doorway was found: ",
        "\n10 doorways in 4 pieces\nnothing was written: `snapmesh mark ",
    ] {
        assert!(run.stdout.contains(told), "{told}: {}", run.stdout);
    }
    let quiet = mark(&folder, &["--quiet"]);
    assert_eq!((quiet.code, &*quiet.stdout, &*quiet.stderr), (0, "", ""));
}

#[test]
fn json_is_one_object_with_all_that_was_found() {
    let folder = kit();
    let told = mark(&folder, &["--json"]).json();
    assert_eq!(
        (&told["written"], &told["complete"], &told["problems"]),
        (&json!(false), &json!([]), &json!([]))
    );
    assert_eq!(told["pieces"].as_array().unwrap().len(), 6);
    let hall = told_of(&told, "Hall");
    assert_eq!((hall["doorways"].as_array().unwrap().len(), hall["boxes"].as_array().unwrap().len()), (2, 1));
    let doorway = &hall["doorways"][0];
    assert_eq!(
        (&doorway["pins"], &doorway["color"], &doorway["framed"]),
        (&json!(2), &json!("white"), &json!(true))
    );
    assert_eq!((&doorway["headroom"], &hall["floor"]), (&Value::Null, &json!(["Floor"])));
    let barrel = told_of(&told, "barrel");
    assert_eq!(
        (&barrel["doorways"], &barrel["boxes"], barrel["doubts"].as_array().unwrap().len()),
        (&json!([]), &Value::Null, 1)
    );
}

#[test]
fn doorways_are_found_where_they_were_modelled_and_nowhere_else() {
    let folder = kit();
    let told = mark(&folder, &["--json"]).json();
    for (name, shape) in places() {
        let doorways = told_of(&told, name)["doorways"].as_array().unwrap();
        let found: Vec<_> =
            doorways.iter().map(|door| (point(&door["at"]), point(&door["heading"]))).collect();
        assert_eq!(found.len(), shape.doorways.len(), "{name}: {found:?}");
        for modelled in shape.doorways {
            assert!(found.iter().any(|found| is_at(*found, modelled)), "{name}: {modelled:?} of {found:?}");
        }
    }
}

#[test]
fn a_folder_of_models_becomes_a_kit_that_has_no_problems_and_makes_maps() {
    let folder = kit();
    let run = mark(&folder, &["--write"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("kit.toml\ntry: snapmesh generate "), "{}", run.stdout);
    let text = written(&folder);
    let pieces = "pieces = [\n  \"Hall.glb\",\n  \"Plaza.glb\",\n  \"Room.glb\",\n  \"Stairs.glb\",\n]\n";
    assert!(text.contains(pieces) && text.contains("\ncount = \"doorways\""), "{text}");
    assert!(!text.contains("barrel") && !text.contains("wall_tile"), "{text}");
    let check = snapmesh(["check", &folder.root()]);
    assert_eq!((check.code, &*check.stderr), (0, ""), "{}", check.stdout);
    assert!(check.stdout.ends_with("No problems.\n"), "{}", check.stdout);
    builds(&folder.root(), &["1", "2", "3"]);
    let map = folder.text("map.json");
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &map]).code, 0);
    let validated = snapmesh(["validate", &map, "--json"]);
    assert_eq!(validated.code, 0, "{}", validated.stderr);
    assert!(validated.json()["connectivity"].as_f64().unwrap() > 0.98);
}

#[test]
fn written_twice_nothing_changes_and_two_folders_have_the_same_bytes() {
    let (folder, other) = (kit(), kit());
    let named = ["--write", "--set", "kit.name='twin'", "--pictures"];
    for folder in [&folder, &other] {
        let pictures = folder.text("pictures");
        assert_eq!(mark(folder, &[&named[..], &[&pictures]].concat()).code, 0);
    }
    assert_eq!(written(&folder), written(&other));
    for name in ["Hall.png", "Stairs.png"] {
        let read = |folder: &Folder| std::fs::read(folder.path("pictures").join(name)).unwrap();
        assert!(read(&folder) == read(&other), "{name}");
    }
    let before = written(&folder);
    let again = mark(&folder, &["--write"]);
    assert_eq!((again.code, written(&folder)), (0, before), "{}", again.stdout);
    assert!(again.stdout.contains("already marked: Hall, Plaza, Room, Stairs\n"), "{}", again.stdout);
}

const OLD: &str = r#"# my kit
[selection]          # how maps grow
max_pieces = 12      # a dozen
method = "corridor"

[kit]
pieces = ["Room.glb", "Hall.glb", "Marked.glb", "Noted.glb"]  # the barrel stays out

[pieces.Noted]       # by hand
tags = ["hall"]
connectors = [ { at = [0, 0, 3], heading = [0, 0, 1], pins = 2 } ]   # one end only
boxes = []
# the end
"#;

/// A kit with a piece that its file marks, and one that `kit.toml` marks.
fn kept(text: &str) -> Folder {
    let folder = kit();
    let connector = json!({ "name": "connector_2_white", "translation": [0.0, 0.0, -3.0] });
    let collider = json!({ "name": "box", "translation": [0.0, 1.5, 0.0], "extras": { "collider": "box", "size": [2.5, 2.9, 5.8] } });
    folder
        .write("kit.toml", text)
        .write("Marked.glb", Shape::hall().node(connector).node(collider).glb())
        .write("Noted.glb", Shape::hall().glb());
    folder
}

#[test]
fn a_kit_file_keeps_its_comments_its_order_and_what_it_says() {
    let folder = kept(OLD);
    let run = mark(&folder, &["--write"]);
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    assert!(run.stdout.contains("already marked: Marked, Noted\n"), "{}", run.stdout);
    let text = written(&folder);
    let mut rest = &*text;
    for line in OLD.lines() {
        rest = rest.split_once(line).unwrap_or_else(|| panic!("{line} is gone or moved: {text}")).1;
    }
    assert_eq!(text.matches("[pieces.Noted]").count(), 1, "{text}");
    assert!(text.contains("[pieces.Room]") && text.contains("[pieces.Hall]"), "{text}");
    assert!(!text.contains("[pieces.Marked]") && !text.contains("barrel.glb"), "{text}");
    assert!(
        text.contains("[navigation]\nagent_radius = 0.35\n") && text.contains("\ncount = \"doorways\""),
        "{text}"
    );
    let check = snapmesh(["check", &folder.root()]);
    assert!(!check.stderr.contains("error"), "{}", check.stderr);
}

#[test]
fn a_kit_that_says_which_regions_count_and_who_walks_is_believed() {
    let folder =
        kept(&format!("{OLD}\n[navigation]\nagent_radius = 0.6\ncount = \"all\"   # as in the paper\n"));
    let run = mark(&folder, &["--write"]);
    assert!(run.stdout.starts_with("doorways for who is 1.2 m wide and 1.8 m high"), "{}", run.stdout);
    assert!(written(&folder).contains("agent_radius = 0.6\ncount = \"all\"   # as in the paper\n"));
    assert!(!written(&folder).contains("doorways\""));
}

#[test]
fn what_a_piece_lacks_is_added_and_what_it_has_is_left() {
    let folder = kit();
    let connector = json!({ "name": "connector_2_white", "translation": [0.0, 0.0, -3.0] });
    folder.write("Half.glb", Shape::hall().node(connector).glb());
    let told = mark(&folder, &["--json"]).json();
    let half = told_of(&told, "Half");
    assert_eq!((&half["doorways"], half["boxes"].as_array().map(Vec::len)), (&Value::Null, Some(1)));
}

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

#[test]
fn a_picture_of_each_piece_is_drawn_into_a_folder_that_is_made() {
    let folder = kit();
    let pictures = folder.text("deep/er");
    let run = mark(&folder, &["--pictures", &pictures]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains(&format!("drew 6 pictures in {pictures}\n")), "{}", run.stdout);
    for name in ["Hall", "Plaza", "Room", "Stairs", "barrel", "wall_tile"] {
        let picture = std::fs::read(folder.path("deep/er").join(format!("{name}.png"))).unwrap();
        assert!(picture.starts_with(PNG) && picture.len() > 2000, "{name}: {} bytes", picture.len());
    }
    assert_eq!(std::fs::read_dir(folder.path("deep/er")).unwrap().count(), 6);
    assert!(!folder.path("kit.toml").exists());
}

#[test]
fn pictures_and_kit_file_appear_together_or_not_at_all() {
    let folder = kit();
    // A picture cannot be written where a folder is.
    std::fs::create_dir_all(folder.path("pictures/Stairs.png")).unwrap();
    let run = mark(&folder, &["--write", "--pictures", &folder.text("pictures")]);
    assert_eq!(run.code, 2, "{}", run.stdout);
    assert!(run.stderr.contains("Stairs.png"), "{}", run.stderr);
    assert_eq!(std::fs::read_dir(folder.path("pictures")).unwrap().count(), 1);
    assert!(!folder.path("kit.toml").exists());
    let file = mark(&folder, &["--write", "--pictures", &folder.text("Hall.glb")]);
    assert_eq!(file.code, 2, "{}", file.stdout);
    assert!(file.stderr.contains("Hall.glb: cannot be made"), "{}", file.stderr);
    assert!(!folder.path("kit.toml").exists());
}

#[test]
fn pins_follow_the_width_that_is_asked_for() {
    let folder = kit();
    for (width, pins) in [("0.5", 4), ("1.0", 2), ("3", 1)] {
        let told = mark(&folder, &["--json", "--pin-width", width]).json();
        assert_eq!(told["pin_width"], json!(width.parse::<f64>().unwrap()));
        for doorway in told_of(&told, "Plaza")["doorways"].as_array().unwrap() {
            assert_eq!(doorway["pins"], json!(pins), "{width}");
        }
    }
}

#[test]
fn wrong_arguments_are_refused() {
    let folder = kit();
    let wrong = [
        ("--pin-width=0", "must be a number of metres from 0.01 to 1000"),
        ("--pin-width=-1", "must be a number of metres from 0.01 to 1000"),
        ("--pin-width=NaN", "must be a number of metres from 0.01 to 1000"),
        ("--pin-width=wide", "invalid value 'wide'"),
        ("--draw", "unexpected argument '--draw'"),
        ("--set=kit.scale=0", "kit.scale"),
        ("--set=kit.scal=1", "did you mean"),
        ("--limit=pieces=2", "--limit pieces=6"),
    ];
    for (arg, message) in wrong {
        let run = mark(&folder, &["--write", arg]);
        assert_eq!(run.code, 2, "{arg}: {}", run.stdout);
        assert!(run.stderr.contains(message), "{arg}: {}", run.stderr);
        assert!(!folder.path("kit.toml").exists(), "{arg}");
    }
}

#[test]
fn what_is_no_folder_of_models_is_refused_with_what_to_do() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("empty")).unwrap();
    folder.write("file.glb", "x");
    let wrong = [
        ("nowhere", "there is no such folder"),
        ("file.glb", "is a file, not the folder of a kit"),
        ("empty", "there is no .glb or .gltf file in this folder"),
    ];
    for (name, message) in wrong {
        let run = snapmesh(["mark", &folder.text(name), "--write"]);
        assert_eq!((run.code, &*run.stdout), (2, ""), "{name}");
        assert!(run.stderr.contains(message) && run.stderr.contains("help: "), "{name}: {}", run.stderr);
    }
    assert!(!folder.path("empty/kit.toml").exists());
    // The one file is none, so nothing could be looked at.
    let run = snapmesh(["mark", &folder.root(), "--write"]);
    assert_eq!((run.code, folder.files()), (2, vec!["empty".into(), "file.glb".into()]), "{}", run.stdout);
    assert!(run.stderr.contains("file.glb: is not a glTF file"), "{}", run.stderr);
}

#[test]
fn where_no_piece_has_a_doorway_there_is_no_kit_to_write() {
    let folder = Folder::new();
    folder.write("barrel.glb", Shape::barrel().glb());
    let run = mark(&folder, &["--write"]);
    assert_eq!((run.code, folder.files()), (1, vec!["barrel.glb".into()]));
    assert!(run.stdout.contains("0 doorways in 0 pieces\nno kit.toml was written"), "{}", run.stdout);
    assert_eq!(mark(&folder, &["--write", "--json"]).json()["written"], json!(false));
}

#[test]
fn broken_files_among_good_ones_are_told_and_the_others_are_marked() {
    let folder = kit();
    let hall = Shape::hall().glb();
    folder.write("Cut.glb", &hall[..hall.len() / 2]).write("Text.glb", "no model at all");
    folder.write("Far.glb", Shape::hall().scaled(1e13).glb());
    let run = mark(&folder, &["--write"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for name in ["Cut.glb", "Far.glb", "Text.glb"] {
        assert!(run.stderr.contains(name), "{name}: {}", run.stderr);
        assert!(!written(&folder).contains(name), "{name}");
    }
    assert!(run.stdout.contains("10 doorways in 4 pieces"), "{}", run.stdout);
    assert_eq!(snapmesh(["check", &folder.root()]).code, 0);
}

#[test]
fn a_kit_in_centimetres_is_doubted_and_with_its_scale_it_works() {
    let folder = Folder::new();
    for (name, shape) in places() {
        folder.write(&format!("{name}.glb"), shape.scaled(100.0).glb());
    }
    let doubt = mark(&folder, &[]).stdout;
    assert!(
        doubt.contains("if a unit of the files is a centimetre, look again with --set kit.scale=0.01"),
        "{doubt}"
    );
    let told = mark(&folder, &["--set", "kit.scale=0.01", "--write", "--json"]).json();
    assert_eq!((&told["doubts"], &told["written"]), (&json!([]), &json!(true)));
    assert_eq!(point(&told_of(&told, "Room")["doorways"][0]["at"]), [1.0, 0.0, -5.0]);
    assert!(written(&folder).contains("scale = 0.01"), "{}", written(&folder));
    let check = snapmesh(["check", &folder.root()]);
    assert_eq!((check.code, &*check.stderr), (0, ""), "{}", check.stdout);
    builds(&folder.root(), &["1"]);
    let before = written(&folder);
    assert_eq!((mark(&folder, &["--write"]).code, written(&folder)), (0, before));
}

#[test]
fn a_door_leaf_is_looked_through_and_told_by_its_name() {
    let folder = Folder::new();
    folder.write("Vault.glb", Shape::vault().turned().glb());
    let told = mark(&folder, &["--json"]).json();
    let vault = told_of(&told, "Vault");
    let doorway = &vault["doorways"][0];
    assert_eq!(vault["doorways"].as_array().unwrap().len(), 1);
    let found = (point(&doorway["at"]), point(&doorway["heading"]));
    assert!(is_at(found, Shape::vault().turned().doorways[0]), "{found:?}");
    assert!(vault["doubts"][0].as_str().unwrap().starts_with("`door` was taken for a door leaf"));
}

#[test]
fn of_two_files_of_one_id_the_first_is_marked_and_the_other_is_told() {
    let folder = kit();
    std::fs::create_dir(folder.path("more")).unwrap();
    folder.write("more/Hall.glb", Shape::hall().glb());
    let run = mark(&folder, &["--write", "--pictures", &folder.text("pictures")]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("more/Hall.glb: is left out: "), "{}", run.stderr);
    assert!(!written(&folder).contains("more/"), "{}", written(&folder));
    assert_eq!(snapmesh(["check", &folder.root()]).code, 0);
}

#[cfg(unix)]
#[test]
fn a_kit_file_or_pictures_that_lead_out_of_the_folder_are_not_written_to() {
    use std::os::unix::fs::symlink;
    let elsewhere = Folder::new();
    elsewhere.write("victim.toml", "# empty\n[kit]\npieces = [\"*.glb\"]\n");
    let before = std::fs::read_to_string(elsewhere.path("victim.toml")).unwrap();
    for target in ["victim.toml", "new.toml"] {
        let folder = kit();
        symlink(elsewhere.path(target), folder.path("kit.toml")).unwrap();
        let run = mark(&folder, &["--write", "--pictures", &folder.text("pictures")]);
        assert_eq!(run.code, 2, "{target}: {}", run.stdout);
        assert_eq!(elsewhere.files(), ["victim.toml"], "{target}");
        assert!(!folder.path("pictures").exists(), "{target}");
    }
    let folder = kit();
    symlink(elsewhere.path(""), folder.path("pictures")).unwrap();
    let run = mark(&folder, &["--pictures", &folder.text("pictures")]);
    assert_eq!((run.code, elsewhere.files()), (2, vec!["victim.toml".into()]), "{}", run.stdout);
    assert_eq!(std::fs::read_to_string(elsewhere.path("victim.toml")).unwrap(), before);
}
