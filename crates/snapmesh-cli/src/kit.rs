//! Kits, as the verbs open them: from a folder, with what was typed on top.

use crate::parse::argument;
use crate::shared_args::{MapArgs, OverrideArgs, TrustArgs};
use snapmesh::selection::STANDARD;
use snapmesh::{Location, Map, Problem, Problems};
use snapmesh_io::map_file::misfits;
use snapmesh_io::outputs::folder_of;
use snapmesh_io::{KIT_FILE, KeyPath, MapFile, OpenKit, Override, Overrides};
use std::path::{Path, PathBuf};

/// Opens a kit with what was typed on top of its settings. What is wrong with either is told together.
pub(crate) fn open(folder: &Path, args: &OverrideArgs, trust: &TrustArgs) -> Result<OpenKit, Problems> {
    let (set, mut problems) = parse_all("--set", &args.set, Override::parse);
    let (unset, more) = parse_all("--unset", &args.unset, KeyPath::parse);
    problems.extend(more);
    let overrides = Overrides { preset: args.preset.clone(), seed: args.seed, set, unset };
    match (open_folder(folder, &overrides, trust), problems.is_empty()) {
        (Ok(open), true) => Ok(open),
        (Ok(_), false) => Err(problems),
        (Err(more), _) => {
            problems.extend(more);
            Err(problems)
        }
    }
}

/// Opens the kit in a folder.
pub(crate) fn open_folder(
    folder: &Path,
    overrides: &Overrides,
    trust: &TrustArgs,
) -> Result<OpenKit, Problems> {
    check_folder(folder)?;
    OpenKit::open(&trust.folder(folder)?, overrides, STANDARD)
}

/// Refuses a folder that is no kit, where that can be said better than by reading it.
pub(crate) fn check_folder(folder: &Path) -> Result<(), Problem> {
    no_kit(folder).map_or(Ok(()), Err)
}

/// Settings that were typed with `--set`.
pub(crate) fn set(texts: &[String]) -> Result<Vec<Override>, Problems> {
    let (set, problems) = parse_all("--set", texts, Override::parse);
    problems.into_result().map(|()| set)
}

/// What was typed behind a flag, as far as it makes sense.
fn parse_all<T>(
    flag: &str,
    texts: &[String],
    parse: fn(&str, Location) -> Result<T, Problem>,
) -> (Vec<T>, Problems) {
    let mut problems = Problems::NONE;
    let parsed = texts.iter().map(|text| parse(text, argument(format!("{flag} {text}"))));
    let parsed = parsed.filter_map(|parsed| parsed.map_err(|problem| problems.push(problem)).ok()).collect();
    (parsed, problems)
}

/// Why a folder is no kit, where that can be said better than by reading it.
fn no_kit(folder: &Path) -> Option<Problem> {
    if let Err(problem) = check_models(folder) {
        return Some(problem);
    }
    let missing = !folder.join(KIT_FILE).exists();
    missing.then(|| {
        let help = "`snapmesh new DIR` makes a kit that works at once; `snapmesh mark DIR --write` makes one of a folder of models";
        Problem::error(folder.display().to_string(), format!("has no {KIT_FILE}, so it is not a kit")).help(help)
    })
}

/// Refuses what is no folder at all.
pub(crate) fn check_models(folder: &Path) -> Result<(), Problem> {
    let shown = folder.display().to_string();
    if folder.is_file() {
        let help = "name the folder that holds your models or kit.toml, not a file in it";
        return Err(Problem::error(shown, "is a file, not the folder of a kit").help(help));
    }
    if !folder.exists() {
        let help = "name the folder that holds your models or kit.toml";
        return Err(Problem::error(shown, "there is no such folder").help(help));
    }
    Ok(())
}

/// The files that a kit was read from.
pub(crate) fn inputs(folder: &Path, open: &OpenKit) -> Vec<PathBuf> {
    open.kit.inputs().iter().map(|name| folder.join(name)).collect()
}

/// A map file with its kit, under the settings of the map.
pub(crate) struct OpenMap {
    pub(crate) file: MapFile,
    pub(crate) open: OpenKit,
    pub(crate) map: Map,
    /// Every file that was read.
    pub(crate) inputs: Vec<PathBuf>,
    /// The folder of the kit.
    pub(crate) folder: PathBuf,
    /// What is said of a kit that has changed since.
    pub(crate) odd: Problems,
}

/// What does not fit any more that is told one by one.
const TOLD: usize = 12;

/// Opens a map with its kit: the one named, or the folder the map lies in. Of one that has changed since, all is told that the
/// map shows.
pub(crate) fn open_map(args: &MapArgs) -> Result<OpenMap, Problems> {
    let mut opened = open_map_of(&args.map, args.kit.as_deref(), &args.trust, args.accept_kit)?;
    if !opened.odd.is_empty() {
        let shown = args.map.display().to_string();
        let told = misfits(&opened.map, &opened.open.kit, &opened.open.settings);
        let more = told.len().saturating_sub(TOLD);
        let last = match more {
            0 if told.is_empty() => Some("all that is joined still meets, and nothing overlaps".into()),
            0 => None,
            more => Some(format!("and {more} more things that no longer fit")),
        };
        let lines = told.into_iter().take(TOLD).chain(last);
        opened.odd.extend(lines.map(|line| Problem::warning(&*shown, line)));
    }
    Ok(opened)
}

/// The same by its parts, and of what has changed no more is told than that it has.
pub(crate) fn open_map_of(
    path: &Path,
    kit: Option<&Path>,
    trust: &TrustArgs,
    accept_kit: bool,
) -> Result<OpenMap, Problems> {
    let shown = path.display().to_string();
    let file = MapFile::read(path, &trust.limits()?)?;
    let folder = match kit {
        Some(kit) => kit.into(),
        None => beside(path)?,
    };
    if !folder.join(KIT_FILE).is_file() {
        let message = format!("has no {KIT_FILE}, so it is not a kit");
        let problem = Problem::error(folder.display().to_string(), message);
        return Err(problem.help("name the folder of the kit the map was made with").into());
    }
    let settings = file.settings(&shown, STANDARD)?;
    let open = OpenKit::with_settings(&trust.folder(&folder)?, settings).map_err(|problems| {
        let help = "the map lists the files it was made of; is this its kit?";
        problems.map(|problem| if problem.help.is_none() { problem.help(help) } else { problem })
    })?;
    let (map, odd) = if accept_kit {
        file.map_of_changed(&shown, &open.kit, &open.settings)?
    } else {
        let known = open.kit.is_known_as(&file.kit.fingerprint);
        let help = "name the kit it was made with, generate the map again, or go on with --accept-kit, which says what differs";
        let map = file.map(&shown, &open.kit);
        let advise = |problems: Problems| problems.map(|it| if known { it } else { it.help(help) });
        (map.map_err(advise)?, Problems::NONE)
    };
    let mut inputs = inputs(&folder, &open);
    inputs.push(path.into());
    Ok(OpenMap { file, open, map, inputs, folder, odd })
}

fn beside(map: &Path) -> Result<PathBuf, Problem> {
    let folder = folder_of(map);
    if folder.join(KIT_FILE).is_file() {
        return Ok(folder.into());
    }
    let message = "does not lie in the folder of its kit";
    Err(Problem::error(map.display().to_string(), message).help("name the kit with --kit"))
}
