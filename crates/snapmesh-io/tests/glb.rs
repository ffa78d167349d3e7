//! Maps as GLB: shared, plain, and with everything where the pieces have it.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits, open};
use serde_json::{Value, json};
use snapmesh::Map;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::piece_file::read_piece;
use snapmesh_io::{Folder, KIT_FILE, OpenKit};
use std::path::Path;

fn glb(open: &OpenKit, map: &Map, options: &Options) -> Vec<u8> {
    let exporter = exporter_for(Path::new("map.glb")).expect("there is an exporter");
    (exporter.write)(&open.kit, &open.settings, map, options).expect("the map can be written")
}

fn json_of(glb: &[u8]) -> Value {
    let glb = gltf::binary::Glb::from_slice(glb).expect("it is a GLB");
    serde_json::from_slice(&glb.json).expect("it holds JSON")
}

fn list(root: &Value, key: &str) -> Vec<Value> {
    root[key].as_array().cloned().unwrap_or_default()
}

#[test]
fn a_map_is_one_node_per_piece_and_plain_gltf() {
    let folder = open(&kits().join("starter"), Some("arena"), &[]);
    let map = grow(&folder);
    let root = json_of(&glb(&folder, &map, &Options::default()));
    let nodes = list(&root, "nodes");
    assert_eq!(nodes.len(), map.pieces.len() + 1);
    assert_eq!(root["extensionsUsed"], json!(["GODOT_single_root"]));
    assert!(root.get("extensionsRequired").is_none());
    assert_eq!(nodes[1]["name"], "p0_Plaza");
    assert_eq!(nodes[1]["extras"], json!({ "piece": "Plaza", "index": 0 }));
    assert_eq!(nodes[0]["extras"]["seed"], folder.settings.generation.seed.to_string());
    assert!(nodes.iter().all(|node| !node["name"].as_str().unwrap().contains('.')));
    let kinds: std::collections::BTreeSet<_> = map.pieces.iter().map(|placed| placed.piece).collect();
    assert_eq!(list(&root, "meshes").len(), kinds.len());
}

#[test]
fn pieces_that_close_a_loop_say_so_and_the_root_counts_links() {
    let loops = ["growth.loops=2", "growth.when_blocked=undo"];
    let folder = open(&kits().join("starter"), Some("arena"), &loops);
    let map = grow(&folder);
    let root = json_of(&glb(&folder, &map, &Options { connectors: true, ..Options::default() }));
    let nodes = list(&root, "nodes");
    let looped = nodes.iter().filter(|node| node["extras"]["role"] == "loop");
    let looped: Vec<u64> = looped.map(|node| node["extras"]["index"].as_u64().unwrap()).collect();
    let (asked_for, grown) = (map.asked_for().len() as u64, map.grown().len() as u64);
    assert!(asked_for < grown);
    assert_eq!(looped, (asked_for..grown).collect::<Vec<_>>());
    let extras = &nodes[0]["extras"];
    assert_eq!((&extras["links"], &extras["pieces"]), (&json!(2), &json!(grown)));
    assert_eq!(extras["loop_pieces"], json!(grown - asked_for));
    for side in map.links.iter().flat_map(|link| [link.from, link.to]) {
        let name = format!("p{}_c{}_used", side.placed, side.connector);
        assert!(nodes.iter().any(|node| node["name"] == name), "{name}");
    }
    let tree = open(&kits().join("starter"), Some("arena"), &[]);
    let tree = json_of(&glb(&tree, &grow(&tree), &Options::default()));
    assert!(["links", "loop_pieces"].iter().all(|key| tree["nodes"][0]["extras"].get(key).is_none()));
}

#[test]
fn materials_of_all_pieces_are_shared() {
    let folder = open(&kits().join("starter"), Some("arena"), &[]);
    let root = json_of(&glb(&folder, &grow(&folder), &Options::default()));
    let mut names: Vec<String> = list(&root, "materials").iter().map(|m| m["name"].to_string()).collect();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count, "{names:?}");
    assert!(count <= 12, "the kit has twelve materials in all, the map {count}");
}

/// The figures that were promised: at most 300 KB on top of the kit's own data.
#[test]
fn a_thousand_pieces_are_little_more_than_their_kit() {
    let straight = "kit.pieces=[\"Hall.glb\", \"Gate.glb\", \"Bridge.glb\", \"Stairs.glb\"]";
    let sizes = ["selection.method=corridor", "selection.max_pieces=1000", "generation.max_fails=50"];
    let folder = open(&kits().join("starter"), Some("arena"), &[&[straight], &sizes[..]].concat());
    let map = grow(&folder);
    assert_eq!(map.pieces.len(), 1000);
    let kit: u64 = folder
        .kit
        .inputs()
        .iter()
        .filter(|name| *name != KIT_FILE)
        .map(|name| std::fs::metadata(kits().join("starter").join(name)).unwrap().len())
        .sum();
    let more = glb(&folder, &map, &Options::default()).len() as i64 - kit as i64;
    assert!(more <= 300_000, "{more} bytes more than the kit");
}

