//! A whole run from memory: the same bytes as from a folder, and nothing is asked of the file system.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits};
use snapmesh::selection::STANDARD;
use snapmesh_io::export::{EXPORTERS, Options};
use snapmesh_io::{Files as _, Folder, MapFile, Memory, OpenKit, Overrides};
use snapmesh_nav::{Budget, Cores, Sample, Validation, validate};

/// A kit of the repository, put into memory file by file.
fn in_memory(kit: &str) -> OpenKit {
    let folder = Folder::new(kits().join(kit));
    let open = OpenKit::open(&folder, &Overrides::default(), STANDARD).unwrap();
    let files = open.kit.inputs().iter().map(|name| (name.clone(), folder.read(name, u64::MAX).unwrap()));
    OpenKit::open(&Memory::new(kit, files), &Overrides::default(), STANDARD).unwrap()
}

/// On one core and without a time limit: no thread is started, and no clock is looked at.
fn validated(open: &OpenKit, map: &snapmesh::Map) -> Validation {
    let settings = &open.settings.navigation;
    let terrain = open.kit.terrain(settings).unwrap();
    let budget = Budget { cores: Cores::One, ..Budget::default() };
    validate(&terrain, map, Sample::from(settings), &budget).unwrap()
}

#[test]
fn every_output_and_every_number_is_that_of_the_folder() {
    for kit in ["starter", "dungeon", "artistic", "benchmark"] {
        let folder = OpenKit::open(&Folder::new(kits().join(kit)), &Overrides::default(), STANDARD).unwrap();
        let memory = in_memory(kit);
        let (map, same) = (grow(&memory), grow(&folder));
        assert_eq!(map, same);
        for exporter in EXPORTERS.iter().filter(|exporter| exporter.ending != "png") {
            let write = |open: &OpenKit| {
                (exporter.write)(&open.kit, &open.settings, &map, &Options::default()).unwrap()
            };
            assert!(write(&memory) == write(&folder), "{kit} as {}", exporter.ending);
        }
        assert_eq!(validated(&memory, &map).metrics, validated(&folder, &map).metrics);
    }
}

#[test]
fn a_map_is_read_back_from_memory() {
    let memory = in_memory("starter");
    let map = grow(&memory);
    let text = MapFile::new(&memory.kit, &memory.settings, &map).to_text();
    let file = MapFile::parse(text.as_bytes(), "map.json", &snapmesh::Limits::DEFAULT).unwrap();
    let again = file.map("map.json", &memory.kit).unwrap();
    assert!(MapFile::new(&memory.kit, &memory.settings, &again).to_text() == text);
    let settings = file.settings("map.json", STANDARD).unwrap();
    assert_eq!(settings.entries(), memory.settings.entries());
}

#[test]
fn what_is_not_in_memory_is_told_by_name() {
    let files = [("kit.toml", b"[kit]\npieces = [\"Hall.glb\"]\n".to_vec())];
    let problems = OpenKit::open(&Memory::new("mine", files), &Overrides::default(), STANDARD).err().unwrap();
    assert_eq!(
        problems.to_string(),
        "error: mine/kit.toml:2:11: `kit.pieces` lists \"Hall.glb\": there is no such file"
    );
    let nothing: [(String, Vec<u8>); 0] = [];
    let problems =
        OpenKit::open(&Memory::new("mine", nothing), &Overrides::default(), STANDARD).err().unwrap();
    assert!(
        problems.to_string().starts_with("error: mine: has no kit.toml, so it is not a kit"),
        "{problems}"
    );
}
