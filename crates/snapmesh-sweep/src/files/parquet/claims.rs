//! What a file says about itself, held against what it is: no more is taken from it than it can hold. The crate that reads
//! it takes memory first and looks later, and memory that is not there ends the process.

use super::thrift::{Field, STRUCT, Thrift, broken};
use crate::files::check::COLUMNS;
use ::parquet::basic::Compression;
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::ColumnChunkMetaData;
use snapmesh::limits::{Exceeded, Limits, within};
use std::fs::File;
use std::io::{BufReader, Read, Seek as _, SeekFrom};

type Result<T> = std::result::Result<T, ParquetError>;

/// Why a file is not read.
pub(super) enum Refused {
    /// It is broken.
    Broken(ParquetError),
    /// It takes more than it may.
    TooMuch(Exceeded),
}

impl From<ParquetError> for Refused {
    fn from(error: ParquetError) -> Self {
        Self::Broken(error)
    }
}

impl From<Exceeded> for Refused {
    fn from(exceeded: Exceeded) -> Self {
        Self::TooMuch(exceeded)
    }
}

/// Bytes of the length and the mark behind a footer, and of the mark at the beginning.
const TAIL: u64 = 8;
const HEAD: u64 = 4;
/// Memory for what is known of a column of a group, about.
const COLUMN_BYTES: u64 = 512;
/// Elements of lists in a footer: so many at least, and more for every column of a group.
const ELEMENTS: u64 = 100_000;
const COLUMN_ELEMENTS: u64 = 16;
/// Snappy makes 64 bytes of 3 at most, and a few at the beginning.
const SNAPPY: i64 = 22;

/// Words of a dictionary beyond one for each row, which other programs leave in it.
const SPARE_WORDS: i64 = 1_000_000;

/// The bytes that a table may take.
fn megabytes(limits: &Limits) -> u64 {
    limits.table_mb.saturating_mul(1 << 20)
}

/// Checks a footer: a flat table, of as many columns in every group as are named, all within the limits.
pub(super) fn check_footer(file: &mut File, limits: &Limits) -> std::result::Result<(), Refused> {
    let length = file.metadata().map_err(|_| broken())?.len();
    let mut size = [0; 4];
    let tail = length.checked_sub(TAIL).ok_or_else(broken)?;
    file.seek(SeekFrom::Start(tail)).and_then(|_| file.read_exact(&mut size)).map_err(|_| broken())?;
    let size = u64::from(u32::from_le_bytes(size));
    let start = tail.checked_sub(size).filter(|start| *start >= HEAD).ok_or_else(broken)?;
    file.seek(SeekFrom::Start(start)).map_err(|_| broken())?;
    // As many as the memory for columns of groups would allow; how many there are is known at the end.
    let most = megabytes(limits) / COLUMN_BYTES;
    let elements = ELEMENTS.saturating_add(most.saturating_mul(COLUMN_ELEMENTS));
    let mut footer = Thrift::new(BufReader::new(file), size, elements);
    let (mut named, mut rows, mut found) = (0, 0_u64, 0_u64);
    let read = footer.fields(|footer, field| match field.id {
        2 => {
            named = schema(footer, field)?;
            Ok(())
        }
        4 => {
            for _ in 0..footer.list(field, STRUCT)? {
                let (columns, more) = group(footer)?;
                found = found.saturating_add(columns);
                rows = rows.saturating_add(more);
                if columns != named || found > most || rows > limits.table_rows {
                    return Err(broken());
                }
            }
            Ok(())
        }
        _ => footer.skip(field),
    });
    within("table_rows", rows, limits.table_rows)?;
    within("table_mb", found.saturating_mul(COLUMN_BYTES).div_ceil(1 << 20), limits.table_mb)?;
    Ok(read?)
}

/// How many columns a schema names. Columns within columns would not be read anyway, and can be nested without end.
fn schema(footer: &mut Thrift<impl Read>, field: Field) -> Result<u64> {
    let count = footer.list(field, STRUCT)?;
    let named = count.checked_sub(1).filter(|named| *named <= COLUMNS as u64).ok_or_else(broken)?;
    for element in 0..count {
        let mut children = 0;
        footer.fields(|footer, field| match field.id {
            5 => {
                children = footer.integer(field)?;
                Ok(())
            }
            _ => footer.skip(field),
        })?;
        if children != if element == 0 { named as i64 } else { 0 } {
            return Err(ParquetError::General("it has columns within columns, or not those it names".into()));
        }
    }
    Ok(named)
}

