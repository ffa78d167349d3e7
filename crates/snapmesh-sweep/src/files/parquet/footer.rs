//! A file with its footer, which says where everything is.

use super::claims::{Refused, check_footer};
use super::thrift::broken;
use crate::files::guard;
use crate::files::problems::{cut_short, error, too_much, unreadable};
use ::parquet::errors::ParquetError;
use ::parquet::file::serialized_reader::SerializedFileReader;
use snapmesh::Problems;
use snapmesh::limits::Limits;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::Path;

/// The four bytes that a Parquet file begins and ends with.
const MAGIC: [u8; 4] = *b"PAR1";

/// The file with its footer read: every column of every group of rows has its place.
pub(super) fn reader(path: &Path, limits: &Limits) -> Result<(File, SerializedFileReader<File>), Problems> {
    let mut file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let (begin, end) = ends(&mut file).map_err(|error| unreadable(path, &error))?;
    if begin != MAGIC {
        return Err(error(path, "is not a Parquet file: it does not begin with `PAR1`"));
    }
    if end != MAGIC {
        return Err(cut_short(path, "is not whole: a Parquet file ends with `PAR1`"));
    }
    check_footer(&mut file, limits).map_err(|refused| match refused {
        Refused::Broken(error) => problem(path, &error),
        Refused::TooMuch(exceeded) => too_much(path, exceeded),
    })?;
    let kept = file.try_clone().map_err(|error| unreadable(path, &error))?;
    let reader = guarded(path, || SerializedFileReader::new(file))?;
    Ok((kept, reader))
}

/// Reading that panics is a file that is broken: the crate asserts some of what it should check, such as offsets.
pub(super) fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, Problems> {
    guard::guarded(read).unwrap_or_else(|| Err(broken())).map_err(|error| problem(path, &error))
}

/// The first and the last bytes; the last are none where they would be the first.
fn ends(file: &mut File) -> std::io::Result<([u8; 4], [u8; 4])> {
    let (mut begin, mut end) = ([0; 4], [0; 4]);
    let length = file.metadata()?.len();
    file.take(4).read_exact(&mut begin[..length.min(4) as usize])?;
    if length >= 8 {
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut end)?;
    }
    Ok((begin, end))
}

/// What is wrong with it.
pub(super) fn problem(path: &Path, wrong: &ParquetError) -> Problems {
    cut_short(path, format!("cannot be read as Parquet: {wrong}"))
}
