//! How often maps keep their size, by each way to go on where growth is blocked, and how often nothing stays open; and what that
//! costs.
//!
//! For times that mean something: `cargo run --release --package xtask promises`.

use crate::kit_folders::{kits, open, told};
use crate::repository::root;
use snapmesh::selection::STANDARD;
use snapmesh::settings::{Free, WhenBlocked};
use snapmesh::{Generator, Recipe, Shape, Trouble};
use snapmesh_io::kit_file::recipe;
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

const SEEDS: i64 = 300;

/// Tries all methods on all kits of ours, and on a public one if it is there.
pub(crate) fn run() -> Result<(), String> {
    for kit in kits()? {
        try_kit(&kit, 40)?;
    }
    let public = root().join("../shared/third-party/kaykit-dungeon");
    if public.is_dir() {
        try_kit(&public, 30)?;
    }
    kits()?.iter().try_for_each(|kit| try_ends(kit))
}

/// Seeds of maps whose connectors may not stay free.
const CLOSED: i64 = 1000;

/// A kit as it is when no preset is chosen: maps that keep all promises, connectors that stay open, and what it costs to keep room
/// for caps, against the same maps with caps that may be there.
fn try_ends(kit: &Path) -> Result<(), String> {
    let open = open(kit, None)?;
    if open.settings.ends.is_empty() {
        return Ok(());
    }
    let never = open.recipe().map_err(told)?;
    let mut settings = open.settings.clone();
    settings.ends.iter_mut().for_each(|end| end.free = Some(Free::May));
    let may = recipe(&open.kit, settings).map_err(told)?;
    let (mut kept, mut free, mut micros) = (0, 0, [0, 0]);
    for seed in 1..=CLOSED {
        for (recipe, micros) in [&never, &may].into_iter().zip(&mut micros) {
            let start = Instant::now();
            let map = recipe.grow(seed);
            *micros += start.elapsed().as_micros();
            if Arc::ptr_eq(recipe, &never) {
                kept += usize::from(map.promises.iter().all(|promise| promise.kept));
                free += Shape::new(&map, recipe.kit()).free_connectors;
            }
        }
    }
    let name = open.kit.kit().name();
    let [never, may] = micros.map(|micros| micros as f64 / CLOSED as f64);
    println!(
        "{name}: all promises kept in {kept} of {CLOSED}, {free} connectors open; {never:.0} µs, with caps that may be there {may:.0}: {:.2}",
        never / may
    );
    Ok(())
}

fn try_kit(kit: &Path, pieces: i64) -> Result<(), String> {
    println!("{}, {pieces} pieces", kit.file_name().unwrap_or_default().display());
    // Rules and ends promise more than a size.
    let preset = open(kit, None)?.presets.into_iter().find(|preset| preset == "arena");
    for when_blocked in WhenBlocked::NAMES {
        for method in STANDARD {
            let set = vec![
                Override::new("growth", "when_blocked", *when_blocked),
                Override::new("selection", "method", method.name),
                Override::new("selection", "max_pieces", pieces),
                Override::new("selection", "arm_length", 8),
                Override::new("selection", "arm_length_var", 2),
                Override::new("selection", "branch_length", 12),
                Override::new("selection", "branch_length_var", 4),
            ];
            let overrides = Overrides { preset: preset.clone(), set, ..Overrides::default() };
            let open = OpenKit::open(&Folder::new(kit), &overrides, STANDARD).map_err(told)?;
            let told = measured(&open.recipe().map_err(told)?);
            println!("  {when_blocked} {:8} {told}", method.name);
        }
    }
    Ok(())
}

/// Maps that are as large as they should be, and how long they took.
fn measured(recipe: &Arc<Recipe>) -> String {
    let (mut kept, mut micros, mut tried) = (0, Vec::new(), Vec::new());
    for seed in 1..=SEEDS {
        let start = Instant::now();
        let map = recipe.grow(seed);
        micros.push(start.elapsed().as_micros() as u64);
        kept += usize::from(recipe.size(seed, map.grown(), map.kept).is_some_and(|size| size.kept));
        let (_, trouble) = Generator::watched(recipe, seed, Trouble::default()).run_watched();
        tried.push(trouble.tried);
    }
    micros.sort_unstable();
    tried.sort_unstable();
    let middle = micros.len() / 2;
    format!(
        "kept its size in {kept:3} of {SEEDS}; {} µs in the middle, {} at most; {} pairings, {} at most",
        micros[middle],
        micros.last().unwrap_or(&0),
        tried[middle],
        tried.last().unwrap_or(&0)
    )
}
