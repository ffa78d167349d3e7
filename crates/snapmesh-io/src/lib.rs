//! The files of snapmesh: kits and pieces in, maps out.
//!
//! ```text
//! Files (Folder | Memory) -> OpenKit: LoadedKit (pieces, art, geometry; read once, shared) + Settings -> Recipe
//! LoadedKit + Settings + Map -> MapFile, GLB, PNG, SVG, OBJ
//! ```
//!
//! [`OpenKit::open`] reads a kit from anywhere; [`MapFile`] is a map with the settings it came from; [`export`] writes it
//! in every format there is.
//!
//! The features `picture`, which brings `picture` and the exporter for `.png`, and `parallel`, which draws on all cores, are
//! there by default.
//! Rust 1.95 is the version it is tested with, and the oldest that is promised.
//!
//! The modules, each building on those above it:

// Files that appear whole or not at all.
pub mod outputs;
// Where the files of a kit come from: a folder, or memory.
mod files;
// JSON from strangers.
mod json;
// Tells files that we wrote from others.
mod own_files;
// Pieces in: glTF files.
pub mod piece_file;
// What the mesh of a piece tells about its connectors.
mod piece_check;
// Tells one set of pieces from another.
pub mod fingerprint;
// Kits in: `kit.toml` and its pieces.
pub mod kit_file;
// Maps in and out: `map.json`.
pub mod map_file;
// Pieces that nobody marked: doorways, boxes and floors found from their meshes.
pub mod mark;
// Two pieces joined at a connector each.
mod meeting;
// Where a map can be walked, as outputs show it.
mod navigation;
// Every setting as a JSON schema.
pub mod schema;
// Pieces from above, as plans show them.
pub mod plan;
// Colors that pictures, plans and meshes share.
mod color;
// Pictures of maps, drawn without a GPU.
#[cfg(feature = "picture")]
pub mod picture;
// Maps out, one format per file.
pub mod export;

pub use files::{FileError, Files, Folder, Found, Memory};
pub use kit_file::{KIT_FILE, KeyPath, LoadedKit, OpenKit, Override, Overrides};
pub use map_file::MapFile;
pub use meeting::Meeting;
pub use navigation::{NavLayer, walk_refusal};
pub use piece_check::{Measures, measure};
