//! Pieces in: one glTF file, one piece.

pub(crate) mod names;
mod raw;
mod extras;
pub(crate) mod document;
mod model;
mod walkability;
pub(crate) mod triangles;
mod connectors;
mod colliders;

pub use model::{Model, Part};

use crate::files::{Files, SharedFiles};
use document::Document;
use serde_json::Value;
use snapmesh::piece::PieceHints;
use snapmesh::{Piece, Problem, Problems};

/// A piece with what it looks like.
pub struct PieceFile {
    /// What the generator needs.
    pub piece: Piece,
    /// What the eye and the foot need.
    pub model: Model,
    /// The file itself, for those who write it again.
    pub(crate) document: Document,
}

/// Reads a `.glb` or `.gltf` file by its name in a kit.
///
/// Everything wrong or odd about it is reported; without a usable file there is no piece.
pub fn read_piece(files: &dyn Files, name: &str) -> (Option<PieceFile>, Problems) {
    read_with(&SharedFiles::new(files), name, &files.shown_file(name))
}

/// The same with files that pieces share. `source` is what to call it in messages.
pub(crate) fn read_with(files: &SharedFiles<'_>, name: &str, source: &str) -> (Option<PieceFile>, Problems) {
    let document = match Document::open(files, name, source) {
        Ok(document) => document,
        Err(problems) => return (None, problems),
    };
    let mut problems = mirrored(&document, source);
    let connectors = connectors::read(&document, source, &mut problems);
    let model = triangles::read(&document, source, &mut problems);
    let boxes = colliders::read(&document, &model, source, &mut problems);
    let hints = hints(&document, source, &mut problems);
    let piece = Piece { id: id_of(name), source: source.into(), connectors, boxes, hints };
    (Some(PieceFile { piece, model, document }), problems)
}

/// The name of a piece in maps: that of its file without folder and ending.
fn id_of(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.rsplit_once('.').filter(|(stem, _)| !stem.is_empty()).map_or(file, |(stem, _)| stem).into()
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
