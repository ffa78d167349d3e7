//! What a kit says about its pieces: sections of `[pieces]`, and the scale of its files.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use base64::Engine as _;
use common::grow;
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::{Limits, Map, Problems, Role};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::fingerprint::geometry_digest;
use snapmesh_io::kit_file::read_settings;
use snapmesh_io::piece_file::read_piece;
use snapmesh_io::{MapFile, Memory, OpenKit, Override, Overrides};
use snapmesh_nav::Walkability;
use std::path::Path;
use std::sync::Arc;

/// A glTF with these nodes; mesh 0 is a block from one corner to the other, of the material `stone`.
fn block(min: DVec3, max: DVec3, nodes: &Value) -> Value {
    let corner =
        |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { min[axis] as f32 } else { max[axis] as f32 });
    let corners = (0..8).flat_map(corner).flat_map(f32::to_le_bytes);
    let sides: [[u16; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let indices = sides.iter().flat_map(|&[a, b, c, d]| [a, b, c, a, c, d]).flat_map(u16::to_le_bytes);
    let bytes: Vec<u8> = corners.chain(indices).collect();
    let uri = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let all: Vec<usize> = (0..nodes.as_array().unwrap().len()).collect();
    json!({
        "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": all }], "nodes": nodes,
        "meshes": [{ "name": "Block", "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1, "material": 0 }] }],
        "materials": [{ "name": "stone" }],
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 8, "type": "VEC3",
              "min": min.as_vec3().to_array(), "max": max.as_vec3().to_array() },
            { "bufferView": 1, "componentType": 5123, "count": 36, "type": "SCALAR" },
        ],
        "bufferViews": [
            { "buffer": 0, "byteLength": 96 }, { "buffer": 0, "byteOffset": 96, "byteLength": 72 },
        ],
        "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:;base64,{uri}") }],
    })
}

/// A tile of a grid of four metres, as a public kit has it: a mesh and nothing else.
fn tile() -> Value {
    block(DVec3::new(-2.0, -0.5, -2.0), DVec3::new(2.0, 3.0, 2.0), &json!([{ "name": "Tile", "mesh": 0 }]))
}

const NORTH: &str = "{ at = [0, 0, -2], heading = [0, 0, -1] }";
const SOUTH: &str = "{ at = [0, 0, 2], heading = [0, 0, 1] }";
const EAST: &str = "{ at = [2, 0, 0], heading = [1, 0, 0] }";
const WEST: &str = "{ at = [-2, 0, 0], heading = [-1, 0, 0] }";

/// A kit of such tiles: a cross, a corner and a corridor.
fn grid(more: &str) -> (Memory, String) {
    let text = format!(
        "[pieces.Cross]\nconnectors = [{NORTH}, {SOUTH}, {EAST}, {WEST}]\n[pieces.Corner]\nconnectors = [{NORTH}, {EAST}]\n\
         [pieces.Hall]\nconnectors = [{NORTH}, {SOUTH}]\n{more}"
    );
    let tiles = ["Cross", "Corner", "Hall"].map(|id| (format!("{id}.gltf"), tile().to_string().into_bytes()));
    (Memory::new("grid", tiles.into_iter().chain([("kit.toml".into(), text.clone().into_bytes())])), text)
}

fn open(files: &Memory, set: &[&str]) -> Result<OpenKit, Problems> {
    let overrides = Overrides { set: common::set(set), ..Overrides::default() };
    OpenKit::open(files, &overrides, STANDARD)
}

fn told(open: &OpenKit) -> String {
    let advice = open.advice(&open.recipe().unwrap());
    let told: Vec<String> = open.problems.iter().chain(advice.iter()).map(ToString::to_string).collect();
    told.join("\n")
}

#[test]
fn files_that_say_nothing_are_pieces_by_what_the_kit_says() {
    let (files, _) = grid("");
    let (plain, map) = (open(&files, &[]).unwrap(), grow(&open(&files, &[]).unwrap()));
    assert!(map.pieces.len() > 1, "{}", map.pieces.len());
    let notes = told(&plain);
    assert_eq!(notes.matches("has no collider").count(), 3, "{notes}");
    assert!(!notes.contains("connector"), "{notes}");
    let with_boxes = ["Cross", "Corner", "Hall"].map(|id| format!("pieces.{id}.boxes=[]"));
    let boxless = open(&files, &with_boxes.each_ref().map(String::as_str)).unwrap();
    assert_eq!(told(&boxless), "", "nothing is said about what was replaced");
    assert!(boxless.kit.kit().library().iter().all(|piece| piece.boxes.is_empty()));
}

