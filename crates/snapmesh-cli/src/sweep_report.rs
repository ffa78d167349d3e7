//! `snapmesh report`: the space of all maps on one page.

use crate::args::ReportArgs;
use crate::report::{self, Exit, out, print_json};
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::{Generator, Problem};
use snapmesh_io::picture::{View, render};
use snapmesh_io::write::Outputs;
use snapmesh_io::{Changes, KIT_FILE, KitFolder};
use snapmesh_sweep::Shards;
use snapmesh_sweep::report::{Data, Pick, Series, Thumbnail, page, pick};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// The size of the pictures, in pixels.
const PICTURE: (u32, u32) = (640, 480);

pub(crate) fn run(args: &ReportArgs) -> Result<Exit, Vec<Problem>> {
    let path = args.output.clone().unwrap_or_else(|| args.sweep[0].with_extension("html"));
    if !path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("html")) {
        let message = "a report is a page: its name must end in .html";
        return Err(Problem::error(path.display().to_string(), message).into());
    }
    Outputs::check(&path)?;
    let sweep = Shards::open(&args.sweep)?;
    Outputs::check_all([path.as_path()], args.sweep.iter().cloned())?;
    report::warn(&sweep.check_rows()?, args.talk.quiet);
    let data = sweep.data()?;
    if data.rows == 0 {
        let message = "has columns but no rows: there is nothing in it to show";
        return Err(Problem::error(args.sweep[0].display().to_string(), message).into());
    }
    let kit = kit(args);
    let thumbnails = match &kit {
        Some(kit) => thumbnails(&sweep, &data, kit)?,
        None => {
            let message = "no pictures of maps: the table does not lie in the folder of its kit";
            report::warn(
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
        let folder = args.sweep[0].parent().filter(|parent| !parent.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        folder.join(KIT_FILE).is_file().then(|| folder.to_path_buf())
    };
    args.kit.clone().or_else(beside)
}

/// What to add to `snapmesh generate KIT` to get the map of a row.
fn command(data: &Data, changes: &Changes) -> String {
    let varies = |name: &str| data.column(name).is_some_and(Series::varies);
    let mut text = format!("--seed {}", changes.seed.unwrap_or_default());
    for set in &changes.set {
        if set.split_once('=').is_some_and(|(name, _)| varies(name)) {
            let _ = write!(text, " --set {set}");
        }
    }
    text
}

/// Grows the maps that are worth seeing again, and draws them.
fn thumbnails(sweep: &Shards, data: &Data, kit: &Path) -> Result<Vec<Thumbnail>, Vec<Problem>> {
    let mut thumbnails = Vec::new();
    for Pick { row, why } in pick(data) {
        let (changes, pieces) = sweep.changes(row)?;
        let folder = KitFolder::open(kit, &changes, STANDARD)?;
        let known = data.notes.iter().find(|(name, _)| name == "fingerprint").map(|(_, known)| known);
        if let Some(known) = known.filter(|known| **known != folder.fingerprint) {
            let message = format!(
                "is not the kit of the table: its fingerprint is {}, and the table's is {known}",
                folder.fingerprint
            );
            return Err(Problem::error(kit.display().to_string(), message).into());
        }
        let map = Generator::new(&folder.kit, &folder.settings)
            .map_err(|error| Problem::error(kit.display().to_string(), error.message))?
            .run();
        if pieces != Some(map.pieces.len() as i64) {
            let message = format!(
                "row {row} has {} pieces in the table, and the kit makes {}: it is another kit, or was changed since",
                pieces.unwrap_or(0),
                map.pieces.len()
            );
            return Err(Problem::error(kit.display().to_string(), message).into());
        }
        let view = View { width: PICTURE.0, height: PICTURE.1, ..View::default() };
        let png = render(&folder, &map, &view).to_png();
        thumbnails.push(Thumbnail { row, title: why, caption: command(data, &changes), png });
    }
    Ok(thumbnails)
}
