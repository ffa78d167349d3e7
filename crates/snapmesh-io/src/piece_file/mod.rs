//! Pieces in: one glTF file, one piece.

pub(crate) mod names;
pub(crate) mod wrong;
mod refused;
pub(crate) mod materials;
pub(crate) mod accessors;
mod raw;
mod extras;
mod trs;
pub(crate) mod nodes;
mod instances;
pub(crate) mod animations;
pub(crate) mod fixtures;
mod left_out;
pub(crate) mod document;
pub(crate) mod textures;
mod model;
mod walkability;
mod walked;
mod floor;
pub(crate) mod triangles;
mod connectors;
mod colliders;

pub(crate) use floor::unfit as unfit_floors;
pub use model::{Model, Part};
pub(crate) use raw::FARTHEST;

use crate::files::{Files, SharedFiles, one_line};
use document::Document;
use serde_json::Value;
use snapmesh::limits::within;
use snapmesh::piece::{PieceHints, id_of_file};
use snapmesh::settings::{BoxNote, PieceNotes};
use snapmesh::{Piece, Problem, Problems};
use wrong::Wrong;

/// A piece with what it looks like.
pub struct PieceFile {
    /// What the generator needs.
    pub piece: Piece,
    /// What the eye and the foot need.
    pub model: Model,
    /// The file itself, for those who write it again.
    pub(crate) document: Document,
}

impl PieceFile {
    /// Whether the file itself has boxes, so that none were made around its mesh.
    pub fn has_boxes(&self) -> bool {
        colliders::count(&self.document) > 0
    }
}

/// Reads a `.glb` or `.gltf` file by its name in a kit.
///
/// Everything wrong or odd about it is reported; without a usable file there is no piece.
pub fn read_piece(files: &dyn Files, name: &str) -> (Option<PieceFile>, Problems) {
    read_piece_as(files, name, 1.0, None)
}

/// The same with what a kit says about it: metres per unit of the file, and what takes the place of what the file says.
pub fn read_piece_as(
    files: &dyn Files,
    name: &str,
    scale: f64,
    notes: Option<&PieceNotes>,
) -> (Option<PieceFile>, Problems) {
    read_with(&SharedFiles::new(files), name, &files.shown_file(name), scale, notes)
}

/// The same with files that pieces share. `source` is what to call it in messages.
pub(crate) fn read_with(
    files: &SharedFiles<'_>,
    name: &str,
    source: &str,
    scale: f64,
    notes: Option<&PieceNotes>,
) -> (Option<PieceFile>, Problems) {
    let document = match Document::open(files, name, source, scale) {
        Ok(document) => document,
        Err(problems) => return (None, problems),
    };
    let limits = files.limits();
    let mut problems = mirrored(&document, source);
    problems.extend(document.left_out.iter().cloned());
    textures::look(&document, source, &mut problems);
    let nothing = PieceNotes::default();
    let PieceNotes { connectors, boxes, floor, .. } = notes.unwrap_or(&nothing);
    let connectors = match connectors {
        Some(given) => given.iter().enumerate().map(|(i, note)| note.connector(&connector_name(i))).collect(),
        None => connectors::read(&document, source, &mut problems),
    };
    let box_count = boxes.as_ref().map_or_else(|| colliders::count(&document), |given| given.len() as u64);
    let floor_names = floor.as_ref().map_or(0, |names| names.len() as u64);
    // Counted before the memory is taken: a thousand nodes may show the same mesh.
    let counted = files
        .spend_corners(triangles::count(&document))
        .and_then(|()| within("connectors", connectors.len() as u64, limits.connectors))
        .and_then(|()| within("boxes", box_count, limits.boxes))
        .and_then(|()| within("rows", floor_names, limits.rows));
    if let Err(exceeded) = counted {
        problems.push(Wrong::from(exceeded).at(source));
        return (None, problems);
    }
    let mut model = triangles::read(&document, source, &mut problems);
    if let Some(names) = floor {
        floor::choose(&mut model, names);
    }
    let boxes = match boxes {
        Some(given) => given.iter().map(BoxNote::shape).collect(),
        None => colliders::read(&document, &model, source, &mut problems),
    };
    let hints = hints(&document, source, &mut problems);
    let piece = Piece { id: id_of(name), source: source.into(), connectors, boxes, hints };
    (Some(PieceFile { piece, model, document }), problems)
}

/// What to call a connector that the kit gives: its place in the list.
fn connector_name(number: usize) -> String {
    format!("connectors[{number}]")
}

/// The place in the list of a connector that is called so.
pub(crate) fn connector_number(name: &str) -> Option<usize> {
    name.strip_prefix("connectors[")?.strip_suffix(']')?.parse().ok()
}

/// The name of a piece in maps: that of its file without folder and ending.
pub(crate) fn id_of(name: &str) -> String {
    one_line(id_of_file(name))
}

