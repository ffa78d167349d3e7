//! The browser that pages are tried in.

use crate::repository::run_in_root;
use std::process::Command;

/// The names that a Chromium may have.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// A Chromium that runs here. CI gets one where it can be had; anyone else decides for himself what to install.
pub(crate) fn find() -> Option<&'static str> {
    installed().or_else(|| {
        let install = ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
        std::env::var_os("CI")?;
        run_in_root(Command::new("apt-get").arg("update").arg("--quiet")).ok()?;
        run_in_root(Command::new("apt-get").args(install)).ok()?;
        installed()
    })
}

fn installed() -> Option<&'static str> {
    NAMES.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())
}
