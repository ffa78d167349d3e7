//! What no table may be.

use super::problems::{cut_short, error, too_much, unreadable};
use crate::table::{Cell, Column, Kind, Row};
use snapmesh::limits::{Limits, within};
use snapmesh::{Problem, Problems};
use std::path::Path;

/// The most columns of a table: a sweep has some dozens, and one for each piece.
pub(super) const COLUMNS: usize = 20_000;

/// What is put together is not held in memory, so it may be of any size.
pub(super) const WHOLE: Limits = {
    let mut limits = Limits::DEFAULT;
    (limits.table_mb, limits.table_rows) = (u64::MAX, u64::MAX);
    limits
};

/// Refuses rows that do not fit their columns, which no format could give back.
pub(super) fn check(path: &Path, columns: &[Column], rows: &[Row]) -> Result<(), Problems> {
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

/// Refuses a table without columns, with too many, or with two of one name.
pub(super) fn check_names(path: &Path, columns: &[Column]) -> Result<(), Problems> {
    if columns.is_empty() {
        return Err(error(path, "has no columns"));
    }
    check_width(path, columns.len())?;
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(twice) => Err(error(path, format!("has two columns named `{}`", twice[0]))),
        None => Ok(()),
    }
}

/// Refuses more columns than any sweep has.
pub(super) fn check_width(path: &Path, columns: usize) -> Result<(), Problems> {
    if columns <= COLUMNS {
        return Ok(());
    }
    Err(error(path, format!("has {columns} columns, and may have {COLUMNS}: is it a table of a sweep?")))
}

/// Refuses to put together what does not have the same columns.
pub(super) fn check_alike(
    (first, wanted): (&Path, &[Column]),
    (path, found): (&Path, &[Column]),
) -> Result<(), Problems> {
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

/// Refuses what cannot be a table: no file, a folder, a device, nothing in it, or too much.
pub(super) fn check_file(path: &Path, limits: &Limits) -> Result<(), Problems> {
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
    within("table_mb", found.len().div_ceil(1 << 20), limits.table_mb)
        .map_err(|exceeded| too_much(path, exceeded))
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
