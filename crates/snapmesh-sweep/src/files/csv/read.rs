//! CSV in.

use super::guess::{Guess, value};
use super::lines::reader;
use crate::files::problems::{error, too_much};
use crate::files::values::{Found, Gather, Head};
use crate::table::{Column, Row};
use ::csv::{Position, StringRecord};
use snapmesh::Problems;
use snapmesh::limits::{Limits, within};
use std::path::Path;

/// Rows between two places that are remembered: a row is found by reading at most so many.
const STRIDE: usize = 1000;

/// Where the rows are.
#[derive(Debug)]
pub(in crate::files) struct Source {
    marks: Vec<Position>,
}

/// Reads all of the file once, to know what the columns hold and where the rows are.
pub(in crate::files) fn open(path: &Path, limits: &Limits) -> Result<(Head, Source), Problems> {
    let (mut reader, names) = reader(path)?;
    let mut guesses = vec![Guess::default(); names.len()];
    let (mut marks, mut rows) = (Vec::new(), 0);
    let mut record = StringRecord::new();
    let mut start = reader.position().clone();
    while reader.next(path, &mut record)? {
        within("table_rows", rows as u64 + 1, limits.table_rows)
            .map_err(|exceeded| too_much(path, exceeded))?;
        if rows % STRIDE == 0 {
            marks.push(start);
        }
        rows += 1;
        guesses.iter_mut().zip(&record).for_each(|(guess, field)| guess.see(field));
        start = reader.position().clone();
    }
    let kinds = guesses.into_iter().map(Guess::kind);
    let columns = names.iter().zip(kinds).map(|(name, kind)| Column { name: name.into(), kind }).collect();
    Ok((Head { columns, rows, notes: Vec::new() }, Source { marks }))
}

/// Reads the wanted columns in one go.
pub(in crate::files) fn read(
    path: &Path,
    head: &Head,
    wanted: &[usize],
    gathered: &mut [Gather],
) -> Result<(), Problems> {
    let (mut reader, _) = reader(path)?;
    let mut record = StringRecord::new();
    for _ in 0..head.rows {
        if !reader.next(path, &mut record)? {
            return Err(changed(path));
        }
        for (&at, column) in wanted.iter().zip(&mut *gathered) {
            column.push(found(path, head, &record, at)?);
        }
    }
    Ok(())
}

impl Source {
    /// Reads one row.
    pub(in crate::files) fn row(&self, path: &Path, head: &Head, index: usize) -> Result<Row, Problems> {
        let (mut reader, _) = reader(path)?;
        let mark = self.marks[index / STRIDE].clone();
        reader.seek(path, mark)?;
        let mut record = StringRecord::new();
        for _ in 0..=index % STRIDE {
            if !reader.next(path, &mut record)? {
                return Err(changed(path));
            }
        }
        (0..head.columns.len()).map(|at| Ok(found(path, head, &record, at)?.cell())).collect()
    }
}

fn found<'a>(path: &Path, head: &Head, record: &'a StringRecord, at: usize) -> Result<Found<'a>, Problems> {
    let value = record.get(at).and_then(|field| value(head.columns[at].kind, field));
    value.ok_or_else(|| changed(path))
}

/// What was true when the file was opened no longer is.
fn changed(path: &Path) -> Problems {
    error(path, "was changed while it was read")
}
