//! `snapmesh search`: generate and test.

use crate::args::SearchArgs;
use crate::generate::{self, exporters, validated};
use crate::interrupt;
use crate::kit;
use crate::navigation::{self, refusal, walk_memory};
use crate::parse::{argument, seconds, share, threads};
use crate::progress::Progress;
use crate::shared_args::DemandArgs;
use crate::terminal::{self, Exit, out, plural, print_json};
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::problem::nearest;
use snapmesh::{Map, Problem, Problems, ValidKit};
use snapmesh_io::OpenKit;
use snapmesh_io::map_file::check_map;
use snapmesh_io::outputs::Outputs;
use snapmesh_nav::search::{End, Goal, Outcome, Tally};
use snapmesh_nav::{
    BakeError, Demand, Impossible, METRICS, MapFacts, MapSource, Metric, Search, Terrain, WalkMemory,
};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

pub(crate) fn run(args: &SearchArgs) -> Result<Exit, Problems> {
    let files = args.output.files();
    exporters(&files, None)?;
    args.export.options()?;
    if args.tries == 0 {
        return Err(Problem::error(argument("--tries 0"), "must be 1 or more").into());
    }
    let (goal, time) = (goal(args)?, seconds("--time", args.time)?);
    let pool = threads(args.threads)?;
    let open = kit::open(&args.kit, &args.overrides, &args.trust)?;
    let demands = demands(&args.demands, open.kit.kit())?;
    let count = wanted(args);
    let paths: Vec<PathBuf> =
        (0..count).flat_map(|rank| files.iter().map(move |p| ranked(p, rank, count))).collect();
    paths.iter().try_for_each(|path| Outputs::check(path))?;
    let outputs: Vec<&Path> = paths.iter().map(PathBuf::as_path).collect();
    args.trust.check_outputs(&outputs, kit::inputs(&args.kit, &open), &args.kit)?;
    terminal::warn(&open.problems, args.talk.quiet);
    let (recipe, terrain) = (open.recipe()?, navigation::terrain(&open));
    let memory = WalkMemory::new(walk_memory(&open));
    let source = MapSource { recipe: &recipe, terrain: terrain.as_ref().ok(), memory: &memory };
    let start = open.settings.generation.seed;
    // What the settings promise is demanded without a word.
    let promised = open.settings.promised().len();
    let kept = (promised > 0).then_some(Demand::KeptPromises(promised));
    let demands = kept.into_iter().chain(demands).collect();
    let (verdict, tries) = (args.verdict.into(), args.tries);
    let search = Search { source, demands, goal, verdict, start, tries, time };
    let reasons = search.impossible();
    if !reasons.is_empty() {
        return Ok(refuse(args, &search, &reasons));
    }
    if search.walks() || args.export.nav {
        terrain.as_ref().map_err(|error| refusal(&open, error))?;
    }
    let outcome = pool.install(|| watched(&search, args.talk.quiet));
    let maps = pool.install(|| keep(args, &open, &search, terrain.as_ref(), &outcome))?;
    tell(args, &search, &outcome, &maps);
    Ok(if outcome.found.is_empty() { Exit::Findings } else { Exit::Done })
}

/// A search with its progress on the terminal; Ctrl-C ends it with what was found so far.
fn watched(search: &Search<'_>, quiet: bool) -> Outcome {
    let begun = Instant::now();
    let mut progress = Progress::new(quiet);
    let outcome =
        search.run(interrupt::stop(), |tally| progress.tell(|| line(search, tally, begun.elapsed())));
    interrupt::stop_listening();
    outcome
}

fn line(search: &Search<'_>, tally: &Tally, elapsed: Duration) -> String {
    let rate = tally.tried as f64 / elapsed.as_secs_f64().max(1e-3);
    let mut text = format!("{} of {} seeds, {rate:.0} a second", tally.tried, search.tries);
    if let Goal::Best { metric, .. } = search.goal
        && let Some(best) = tally.best
    {
        let _ = write!(text, "; best {} so far {best:.3}", metric.name);
    }
    for (demand, tally) in search.demands.iter().zip(&tally.demands).filter(|(_, tally)| tally.missed > 0) {
        let _ = write!(
            text,
            "; {} misses {:.0} %",
            flag(demand, search.source.recipe.kit()),
            tally.miss_rate() * 100.0
        );
    }
    text
}

