//! Bad input: a clear message that names the place, exit code 2, and nothing half-written.

mod common;

use common::{Folder, Run, connector, glb, piece, room, snapmesh, starter};
use serde_json::json;

/// A kit of one room with this `kit.toml`.
fn kit(text: &str) -> Folder {
    let folder = Folder::new();
    folder.write("Room.glb", room(1, "white")).write("kit.toml", text);
    folder
}

/// Generates into the kit's own folder; nothing may appear there.
fn refused(folder: &Folder, more: &[&str]) -> Run {
    let before = folder.files();
    let (root, out) = (folder.root(), folder.text("map.json"));
    let run = snapmesh([&["generate", &root, "-o", &out], more].concat());
    assert_eq!(run.code, 2, "{}{}", run.stdout, run.stderr);
    assert_eq!(folder.files(), before);
    run
}

fn says(run: &Run, words: &[&str]) {
    for word in words {
        assert!(run.stderr.contains(word), "{word} is not in: {}", run.stderr);
    }
}

#[test]
fn a_missing_kit_a_file_and_a_folder_without_kit_toml() {
    let folder = Folder::new();
    says(&refused(&folder, &[]), &["has no kit.toml", "snapmesh new"]);
    says(&snapmesh(["generate", &folder.text("nowhere")]), &["nowhere: there is no such folder"]);
    folder.write("kit.toml", "");
    says(&snapmesh(["generate", &folder.text("kit.toml")]), &["is a file, not the folder of a kit"]);
}

#[test]
fn broken_toml_and_text_that_is_none() {
    says(&refused(&kit("[generation\nseed = 1\n"), &[]), &["kit.toml:1:", "not valid TOML"]);
    let folder = kit("");
    folder.write("kit.toml", [0xff, 0xfe, 0x00]);
    says(&refused(&folder, &[]), &["kit.toml: is not UTF-8 text"]);
}

#[test]
fn values_out_of_range_name_line_and_column() {
    let cases = [
        ("[selection]\nmax_pieces = 0\n", "kit.toml:2:14: `max_pieces`"),
        ("[generation]\nmax_fails = 0\n", "kit.toml:2:13: `max_fails`"),
        ("[generation]\npiece_distance = -1.0\n", "kit.toml:2:18: `piece_distance`"),
        ("[generation]\nclearance = nan\n", "kit.toml:2:13: `clearance`"),
        ("[generation]\npiece_distance = inf\n", "kit.toml:2:18: `piece_distance`"),
        ("[selection]\nmethod = \"spiral\"\n", "kit.toml:2:10: `method` in [selection] must be one of arena"),
        ("[generation]\nmax_fail = 3\n", "kit.toml:2:1: unknown key `max_fail`"),
        ("[kit]\npieces = []\n", "the list of pieces is empty"),
        (
            "[kit]\npieces = [\"Romo.glb\"]\n",
            "kit.toml:2:11: `kit.pieces` lists \"Romo.glb\": there is no such file",
        ),
        ("[kit]\npieces = [\"*.blend\"]\n", "kit.toml:2:11: `kit.pieces` lists \"*.blend\": no file fits"),
        ("[kit]\nuse_starters = true\n", "the list of starters is empty"),
    ];
    for (text, words) in cases {
        says(&refused(&kit(text), &[]), &[words]);
    }
    says(&refused(&kit("[kit]\npieces = [\"Romo.glb\"]\n"), &[]), &["did you mean \"Room.glb\"?"]);
}

#[test]
fn presets_seeds_and_sets_that_make_no_sense() {
    let folder = kit("[presets.big]\n");
    says(&refused(&folder, &["--preset", "bgi"]), &["has no preset \"bgi\"", "did you mean \"big\"?"]);
    says(&refused(&folder, &["--seed", "1.5"]), &["--seed"]);
    says(&refused(&folder, &["--seed", "9223372036854775808"]), &["--seed"]);
    says(&refused(&folder, &["--set", "generation.max_fails=0"]), &["--set generation.max_fails=0: "]);
    says(
        &refused(&folder, &["--unset", "generation.max_fail"]),
        &["--unset generation.max_fail: ", "did you mean `max_fails`?"],
    );
    says(&refused(&folder, &["--unset", "seed"]), &["--unset seed: does not name a section and a key"]);
    says(&refused(&folder, &["--nonsense"]), &["--nonsense"]);
    assert_eq!(snapmesh(["grow"]).code, 2);
    assert_eq!(snapmesh::<&str>([]).code, 2);
}

#[test]
fn files_that_are_not_gltf_or_are_cut_short() {
    let folder = kit("");
    let whole = std::fs::read(format!("{}/Plaza.glb", starter())).unwrap();
    for length in [0, 3, 11, 19, 40, whole.len() / 2, whole.len() - 1] {
        folder.write("Room.glb", &whole[..length]);
        says(&refused(&folder, &[]), &["Room.glb: "]);
    }
    folder.write("Room.glb", "this is a letter to my aunt");
    says(&refused(&folder, &[]), &["Room.glb: is not a glTF file"]);
}

