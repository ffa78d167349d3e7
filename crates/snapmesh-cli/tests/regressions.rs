//! Bugs that were found and mended, each with its name.

mod common;

use common::{Folder, connector, glb, piece, room, run, snapmesh, starter};
use serde_json::{Value, json};
use std::process::Command;

fn kit(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", text);
    folder
}

/// The glob crate drops a leading `./`, and the pieces were then looked for in `./kit/kit`.
#[test]
fn a_kit_named_with_a_leading_dot_is_found() {
    let folder = Folder::new();
    assert_eq!(snapmesh(["new", &folder.text("mykit")]).code, 0);
    for name in ["./mykit", "mykit", "mykit/", "./mykit/../mykit"] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_snapmesh"));
        let run = run(command.args(["generate", name, "--quiet"]).current_dir(folder.path("")));
        assert_eq!((run.code, &*run.stderr), (0, ""), "{name}");
    }
}

/// `--trace kit.toml` overwrote the kit, and `explain --trace map.json` the map.
#[test]
fn outputs_never_replace_what_is_read() {
    let folder = kit("");
    let (root, map) = (folder.root(), folder.text("map.json"));
    assert_eq!(snapmesh(["generate", &root, "-o", &map]).code, 0);
    let before = std::fs::read(&map).unwrap();
    for trace in ["kit.toml", "Room.glb", "./Room.glb"] {
        let run = snapmesh(["generate", &root, "--trace", &folder.text(trace)]);
        assert_eq!(run.code, 2, "{trace}");
        assert!(run.stderr.contains("would be overwritten"), "{}", run.stderr);
    }
    assert_eq!(snapmesh(["explain", &map, "--trace", &map]).code, 2);
    assert_eq!(std::fs::read(&map).unwrap(), before);
    assert_eq!(snapmesh(["generate", &root, "-o", &map, "-o", &map]).code, 2);
    assert_eq!(snapmesh(["generate", &root, "-o", &map, "--trace", &map]).code, 2);
}

/// A pipe or a device was replaced by a file, a link by what should have gone through it.
#[cfg(unix)]
#[test]
fn pipes_are_refused_and_links_are_followed() {
    let folder = kit("");
    assert!(Command::new("mkfifo").arg(folder.path("pipe.json")).status().unwrap().success());
    let run = snapmesh(["generate", &folder.root(), "-o", &folder.text("pipe.json")]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("is a pipe or a device"), "{}", run.stderr);
    folder.write("target.json", "");
    std::os::unix::fs::symlink(folder.path("target.json"), folder.path("link.json")).unwrap();
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &folder.text("link.json")]).code, 0);
    assert!(folder.path("link.json").is_symlink());
    assert!(std::fs::read_to_string(folder.path("target.json")).unwrap().contains("snapmesh-map/1"));
    // A pipe as an input kept us waiting for ever.
    assert_eq!(snapmesh(["explain", &folder.text("pipe.json")]).code, 2);
}

/// Each of these made a crate that we read with panic, or allocate terabytes.
#[test]
fn broken_references_in_a_piece_are_errors_and_no_faults() {
    let sound = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "connector"}, {"name": "m", "mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 1]},
            {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"},
        ],
        "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 3}],
        "buffers": [{"byteLength": 39, "uri": format!("data:;base64,{}AAEC", "A".repeat(48))}],
    });
    let folder = kit("");
    let code = |root: &Value| {
        folder.write("Room.glb", glb(root));
        snapmesh(["generate", &folder.root(), "--quiet"]).code
    };
    assert_eq!(code(&sound), 0);
    let sparse =
        json!({"count": 1, "indices": {"bufferView": 1, "componentType": 5121}, "values": {"bufferView": 1}});
    let breaks: [(&str, Value); 12] = [
        ("/bufferViews/0/byteStride", json!(4)),
        ("/meshes/0/primitives/0/attributes/POSITION", json!(99)),
        ("/meshes/0/primitives/0/indices", json!(0)),
        ("/meshes/0/primitives/0/indices", json!(4_294_967_297_u64)),
        ("/accessors/1/componentType", json!(5120)),
        (
            "/accessors/1",
            json!({"componentType": 5125, "count": 1_u64 << 40, "type": "SCALAR", "sparse": sparse}),
        ),
        ("/scenes/0/nodes/0", json!(4_294_967_298_u64)),
        ("/nodes/0/children", json!([4_294_967_298_u64])),
        ("/nodes/1/mesh", json!(4_294_967_296_u64)),
        ("/scene", json!(4_294_967_296_u64)),
        ("/buffers/0/uri", json!("/dev/zero")),
        ("/nodes/0/translation", json!([1e308, 0, 0])),
    ];
    for (pointer, value) in breaks {
        let mut root = sound.clone();
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        match root.pointer_mut(parent).unwrap() {
            Value::Array(list) => list[key.parse::<usize>().unwrap()] = value,
            object => object[key] = value,
        }
        assert_eq!(code(&root), 2, "{pointer}");
    }
}

