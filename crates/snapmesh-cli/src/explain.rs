//! `snapmesh explain`: the story of a map, told again from its settings and seed.

use crate::args::{ExplainArgs, MapArgs};
use crate::report::{Exit, Out, out, plural, print_json};
use crate::story::grow;
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::{Event, Generator, Problem};
use snapmesh_io::write::Outputs;
use snapmesh_io::{KIT_FILE, KitFolder, MapFile};
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &ExplainArgs) -> Result<Exit, Vec<Problem>> {
    args.trace.as_deref().map_or(Ok(()), Outputs::check)?;
    let file = MapFile::read(&args.source.map)?;
    let folder = open_kit(&file, &args.source)?;
    let told = file.map(&args.source.map, &folder)?;
    Outputs::check_all(args.trace.as_deref(), folder.inputs().into_iter().chain([args.source.map.clone()]))?;
    if !(args.talk.json || args.talk.quiet) {
        let (kit, seed) = (&file.kit.name, folder.settings.generation.seed);
        out(&format!(
            "{}: {} of {kit}, seed {seed}\n",
            args.source.map.display(),
            plural(told.pieces.len(), "piece", "pieces")
        ));
    }
    let mut outputs = Outputs::default();
    let log = (!(args.talk.json || args.talk.quiet)).then(|| std::io::BufWriter::new(Out));
    let map = grow(&folder, log, args.trace.as_deref(), &mut outputs, args.talk.quiet)?;
    if MapFile::new(&folder, &map).digest != file.digest {
        let message = "growing it again gives another map: it comes from another version of snapmesh";
        return Err(Problem::error(args.source.map.display().to_string(), message).into());
    }
    outputs.finish()?;
    if args.talk.json {
        print_json(&json!({
            "pieces": map.pieces.len(),
            "seed": folder.settings.generation.seed,
            "stop": file.stop,
            "digest": file.digest,
            "events": events(&folder)?,
        }));
    }
    Ok(Exit::Done)
}

fn events(folder: &KitFolder) -> Result<Vec<Event>, Vec<Problem>> {
    let mut events = Vec::new();
    let watch = |event: &Event| events.push(event.clone());
    let wrong =
        |error: snapmesh::SettingError| Problem::error(folder.folder.display().to_string(), error.message);
    Generator::watched(&folder.kit, &folder.settings, watch).map_err(wrong)?.run();
    Ok(events)
}

/// Opens the kit of a map, under the settings of the map: the one named, or the folder the map lies in.
pub(crate) fn open_kit(file: &MapFile, MapArgs { map, kit }: &MapArgs) -> Result<KitFolder, Vec<Problem>> {
    let folder = match kit {
        Some(kit) => kit.clone(),
        None => beside(map)?,
    };
    if !folder.join(KIT_FILE).is_file() {
        let problem =
            Problem::error(folder.display().to_string(), format!("has no {KIT_FILE}, so it is not a kit"));
        return Err(problem.help("name the folder of the kit the map was made with").into());
    }
    KitFolder::with_settings(&folder, file.settings(map, STANDARD)?).map_err(|mut problems| {
        let help = "the map lists the files it was made of; is this its kit?";
        problems
            .iter_mut()
            .filter(|problem| problem.help.is_none())
            .for_each(|problem| problem.help = Some(help.into()));
        problems
    })
}

fn beside(map: &Path) -> Result<PathBuf, Vec<Problem>> {
    let folder = map.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if folder.join(KIT_FILE).is_file() {
        return Ok(folder.into());
    }
    let message = "does not lie in the folder of its kit";
    Err(Problem::error(map.display().to_string(), message).help("name the kit with --kit").into())
}
