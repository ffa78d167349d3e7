//! `snapmesh new`: a starter kit that works at once.

use crate::args::NewArgs;
use crate::terminal::{Exit, out, print_json};
use serde_json::json;
use snapmesh::{Problem, Problems};
use snapmesh_kits::STARTER;
use std::path::Path;

pub(crate) fn run(args: &NewArgs) -> Result<Exit, Problems> {
    let shown = args.dir.display().to_string();
    let wrong = |message: String| Problem::error(&*shown, message);
    if args.dir.is_file() {
        return Err(wrong("is a file; name a folder to make".into()).into());
    }
    let taken = std::fs::read_dir(&args.dir).is_ok_and(|mut entries| entries.next().is_some());
    if taken {
        return Err(wrong("is not empty, and nothing in it is touched".into())
            .help("name a new folder")
            .into());
    }
    // Made beside its place and moved there when it is whole.
    let cannot = |error: &std::io::Error| wrong(format!("cannot be made: {}", error.kind()));
    let place = std::path::absolute(&args.dir).map_err(|error| cannot(&error))?;
    let parent = place.parent().unwrap_or(&place);
    std::fs::create_dir_all(parent).map_err(|error| cannot(&error))?;
    // A folder that is there is filled, not replaced: someone may be standing in it.
    let there = place.is_dir();
    let made = make(if there { &place } else { parent }).map_err(|error| cannot(&error))?;
    if there {
        for (name, _) in STARTER {
            std::fs::rename(made.path().join(name), place.join(name)).map_err(|error| cannot(&error))?;
        }
    } else {
        std::fs::rename(made.path(), &place).map_err(|error| cannot(&error))?;
    }
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

fn make(parent: &Path) -> std::io::Result<tempfile::TempDir> {
    let mut builder = tempfile::Builder::new();
    usual_permissions(builder.prefix(".snapmesh-"));
    let folder = builder.tempdir_in(parent)?;
    for (name, content) in STARTER {
        std::fs::write(folder.path().join(name), content)?;
    }
    Ok(folder)
}

/// A temporary folder is the owner's alone; a kit is like any other folder.
#[cfg(unix)]
fn usual_permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    builder.permissions(std::fs::Permissions::from_mode(0o777));
}

#[cfg(not(unix))]
fn usual_permissions(_: &mut tempfile::Builder<'_, '_>) {}
