//! The map file.

use super::exporter::Exporter;
use crate::map_file::MapFile;

pub(super) const JSON: Exporter = Exporter {
    ending: "json",
    summary: "the map file: every piece, joint and setting",
    write: |kit, settings, map, _| Ok(MapFile::new(kit, settings, map).to_text().into_bytes()),
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::export::Options;
    use crate::piece_file::testing::{open, room};

    #[test]
    fn the_file_is_the_text_of_the_map() {
        let open = open("", &[("A.gltf", &room())]).unwrap();
        let map = open.recipe().unwrap().grow(3);
        let bytes = (JSON.write)(&open.kit, &open.settings, &map, &Options::default()).unwrap();
        assert_eq!(bytes, MapFile::new(&open.kit, &open.settings, &map).to_text().into_bytes());
        assert_eq!(
            MapFile::parse(&bytes, "map.json", &snapmesh::Limits::DEFAULT).unwrap().pieces.len(),
            map.pieces.len()
        );
    }
}
