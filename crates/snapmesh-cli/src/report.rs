//! `snapmesh report`: the space of all maps on one page.

use crate::args::ReportArgs;
use crate::kit::open_folder;
use crate::parse::threads;
use crate::shared_args::TrustArgs;
use crate::terminal::{self, Exit, out, print_json};
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::{Problem, Problems};
use snapmesh_io::export::check_picture;
use snapmesh_io::kit_file::{apply, check_settings, recipe};
use snapmesh_io::outputs::{Outputs, folder_of};
use snapmesh_io::picture::{View, render};
use snapmesh_io::{KIT_FILE, Override, Overrides};
use snapmesh_nav::{MapSource, WalkMemory};
use snapmesh_sweep::Shards;
use snapmesh_sweep::report::{Data, Pick, Series, Thumbnail, page, pick};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The size of the pictures, in pixels.
const PICTURE: (u32, u32) = (640, 480);

pub(crate) fn run(args: &ReportArgs) -> Result<Exit, Problems> {
    let path = args.output.clone().unwrap_or_else(|| args.sweep[0].with_extension("html"));
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        let message = "a report is a page: its name must end in .html";
        return Err(Problem::error(path.display().to_string(), message).into());
    }
    Outputs::check(&path)?;
    let sweep = Shards::open_within(&args.sweep, &args.trust.limits()?)?;
    let kit = kit(args);
    let folder = kit.as_deref().unwrap_or(folder_of(&args.sweep[0]));
    args.trust.check_outputs(&[&path], args.sweep.clone(), folder)?;
    terminal::warn(&sweep.check_rows()?, args.talk.quiet);
    let data = sweep.data()?;
    if data.rows == 0 {
        let message = "has columns but no rows: there is nothing in it to show";
        return Err(Problem::error(args.sweep[0].display().to_string(), message).into());
    }
    let thumbnails = match &kit {
        Some(kit) => threads(None)?.install(|| thumbnails(&sweep, &data, kit, &args.trust))?,
        None => {
            let message = "no pictures of maps: the table does not lie in the folder of its kit";
            terminal::warn(
                &[Problem::warning(args.sweep[0].display().to_string(), message)
                    .help("name the kit with --kit")],
                args.talk.quiet,
            );
            vec![]
        }
    };
    let mut outputs = Outputs::default();
    outputs.write(&path, page(&data, &thumbnails).as_bytes())?;
    outputs.finish()?;
    if args.talk.json {
        print_json(
            &json!({ "rows": data.rows, "pictures": thumbnails.len(), "output": path.display().to_string() }),
        );
    } else if !args.talk.quiet {
        out(&format!("{} rows, {} pictures\nwrote {}\n", data.rows, thumbnails.len(), path.display()));
    }
    Ok(Exit::Done)
}

/// The folder of the kit: the one named, or the one the table lies in.
fn kit(args: &ReportArgs) -> Option<PathBuf> {
    let beside = || {
        let folder = folder_of(&args.sweep[0]);
        folder.join(KIT_FILE).is_file().then(|| folder.to_path_buf())
    };
    args.kit.clone().or_else(beside)
}

/// What to add to `snapmesh generate KIT` to get the map of a row.
fn command(data: &Data, overrides: &Overrides) -> String {
    let mut text = format!("--seed {}", overrides.seed.unwrap_or_default());
    let varies = |set: &&Override| data.column(&set.path()).is_some_and(Series::varies);
    for set in overrides.set.iter().filter(varies) {
        let _ = write!(text, " --set {}", shell(&format!("{}={}", set.path(), set.value.written())));
    }
    text
}

/// Whether a setting is about which pieces there are.
fn is_content(set: &Override) -> bool {
    set.section == "kit"
}

/// A value as a shell takes it.
fn shell(value: &str) -> String {
    if value.contains([' ', '"', '*', '#']) { format!("'{value}'") } else { value.into() }
}

/// Grows the maps that are worth seeing again, and draws them. The kit is read once for all of them.
fn thumbnails(
    sweep: &Shards,
    data: &Data,
    kit: &Path,
    trust: &TrustArgs,
) -> Result<Vec<Thumbnail>, Problems> {
    let wrong = |message: String| Problem::error(kit.display().to_string(), message);
    let picks = pick(data);
    let Some(first) = picks.first() else { return Ok(vec![]) };
    // All rows have the same pieces; what else they are set to is put on top, row by row.
    let (mut shared, _) = sweep.overrides(first.row)?;
    shared.set.retain(is_content);
    let open = open_folder(kit, &shared, trust)?;
    let known = data.notes.iter().find(|(name, _)| name == "fingerprint").map(|(_, known)| known);
    if let Some(known) = known.filter(|known| !open.kit.is_known_as(known)) {
        let ours = open.kit.fingerprint();
        let message =
            format!("is not the kit of the table: its fingerprint is {ours}, and the table's is {known}");
        return Err(wrong(message).into());
    }
    // The rows say what goes beyond the paper; what the kit says of it today does not count.
    let mut base = open.settings.clone();
    (base.growth, base.rules, base.pieces) = Default::default();
    let mut thumbnails = Vec::new();
    for Pick { row, why } in picks {
        let (mut overrides, uses) = sweep.overrides(row)?;
        overrides.set.retain(|set| !is_content(set));
        let settings = apply(base.clone(), &overrides.set, STANDARD)?;
        check_settings(&settings, open.kit.limits(), open.kit.shown())?;
        let recipe = recipe(&open.kit, settings)?;
        let map = recipe.grow(overrides.seed.unwrap_or_default());
        let facts = MapSource { recipe: &recipe, terrain: None, memory: &WalkMemory::default() }.facts(&map);
        let made = |id: &str| recipe.kit().named(id).map_or(0, |piece| facts.copies[piece.index()] as i64);
        if let Some((piece, told)) = uses.iter().find(|(id, told)| made(id) != *told) {
            return Err(wrong(format!(
                "row {row} has {told} of {piece} in the table, and the kit makes {}: it is another kit, or was changed since",
                made(piece)
            ))
            .into());
        }
        let view = View { width: PICTURE.0, height: PICTURE.1, ..View::default() };
        check_picture(&open.kit, &map, &view)?;
        let png = render(&open.kit, &map, &view).to_png();
        thumbnails.push(Thumbnail { row, title: why, caption: command(data, &overrides), png });
    }
    Ok(thumbnails)
}
