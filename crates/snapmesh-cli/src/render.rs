//! `snapmesh render`: a picture of a map, or the map in another format.

use crate::args::RenderArgs;
use crate::explain::open_kit;
use crate::generate::exporters;
use crate::report::{Exit, out, print_json};
use crate::walk::{self, refusal};
use serde_json::json;
use snapmesh::Problem;
use snapmesh_io::MapFile;
use snapmesh_io::write::Outputs;
use snapmesh_nav::Budget;
use std::path::PathBuf;

pub(crate) fn run(args: &RenderArgs) -> Result<Exit, Vec<Problem>> {
    let files = args.output.files();
    if files.is_empty() {
        return Err(Problem::error("-o", "names no file to write").help("add -o view.png").into());
    }
    let exporters = exporters(&files, None)?;
    let mut options = args.export.options()?;
    let file = MapFile::read(&args.source.map)?;
    let folder = open_kit(&file, &args.source)?;
    let map = file.map(&args.source.map, &folder)?;
    let inputs = folder.inputs().into_iter().chain([args.source.map.clone()]);
    Outputs::check_all(files.iter().map(PathBuf::as_path), inputs)?;
    if args.export.nav {
        let validation = walk::walk(&folder, &map, &Budget::default());
        let validation = validation.map_err(|error| refusal(&folder, &error))?;
        options.navigation = Some(walk::layer(&folder, &validation));
    }
    let mut outputs = Outputs::default();
    for (path, exporter) in &exporters {
        outputs.write(path, &(exporter.write)(&folder, &map, &options)?)?;
    }
    outputs.finish()?;
    let written: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
    if args.talk.json {
        print_json(&json!({ "pieces": map.pieces.len(), "digest": file.digest, "outputs": written }));
    } else if !args.talk.quiet {
        for path in written {
            out(&format!("wrote {path}\n"));
        }
    }
    Ok(Exit::Done)
}
