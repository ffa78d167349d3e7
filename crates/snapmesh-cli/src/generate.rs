//! `snapmesh generate`: one map.

use crate::args::GenerateArgs;
use crate::report::{self, Exit};
use crate::story::{check_trace, grow, log_to_stderr, plural, print_json};
use serde_json::json;
use snapmesh::problem::any_error;
use snapmesh::selection::STANDARD;
use snapmesh::settings::keys::KEYS;
use snapmesh::{Map, Problem};
use snapmesh_io::export::{Exporter, exporter_for};
use snapmesh_io::write::Outputs;
use snapmesh_io::{KitFolder, MapFile};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Vec<Problem>> {
    let exporters = exporters(&args.output, args.story.trace.as_deref())?;
    let options = args.export.options()?;
    let folder = KitFolder::open(&args.kit, &args.changes.changes(), STANDARD)?;
    report::warn(&folder.problems, args.quiet);
    report::warn(&folder.advice(), args.quiet);
    let mut outputs = Outputs::default();
    let log = args.story.log.then(log_to_stderr);
    let map = grow(&folder, log, args.story.trace.as_deref(), &mut outputs)?;
    for (path, exporter) in &exporters {
        outputs.write(path, &(exporter.write)(&folder, &map, &options)?)?;
    }
    outputs.finish()?;
    tell(args, &folder, &map);
    Ok(Exit::Done)
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
    problems.extend(check_trace(trace).err().into_iter().flatten());
    if any_error(&problems) { Err(problems) } else { Ok(found) }
}

fn tell(args: &GenerateArgs, folder: &KitFolder, map: &Map) {
    let file = MapFile::new(folder, map);
    let outputs: Vec<String> = args.output.iter().map(|path| path.display().to_string()).collect();
    let seed = folder.settings.generation.seed;
    if args.json {
        return print_json(&json!({
            "pieces": map.pieces.len(),
            "seed": seed,
            "stop": file.stop,
            "digest": file.digest,
            "outputs": outputs,
            "kit": file.kit,
            "method": folder.settings.selection.method.name,
            "free_connectors": free_connectors(folder, map),
        }));
    }
    if args.quiet {
        return;
    }
    let (name, method) = (folder.kit.name(), folder.settings.selection.method.name);
    let mut text = format!("{} of {name}, by {method}, seed {seed}\n", plural(map.pieces.len(), "piece"));
    let free = plural(free_connectors(folder, map), "free connector");
    let _ = writeln!(text, "{free}, stopped by {}, digest {}", map.stop, file.digest);
    for path in outputs {
        let _ = writeln!(text, "wrote {path}");
    }
    if args.output.is_empty() {
        text.push_str("nothing was written: add -o map.json to keep the map\n");
    }
    report::out(&text);
}

fn free_connectors(folder: &KitFolder, map: &Map) -> usize {
    map.used_connectors(&folder.kit).iter().flatten().filter(|used| !**used).count()
}

/// Every setting, for `--help`: the same list that reads `kit.toml`.
pub(crate) fn settings_help() -> String {
    let mut text = String::from("Settings, for kit.toml and --set:\n");
    let mut entry = |section: &str, name: &str, takes: String, unit: &str, help: &str| {
        let unit = if unit.is_empty() { String::new() } else { format!(", in {unit}") };
        let _ = writeln!(text, "  {section}.{name}\n      {help}: {takes}{unit}");
    };
    for key in KEYS {
        entry(key.section, key.name, key.takes.describe(), key.unit, key.help);
        if (key.section, key.name) == ("selection", "starter_con_tol") {
            for method in STANDARD {
                for param in method.params {
                    let takes =
                        format!("{} or more, {} by default; for {}", param.min, param.default, method.name);
                    entry("selection", param.name, takes, param.unit, param.help);
                }
            }
        }
    }
    text
}
