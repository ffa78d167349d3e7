//! What a set of files is.

use super::error::FileError;
use snapmesh::Limits;
use std::path::PathBuf;

/// A set of files that a kit is read from.
pub trait Files {
    /// What to call the whole in messages.
    fn shown(&self) -> String;

    /// What to call a file in messages.
    fn shown_file(&self, name: &str) -> String;

    /// What a kit without a name is called.
    fn kit_name(&self) -> String;

    /// What reading it may cost.
    fn limits(&self) -> &Limits;

    /// Which file a name leads to, whatever links and detours there are on the way: one file, one answer.
    fn locate(&self, name: &str) -> Result<PathBuf, FileError>;

    /// All of a file, unless it has more bytes than these.
    fn read(&self, name: &str, most: u64) -> Result<Vec<u8>, FileError>;

    /// The first bytes of a file, at most so many; fewer if it is shorter or cannot be read.
    fn read_start(&self, name: &str, bytes: usize) -> Vec<u8>;

    /// The files that fit a pattern.
    fn matching(&self, pattern: &str) -> Result<Found, FileError>;
}

/// The files that fit a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Found {
    /// Their names, sorted.
    pub names: Vec<String>,
    /// Those whose names are no text and so cannot be listed, as far as they can be shown.
    pub nameless: Vec<String>,
}