/// Any mistake in `kit.toml` hid every problem of the pieces.
#[test]
fn mistakes_in_kit_toml_and_in_pieces_are_told_together() {
    let folder = kit("[generation]\nsede = 1\n");
    folder.write("Letter.glb", "dear aunt");
    let run = snapmesh(["check", &folder.root()]);
    assert!(run.stderr.contains("unknown key `sede`"), "{}", run.stderr);
    assert!(run.stderr.contains("Letter.glb: is not a glTF file"), "{}", run.stderr);
}

/// Distances near the end of numbers put `null` into the map.
#[test]
fn distances_without_measure_are_refused() {
    let folder = kit("");
    for set in ["generation.piece_distance=1e308", "generation.clearance=1e300"] {
        assert_eq!(snapmesh(["generate", &folder.root(), "--set", set]).code, 2);
    }
}

/// `-o` took every word that followed it, the kit among them.
#[test]
fn the_kit_may_stand_behind_the_outputs_and_outputs_behind_each_other() {
    let folder = kit("");
    let (a, b) = (folder.text("a.json"), folder.text("b.svg"));
    assert_eq!(snapmesh(["generate", "-o", &a, &folder.root()]).code, 0);
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &a, &b]).code, 0);
    assert!(folder.path("b.svg").is_file());
}

/// "Say nothing but errors" said warnings and notes when there were errors.
#[test]
fn quiet_says_errors_alone() {
    let folder = kit("[generation]\nsede = 1\n");
    folder.write("Odd.glb", piece(vec![connector(1.0, json!({"pins": 1}))]));
    let run = snapmesh(["generate", &folder.root(), "--quiet"]);
    assert!(
        run.stderr.contains("error:") && !run.stderr.contains("warning:") && !run.stderr.contains("note:")
    );
}

/// A result that did not fit on the disk was lost without a word.
#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_an_error() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_snapmesh"));
    let status = command.args(["generate", &starter(), "--json"]).stdout(full).status().unwrap();
    assert_eq!(status.code(), Some(2));
}

/// Names could carry what moves a terminal's cursor, or breaks the XML of a plan.
#[test]
fn control_characters_in_names_are_shown_as_boxes() {
    let folder = kit("[kit]\nname = \"\\u001b[31mred\"\n");
    let mut node = connector(1.0, json!({"pins": 0}));
    node["name"] = json!("connector\u{1b}[2J");
    folder.write("Odd.glb", piece(vec![node]));
    assert!(!snapmesh(["check", &folder.root()]).stderr.contains('\u{1b}'));
    std::fs::remove_file(folder.path("Odd.glb")).unwrap();
    let plan = folder.text("plan.svg");
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &plan]).code, 0);
    assert!(!std::fs::read_to_string(&plan).unwrap().contains('\u{1b}'));
}

/// `connector_2_red-noimp` became a connector of the color "red_noimp".
#[test]
fn what_is_not_to_be_imported_is_no_connector() {
    let folder = kit("");
    let mut node = connector(-3.0, json!({}));
    node["name"] = json!("connector_2_red-noimp");
    folder.write("Room.glb", piece(vec![connector(1.0, json!({"pins": 1})), node]));
    let json = snapmesh(["check", &folder.root(), "--json"]).json();
    assert_eq!(json["pieces"][0]["connectors"].as_array().unwrap().len(), 1);
}

