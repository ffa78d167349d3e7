//! Small models that ask for much: memory, time, or a way to fail. Each is handled or refused with a number.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::Folder;
use common::hostile::{Model, PATIENCE, Told, guarded, many};
use std::fmt::Write;
use std::os::unix::fs::symlink;
use std::time::Duration;

/// A kit of one model, which is called `Bomb`.
fn kit(model: &Model) -> Folder {
    let folder = Folder::new();
    folder.write("Bomb.glb", model.glb()).write("kit.toml", "[selection]\nmax_pieces = 4\n");
    folder
}

/// Runs the command; whatever the input, it ends well, in time and in memory.
fn tame(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.measured(&args.join(" ").chars().take(200).collect::<String>());
    told
}

/// Checks the kit, and generates into every kind of file.
fn check_and_generate(folder: &Folder) -> Told {
    let root = folder.root();
    tame(&["check", &root, "--quiet"]);
    let (json, glb, svg) = (folder.text("map.json"), folder.text("map.glb"), folder.text("map.svg"));
    tame(&["generate", &root, "-o", &json, "-o", &glb, "-o", &svg, "--quiet"])
}

/// A grid of so many corners each way, as triangles.
fn grid(mut model: Model, side: u32, width: f32) -> Model {
    let step = width / (side - 1) as f32;
    let corner =
        |i: u32| [(i % side) as f32 * step - width / 2.0, 0.0, (i / side) as f32 * step - width / 2.0];
    model.corners = (0..side * side).map(corner).collect();
    let cells = (0..side - 1).flat_map(|z| (0..side - 1).map(move |x| z * side + x));
    model.indices = cells.flat_map(|i| [i, i + side, i + side + 1, i, i + side + 1, i + 1]).collect();
    model
}

