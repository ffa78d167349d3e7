//! The map file.

use super::exporter::Exporter;
use crate::map_file::MapFile;

pub(super) const JSON: Exporter = Exporter {
    ending: "json",
    summary: "the map file: every piece, joint and setting",
    write: |kit, settings, map, _| Ok(MapFile::new(kit, settings, map).to_text().into_bytes()),
};
