//! How often maps keep their size, by each way to go on where growth is blocked, and what that costs.
//!
//! For times that mean something: `cargo run --release --package xtask promises`.

use crate::kit_folders::{kits, told};
use crate::repository::root;
use snapmesh::selection::STANDARD;
use snapmesh::settings::WhenBlocked;
use snapmesh::{Generator, Recipe, Trouble};
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
    if public.is_dir() { try_kit(&public, 30) } else { Ok(()) }
}

fn try_kit(kit: &Path, pieces: i64) -> Result<(), String> {
    println!("{}, {pieces} pieces", kit.file_name().unwrap_or_default().display());
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
            let overrides = Overrides { set, ..Overrides::default() };
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
