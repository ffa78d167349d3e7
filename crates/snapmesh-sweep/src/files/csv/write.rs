//! CSV out.

use super::lines::reader;
use crate::files::check::{WHOLE, check_alike, check_file};
use crate::files::problems::{error, unreadable};
use crate::table::{Cell, Column, Kind, Row};
use ::csv::{QuoteStyle, Terminator, Writer, WriterBuilder};
use snapmesh::Problems;
use snapmesh_io::outputs::unwritable;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes a whole table.
pub(in crate::files) fn write(
    path: &Path,
    out: impl Write,
    columns: &[Column],
    rows: &[Row],
) -> Result<(), Problems> {
    let mut writer = writer(out);
    let names = columns.iter().map(|column| &column.name);
    put(&mut writer, names, rows).map_err(|error| broken(path, error))
}

/// Copies what follows the names of each file, as it is.
pub(in crate::files) fn join(files: &[PathBuf], path: &Path, out: &mut dyn Write) -> Result<(), Problems> {
    let mut first: Option<(&Path, Vec<Column>)> = None;
    for file in files {
        check_file(file, &WHOLE)?;
        let (columns, mut lines) = behind_names(file)?;
        match &first {
            Some((first, wanted)) => check_alike((first, wanted), (file, &columns))?,
            None => {
                write(path, &mut *out, &columns, &[])?;
                first = Some((file, columns));
            }
        }
        std::io::copy(&mut lines, out).map_err(|error| unwritable(path, &error))?;
    }
    Ok(())
}

/// The columns of a file, and the file from its first row on. What the columns hold is not known without reading.
fn behind_names(path: &Path) -> Result<(Vec<Column>, File), Problems> {
    let (reader, names) = reader(path)?;
    let start = reader.position().byte();
    let mut file = reader.into_file();
    file.seek(SeekFrom::Start(start)).map_err(|error| unreadable(path, &error))?;
    Ok((names.iter().map(|name| Column { name: name.into(), kind: Kind::Text }).collect(), file))
}

/// Everything that bytes depend on is said here, not left to a default that may change.
fn writer<W: Write>(out: W) -> Writer<W> {
    WriterBuilder::new()
        .quote_style(QuoteStyle::Necessary)
        .double_quote(true)
        .terminator(Terminator::Any(b'\n'))
        .from_writer(out)
}

fn put<'a>(
    writer: &mut Writer<impl Write>,
    names: impl Iterator<Item = &'a String>,
    rows: &[Row],
) -> Result<(), ::csv::Error> {
    writer.write_record(names)?;
    let mut field = String::new();
    for row in rows {
        for cell in row {
            field.clear();
            show(cell, &mut field);
            writer.write_field(&field)?;
        }
        writer.write_record(None::<&[u8]>)?;
    }
    Ok(writer.flush()?)
}

fn show(cell: &Cell, field: &mut String) {
    let written = match cell {
        Cell::Empty => Ok(()),
        Cell::Real(value) if value.is_nan() => Ok(()),
        Cell::Integer(value) => write!(field, "{value}"),
        Cell::Real(value) => write!(field, "{value:?}"),
        Cell::Flag(value) => write!(field, "{value}"),
        Cell::Text(value) => field.write_str(value),
    };
    written.expect("a string takes everything");
}

fn broken(path: &Path, wrong: ::csv::Error) -> Problems {
    match wrong.into_kind() {
        ::csv::ErrorKind::Io(error) => unwritable(path, &error).into(),
        other => error(path, format!("cannot be written as CSV: {other:?}")),
    }
}
