//! What `snapmesh --version` tells: the version, the commit it was built from, and the machine it was built for.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let var = |name| std::env::var(name).unwrap_or_default();
    let here = PathBuf::from(var("CARGO_MANIFEST_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    let commit = packaged(&here).or_else(|| checked_out(&here)).unwrap_or_else(|| "unknown".into());
    println!("cargo::rustc-env=SNAPMESH_VERSION={} ({commit}, {})", var("CARGO_PKG_VERSION"), var("TARGET"));
}

/// The commit that cargo noted when it made the package.
fn packaged(here: &Path) -> Option<String> {
    let text = std::fs::read_to_string(here.join(".cargo_vcs_info.json")).ok()?;
    let commit = text.split("\"sha1\"").nth(1)?.split('"').nth(1)?;
    let is_hash = commit.len() >= 7 && commit.bytes().all(|letter| letter.is_ascii_hexdigit());
    is_hash.then(|| commit[..7].into())
}

/// The commit that is checked out, if this file is part of it: a package may lie in a repository of someone else.
fn checked_out(here: &Path) -> Option<String> {
    git(here, &["ls-files", "--error-unmatch", "build.rs"])?;
    // Where git notes every change of what is checked out, in a worktree too.
    let log = here.join(git(here, &["rev-parse", "--git-path", "logs/HEAD"])?);
    if log.is_file() {
        println!("cargo::rerun-if-changed={}", log.display());
    }
    git(here, &["rev-parse", "--short=7", "HEAD"])
}

fn git(here: &Path, args: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(here).args(args).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().into())
}