/// `map.glb` in the kit's own folder was taken for a piece by `*.glb`, and so was what macOS leaves behind.
#[test]
fn maps_and_hidden_files_in_a_kit_are_no_pieces() {
    let folder = Folder::new();
    let kit = folder.text("kit");
    assert_eq!(snapmesh(["new", &kit]).code, 0);
    let before = snapmesh(["generate", &kit, "--json"]).json()["digest"].clone();
    let map = format!("{kit}/map.glb");
    assert_eq!(snapmesh(["generate", &kit, "--preset", "arena", "-o", &map, "--connectors"]).code, 0);
    std::fs::write(format!("{kit}/._Hall.glb"), "finder was here").unwrap();
    let after = snapmesh(["generate", &kit, "--json"]);
    assert_eq!((after.code, after.json()["digest"].clone()), (0, before), "{}", after.stderr);
    // Listed by name, a map is a piece like any other.
    let run = snapmesh(["check", &kit, "--json", "--preset", "arena", "--set", "kit.pieces=[\"map.glb\"]"]);
    assert_eq!(run.json()["pieces"][0]["piece"], "map", "{}", run.stderr);
}

/// `snapmesh new .` replaced the folder one stood in.
#[test]
fn new_fills_the_folder_it_is_called_in() {
    let folder = Folder::new();
    let mut command = Command::new(env!("CARGO_BIN_EXE_snapmesh"));
    let made = run(command.args(["new", ".", "--json"]).current_dir(folder.path("")));
    assert_eq!(made.code, 0, "{}", made.stderr);
    assert!(folder.path("kit.toml").is_file());
    let json = made.json();
    let files = json["files"].as_array().unwrap().iter().map(|name| name.as_str().unwrap());
    assert!(files.clone().all(|name| folder.path(name).is_file()), "{json}");
    let names: std::collections::BTreeSet<&str> = files.map(|name| name.split('/').next().unwrap()).collect();
    assert_eq!(folder.files(), names.into_iter().collect::<Vec<_>>());
}

/// A star was ended at 100,000 pieces though its hub took arm after arm.
#[test]
fn a_star_with_many_arms_is_not_endless() {
    let folder = Folder::new();
    let node = |i: u32| {
        let mut node = connector(-1.0, json!({"pins": 1}));
        node["translation"][0] = json!(f64::from(i));
        node
    };
    folder
        .write("Hub.glb", piece((0..2000).map(node).collect()))
        .write("Room.glb", room(1, "white"))
        .write("kit.toml", "[kit]\npieces = [\"Room.glb\"]\nuse_starters = true\nstarters = [\"Hub.glb\"]\n\
            [generation]\ncheck_overlaps = false\n[selection]\nmethod = \"star\"\narm_length = 60\narm_length_var = 0\n");
    let json = snapmesh(["generate", &folder.root(), "--json", "--limit", "map_pieces=120001"]).json();
    assert_eq!((json["pieces"].as_u64(), json["stop"]["reason"].as_str()), (Some(120_001), Some("hub-full")));
}

/// Thousands of connectors in one place made a problem for each pair of them.
#[test]
fn a_heap_of_connectors_is_told_once_for_each() {
    let folder = kit("");
    folder.write("Room.glb", piece(vec![connector(1.0, json!({"pins": 1})); 3000]));
    let json = snapmesh(["check", &folder.root(), "--json", "--limit", "connectors=3000"]).json();
    assert_eq!(
        json["problems"].as_array().unwrap().iter().filter(|p| p["severity"] == "error").count(),
        2999
    );
}