#[test]
fn a_changed_section_and_another_scale_are_another_kit() {
    let (files, _) = grid("");
    let print = |set: &[&str]| open(&files, set).unwrap().kit.fingerprint().to_string();
    let plain = print(&[]);
    let prints = [
        print(&["kit.scale=0.5"]),
        print(&["pieces.Hall.boxes=[]"]),
        print(&["pieces.Hall.boxes=[{ center = [0, 1, 0], half = [1, 1, 1], turn = 30 }]"]),
        print(&["pieces.Hall.connectors=[{ at = [0, 0, -2], heading = [0, 0, -1] }]"]),
        print(&["pieces.Hall.connectors=[{ at = [0, 0, -2], heading = [0, 0, -1], pins = 2 }]"]),
    ];
    for (i, print) in prints.iter().enumerate() {
        assert!(*print != plain && !prints[..i].contains(print), "change {i} is not seen");
    }
    assert_eq!(print(&["pieces.Hall.floor=[\"Tile\"]"]), plain, "where it can be walked is not part of it");
    assert_eq!(print(&["kit.scale=1"]), plain);
}

/// A room as its own file says it, with its units so many to a metre.
fn room(units: f64) -> Vec<u8> {
    let at = |x: f64, y: f64, z: f64| json!([x * units, y * units, z * units]);
    let nodes = json!([
        { "name": "Room", "mesh": 0 },
        { "name": "Walk-navmesh", "mesh": 0, "translation": at(0.0, 0.25, 0.0) },
        { "name": "Box", "translation": at(0.0, 1.0, 0.0), "extras": { "collider": "box", "size": at(3.8, 2.0, 3.8) } },
        { "name": "Empty", "scale": at(0.5, 0.5, 0.5), "extras": { "collider": "box" } },
        { "name": "n", "translation": at(0.0, 0.0, -2.0), "extras": { "pins": 1 } },
        { "name": "e", "translation": at(2.0, 0.5, 0.3), "extras": { "pins": 1, "axis": "+X" } },
        { "name": "s", "translation": at(0.1, 0.0, 2.0), "extras": { "pins": 1, "axis": "+Z" } },
    ]);
    block(DVec3::new(-2.0, -0.5, -2.0) * units, DVec3::new(2.0, 3.0, 2.0) * units, &nodes)
        .to_string()
        .into_bytes()
}

fn rooms(units: f64) -> OpenKit {
    let kit = format!("[kit]\nname = \"rooms\"\nscale = {}\n[selection]\nmax_pieces = 12\n", 1.0 / units);
    open(&Memory::new("rooms", [("Room.gltf", room(units)), ("kit.toml", kit.into_bytes())]), &[]).unwrap()
}

fn glb(open: &OpenKit, map: &Map, options: &Options) -> Vec<u8> {
    (exporter_for(Path::new("map.glb")).unwrap().write)(&open.kit, &open.settings, map, options).unwrap()
}

#[test]
fn a_kit_in_centimetres_gives_the_map_of_the_same_kit_in_metres() {
    let (metres, centimetres) = (rooms(1.0), rooms(100.0));
    let (map, same) = (grow(&metres), grow(&centimetres));
    assert!(map.pieces.len() > 4, "{}", map.pieces.len());
    assert_eq!(map.pieces.len(), same.pieces.len());
    for (a, b) in map.pieces.iter().zip(&same.pieces) {
        assert_eq!((a.piece, a.joint), (b.piece, b.joint));
        assert!(a.pose.position.distance(b.pose.position) < 1e-9, "{} {}", a.pose.position, b.pose.position);
        let turns = [a, b].map(|placed| DVec3::from_slice(&placed.pose.turn.quaternion()[1..]));
        assert!(turns[0].distance(turns[1]) < 1e-9);
    }
    let pieces = [&metres, &centimetres].map(|open| &open.kit.kit().library()[0]);
    for (a, b) in pieces[0].boxes.iter().zip(&pieces[1].boxes) {
        assert!(
            a.center.distance(b.center) < 1e-9 && a.half.distance(b.half) < 1e-9,
            "{} {}",
            a.half,
            b.half
        );
    }
    for (a, b) in pieces[0].connectors.iter().zip(&pieces[1].connectors) {
        assert!(a.position.distance(b.position) < 1e-9 && b.heading.is_normalized() && a.up == b.up);
    }
    let grounds = [&metres, &centimetres].map(|open| &open.kit.geometry()[0]);
    assert_eq!(grounds[0].triangles, grounds[1].triangles);
    let mut corners = grounds[0].positions.iter().zip(&grounds[1].positions);
    assert!(corners.all(|(a, b)| a.distance(*b) < 1e-6), "a navmesh is scaled, too");
    let file = MapFile::new(&metres.kit, &metres.settings, &map).to_text();
    assert!(!file.contains("scale"), "what is as it always was is not written");
    assert!(
        MapFile::new(&centimetres.kit, &centimetres.settings, &same).to_text().contains("\"scale\":0.01")
    );
}

