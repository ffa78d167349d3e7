//! The checks that CI and everyone else runs.

use crate::root;
use std::process::Command;

/// Runs every check, the quick ones first.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace", "--quiet"], &[])?;
    examples()?;
    crate::kits::check()?;
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

fn stem(path: &std::path::Path) -> Option<String> {
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    is_rust.then(|| Some(path.file_stem()?.to_string_lossy().into_owned())).flatten()
}

fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    println!("> cargo {}", args.join(" "));
    let mut command = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    let status = command.args(args).envs(env.iter().copied()).current_dir(root()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`cargo {}` failed: {status}", args.join(" "))),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}
