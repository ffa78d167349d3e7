//! `snapmesh render`: a picture of a map, or the map in another format.

use crate::args::RenderArgs;
use crate::generate::{self, exporters, validated};
use crate::kit::{OpenMap, open_map};
use crate::navigation;
use crate::parse::{argument, threads};
use crate::terminal::{self, Exit, out, print_json};
use serde_json::json;
use snapmesh::{Problem, Problems};
use snapmesh_io::outputs::Outputs;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Problems> {
    threads(None)?.install(|| work(args))
}

fn work(args: &RenderArgs) -> Result<Exit, Problems> {
    let files = args.output.files();
    if files.is_empty() {
        return Err(Problem::error(argument("-o"), "names no file to write").help("add -o view.png").into());
    }
    exporters(&files, None)?;
    args.export.options()?;
    let OpenMap { file, open, map, inputs, folder, odd } = open_map(&args.source)?;
    terminal::warn(&odd, args.talk.quiet);
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    args.source.trust.check_outputs(&paths, inputs, &folder)?;
    let validation = if args.export.nav {
        validated(&open, navigation::terrain(&open).as_ref(), &map, true)?
    } else {
        None
    };
    let mut outputs = Outputs::default();
    generate::write(&open, &map, validation.as_ref(), &args.export, &files, &mut outputs)?;
    outputs.finish()?;
    let written = args.output.shown();
    if args.talk.json {
        print_json(&json!({ "pieces": map.grown().len(), "digest": file.digest, "outputs": written }));
    } else if !args.talk.quiet {
        for path in written {
            out(&format!("wrote {path}\n"));
        }
    }
    Ok(Exit::Done)
}
