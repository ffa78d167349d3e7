//! The page of the studio, built by npm, and the studio with it.

use crate::repository::{self, root, run_in_root};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// npm is a script, and Windows wants the whole names of those.
pub(crate) const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
/// The oldest Node that builds the page.
const OLDEST_NODE: u32 = 20;

/// Builds the page and runs `snapmesh studio` with what follows the chore.
pub(crate) fn run() -> Result<(), String> {
    check_node()?;
    build_page()?;
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    // Where it was typed, not in the root: the kit is named from there.
    cargo.args(["run", "--quiet", "--release", "--manifest-path"]).arg(root().join("Cargo.toml"));
    repository::run(
        cargo.args(["--package", "snapmesh-cli", "--", "studio"]).args(std::env::args_os().skip(2)),
    )
}

/// Fails, with advice, where the page cannot be built.
pub(crate) fn check_node() -> Result<(), String> {
    let version = |program: &str| {
        let output = Command::new(program).arg("--version").output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let advice = format!("install Node.js {OLDEST_NODE} or newer, with npm, to build the page of the studio");
    match (version("node"), version(NPM)) {
        (Some(node), Some(_)) if major(&node).is_some_and(|major| major >= OLDEST_NODE) => Ok(()),
        (Some(node), Some(_)) => Err(format!("this is Node {node}: {advice}")),
        _ => Err(advice),
    }
}

/// The first number of a version such as `v22.1.0`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

/// Builds the page into the folder that the program takes it from.
pub(crate) fn build_page() -> Result<(), String> {
    let web = web();
    let npm = |args: &[&str]| run_in_root(Command::new(NPM).args(args).arg("--prefix").arg(&web));
    // npm leaves a list of what it installed.
    if is_older(&web.join("node_modules/.package-lock.json"), &web.join("package-lock.json")) {
        npm(&["ci"])?;
    }
    npm(&["run", "build"])
}

/// The folder of the page's sources.
pub(crate) fn web() -> PathBuf {
    root().join("crates/snapmesh-studio/web")
}

/// Whether a file is missing, or was written before another.
fn is_older(file: &Path, other: &Path) -> bool {
    let time = |path: &Path| std::fs::metadata(path).and_then(|file| file.modified());
    time(file).map_or(true, |written| written < time(other).unwrap_or(SystemTime::UNIX_EPOCH))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_begin_with_their_major_number() {
        assert_eq!((major("v22.1.0"), major("20"), major("unknown")), (Some(22), Some(20), None));
    }

    #[test]
    fn what_is_missing_is_older_than_anything() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(is_older(&here.join("nothing"), &here.join("Cargo.toml")));
        assert!(!is_older(&here.join("Cargo.toml"), &here.join("nothing")));
    }
}
