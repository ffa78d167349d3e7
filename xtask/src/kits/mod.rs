//! The kits that snapmesh ships, written by code.

mod artistic;
mod benchmark;
mod dungeon;
mod starter;

use crate::glb;
use crate::piece::Piece;
use crate::repository::root;
use std::path::PathBuf;

/// The name of a folder, and the pieces in it.
type Pieces = (&'static str, fn() -> Vec<Piece>);

/// Caps and doors lie in a folder of their own, so that `*.glb` means the pieces that maps grow by.
const KITS: &[Pieces] = &[
    ("artistic", artistic::pieces),
    ("artistic/ends", artistic::ends),
    ("benchmark", benchmark::pieces),
    ("dungeon", dungeon::pieces),
    ("dungeon/doors", dungeon::doors),
    ("starter", starter::pieces),
    ("starter/ends", starter::ends),
];

/// Writes the files.
pub(crate) fn write() -> Result<(), String> {
    for (path, bytes) in files() {
        std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        println!("wrote {}", path.display());
    }
    Ok(())
}

/// Fails if the files in the repository are not those that the code makes.
pub(crate) fn check() -> Result<(), String> {
    println!("> kits are up to date");
    for (path, bytes) in files() {
        if std::fs::read(&path).ok().as_ref() != Some(&bytes) {
            return Err(format!("{} is out of date: run `cargo xtask kits`", path.display()));
        }
    }
    Ok(())
}

fn files() -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    for (folder, pieces) in KITS {
        for piece in pieces() {
            let path = root().join("kits").join(folder).join(format!("{}.glb", piece.name));
            files.push((path, glb::bytes(&piece)));
        }
    }
    files
}
