//! Random kits, grown by snapmesh and by the oracle: an independent reading of the method in Python.

use crate::repository::{cargo, root, run_in_root};
use std::process::Command;

/// A few minutes of comparing; it is not part of `test`, which needs Rust alone.
const CASES: &str = "2000";

pub(crate) fn run() -> Result<(), String> {
    cargo(&["build", "--release", "--quiet"], &[])?;
    let command = root().join("target/release/snapmesh");
    let fuzz = |more: &[&str]| {
        let mut python = Command::new("python3");
        python.arg("oracle/fuzz.py").arg("--command").arg(&command).args(["--cases", CASES]).args(more);
        run_in_root(&mut python)
    };
    fuzz(&["--start", "0"])?;
    let reference = root().join("../shared/reference");
    if reference.is_dir() {
        fuzz(&["--reference", &reference.display().to_string()])?;
    } else {
        println!("skipped: the paper's pieces are not here");
    }
    Ok(())
}
