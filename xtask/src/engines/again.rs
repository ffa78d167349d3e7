//! Maps as pieces of another kit, as we wrote them and as Blender wrote them again.

use super::tally::Tally;
use crate::kit_folders::told;
use crate::repository::put;
use snapmesh::limits::Limits;
use snapmesh::selection::STANDARD;
use snapmesh::{Connector, OrientedBox, Piece};
use snapmesh_io::{Folder, OpenKit, Overrides};
use std::path::{Path, PathBuf};

/// Each folder has a map twice, in `ours` and in `theirs`: connectors and boxes must be the same.
pub(super) fn compare(again: &Path, tally: &mut Tally) -> Result<(), String> {
    let entries = std::fs::read_dir(again).map_err(|error| error.to_string())?;
    let mut folders: Vec<PathBuf> =
        entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    folders.sort();
    for folder in folders {
        let [ours, theirs] = [piece(&folder.join("ours"))?, piece(&folder.join("theirs"))?];
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let counts =
            |piece: &Piece| format!("{} connectors, {} boxes", piece.connectors.len(), piece.boxes.len());
        println!("  {name} as a piece: {}; after Blender {}", counts(&ours), counts(&theirs));
        tally.check(&format!("{name}: it has neither free doorways nor boxes"), !ours.boxes.is_empty());
        let connectors = same(&ours.connectors, &theirs.connectors, same_connector);
        tally.check(&format!("{name}: Blender moved connectors"), connectors);
        tally.check(&format!("{name}: Blender moved boxes"), same(&ours.boxes, &theirs.boxes, same_box));
    }
    Ok(())
}

/// The one piece of a folder.
fn piece(folder: &Path) -> Result<Piece, String> {
    put(&folder.join("kit.toml"), b"[kit]\nname = \"again\"\npieces = [\"Map.glb\"]\n")?;
    // A map has more boxes than a piece of a stranger may have.
    let limits = Limits { boxes: 10_000, ..Limits::DEFAULT };
    let files = Folder::new(folder).with_limits(limits);
    let open = OpenKit::open(&files, &Overrides::default(), STANDARD).map_err(told)?;
    open.kit.kit().library().first().cloned().ok_or_else(|| format!("{}: no piece", folder.display()))
}

/// Whether both have the same things, in whatever order.
fn same<T>(ours: &[T], theirs: &[T], same: fn(&T, &T) -> bool) -> bool {
    ours.len() == theirs.len() && ours.iter().all(|a| theirs.iter().any(|b| same(a, b)))
}

fn same_connector(a: &Connector, b: &Connector) -> bool {
    let placed = a.position.abs_diff_eq(b.position, 1e-3) && a.heading.abs_diff_eq(b.heading, 1e-3);
    placed && a.pins == b.pins && a.color == b.color
}

/// Corners are compared, as a box may be turned by a right angle.
fn same_box(a: &OrientedBox, b: &OrientedBox) -> bool {
    let (a, b) = (a.corners(), b.corners());
    a.iter().all(|p| b.iter().any(|q| p.abs_diff_eq(*q, 2e-3)))
}
