//! Files that are asked for once: until they are said to have changed, what was found stays found, even if its folder goes.

use snapmesh::Limits;
use snapmesh_io::kit_file::KIT_FILE;
use snapmesh_io::{FileError, Files, Found};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Files with a memory for what opening a kit asks every time: its text, its lists, and where names lead. The pieces
/// themselves are read seldom, and are not kept twice.
pub(crate) struct Remembered {
    files: Box<dyn Files>,
    text: Memory<Vec<u8>>,
    places: Memory<PathBuf>,
    starts: Memory<Vec<u8>>,
    found: Memory<Found>,
}

type Memory<T> = RefCell<BTreeMap<String, T>>;

/// What is remembered under a name, or found out now. What is not found is looked for again.
fn recall<T: Clone>(
    memory: &Memory<T>,
    name: &str,
    find: impl FnOnce() -> Result<T, FileError>,
) -> Result<T, FileError> {
    if let Some(known) = memory.borrow().get(name) {
        return Ok(known.clone());
    }
    let found = find()?;
    memory.borrow_mut().insert(name.into(), found.clone());
    Ok(found)
}

impl Remembered {
    pub(crate) fn new(files: Box<dyn Files>) -> Self {
        Self {
            files,
            text: Memory::default(),
            places: Memory::default(),
            starts: Memory::default(),
            found: Memory::default(),
        }
    }

    /// Whether there is a `kit.toml`. A folder of models that has none yet is a kit that says nothing.
    pub(crate) fn has_kit_file(&self) -> bool {
        self.locate(KIT_FILE).is_ok()
    }

    /// Whether `kit.toml` is still what it was when it was read.
    pub(crate) fn is_current(&self) -> bool {
        let now = text_now(&*self.files, u64::MAX);
        self.text.borrow().get(KIT_FILE).is_none_or(|then| now.is_ok_and(|now| now == *then))
    }

    /// Forgets everything, if there is still a kit to be read; else it stays as it was.
    pub(crate) fn forget(&mut self) -> Result<(), FileError> {
        let now = self.files.read(KIT_FILE, u64::MAX).map(|_| ());
        let was_there = self.text.get_mut().get(KIT_FILE).is_some_and(|text| !text.is_empty());
        if was_there { now } else { Ok(()) }.map(|()| {
            self.text.get_mut().clear();
            self.places.get_mut().clear();
            self.starts.get_mut().clear();
            self.found.get_mut().clear();
        })
    }
}

/// The text of `kit.toml`, which is nothing where there is none yet.
fn text_now(files: &dyn Files, most: u64) -> Result<Vec<u8>, FileError> {
    match files.read(KIT_FILE, most) {
        Err(FileError::Missing) => Ok(vec![]),
        read => read,
    }
}

impl Files for Remembered {
    fn shown(&self) -> String {
        self.files.shown()
    }

    fn shown_file(&self, name: &str) -> String {
        self.files.shown_file(name)
    }

    fn kit_name(&self) -> String {
        self.files.kit_name()
    }

    fn limits(&self) -> &Limits {
        self.files.limits()
    }

    fn locate(&self, name: &str) -> Result<PathBuf, FileError> {
        recall(&self.places, name, || self.files.locate(name))
    }

    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, FileError> {
        if name == KIT_FILE {
            recall(&self.text, name, || text_now(&*self.files, most))
        } else {
            self.files.read(name, most)
        }
    }

    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8> {
        recall(&self.starts, name, || Ok(self.files.read_start(name, bytes))).unwrap_or_default()
    }

    fn matching(&self, pattern: &str) -> Result<Found, FileError> {
        recall(&self.found, pattern, || self.files.matching(pattern))
    }
}