/// How many columns and rows a group has.
fn group(footer: &mut Thrift<impl Read>) -> Result<(u64, u64)> {
    let (mut columns, mut rows) = (0, 0);
    footer.fields(|footer, field| match field.id {
        1 => {
            let count = footer.list(field, STRUCT)?;
            columns += count;
            (0..count).try_for_each(|_| footer.fields(Thrift::skip))
        }
        3 => {
            rows = u64::try_from(footer.integer(field)?).map_err(|_| broken())?;
            Ok(())
        }
        _ => footer.skip(field),
    })?;
    Ok((columns, rows))
}

/// Checks that a column of a group lies within the file, and hands out where.
pub(super) fn place(column: &ColumnChunkMetaData, file: &File) -> Result<(u64, u64)> {
    let start = column.dictionary_page_offset().unwrap_or(column.data_page_offset());
    let (start, length) = (u64::try_from(start), u64::try_from(column.compressed_size()));
    let (start, length) = (start.map_err(|_| broken())?, length.map_err(|_| broken())?);
    let end = start.checked_add(length).and_then(|end| end.checked_add(TAIL)).ok_or_else(broken)?;
    let whole = file.metadata().map_err(|_| broken())?.len();
    if start >= HEAD && end <= whole { Ok((start, length)) } else { Err(broken()) }
}

/// What a page says about itself.
#[derive(Default)]
struct Page {
    unpacked: i64,
    packed: i64,
    /// The most of any number of values, rows or empty cells.
    values: i64,
    words: i64,
    /// The encoding, if it is one that is not read.
    other: Option<i64>,
}

/// Checks every page of a column of a group with so many rows.
pub(super) fn check_pages(
    file: &File,
    column: &ColumnChunkMetaData,
    rows: usize,
    limits: &Limits,
) -> Result<()> {
    let (start, mut left) = place(column, file)?;
    let mut input = BufReader::new(file.try_clone().map_err(|_| broken())?);
    input.seek(SeekFrom::Start(start)).map_err(|_| broken())?;
    let most = i64::try_from(megabytes(limits)).unwrap_or(i64::MAX);
    let words = (rows as i64).saturating_add(SPARE_WORDS);
    let mut unpacked = 0_i64;
    while left > 0 {
        let mut head = Thrift::new(input, left, ELEMENTS);
        let page = page(&mut head)?;
        left = head.left.checked_sub(u64::try_from(page.packed).map_err(|_| broken())?).ok_or_else(broken)?;
        input = head.into_inner();
        input.seek_relative(page.packed).map_err(|_| broken())?;
        if let Some(encoding) = page.other {
            let message =
                format!("pages of encoding {encoding} are not read: write them plain or by a dictionary");
            return Err(ParquetError::General(message));
        }
        let packs = column.compression() == Compression::SNAPPY;
        let may = if packs { page.packed.saturating_mul(SNAPPY).saturating_add(64) } else { page.packed };
        unpacked = unpacked.saturating_add(page.unpacked);
        let sound = (0..=may).contains(&page.unpacked)
            && (0..=rows as i64).contains(&page.values)
            && (0..=page.unpacked.min(words)).contains(&page.words);
        if !sound || unpacked > most {
            return Err(broken());
        }
    }
    Ok(())
}

/// Reads the head of a page. What is said twice counts as the larger.
fn page(head: &mut Thrift<impl Read>) -> Result<Page> {
    let mut page = Page::default();
    head.fields(|head, field| {
        match field.id {
            2 => page.unpacked = head.integer(field)?,
            3 => page.packed = head.integer(field)?,
            // A page of values, of the first or the second kind.
            5 | 8 => {
                let (encoding, counts) = if field.id == 5 { (2, 1..=1) } else { (4, 1..=3) };
                head.fields(|head, field| match field.id {
                    id if id == encoding => encoded(&mut page, head.integer(field)?),
                    id if counts.contains(&id) => {
                        let count = head.integer(field)?;
                        // A count below nothing is broken, too.
                        page.values = if count < 0 { i64::MAX } else { page.values.max(count) };
                        Ok(())
                    }
                    _ => head.skip(field),
                })?;
            }
            // A dictionary.
            7 => head.fields(|head, field| match field.id {
                1 => {
                    page.words = head.integer(field)?;
                    Ok(())
                }
                2 => encoded(&mut page, head.integer(field)?),
                _ => head.skip(field),
            })?,
            _ => head.skip(field)?,
        }
        Ok(())
    })?;
    Ok(page)
}

/// Takes note of an encoding whose pages say for themselves how many values they have, which the reader would believe.
fn encoded(page: &mut Page, encoding: i64) -> Result<()> {
    if (5..=7).contains(&encoding) {
        page.other = Some(encoding);
    }
    Ok(())
}
