//! `snapmesh validate`: how well a map can be walked.

use crate::args::ValidateArgs;
use crate::explain::open_kit;
use crate::report::{self, Exit, out, plural, print_json};
use crate::typed::{seconds, share};
use crate::walk::{self, refusal};
use snapmesh::Problem;
use snapmesh::selection::STANDARD;
use snapmesh::settings::Navigation;
use snapmesh_io::kit_file::change;
use snapmesh_io::{KitFolder, MapFile};
use snapmesh_nav::{BakeError, Budget, Metrics};

pub(crate) fn run(args: &ValidateArgs) -> Result<Exit, Vec<Problem>> {
    let budget = Budget {
        memory: args.memory as usize * 1024 * 1024,
        time: seconds("--time", args.time)?,
        ..Budget::default()
    };
    let demands = demands(args)?;
    let file = MapFile::read(&args.source.map)?;
    let mut folder = open_kit(&file, &args.source)?;
    let map = file.map(&args.source.map, &folder)?;
    change_agent(args, &mut folder)?;
    let validation = match walk::walk(&folder, &map, &budget) {
        Ok(validation) => validation,
        Err(error @ BakeError::CellsTooSmall { .. }) => return Err(refusal(&folder, &error).into()),
        Err(error) => {
            // A budget is a demand like any other.
            report::failure(&[refusal(&folder, &error)], args.talk.json, args.talk.quiet);
            return Ok(Exit::Findings);
        }
    };
    if args.talk.json {
        print_json(&walk::as_json(&folder, &map, &validation));
    } else if !args.talk.quiet {
        let pieces = plural(map.pieces.len(), "piece", "pieces");
        out(&format!("{}: {pieces} of {}\n", args.source.map.display(), file.kit.name));
        out(&agent(&folder.settings.navigation));
        out(&walk::summary(&folder.settings.navigation, &validation));
        out(&walk::regions(&folder, &map, &validation));
    }
    let missed: Vec<Problem> =
        demands.iter().filter_map(|demand| demand.missed(&validation.metrics)).collect();
    report::tell(&missed);
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
        (value < least).then(|| Problem::error(self.flag, message()))
    }
}

fn demands(args: &ValidateArgs) -> Result<Vec<Demand>, Vec<Problem>> {
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
fn change_agent(args: &ValidateArgs, folder: &mut KitFolder) -> Result<(), Vec<Problem>> {
    if let Some(other) = args.set.iter().find(|set| !set.trim_start().starts_with("navigation.")) {
        let message = "cannot be changed: the map is there, and only who walks on it can be another";
        let help = "name a key of [navigation], as in --set navigation.agent_radius=0.3";
        return Err(Problem::error(format!("--set {other}"), message).help(help).into());
    }
    follow_agent(&mut folder.settings.navigation);
    let mut set = args.set.clone();
    set.extend(args.points.map(|points| format!("navigation.points={points}")));
    set.extend(args.seed.map(|seed| format!("navigation.seed={seed}")));
    folder.settings = change(folder.settings.clone(), &set, STANDARD)?;
    Ok(())
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
