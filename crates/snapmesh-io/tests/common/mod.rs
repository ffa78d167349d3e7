//! Kits and maps for tests and benchmarks.
#![allow(dead_code, reason = "no test needs all of it")]
#![allow(clippy::allow_attributes, reason = "what is unused differs from test to test")]

pub(crate) mod file;
pub(crate) mod loop_check;
mod rule_check;
pub(crate) mod vectors;

use snapmesh::selection::STANDARD;
use snapmesh::{Location, Map};
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use std::path::{Path, PathBuf};

/// The folder with the kits of the repository.
pub(crate) fn kits() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kits")
}

/// The paper's own pieces, where they are beside the repository or named by `SNAPMESH_REFERENCE`.
pub(crate) fn reference() -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/reference");
    let folder = std::env::var_os("SNAPMESH_REFERENCE").map_or_else(beside, PathBuf::from);
    folder.join("published.json").is_file().then_some(folder)
}

/// Settings as they are typed.
pub(crate) fn set(texts: &[&str]) -> Vec<Override> {
    let parse = |text: &&str| Override::parse(text, Location::Request((*text).into()));
    texts.iter().map(parse).collect::<Result<_, _>>().expect("the settings can be read")
}

/// A kit with a preset and settings on top, growing by the paper if they do not say otherwise.
pub(crate) fn open(folder: &Path, preset: Option<&str>, texts: &[&str]) -> OpenKit {
    let set = set(&[&["growth.when_blocked=stop"], texts].concat());
    let overrides = Overrides { preset: preset.map(Into::into), set, ..Overrides::default() };
    OpenKit::open(&Folder::new(folder), &overrides, STANDARD).expect("the kit is sound")
}

/// The map of a kit under its settings.
pub(crate) fn grow(open: &OpenKit) -> Map {
    open.recipe().expect("the settings are within limits").grow(open.settings.generation.seed)
}
