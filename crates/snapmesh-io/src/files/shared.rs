//! Files that pieces share, such as a texture, each read once; and what all files of a kit cost together.

use super::error::FileError;
use super::source::Files;
use snapmesh::Limits;
use snapmesh::limits::{Exceeded, within};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// What a file holds, or why it cannot be read.
type Content = Result<Arc<[u8]>, Arc<FileError>>;

/// The files of a kit while it is read.
pub(crate) struct SharedFiles<'f> {
    files: &'f dyn Files,
    /// By where they really are: a file has as many names as there are detours to it.
    known: RefCell<BTreeMap<PathBuf, Content>>,
    /// Bytes that were read so far.
    read: Cell<u64>,
    corners: Cell<u64>,
}

const MEGABYTE: u64 = 1 << 20;

impl<'f> SharedFiles<'f> {
    pub(crate) fn new(files: &'f dyn Files) -> Self {
        Self { files, known: RefCell::default(), read: Cell::new(0), corners: Cell::new(0) }
    }

    pub(crate) fn limits(&self) -> &'f Limits {
        self.files.limits()
    }

    /// A file that is read by one piece alone.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>, FileError> {
        let left = self.limits().kit_mb.saturating_mul(MEGABYTE).saturating_sub(self.read.get());
        let bytes = self.files.read(name, left).map_err(|error| match error {
            FileError::TooLong(bytes) => self.spend(bytes).err().map_or(error, Into::into),
            error => error,
        })?;
        self.spend(bytes.len() as u64)?;
        Ok(bytes)
    }

    /// Counts bytes that are kept, wherever they come from.
    pub(crate) fn spend(&self, bytes: u64) -> Result<(), Exceeded> {
        self.read.set(self.read.get().saturating_add(bytes));
        within("kit_mb", self.read.get().div_ceil(MEGABYTE), self.limits().kit_mb)
    }

    /// Counts corners of meshes before they are read.
    pub(crate) fn spend_corners(&self, corners: u64) -> Result<(), Exceeded> {
        self.corners.set(self.corners.get().saturating_add(corners));
        within("corners", self.corners.get(), self.limits().corners)
    }

    /// A file that others may have read before.
    pub(crate) fn shared(&self, name: &str) -> Content {
        let place = self.files.locate(name).map_err(Arc::new)?;
        if let Some(content) = self.known.borrow().get(&place) {
            return content.clone();
        }
        let content = self.read(name).map(Into::into).map_err(Arc::new);
        self.known.borrow_mut().insert(place, content.clone());
        content
    }
}

#[cfg(test)]
mod tests {
    use super::super::Memory;
    use super::*;

    #[test]
    fn what_pieces_share_is_read_once_by_whatever_name() {
        let memory = Memory::new("kit", [("yes", b"12".to_vec())]);
        let shared = SharedFiles::new(&memory);
        for name in ["yes", "./yes", "a/../yes"] {
            assert_eq!(&*shared.shared(name).unwrap(), b"12");
        }
        assert_eq!(shared.read.get(), 2);
        assert!(matches!(*shared.shared("no").unwrap_err(), FileError::Missing));
        shared.read("yes").unwrap();
        assert_eq!(shared.read.get(), 4, "a piece itself is read by one alone");
    }

    #[test]
    fn all_files_together_have_a_limit() {
        let half = vec![0; MEGABYTE as usize / 2];
        let memory = Memory::new("kit", [("a", half.clone()), ("b", half), ("c", vec![0])])
            .with_limits(Limits { kit_mb: 1, ..Limits::DEFAULT });
        let shared = SharedFiles::new(&memory);
        assert!(shared.read("a").is_ok() && shared.shared("b").is_ok() && shared.shared("b").is_ok());
        let told = shared.read("c").unwrap_err();
        assert!(told.to_string().starts_with("too much: 2 megabytes of all files"), "{told}");
        assert_eq!(told.help().unwrap(), "if you trust it, allow more with --limit kit_mb=2");
    }
}
