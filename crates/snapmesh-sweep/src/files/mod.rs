//! Tables as files, Parquet or CSV.
//!
//! A sweep is written in chunks, each a complete file that appears whole or not at all: what was killed goes on
//! after the last chunk. At the end, and across machines, [`join`] puts chunks together without decoding them.
//! The same rows in the same chunks are the same bytes. [`Table`] reads any of these files.

mod csv;
mod parquet;
mod table;

pub use table::{Table, Values};

use crate::table::{Cell, Column, Kind, Row};
use snapmesh::Problem;
use snapmesh::problem::nearest;
use snapmesh_io::write::Outputs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Words about a table as a whole, by name. Parquet keeps them; CSV has no place for them.
pub type Notes = [(String, String)];

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Text, for people and spreadsheets.
    Csv,
    /// Columns, small and typed, for everything else.
    Parquet,
}

impl Format {
    /// Every format, by its ending.
    pub const ALL: &[(&'static str, Self)] = &[("csv", Self::Csv), ("parquet", Self::Parquet)];

    /// The format of a file, by its ending.
    pub fn of(path: &Path) -> Result<Self, Vec<Problem>> {
        let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if let Some((_, format)) = Self::ALL.iter().find(|(known, _)| *known == ending) {
            return Ok(*format);
        }
        let what = if ending.is_empty() { "has no ending".into() } else { format!("is no table: .{ending}") };
        let known: Vec<String> = Self::ALL.iter().map(|(known, _)| format!(".{known}")).collect();
        let message = format!("{what}; the ending picks the format, out of {}", known.join(", "));
        let problem = Problem::error(path.display().to_string(), message);
        Err(match nearest(&ending, Self::ALL.iter().map(|(known, _)| *known)) {
            Some(close) => problem.help(format!("did you mean .{close}?")).into(),
            None => problem.into(),
        })
    }
}

/// Writes rows as a complete file, which appears whole or not at all.
///
/// The same columns, rows and notes give the same bytes.
pub fn write_chunk(
    path: &Path,
    format: Format,
    columns: &[Column],
    rows: &[Row],
    notes: &Notes,
) -> Result<(), Vec<Problem>> {
    check(path, columns, rows)?;
    whole(path, |out| match format {
        Format::Csv => csv::write(path, out, columns, rows),
        Format::Parquet => parquet::write(path, out, columns, rows, notes),
    })
}

/// Puts complete files together in the order given, into one that appears whole or not at all.
///
/// Nothing is decoded and nothing gathers in memory but the places of the columns. The files may be chunks or
/// themselves joined; a file without rows adds none. Notes are those given here, not those of the files.
pub fn join(files: &[PathBuf], out: &Path, format: Format, notes: &Notes) -> Result<(), Vec<Problem>> {
    if files.is_empty() {
        return Err(
            Problem::error(out.display().to_string(), "no files were given to be put together").into()
        );
    }
    whole(out, |file| match format {
        Format::Csv => csv::join(files, out, file),
        Format::Parquet => parquet::join(files, out, file, notes),
    })
}

/// Fills a file that appears whole, or not at all where filling it fails.
fn whole(
    path: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Vec<Problem>>,
) -> Result<(), Vec<Problem>> {
    let mut file = Outputs::open(path)?;
    fill(&mut file)?;
    let mut outputs = Outputs::default();
    outputs.keep(file, path);
    outputs.finish()
}

/// Refuses rows that do not fit their columns, which no format could give back.
fn check(path: &Path, columns: &[Column], rows: &[Row]) -> Result<(), Vec<Problem>> {
    check_names(path, columns)?;
    for (index, row) in rows.iter().enumerate() {
        if row.len() != columns.len() {
            let message = format!("row {index} has {} cells for {} columns", row.len(), columns.len());
            return Err(error(path, message));
        }
        for (cell, column) in row.iter().zip(columns) {
            if kind_of(cell).is_some_and(|kind| kind != column.kind) {
                let (name, wanted) = (&column.name, words_for(column.kind));
                let message =
                    format!("row {index}: {cell:?} is in the column `{name}`, which holds {wanted}");
                return Err(error(path, message));
            }
        }
    }
    Ok(())
}

/// Refuses a table without columns, or with two of one name.
fn check_names(path: &Path, columns: &[Column]) -> Result<(), Vec<Problem>> {
    if columns.is_empty() {
        return Err(error(path, "has no columns"));
    }
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(error(path, format!("has two columns named `{}`", twice[0]))),
        None => Ok(()),
    }
}

/// Refuses to put together what does not have the same columns.
fn check_alike(
    (first, wanted): (&Path, &[Column]),
    (path, found): (&Path, &[Column]),
) -> Result<(), Vec<Problem>> {
    let shown = |column: Option<&Column>| match column {
        Some(column) => format!("`{}` ({})", column.name, words_for(column.kind)),
        None => "missing".into(),
    };
    let parts = (0..wanted.len().max(found.len())).find(|&at| wanted.get(at) != found.get(at));
    let Some(at) = parts else { return Ok(()) };
    let (there, here) = (shown(wanted.get(at)), shown(found.get(at)));
    let message = format!("column {} is {here}, but in {} it is {there}", at + 1, first.display());
    let help = "put together only parts of one sweep, made by one version of snapmesh";
    Err(Problem::error(path.display().to_string(), message).help(help).into())
}

/// Refuses what cannot be a table: no file, a folder, a device, or nothing in it.
fn check_file(path: &Path) -> Result<(), Vec<Problem>> {
    let found = std::fs::metadata(path).map_err(|error| unreadable(path, &error))?;
    if found.is_dir() {
        return Err(error(path, "is a folder; name a file in it"));
    }
    if !found.is_file() {
        return Err(error(path, "is a pipe or a device, not a file"));
    }
    if found.len() == 0 {
        return Err(cut_short(path, "is empty: not even columns are named"));
    }
    Ok(())
}

fn kind_of(cell: &Cell) -> Option<Kind> {
    match cell {
        Cell::Empty => None,
        Cell::Integer(_) => Some(Kind::Integer),
        Cell::Real(_) => Some(Kind::Real),
        Cell::Flag(_) => Some(Kind::Flag),
        Cell::Text(_) => Some(Kind::Text),
    }
}

fn words_for(kind: Kind) -> &'static str {
    match kind {
        Kind::Integer => "whole numbers",
        Kind::Real => "numbers",
        Kind::Flag => "true or false",
        Kind::Text => "text",
    }
}

