//! How often loops are closed that were asked for, how long that takes, and what the tables cost.
//!
//! For times that mean something: `cargo run --release --package xtask loops`.

use crate::kit_folders::{kits, told};
use crate::repository::root;
use snapmesh::selection::STANDARD;
use snapmesh::{ConnectorId, Map, PlacedId, Port, Recipe, Value};
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

const SEEDS: i64 = 300;

/// Tries all kits of ours, and a public one if it is there: by the preset `arena`, where there is one, and by the kit's own rules.
pub(crate) fn run() -> Result<(), String> {
    let mut all: Vec<PathBuf> = kits()?;
    all.extend(Some(root().join("../shared/third-party/kaykit-dungeon")).filter(|kit| kit.is_dir()));
    for kit in all {
        let presets =
            OpenKit::open(&Folder::new(&kit), &Overrides::default(), STANDARD).map_err(told)?.presets;
        let arena = presets.contains(&"arena".to_string()).then_some("arena");
        for preset in arena.into_iter().map(Some).chain([None]) {
            for (least, most) in [(1, 3), (3, 3)] {
                try_kit(&kit, preset, (least, most), 25)?;
            }
        }
    }
    let starter = root().join("kits/starter");
    try_kit(&starter, Some("arena"), (2, 2), 40)?;
    look_up(&starter)
}

/// What a table of chains of up to four pieces costs, and a look into it.
fn look_up(kit: &Path) -> Result<(), String> {
    let set = vec![Override::new("growth", "loop_length", 4)];
    let overrides = Overrides { preset: Some("arena".into()), set, ..Overrides::default() };
    let open = OpenKit::open(&Folder::new(kit), &overrides, STANDARD).map_err(told)?;
    let recipe = open.recipe().map_err(told)?;
    let start = Instant::now();
    let poses = recipe.chain_poses();
    let table = start.elapsed();
    let (mut looks, mut found, mut nanos) = (0, 0, 0);
    for seed in 1..=20 {
        let map = recipe.grow(seed);
        let free: Vec<Port> = free_ports(&map, &recipe);
        let start = Instant::now();
        for (from, to) in free.iter().flat_map(|from| free.iter().map(move |to| (*from, *to))) {
            looks += 1;
            found += usize::from(recipe.pieces_between(&map, from, to).is_some());
        }
        nanos += start.elapsed().as_nanos();
    }
    println!("table of chains of up to 4 pieces: {poses:?} poses in {table:.1?}");
    println!("{looks} looks between free connectors, {found} of them joined: {} ns each", nanos / looks);
    Ok(())
}

fn free_ports(map: &Map, recipe: &Recipe) -> Vec<Port> {
    let used = map.used_connectors(recipe.kit()).into_iter().enumerate();
    let free = used.flat_map(|(placed, used)| {
        let free = used.into_iter().enumerate().filter(|(_, used)| !used);
        free.map(move |(connector, _)| Port {
            placed: PlacedId::new(placed),
            connector: ConnectorId::new(connector),
        })
    });
    free.collect()
}

fn try_kit(kit: &Path, preset: Option<&str>, (least, most): (i64, i64), pieces: i64) -> Result<(), String> {
    let set = vec![
        Override::new("growth", "when_blocked", "undo"),
        Override::new("growth", "loops", Value::List(vec![least.into(), most.into()])),
        Override::new("selection", "method", "arena"),
        Override::new("selection", "max_pieces", pieces),
    ];
    let overrides = Overrides { preset: preset.map(Into::into), set, ..Overrides::default() };
    let open = OpenKit::open(&Folder::new(kit), &overrides, STANDARD).map_err(told)?;
    let recipe = open.recipe().map_err(told)?;
    // The first map makes the tables.
    let start = Instant::now();
    recipe.grow(0);
    let first = start.elapsed().as_millis();
    let name = kit.file_name().unwrap_or_default().display();
    let preset = preset.unwrap_or("no preset");
    println!(
        "{name}, {preset}, {pieces} pieces, loops {least} to {most}: {}; the first took {first} ms",
        measured(&recipe)
    );
    Ok(())
}

/// Maps with enough loops, and how long they took.
fn measured(recipe: &Arc<Recipe>) -> String {
    let (mut kept, mut all, mut micros, mut chains) = (0, 0, Vec::new(), Vec::new());
    for seed in 1..=SEEDS {
        let start = Instant::now();
        let map: Map = recipe.grow(seed);
        micros.push(start.elapsed().as_micros() as u64);
        kept += usize::from(map.links.len() as i64 >= recipe.settings().growth.loops.least);
        all += usize::from(map.promises.iter().all(|promise| promise.kept));
        chains.push(map.grown().len() - map.asked_for().len());
    }
    micros.sort_unstable();
    let middle = micros.len() / 2;
    format!(
        "{kept} of {SEEDS} have them ({all} keep all promises); {} µs in the middle, {} at most; {:.1} pieces for them on average",
        micros[middle],
        micros.last().unwrap_or(&0),
        chains.iter().sum::<usize>() as f64 / chains.len() as f64,
    )
}
