//! Several files in one step, as far as a file system allows: all are moved to their places, or all places are as before.

use super::draft::Waiting;
use super::links::folder_of;
use super::live::{Live, live};
use super::unwritable::unwritable;
use snapmesh::{Problem, Problems};
use std::fs::File;
use std::path::{Path, PathBuf};

/// Moves every file to its place. All are whole and on the disk by now, so what can fail is quick, and can be taken back.
pub(super) fn commit(files: &[Waiting]) -> Result<(), Problems> {
    // Held to the end: a process that is told to end does so before all of it, or after.
    let mut live = live();
    let mut moved = Vec::with_capacity(files.len());
    let result = moving(files, &mut moved, &mut live);
    let stuck = if result.is_ok() { vec![] } else { take_back(&moved, &mut live) };
    for (_, back) in &moved {
        if let Back::To(_, number) = back {
            live.delete(*number);
        }
    }
    result.map_err(|mut problems| {
        problems.extend(stuck);
        problems
    })
}

/// What is to be done to undo a move.
enum Back {
    /// It cannot be undone, and need not be: one file alone is there, or it is not.
    Never,
    /// There was nothing before.
    Nothing,
    /// What was there before is here, as a temporary file of this number.
    To(PathBuf, u64),
}

fn moving<'a>(
    files: &'a [Waiting],
    moved: &mut Vec<(&'a Waiting, Back)>,
    live: &mut Live,
) -> Result<(), Problems> {
    for file in files {
        let failed = |error: std::io::Error| unchanged(unwritable(&file.shown, &error), files.len());
        let back = if files.len() > 1 { way_back(file, live) } else { Ok(Back::Never) };
        let back = back.map_err(failed)?;
        if let Err(error) = std::fs::rename(&file.path, &file.place) {
            if let Back::To(_, number) = back {
                live.delete(number);
            }
            return Err(failed(error).into());
        }
        live.forget(file.number);
        moved.push((file, back));
    }
    let mut folders: Vec<&Path> = files.iter().map(|file| folder_of(&file.place)).collect();
    folders.sort_unstable();
    folders.dedup();
    for folder in folders {
        sync_folder(folder).map_err(|error| unchanged(unwritable(folder, &error), files.len()))?;
    }
    Ok(())
}

fn unchanged(problem: Problem, files: usize) -> Problem {
    if files > 1 { problem.help("all files are as they were before") } else { problem }
}

/// Another name for what is at a place now, or a copy where a file can have one name only.
fn way_back(file: &Waiting, live: &mut Live) -> std::io::Result<Back> {
    // Anything but a file is not replaced: moving will fail.
    if !std::fs::symlink_metadata(&file.place).is_ok_and(|there| there.is_file()) {
        return Ok(Back::Nothing);
    }
    let path = file.claim.name();
    let number = live.add(path.clone());
    let copied = std::fs::hard_link(&file.place, &path).or_else(|_| copy(&file.place, &path));
    match copied {
        Ok(()) => Ok(Back::To(path, number)),
        Err(error) => {
            live.delete(number);
            Err(error)
        }
    }
}

fn copy(from: &Path, to: &Path) -> std::io::Result<()> {
    std::fs::copy(from, to)?;
    File::open(to)?.sync_all()
}

/// Puts back what was there before, the last first; what cannot be put back is told.
fn take_back(moved: &[(&Waiting, Back)], live: &mut Live) -> Vec<Problem> {
    let mut stuck = Vec::new();
    for (file, back) in moved.iter().rev() {
        let result = match back {
            Back::Never => Ok(()),
            Back::Nothing => std::fs::remove_file(&file.place),
            Back::To(path, number) => std::fs::rename(path, &file.place).inspect(|()| live.forget(*number)),
        };
        if let Err(error) = result {
            let message = format!("is new already, and cannot be put back as it was: {}", error.kind());
            stuck.push(Problem::error(file.shown.display().to_string(), message));
        }
    }
    stuck
}

/// Sees to it that names are on the disk, as well as what is in the files. Elsewhere than on Unix the system does so.
#[cfg(unix)]
fn sync_folder(folder: &Path) -> std::io::Result<()> {
    use std::io::ErrorKind;
    // A folder may be written to without being read, and some file systems have nothing to sync.
    let Ok(folder) = File::open(folder) else { return Ok(()) };
    match folder.sync_all() {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
