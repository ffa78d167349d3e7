//! Tables as files, Parquet or CSV.
//!
//! A sweep is written in chunks, each a complete file that appears whole or not at all: what was killed goes on
//! after the last chunk. At the end, and across machines, [`join`] puts chunks together without decoding them.
//! The same rows in the same chunks are the same bytes. [`Table`] reads any of these files.

mod guard;
mod format;
mod problems;
mod check;
mod values;
mod csv;
#[cfg(feature = "parquet")]
mod parquet;
mod table;

pub use format::{Format, Notes};
pub use guard::is_guarded;
pub use table::Table;
pub use values::Values;

use crate::table::{Column, Row};
use check::check;
use snapmesh::{Problem, Problems};
use snapmesh_io::outputs::Outputs;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Writes rows as a complete file, which appears whole or not at all.
///
/// The same columns, rows and notes give the same bytes.
#[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "a CSV has no room for notes"))]
pub fn write_chunk(
    path: &Path,
    format: Format,
    columns: &[Column],
    rows: &[Row],
    notes: &Notes,
) -> Result<(), Problems> {
    check(path, columns, rows)?;
    whole(path, |out| match format {
        Format::Csv => csv::write(path, out, columns, rows),
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::write(path, out, columns, rows, notes),
    })
}

/// Puts complete files together in the order given, into one that appears whole or not at all.
///
/// Nothing is decoded and nothing gathers in memory but the places of the columns. The files may be chunks or
/// themselves joined; a file without rows adds none. Notes are those given here, not those of the files.
#[cfg_attr(not(feature = "parquet"), expect(unused_variables, reason = "a CSV has no room for notes"))]
pub fn join(files: &[PathBuf], out: &Path, format: Format, notes: &Notes) -> Result<(), Problems> {
    if files.is_empty() {
        return Err(
            Problem::error(out.display().to_string(), "no files were given to be put together").into()
        );
    }
    whole(out, |file| match format {
        Format::Csv => csv::join(files, out, file),
        #[cfg(feature = "parquet")]
        Format::Parquet => parquet::join(files, out, file, notes),
    })
}

/// Fills a file that appears whole, or not at all where filling it fails.
fn whole(
    path: &Path,
    fill: impl FnOnce(&mut (dyn Write + Send)) -> Result<(), Problems>,
) -> Result<(), Problems> {
    let mut outputs = Outputs::default();
    let mut draft = outputs.open(path)?;
    fill(&mut draft)?;
    outputs.keep(draft)?;
    outputs.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{Cell, Kind};

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
