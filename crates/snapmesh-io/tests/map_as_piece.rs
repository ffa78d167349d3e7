//! A map that is a piece of a larger kit can be walked as it was.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits, open};
use snapmesh::Map;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::{NavLayer, OpenKit};
use snapmesh_nav::{Budget, Region, Sample, Surface, Validation, validate};
use std::path::Path;

fn walked(open: &OpenKit, map: &Map) -> Validation {
    let settings = &open.settings.navigation;
    let terrain = open.kit.terrain(settings).unwrap();
    validate(&terrain, map, Sample::from(settings), &Budget::default()).unwrap()
}

/// A map with doors between its rooms and without caps, so that doorways are free.
fn grown(kit: &str, pieces: usize) -> (OpenKit, Map) {
    // Seeds whose maps have room for another of themselves.
    let seed = format!("generation.seed={}", if kit == "starter" { 28 } else { 8 });
    let size = format!("selection.max_pieces={pieces}");
    let texts = ["growth.when_blocked=undo", "selection.method=arena", &seed, &size];
    let open = open(&kits().join(kit), None, &texts);
    let map = grow(&open);
    assert!(!map.doors.is_empty());
    let map = Map { pieces: map.grown().to_vec(), ..map };
    (open, map)
}

/// A kit whose only piece is a map, for the same who walks.
fn kit_of(open: &OpenKit, map: &Map, folder: &Path) -> OpenKit {
    let navigation = Some(NavLayer::within(&walked(open, map), &Budget::default()).unwrap());
    let options = Options { connectors: true, colliders: true, navigation, ..Options::default() };
    let glb = (exporter_for(Path::new("map.glb")).unwrap().write)(&open.kit, &open.settings, map, &options)
        .unwrap();
    std::fs::write(folder.join("map.glb"), glb).unwrap();
    std::fs::write(folder.join("kit.toml"), "[kit]\npieces = [\"map.glb\"]\n").unwrap();
    let mut larger = common::open(folder, None, &["selection.max_pieces=2"]);
    larger.settings.navigation = open.settings.navigation.clone();
    larger
}

/// The regions that are larger than a square metre.
fn sizable(surface: &Surface) -> Vec<Region> {
    surface.counted().iter().filter(|region| region.area > 1.0).copied().collect()
}

#[test]
fn a_map_as_a_piece_has_the_floor_that_the_map_has() {
    for kit in ["starter", "dungeon"] {
        let (open, map) = grown(kit, 20);
        let folder = tempfile::tempdir().unwrap();
        let larger = kit_of(&open, &map, folder.path());
        let one = Map { pieces: grow(&larger).pieces[..1].to_vec(), ..Map::of(vec![]) };
        let (before, after) = (walked(&open, &map).surface, walked(&larger, &one).surface);
        println!(
            "{kit}: {:.2} m² in {} regions, and {:.2} in {}",
            before.area(),
            before.counted().len(),
            after.area(),
            after.counted().len()
        );
        assert!(
            (after.area() / before.area() - 1.0).abs() < 0.01,
            "{kit}: {} and {}",
            before.area(),
            after.area()
        );
        assert_eq!(sizable(&before).len(), sizable(&after).len(), "{kit}");
    }
}

#[test]
fn two_maps_that_are_joined_are_one_region_across_the_joint() {
    for kit in ["starter", "dungeon"] {
        let (open, map) = grown(kit, 8);
        let folder = tempfile::tempdir().unwrap();
        let larger = kit_of(&open, &map, folder.path());
        let two = grow(&larger);
        assert_eq!(two.pieces.len(), 2, "{kit}: both have a place");
        let (one, two) = (walked(&open, &map).surface, walked(&larger, &two).surface);
        println!("{kit}: {:.2} m², and {:.2} of two", one.area(), two.area());
        assert_eq!((sizable(&one).len(), sizable(&two).len()), (1, 1), "{kit}");
        // What each lost before its free doorway is there again.
        assert!(two.area() > 2.0 * one.area(), "{kit}: {} and {}", one.area(), two.area());
    }
}
