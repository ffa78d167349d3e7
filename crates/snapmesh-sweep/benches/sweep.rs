//! How fast maps are swept, and what memory that takes. `cargo xtask bench` runs it.
//!
//! One run of a hundred thousand maps says more than many of a few, so this is no Criterion benchmark: it prints what
//! it measured, and fails where a promise is broken.

use snapmesh::selection::STANDARD;
use snapmesh_io::{Folder, OpenKit, Overrides};
use snapmesh_nav::WalkMemory;
use snapmesh_sweep::{Plan, Sweep};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The most memory this process ever had, in megabytes; none where the system does not say.
fn peak() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<f64>().ok()? / 1024.0)
}

fn swept(open: &OpenKit, seeds: u64, walk: bool, name: &str) -> f64 {
    let settings = vec![open.settings.clone()];
    let mut plan = Plan { settings, start: 1, seeds, walk, rows: 0..0 };
    plan.rows = 0..plan.total();
    let out = tempfile::tempdir().expect("a folder for the table");
    let sweep = Sweep { kit: &open.kit, plan: &plan, memory: WalkMemory::default() };
    let begun = Instant::now();
    let done = sweep.run(&out.path().join(name), false, &AtomicBool::new(false), |_| {}).expect("a table");
    assert!(done.is_complete());
    begun.elapsed().as_secs_f64()
}

fn main() {
    let kit = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits/starter");
    let folder = Folder::new(kit);
    let open = OpenKit::open(&folder, &Overrides::default(), STANDARD).expect("the kit is sound");
    let cores = snapmesh_nav::parallel::threads() as f64;
    let (mut most, mut slowest) = (0.0_f64, 0.0_f64);
    for name in ["rows.parquet", "rows.csv"] {
        let seconds = swept(&open, 100_000, false, name);
        let memory = peak().unwrap_or_default();
        println!(
            "sweep/100000/{name}: {seconds:.1} s, {:.0} maps a second, {memory:.0} MB at most",
            1e5 / seconds
        );
        (most, slowest) = (most.max(memory), slowest.max(seconds));
    }
    let maps = 400;
    let walked = swept(&open, maps, true, "walked.parquet");
    let plain = swept(&open, maps, false, "plain.parquet");
    println!(
        "sweep/{maps}/validated: {:.0} maps a second and core; {:.1} % of the time is the bake",
        maps as f64 / walked / cores,
        (1.0 - plain / walked) * 100.0
    );
    assert!(slowest < 60.0, "a hundred thousand maps take less than a minute");
    assert!(most < 200.0, "a sweep takes less than 200 MB");
}
