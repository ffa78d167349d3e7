//! `snapmesh new`: a starter kit that works at once.

use crate::args::NewArgs;
use crate::terminal::{Exit, out, print_json};
use serde_json::json;
use snapmesh::{Problem, Problems};
use snapmesh_io::KIT_FILE;
use snapmesh_io::outputs::{Outputs, clear_leftovers, folder_of};
use snapmesh_kits::STARTER;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &NewArgs) -> Result<Exit, Problems> {
    let shown = args.dir.display().to_string();
    let wrong = |message: String| Problem::error(&*shown, message);
    if args.dir.is_file() {
        return Err(wrong("is a file; name a folder to make".into()).into());
    }
    for folder in &folders(&args.dir) {
        clear_leftovers(folder);
    }
    if !is_free(&args.dir, "") {
        return Err(wrong("is not empty, and nothing in it is touched".into())
            .help("name a new folder")
            .into());
    }
    let there = args.dir.is_dir();
    let made = folders(&args.dir).iter().try_for_each(std::fs::create_dir_all);
    made.map_err(|error| wrong(format!("cannot be made: {}", error.kind())))?;
    fill(&args.dir).inspect_err(|_| {
        // Folders of our own that stayed empty; any other is not deleted by this.
        for folder in folders(&args.dir).iter().rev().filter(|folder| !there || **folder != args.dir) {
            let _ = std::fs::remove_dir(folder);
        }
    })?;
    if args.talk.json {
        let files: Vec<&str> = STARTER.iter().map(|(name, _)| *name).collect();
        print_json(&json!({ "kit": shown, "files": files }));
        return Ok(Exit::Done);
    }
    if !args.talk.quiet {
        out(&format!(
            "made the kit {shown} with {} files\ntry: snapmesh generate {shown} -o map.json -o map.svg\n",
            STARTER.len()
        ));
    }
    Ok(Exit::Done)
}

/// Writes all files in one step. The one that makes a kit of the folder comes last: whatever happens, there is a kit, or
/// the same command makes it.
fn fill(folder: &Path) -> Result<(), Problems> {
    let (kit, pieces): (Vec<_>, Vec<_>) = STARTER.iter().partition(|(name, _)| *name == KIT_FILE);
    let mut outputs = Outputs::default();
    for (name, content) in pieces.into_iter().chain(kit) {
        outputs.write(&folder.join(name), content)?;
    }
    outputs.finish()
}

/// The folder of the kit, and those in it.
fn folders(kit: &Path) -> BTreeSet<PathBuf> {
    STARTER.iter().map(|(name, _)| folder_of(&kit.join(name)).to_path_buf()).collect()
}

/// Whether nothing is lost when the folder is filled: it holds nothing, or only what a run that was killed began with. `inner` is
/// what its files are called by, behind the folder of the kit.
fn is_free(folder: &Path, inner: &str) -> bool {
    let Ok(mut entries) = std::fs::read_dir(folder) else { return true };
    entries.all(|entry| entry.is_ok_and(|entry| is_begun(&entry, inner)))
}

/// Whether it is a file of the starter kit as we write it, but not the last one; or a folder of such.
fn is_begun(entry: &std::fs::DirEntry, inner: &str) -> bool {
    let name = format!("{inner}{}", entry.file_name().display());
    // No link, no pipe, nothing large.
    let Ok(file) = entry.metadata() else { return false };
    if file.is_dir() {
        let within = format!("{name}/");
        return STARTER.iter().any(|(ours, _)| ours.starts_with(&within)) && is_free(&entry.path(), &within);
    }
    let ours = STARTER.iter().find(|(ours, _)| *ours != KIT_FILE && name == *ours);
    let Some((_, content)) = ours.filter(|_| file.is_file()) else { return false };
    file.len() == content.len() as u64 && std::fs::read(entry.path()).is_ok_and(|found| found == *content)
}