#[test]
fn numbers_that_are_none_and_indices_out_of_the_buffer() {
    let folder = kit("");
    let nan =
        "{\"asset\":{\"version\":\"2.0\"},\"nodes\":[{\"name\":\"connector\",\"translation\":[NaN,0,0]}]}";
    folder.write("Room.gltf", nan);
    says(&refused(&folder, &[]), &["Room.gltf"]);
    folder.write("Room.gltf", nan.replace("NaN", "1e999"));
    says(&refused(&folder, &[]), &["Room.gltf"]);
    std::fs::remove_file(folder.path("Room.gltf")).unwrap();

    folder.write("Room.glb", piece(vec![connector(1e30, json!({"pins": 1}))]));
    says(&refused(&folder, &[]), &["Room.glb: node `connector`: its place must be finite numbers"]);

    let root = |accessor: serde_json::Value, indices: &str| {
        glb(&json!({
            "asset": {"version": "2.0"}, "scenes": [{"nodes": [0, 1]}],
            "nodes": [{"name": "connector"}, {"name": "m", "mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
            "accessors": [accessor, {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 3}],
            "buffers": [{"byteLength": 39, "uri": format!("data:application/octet-stream;base64,{indices}")}],
        }))
    };
    let positions = json!({"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
        "min": [0.0, 0.0, 0.0], "max": [1.0, 1.0, 1.0]});
    let zeros = "A".repeat(48);
    folder.write("Room.glb", root(positions.clone(), &format!("{zeros}AAEH")));
    says(&refused(&folder, &[]), &["Room.glb: node `m`: index 7 is beyond its 3 corners"]);
    let mut far = positions.clone();
    far["count"] = json!(4_000_000_000_u32);
    folder.write("Room.glb", root(far, &format!("{zeros}AAEC")));
    says(&refused(&folder, &[]), &["Room.glb: accessor 0 reaches out of its buffer view"]);
    // 0x7fc00000 is not a number.
    let not_a_number = format!("AADAfwAAAAAAAAAA{}", "A".repeat(32));
    folder.write("Room.glb", root(positions, &format!("{not_a_number}AAEC")));
    says(&refused(&folder, &[]), &["Room.glb: node `m`: corner 0 must have finite numbers"]);
}

#[test]
fn all_problems_of_a_kit_are_told_at_once() {
    let folder = kit("[kit]\npieces = [\"*.glb\", \"Lost.glb\"]\n");
    folder
        .write("NoPins.glb", piece(vec![connector(1.0, json!({"pins": 0}))]))
        .write("NoConnector.glb", piece(vec![json!({"name": "nothing"})]))
        .write(
            "Twins.glb",
            piece(vec![connector(1.0, json!({"pins": 1})), connector(1.005, json!({"pins": 1}))]),
        )
        .write("Letter.glb", "dear aunt");
    says(
        &refused(&folder, &[]),
        &[
            "NoPins.glb: node `connector`: `pins` must be a whole number of at least 1, found 0",
            "NoConnector.glb: no connector was found",
            "Twins.glb: node `connector`: is 0.0050 m from `connector`",
            "Letter.glb: is not a glTF file",
            "lists \"Lost.glb\": there is no such file",
        ],
    );
    let json = snapmesh(["check", &folder.root(), "--json"]);
    assert_eq!(json.code, 2);
    assert!(json.json()["problems"].as_array().unwrap().len() >= 5);
}

#[test]
fn outputs_that_cannot_be_written_are_told_before_any_work() {
    let folder = kit("");
    let out = |path: &str| snapmesh(["generate", &folder.root(), "-o", path]);
    says(&out(&folder.text("no/map.json")), &["map.json: the folder", "does not exist"]);
    says(&out(&folder.root()), &["has no ending"]);
    says(&out(&folder.text("map.docx")), &["cannot write .docx files; the ending picks the format"]);
    std::fs::create_dir(folder.path("dir.json")).unwrap();
    says(&out(&folder.text("dir.json")), &["is a folder"]);
    for path in [folder.text("no/map.json"), folder.text("map.docx"), folder.text("dir.json")] {
        assert_eq!(out(&path).code, 2);
    }
    // One bad output keeps the good one from appearing, too.
    let run = snapmesh([
        "generate",
        &folder.root(),
        "-o",
        &folder.text("good.json"),
        "-o",
        &folder.text("no/bad.svg"),
    ]);
    assert_eq!(run.code, 2);
    assert!(!folder.path("good.json").exists());
    let run = snapmesh(["generate", &folder.root(), "--trace", &folder.text("no/t.jsonl")]);
    assert_eq!(run.code, 2);
}

#[test]
fn maps_that_cannot_be_explained() {
    let folder = kit("");
    let map = folder.text("map.json");
    says(&snapmesh(["explain", &map]), &["there is no such file"]);
    folder.write("map.json", "{}");
    says(&snapmesh(["explain", &map]), &["map.json:1:2: is not a map"]);
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &map]).code, 0);
    assert_eq!(snapmesh(["explain", &map]).code, 0);
    let other = snapmesh(["explain", &map, "--kit", &starter()]);
    assert_eq!(other.code, 2);
    folder.write("Room.glb", room(2, "white"));
    says(&snapmesh(["explain", &map]), &["was made with other pieces"]);
    let text = std::fs::read_to_string(&map).unwrap().replace("\"seed\":42", "\"seed\":43");
    folder.write("map.json", text);
    says(&snapmesh(["explain", &map]), &["was changed since it was written"]);
    let lone = Folder::new();
    lone.write("map.json", std::fs::read(&map).unwrap());
    assert_eq!(snapmesh(["explain", &lone.text("map.json")]).code, 2);
}

