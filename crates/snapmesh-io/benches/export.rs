//! How long a map takes to be written. `cargo xtask bench` runs it.

use criterion::{Criterion, criterion_group, criterion_main};
use snapmesh_io::export::{EXPORTERS, Options};
use std::hint::black_box;

#[path = "../tests/common/mod.rs"]
mod common;

fn thousand(c: &mut Criterion) {
    let set = [
        "kit.pieces=[\"Hall.glb\", \"Gate.glb\", \"Bridge.glb\", \"Stairs.glb\"]",
        "selection.method=corridor",
        "selection.max_pieces=1000",
        "generation.max_fails=50",
    ];
    let open = common::open(&common::kits().join("starter"), None, &set);
    let map = common::grow(&open);
    assert_eq!(map.pieces.len(), 1000);
    let mut group = c.benchmark_group("export-1000");
    group.sample_size(10);
    for exporter in EXPORTERS {
        group.bench_function(exporter.ending, |b| {
            b.iter(|| {
                (exporter.write)(black_box(&open.kit), &open.settings, &map, &Options::default())
                    .map(|bytes| bytes.len())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, thousand);
criterion_main!(benches);
