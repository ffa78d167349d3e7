//! Where the repository is, and commands run in it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().expect("xtask lies in the root of the repository").into()
}

/// Writes a file.
pub(crate) fn put(path: &Path, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs cargo in the root of the repository.
pub(crate) fn cargo(args: &[&str], env: &[(&str, &str)]) -> Result<(), String> {
    let mut cargo = Command::new(std::env::var("CARGO").unwrap_or_else(|_| "cargo".into()));
    run_in_root(cargo.args(args).envs(env.iter().copied()))
}

/// Builds the command and all examples, as the tests of the workspace do, which then are there already. Each by itself would be
/// built anew, and all crates below it, for what it alone asks of them.
pub(crate) fn build_programs() -> Result<(), String> {
    cargo(&["build", "--quiet", "--workspace", "--bin", "snapmesh", "--examples"], &[])
}

/// A program that was built: `snapmesh`, or `examples/NAME`.
pub(crate) fn program(name: &str) -> PathBuf {
    root().join("target/debug").join(name).with_extension(std::env::consts::EXE_EXTENSION)
}

/// Runs a command in the root of the repository.
pub(crate) fn run_in_root(command: &mut Command) -> Result<(), String> {
    run(command.current_dir(root()))
}

/// Runs a command, and tells how long it took.
pub(crate) fn run(command: &mut Command) -> Result<(), String> {
    let program =
        Path::new(command.get_program()).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let args: Vec<_> = command.get_args().map(|arg| arg.to_string_lossy()).collect();
    let told = format!("{program} {}", args.join(" "));
    println!("> {told}");
    let start = Instant::now();
    match command.status() {
        Ok(status) if status.success() => {
            println!("  took {} s", start.elapsed().as_secs());
            Ok(())
        }
        Ok(status) => Err(format!("`{told}` failed: {status}")),
        Err(error) => Err(format!("{program} cannot be run: {error}")),
    }
}
