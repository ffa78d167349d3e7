//! How long it takes to find out whether a map can be walked. `cargo xtask bench` runs it.
//!
//! The parts stand beside each other, so that one run has their ratios: the bake, the metrics of 50 and of 5,000
//! points, the mesh, a path.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use snapmesh::selection::STANDARD;
use snapmesh::{Generator, Map};
use snapmesh_io::{Changes, KitFolder};
use snapmesh_nav::{Agent, Budget, NavMesh, Paths, bake, measure, scatter, validate};
use std::hint::black_box;
use std::path::Path;

fn grown(kit: &str, preset: &str, set: &[&str]) -> (KitFolder, Map) {
    let set = set.iter().map(ToString::to_string).collect();
    let changes = Changes { preset: Some(preset.into()), set, ..Changes::default() };
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits").join(kit);
    let folder = KitFolder::open(&kit, &changes, STANDARD).expect("the kit is sound");
    let map = Generator::new(&folder.kit, &folder.settings).expect("the settings are within limits").run();
    (folder, map)
}

/// A map of about fifty pieces of every kit.
fn fifty(c: &mut Criterion) {
    let mut group = c.benchmark_group("validate");
    group.sample_size(20);
    for (kit, preset) in
        [("starter", "branch"), ("dungeon", "branch"), ("artistic", "branch"), ("benchmark", "c")]
    {
        let (folder, map) = grown(kit, preset, &[]);
        let grounds = folder.grounds();
        let agent = Agent::from(&folder.settings.navigation);
        let name = format!("{kit}-{}", map.pieces.len());
        group.bench_function(BenchmarkId::new("bake", &name), |b| {
            b.iter(|| {
                bake(black_box(&grounds), &map, &agent, &Budget::default()).map(|surface| surface.cells())
            });
        });
        let surface = bake(&grounds, &map, &agent, &Budget::default()).expect("within the budget");
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
    let grounds = folder.grounds();
    for points in [50, 5_000] {
        folder.settings.navigation.points = points;
        group.bench_function(BenchmarkId::from_parameter(points), |b| {
            b.iter(|| {
                validate(&grounds, black_box(&map), &folder.settings.navigation, &Budget::default()).is_ok()
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
    let (grounds, agent) = (folder.grounds(), Agent::from(&folder.settings.navigation));
    group.bench_function("bake", |b| {
        b.iter(|| bake(black_box(&grounds), &map, &agent, &Budget::default()).map(|surface| surface.cells()));
    });
    group.finish();
}

criterion_group!(benches, fifty, points, many);
criterion_main!(benches);
