//! Kits of the repository, and maps of them.

use snapmesh::selection::STANDARD;
use snapmesh::{Location, Map, Recipe};
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use snapmesh_nav::Terrain;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A kit with a preset, if one is named, and settings on top; it grows by the paper if they do not say otherwise.
pub(crate) fn open(kit: &str, preset: &str, settings: &[&str]) -> OpenKit {
    let parse = |text: &&str| Override::parse(text, Location::Request((*text).into()));
    let texts = [&["growth.when_blocked=stop"], settings].concat();
    let set = texts.iter().map(parse).collect::<Result<_, _>>().expect("settings that can be read");
    let preset = (!preset.is_empty()).then(|| preset.into());
    let overrides = Overrides { preset, set, ..Overrides::default() };
    let folder = Folder::new(root().join("kits").join(kit));
    OpenKit::open(&folder, &overrides, STANDARD).expect("our own kits are sound")
}

/// What grows.
pub(crate) fn recipe(open: &OpenKit) -> Arc<Recipe> {
    open.recipe().expect("settings within limits")
}

/// The map of a kit under its settings.
pub(crate) fn grown(open: &OpenKit) -> Map {
    recipe(open).grow(open.settings.generation.seed)
}

/// The pieces of a kit, ready for its agent.
pub(crate) fn terrain(open: &OpenKit) -> Terrain {
    open.kit.terrain(&open.settings.navigation).expect("cells of a sensible size")
}

/// Pieces of the starter kit that make a corridor of any length.
pub(crate) const STRAIGHT: &str = "kit.pieces=[\"Hall.glb\", \"Gate.glb\", \"Bridge.glb\", \"Stairs.glb\"]";

/// A corridor of so many pieces of the starter kit.
pub(crate) fn corridor(pieces: usize) -> OpenKit {
    let most = format!("selection.max_pieces={pieces}");
    open("starter", "corridor", &[STRAIGHT, &most, "generation.max_fails=200"])
}