fn mirrored(document: &Document, source: &str) -> Problems {
    let mirrored = document.nodes.iter().filter(|node| node.mirrored);
    mirrored
        .map(|node| {
            Problem::warning(source, "has a negative scale, which turns headings and faces inside out")
                .at_node(&node.name)
                .help("in Blender, apply the scale (Ctrl-A, Scale), then look at its arrows again")
        })
        .collect()
}

/// What the root nodes say about the piece as a whole.
fn hints(document: &Document, source: &str, problems: &mut Problems) -> PieceHints {
    let mut hints = PieceHints::default();
    let roots = document.nodes.iter().filter(|node| document.roots.contains(&node.index));
    for node in roots.filter(|node| !node.extras.contains_key("pins")) {
        let mut odd = |key: &str, want: &str, value: &Value| {
            let message = format!("`{key}` must be {want}, found {value}; it is left aside");
            problems.push(Problem::warning(source, message).at_node(&node.name));
        };
        if let Some(value) = node.extras.get("weight") {
            match value.as_f64().filter(|weight| *weight >= 0.0) {
                Some(weight) => hints.weight = Some(weight),
                None => odd("weight", "a number of at least 0", value),
            }
        }
        if let Some(value) = node.extras.get("max") {
            match value.as_f64().filter(|max| *max >= 0.0 && max.fract() == 0.0 && *max < 1e9) {
                Some(max) => hints.max = Some(max as u32),
                None => odd("max", "a whole number of at least 0", value),
            }
        }
        match node.extras.get("tags") {
            None => {}
            Some(Value::String(text)) => {
                hints.tags = text.split(',').map(|tag| tag.trim().to_string()).collect();
            }
            Some(Value::Array(tags)) => {
                hints.tags = tags.iter().filter_map(Value::as_str).map(str::to_string).collect();
            }
            Some(value) => odd("tags", "words with commas between", value),
        }
    }
    hints
}

#[cfg(test)]
pub(crate) mod testing {
    use super::*;
    use crate::files::Memory;
    use crate::kit_file::{OpenKit, Overrides};
    use base64::Engine as _;
    use serde_json::json;
    use snapmesh::selection::STANDARD;

    /// The corners of a triangle that lies on the ground and looks up, and its indices in 16 bits.
    pub(crate) fn triangle_bytes() -> Vec<u8> {
        let corners = [[0.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0_f32]];
        let numbers = corners.iter().flatten().flat_map(|x| x.to_le_bytes());
        numbers.chain([0, 0, 1, 0, 2, 0, 0, 0]).collect()
    }

    pub(crate) fn data_uri(bytes: &[u8]) -> String {
        let text = base64::engine::general_purpose::STANDARD.encode(bytes);
        format!("data:application/octet-stream;base64,{text}")
    }

    /// A glTF with these nodes; mesh 0 is the triangle.
    pub(crate) fn gltf(nodes: &Value) -> Value {
        let all: Vec<usize> = (0..nodes.as_array().unwrap().len()).collect();
        json!({
            "asset": { "version": "2.0" },
            "scene": 0,
            "scenes": [{ "nodes": all }],
            "nodes": nodes,
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
            "accessors": [
                { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                  "min": [0.0, 0.0, 0.0], "max": [1.0, 0.0, 1.0] },
                { "bufferView": 1, "componentType": 5123, "count": 3, "type": "SCALAR" },
            ],
            "bufferViews": [
                { "buffer": 0, "byteOffset": 0, "byteLength": 36 },
                { "buffer": 0, "byteOffset": 36, "byteLength": 6 },
            ],
            "buffers": [{ "byteLength": 44, "uri": data_uri(&triangle_bytes()) }],
        })
    }

