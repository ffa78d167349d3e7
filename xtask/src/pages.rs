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
    if let Err(message) = check() {
        println!("> pages skipped: {message}");
        return Ok(());
    }
    studio::build_page()?;
    build_programs()?;
    let mut tests = Command::new(studio::NPM);
    tests.args(["run", "e2e", "--silent", "--prefix"]).arg(studio::web());
    run_in_root(tests.env("SNAPMESH_BIN", program("snapmesh")))
}

/// Draws the pictures of the page that leads from models to a map.
pub(crate) fn tour() -> Result<(), String> {
    check()?;
    studio::build_page()?;
    build_programs()?;
    let mut tour = Command::new("node");
    tour.arg(studio::web().join("e2e/tour.mjs")).arg("docs/images");
    run_in_root(tour.env("SNAPMESH_BIN", program("snapmesh")))
}

/// Says what is missing where the page cannot be tried.
fn check() -> Result<(), String> {
    studio::check_node()?;
    let found = browser::find();
    found.map(|_| ()).ok_or_else(|| "install Chromium to have the studio tried in a browser".into())
}
