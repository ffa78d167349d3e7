//! Sweeping over many maps.

use crate::clock::Work;
use crate::kits;
use snapmesh::Map;
use snapmesh_io::OpenKit;
use snapmesh_nav::{Budget, Verdict, WalkMemory, bake};
use snapmesh_sweep::{Plan, Sweep};
use std::sync::atomic::AtomicBool;

fn swept(open: &OpenKit, seeds: u64, verdict: Option<Verdict>, name: &str) -> usize {
    let mut plan = Plan { settings: vec![open.settings.clone()], start: 1, seeds, verdict, rows: 0..0 };
    plan.rows = 0..plan.total();
    let out = tempfile::tempdir().expect("a folder for the table");
    let sweep = Sweep { kit: &open.kit, plan: &plan, memory: WalkMemory::default() };
    sweep.run(&out.path().join(name), false, &AtomicBool::new(false), |_| {}).expect("a table");
    plan.rows.end as usize
}

/// A thousand maps in a table, and no more than growing them.
fn thousand(open: OpenKit, verdict: Option<Verdict>, name: &'static str) -> [Work; 2] {
    let recipe = kits::recipe(&open);
    let alone = move || (1..=1000).map(|seed| recipe.grow(seed).pieces.len()).sum();
    [Box::new(move || swept(&open, 1000, verdict, name)), Box::new(alone)]
}

pub(crate) fn table(name: &'static str) -> [Work; 2] {
    thousand(kits::open("starter", "", &[]), None, name)
}

/// With verdicts, of pieces that nothing is known of at first.
pub(crate) fn composed(kit: &str) -> [Work; 2] {
    let open = kits::open(kit, "arena", &["growth.when_blocked=undo"]);
    thousand(open, Some(Verdict::Composed), "rows.parquet")
}

pub(crate) fn walked() -> [Work; 2] {
    let open = kits::open("starter", "", &[]);
    let (recipe, terrain) = (kits::recipe(&open), kits::terrain(&open));
    let maps: Vec<_> = (1..=4).map(|seed| recipe.grow(seed)).collect();
    let cells = move |map: &Map| bake(&terrain, map, &Budget::default()).map_or(0, |surface| surface.cells());
    let alone = move || maps.iter().map(&cells).sum();
    [Box::new(move || swept(&open, 4, Some(Verdict::Baked), "rows.csv")), Box::new(alone)]
}
