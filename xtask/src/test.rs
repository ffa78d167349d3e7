//! The checks that CI and everyone else runs.

use crate::root;
use std::path::Path;
use std::process::Command;

/// Runs every check, the quick ones first.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace", "--quiet"], &[])?;
    examples()?;
    crate::kits::check()?;
    crate::clients::run()?;
    crate::sweeps::run()?;
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

/// Runs cargo in the root of the repository.
pub(crate) fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    run_in_root(cargo.args(args).envs(env.iter().copied()))
}

/// Runs a command in the root of the repository.
pub(crate) fn run_in_root(command: &mut Command) -> Result<(), String> {
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    let told = format!("{program} {}", args.join(" "));
    println!("> {told}");
    match command.current_dir(root()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("`{told}` failed: {status}")),
        Err(error) => Err(format!("{program} cannot be run: {error}")),
    }
}
