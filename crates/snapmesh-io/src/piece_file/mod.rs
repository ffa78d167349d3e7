//! Pieces in: one glTF file, one piece.

mod colliders;
mod connectors;
pub(crate) mod document;
mod extras;
pub(crate) mod model;
pub(crate) mod names;
mod raw;
mod walk;

pub use model::{Model, Part};

use document::Document;
use serde_json::Value;
use snapmesh::piece::Remarks;
use snapmesh::{Piece, Problem};
use std::path::{Path, PathBuf};

/// A piece with what it looks like.
#[derive(Clone, Debug)]
pub struct PieceFile {
    /// What the generator needs.
    pub piece: Piece,
    /// What the eye and the foot need.
    pub model: Model,
    /// Files it keeps beside itself: buffers and textures.
    pub beside: Vec<PathBuf>,
}

/// Reads a `.glb` or `.gltf` file. `source` is what to call it in messages.
///
/// Everything wrong or odd about it is reported; without a usable file there is no piece.
pub fn read_piece(path: &Path, source: &str) -> (Option<PieceFile>, Vec<Problem>) {
    let document = match Document::open(path, source) {
        Ok(document) => document,
        Err(problems) => return (None, problems),
    };
    let mut problems = mirrored(&document, source);
    let connectors = connectors::read(&document, source, &mut problems);
    let model = model::read(&document, source, &mut problems);
    let boxes = colliders::read(&document, &model, source, &mut problems);
    let remarks = remarks(&document, source, &mut problems);
    let id = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let piece = Piece { id, source: source.into(), connectors, boxes, remarks };
    (Some(PieceFile { piece, model, beside: document.beside() }), problems)
}

fn mirrored(document: &Document, source: &str) -> Vec<Problem> {
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
fn remarks(document: &Document, source: &str, problems: &mut Vec<Problem>) -> Remarks {
    let mut remarks = Remarks::default();
    let roots = document.nodes.iter().filter(|node| document.roots.contains(&node.index));
    for node in roots.filter(|node| !node.extras.contains_key("pins")) {
        let mut odd = |key: &str, want: &str, value: &Value| {
            let message = format!("`{key}` must be {want}, found {value}; it is left aside");
            problems.push(Problem::warning(source, message).at_node(&node.name));
        };
        if let Some(value) = node.extras.get("weight") {
            match value.as_f64().filter(|weight| *weight >= 0.0) {
                Some(weight) => remarks.weight = Some(weight),
                None => odd("weight", "a number of at least 0", value),
            }
        }
        if let Some(value) = node.extras.get("max") {
            match value.as_f64().filter(|max| *max >= 0.0 && max.fract() == 0.0 && *max < 1e9) {
                Some(max) => remarks.max = Some(max as u32),
                None => odd("max", "a whole number of at least 0", value),
            }
        }
        match node.extras.get("tags") {
            None => {}
            Some(Value::String(text)) => {
                remarks.tags = text.split(',').map(|tag| tag.trim().to_string()).collect();
            }
            Some(Value::Array(tags)) => {
                remarks.tags = tags.iter().filter_map(Value::as_str).map(str::to_string).collect();
            }
            Some(value) => odd("tags", "words with commas between", value),
        }
    }
    remarks
}
