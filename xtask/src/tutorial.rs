//! The tutorial, followed in Blender.

use crate::repository::{cargo, run_in_root};
use std::process::Command;

/// The Python that the variable PYTHON names, if that has Blender.
pub(crate) fn python_with_blender() -> Option<String> {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has_blender = "import importlib.util, sys; sys.exit(importlib.util.find_spec('bpy') is None)";
    let has_blender = Command::new(&python).args(["-c", has_blender]).output();
    has_blender.is_ok_and(|output| output.status.success()).then_some(python)
}

/// Follows the tutorial.
pub(crate) fn run() -> Result<(), String> {
    let Some(python) = python_with_blender() else {
        println!("> tutorial skipped: set PYTHON to a Python 3.11 with bpy to have it followed in Blender");
        return Ok(());
    };
    cargo(&["build", "--quiet", "--package", "snapmesh-cli"], &[])?;
    run_in_root(Command::new(python).args(["clients/tutorial_check.py", "target/debug/snapmesh"]))
}
