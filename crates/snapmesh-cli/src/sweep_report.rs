//! `snapmesh report`: the space of all maps on one page.

use crate::args::ReportArgs;
use crate::report::{self, Exit, out, print_json};
use serde_json::json;
use snapmesh::selection::STANDARD;
use snapmesh::{Generator, Problem};
use snapmesh_io::picture::{View, render};
use snapmesh_io::write::Outputs;
use snapmesh_io::{Changes, KIT_FILE, KitFolder};
use snapmesh_sweep::report::{Data, Pick, Series, Thumbnail, page, pick};
use snapmesh_sweep::{Cell, Table, Values};
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
    let tables = args.sweep.iter().map(|path| Table::open(path)).collect::<Result<Vec<_>, _>>()?;
    let sweep = Sweep { files: &args.sweep, tables };
    Outputs::check_all([path.as_path()], args.sweep.iter().cloned())?;
    sweep.check_rows(args.talk.quiet)?;
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

/// One table, or the shards of one.
struct Sweep<'a> {
    files: &'a [PathBuf],
    tables: Vec<Table>,
}

impl Sweep<'_> {
    fn data(&self) -> Result<Data, Vec<Problem>> {
        let first = &self.tables[0];
        let names: Vec<&str> = first.columns().iter().map(|column| &*column.name).collect();
        for needed in ["seed", "pieces"] {
            first.column(needed)?;
        }
        let mut columns: Vec<Series> = Vec::new();
        for (file, table) in self.files.iter().zip(&self.tables) {
            let theirs = table.columns().iter().map(|column| &*column.name);
            if !theirs.eq(names.iter().copied()) {
                let message = format!("has other columns than {}", self.files[0].display());
                return Err(Problem::error(file.display().to_string(), message).into());
            }
            // Column by column, so that no more than one is held twice.
            for (index, name) in names.iter().enumerate() {
                let values = table.read(&[name])?.remove(0);
                match columns.get_mut(index) {
                    None => columns.push(series(name, values)),
                    Some(known) => append(known, values),
                }
            }
        }
        let title = first.notes().iter().find(|(name, _)| name == "kit").map_or_else(
            || self.files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            |(_, kit)| kit.clone(),
        );
        let rows = self.tables.iter().map(Table::rows).sum();
        Ok(Data { title, notes: first.notes().to_vec(), rows, columns })
    }

    /// Shards of one sweep have rows of their own, and together all there are.
    fn check_rows(&self, quiet: bool) -> Result<(), Vec<Problem>> {
        let mut spans = Vec::new();
        for (file, table) in self.files.iter().zip(&self.tables).filter(|(_, table)| table.rows() > 0) {
            table.column("index")?;
            let Values::Numbers(rows) = table.read(&["index"])?.remove(0) else { continue };
            let rows = || rows.iter().flatten().copied();
            spans.push((rows().fold(f64::INFINITY, f64::min), rows().fold(0.0, f64::max), file));
        }
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in spans.windows(2) {
            let ((_, last, first), (next, _, file)) = (pair[0], pair[1]);
            if next <= last {
                let message =
                    format!("has rows that are in {} as well: it is no other shard", first.display());
                return Err(Problem::error(file.display().to_string(), message).into());
            }
            if next > last + 1.0 {
                let message =
                    format!("starts at row {next}, and the shard before ends at row {last}: one is missing");
                report::warn(&[Problem::warning(file.display().to_string(), message)], quiet);
            }
        }
        Ok(())
    }

    /// A row, counted over all tables, as changes on top of a kit.
    fn changes(&self, mut row: usize) -> Result<(Changes, Option<i64>), Vec<Problem>> {
        let mut table = &self.tables[0];
        for next in &self.tables {
            table = next;
            if row < next.rows() {
                break;
            }
            row -= next.rows();
        }
        let cells = table.row(row)?;
        let mut changes = Changes::default();
        let mut pieces = None;
        for (column, cell) in table.columns().iter().zip(cells) {
            match (&*column.name, cell) {
                ("seed", Cell::Integer(seed)) => changes.seed = Some(seed),
                ("pieces", Cell::Integer(count)) => pieces = Some(count),
                // A name is no choice, and a CSV does not know whether it is one.
                ("kit.name", _) => {}
                (name, cell) if name.contains('.') && !name.starts_with("use.") => {
                    changes.set.extend(set(name, &cell));
                }
                _ => {}
            }
        }
        Ok((changes, pieces))
    }
}

/// A setting as `--set` takes it.
fn set(name: &str, cell: &Cell) -> Option<String> {
    match cell {
        Cell::Empty => None,
        Cell::Integer(n) => Some(format!("{name}={n}")),
        Cell::Real(x) => Some(format!("{name}={x:?}")),
        Cell::Flag(flag) => Some(format!("{name}={flag}")),
        // Lists and tables are written as TOML has them; a word could be taken for a number.
        Cell::Text(text) if text.starts_with(['[', '{']) => Some(format!("{name}={text}")),
        Cell::Text(text) => Some(format!("{name}={}", serde_json::Value::from(&**text))),
    }
}

fn series(name: &str, values: Values) -> Series {
    match values {
        Values::Numbers(values) => Series::numbers(name, values),
        Values::Words { picks, words } => Series::words(name, words, picks),
    }
}

/// Puts the values of another shard behind those of the first.
fn append(series: &mut Series, values: Values) {
    use snapmesh_sweep::report::Values as Known;
    match (&mut series.values, values) {
        (Known::Numbers(known), Values::Numbers(more)) => known.extend(more),
        (Known::Words { names, values }, Values::Words { picks, words }) => {
            let number: Vec<u32> = words
                .into_iter()
                .map(|word| {
                    let at = names.iter().position(|name| *name == word).unwrap_or_else(|| {
                        names.push(word);
                        names.len() - 1
                    });
                    at as u32
                })
                .collect();
            values.extend(picks.into_iter().map(|pick| pick.map(|pick| number[pick as usize])));
        }
        // A column that is empty in one shard of a CSV says nothing about its kind.
        (Known::Numbers(known), Values::Words { picks, .. }) => known.extend(picks.iter().map(|_| None)),
        (Known::Words { values, .. }, Values::Numbers(more)) => values.extend(more.iter().map(|_| None)),
    }
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
fn thumbnails(sweep: &Sweep<'_>, data: &Data, kit: &Path) -> Result<Vec<Thumbnail>, Vec<Problem>> {
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
