//! The page of the studio, used in a real browser as a person would.

use crate::browser;
use crate::repository::{build_programs, program, run_in_root};
use crate::studio;
use std::process::Command;

/// Builds the page where that can be done, so that the program has it from the first build on.
pub(crate) fn build() -> Result<(), String> {
    match studio::check_node() {
        Ok(()) => studio::build_page(),
        Err(message) => {
            println!("> the page is left out: {message}");
            Ok(())
        }
    }
}

/// Runs the end-to-end tests of the page.
pub(crate) fn run() -> Result<(), String> {
    if let Err(message) = studio::check_node() {
        println!("> pages skipped: {message}");
        return Ok(());
    }
    if browser::find().is_none() {
        println!("> pages skipped: install Chromium to have the studio tried in a browser");
        return Ok(());
    }
    studio::build_page()?;
    build_programs()?;
    let mut tests = Command::new(studio::NPM);
    tests.args(["run", "e2e", "--silent", "--prefix"]).arg(studio::web());
    run_in_root(tests.env("SNAPMESH_BIN", program("snapmesh")))
}
