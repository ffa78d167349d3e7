//! The checks that CI and everyone else runs.

use crate::repository::{cargo, root};
use crate::{clients, kits, order, sweeps};
use std::path::Path;

/// Runs every check, the quick ones first.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    order::check()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace", "--quiet"], &[])?;
    examples()?;
    kits::check()?;
    clients::run()?;
    sweeps::run()?;
    println!("all checks passed");
    Ok(())
}

/// Runs the benchmarks.
pub(crate) fn bench() -> Result<(), String> {
    cargo(&["bench", "--workspace"], &[])
}

/// Runs every example of every crate: an example that fails is worse than none.
fn examples() -> Result<(), String> {
    for krate in ["snapmesh", "snapmesh-io"] {
        let folder = root().join("crates").join(krate).join("examples");
        let files = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        let mut names: Vec<_> = files.filter_map(|file| stem(&file.path())).collect();
        names.sort();
        for name in names {
            cargo(&["run", "--quiet", "--package", krate, "--example", &name], &[])?;
        }
    }
    Ok(())
}

fn stem(path: &Path) -> Option<String> {
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    is_rust.then(|| Some(path.file_stem()?.to_string_lossy().into_owned())).flatten()
}
