//! The files of snapmesh: kits and pieces in, maps out.
//!
//! [`KitFolder::open`] reads a kit; [`MapFile`] is a map with the settings it came from; [`export`] writes it in
//! every format there is.

// Pieces in: glTF files.
pub mod piece_file;
// Tells one set of pieces from another.
pub mod fingerprint;
// Kits in: `kit.toml` and its pieces.
pub mod kit_file;
// Maps in and out: `map.json`.
pub mod map_file;
// Where a map can be walked, as outputs show it.
mod navigation;
// Pictures of maps, drawn without a GPU.
pub mod picture;
// Maps out, one format per file.
pub mod export;
// Files that appear whole or not at all.
pub mod write;

pub use kit_file::{Changes, KIT_FILE, KitFolder};
pub use map_file::MapFile;
pub use navigation::NavLayer;