#[test]
fn the_glb_of_a_scaled_kit_is_in_metres() {
    let maps = [rooms(1.0), rooms(100.0)].map(|open| {
        let map = grow(&open);
        let files = Memory::new("out", [("map.glb", glb(&open, &map, &Options::default()))]);
        let (file, problems) = read_piece(&files, "map.glb");
        file.unwrap_or_else(|| panic!("{problems}")).model.bounds()
    });
    assert!(maps[0].min.distance(maps[1].min) < 1e-5 && maps[0].max.distance(maps[1].max) < 1e-5, "{maps:?}");
    let map = Map::of(grow(&rooms(1.0)).pieces[..1].to_vec());
    let options = Options { connectors: true, colliders: true, ..Options::default() };
    let [plain, scaled] = [1.0, 100.0].map(|units| {
        let glb = glb(&rooms(units), &map, &options);
        let json: Value = serde_json::from_slice(&gltf::binary::Glb::from_slice(&glb).unwrap().json).unwrap();
        let nodes = json["nodes"].as_array().unwrap()[1..].to_vec();
        (json["accessors"][0]["max"].clone(), nodes, json["extensions"].clone())
    });
    assert_eq!(plain.0, json!([2.0, 3.0, 2.0]));
    assert_eq!(plain, scaled, "corners, connectors and boxes");
}

#[test]
fn a_map_is_read_back_from_its_own_settings() {
    let more = "floor = [\"stone\"]\nboxes = [\n  { min = [-1.9, 0.1, -1.9], max = [1.9, 3, 1.9] },\n  { center = [0.3, 1, 0], half = [0.1, 1, 0.7], turn = 33.3 },\n]\ntags = [\"hall\"]\n[kit]\nscale = 0.99\n";
    let (files, _) = grid(more);
    let made = open(&files, &[]).unwrap();
    let map = grow(&made);
    let text = MapFile::new(&made.kit, &made.settings, &map).to_text();
    let file = MapFile::parse(text.as_bytes(), "map.json", &Limits::DEFAULT).unwrap();
    let settings = file.settings("map.json", STANDARD).unwrap();
    assert_eq!(settings.pieces, made.settings.pieces);
    // Only the files: what their kit.toml says by now does not matter.
    let again = OpenKit::with_settings(&files, settings).unwrap();
    assert_eq!(again.kit.fingerprint(), made.kit.fingerprint());
    assert_eq!(again.kit.kit().library(), made.kit.kit().library());
    let read = file.map("map.json", &again.kit).unwrap();
    assert!(MapFile::new(&again.kit, &again.settings, &read).to_text() == text);
    let grounds = |open: &OpenKit| open.kit.geometry().iter().map(geometry_digest).collect::<Vec<_>>();
    assert_eq!(grounds(&again), grounds(&made));
}

/// Measured on a public kit: boxes as large as the pieces give 7 of 30, boxes that leave 5 cm all 30.
#[test]
fn tiles_of_a_grid_may_touch_so_an_arena_of_thirty_is_full() {
    let size = ["selection.max_pieces=30", "growth.when_blocked=skip"];
    let (files, _) = grid("");
    let touching = open(&files, &size).unwrap();
    for seed in 0..20 {
        assert_eq!(touching.recipe().unwrap().grow(seed).pieces.len(), 30, "seed {seed}");
    }
    let whole = "[{ min = [-2, -0.5, -2], max = [2, 3, 2] }]";
    let large = ["Cross", "Corner", "Hall"].map(|id| format!("pieces.{id}.boxes={whole}"));
    let set: Vec<&str> = size.into_iter().chain(large.iter().map(String::as_str)).collect();
    let large = open(&files, &set).unwrap();
    let sizes: Vec<usize> = (0..20).map(|seed| large.recipe().unwrap().grow(seed).pieces.len()).collect();
    assert!(sizes.iter().any(|&size| size < 30), "boxes as large as the pieces refuse to touch: {sizes:?}");
}

