//! `snapmesh generate`: one map.

use crate::args::GenerateArgs;
use crate::report::{self, Exit, plural, print_json};
use crate::story::{grow, log_to_stderr};
use crate::walk::{self, refusal};
use serde_json::{Value, json};
use snapmesh::problem::any_error;
use snapmesh::selection::{STANDARD, Stop};
use snapmesh::settings::Settings;
use snapmesh::settings::keys::{KEYS, Takes};
use snapmesh::{Map, Problem, Severity, Shape};
use snapmesh_io::export::{Exporter, exporter_for};
use snapmesh_io::map_file::settings_out;
use snapmesh_io::write::Outputs;
use snapmesh_io::{KitFolder, MapFile};
use snapmesh_nav::{Budget, Validation};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Vec<Problem>> {
    let files = args.output.files();
    let exporters = exporters(&files, args.story.trace.as_deref())?;
    let mut options = args.export.options()?;
    let folder = KitFolder::open(&args.kit, &args.changes.changes(), STANDARD)?;
    let trace = args.story.trace.as_deref();
    Outputs::check_all(files.iter().map(PathBuf::as_path).chain(trace), folder.inputs())?;
    report::warn(&folder.problems, args.talk.quiet);
    report::warn(&folder.advice(), args.talk.quiet);
    let mut outputs = Outputs::default();
    let log = args.story.log.then(log_to_stderr);
    let map = grow(&folder, log, args.story.trace.as_deref(), &mut outputs, args.talk.quiet)?;
    let validation = if args.no_validate { None } else { validated(&folder, &map, args.export.nav)? };
    if args.export.nav {
        options.navigation = validation.as_ref().map(|validation| walk::layer(&folder, validation));
    }
    for (path, exporter) in &exporters {
        outputs.write(path, &(exporter.write)(&folder, &map, &options)?)?;
    }
    outputs.finish()?;
    tell(args, &folder, &map, validation.as_ref());
    Ok(Exit::Done)
}

/// How well the map can be walked. One that is too large for that is a map all the same, unless that is to be shown.
pub(crate) fn validated(
    folder: &KitFolder,
    map: &Map,
    needed: bool,
) -> Result<Option<Validation>, Vec<Problem>> {
    match walk::walk(folder, map, &Budget::default()) {
        Ok(validation) => Ok(Some(validation)),
        Err(error) if needed => Err(refusal(folder, &error).into()),
        Err(error) => {
            report::tell([&Problem { severity: Severity::Warning, ..refusal(folder, &error) }]);
            Ok(None)
        }
    }
}

/// The exporters of all outputs: whatever is wrong with them is told before any work is done.
pub(crate) fn exporters<'a>(
    paths: &'a [PathBuf],
    trace: Option<&Path>,
) -> Result<Vec<(&'a Path, &'static Exporter)>, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut found = Vec::new();
    for path in paths {
        match exporter_for(path).and_then(|exporter| Outputs::check(path).map(|()| exporter)) {
            Ok(exporter) => found.push((path.as_path(), exporter)),
            Err(wrong) => problems.extend(wrong),
        }
    }
    problems.extend(trace.map_or(Ok(()), Outputs::check).err().into_iter().flatten());
    if any_error(&problems) { Err(problems) } else { Ok(found) }
}

fn tell(args: &GenerateArgs, folder: &KitFolder, map: &Map, validation: Option<&Validation>) {
    let outputs = args.output.shown();
    if args.talk.json {
        return print_json(&as_json(folder, map, validation, &outputs));
    }
    if args.talk.quiet {
        return;
    }
    let mut text = summary(folder, map, validation);
    let nothing = outputs.is_empty();
    if map.stop == Stop::STUCK.reason {
        text.push_str(
            "it got stuck: --log tells why; another --seed or a higher generation.max_fails may help\n",
        );
    }
    for path in outputs {
        let _ = writeln!(text, "wrote {path}");
    }
    if nothing {
        text.push_str("nothing was written: add -o map.json to keep the map\n");
    }
    report::out(&text);
}

/// What is printed of a map as JSON.
pub(crate) fn as_json(
    folder: &KitFolder,
    map: &Map,
    validation: Option<&Validation>,
    outputs: &[String],
) -> Value {
    let file = MapFile::new(folder, map);
    let mut json = json!({
        "pieces": map.pieces.len(),
        "seed": folder.settings.generation.seed,
        "stop": file.stop,
        "digest": file.digest,
        "outputs": outputs,
        "kit": file.kit,
        "method": folder.settings.selection.method.name,
        "free_connectors": Shape::new(map, &folder.kit).free_connectors,
    });
    if let Some(validation) = validation {
        json["navigation"] = walk::as_json(folder, map, validation);
    }
    json
}

/// A map in a few lines.
pub(crate) fn summary(folder: &KitFolder, map: &Map, validation: Option<&Validation>) -> String {
    let (name, method) = (folder.kit.name(), folder.settings.selection.method.name);
    let pieces = match wanted(folder) {
        Some(limit) if map.pieces.len() < limit => format!("{} of at most {limit} pieces", map.pieces.len()),
        _ => plural(map.pieces.len(), "piece", "pieces"),
    };
    let seed = folder.settings.generation.seed;
    let mut text = format!("{pieces} from {name}, by {method}, seed {seed}\n");
    let free = plural(Shape::new(map, &folder.kit).free_connectors, "free connector", "free connectors");
    let digest = MapFile::new(folder, map).digest;
    let _ = writeln!(text, "{free}, stopped by {}, digest {digest}", map.stop);
    text.extend(validation.map(|validation| walk::summary(&folder.settings.navigation, validation)));
    text
}

/// The number of pieces that was asked for, where the method has such.
fn wanted(folder: &KitFolder) -> Option<usize> {
    let selection = &folder.settings.selection;
    let limit = selection.method.params.iter().find(|param| param.name == "max_pieces")?;
    Some(selection.param(limit.name) as usize)
}

/// Every setting, for `--help`: the same list that reads `kit.toml`.
pub(crate) fn settings_help() -> String {
    let mut text = String::from("Settings, for kit.toml and --set:\n");
    let defaults = settings_out(&Settings::default());
    let mut entry = |section: &str, name: &str, takes: &str, unit: &str, help: &str, default: &Value| {
        let unit = if unit.is_empty() { String::new() } else { format!(", in {unit}") };
        let _ = writeln!(text, "  {section}.{name} = {default}\n      {help}: {takes}{unit}");
    };
    let methods: Vec<&str> = STANDARD.iter().map(|method| method.name).collect();
    for key in KEYS {
        let takes = match key.takes {
            Takes::Method => format!("one of {}", methods.join(", ")),
            takes => takes.describe(),
        };
        entry(key.section, key.name, &takes, key.unit, key.help, &defaults[key.section][key.name]);
    }
    let mut told = Vec::new();
    for param in STANDARD.iter().flat_map(|method| method.params) {
        if told.contains(&param.name) {
            continue;
        }
        told.push(param.name);
        let of = STANDARD.iter().filter(|method| method.params.contains(param)).map(|method| method.name);
        let takes = format!("{} or more; for {}", param.min, of.collect::<Vec<_>>().join(" and "));
        entry("selection", param.name, &takes, param.unit, param.help, &json!(param.default));
    }
    text
}
