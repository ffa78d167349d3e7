//! The map file.

use super::Exporter;
use crate::map_file::MapFile;

pub(super) const JSON: Exporter = Exporter {
    ending: "json",
    summary: "the map file: every piece, joint and setting",
    write: |folder, map, _| Ok(MapFile::new(folder, map).to_text().into_bytes()),
};
