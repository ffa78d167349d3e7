//! The kits of the repository, read as a user would.

use crate::repository::root;
use snapmesh::selection::STANDARD;
use snapmesh::{Map, Problems};
use snapmesh_io::{Folder, NavLayer, OpenKit, Overrides};
use snapmesh_nav::{Budget, Sample, validate};
use std::path::{Path, PathBuf};

/// Every folder with a kit in it.
pub(crate) fn kits() -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(root().join("kits")).map_err(|error| error.to_string())?;
    let folders = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut kits: Vec<PathBuf> = folders.filter(|folder| folder.join("kit.toml").is_file()).collect();
    kits.sort();
    Ok(kits)
}

/// A kit as a preset changes it, or as it is.
pub(crate) fn open(kit: &Path, preset: Option<&str>) -> Result<OpenKit, String> {
    let overrides = Overrides { preset: preset.map(Into::into), ..Overrides::default() };
    OpenKit::open(&Folder::new(kit), &overrides, STANDARD).map_err(told)
}

/// Problems as text, for `map_err`.
#[expect(clippy::needless_pass_by_value, reason = "`map_err` hands it over")]
pub(crate) fn told(problems: Problems) -> String {
    problems.to_string()
}

/// The map of a kit under its settings.
pub(crate) fn grow(open: &OpenKit) -> Result<Map, String> {
    Ok(open.recipe().map_err(told)?.grow(open.settings.generation.seed))
}

/// Where a map can be walked.
pub(crate) fn layer(open: &OpenKit, map: &Map) -> Result<NavLayer, String> {
    let settings = &open.settings.navigation;
    let validation = open
        .kit
        .terrain(settings)
        .and_then(|terrain| validate(&terrain, map, Sample::from(settings), &Budget::default()));
    let validation = validation.map_err(|error| error.to_string())?;
    NavLayer::within(&validation, &Budget::default()).map_err(|error| error.to_string())
}