fn error(path: &Path, message: impl Into<String>) -> Vec<Problem> {
    Problem::error(path.display().to_string(), message).into()
}

fn cut_short(path: &Path, message: impl Into<String>) -> Vec<Problem> {
    let help = "the file may have been cut short: copy it again, or run the sweep again";
    Problem::error(path.display().to_string(), message).help(help).into()
}

fn unreadable(path: &Path, error: &std::io::Error) -> Vec<Problem> {
    Problem::error(path.display().to_string(), format!("cannot be read: {}", error.kind())).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_picks_the_format_in_any_case() {
        assert_eq!(Format::of(Path::new("a/rows.Parquet")), Ok(Format::Parquet));
        assert_eq!(Format::of(Path::new("rows.CSV")), Ok(Format::Csv));
        let problem = &Format::of(Path::new("rows.parqet")).unwrap_err()[0];
        assert!(problem.message.contains(".csv, .parquet"), "{problem}");
        assert_eq!(problem.help.as_deref(), Some("did you mean .parquet?"));
        assert!(Format::of(Path::new("rows")).unwrap_err()[0].message.starts_with("has no ending"));
    }

    #[test]
    fn rows_that_do_not_fit_their_columns_are_refused_and_nothing_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let column = |name: &str| Column { name: name.into(), kind: Kind::Integer };
        let refused = |columns: &[Column], row: Row| {
            let path = folder.path().join("rows.csv");
            let problems = write_chunk(&path, Format::Csv, columns, &[row], &[]).unwrap_err();
            assert!(!path.exists());
            problems[0].message.clone()
        };
        let short = refused(&[column("a"), column("b")], vec![Cell::Integer(1)]);
        assert_eq!(short, "row 0 has 1 cells for 2 columns");
        let odd = refused(&[column("a")], vec![Cell::Flag(true)]);
        assert_eq!(odd, "row 0: Flag(true) is in the column `a`, which holds whole numbers");
        let twice = refused(&[column("a"), column("a")], vec![Cell::Empty, Cell::Empty]);
        assert_eq!(twice, "has two columns named `a`");
    }
}