#[test]
fn a_cap_without_boxes_always_fits_however_large_it_is() {
    let ends = "[pieces.Cap]\nconnectors = [{ at = [0, 0, -2], heading = [0, 0, -1] }]\n\
                [ends]\n\"* *\" = { cap = [\"Cap.gltf\"], free = \"never\" }\n\
                [selection]\nmax_pieces = 20\n[growth]\nwhen_blocked = \"skip\"\n";
    let (_, text) = grid(ends);
    let huge = block(DVec3::splat(-30.0), DVec3::splat(30.0), &json!([{ "name": "Cap", "mesh": 0 }]));
    let tiles = ["Cross", "Corner", "Hall"].map(|id| (format!("{id}.gltf"), tile()));
    let pieces = tiles.into_iter().chain([("Cap.gltf".into(), huge)]);
    let files = pieces.map(|(name, json)| (name, json.to_string().into_bytes()));
    let files = Memory::new("grid", files.chain([("kit.toml".into(), text.into_bytes())]));
    let closed = |set: &[&str], seed: i64| {
        let open = open(&files, set).unwrap();
        let map = open.recipe().unwrap().grow(seed);
        let all = map.used_connectors(open.kit.kit()).iter().flatten().all(|used| *used);
        let caps = map.pieces.iter().filter(|placed| placed.role == Role::Cap).count();
        all && caps > 0 && map.grown().len() == 20 && map.promises.iter().all(|promise| promise.kept)
    };
    for seed in 0..10 {
        assert!(closed(&["pieces.Cap.boxes=[]"], seed), "seed {seed}");
        assert!(!closed(&[], seed), "seed {seed}: there is no room for such a cap");
    }
}

#[test]
fn only_what_is_named_can_be_walked_on_and_a_slip_is_told_where_it_stands() {
    let (files, _) = grid("floor = [\"Tile\", \"stne\", \"stairs*\"]\n");
    let open = open(&files, &["pieces.Cross.floor=[\"STONE\"]", "pieces.Corner.floor=[]"]).unwrap();
    let walks = |id: &str| {
        let piece = open.kit.kit().named(id).unwrap();
        open.kit.geometry()[piece.index()].triangles[0].1
    };
    assert_eq!([walks("Hall"), walks("Cross")], [Walkability::BySlope; 2]);
    assert_eq!(walks("Corner"), Walkability::Never);
    let told = told(&open);
    assert!(
        told.contains(
            "warning: grid/kit.toml:7:18: `floor` of Hall names \"stne\", and no node, mesh or material that is drawn is called that\n  \
             help: did you mean \"stone\"?"
        ),
        "{told}"
    );
    assert!(told.contains("grid/kit.toml:7:26: `floor` of Hall names \"stairs*\""), "{told}");
    assert_eq!(told.matches("`floor`").count(), 2, "{told}");
}

#[test]
fn what_is_wrong_with_a_connector_of_a_section_is_told_where_the_section_stands() {
    let (files, _) = grid("");
    let twins = format!("pieces.Hall.connectors=[{NORTH}, {NORTH}]");
    let wrong = open(&files, &[&twins]).err().unwrap().to_string();
    assert!(
        wrong.contains(&format!("error: {twins}: `connectors[1]` of Hall: is 0.0000 m from `connectors[0]`")),
        "{wrong}"
    );
    let inward = "[presets.p]\npieces.Cross.connectors = [{ at = [0, 1, 1.9], heading = [0, 0, -1] }]\n";
    let overrides = Overrides { preset: Some("p".into()), ..Overrides::default() };
    let open = OpenKit::open(&grid(inward).0, &overrides, STANDARD).unwrap();
    let told = told(&open);
    assert!(
        told.contains("warning: grid/kit.toml:8:14: `connectors[0]` of Cross: the heading points 3.8"),
        "{told}"
    );
}

#[test]
fn presets_change_sections_key_by_key() {
    let preset = "floor = [\"Tile\"]\n[presets.p.pieces.Hall]\nboxes = []\n";
    let overrides = Overrides { preset: Some("p".into()), ..Overrides::default() };
    let open = OpenKit::open(&grid(preset).0, &overrides, STANDARD).unwrap();
    let hall = open.settings.pieces.iter().find(|notes| notes.piece == "Hall").unwrap();
    assert_eq!((hall.boxes.as_deref(), hall.connectors.as_ref().unwrap().len()), (Some(&[][..]), 2));
    assert_eq!(hall.floor.as_ref().unwrap(), &["Tile"]);
}

