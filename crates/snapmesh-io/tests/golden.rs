//! Golden digests: a change of behaviour cannot pass unseen.
//!
//! A digest covers every byte of the map file. When one changes on purpose, the CHANGELOG says so.

use snapmesh::Generator;
use snapmesh::selection::STANDARD;
use snapmesh_io::{Changes, KitFolder, MapFile};
use std::path::Path;

fn starter(preset: &str, seed: i64, set: &[&str]) -> KitFolder {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/starter");
    let set = set.iter().map(ToString::to_string).collect();
    let changes = Changes { preset: Some(preset.into()), seed: Some(seed), set };
    KitFolder::open(&folder, &changes, STANDARD).expect("the starter kit is sound")
}

fn grown(folder: &KitFolder) -> MapFile {
    let generator = Generator::new(&folder.kit, &folder.settings).expect("the settings are within limits");
    MapFile::new(folder, &generator.run())
}

#[test]
fn maps_of_the_starter_kit_are_what_they_always_were() {
    let mut told = Vec::new();
    for preset in ["arena", "corridor", "star", "branch"] {
        for (seed, rng) in [(1, "chacha8"), (-2, "chacha8"), (3, "unity")] {
            let file = grown(&starter(preset, seed, &[&format!("generation.rng=\"{rng}\"")]));
            told.push(format!("{preset} {seed} {rng}: {} pieces, {}", file.pieces.len(), file.digest));
        }
    }
    let golden = include_str!("golden.txt");
    let golden: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(told, golden, "the new lines:\n{}\n", told.join("\n"));
}

#[test]
fn a_map_file_is_read_back_as_it_was_written() {
    let kit = starter("branch", 5, &[]);
    let file = grown(&kit);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    std::fs::write(&path, file.to_text()).unwrap();
    let read = MapFile::read(&path).unwrap();
    assert_eq!(read, file);
    assert_eq!(read.to_text(), file.to_text());
    let again = KitFolder::with_settings(&kit.folder, read.settings(&path, STANDARD).unwrap()).unwrap();
    assert_eq!(grown(&again).to_text(), file.to_text(), "the settings in the file grow the same map");
    let map = read.map(&path, &again).unwrap();
    assert_eq!(map.pieces.len(), file.pieces.len());
}

#[test]
fn a_map_of_other_pieces_or_one_that_was_changed_is_refused() {
    let kit = starter("arena", 1, &[]);
    let file = grown(&kit);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");

    std::fs::write(&path, file.to_text().replace("\"Hall\"", "\"Bend\"")).unwrap();
    assert!(MapFile::read(&path).unwrap_err()[0].message.contains("was changed since it was written"));

    std::fs::write(&path, file.to_text().replace("snapmesh-map/1", "snapmesh-map/9")).unwrap();
    assert!(MapFile::read(&path).unwrap_err()[0].message.contains("is of the format \"snapmesh-map/9\""));

    let fewer = starter("arena", 1, &["kit.pieces=[\"Hall.glb\", \"Bend.glb\"]"]);
    assert!(file.map(&path, &fewer).unwrap_err()[0].message.contains("made with other pieces"));
}
