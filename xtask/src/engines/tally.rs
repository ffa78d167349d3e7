//! What engines find, counted.

use crate::repository::root;
use std::process::Command;

#[derive(Default)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) failed: usize,
}

impl Tally {
    /// Runs a check, shows what it says, and adds what its last line counts: `N passed, N failed`. What it complains of on
    /// stderr is handed back.
    pub(super) fn add(&mut self, command: &mut Command) -> Result<String, String> {
        let output = command.current_dir(root()).output().map_err(|error| error.to_string())?;
        let told = String::from_utf8_lossy(&output.stdout);
        let counts = told.lines().rev().find_map(|line| {
            let (passed, failed) = line.strip_suffix(" failed")?.split_once(" passed, ")?;
            Some((passed.parse::<usize>().ok()?, failed.parse::<usize>().ok()?))
        });
        print!("{told}");
        let complaints = String::from_utf8_lossy(&output.stderr).into_owned();
        let Some((passed, failed)) = counts else {
            return Err(format!("the check came to no end\n{complaints}"));
        };
        if failed > 0 {
            eprint!("{complaints}");
        }
        self.passed += passed;
        self.failed += failed;
        Ok(complaints)
    }

    pub(super) fn check(&mut self, what: &str, holds: bool) {
        if holds {
            self.passed += 1;
        } else {
            eprintln!("{what}");
            self.failed += 1;
        }
    }
}
