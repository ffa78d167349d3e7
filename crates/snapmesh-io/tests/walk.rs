//! How well maps of real kits can be walked.

mod common;

use common::{grow, kits, open, reference};
use snapmesh::Map;
use snapmesh::settings::Navigation;
use snapmesh_io::OpenKit;
use snapmesh_nav::{
    Agent, Budget, NavMesh, Paths, PieceGeometry, Sample, Terrain, Validation, Walkability, measure, scatter,
    validate,
};
use std::path::{Path, PathBuf};

fn grown(kit: &Path, preset: &str) -> (OpenKit, Map) {
    let open = open(kit, Some(preset), &[]);
    let map = grow(&open);
    (open, map)
}

fn walked(geometry: &[PieceGeometry], map: &Map, settings: &Navigation) -> Validation {
    let terrain = Terrain::new(geometry, Agent::from(settings)).expect("cells of a sensible size");
    validate(&terrain, map, Sample::from(settings), &Budget::default()).expect("within the budget")
}

fn validated(open: &OpenKit, map: &Map) -> Validation {
    let settings = &open.settings.navigation;
    let terrain = open.kit.terrain(settings).expect("cells of a sensible size");
    validate(&terrain, map, Sample::from(settings), &Budget::default()).expect("within the budget")
}

/// Every preset of every kit of the repository.
fn presets() -> Vec<(PathBuf, String)> {
    let mut all = Vec::new();
    for kit in ["starter", "artistic", "dungeon", "benchmark"] {
        let kit = kits().join(kit);
        all.extend(open(&kit, None, &[]).presets.iter().map(|preset| (kit.clone(), preset.clone())));
    }
    all
}

/// A door stands in the way of nobody; a cap is a wall like any other.
#[test]
fn doors_are_left_out_of_walking_and_caps_are_not() {
    for kit in ["starter", "dungeon", "artistic"] {
        let open = open(&kits().join(kit), None, &["growth.when_blocked=undo"]);
        let map = grow(&open);
        assert!(!map.doors.is_empty() && !map.caps().is_empty());
        let area = |map: &Map| validated(&open, map).surface.area();
        let without_doors = Map { doors: vec![], ..map.clone() };
        assert_eq!(area(&map), area(&without_doors), "{kit}");
        let without_caps = Map { pieces: map.grown().to_vec(), ..without_doors.clone() };
        assert_ne!(area(&without_doors), area(&without_caps), "{kit}");
        let metrics = validated(&open, &map).metrics;
        assert!(metrics.exact.largest_region > 0.98, "{kit}: {metrics:?}");
    }
}

#[test]
fn all_pairs_of_a_hundred_points_have_paths_exactly_as_the_regions_say() {
    let presets = presets();
    assert!(presets.len() >= 20);
    for (kit, preset) in presets {
        let (folder, map) = grown(&kit, &preset);
        let surface = validated(&folder, &map).surface;
        let mesh = NavMesh::new(&surface);
        assert_eq!(mesh.lost, 0, "{preset}");
        let paths = Paths::new(&mesh);
        let points = scatter(&surface, 100, 1);
        let places: Vec<_> = points.iter().filter_map(|point| paths.place_of(point)).collect();
        let mut ways = 0;
        for (index, &from) in places.iter().enumerate() {
            ways += places[..index].iter().filter(|&&to| paths.path_between(from, to).is_some()).count();
        }
        let by_paths = ways as f64 / (100.0 * 99.0 / 2.0);
        let by_regions = measure(&surface.regions, &points).connectivity;
        assert_eq!(by_paths, by_regions, "{} {preset}", folder.kit.kit().name());
    }
}

#[test]
fn the_numbers_of_every_preset_are_what_they_always_were() {
    let mut told = Vec::new();
    for (kit, preset) in presets() {
        let (folder, map) = grown(&kit, &preset);
        let Validation { surface, metrics, .. } = validated(&folder, &map);
        told.push(format!(
            "{} {preset}: {} cells, {} regions; largest {} and connectivity {} of {} points; {} by area",
            folder.kit.kit().name(),
            surface.cells(),
            metrics.regions,
            metrics.largest_region,
            metrics.connectivity,
            metrics.points,
            metrics.exact.connectivity,
        ));
    }
    let golden = include_str!("walk.txt");
    let golden: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(told, golden, "the new lines:\n{}\n", told.join("\n"));
}

/// The paper's rooftop problem: points land on roofs, where nobody gets. Ours are tagged.
#[test]
fn tagged_roofs_are_no_floor_and_the_metrics_show_it() {
    let (folder, map) = grown(&kits().join("starter"), "arena");
    let tagged = validated(&folder, &map).metrics.exact;
    assert!(tagged.largest_region > 0.99, "{tagged:?}");
    let mut geometry = folder.kit.geometry().to_vec();
    for (_, walk) in geometry.iter_mut().flat_map(|ground| &mut ground.triangles) {
        *walk = Walkability::BySlope;
    }
    let plain = walked(&geometry, &map, &folder.settings.navigation);
    assert!(plain.metrics.exact.largest_region < 0.985, "{:?}", plain.metrics);
    assert!(plain.metrics.regions > 10, "{:?}", plain.metrics);
}

/// The eight maps of the paper's Benchmark scene: seven can be walked nearly everywhere but for roofs, and map e is
/// islands 6 m apart.
#[test]
fn the_published_maps_can_be_walked_as_the_paper_reports() {
    let Some(folder) = reference() else {
        eprintln!("skipped: the paper's pieces are not here (set SNAPMESH_REFERENCE to their folder)");
        return;
    };
    let folder = folder.join("benchmark");
    for preset in ["a", "b", "c", "d", "e", "f", "g", "h"] {
        let (folder, map) = grown(&folder, preset);
        let metrics = validated(&folder, &map).metrics;
        let exact = metrics.exact;
        println!(
            "{preset}: c-bar {:.3} ({:.3} by area), A_r-max {:.3} ({:.3} by area), {} regions",
            metrics.connectivity,
            exact.connectivity,
            metrics.largest_region,
            exact.largest_region,
            metrics.regions
        );
        if preset == "e" {
            assert!(exact.largest_region < 0.3 && metrics.largest_region < 0.3, "{metrics:?}");
        } else {
            assert!(exact.largest_region >= 0.95 && metrics.largest_region >= 0.95, "{preset}: {metrics:?}");
            assert!(exact.connectivity >= 0.90 && metrics.connectivity >= 0.90, "{preset}: {metrics:?}");
        }
    }
}
