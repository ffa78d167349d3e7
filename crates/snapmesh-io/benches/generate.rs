//! How long a map takes to grow.
//!
//! The paper's own maps when its pieces are there, the starter kit always, and whether ten times the pieces cost
//! ten times the time. `cargo xtask bench` runs it; figures are in docs/speed.md.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use snapmesh::glam::DVec3;
use snapmesh::selection::{ARENA, CORRIDOR};
use snapmesh::{Connector, Kit, Method, OrientedBox, Piece, PieceId, Recipe, Settings, ValidKit};
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[path = "../tests/common/mod.rs"]
mod common;

fn grow(recipe: &Arc<Recipe>) -> usize {
    let seed = recipe.settings().generation.seed;
    black_box(recipe).grow(seed).pieces.len()
}

fn presets(c: &mut Criterion, name: &str, folder: &Path, presets: &[&str]) {
    let mut group = c.benchmark_group(name);
    for preset in presets {
        let recipe = common::open(folder, Some(preset), &[]).recipe().expect("within limits");
        group.throughput(Throughput::Elements(grow(&recipe) as u64));
        group.bench_function(*preset, |b| b.iter(|| grow(&recipe)));
    }
    group.finish();
}

fn maps(c: &mut Criterion) {
    presets(c, "starter", &common::kits().join("starter"), &["arena", "corridor", "star", "branch"]);
    match common::reference() {
        Some(reference) => {
            presets(c, "paper", &reference.join("benchmark"), &["a", "b", "c", "d", "e", "f", "g", "h"]);
        }
        None => {
            eprintln!("skipped: the paper's pieces are not here (set SNAPMESH_REFERENCE to their folder)");
        }
    }
}

/// A hub with twelve spokes of straight pieces: an arena that grows without end and never meets itself.
fn spokes() -> ValidKit {
    let size = |length: f64| {
        vec![OrientedBox::aligned(DVec3::new(-1.0, -0.2, -length), DVec3::new(1.0, 2.0, length))]
    };
    let straight = [2.0, 3.1, 4.7].map(|half| {
        let ends = [DVec3::Z, DVec3::NEG_Z].map(|heading| Connector::new(heading * (half + 0.01), heading));
        Piece::new(&format!("Straight{half}"), ends.into(), size(half))
    });
    let mut spokes = Vec::new();
    for (x, z) in [(1.0, 0.0), (0.75_f64.sqrt(), 0.5), (0.5, 0.75_f64.sqrt())] {
        let directions =
            [DVec3::new(x, 0.0, z), DVec3::new(-z, 0.0, x), DVec3::new(-x, 0.0, -z), DVec3::new(z, 0.0, -x)];
        spokes.extend(directions.map(|heading| Connector::new(heading * 6.0, heading)));
    }
    let mut pieces = Vec::from(straight);
    pieces.push(Piece::new("Hub", spokes, size(1.0)));
    let mut kit = Kit::new("spokes", pieces);
    kit.pieces.pop();
    kit.starters = Some(vec![PieceId::new(3)]);
    kit.validate().expect("the kit is sound").0
}

fn recipe(kit: &Arc<ValidKit>, method: &'static Method, pieces: i64) -> Arc<Recipe> {
    let mut settings = Settings::default();
    settings.selection.method = method;
    settings.generation.max_fails = 50;
    settings.selection.set("max_pieces", pieces).expect("arena and corridor have a limit");
    Arc::new(Recipe::new(kit.clone(), settings).expect("the settings are within limits"))
}

fn scaling(c: &mut Criterion) {
    let straight = ["Hall", "Gate", "Bridge", "Stairs"].map(|name| format!("\"{name}.glb\"")).join(",");
    let starter = common::open(&common::kits().join("starter"), None, &[&format!("kit.pieces=[{straight}]")]);
    let (starter, spokes) = (starter.kit.shared_kit(), Arc::new(spokes()));
    let mut group = c.benchmark_group("scaling");
    group.sample_size(20);
    for (name, kit, method) in [("corridor", &starter, &CORRIDOR), ("arena", &spokes, &ARENA)] {
        for count in [1_000, 10_000] {
            let recipe = recipe(kit, method, count);
            assert_eq!(grow(&recipe) as i64, count, "{name} must not get stuck");
            group.throughput(Throughput::Elements(count as u64));
            group.bench_function(BenchmarkId::new(name, count), |b| b.iter(|| grow(&recipe)));
        }
        let per_piece = |count: i64| fastest(&recipe(kit, method, count)).as_secs_f64() / count as f64;
        let ratio = per_piece(10_000) / per_piece(1_000);
        println!("scaling/{name}: a piece of 10,000 costs {ratio:.2} times a piece of 1,000");
    }
    group.finish();
}

/// The fastest of many runs: what the machine's other work disturbs least.
fn fastest(recipe: &Arc<Recipe>) -> Duration {
    let time = || {
        let start = Instant::now();
        grow(recipe);
        start.elapsed()
    };
    (0..30).map(|_| time()).min().unwrap_or_default()
}

criterion_group!(benches, maps, scaling);
criterion_main!(benches);
