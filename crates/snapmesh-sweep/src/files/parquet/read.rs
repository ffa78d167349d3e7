//! Parquet in.

use super::claims::check_pages;
use super::footer::{guarded, reader};
use super::schema::columns_of;
use crate::files::values::{Found, Gather, Head};
use crate::table::{Cell, Row};
use ::parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use ::parquet::data_type::DataType;
use ::parquet::errors::ParquetError;
use ::parquet::file::reader::FileReader as _;
use ::parquet::file::serialized_reader::SerializedFileReader;
use snapmesh::Problems;
use snapmesh::limits::Limits;
use std::fmt;
use std::fs::File;
use std::ops::Range;
use std::path::Path;

/// An open file, and the rows of each of its groups.
pub(in crate::files) struct Source {
    reader: SerializedFileReader<File>,
    file: File,
    limits: Box<Limits>,
    groups: Vec<Range<usize>>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("groups", &self.groups.len()).finish_non_exhaustive()
    }
}

/// Rows that are decoded at a time.
const BATCH: usize = 1 << 16;

/// Reads the footer alone.
pub(in crate::files) fn open(path: &Path, limits: &Limits) -> Result<(Head, Source), Problems> {
    let (file, reader) = reader(path, limits)?;
    let about = reader.metadata().file_metadata();
    let columns = guarded(path, || Ok(columns_of(path, about.schema_descr())))??;
    let notes = about.key_value_metadata().into_iter().flatten();
    let notes = notes.map(|note| (note.key.clone(), note.value.clone().unwrap_or_default())).collect();
    let mut rows = 0;
    // None is below nothing, and all together are within the limits: the footer was looked at.
    let groups = reader.metadata().row_groups().iter().map(|group| {
        let start = rows;
        rows += usize::try_from(group.num_rows()).unwrap_or_default();
        start..rows
    });
    let groups = groups.collect();
    Ok((Head { columns, rows, notes }, Source { reader, file, limits: Box::new(*limits), groups }))
}

impl Source {
    /// Reads the wanted columns, one after the other.
    pub(in crate::files) fn read(
        &self,
        path: &Path,
        wanted: &[usize],
        gathered: &mut [Gather],
    ) -> Result<(), Problems> {
        for (&at, column) in wanted.iter().zip(gathered) {
            for (group, rows) in self.groups.iter().enumerate() {
                guarded(path, || self.column(group, at, 0..rows.len(), |found| column.push(found)))?;
            }
        }
        Ok(())
    }

    /// Reads one row: a value of every column.
    pub(in crate::files) fn row(&self, path: &Path, index: usize) -> Result<Row, Problems> {
        let group = self.groups.partition_point(|rows| rows.end <= index);
        let at = index - self.groups[group].start;
        let columns = self.reader.metadata().file_metadata().schema_descr().num_columns();
        let cells = (0..columns).map(|column| {
            let mut cell = Cell::Empty;
            guarded(path, || self.column(group, column, at..at + 1, |found| cell = found.cell()))?;
            Ok(cell)
        });
        cells.collect()
    }

    /// Hands out the values of some rows of a column of a group.
    fn column(
        &self,
        group: usize,
        column: usize,
        rows: Range<usize>,
        each: impl FnMut(Found<'_>),
    ) -> Result<(), ParquetError> {
        use ColumnReader as R;
        let about = self.reader.metadata().row_group(group);
        check_pages(&self.file, about.column(column), self.groups[group].len(), &self.limits)?;
        match self.reader.get_row_group(group)?.get_column_reader(column)? {
            R::Int32ColumnReader(reader) => decode(reader, rows, |&v| Ok(Found::Integer(v.into())), each),
            R::Int64ColumnReader(reader) => decode(reader, rows, |&v| Ok(Found::Integer(v)), each),
            R::FloatColumnReader(reader) => decode(reader, rows, |&v| Ok(Found::Real(v.into())), each),
            R::DoubleColumnReader(reader) => decode(reader, rows, |&v| Ok(Found::Real(v)), each),
            R::BoolColumnReader(reader) => decode(reader, rows, |&v| Ok(Found::Flag(v)), each),
            R::ByteArrayColumnReader(reader) => {
                decode(reader, rows, |text| text.as_utf8().map(Found::Text), each)
            }
            _ => Err(ParquetError::General("a kind of column that is refused on opening".into())),
        }
    }
}

/// Reads some rows of a column. Values that are there stand close together; a level for each row, 1 or 0, says
/// whether its value is. A column that cannot have empty cells has no levels.
fn decode<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: Range<usize>,
    found: for<'a> fn(&'a T::T) -> Result<Found<'a>, ParquetError>,
    mut each: impl FnMut(Found<'_>),
) -> Result<(), ParquetError> {
    let short = || ParquetError::EOF(format!("row {} is missing", rows.end));
    let (mut levels, mut values, mut read) = (Vec::new(), Vec::new(), 0);
    // The rows before are read as well: `skip_records` panics on more broken pages than this does.
    while read < rows.end {
        levels.clear();
        values.clear();
        let (more, ..) =
            reader.read_records((rows.end - read).min(BATCH), Some(&mut levels), None, &mut values)?;
        if more == 0 {
            return Err(short());
        }
        let mut values = values.iter();
        for row in 0..more {
            let there = levels.is_empty() || levels.get(row).is_some_and(|level| *level > 0);
            let value = if there { Some(values.next().ok_or_else(short)?) } else { None };
            if read + row >= rows.start {
                each(value.map_or(Ok(Found::Empty), found)?);
            }
        }
        read += more;
    }
    Ok(())
}
