//! What can be wrong with any file.

use snapmesh::limits::Exceeded;
use snapmesh::{Problem, Problems};
use std::path::Path;

/// A problem of the file as a whole.
pub(super) fn error(path: &Path, message: impl Into<String>) -> Problems {
    Problem::error(path.display().to_string(), message).into()
}

/// The same where a part of it seems to be missing.
pub(super) fn cut_short(path: &Path, message: impl Into<String>) -> Problems {
    let help = "the file may have been cut short: copy it again, or run the sweep again";
    Problem::error(path.display().to_string(), message).help(help).into()
}

/// The same where the system does not hand it out.
pub(super) fn unreadable(path: &Path, error: &std::io::Error) -> Problems {
    Problem::error(path.display().to_string(), format!("cannot be read: {}", error.kind())).into()
}

/// The same where it takes more than it may.
pub(super) fn too_much(path: &Path, exceeded: Exceeded) -> Problems {
    exceeded.at(path.display().to_string()).into()
}
