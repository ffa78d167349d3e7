//! `snapmesh generate`: one map.

use crate::args::GenerateArgs;
use crate::grow_on;
use crate::kit;
use crate::navigation::{self, refusal, walk_memory};
use crate::parse::{argument, threads};
use crate::promises;
use crate::shared_args::{ExportArgs, VerdictArg};
use crate::story::{Start, grow, log_to_stderr};
use crate::terminal::{self, Exit, plural, print_json};
use serde_json::{Value as Json, json};
use snapmesh::settings::WhenBlocked;
use snapmesh::{Map, Problem, Problems, Recipe, Severity, Shape, Value};
use snapmesh_io::export::{Exporter, exporter_for};
use snapmesh_io::map_file::check_map;
use snapmesh_io::outputs::Outputs;
use snapmesh_io::{MapFile, OpenKit};
use snapmesh_nav::{BakeError, Budget, Terrain, Validation, WalkFacts, compose};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn run(args: &GenerateArgs) -> Result<Exit, Problems> {
    // Left to itself, rayon panics where it cannot start its threads.
    threads(None)?.install(|| work(args))
}

fn work(args: &GenerateArgs) -> Result<Exit, Problems> {
    let files = args.output.files();
    exporters(&files, args.story.trace.as_deref())?;
    args.export.options()?;
    if args.export.nav && args.verdict == VerdictArg::Composed {
        let message = "cannot be used with --nav: only a bake has a surface to show";
        return Err(Problem::error(argument("--verdict composed"), message).into());
    }
    let open = kit::open(&args.kit, &args.overrides, &args.trust)?;
    let trace = args.story.trace.as_deref();
    let paths: Vec<&Path> = files.iter().map(PathBuf::as_path).chain(trace).collect();
    let inputs = kit::inputs(&args.kit, &open).into_iter().chain(args.from.from.clone()).collect();
    args.trust.check_outputs(&paths, inputs, &args.kit)?;
    terminal::warn(&open.problems, args.talk.quiet);
    let recipe = open.recipe()?;
    terminal::warn(&open.advice(&recipe), args.talk.quiet);
    let kept = grow_on::kept(&args.from, &args.kit, &args.trust, &open)?;
    if let Some(kept) = &kept {
        grow_on::warn(&args.from, &recipe, kept);
    }
    let mut outputs = Outputs::default();
    let log = args.story.log.then(log_to_stderr);
    let start = Start { recipe: &recipe, seed: open.settings.generation.seed, kept: kept.as_ref() };
    let map = grow(&start, log, trace, None, &mut outputs, args.talk.quiet)?;
    check_map(&open.kit, &map)?;
    let walk = walk(args, &open, &map)?;
    write(&open, &map, walk.baked(), &args.export, &files, &mut outputs)?;
    outputs.finish()?;
    tell(args, &open, &recipe, &map, &walk);
    Ok(if promises::all_kept(&map) { Exit::Done } else { Exit::Findings })
}

/// What is known about walking on a map.
enum Walk {
    Unknown,
    Composed(WalkFacts),
    Baked(Box<Validation>),
}

impl Walk {
    fn baked(&self) -> Option<&Validation> {
        if let Self::Baked(validation) = self { Some(validation) } else { None }
    }
}

/// Finds out how well a map can be walked, as it was asked for. Where no verdict can be composed, its surface is baked.
fn walk(args: &GenerateArgs, open: &OpenKit, map: &Map) -> Result<Walk, Problems> {
    if args.no_validate {
        return Ok(Walk::Unknown);
    }
    let terrain = navigation::terrain(open);
    if args.verdict == VerdictArg::Composed
        && let Ok(terrain) = &terrain
    {
        match compose(terrain, map, walk_memory(open)) {
            Ok(facts) => return Ok(Walk::Composed(facts)),
            Err(unknown) => {
                let why = navigation::why_unknown(open, map, &unknown);
                let message = format!("no verdict could be composed, so the map was baked: {why}");
                terminal::warn(&[Problem::warning(open.kit.shown(), message)], args.talk.quiet);
            }
        }
    }
    let validation = validated(open, terrain.as_ref(), map, args.export.nav)?;
    Ok(validation.map_or(Walk::Unknown, |validation| Walk::Baked(Box::new(validation))))
}

/// Writes a map in every format that was asked for.
pub(crate) fn write(
    open: &OpenKit,
    map: &Map,
    validation: Option<&Validation>,
    export: &ExportArgs,
    files: &[PathBuf],
    outputs: &mut Outputs,
) -> Result<(), Problems> {
    let mut options = export.options()?;
    if export.nav {
        options.navigation = validation.map(|validation| navigation::layer(open, validation)).transpose()?;
    }
    for (path, exporter) in exporters(files, None)? {
        let layer = options.navigation.as_ref().filter(|_| exporter.ending == "glb");
        terminal::tell(layer.and_then(|layer| layer.too_fine(path.display().to_string())).as_ref());
        outputs.write(path, &(exporter.write)(&open.kit, &open.settings, map, &options)?)?;
    }
    Ok(())
}

/// How well the map can be walked. One that is too large for that is a map all the same, unless that is to be shown.
pub(crate) fn validated(
    open: &OpenKit,
    terrain: Result<&Terrain, &BakeError>,
    map: &Map,
    needed: bool,
) -> Result<Option<Validation>, Problems> {
    let budget = Budget { memory: walk_memory(open), ..Budget::default() };
    match navigation::walk_on(open, terrain, map, &budget) {
        Ok(validation) => Ok(Some(validation)),
        Err(error) if needed => Err(refusal(open, &error).into()),
        Err(error) => {
            terminal::tell([&Problem { severity: Severity::Warning, ..refusal(open, &error) }]);
            Ok(None)
        }
    }
}