/// How many maps are wanted; no more than there are seeds to try.
fn wanted(args: &SearchArgs) -> usize {
    let tries = usize::try_from(args.tries).unwrap_or(usize::MAX);
    args.best.map_or(1, |best| best.min(tries.max(1)).min(MOST_MAPS))
}

/// More maps than this are a table's work.
const MOST_MAPS: usize = 10_000;

/// A map that was found, grown again and written: what is told of it.
struct Kept {
    json: Value,
    summary: String,
}

/// Grows the maps that were found and writes them, one after the other, all or none: if something goes wrong, their seeds
/// are told.
fn keep(
    args: &SearchArgs,
    open: &OpenKit,
    search: &Search<'_>,
    terrain: Result<&Terrain, &BakeError>,
    outcome: &Outcome,
) -> Result<Vec<Kept>, Problems> {
    let mut outputs = Outputs::default();
    let kept = outcome.found.iter().enumerate().map(|(rank, facts)| {
        let map = search.source.recipe.grow(facts.seed);
        keep_one(args, open, terrain, &map, rank, &mut outputs)
    });
    let kept: Result<Vec<Kept>, Problems> = kept.collect();
    kept.and_then(|kept| outputs.finish().map(|()| kept)).map_err(|mut problems| {
        let seeds: Vec<String> = outcome.found.iter().map(|facts| facts.seed.to_string()).collect();
        let message = format!("found, but not written: seed {}", seeds.join(", "));
        let help = "snapmesh generate KIT --seed N makes them again";
        problems.push(Problem::error("search", message).help(help));
        problems
    })
}

fn keep_one(
    args: &SearchArgs,
    open: &OpenKit,
    terrain: Result<&Terrain, &BakeError>,
    map: &Map,
    rank: usize,
    outputs: &mut Outputs,
) -> Result<Kept, Problems> {
    check_map(&open.kit, map)?;
    let validation = validated(open, terrain, map, args.export.nav)?;
    let paths: Vec<PathBuf> =
        args.output.files().iter().map(|path| ranked(path, rank, wanted(args))).collect();
    generate::write(open, map, validation.as_ref(), &args.export, &paths, outputs)?;
    let written: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let mut summary = generate::summary(open, map, validation.as_ref());
    for path in &written {
        let _ = writeln!(summary, "wrote {path}");
    }
    Ok(Kept { json: generate::as_json(open, map, validation.as_ref(), &written), summary })
}