#[test]
fn connectors_colliders_and_instances_come_on_request() {
    let folder = open(&kits().join("starter"), Some("arena"), &[]);
    let map = grow(&folder);
    let root = json_of(&glb(&folder, &map, &Options { connectors: true, ..Options::default() }));
    let connectors: usize = map.pieces.iter().map(|p| folder.kit.kit().piece(p.piece).connectors.len()).sum();
    assert_eq!(list(&root, "nodes").len(), 1 + map.pieces.len() + connectors);

    let root = json_of(&glb(&folder, &map, &Options { boxes: true, ..Options::default() }));
    let boxes: usize = map.pieces.iter().map(|p| folder.kit.kit().piece(p.piece).boxes.len()).sum();
    assert_eq!(list(&root, "nodes").len(), 1 + map.pieces.len() + boxes);
    assert_eq!(root["extensionsUsed"], json!(["GODOT_single_root"]), "they are no bodies");

    let plain = glb(&folder, &map, &Options::default());
    let bodies = glb(&folder, &map, &Options { colliders: true, ..Options::default() });
    let root = json_of(&bodies);
    assert_eq!(list(&root, "nodes").len(), 1 + 2 * map.pieces.len());
    assert_eq!(root["extensionsUsed"], json!(["GODOT_single_root", "OMI_physics_body", "OMI_physics_shape"]));
    let shapes = list(&root["extensions"]["OMI_physics_shape"], "shapes");
    assert_eq!(shapes.len(), list(&root, "meshes").len(), "copies share them");
    assert!(shapes.iter().all(|shape| shape["type"] == "trimesh"));
    let binary = |bytes: &[u8]| gltf::binary::Glb::from_slice(bytes).unwrap().bin.unwrap().len();
    assert_eq!(binary(&bodies), binary(&plain), "no more data of corners");

    let root = json_of(&glb(&folder, &map, &Options { instancing: true, ..Options::default() }));
    assert_eq!(list(&root, "nodes").len(), 1 + list(&root, "meshes").len());
    assert!(root.get("extensionsRequired").is_none());
}

/// With its connectors, a map is a piece: the free ones are open, the used ones are off, and the boxes are there.
#[test]
fn a_map_can_be_read_as_a_piece_again() {
    let folder = open(&kits().join("starter"), Some("arena"), &[]);
    let map = grow(&folder);
    let bytes = glb(&folder, &map, &Options { connectors: true, boxes: true, ..Options::default() });
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("Whole map.glb");
    std::fs::write(&path, bytes).unwrap();
    let (piece, problems) = read_piece(&Folder::new(out.path()), "Whole map.glb");
    let piece = piece.unwrap().piece;
    let errors: Vec<_> = problems.iter().filter(|p| p.severity == snapmesh::Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let free = map.used_connectors(folder.kit.kit()).iter().flatten().filter(|used| !**used).count();
    assert_eq!(piece.connectors.len(), free);
    let boxes: Vec<_> = map.pieces.iter().flat_map(|placed| placed.boxes(folder.kit.kit())).collect();
    assert_eq!(piece.boxes.len(), boxes.len());
    for (read, placed) in piece.boxes.iter().zip(&boxes) {
        assert!((read.center - placed.center).length() < 1e-4);
        assert!((read.half - placed.half).length() < 1e-4);
    }
}

/// A piece with a mesh in a turned and mirrored node, and a texture in a file beside it, with a space in its name.
fn textured(folder: &Path, name: &str, pixel: u8) {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[pixel]).unwrap();
    std::fs::write(folder.join("old stone.png"), png).unwrap();
    let positions: Vec<u8> =
        [0.0_f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, -2.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    let uvs: Vec<u8> = [0.0_f32, 0.0, 1.0, 0.0, 0.0, 1.0].iter().flat_map(|x| x.to_le_bytes()).collect();
    std::fs::write(folder.join(format!("{name}.bin")), [positions, uvs].concat()).unwrap();
    let root = json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": [0, 1, 3] }],
        "nodes": [
            { "name": "connector", "translation": [0, 0, 5], "rotation": [0, 1, 0, 0], "extras": { "pins": 1 } },
            { "name": "holder", "translation": [10, 0, 0], "children": [2] },
            { "name": "wall", "mesh": 0, "scale": [-1, 1, 1] },
            { "name": "connector.001", "translation": [0, 0, -5], "extras": { "pins": 1 } },
        ],
        "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "TEXCOORD_0": 1 }, "material": 0 }] }],
        "materials": [{ "name": "stone.001", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }],
        "textures": [{ "source": 0, "sampler": 0 }], "samplers": [{ "magFilter": 9729 }],
        "images": [{ "uri": "old%20stone.png" }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, -2], "max": [1, 0, 0] },
            { "bufferView": 1, "componentType": 5126, "count": 3, "type": "VEC2" },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }, { "buffer": 0, "byteOffset": 36, "byteLength": 24 }],
        "buffers": [{ "byteLength": 60, "uri": format!("{name}.bin") }],
    });
    std::fs::write(folder.join(format!("{name}.gltf")), root.to_string()).unwrap();
}

