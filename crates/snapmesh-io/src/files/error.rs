//! Why a file is not read.

use snapmesh::limits::Exceeded;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a file of a kit is not read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FileError {
    /// There is none of that name.
    #[error("there is no such file")]
    Missing,
    /// It is not in the kit, but here.
    #[error("leads out of the kit's folder, to {}", .0.display())]
    Outside(PathBuf),
    /// It is a folder, a pipe or a device, which could keep us waiting or give bytes without end.
    #[error("it is not a regular file")]
    NoFile,
    /// It has more bytes than were asked for: so many.
    #[error("it has {0} bytes, which is too much")]
    TooLong(u64),
    /// More than a limit allows.
    #[error("{0}")]
    Exceeded(#[from] Exceeded),
    /// A pattern that is none.
    #[error("the pattern makes no sense: {0}")]
    Senseless(&'static str),
    /// A pattern that no file fits.
    #[error("no file fits this pattern")]
    Unmatched,
    /// The system says no.
    #[error("{0}")]
    System(#[from] io::Error),
}

impl FileError {
    /// What to do about it, where there is something.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::Outside(_) => {
                Some("copy it into the kit; or, if you trust the kit, add --allow-outside".into())
            }
            Self::Exceeded(exceeded) => Some(exceeded.help()),
            _ => None,
        }
    }

    /// Whether the file may be fine, and is refused for our safety.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self, Self::Outside(_) | Self::Exceeded(_) | Self::TooLong(_))
    }
}

impl From<glob::PatternError> for FileError {
    fn from(error: glob::PatternError) -> Self {
        Self::Senseless(error.msg)
    }
}