/// Where the map of a rank goes: with several, the rank comes before the ending.
fn ranked(path: &Path, rank: usize, count: usize) -> PathBuf {
    if count == 1 {
        return path.into();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{}.{ending}", rank + 1))
}

fn refuse(args: &SearchArgs, search: &Search<'_>, reasons: &[Impossible]) -> Exit {
    let told: Vec<(String, String)> = reasons.iter().map(|reason| as_flag(search, reason)).collect();
    if args.talk.json {
        let reasons: Vec<String> = told.iter().map(|(flag, why)| format!("{flag}: {why}")).collect();
        print_json(&json!({ "found": false, "seed": null, "tried": 0, "impossible": reasons }));
    }
    for (flag, why) in told {
        terminal::tell([&Problem::error(argument(flag), format!("impossible, so no seed was tried: {why}"))]);
    }
    Exit::BadInput
}

/// The flag that asks for what is impossible, and why it is. The flag names the piece, so the words need not.
fn as_flag(search: &Search<'_>, reason: &Impossible) -> (String, String) {
    let flag =
        reason.demands().first().map(|&demand| flag(&search.demands[demand], search.source.recipe.kit()));
    let flag = flag.unwrap_or_default();
    match reason {
        Impossible::Unreachable { .. } => (flag, "no connector can reach this piece".into()),
        Impossible::OnlyStart { .. } => (flag, "this piece can only be the starting piece".into()),
        Impossible::TooManyTogether { copies, most, .. } => (
            "--must-have".into(),
            format!("these are {copies} pieces together, and the map can have {most} at most"),
        ),
        _ => (flag, reason.to_string()),
    }
}

/// A demand as it is asked for.
fn flag(demand: &Demand, kit: &ValidKit) -> String {
    match *demand {
        Demand::MinPieces(least) => format!("--min-pieces {least}"),
        Demand::MaxPieces(most) => format!("--max-pieces {most}"),
        Demand::MaxFreeConnectors(most) => format!("--max-free-connectors {most}"),
        Demand::MinLoops(least) => format!("--min-loops {least}"),
        Demand::MustHave { piece, count } => format!("--must-have {}={count}", kit.piece(piece).id),
        Demand::MaxSize(most) => format!("--max-size {} {} {}", most.x, most.y, most.z),
        Demand::KeptPromises(1) => "the promise of the settings".into(),
        Demand::KeptPromises(all) => format!("the {all} promises of the settings"),
        Demand::MinConnectivity(least) => format!("--min-connectivity {least}"),
        Demand::MinArea(least) => format!("--min-area {least}"),
    }
}

fn tell(args: &SearchArgs, search: &Search<'_>, outcome: &Outcome, kept: &[Kept]) {
    if args.talk.json {
        return print_json(&as_json(args, search, outcome, kept));
    }
    if args.talk.quiet {
        return;
    }
    let seeds = plural(outcome.tally.tried as usize, "seed", "seeds");
    let end = match outcome.end {
        End::Found => "; none can be better",
        End::Tries => "",
        End::Time => ", and then the time was over",
        End::Stopped => ", and then it was stopped",
    };
    let mut text = match (kept.len(), search.goal) {
        (0, _) => format!("not found: {seeds} tried from {} onwards{end}\n", search.start),
        (_, Goal::First) => format!("found after {seeds} from {} onwards\n", search.start),
        (n, Goal::Best { metric, lowest, .. }) => {
            let how = if lowest { "lowest" } else { "highest" };
            format!(
                "the best {n} of {} by {how} {}; {seeds} tried from {} onwards{end}\n",
                plural(outcome.tally.fulfilled as usize, "map", "maps"),
                metric.name,
                search.start
            )
        }
    };
    for (kept, facts) in kept.iter().zip(&outcome.found) {
        if let Goal::Best { metric, .. } = search.goal {
            let _ = writeln!(text, "\n{} {}", metric.name, (metric.of)(facts).unwrap_or(0.0));
        }
        text += &kept.summary;
    }
    if kept.is_empty() {
        text += &what_came_close(search, &outcome.tally);
    }
    out(&text);
}

/// A whole number as one, and any other to the third digit.
fn number(x: f64) -> String {
    if x.fract() == 0.0 { format!("{x}") } else { format!("{x:.3}") }
}

/// Why nothing was found: each demand with what was seen, the hardest one, and the maps that came closest.
fn what_came_close(search: &Search<'_>, tally: &Tally) -> String {
    let mut text = String::new();
    for (index, (demand, seen)) in search.demands.iter().zip(&tally.demands).enumerate() {
        let hardest = if tally.hardest() == Some(index) { "  <- the hardest" } else { "" };
        let spread = seen.spread().map_or(String::new(), |[low, middle, high]| {
            format!("; lowest {}, middle {}, highest {}", number(low), number(middle), number(high))
        });
        let _ = writeln!(
            text,
            "  {}: missed by {} of {}{spread}{hardest}",
            flag(demand, search.source.recipe.kit()),
            seen.missed,
            plural(seen.looked as usize, "map", "maps"),
        );
    }
    for near in &tally.closest {
        let missed: Vec<String> = search
            .demands
            .iter()
            .zip(&near.misses)
            .filter(|(_, miss)| **miss != Some(0.0))
            .map(|(demand, miss)| match miss {
                Some(_) => {
                    format!(
                        "{} (it has {})",
                        flag(demand, search.source.recipe.kit()),
                        number(demand.value(&near.facts))
                    )
                }
                None => format!("{} (not looked at)", flag(demand, search.source.recipe.kit())),
            })
            .collect();
        let _ = writeln!(text, "  close: seed {} misses {}", near.facts.seed, missed.join(", "));
    }
    text
}

fn as_json(args: &SearchArgs, search: &Search<'_>, outcome: &Outcome, kept: &[Kept]) -> Value {
    let end = match outcome.end {
        End::Found => "found",
        End::Tries => "tries",
        End::Time => "time",
        End::Stopped => "stopped",
    };
    let map = |kept: &Kept| kept.json.clone();
    let mut json = kept.first().map_or_else(|| json!({ "seed": null }), map);
    json["found"] = json!(!kept.is_empty());
    json["tried"] = json!(outcome.tally.tried);
    json["end"] = json!(end);
    json["demands"] = search
        .demands
        .iter()
        .zip(&outcome.tally.demands)
        .enumerate()
        .map(|(index, (demand, seen))| {
            json!({
                "demand": flag(demand, search.source.recipe.kit()),
                "looked": seen.looked,
                "missed": seen.missed,
                "spread": seen.spread(),
                "hardest": outcome.tally.hardest() == Some(index),
            })
        })
        .collect();
    let close = |facts: &MapFacts| {
        let metrics = METRICS.iter().map(|metric| (metric.name.to_string(), json!((metric.of)(facts))));
        json!({ "seed": facts.seed, "metrics": metrics.collect::<serde_json::Map<_, _>>() })
    };
    json["closest"] = outcome.tally.closest.iter().map(|near| close(&near.facts)).collect();
    if args.best.is_some() {
        json["maps"] = kept.iter().map(map).collect();
    }
    json
}

fn goal(args: &SearchArgs) -> Result<Goal, Problems> {
    let (Some(best), Some(by)) = (args.best, &args.by) else { return Ok(Goal::First) };
    if best == 0 {
        return Err(Problem::error(argument("--best 0"), "must be 1 or more").into());
    }
    let Some(metric) = Metric::named(by) else {
        let names = || METRICS.iter().map(|metric| metric.name);
        let problem = Problem::error(argument(format!("--by {by}")), "there is no such metric");
        let help = match nearest(by, names()) {
            Some(close) => format!("did you mean {close}?"),
            None => format!("there are {}", names().collect::<Vec<_>>().join(", ")),
        };
        return Err(problem.help(help).into());
    };
    Ok(Goal::Best { count: wanted(args), metric, lowest: args.lowest })
}

fn demands(args: &DemandArgs, kit: &ValidKit) -> Result<Vec<Demand>, Problems> {
    if let (Some(least), Some(most)) = (args.min_pieces, args.max_pieces)
        && least > most
    {
        let message = format!("is more than --max-pieces {most}");
        return Err(Problem::error(argument(format!("--min-pieces {least}")), message).into());
    }
    let mut demands = Vec::new();
    demands.extend(args.min_pieces.map(Demand::MinPieces));
    demands.extend(args.max_pieces.map(Demand::MaxPieces));
    demands.extend(args.max_free_connectors.map(Demand::MaxFreeConnectors));
    demands.extend(args.min_loops.map(Demand::MinLoops));
    for text in &args.must_have {
        demands.push(must_have(text, kit)?);
    }
    if let [x, y, z] = args.max_size[..] {
        if ![x, y, z].iter().all(|metres| metres.is_finite() && *metres > 0.0) {
            let message = "must be three numbers of metres above 0";
            return Err(Problem::error(argument(format!("--max-size {x} {y} {z}")), message).into());
        }
        demands.push(Demand::MaxSize(DVec3::new(x, y, z)));
    }
    demands.extend(share("--min-connectivity", args.min_connectivity)?.map(Demand::MinConnectivity));
    demands.extend(share("--min-area", args.min_area)?.map(Demand::MinArea));
    Ok(demands)
}

fn must_have(text: &str, kit: &ValidKit) -> Result<Demand, Problems> {
    let flag = format!("--must-have {text}");
    let (name, count) = match text.rsplit_once('=') {
        None => (text, 1),
        Some((name, count)) => {
            let message = "must be a piece, or a piece and a number, as in Tower=2";
            (name, count.parse().map_err(|_| Problem::error(argument(&*flag), message))?)
        }
    };
    let ids = || kit.library().iter().map(|piece| &*piece.id);
    let Some(piece) = kit.named(name) else {
        let problem = Problem::error(argument(flag), format!("the kit has no piece \"{name}\""));
        return Err(match nearest(name, ids()) {
            Some(close) => problem.help(format!("did you mean \"{close}\"?")).into(),
            None => problem.help(format!("it has {}", ids().collect::<Vec<_>>().join(", "))).into(),
        });
    };
    Ok(Demand::MustHave { piece, count })
}