#[test]
fn what_was_loaded_is_shared_only_if_sections_and_scale_are_the_same() {
    let (files, _) = grid("");
    let reopened = |set: &[&str], known: &Arc<_>| {
        let overrides = Overrides { set: common::set(set), ..Overrides::default() };
        let read = read_settings(&files, &overrides, STANDARD).unwrap();
        OpenKit::reopen(&files, read, Some(known)).unwrap().kit
    };
    let known = open(&files, &[]).unwrap().kit;
    assert!(Arc::ptr_eq(&known, &reopened(&["generation.seed=3"], &known)));
    assert!(Arc::ptr_eq(&known, &reopened(&["pieces.Hall.tags=[\"wet\"]"], &known)), "tags change no piece");
    for change in ["kit.scale=2", "pieces.Hall.boxes=[]", "pieces.Hall.floor=[]"] {
        let other = reopened(&[change], &known);
        assert!(!Arc::ptr_eq(&known, &other), "{change}");
        assert!(Arc::ptr_eq(&other, &reopened(&[change], &other)), "{change}");
    }
}

#[test]
fn what_a_section_asks_for_is_counted_wherever_it_comes_from() {
    let (files, _) = grid("");
    let many = |key: &str, item: &str| {
        let set = Override::parse(
            &format!("pieces.Hall.{key}=[{}]", format!("{item},").repeat(3000)),
            "test".into(),
        )
        .unwrap();
        let overrides = Overrides { set: vec![set], ..Overrides::default() };
        OpenKit::open(&files, &overrides, STANDARD).err().unwrap().to_string()
    };
    let told = many("connectors", NORTH);
    assert!(
        told.contains("grid/Hall.gltf: too much: 3000 connectors of a piece, where 2000 are allowed"),
        "{told}"
    );
    assert!(
        many("boxes", "{ min = [0, 0, 0], max = [1, 1, 1] }").contains("too much: 3000 boxes of a piece")
    );
    assert!(many("floor", "\"x\"").contains("too much: 3000 "));
}

#[test]
fn two_files_of_one_id_are_an_error_also_with_a_double_ending() {
    let section = format!("[pieces.wall]\nconnectors = [{NORTH}]\n");
    let tile = || tile().to_string().into_bytes();
    let files = [("wall.gltf.glb", tile()), ("kit.toml", section.clone().into_bytes())];
    let one = open(&Memory::new("kit", files.clone()), &[]).unwrap();
    assert_eq!(one.kit.kit().library()[0].id, "wall");
    let two = Memory::new("kit", files.into_iter().chain([("wall.gltf", tile())]));
    let told = open(&two, &[]).err().unwrap().to_string();
    assert!(told.contains("has the same name `wall` as kit/wall.gltf"), "{told}");
}

/// A section under a name that no piece has used to be told only if all else was right, and then nobody misses it.
#[test]
fn a_section_of_a_misspelled_piece_is_told_beside_the_piece_that_lacks_it() {
    let text = format!("[pieces.Rom]\nconnectors = [{NORTH}]\n");
    let pieces = [("Room.gltf", tile().to_string().into_bytes()), ("kit.toml", text.into_bytes())];
    let Err(problems) = open(&Memory::new("grid", pieces), &[]) else { panic!("it has no connector") };
    let told = problems.to_string();
    assert!(told.contains("no connector was found"), "{told}");
    assert!(told.contains("kit.toml:1:9: [pieces] names \"Rom\", and the kit has no such piece"), "{told}");
    assert!(told.contains("did you mean \"Room\"?"), "{told}");
}

/// It was marked, and is there: what is missing is a word that it is used.
#[test]
fn a_section_of_a_file_that_is_not_used_says_so() {
    let text = format!(
        "[kit]\npieces = [\"Room.gltf\"]\n\n[pieces]\nRoom.connectors = [{NORTH}]\nWall.connectors = [{NORTH}]\n"
    );
    let tile = || tile().to_string().into_bytes();
    let pieces = [("Room.gltf", tile()), ("Wall.gltf", tile()), ("kit.toml", text.into_bytes())];
    let kit = open(&Memory::new("grid", pieces), &[]).unwrap();
    let told = kit.advice(&kit.recipe().unwrap()).to_string();
    assert!(told.contains("Wall is marked, and the kit does not use it"), "{told}");
    assert!(told.contains("list its file in `kit.pieces`, or name it as a cap or a door"), "{told}");
}
