//! How well maps can be walked, as users of the command find it out.

mod common;

use common::{Folder, room, run, snapmesh, starter};
use std::process::Command;

/// A map of the starter kit.
fn map(folder: &Folder) -> String {
    let map = folder.text("map.json");
    let run = snapmesh(["generate", &starter(), "--preset", "star", "--no-validate", "-o", &map, "--json"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.json().get("navigation").is_none(), "{}", run.stdout);
    map
}

#[test]
fn generate_and_validate_tell_the_same_numbers() {
    let folder = Folder::new();
    let map = map(&folder);
    let generated =
        snapmesh(["generate", &starter(), "--preset", "star", "--json"]).json()["navigation"].clone();
    let validated = snapmesh(["validate", &map, "--kit", &starter(), "--json"]).json();
    assert_eq!(generated, validated);
    assert_eq!(validated["points"], 250);
    for metric in ["connectivity", "largest_region"] {
        assert!(validated[metric].as_f64().unwrap() > 0.99, "{metric}");
        assert!(validated["exact"][metric].as_f64().unwrap() > 0.99, "{metric}");
    }
    let regions = validated["region_list"].as_array().unwrap();
    assert_eq!(validated["regions"], regions.len());
    assert!(regions[0]["at"].as_array().unwrap().len() == 3 && regions[0]["piece"].is_string());
}

#[test]
fn validate_tells_where_islands_are_and_on_which_piece() {
    let folder = Folder::new();
    let path = folder.text("islands.json");
    // Three metres between doors: every piece is an island.
    let apart = ["--set", "generation.piece_distance=3.0", "--set", "selection.max_pieces=4"];
    let kit = starter();
    let grow = [&["generate", &kit, "--preset", "arena", "-o", &path], &apart[..]].concat();
    assert_eq!(snapmesh(grow).code, 0);
    let told = snapmesh(["validate", &path, "--kit", &starter()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("in 4 regions"), "{}", told.stdout);
    assert!(told.stdout.contains("cut off, at ("), "{}", told.stdout);
    for piece in ["p0_", "p1_", "p2_", "p3_"] {
        assert!(told.stdout.contains(&format!("on {piece}")), "{piece}: {}", told.stdout);
    }
}

#[test]
fn validate_says_why_a_place_is_cut_off_and_between_which_pieces() {
    let folder = Folder::new();
    let path = folder.text("apart.json");
    let apart = ["--set", "generation.piece_distance=0.5", "--set", "selection.max_pieces=4"];
    let kit = starter();
    let grow = [&["generate", &kit, "--preset", "corridor", "-o", &path], &apart[..]].concat();
    assert_eq!(snapmesh(grow).code, 0);
    let told = snapmesh(["validate", &path, "--kit", &kit]);
    assert!(told.stdout.contains(" by a gap of 0.50 m without floor, between p"), "{}", told.stdout);
    let regions = &snapmesh(["validate", &path, "--kit", &kit, "--json"]).json()["region_list"];
    assert!(regions[0].get("cut_off").is_none());
    let why = &regions[1]["cut_off"];
    assert_eq!(
        (&why["by"], &why["words"]),
        (&"gap".into(), &"a gap of 0.50 m without floor".into()),
        "{why}"
    );
    assert!((why["size"].as_f64().unwrap() - 0.5).abs() < 0.01 && why["from"] == 0, "{why}");
    let [a, b] = [0, 1].map(|side| why["indices"][side].as_u64().unwrap());
    assert!(a.abs_diff(b) == 1 && why["pieces"][0].as_str().unwrap().starts_with(&format!("p{a}_")), "{why}");
    // The steps of the starter kit are lower than half a metre and higher than a finger.
    let grow = ["generate", &kit, "--preset", "branch", "-o", &path];
    assert_eq!(snapmesh(grow).code, 0);
    let told = snapmesh(["validate", &path, "--kit", &kit, "--set", "navigation.max_climb=0.05"]);
    assert!(told.stdout.contains(" m, where 0.05 m can be climbed, "), "{}", told.stdout);
}

#[test]
fn what_no_doorway_leads_to_is_left_out_and_told() {
    let folder = Folder::new();
    let (path, kit) = (folder.text("map.json"), starter());
    assert_eq!(snapmesh(["generate", &kit, "--preset", "branch", "-o", &path]).code, 0);
    let with = |count: &str| {
        let count = format!("navigation.count=\"{count}\"");
        let args = ["validate", &path, "--kit", &kit, "--set", &count];
        (snapmesh(args).stdout, snapmesh([&args[..], &["--json"]].concat()).json())
    };
    let ((all_told, all), (told, doorways)) = (with("all"), with("doorways"));
    assert!(all.get("left_out").is_none() && !all_told.contains("left out"), "{all_told}");
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    let left_out = &doorways["left_out"];
    assert_eq!(number(&doorways["regions"]) + number(&left_out["regions"]), number(&all["regions"]));
    let areas = number(&doorways["area"]) + number(&left_out["area"]);
    assert!((areas - number(&all["area"])).abs() < 1e-6);
    assert!(number(&left_out["regions"]) > 0.0 && told.contains("that no doorway leads to"), "{told}");
    assert_eq!(doorways["region_list"].as_array().unwrap().len() as f64, number(&doorways["regions"]));
}

#[test]
fn demands_make_it_a_gate() {
    let folder = Folder::new();
    let map = map(&folder);
    let gate = |more: &[&str]| snapmesh([&["validate", &map, "--kit", &starter()], more].concat());
    assert_eq!(gate(&["--min-connectivity", "0.9", "--min-area", "0.95"]).code, 0);
    // Nobody two metres wide gets through these doors.
    let wide = ["--set", "navigation.agent_radius=1.4", "--set", "navigation.cell_size=0.2"];
    let missed = gate(&[&wide[..], &["--min-connectivity", "0.9", "--min-area", "0.95"]].concat());
    assert_eq!(missed.code, 1, "{}", missed.stdout);
    assert!(missed.stderr.contains("--min-connectivity: connectivity is 0."), "{}", missed.stderr);
    assert!(missed.stderr.contains("and at least 0.95 was asked for"), "{}", missed.stderr);
    let quiet = gate(&[&wide[..], &["--min-area", "0.95", "--quiet"]].concat());
    assert_eq!((quiet.code, &*quiet.stdout), (1, ""));
}

#[test]
fn what_is_asked_wrongly_is_named() {
    let folder = Folder::new();
    let map = map(&folder);
    for (args, what) in [
        (vec!["--min-area", "1.5"], "--min-area 1.5: must be a share from 0 to 1"),
        (vec!["--min-connectivity", "NaN"], "--min-connectivity NaN: must be a share"),
        (vec!["--time", "-1"], "--time -1: must be a number of seconds"),
        (vec!["--set", "generation.seed=4"], "only who walks on it can be another"),
        (vec!["--set", "navigation.agent_raduis=4"], "did you mean `agent_radius`?"),
        (vec!["--set", "navigation.cell_size=0.0001"], "too small for an agent"),
        (vec!["--points", "many"], "invalid value 'many'"),
    ] {
        let run = snapmesh([&["validate", &map, "--kit", &starter()], &args[..]].concat());
        assert_eq!(run.code, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(what), "{args:?}: {}", run.stderr);
    }
    assert_eq!(snapmesh(["generate", &starter(), "--nav", "--no-validate"]).code, 2);
}

#[test]
fn a_budget_that_is_exceeded_is_a_demand_that_is_not_met() {
    let folder = Folder::new();
    let map = map(&folder);
    for (args, what) in [(["--memory", "0"], "and may take 0 MB"), (["--time", "0"], "not done within 0ns")] {
        let run = snapmesh([&["validate", &map, "--kit", &starter()], &args[..]].concat());
        assert_eq!((run.code, &*run.stdout), (1, ""), "{}", run.stderr);
        assert!(run.stderr.contains(what) && run.stderr.contains("help: raise"), "{}", run.stderr);
    }
    let points = ["validate", &map, "--kit", &starter(), "--points", "1000000000"];
    let run = snapmesh(points);
    assert_eq!(run.code, 2, "{}", run.stderr);
    let run = snapmesh([&points[..], &["--limit", "points=1000000000"]].concat());
    assert_eq!(run.code, 1, "{}", run.stderr);
}

/// The memory that was told to be enough was refused in its turn: a forecast is no more than nearly right.
#[test]
fn the_memory_that_a_refusal_names_is_enough() {
    let folder = Folder::new();
    let map = folder.text("map.json");
    let large = ["--set", "selection.max_pieces=1500", "--set", "growth.when_blocked=undo"];
    let run = snapmesh([&["generate", &starter(), "--no-validate", "-o", &map], &large[..]].concat());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let validate = ["validate", &map, "--kit", &starter()];
    for refused in ["walk_mb=20", "walk_mb=40"] {
        let run = snapmesh([&validate[..], &["--limit", refused]].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        let advice = run.stderr.split("--limit ").nth(1).expect("it says how much to allow");
        let enough = snapmesh([&validate[..], &["--limit", advice.trim_end()]].concat());
        assert_eq!(enough.code, 0, "{advice}: {}", enough.stderr);
    }
}

#[test]
fn a_map_without_floor_says_so() {
    let folder = Folder::new();
    folder.write("A.glb", room(1, "red")).write("kit.toml", "[selection]\nmax_pieces = 3\n");
    let map = folder.text("map.json");
    let run = snapmesh(["generate", &folder.root(), "-o", &map]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("walkable: nothing."), "{}", run.stdout);
    let json = snapmesh(["validate", &map, "--json"]).json();
    assert_eq!(
        (&json["connectivity"], &json["regions"], &json["points"]),
        (&0.0.into(), &0.into(), &0.into())
    );
    assert_eq!(snapmesh(["validate", &map, "--min-area", "0.1"]).code, 1);
    let picture =
        snapmesh(["render", &map, "--nav", "-o", &folder.text("a.png"), "-o", &folder.text("a.glb")]);
    assert_eq!(picture.code, 0, "{}", picture.stderr);
}

#[test]
fn no_points_and_one_point_are_numbers_too() {
    let folder = Folder::new();
    let map = map(&folder);
    for (points, connectivity) in [("0", 0.0), ("1", 1.0)] {
        let json = snapmesh(["validate", &map, "--kit", &starter(), "--points", points, "--json"]).json();
        assert_eq!(json["points"].to_string(), points);
        assert_eq!(json["connectivity"].as_f64(), Some(connectivity));
        assert!(json["exact"]["connectivity"].as_f64().unwrap() > 0.99);
    }
}

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let folder = Folder::new();
    let with = |threads: &str| {
        let (glb, svg) = (folder.text(&format!("{threads}.glb")), folder.text(&format!("{threads}.svg")));
        let mut command = Command::new(env!("CARGO_BIN_EXE_snapmesh"));
        command.env("RAYON_NUM_THREADS", threads);
        let told = run(command
            .args(["generate", &starter(), "--preset", "branch", "--nav", "--json"])
            .args(["-o", &glb, "-o", &svg]));
        let navigation = told.json()["navigation"].to_string();
        (navigation, std::fs::read(glb).unwrap(), std::fs::read(svg).unwrap())
    };
    let alone = with("1");
    assert!(alone == with("2") && alone == with("8"));
    assert!(String::from_utf8_lossy(&alone.1).contains("navmesh-navmesh"));
}

/// The map file says how large the cells were, but another agent has cells of its own.
#[test]
fn another_agent_walks_as_if_the_map_had_been_made_for_it() {
    let folder = Folder::new();
    let map = map(&folder);
    for radius in ["0.1", "0.6", "50"] {
        let agent = format!("navigation.agent_radius={radius}");
        let generated = snapmesh(["generate", &starter(), "--preset", "star", "--json", "--set", &agent]);
        let validated = snapmesh(["validate", &map, "--kit", &starter(), "--json", "--set", &agent]);
        let mut validated = validated.json();
        // Why a region is cut off is told of a map that is there.
        for region in validated["region_list"].as_array_mut().unwrap() {
            region.as_object_mut().unwrap().remove("cut_off");
        }
        assert_eq!(generated.json()["navigation"], validated, "{radius}");
    }
}

#[test]
fn a_budget_that_is_exceeded_is_told_as_json_too() {
    let folder = Folder::new();
    let map = map(&folder);
    let told = snapmesh(["validate", &map, "--kit", &starter(), "--memory", "0", "--json"]);
    assert_eq!(told.code, 1);
    assert_eq!(told.json()["error"], true);
}

#[test]
fn what_cannot_be_walked_cannot_be_shown() {
    let folder = Folder::new();
    let glb = folder.text("map.glb");
    let cells = "navigation.cell_size=0.0001";
    let told = snapmesh(["generate", &starter(), "--nav", "--set", cells, "-o", &glb]);
    assert_eq!(told.code, 2, "{}", told.stdout);
    assert!(folder.files().is_empty());
    // Without being shown, it is a map all the same.
    let told = snapmesh(["generate", &starter(), "--set", cells, "-o", &glb]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stderr.contains("too small for an agent"), "{}", told.stderr);
}
