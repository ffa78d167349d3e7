//! The lines of a file, and what can be wrong with them.

use crate::files::check::check_width;
use crate::files::problems::{cut_short, error, unreadable};
use ::csv::{ErrorKind as CsvError, Position, Reader, ReaderBuilder, StringRecord};
use snapmesh::Problems;
use std::cell::Cell;
use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::path::Path;
use std::rc::Rc;

/// The longest line, in bytes. A quote that is never closed makes one line of all the rest.
const LINE: u64 = 4 << 20;

/// A file whose lines are no longer than they may be.
#[derive(Debug)]
pub(super) struct Lines {
    file: File,
    /// What may still be read before a line must have ended.
    left: Rc<Cell<u64>>,
}

impl Read for Lines {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        let read = self.file.read(bytes)?;
        let left = self.left.get().checked_sub(read as u64);
        self.left
            .set(left.ok_or_else(|| std::io::Error::new(ErrorKind::FileTooLarge, "a line is too long"))?);
        Ok(read)
    }
}

impl Seek for Lines {
    fn seek(&mut self, place: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(place)
    }
}

/// The rows of a file, one by one.
pub(super) struct Rows {
    reader: Reader<Lines>,
    left: Rc<Cell<u64>>,
}

impl Rows {
    /// The next row, if there is one.
    pub(super) fn next(&mut self, path: &Path, row: &mut StringRecord) -> Result<bool, Problems> {
        self.left.set(LINE);
        self.reader.read_record(row).map_err(|error| problem(path, &error))
    }

    /// Where the next row begins.
    pub(super) fn position(&self) -> &Position {
        self.reader.position()
    }

    /// Goes to where a row begins.
    pub(super) fn seek(&mut self, path: &Path, place: Position) -> Result<(), Problems> {
        self.reader.seek(place).map_err(|error| problem(path, &error))
    }

    /// The file itself.
    pub(super) fn into_file(self) -> File {
        self.reader.into_inner().file
    }
}

/// The rows behind the line of names, and the names.
pub(super) fn reader(path: &Path) -> Result<(Rows, StringRecord), Problems> {
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    if !ends_with_its_line(&mut file).map_err(|error| unreadable(path, &error))? {
        return Err(cut_short(path, "ends in the middle of a line: a table ends with a line break"));
    }
    let left = Rc::new(Cell::new(LINE));
    let mut reader = ReaderBuilder::new().from_reader(Lines { file, left: Rc::clone(&left) });
    let names = reader.headers().map_err(|error| problem(path, &error))?.clone();
    check_width(path, names.len())?;
    Ok((Rows { reader, left }, names))
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
        CsvError::Io(wrong) if wrong.kind() == ErrorKind::FileTooLarge => {
            let message = format!("has a line of more than {} megabytes: is a quote not closed?", LINE >> 20);
            error(path, message)
        }
        CsvError::Io(error) => unreadable(path, error),
        CsvError::UnequalLengths { pos, expected_len, len } => {
            let message = format!("has {len} values, but {expected_len} columns are named in the first line");
            at(pos, cut_short(path, message))
        }
        CsvError::Utf8 { pos, err } => {
            let message = format!("value {} is not text in UTF-8: is this a CSV file?", err.field() + 1);
            at(pos, error(path, message))
        }
        other => error(path, format!("cannot be read as CSV: {other:?}")),
    }
}
