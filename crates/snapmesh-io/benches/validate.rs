//! How long it takes to find out whether a map can be walked. `cargo xtask bench` runs it.
//!
//! The parts stand beside each other, so that one run has their ratios: the bake, the metrics of 50 and of 5,000
//! points, the mesh, a path.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use snapmesh::Map;
use snapmesh_io::OpenKit;
use snapmesh_nav::{Agent, Budget, NavMesh, Paths, Sample, Terrain, bake, measure, scatter, validate};
use std::hint::black_box;

#[path = "../tests/common/mod.rs"]
mod common;

fn grown(kit: &str, preset: &str, set: &[&str]) -> (OpenKit, Map) {
    let open = common::open(&common::kits().join(kit), Some(preset), set);
    let map = common::grow(&open);
    (open, map)
}

/// The pieces of a kit, ready for its agent.
fn terrain(open: &OpenKit) -> Terrain {
    let agent = Agent::from(&open.settings.navigation);
    Terrain::new(open.kit.geometry(), agent).expect("cells of a sensible size")
}

/// A map of about fifty pieces of every kit.
fn fifty(c: &mut Criterion) {
    let mut group = c.benchmark_group("validate");
    group.sample_size(20);
    for (kit, preset) in
        [("starter", "branch"), ("dungeon", "branch"), ("artistic", "branch"), ("benchmark", "c")]
    {
        let (folder, map) = grown(kit, preset, &[]);
        let terrain = terrain(&folder);
        group.bench_function(BenchmarkId::new("terrain", kit), |b| {
            let (geometry, agent) = (folder.kit.geometry(), Agent::from(&folder.settings.navigation));
            b.iter(|| Terrain::new(black_box(geometry), agent).is_ok());
        });
        let name = format!("{kit}-{}", map.pieces.len());
        group.bench_function(BenchmarkId::new("bake", &name), |b| {
            b.iter(|| bake(black_box(&terrain), &map, &Budget::default()).map(|surface| surface.cells()));
        });
        let surface = bake(&terrain, &map, &Budget::default()).expect("within the budget");
        for points in [50, 5_000] {
            group.bench_function(BenchmarkId::new(format!("metrics-{points}"), &name), |b| {
                b.iter(|| measure(&surface.regions, &scatter(black_box(&surface), points, 1)));
            });
        }
        group.bench_function(BenchmarkId::new("mesh", &name), |b| {
            b.iter(|| NavMesh::new(black_box(&surface)).triangles.len());
        });
        let mesh = NavMesh::new(&surface);
        let (paths, points) = (Paths::new(&mesh), scatter(&surface, 100, 1));
        group.bench_function(BenchmarkId::new("100-paths", &name), |b| {
            let way = |i: usize| paths.path(points[i].position, points[99 - i].position).is_some();
            b.iter(|| (0..100).filter(|&i| way(i)).count());
        });
    }
    group.finish();
}

/// The whole validation with 50 and with 5,000 points: the ratio should be about 1.
fn points(c: &mut Criterion) {
    let mut group = c.benchmark_group("validate-whole");
    group.sample_size(30);
    let (mut folder, map) = grown("starter", "branch", &[]);
    let terrain = terrain(&folder);
    for points in [50, 5_000] {
        folder.settings.navigation.points = points;
        group.bench_function(BenchmarkId::from_parameter(points), |b| {
            b.iter(|| {
                let sample = Sample::from(&folder.settings.navigation);
                validate(&terrain, black_box(&map), sample, &Budget::default()).is_ok()
            });
        });
    }
    group.finish();
}

/// Ten thousand pieces, in tiles.
fn many(c: &mut Criterion) {
    let mut group = c.benchmark_group("validate-10000");
    group.sample_size(10);
    let pieces = "kit.pieces=[\"Hall.glb\", \"Gate.glb\", \"Bridge.glb\", \"Stairs.glb\"]";
    let more = [pieces, "selection.max_pieces=10000", "generation.max_fails=200"];
    let (folder, map) = grown("starter", "corridor", &more);
    assert_eq!(map.pieces.len(), 10_000);
    let terrain = terrain(&folder);
    group.bench_function("bake", |b| {
        b.iter(|| bake(black_box(&terrain), &map, &Budget::default()).map(|surface| surface.cells()));
    });
    group.finish();
}

criterion_group!(benches, fifty, points, many);
criterion_main!(benches);