#[test]
fn legal_though_odd_kits_are_handled() {
    // A single piece that cannot meet itself: a map of one, and a word about it.
    let folder = kit("[connection.color_matrix]\nwhite = []\n");
    let run = snapmesh(["generate", &folder.root(), "--json"]);
    assert_eq!((run.code, run.json()["pieces"].as_u64()), (0, Some(1)));
    says(&run, &["a map that starts with it has one piece"]);

    // Arms never have less than one piece, however far the variation goes.
    let folder = kit("[selection]\nmethod = \"star\"\narm_length = 1\narm_length_var = 9\n");
    let run = snapmesh(["generate", &folder.root(), "--json"]);
    assert_eq!(run.code, 0);
    assert!(run.json()["pieces"].as_u64().unwrap() >= 3, "{}", run.stdout);

    // A starter that is not among the pieces is placed once, at the start.
    let folder = kit("[kit]\npieces = [\"Room.glb\"]\nuse_starters = true\nstarters = [\"Hub.glb\"]\n");
    folder.write("Hub.glb", room(1, "white"));
    let out = folder.text("map.json");
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &out]).code, 0);
    let map: serde_json::Value = serde_json::from_slice(&std::fs::read(&out).unwrap()).unwrap();
    let names: Vec<&str> =
        map["pieces"].as_array().unwrap().iter().map(|p| p["piece"].as_str().unwrap()).collect();
    assert_eq!(names[0], "Hub");
    assert!(names[1..].iter().all(|name| *name == "Room"));
}

#[test]
fn ten_thousand_connectors_on_one_piece() {
    let folder = kit("[generation]\nmax_fails = 3\n[selection]\nmax_pieces = 5\n");
    let node = |i: u32| {
        let mut node = connector(-1.0, json!({"pins": 1}));
        node["translation"][0] = json!(f64::from(i) * 0.05);
        node
    };
    folder.write("Room.glb", piece((0..10_000).map(node).collect()));
    let refused = snapmesh(["check", &folder.root()]);
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("--limit connectors=10000"), "{}", refused.stderr);
    let most = ["--limit", "connectors=10000"];
    let set = ["--set", "generation.check_overlaps=false"];
    let run = snapmesh(["generate", &folder.root(), "--json", most[0], most[1], set[0], set[1]]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.json()["pieces"], 5);
    let check = snapmesh(["check", &folder.root(), "--quiet", most[0], most[1]]);
    assert_eq!(check.code, 1, "no collider is worth a warning");
}

/// `check` said nothing, and `generate -o x.glb` was refused.
#[cfg(unix)]
#[test]
fn a_texture_that_is_missing_is_found_by_check_and_told_once_by_generate() {
    let mut model = common::hostile::Model::walkable();
    model.primitive = r#","material":0"#.into();
    model.more = r#","images":[{"uri":"moss.png"}],"textures":[{"source":0}],
        "materials":[{"emissiveTexture":{"index":0}},{"normalTexture":{"index":0}}]"#
        .into();
    let folder = Folder::new();
    folder.write("Room.glb", model.glb()).write("kit.toml", "");
    let words =
        "the texture of image 0 is left out of GLB maps: the file \"moss.png\" beside it cannot be read";
    let checked = snapmesh(["check", &folder.root()]);
    assert!(checked.code == 1 && checked.stderr.matches(words).count() == 1, "{}", checked.stderr);
    let run = snapmesh(["generate", &folder.root(), "-o", &folder.text("map.glb")]);
    assert!(run.code == 0 && run.stderr.matches("moss.png").count() == 1, "{}", run.stderr);
}
