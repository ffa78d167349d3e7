//! `snapmesh validate`: how well a map can be walked.

use crate::args::ValidateArgs;
use crate::generate::size;
use crate::kit::{self, OpenMap, open_map};
use crate::navigation::{self, refusal};
use crate::parse::{argument, seconds, share, threads};
use crate::terminal::{self, Exit, out, print_json};
use snapmesh::selection::STANDARD;
use snapmesh::settings::{Navigation, Settings};
use snapmesh::{Problem, Problems};
use snapmesh_io::Override;
use snapmesh_io::kit_file::{apply, check_settings};
use snapmesh_nav::{BakeError, Budget, Metrics};

pub(crate) fn run(args: &ValidateArgs) -> Result<Exit, Problems> {
    threads(None)?.install(|| work(args))
}

fn work(args: &ValidateArgs) -> Result<Exit, Problems> {
    let time = seconds("--time", args.time)?;
    let demands = demands(args)?;
    let OpenMap { file, mut open, map, odd, .. } = open_map(&args.source)?;
    terminal::warn(&odd, args.talk.quiet);
    open.settings = change_agent(args, open.settings)?;
    check_settings(&open.settings, open.kit.limits(), open.kit.shown())?;
    let memory = args.memory.map_or(navigation::walk_memory(&open), |megabytes| u64::from(megabytes) << 20);
    let budget = Budget { memory, time, ..Budget::default() };
    let terrain = navigation::terrain(&open);
    let validation = match navigation::walk_on(&open, terrain.as_ref(), &map, &budget) {
        Ok(validation) => validation,
        Err(error @ BakeError::CellsTooSmall { .. }) => return Err(refusal(&open, &error).into()),
        Err(error) => {
            // A budget is a demand like any other.
            terminal::failure(&[refusal(&open, &error)], args.talk.json, args.talk.quiet);
            return Ok(Exit::Findings);
        }
    };
    let reasons = match &terrain {
        Ok(terrain) if !args.talk.quiet || args.talk.json => {
            navigation::reasons(terrain, &map, &validation, &budget)
        }
        _ => vec![],
    };
    if args.talk.json {
        print_json(&navigation::explained(&open, &map, &validation, &reasons));
    } else if !args.talk.quiet {
        let pieces = size(&map, None);
        out(&format!("{}: {pieces} of {}\n", args.source.map.display(), file.kit.name));
        out(&agent(&open.settings.navigation));
        out(&navigation::summary(&open.settings.navigation, &validation));
        out(&navigation::regions(&open, &map, &validation, &reasons));
    }
    let missed: Vec<Problem> =
        demands.iter().filter_map(|demand| demand.missed(&validation.metrics)).collect();
    terminal::tell(&missed);
    Ok(if missed.is_empty() { Exit::Done } else { Exit::Findings })
}

fn agent(settings: &Navigation) -> String {
    let Navigation { agent_radius, agent_height, max_slope, max_climb, .. } = settings;
    format!(
        "agent: radius {agent_radius} m, height {agent_height} m, steps of {max_climb} m, slopes of {max_slope} degrees; \
         cells of {:.3} m\n",
        settings.cell_size()
    )
}

/// The least that a metric must be.
struct Demand {
    flag: &'static str,
    name: &'static str,
    least: f64,
    metric: fn(&Metrics) -> f64,
}

impl Demand {
    fn missed(&self, metrics: &Metrics) -> Option<Problem> {
        let (value, least) = ((self.metric)(metrics), self.least);
        let message = || format!("{} is {value:.3}, and at least {least} was asked for", self.name);
        (value < least).then(|| Problem::error(argument(self.flag), message()))
    }
}

fn demands(args: &ValidateArgs) -> Result<Vec<Demand>, Problems> {
    let mut demands = Vec::new();
    let (flag, name) = ("--min-connectivity", "connectivity");
    let metric = |metrics: &Metrics| metrics.connectivity;
    demands.extend(share(flag, args.min_connectivity)?.map(|least| Demand { flag, name, least, metric }));
    let (flag, name) = ("--min-area", "the largest region");
    let metric = |metrics: &Metrics| metrics.largest_region;
    demands.extend(share(flag, args.min_area)?.map(|least| Demand { flag, name, least, metric }));
    Ok(demands)
}

/// Puts `--points`, `--seed` and `--set` on top of the settings of the map.
fn change_agent(args: &ValidateArgs, mut settings: Settings) -> Result<Settings, Problems> {
    if let Some(other) = args.set.iter().find(|set| !set.trim_start().starts_with("navigation.")) {
        let message = "cannot be changed: the map is there, and only who walks on it can be another";
        let help = "name a key of [navigation], as in --set navigation.agent_radius=0.3";
        return Err(Problem::error(argument(format!("--set {other}")), message).help(help).into());
    }
    follow_agent(&mut settings.navigation);
    let mut set = kit::set(&args.set)?;
    set.extend(
        args.points.map(|points| typed("--points", "points", i64::try_from(points).unwrap_or(i64::MAX))),
    );
    set.extend(args.seed.map(|seed| typed("--seed", "seed", seed)));
    apply(settings, &set, STANDARD)
}

/// A key of `[navigation]` that has a flag of its own.
fn typed(flag: &str, key: &str, value: i64) -> Override {
    let origin = argument(format!("{flag} {value}"));
    Override { origin, ..Override::new("navigation", key, value) }
}

/// A map file says how large its cells were. Where that is what follows from its agent, another agent has cells of its
/// own.
fn follow_agent(settings: &mut Navigation) {
    let follows = Navigation { cell_size: None, cell_height: None, ..settings.clone() };
    if settings.cell_height() == follows.cell_height() && settings.cell_size() == follows.cell_size() {
        *settings = follows;
    } else if settings.cell_height() == settings.cell_size() / 4.0 {
        settings.cell_height = None;
    }
}
