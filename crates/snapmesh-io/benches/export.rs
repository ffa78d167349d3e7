//! How long a map takes to be written. `cargo xtask bench` runs it.

use criterion::{Criterion, criterion_group, criterion_main};
use snapmesh::Generator;
use snapmesh::selection::STANDARD;
use snapmesh_io::export::{EXPORTERS, Options};
use snapmesh_io::{Changes, KitFolder};
use std::hint::black_box;
use std::path::Path;

fn thousand(c: &mut Criterion) {
    let set = [
        "kit.pieces=[\"Hall.glb\", \"Gate.glb\", \"Bridge.glb\", \"Stairs.glb\"]",
        "selection.method=corridor",
        "selection.max_pieces=1000",
        "generation.max_fails=50",
    ];
    let changes = Changes { set: set.map(Into::into).into(), ..Changes::default() };
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/starter");
    let folder = KitFolder::open(&kit, &changes, STANDARD).expect("the kit is sound");
    let map = Generator::new(&folder.kit, &folder.settings).expect("the settings are within limits").run();
    assert_eq!(map.pieces.len(), 1000);
    let mut group = c.benchmark_group("export-1000");
    group.sample_size(10);
    for exporter in EXPORTERS {
        group.bench_function(exporter.ending, |b| {
            b.iter(|| {
                (exporter.write)(black_box(&folder), &map, &Options::default()).map(|bytes| bytes.len())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, thousand);
criterion_main!(benches);