/// A texture beside a piece was overwritten by a picture of the same name.
#[test]
fn files_beside_a_piece_are_inputs_too() {
    let folder = kit("");
    let root = json!({
        "asset": {"version": "2.0"}, "nodes": [{"name": "connector"}],
        "images": [{"uri": "old%20stone.png"}],
    });
    folder.write("Tex.gltf", root.to_string()).write("old stone.png", "a texture");
    let run = snapmesh(["generate", &folder.root(), "-o", &folder.text("old stone.png")]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("would be overwritten"), "{}", run.stderr);
}

/// Two spellings of one file passed as two outputs.
#[test]
fn one_output_spelled_twice_is_named_twice() {
    let folder = kit("");
    std::fs::create_dir(folder.path("x")).unwrap();
    let run = snapmesh([
        "generate",
        &folder.root(),
        "-o",
        &folder.text("a.json"),
        "-o",
        &folder.text("x/../a.json"),
    ]);
    assert_eq!(run.code, 2, "{}", run.stdout);
}

/// Turns came back from a map file a bit off, and the map written again was another one.
#[test]
fn a_map_that_is_read_and_written_again_is_the_same_map() {
    let folder = Folder::new();
    let (map, again) = (folder.text("map.json"), folder.text("again.json"));
    for seed in 1..=12 {
        let seed = seed.to_string();
        let grow =
            ["generate", &starter(), "--preset", "branch", "--seed", &seed, "--no-validate", "-o", &map];
        assert_eq!(snapmesh(grow).code, 0);
        assert_eq!(snapmesh(["render", &map, "--kit", &starter(), "-o", &again]).code, 0);
        assert_eq!(std::fs::read(&map).unwrap(), std::fs::read(&again).unwrap(), "seed {seed}");
    }
}

/// Paths of settings went through a TOML parser, which takes `#` for a comment.
#[test]
fn a_color_by_its_number_can_be_set_without_quotes() {
    let folder = kit("");
    for path in [
        "connection.color_matrix.#ff0000",
        "connection.color_matrix.\"#ff0000\"",
        "connection.color_matrix.grün",
    ] {
        let run = snapmesh(["generate", &folder.root(), "--set", &format!("{path}=[\"*\"]"), "--json"]);
        assert_eq!(run.code, 0, "{path}: {}", run.stderr);
    }
}

/// A `--set` that could not be read was told alone, and the kit's own problems only after it was mended.
#[test]
fn a_broken_set_and_a_broken_kit_are_told_together() {
    let folder = kit("[generation]\nmax_fail = 3\n");
    let run = snapmesh(["generate", &folder.root(), "--set", "seed"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("--set seed: has no `=`") && run.stderr.contains("`max_fails`?"),
        "{}",
        run.stderr
    );
}

/// The kit of a report was opened under the settings of the first picture, and rows of the color matrix add up: those of
/// one map counted for the next.
#[test]
fn pictures_of_a_report_do_not_mix_their_color_matrices() {
    let folder = kit("[selection]\nmax_pieces = 4\n[generation]\ncheck_overlaps = false\n");
    let (table, page) = (folder.text("t.csv"), folder.text("t.html"));
    let vary = "connection.color_matrix={ white = [\"red\"] },{ white = [\"white\"] },{ red = [\"red\"] }";
    let run =
        snapmesh(["sweep", &folder.root(), "-o", &table, "--seeds", "3", "--no-validate", "--vary", vary]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = snapmesh(["report", &table, "--kit", &folder.root(), "-o", &page]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    // The command below a picture can be typed as it stands.
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("{ &quot;white&quot;"), "the color matrix is told as TOML");
}

/// A guide beyond 32 bits was cut down to one that is there.
#[test]
fn a_map_with_numbers_beyond_reason_is_refused() {
    let folder = kit("[generation]\ncheck_overlaps = false\n");
    let map = folder.text("map.json");
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &map, "--no-validate"]).code, 0);
    let text = std::fs::read_to_string(&map).unwrap();
    std::fs::write(&map, text.replace("\"guide\":0", "\"guide\":4294967296")).unwrap();
    let run = snapmesh(["render", &map, "--kit", &folder.root(), "-o", &folder.text("view.svg")]);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("4294967296"), "{}", run.stderr);
}
