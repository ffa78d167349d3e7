//! Growing maps.

use crate::clock::Work;
use crate::{kits, plain};
use snapmesh::Recipe;
use snapmesh::settings::Free;
use snapmesh_io::OpenKit;
use snapmesh_io::kit_file;
use std::sync::Arc;

/// Seeds whose maps are grown where one map says little.
const SEEDS: i64 = 20;

/// The map of the settings.
fn one(recipe: Arc<Recipe>) -> Work {
    let seed = recipe.settings().generation.seed;
    Box::new(move || recipe.grow(seed).pieces.len())
}

/// Maps of some seeds; what is made for the first of them is not measured.
fn some(recipe: Arc<Recipe>) -> Work {
    recipe.grow(0);
    Box::new(move || (1..=SEEDS).map(|seed| recipe.grow(seed).pieces.len()).sum())
}

pub(crate) fn against_boxes(kit: &str, preset: &str) -> [Work; 2] {
    let open = kits::open(kit, preset, &[]);
    [one(kits::recipe(&open)), one(plain::recipe(&open))]
}

pub(crate) fn corridor_against_boxes() -> [Work; 2] {
    let open = kits::corridor(1000);
    [one(kits::recipe(&open)), one(plain::recipe(&open))]
}

pub(crate) fn long_corridor() -> [Work; 2] {
    let of = |pieces| kits::recipe(&kits::corridor(pieces));
    let (long, short) = (of(10_000), of(1000));
    // As many pieces, in ten corridors.
    [one(long), Box::new(move || (0..10).map(|_| short.grow(1).pieces.len()).sum())]
}

fn forty(kit: &str, when_blocked: &str) -> OpenKit {
    let preset = if kit == "benchmark" { "" } else { "arena" };
    let when_blocked = format!("growth.when_blocked={when_blocked}");
    let set = ["selection.method=arena", "selection.max_pieces=40", "growth.loops=[0, 0]", &when_blocked];
    kits::open(kit, preset, &set)
}

pub(crate) fn undo(kit: &str) -> [Work; 2] {
    ["undo", "stop"].map(|when_blocked| some(kits::recipe(&forty(kit, when_blocked))))
}

pub(crate) fn loops(kit: &str, preset: &str) -> [Work; 2] {
    ["[1, 3]", "[0, 0]"].map(|loops| {
        let loops = format!("growth.loops={loops}");
        let set = ["growth.when_blocked=undo", "selection.method=arena", "selection.max_pieces=25", &loops];
        some(kits::recipe(&kits::open(kit, preset, &set)))
    })
}

pub(crate) fn ends(kit: &str) -> [Work; 2] {
    let open = kits::open(kit, "", &["growth.when_blocked=undo"]);
    let mut settings = open.settings.clone();
    settings.ends.iter_mut().for_each(|end| end.free = Some(Free::May));
    let may = kit_file::recipe(&open.kit, settings).expect("settings within limits");
    [some(kits::recipe(&open)), some(may)]
}
