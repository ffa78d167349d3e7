//! Reading no more than so many bytes.

use super::error::FileError;
use std::fs::File;
use std::io::{ErrorKind, Read as _};
use std::path::Path;

/// Reads a file that is one, unless it has more bytes than these.
pub(crate) fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, FileError> {
    let about = std::fs::metadata(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => FileError::Missing,
        _ => error.into(),
    })?;
    if !about.is_file() {
        return Err(FileError::NoFile);
    }
    if about.len() > most {
        return Err(FileError::TooLong(about.len()));
    }
    let mut bytes = Vec::with_capacity(about.len() as usize);
    // It may grow while it is read, and what a system shows as files may have no length.
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    let length = bytes.len() as u64;
    if length <= most { Ok(bytes) } else { Err(FileError::TooLong(length)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_may_have_just_as_many_bytes_as_it_may() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        std::fs::write(&path, "0123456789").unwrap();
        assert_eq!(read_file(&path, 10).unwrap(), b"0123456789");
        assert!(matches!(read_file(&path, 9), Err(FileError::TooLong(10))));
        assert!(matches!(read_file(folder.path(), 9), Err(FileError::NoFile)));
        assert!(matches!(read_file(&folder.path().join("b"), 9), Err(FileError::Missing)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_has_no_length_is_read_no_further_either() {
        assert!(matches!(read_file(Path::new("/proc/self/maps"), 100), Err(FileError::TooLong(101))));
        assert!(matches!(read_file(Path::new("/dev/zero"), 100), Err(FileError::NoFile)));
    }
}
