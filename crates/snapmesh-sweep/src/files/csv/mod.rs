//! Tables as text: a line of names, and a line for every row.
//!
//! An empty cell is an empty field, and so is an empty text. A number has the fewest digits that read back as the
//! same bits, and a point or an exponent where it is not a whole number, so that readers can tell the two apart.

mod guess;
mod read;
mod write;

pub(super) use read::{Source, open, read};
pub(super) use write::{join, write};

use super::{cut_short, error, unreadable};
use ::csv::{ErrorKind, Position, Reader, ReaderBuilder, StringRecord};
use snapmesh::Problem;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// A reader behind the line of names, and the names.
fn reader(path: &Path) -> Result<(Reader<File>, StringRecord), Vec<Problem>> {
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
fn problem(path: &Path, wrong: &::csv::Error) -> Vec<Problem> {
    let at = |position: &Option<Position>, problems: Vec<Problem>| -> Vec<Problem> {
        let line = position.as_ref().map_or(1, Position::line) as usize;
        problems.into_iter().map(|problem| problem.at((line, 1))).collect()
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