#[test]
fn textures_beside_the_pieces_are_taken_in_once_and_nodes_are_baked() {
    let folder = tempfile::tempdir().unwrap();
    textured(folder.path(), "Wände.v2", 100);
    textured(folder.path(), "Tür", 100);
    std::fs::write(folder.path().join("kit.toml"), "[selection]\nmax_pieces = 9\n").unwrap();
    let kit = open(folder.path(), None, &["generation.check_overlaps=false"]);
    let map = grow(&kit);
    let bytes = glb(&kit, &map, &Options::default());
    let root = json_of(&bytes);
    for key in ["images", "textures", "samplers", "materials"] {
        assert_eq!(list(&root, key).len(), 1, "{key} are shared");
    }
    assert_eq!(root["materials"][0]["name"], "stone_001");
    assert_eq!(root["images"][0]["mimeType"], "image/png");
    assert!(list(&root, "nodes").iter().any(|node| node["name"].as_str().unwrap().ends_with("_Wände_v2")));
    // The mirrored triangle reaches to the left of its holder, and faces the same way as before.
    assert_eq!(root["accessors"][0]["min"], json!([9.0, 0.0, -2.0]));
    assert_eq!(root["accessors"][0]["max"], json!([10.0, 0.0, 0.0]));
    let (document, buffers) =
        (gltf::Gltf::from_slice(&bytes).unwrap(), gltf::Gltf::from_slice(&bytes).unwrap().blob.unwrap());
    let primitive = document.meshes().next().unwrap().primitives().next().unwrap();
    let indices: Vec<u32> = primitive.reader(|_| Some(&buffers)).read_indices().unwrap().into_u32().collect();
    assert_eq!(indices, [0, 2, 1]);
}

#[test]
fn a_texture_that_is_lost_is_told_with_the_kit_and_left_out_of_maps() {
    let folder = tempfile::tempdir().unwrap();
    textured(folder.path(), "Wall", 1);
    std::fs::remove_file(folder.path().join("old stone.png")).unwrap();
    std::fs::write(folder.path().join("kit.toml"), "").unwrap();
    let kit = open(folder.path(), None, &[]);
    let told = kit.problems.iter().filter(|problem| problem.message.contains("old%20stone.png"));
    assert_eq!(told.map(|problem| problem.severity).collect::<Vec<_>>(), [snapmesh::Severity::Warning]);
    let root = json_of(&glb(&kit, &grow(&kit), &Options::default()));
    assert_eq!(root["materials"], json!([{ "name": "stone_001", "pbrMetallicRoughness": {} }]));
    assert!(root.get("textures").is_none() && root.get("images").is_none());
}

/// Pieces whose names differ only by a dot gave meshes of one name, and a shared accessor gave positions as normals.
#[test]
fn names_are_unique_and_every_attribute_is_read_as_itself() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["A.b", "A_b"] {
        textured(folder.path(), name, 5);
        let path = folder.path().join(format!("{name}.gltf"));
        let mut root: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        root["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(0);
        std::fs::write(&path, root.to_string()).unwrap();
    }
    std::fs::write(folder.path().join("kit.toml"), "[generation]\ncheck_overlaps = false\n").unwrap();
    let kit = open(folder.path(), None, &[]);
    let root = json_of(&glb(&kit, &grow(&kit), &Options { instancing: true, ..Options::default() }));
    for key in ["meshes", "nodes"] {
        let names: std::collections::BTreeSet<String> =
            list(&root, key).iter().map(|x| x["name"].to_string()).collect();
        assert_eq!(names.len(), list(&root, key).len(), "{names:?}");
    }
    let attributes = &root["meshes"][0]["primitives"][0]["attributes"];
    assert_ne!(attributes["POSITION"], attributes["NORMAL"]);
}

/// Mirrored floors were missing from plans and pictures: their faces looked down.
#[test]
fn a_mirrored_mesh_faces_the_way_it_faced() {
    let folder = tempfile::tempdir().unwrap();
    textured(folder.path(), "Wall", 1);
    let (file, _) = read_piece(&Folder::new(folder.path()), "Wall.gltf");
    let part = &file.unwrap().model.parts[0];
    let [a, b, c] = part.triangles[0].map(|corner| part.positions[corner as usize]);
    assert!((b - a).cross(c - a).y > 0.0);
}
