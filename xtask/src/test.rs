//! The checks that CI and everyone else runs.

use crate::repository::{build_programs, cargo, program, root, run_in_root};
use crate::{clients, kits, order, pages, sweeps};
use std::path::Path;
use std::process::Command;

/// The crates with features; where there are several, these are tried alone as well.
const FEATURES: &[(&str, &[&str])] = &[
    ("snapmesh", &[]),
    ("snapmesh-nav", &[]),
    ("snapmesh-io", &["parallel", "picture"]),
    ("snapmesh-sweep", &["parquet", "parallel"]),
    ("snapmesh-session", &["parallel", "picture"]),
];

/// The crates with programs or examples, which people build by themselves.
const PROGRAMS: &[&str] = &["snapmesh", "snapmesh-io", "snapmesh-sweep", "snapmesh-cli"];

/// Runs every check, the quick ones first.
pub(crate) fn run() -> Result<(), String> {
    cargo(&["fmt", "--all", "--check"], &[])?;
    order::check()?;
    pages::build()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"], &[])?;
    features()?;
    programs()?;
    cargo(&["doc", "--workspace", "--no-deps", "--quiet"], &[("RUSTDOCFLAGS", "-D warnings")])?;
    cargo(&["test", "--workspace", "--quiet"], &[])?;
    examples()?;
    kits::check()?;
    clients::run()?;
    sweeps::run()?;
    pages::run()?;
    println!("all checks passed");
    Ok(())
}

/// Every crate compiles with nothing but what it cannot do without, and with each of its features alone. Checked together,
/// crates get the features that any of them asks for.
fn features() -> Result<(), String> {
    for (krate, features) in FEATURES {
        for feature in std::iter::once(&"").chain(*features) {
            let bare =
                ["clippy", "--quiet", "--package", krate, "--no-default-features", "--features", feature];
            cargo(&[&bare[..], &["--", "-D", "warnings"]].concat(), &[])?;
        }
    }
    Ok(())
}

/// The command, and the examples of each crate, compile with what they ask for themselves.
fn programs() -> Result<(), String> {
    PROGRAMS.iter().try_for_each(|krate| {
        let alone = ["clippy", "--quiet", "--package", krate, "--bins", "--examples", "--", "-D", "warnings"];
        cargo(&alone, &[])
    })
}

/// Measures the table of speed; times mean something only where code is made fast.
pub(crate) fn bench() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(2).collect();
    let run = ["run", "--release", "--quiet", "--package", "snapmesh-bench", "--"];
    cargo(&run.into_iter().chain(args.iter().map(String::as_str)).collect::<Vec<_>>(), &[])
}

/// Runs every example of every crate: an example that fails is worse than none.
fn examples() -> Result<(), String> {
    build_programs()?;
    for krate in ["snapmesh", "snapmesh-io"] {
        let folder = root().join("crates").join(krate).join("examples");
        let files = std::fs::read_dir(&folder).into_iter().flatten().filter_map(Result::ok);
        let mut names: Vec<_> = files.filter_map(|file| stem(&file.path())).collect();
        names.sort();
        for name in names {
            run_in_root(&mut Command::new(program(&format!("examples/{name}"))))?;
        }
    }
    Ok(())
}

fn stem(path: &Path) -> Option<String> {
    let is_rust = path.extension().is_some_and(|ending| ending == "rs");
    is_rust.then(|| Some(path.file_stem()?.to_string_lossy().into_owned())).flatten()
}
