//! Random kits, grown by snapmesh and by the oracle, an independent reading of the method in Python; and maps under random
//! rules, looked at by a checker that shares no code with us.

use crate::repository::{cargo, root, run_in_root};
use std::process::Command;

/// A few minutes of comparing; it is not part of `test`, which needs Rust alone.
const CASES: &str = "2000";

/// Settings that cannot hold together.
const CONTRADICTIONS: &str = "220";

/// Maps with loops, which take their time.
const LOOPS: &str = "600";

pub(crate) fn run() -> Result<(), String> {
    cargo(&["build", "--release", "--quiet"], &[])?;
    let command = root().join("target/release/snapmesh");
    let fuzz = |more: &[&str]| {
        let mut python = Command::new("python3");
        python.arg("oracle/fuzz.py").arg("--command").arg(&command).args(["--cases", CASES]).args(more);
        run_in_root(&mut python)
    };
    fuzz(&["--start", "0"])?;
    let binary = command.display().to_string();
    for (script, cases, more) in [
        ("oracle/rules_fuzz.py", CASES, None),
        ("oracle/contradictions.py", CONTRADICTIONS, None),
        // What a kit says about the boxes of a file is not read yet.
        ("oracle/ends_fuzz.py", CASES, Some("--without-boxless")),
        ("oracle/loops_fuzz.py", LOOPS, None),
    ] {
        let args = [script, "--binary", &*binary, "--cases", cases, "--seed", "1"];
        run_in_root(Command::new("python3").args(args).args(more))?;
    }
    for tests in ["oracle/test_checker.py", "oracle/test_ends.py", "oracle/test_kept.py"] {
        run_in_root(Command::new("python3").arg(tests))?;
    }
    let reference = root().join("../shared/reference");
    if reference.is_dir() {
        fuzz(&["--reference", &reference.display().to_string()])?;
    } else {
        println!("skipped: the paper's pieces are not here");
    }
    Ok(())
}
