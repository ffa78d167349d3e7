//! `snapmesh new`: a starter kit that works at once.

use crate::args::NewArgs;
use crate::terminal::{Exit, out, print_json};
use serde_json::json;
use snapmesh::{Problem, Problems};
use snapmesh_io::KIT_FILE;
use snapmesh_io::outputs::{Outputs, clear_leftovers};
use snapmesh_kits::STARTER;
use std::path::Path;

pub(crate) fn run(args: &NewArgs) -> Result<Exit, Problems> {
    let shown = args.dir.display().to_string();
    let wrong = |message: String| Problem::error(&*shown, message);
    if args.dir.is_file() {
        return Err(wrong("is a file; name a folder to make".into()).into());
    }
    clear_leftovers(&args.dir);
    if !is_free(&args.dir) {
        return Err(wrong("is not empty, and nothing in it is touched".into())
            .help("name a new folder")
            .into());
    }
    let there = args.dir.is_dir();
    std::fs::create_dir_all(&args.dir).map_err(|error| wrong(format!("cannot be made: {}", error.kind())))?;
    fill(&args.dir).inspect_err(|_| {
        // A folder of our own that stayed empty; any other is not deleted by this.
        let _ = if there { Ok(()) } else { std::fs::remove_dir(&args.dir) };
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

/// Whether nothing is lost when the folder is filled: it holds nothing, or only what a run that was killed began with.
fn is_free(folder: &Path) -> bool {
    let Ok(mut entries) = std::fs::read_dir(folder) else { return true };
    entries.all(|entry| entry.is_ok_and(|entry| is_begun(&entry)))
}

/// Whether it is a file of the starter kit as we write it, but not the last one.
fn is_begun(entry: &std::fs::DirEntry) -> bool {
    let name = entry.file_name();
    let ours = STARTER.iter().find(|(ours, _)| *ours != KIT_FILE && name == *ours);
    // No link, no pipe, nothing large.
    let file = entry.metadata().ok().filter(std::fs::Metadata::is_file);
    let (Some((_, content)), Some(file)) = (ours, file) else { return false };
    file.len() == content.len() as u64 && std::fs::read(entry.path()).is_ok_and(|found| found == *content)
}