#[test]
fn twenty_thousand_nodes_that_share_one_mesh() {
    let mut model = grid(Model::room(2.0), 100, 4.0);
    model.nodes.extend((0..20_000).map(|_| r#"{"mesh":0}"#.to_string()));
    check_and_generate(&kit(&model));
}

#[test]
fn nodes_that_share_children_a_hundred_levels_deep() {
    // Each level shows the next one twice: a tree is asked for, or 2 to the 100 nodes are drawn.
    let mut model = Model::walkable();
    let last = 3 + 100;
    model.nodes.extend((3..last).map(|i| format!(r#"{{"children":[{next},{next}]}}"#, next = i + 1)));
    model.nodes.push(r#"{"mesh":0}"#.into());
    check_and_generate(&kit(&model));
    // And one that is its own child.
    model.nodes[3] = r#"{"children":[3]}"#.into();
    check_and_generate(&kit(&model));
}

/// A room as `.gltf`, with so many buffers beside its own; `uri` says where each is.
fn buffers(folder: &Folder, count: usize, length: usize, uri: impl Fn(usize) -> String) {
    let model = Model::walkable();
    let mut json = model.json(r#","uri":"Bomb.bin""#);
    let end = json.rfind(']').unwrap();
    let more = (0..count).fold(String::new(), |mut more, i| {
        write!(more, r#",{{"byteLength":{length},"uri":"{}"}}"#, uri(i)).unwrap();
        more
    });
    json.insert_str(end, &more);
    folder.write("Bomb.bin", model.bytes()).write("Bomb.gltf", json).write("kit.toml", "");
}

#[test]
fn four_hundred_buffers_on_one_file() {
    const LENGTH: usize = 16_000_000;
    let folder = Folder::new();
    std::fs::create_dir(folder.path("a")).unwrap();
    std::fs::File::create(folder.path("big.bin")).unwrap().set_len(LENGTH as u64).unwrap();
    for i in 0..400 {
        symlink("big.bin", folder.path(&format!("link{i}.bin"))).unwrap();
    }
    let spellings: [fn(usize) -> String; 5] = [
        |_| "big.bin".into(),
        |i| format!("{}big.bin", "./".repeat(i)),
        |i| format!("{}big.bin", "a/../".repeat(i)),
        |i| format!("link{i}.bin"),
        |i| ["big.bin", "b%69g.bin", "%62ig.bin", "./big.bin", "a/..//big.bin"][i % 5].into(),
    ];
    for spelling in spellings {
        buffers(&folder, 400, LENGTH, spelling);
        check_and_generate(&folder);
    }
}

#[test]
fn four_hundred_buffers_as_text_and_four_hundred_pieces_on_one_file() {
    let folder = Folder::new();
    let text = format!("data:application/octet-stream;base64,{}", "AAAA".repeat(30_000));
    buffers(&folder, 400, 90_000, |_| text.clone());
    check_and_generate(&folder);

    let folder = Folder::new();
    std::fs::File::create(folder.path("big.bin")).unwrap().set_len(16_000_000).unwrap();
    buffers(&folder, 1, 16_000_000, |_| "big.bin".into());
    for i in 0..400 {
        std::fs::copy(folder.path("Bomb.gltf"), folder.path(&format!("Bomb{i}.gltf"))).unwrap();
    }
    check_and_generate(&folder);
}

#[test]
fn four_hundred_images_on_one_file() {
    let folder = Folder::new();
    folder.write("big.png", b"\x89PNG");
    std::fs::File::options().write(true).open(folder.path("big.png")).unwrap().set_len(16_000_000).unwrap();
    let listed = |of: &dyn Fn(usize) -> String| (0..400).map(of).collect::<Vec<_>>().join(",");
    let mut model = Model::walkable();
    model.more = format!(
        r#","images":[{}],"textures":[{}],"materials":[{}]"#,
        listed(&|i| format!(r#"{{"uri":"{}big.png"}}"#, "./".repeat(i))),
        listed(&|i| format!(r#"{{"source":{i}}}"#)),
        listed(&|i| format!(
            r#"{{"name":"m{i}","pbrMetallicRoughness":{{"baseColorTexture":{{"index":{i}}}}}}}"#
        )),
    );
    model.nodes.extend((1..400).map(|mesh| format!(r#"{{"mesh":{mesh}}}"#)));
    let mesh =
        |i| format!(r#"{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":{i}}}]}}"#);
    let json = model.json(r#","uri":"Bomb.bin""#);
    let meshes = many(399, |i| format!(",{}", mesh(i + 1)));
    let json = json.replace(r#""indices":1}]}]"#, &format!(r#""indices":1,"material":0}}]}}{meshes}]"#));
    folder.write("Bomb.bin", model.bytes()).write("Bomb.gltf", json).write("kit.toml", "");
    check_and_generate(&folder);
}

#[test]
fn three_thousand_unnamed_materials_that_all_differ() {
    let mut model = Model::walkable();
    let color = |i: usize| {
        format!(r#"{{"pbrMetallicRoughness":{{"baseColorFactor":[{},0,0,1]}}}}"#, i as f64 / 3000.0)
    };
    model.more = format!(r#","materials":[{}]"#, (0..3000).map(color).collect::<Vec<_>>().join(","));
    model.nodes.extend((1..3000).map(|mesh| format!(r#"{{"mesh":{mesh}}}"#)));
    let mesh = |i: usize| {
        format!(r#",{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":{i}}}]}}"#)
    };
    let meshes = (1..3000).map(mesh).collect::<String>();
    let json = model.json("").replace(r#""indices":1}]}]"#, &format!(r#""indices":1}}]}}{meshes}]"#));
    let folder = Folder::new();
    folder.write("Bomb.glb", common::hostile::glb_of(json, &model.bytes())).write("kit.toml", "");
    check_and_generate(&folder);
}

/// Who walks for two seconds is back soon after.
fn walk_for_two_seconds(folder: &Folder) {
    let map = folder.text("walk.json");
    tame(&["generate", &folder.root(), "--no-validate", "-o", &map]);
    let told = tame(&["validate", &map, "--time", "2"]);
    assert!(told.took < Duration::from_secs(10), "--time 2 took {:?}", told.took);
}

#[test]
fn two_thousand_floors_one_above_the_other() {
    let floors =
        (0..2000).fold(Model::room(20.0).node(r#"{"mesh":0}"#), |model, i| model.floor(20.0, i as f32 * 2.5));
    let folder = kit(&floors);
    for pieces in [1, 4] {
        folder.write("kit.toml", format!("[selection]\nmax_pieces = {pieces}\n"));
        check_and_generate(&folder);
        walk_for_two_seconds(&folder);
    }
}

#[test]
fn a_floor_of_two_kilometres() {
    let folder = kit(&Model::room(1000.0).node(r#"{"mesh":0}"#).floor(1000.0, 0.0));
    let (root, table) = (folder.root(), folder.text("rows.csv"));
    for pieces in [1, 4] {
        folder.write("kit.toml", format!("[selection]\nmax_pieces = {pieces}\n"));
        check_and_generate(&folder);
        tame(&["search", &root, "--tries", "3", "--min-connectivity", "0.5", "--threads", "2"]);
        tame(&["sweep", &root, "--seeds", "3", "--threads", "2", "-o", &table]);
        walk_for_two_seconds(&folder);
    }
}

#[test]
fn large_pieces_in_forty_copies_on_a_picture() {
    let folder = kit(&grid(Model::room(2.0).node(r#"{"mesh":0}"#), 460, 4.0));
    assert!(std::fs::metadata(folder.path("Bomb.glb")).unwrap().len() > 7_000_000);
    let (root, picture) = (folder.root(), folder.text("view.png"));
    let forty = ["--set", "selection.max_pieces=40", "--no-validate", "--quiet"];
    let told = tame(&[&["generate", &root, "-o", &picture], &forty[..]].concat());
    assert!(told.code == Some(2) || folder.path("view.png").exists());
    let others = ["svg", "obj", "glb"].map(|ending| folder.text(&format!("map.{ending}")));
    for other in &others {
        tame(&[&["generate", &root, "-o", other], &forty[..]].concat());
    }
}

#[test]
fn millions_of_values_in_extras() {
    for (value, times) in [("[]", 12_000_000), ("0", 18_000_000), ("{}", 8_000_000), ("\"\"", 8_000_000)] {
        let mut values = format!("{value},").repeat(times);
        values.pop();
        let folder = Folder::new();
        for place in ["node", "root", "material"] {
            let mut model = Model::walkable();
            match place {
                "node" => {
                    model.nodes.push(format!(r#"{{"name":"connector_3","extras":{{"pins":[{values}]}}}}"#));
                }
                "material" => {
                    model.more = format!(r#","materials":[{{"extras":{{"walkable":[{values}]}}}}]"#);
                }
                _ => model.more = format!(r#","extras":[{values}]"#),
            }
            folder.write("Bomb.glb", model.glb()).write("kit.toml", "");
            drop(model);
            tame(&["check", &folder.root(), "--quiet"]);
        }
    }
}

#[test]
fn brackets_as_deep_as_one_likes_in_a_model() {
    const DEEP: usize = 200_000;
    for (open, middle, close) in [("[", "", "]"), (r#"{"a":"#, "1", "}")] {
        let deep = format!("{}{middle}{}", open.repeat(DEEP), close.repeat(DEEP));
        let mut model = Model::walkable();
        model.more = format!(r#","extras":{deep}"#);
        check_and_generate(&kit(&model));
        let model = Model::walkable().node(format!(r#"{{"name":"connector_3","extras":{{"pins":{deep}}}}}"#));
        check_and_generate(&kit(&model));
    }
    // Nodes below nodes below nodes.
    let mut model = Model::walkable();
    model.nodes.extend((3..DEEP).map(|i| format!(r#"{{"children":[{}]}}"#, i + 1)));
    model.nodes.push(r#"{"mesh":0}"#.into());
    let text = model.json("");
    let (start, end) = (text.find("\"scenes\"").unwrap(), text.find("\"nodes\":[{").unwrap());
    let json = format!("{}\"scenes\":[{{\"nodes\":[0,1,2,3]}}],{}", &text[..start], &text[end..]);
    let folder = Folder::new();
    folder.write("Bomb.glb", common::hostile::glb_of(json, &model.bytes())).write("kit.toml", "");
    check_and_generate(&folder);
}

#[test]
fn a_million_connectors() {
    let mut model = Model::room(1.0);
    let at = |i: u32| format!(r#"{{"name":"connector","translation":[{},0,-1]}}"#, f64::from(i) * 0.05);
    model.nodes = (0..1_000_000).map(at).collect();
    check_and_generate(&kit(&model));
    // Fewer, but each of a color of its own.
    let colorful = |i: u32| {
        format!(
            r#"{{"name":"connector","translation":[{},0,-1],"extras":{{"color":"c{i}"}}}}"#,
            f64::from(i) * 0.05
        )
    };
    model.nodes = (0..50_000).map(colorful).collect();
    check_and_generate(&kit(&model));
}

#[test]
fn a_hundred_thousand_boxes() {
    let mut model = Model::room(1.0);
    let at = |i: u32| {
        let (x, y) = (f64::from(i % 300) * 0.1, f64::from(i / 300) * 0.1);
        format!(r#"{{"translation":[{x},{y},0],"scale":[1,1,0.9],"extras":{{"collider":"box"}}}}"#)
    };
    model.nodes.extend((0..100_000).map(at));
    let folder = kit(&model);
    check_and_generate(&folder);
    tame(&["generate", &folder.root(), "--set", "selection.max_pieces=50"]);
}

#[test]
fn accessors_of_four_billion_elements() {
    let whole = r#""bufferView":0,"componentType":5126,"count":4,"#;
    let text = Model::walkable().json("");
    assert!(text.contains(whole));
    let sparse =
        r#""sparse":{"count":1,"indices":{"bufferView":1,"componentType":5125},"values":{"bufferView":0}},"#;
    let cases = [
        r#""bufferView":0,"componentType":5126,"count":4000000000,"#.to_string(),
        r#""componentType":5126,"count":4000000000,"#.to_string(),
        r#""componentType":5126,"count":100000000,"#.to_string(),
        r#""componentType":5126,"count":18446744073709551615,"#.to_string(),
        r#""bufferView":0,"byteOffset":18446744073709551600,"componentType":5126,"count":4,"#.to_string(),
        r#""bufferView":0,"byteOffset":9223372036854775807,"componentType":5126,"count":4,"#.to_string(),
        format!(r#""componentType":5126,"count":4000000000,{sparse}"#),
        format!(r#""bufferView":0,"componentType":5126,"count":4000000000,{sparse}"#),
        format!(r#""componentType":5126,"count":100000000,{sparse}"#),
        format!(
            r#""componentType":5126,"count":4,{}"#,
            sparse.replace("\"count\":1", "\"count\":4000000000")
        ),
    ];
    let bytes = Model::walkable().bytes();
    let folder = Folder::new();
    folder.write("kit.toml", "");
    for case in cases {
        folder.write("Bomb.glb", common::hostile::glb_of(text.replace(whole, &case), &bytes));
        guarded(["generate", &folder.root()], PATIENCE).tame(&case);
    }
    // A stride of nothing, or of almost nothing, and views that begin beyond the end.
    for view in [
        "\"byteStride\":0,",
        "\"byteStride\":1,",
        "\"byteOffset\":18446744073709551615,",
        "\"byteStride\":4294967295,",
    ] {
        let changed =
            text.replace("{\"buffer\":0,\"byteLength\"", &format!("{{\"buffer\":0,{view}\"byteLength\""));
        assert_ne!(changed, text);
        folder.write("Bomb.glb", common::hostile::glb_of(changed, &bytes));
        check_and_generate(&folder);
    }
    // Indices: four billion of them, of nothing.
    let indices = r#""bufferView":1,"componentType":5125,"count":6,"#;
    assert!(text.contains(indices));
    let none = text.replace(indices, r#""componentType":5125,"count":4000000000,"#);
    folder.write("Bomb.glb", common::hostile::glb_of(none, &bytes));
    check_and_generate(&folder);
}

#[test]
fn primitives_by_the_thousand_that_share_one_accessor() {
    let model = grid(Model::room(2.0).node(r#"{"mesh":0}"#), 100, 4.0);
    let one = r#"{"attributes":{"POSITION":0},"indices":1}"#;
    let text = model.json("");
    assert!(text.contains(one));
    let json = text.replace(one, &vec![one; 20_000].join(","));
    let folder = Folder::new();
    folder.write("Bomb.glb", common::hostile::glb_of(json, &model.bytes())).write("kit.toml", "");
    check_and_generate(&folder);
}

/// Each image is a part of the same bytes, one a little shorter than the other, so that no two are the same.
#[test]
fn images_by_the_hundred_that_lie_over_each_other() {
    const LENGTH: usize = 8_000_000;
    let listed = |of: &dyn Fn(usize) -> String| (0..300).map(of).collect::<Vec<_>>().join(",");
    let mut model = Model::walkable();
    let start = model.bytes().len();
    model.nodes.extend((1..300).map(|mesh| format!(r#"{{"mesh":{mesh}}}"#)));
    model.more = format!(
        r#","images":[{}],"textures":[{}],"materials":[{}]"#,
        listed(&|i| format!(r#"{{"bufferView":{},"mimeType":"image/png"}}"#, i + 2)),
        listed(&|i| format!(r#"{{"source":{i}}}"#)),
        listed(&|i| format!(r#"{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":{i}}}}}}}"#)),
    );
    let primitive =
        |i| format!(r#"{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1,"material":{i}}}]}}"#);
    let views = many(300, |i| {
        format!(r#",{{"buffer":0,"byteOffset":{start},"byteLength":{}}}"#, LENGTH - 4 * i as usize)
    });
    let json = model.json("");
    let json =
        json.replace(r#"{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}"#, &listed(&primitive));
    let json = json.replace("}],\n                \"buffers\"", &format!("}}{views}],\"buffers\""));
    let json =
        json.replace(&format!("\"byteLength\":{start}}}]"), &format!("\"byteLength\":{}}}]", start + LENGTH));
    assert!(json.contains(&views) && json.contains(&(start + LENGTH).to_string()));
    let mut bytes = model.bytes();
    bytes.extend(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89");
    bytes.resize(start + LENGTH, 7);
    let folder = Folder::new();
    folder.write("Bomb.glb", common::hostile::glb_of(json, &bytes)).write("kit.toml", "");
    check_and_generate(&folder);
}

#[test]
fn names_as_long_as_one_likes() {
    for length in [70_000, 1_000_000] {
        let long = "c".repeat(length);
        let room = || Model::room(1.0).node(r#"{"scale":[0.9,0.9,0.9],"extras":{"collider":"box"}}"#);
        let mut color = room();
        for node in &mut color.nodes[..2] {
            *node = node.replace("connector_1_white", &format!("connector_1_{long}"));
        }
        let mut material = Model::walkable();
        material.primitive = r#","material":0"#.into();
        material.more = format!(r#","materials":[{{"name":"{long}"}}]"#);
        let tags = room().node(format!(r#"{{"name":"root","extras":{{"tags":"{long}"}}}}"#));
        let name = room().node(format!(r#"{{"name":"{long}","mesh":0}}"#)).floor(1.0, 0.0);
        // It stands in every copy.
        let marker = room().node(format!(r#"{{"name":"{long}","extras":{{"note":"{long}"}}}}"#));
        for model in [color, material, tags, name, marker] {
            let folder = kit(&model);
            folder.write("kit.toml", "[selection]\nmax_pieces = 1000\n");
            check_and_generate(&folder);
            let (root, glb) = (folder.root(), folder.text("map.glb"));
            tame(&["check", &root]);
            tame(&["check", &root, "--json"]);
            tame(&["generate", &root, "--no-validate", "--connectors", "-o", &glb]);
            tame(&["generate", &root, "--no-validate", "--log", "--trace", &folder.text("t.jsonl")]);
        }
        let folder = kit(&room());
        folder.write(
            "kit.toml",
            format!("[kit]\nname = \"{long}\"\n[presets.{long}]\n[rules]\n{long} = {{ count = 9 }}\n"),
        );
        check_and_generate(&folder);
        tame(&["check", &folder.root()]);
    }
}

#[test]
fn copies_and_sparse_data_that_claim_billions() {
    let copies = |count: u64, shape: &str| {
        let mut model = Model::walkable();
        model.nodes[2] = r#"{"name":"shell","mesh":0,"extensions":{"EXT_mesh_gpu_instancing":{"attributes":{"SCALE":2}}}}"#.into();
        let json = model.json("");
        let accessor =
            format!(r#","type":"SCALAR"}},{{"componentType":5126,"count":{count},"type":"{shape}"}}"#);
        let folder = Folder::new();
        let json = json.replacen(r#","type":"SCALAR"}"#, &accessor, 1);
        folder.write("Bomb.glb", common::hostile::glb_of(json, &model.bytes())).write("kit.toml", "");
        check_and_generate(&folder)
    };
    let told = copies(3_000_000_000, "VEC3");
    assert!(told.stderr.contains("too much: 3000000003 nodes in a piece"), "{}", told.shortly());
    copies(90_000, "VEC3");
    copies(u64::MAX, "VEC3");

    // Positions and indices that are nothing but zeros: they cost nothing to claim.
    for (count, accessor) in [(400_000_000_u64, 0), (4_000_000_000, 1), (3_900_000, 0), (3_900_000, 1)] {
        let model = Model::walkable();
        let json = model.json("");
        let view = format!(r#""bufferView":{accessor},"componentType":{}"#, [5126, 5125][accessor]);
        let (before, after) = json.split_once(&view).unwrap();
        let (_, after) = after.split_once(r#""type""#).unwrap();
        let json =
            format!(r#"{before}"componentType":{},"count":{count},"type"{after}"#, [5126, 5125][accessor]);
        let folder = Folder::new();
        folder.write("Bomb.glb", common::hostile::glb_of(json, &model.bytes())).write("kit.toml", "");
        check_and_generate(&folder);
    }
}