    /// Adds an item to a list of a file, and returns its number.
    pub(crate) fn add(json: &mut Value, list: &str, item: Value) -> usize {
        let list = json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    /// Adds a view of these bytes, and returns its number.
    pub(crate) fn add_view(json: &mut Value, bytes: &[u8]) -> usize {
        let buffer = add(json, "buffers", json!({ "byteLength": bytes.len(), "uri": data_uri(bytes) }));
        add(json, "bufferViews", json!({ "buffer": buffer, "byteLength": bytes.len() }))
    }

    /// The bytes of 32-bit numbers.
    pub(crate) fn floats(numbers: &[f32]) -> Vec<u8> {
        numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
    }

    /// A room of two metres with a floor, a box, and red doors to the north and the south.
    pub(crate) fn room() -> Value {
        gltf(&json!([
            { "name": "Floor", "mesh": 0 },
            { "name": "Box", "extras": { "collider": "box", "size": [2, 1, 2] } },
            { "name": "North", "translation": [0, 0, -1], "extras": { "pins": 1, "color": "red" } },
            { "name": "South", "translation": [0, 0, 1], "extras": { "pins": 1, "color": "red", "axis": "+Z" } },
        ]))
    }

    /// A room with doors to the north and to the east: four of them are a ring.
    pub(crate) fn bend() -> Value {
        let mut bend = room();
        // Across the ring, corners stay apart.
        bend["nodes"][1]["extras"]["size"] = json!([1.8, 1, 1.8]);
        bend["nodes"][3] = json!({ "name": "East", "translation": [1, 0, 0],
            "extras": { "pins": 1, "color": "red", "axis": "+X" } });
        bend
    }

    /// A kit of bends whose maps are three of them in a row, and a fourth that closes the ring.
    pub(crate) fn ring() -> OpenKit {
        let growth = "[growth]\nwhen_blocked = \"undo\"\nloops = 1\n";
        open(&format!("[selection]\nmax_pieces = 3\n{growth}"), &[("Bend.gltf", &bend())]).unwrap()
    }

    pub(crate) fn memory(files: &[(&str, &Value)]) -> Memory {
        Memory::new("kit", files.iter().map(|(name, json)| (*name, json.to_string().into_bytes())))
    }

    /// A piece from the JSON of its file.
    pub(crate) fn read(json: &Value) -> (Option<PieceFile>, Problems) {
        read_piece(&memory(&[("P.gltf", json)]), "P.gltf")
    }

    /// A sound piece, whatever is odd about it.
    pub(crate) fn piece(json: &Value) -> PieceFile {
        let (file, problems) = read(json);
        file.unwrap_or_else(|| panic!("{problems}"))
    }

    /// All that is said about a file.
    pub(crate) fn told(json: &Value) -> String {
        read(json).1.to_string()
    }

    /// A kit of such rooms.
    pub(crate) fn open(kit: &str, pieces: &[(&str, &Value)]) -> Result<OpenKit, Problems> {
        let files = pieces.iter().map(|(name, json)| (*name, json.to_string().into_bytes()));
        let memory = Memory::new("kit", files.chain([("kit.toml", kit.into())]));
        OpenKit::open(&memory, &Overrides::default(), STANDARD)
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{gltf, piece, read, room, told};
    use super::*;
    use serde_json::json;
    use snapmesh::glam::DVec3;

    #[test]
    fn a_sound_piece_is_read_whole_and_nothing_is_said() {
        let file = piece(&room());
        assert_eq!((&*file.piece.id, &*file.piece.source), ("P", "kit/P.gltf"));
        assert_eq!(file.piece.connectors.len(), 2);
        assert_eq!(file.piece.boxes[0].half, DVec3::new(1.0, 0.5, 1.0));
        assert_eq!(file.model.parts[0].triangles, [[0, 1, 2]]);
        assert_eq!(told(&room()), "");
    }

    #[test]
    fn a_piece_is_called_by_its_file_without_folder_and_ending() {
        assert_eq!(id_of("rooms/Hall.v2.glb"), "Hall.v2");
        assert_eq!(id_of("Hall"), "Hall");
        assert_eq!(id_of("rooms/wall.gltf.glb"), "wall", "some programs write it so");
        assert_eq!(id_of("a\nb\u{1b}.glb"), "a\u{fffd}b\u{fffd}", "a name is one line and moves no cursor");
        assert_eq!(id_of("rooms/.glb"), ".glb", "a name of nothing but an ending is a name");
    }

    #[test]
    fn hints_are_read_from_the_roots() {
        let hints = |extras: Value| {
            let (file, problems) = read(&gltf(&json!([{ "name": "Root", "mesh": 0, "extras": extras }])));
            (file.unwrap().piece.hints, problems.to_string())
        };
        let (found, _) = hints(json!({ "weight": 2.5, "max": 3, "tags": "wet, dark" }));
        assert_eq!((found.weight, found.max), (Some(2.5), Some(3)));
        assert_eq!(found.tags, ["wet", "dark"]);
        assert_eq!(hints(json!({ "tags": ["a", 1, "b"] })).0.tags, ["a", "b"]);
        let (none, told) = hints(json!({ "weight": -1, "max": 2.5, "tags": 7 }));
        assert_eq!(none, PieceHints::default());
        for part in ["weight", "max", "tags"] {
            assert!(told.contains(&format!("`{part}`")), "{part}: {told}");
        }
    }

    #[test]
    fn hints_of_inner_nodes_and_of_connectors_do_not_count() {
        let mut json = gltf(&json!([
            { "name": "Root", "mesh": 0, "children": [1] },
            { "name": "Inner", "extras": { "weight": 3 } },
            { "name": "door", "extras": { "pins": 1, "max": 4 } },
        ]));
        json["scenes"][0]["nodes"] = json!([0, 2]);
        assert_eq!(piece(&json).piece.hints, PieceHints::default());
    }

    #[test]
    fn a_negative_scale_is_told_at_its_node() {
        let mirrored = |node: Value| told(&gltf(&json!([node]))).contains("`M`: has a negative scale");
        assert!(mirrored(json!({ "name": "M", "mesh": 0, "scale": [-1, 1, 1] })));
        assert!(mirrored(json!({ "name": "M", "mesh": 0, "scale": [-1, -1, 1] })), "two turn headings, too");
        assert!(mirrored(
            json!({ "name": "M", "mesh": 0, "matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] })
        ));
        assert!(!mirrored(json!({ "name": "M", "mesh": 0, "scale": [3, 1, 1] })));
    }
}