/// The exporters of all outputs: whatever is wrong with them is told before any work is done.
pub(crate) fn exporters<'a>(
    paths: &'a [PathBuf],
    trace: Option<&Path>,
) -> Result<Vec<(&'a Path, &'static Exporter)>, Problems> {
    let mut problems = Problems::NONE;
    let mut found = Vec::new();
    for path in paths {
        match exporter_for(path).and_then(|exporter| Outputs::check(path).map(|()| exporter)) {
            Ok(exporter) => found.push((path.as_path(), exporter)),
            Err(wrong) => problems.extend(wrong),
        }
    }
    problems.extend(trace.map_or(Ok(()), Outputs::check).err().into_iter().flatten());
    problems.into_result().map(|()| found)
}

fn tell(args: &GenerateArgs, open: &OpenKit, recipe: &Arc<Recipe>, map: &Map, walk: &Walk) {
    let outputs = args.output.shown();
    if args.talk.json {
        let mut json = as_json(open, map, walk.baked(), &outputs);
        if let Walk::Composed(facts) = walk {
            json["navigation"] = navigation::composed_json(facts);
        }
        if !promises::all_kept(map) {
            json["trouble"] = promises::why_not_json(recipe, map);
        }
        return print_json(&json);
    }
    if args.talk.quiet {
        return;
    }
    let mut text = summary(open, map, walk.baked());
    if let Walk::Composed(facts) = walk {
        text += &navigation::composed_summary(facts);
    }
    let nothing = outputs.is_empty();
    if !promises::all_kept(map) {
        text += &promises::why_not(recipe, map);
    } else if is_short(open, map) {
        let _ = writeln!(text, "it got stuck (--log tells why): {}", promises::GO_ON);
    }
    for path in outputs {
        let _ = writeln!(text, "wrote {path}");
    }
    if nothing {
        text.push_str("nothing was written: add -o map.json to keep the map\n");
    }
    terminal::out(&text);
}

/// Whether the paper's method ended a map before it was what was asked for.
fn is_short(open: &OpenKit, map: &Map) -> bool {
    let paper = open.settings.growth.when_blocked == WhenBlocked::Stop;
    paper && !map.is_complete()
}

/// What is printed of a map as JSON.
pub(crate) fn as_json(
    open: &OpenKit,
    map: &Map,
    validation: Option<&Validation>,
    outputs: &[String],
) -> Json {
    let file = MapFile::new(&open.kit, &open.settings, map);
    let mut json = json!({
        "pieces": map.grown().len(),
        "seed": map.seed,
        "stop": file.stop,
        "digest": file.digest,
        "outputs": outputs,
        "kit": file.kit,
        "method": open.settings.selection.method.name,
        "free_connectors": Shape::new(map, open.kit.kit()).free_connectors,
    });
    for (key, count) in counts(map) {
        json[key] = json!(count);
    }
    if !map.promises.is_empty() {
        json["promises"] = json!(map.promises);
    }
    if let Some(validation) = validation {
        json["navigation"] = navigation::as_json(open, map, validation);
    }
    json
}

/// A map in a few lines.
pub(crate) fn summary(open: &OpenKit, map: &Map, validation: Option<&Validation>) -> String {
    let (name, method) = (open.kit.kit().name(), open.settings.selection.method.name);
    let more = counts(map).filter(|(what, _)| !TOLD_WITH_SIZE.contains(what));
    let more = more.fold(String::new(), |text, (what, count)| {
        let one = what.trim_end_matches('s');
        format!("{text}, {}", plural(count, one, what))
    });
    let pieces = size(map, wanted(open));
    let mut text = format!("{pieces}{more} from {name}, by {method}, seed {}\n", map.seed);
    let free = plural(Shape::new(map, open.kit.kit()).free_connectors, "free connector", "free connectors");
    let digest = MapFile::new(&open.kit, &open.settings, map).digest;
    let _ = writeln!(text, "{free}, stopped by {}, digest {digest}", map.stop);
    text += &promises::lines(map);
    text.extend(validation.map(|validation| navigation::summary(&open.settings.navigation, validation)));
    text
}

/// "30 pieces and 5 in 2 loops", or "20 of at most 30 pieces": the size that was asked for has no pieces of loops in it.
pub(crate) fn size(map: &Map, wanted: Option<usize>) -> String {
    let asked_for = map.asked_for().len();
    let pieces = match wanted {
        Some(limit) if asked_for < limit => format!("{asked_for} of at most {limit} pieces"),
        _ => plural(asked_for, "piece", "pieces"),
    };
    let loops = plural(map.links.len(), "loop", "loops");
    match (map.grown().len() - asked_for, map.links.len()) {
        (0, 0) => pieces,
        (0, _) => format!("{pieces}, {loops}"),
        (added, _) => format!("{pieces} and {added} in {loops}"),
    }
}

/// Those of the counts that `size` has in its words.
const TOLD_WITH_SIZE: [&str; 3] = ["links", "loops", "loop_pieces"];

/// What a map has beside what grew, as far as it does; and what of it was kept.
fn counts(map: &Map) -> impl Iterator<Item = (&'static str, usize)> {
    let all = [
        ("caps", map.caps().len()),
        ("doors", map.doors.len()),
        ("links", map.links.len()),
        ("loops", map.links.len()),
        ("loop_pieces", map.grown().len() - map.asked_for().len()),
        ("kept", map.kept),
    ];
    all.into_iter().filter(|(_, count)| *count > 0)
}

/// The number of pieces that was asked for, where the method has such.
fn wanted(open: &OpenKit) -> Option<usize> {
    match open.settings.selection.params().get("max_pieces") {
        Some(Value::Integer(most)) => Some(most as usize),
        _ => None,
    }
}
