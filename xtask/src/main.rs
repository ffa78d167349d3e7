//! The project's own chores: `cargo xtask` lists them.

mod repository;
mod order;
mod piece;
mod buffer;
mod glb;
mod kits;
mod sample;
mod kit_folders;
mod gallery;
mod promises;
mod loops;
mod clients;
mod browser;
mod sweeps;
mod tutorial;
mod engines;
mod oracle;
mod hostile;
mod studio;
mod pages;
mod dist;
mod test;

use std::process::ExitCode;

/// A chore: its name, what it does, its code.
type Chore = (&'static str, &'static str, fn() -> Result<(), String>);

const CHORES: &[Chore] = &[
    ("test", "all checks: format, order of modules, lints, docs, tests, examples", test::run),
    ("order", "fail if a module uses one listed below it, in all crates or in those named", order::run),
    ("kits", "write the GLB files of the kits in kits/", kits::write),
    ("clients", "have our files read by the glTF validator, three.js and gltf-transform", clients::run),
    ("sweeps", "have our tables read by pyarrow and DuckDB, and a report by Chromium", sweeps::run),
    ("tutorial", "have the tutorial followed in Blender; PYTHON names a Python with bpy", tutorial::run),
    (
        "engines",
        "have our maps opened by three.js, Blender (PYTHON, with bpy) and Godot 4 (GODOT), as far as they are here",
        engines::run,
    ),
    ("kits-check", "fail if `kits` would change a file", kits::check),
    ("gallery", "draw a map of every preset of every kit into docs/images", gallery::run),
    (
        "promises",
        "how often maps keep their size, by stop, skip and undo; build it with --release",
        promises::run,
    ),
    ("loops", "how often the loops that were asked for are closed; build it with --release", loops::run),
    ("oracle", "compare with an independent implementation; needs python3", oracle::run),
    (
        "hostile",
        "mutated inputs for every reader, and runs that are killed; --count N says how many",
        hostile::run,
    ),
    (
        "studio",
        "build the page and run `snapmesh studio` with it: KIT and its options; needs Node",
        studio::run,
    ),
    ("pages", "have the page of the studio used in Chromium, as a person would", pages::run),
    ("tour", "draw the pictures of docs/from-models-to-a-map.md, in Chromium", pages::tour),
    ("dist", "make the archive for people without Rust, for this machine, and try it", dist::run),
    ("bench", "print the table of docs/speed.md, and count instructions; --write keeps both", test::bench),
];

fn main() -> ExitCode {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let Some((_, _, chore)) = CHORES.iter().find(|(name, ..)| *name == wanted) else {
        eprintln!("usage: cargo xtask CHORE");
        for (name, help, _) in CHORES {
            eprintln!("  {name:12} {help}");
        }
        return ExitCode::from(2);
    };
    match chore() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask {wanted}: {message}");
            ExitCode::FAILURE
        }
    }
}
