//! Parquet out.

use super::claims::place;
use super::footer::{guarded, reader};
use super::schema::{columns_of, schema_of};
use crate::files::check::{WHOLE, check_alike, check_file};
use crate::files::format::Notes;
use crate::files::problems::error;
use crate::table::{Cell, Column, Kind, Row};
use ::parquet::basic::Compression;
use ::parquet::column::writer::ColumnCloseResult;
use ::parquet::data_type::{BoolType, ByteArrayType, DataType, DoubleType, Int64Type};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::{KeyValue, RowGroupMetaData};
use ::parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr, WriterVersion};
use ::parquet::file::reader::FileReader as _;
use ::parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use snapmesh::Problems;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Says who wrote the file in the form that other readers know, and nothing of the machine.
const CREATED_BY: &str = concat!("snapmesh version ", env!("CARGO_PKG_VERSION"));

/// Everything that bytes depend on is said here, not left to a default that may change.
fn properties(notes: &Notes) -> WriterPropertiesPtr {
    let notes = notes.iter().map(|(key, value)| KeyValue::new(key.clone(), value.clone()));
    let properties = WriterProperties::builder()
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(CREATED_BY.into())
        .set_key_value_metadata(Some(notes.collect()))
        // Zstandard would be an eighth smaller, but it is C, and Snappy is what DuckDB and Arrow write too.
        .set_compression(Compression::SNAPPY)
        .set_dictionary_enabled(true)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        // A chunk is a page or two: an index of its pages would only make the footer longer.
        .set_offset_index_disabled(true);
    Arc::new(properties.build())
}

/// Writes a whole table, its rows as one group.
pub(in crate::files) fn write(
    path: &Path,
    out: impl Write + Send,
    columns: &[Column],
    rows: &[Row],
    notes: &Notes,
) -> Result<(), Problems> {
    let put = || -> Result<(), ParquetError> {
        let mut writer = SerializedFileWriter::new(out, schema_of(columns)?, properties(notes))?;
        if !rows.is_empty() {
            put_group(&mut writer, columns, rows)?;
        }
        writer.close().map(drop)
    };
    put().map_err(|error| unwritten(path, &error))
}

fn put_group(
    writer: &mut SerializedFileWriter<impl Write + Send>,
    columns: &[Column],
    rows: &[Row],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (at, column) in columns.iter().enumerate() {
        let Some(writer) = group.next_column()? else { break };
        let cells = rows.iter().map(|row| &row[at]);
        match column.kind {
            Kind::Integer => put_column::<Int64Type>(writer, cells, |cell| match cell {
                Cell::Integer(value) => Some(*value),
                _ => None,
            }),
            Kind::Real => put_column::<DoubleType>(writer, cells, |cell| match cell {
                Cell::Real(value) if !value.is_nan() => Some(*value),
                _ => None,
            }),
            Kind::Flag => put_column::<BoolType>(writer, cells, |cell| match cell {
                Cell::Flag(value) => Some(*value),
                _ => None,
            }),
            Kind::Text => put_column::<ByteArrayType>(writer, cells, |cell| match cell {
                Cell::Text(value) => Some(value.as_str().into()),
                _ => None,
            }),
        }?;
    }
    group.close().map(drop)
}

fn put_column<'a, T: DataType>(
    mut writer: SerializedColumnWriter<'_>,
    cells: impl Iterator<Item = &'a Cell>,
    value: impl Fn(&Cell) -> Option<T::T>,
) -> Result<(), ParquetError> {
    let (mut values, mut present) = (Vec::new(), Vec::new());
    for cell in cells {
        let value = value(cell);
        present.push(i16::from(value.is_some()));
        values.extend(value);
    }
    writer.typed::<T>().write_batch(&values, Some(&present), None)?;
    writer.close()
}

/// Copies the columns of each file as they are, group by group.
pub(in crate::files) fn join(
    files: &[PathBuf],
    path: &Path,
    out: impl Write + Send,
    notes: &Notes,
) -> Result<(), Problems> {
    let first = &files[0];
    check_file(first, &WHOLE)?;
    let (_, like) = reader(first, &WHOLE)?;
    let schema = like.metadata().file_metadata().schema_descr_ptr();
    let wanted = guarded(first, || Ok(columns_of(first, &schema)))??;
    let mut writer = SerializedFileWriter::new(out, schema.root_schema_ptr(), properties(notes))
        .map_err(|error| unwritten(path, &error))?;
    for file in files {
        check_file(file, &WHOLE)?;
        let (source, reader) = reader(file, &WHOLE)?;
        let found = reader.metadata().file_metadata().schema_descr();
        let found = guarded(file, || Ok(columns_of(file, found)))??;
        check_alike((first, &wanted), (file, &found))?;
        for group in reader.metadata().row_groups() {
            guarded(file, || copy_group(&mut writer, &source, group))?;
        }
    }
    writer.close().map(drop).map_err(|error| unwritten(path, &error))
}

fn copy_group(
    writer: &mut SerializedFileWriter<impl Write + Send>,
    source: &File,
    group: &RowGroupMetaData,
) -> Result<(), ParquetError> {
    let mut copied = writer.next_row_group()?;
    for column in group.columns() {
        place(column, source)?;
        let close = ColumnCloseResult {
            bytes_written: column.compressed_size() as u64,
            rows_written: group.num_rows() as u64,
            metadata: column.clone(),
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        copied.append_column(source, close)?;
    }
    copied.close().map(drop)
}

fn unwritten(path: &Path, wrong: &ParquetError) -> Problems {
    error(path, format!("cannot be written: {wrong}"))
}
