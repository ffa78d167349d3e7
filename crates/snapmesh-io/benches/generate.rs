//! How long a map takes to grow.
//!
//! The paper's own maps when its pieces are there, the starter kit always, and whether ten times the pieces cost
//! ten times the time. `cargo xtask bench` runs it; figures are in docs/speed.md.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use snapmesh::glam::DVec3;
use snapmesh::selection::{ARENA, CORRIDOR, STANDARD};
use snapmesh::{Connector, Generator, Kit, Method, OrientedBox, Piece, Settings, ValidKit};
use snapmesh_io::{Changes, KitFolder};
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn open(folder: &Path, preset: &str) -> KitFolder {
    let changes = Changes { preset: Some(preset.into()), ..Changes::default() };
    KitFolder::open(folder, &changes, STANDARD).expect("the kit is sound")
}

fn grow(kit: &ValidKit, settings: &Settings) -> usize {
    Generator::new(black_box(kit), settings).expect("the settings are within limits").run().pieces.len()
}

fn presets(c: &mut Criterion, name: &str, folder: &Path, presets: &[&str]) {
    let mut group = c.benchmark_group(name);
    for preset in presets {
        let kit = open(folder, preset);
        group.throughput(Throughput::Elements(grow(&kit.kit, &kit.settings) as u64));
        group.bench_function(*preset, |b| b.iter(|| grow(&kit.kit, &kit.settings)));
    }
    group.finish();
}

fn maps(c: &mut Criterion) {
    presets(c, "starter", &root().join("kits/starter"), &["arena", "corridor", "star", "branch"]);
    let reference = std::env::var_os("SNAPMESH_REFERENCE")
        .map_or_else(|| root().join("../shared/reference"), PathBuf::from)
        .join("benchmark");
    if reference.is_dir() {
        presets(c, "paper", &reference, &["a", "b", "c", "d", "e", "f", "g", "h"]);
    } else {
        eprintln!("skipped: the paper's pieces are not here (set SNAPMESH_REFERENCE to their folder)");
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
    kit.starters = Some(vec![3]);
    kit.validate().0.expect("the kit is sound")
}

fn settings(method: &'static Method, pieces: i64) -> Settings {
    let mut settings = Settings::default();
    settings.selection.method = method;
    settings.generation.max_fails = 50;
    settings.selection.params.insert("max_pieces", pieces);
    settings
}

fn scaling(c: &mut Criterion) {
    let straight = ["Hall", "Gate", "Bridge", "Stairs"].map(|name| format!("\"{name}.glb\"")).join(",");
    let changes = Changes { set: vec![format!("kit.pieces=[{straight}]")], ..Changes::default() };
    let starter =
        KitFolder::open(&root().join("kits/starter"), &changes, STANDARD).expect("the kit is sound");
    let spokes = spokes();
    let mut group = c.benchmark_group("scaling");
    group.sample_size(20);
    for (name, kit, method) in [("corridor", &starter.kit, &CORRIDOR), ("arena", &spokes, &ARENA)] {
        for count in [1_000, 10_000] {
            let settings = settings(method, count);
            assert_eq!(grow(kit, &settings) as i64, count, "{name} must not get stuck");
            group.throughput(Throughput::Elements(count as u64));
            group.bench_with_input(BenchmarkId::new(name, count), &settings, |b, settings| {
                b.iter(|| grow(kit, settings));
            });
        }
        let per_piece = |count: i64| fastest(kit, &settings(method, count)).as_secs_f64() / count as f64;
        let ratio = per_piece(10_000) / per_piece(1_000);
        println!("scaling/{name}: a piece of 10,000 costs {ratio:.2} times a piece of 1,000");
    }
    group.finish();
}

/// The fastest of many runs: what the machine's other work disturbs least.
fn fastest(kit: &ValidKit, settings: &Settings) -> Duration {
    let time = || {
        let start = Instant::now();
        grow(kit, settings);
        start.elapsed()
    };
    (0..30).map(|_| time()).min().unwrap_or_default()
}

criterion_group!(benches, maps, scaling);
criterion_main!(benches);
