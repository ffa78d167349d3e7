//! The lines of a file, and what can be wrong with them.

use crate::files::problems::{cut_short, error, unreadable};
use ::csv::{ErrorKind, Position, Reader, ReaderBuilder, StringRecord};
use snapmesh::Problems;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// A reader behind the line of names, and the names.
pub(super) fn reader(path: &Path) -> Result<(Reader<File>, StringRecord), Problems> {
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    if !ends_with_its_line(&mut file).map_err(|error| unreadable(path, &error))? {
        return Err(cut_short(path, "ends in the middle of a line: a table ends with a line break"));
    }
    let mut reader = ReaderBuilder::new().from_reader(file);
    let names = reader.headers().map_err(|error| problem(path, &error))?.clone();
    Ok((reader, names))
}

/// Whether the last line is whole: a number that lost its last digits would be a number still.
fn ends_with_its_line(file: &mut File) -> std::io::Result<bool> {
    let mut last = [0];
    file.seek(SeekFrom::End(-1))?;
    file.read_exact(&mut last)?;
    file.rewind()?;
    Ok(last == *b"\n")
}

/// What is wrong with a line, and which.
pub(super) fn problem(path: &Path, wrong: &::csv::Error) -> Problems {
    let at = |position: &Option<Position>, problems: Problems| -> Problems {
        let line = position.as_ref().map_or(1, Position::line) as usize;
        problems.map(|problem| problem.at((line, 1)))
    };
    match wrong.kind() {
        ErrorKind::Io(error) => unreadable(path, error),
        ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let message = format!("has {len} values, but {expected_len} columns are named in the first line");
            at(pos, cut_short(path, message))
        }
        ErrorKind::Utf8 { pos, err } => {
            let message = format!("value {} is not text in UTF-8: is this a CSV file?", err.field() + 1);
            at(pos, error(path, message))
        }
        other => error(path, format!("cannot be read as CSV: {other:?}")),
    }
}
