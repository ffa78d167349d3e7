//! What is wrong with a file, before it is known what the file is called.

use crate::files::{FileError, one_line};
use snapmesh::Problem;
use snapmesh::limits::Exceeded;

/// What is wrong, and what to do about it.
#[derive(Debug)]
pub(crate) struct Wrong {
    pub(crate) message: String,
    help: Option<String>,
    /// Whether it may be fine, and is refused for our safety.
    pub(crate) refused: bool,
}

impl Wrong {
    /// A file that cannot be read.
    pub(crate) fn unreadable(error: &FileError) -> Self {
        Self::file(format!("cannot be read: {error}"), error)
    }

    /// A file beside another that cannot be read.
    pub(crate) fn beside(uri: &str, error: &FileError) -> Self {
        let uri = one_line(uri);
        Self::file(format!("the file \"{uri}\" beside it cannot be read: {error}"), error)
    }

    fn file(message: String, error: &FileError) -> Self {
        Self { message, help: error.help(), refused: error.is_refusal() }
    }

    /// The same with what to do about it.
    pub(crate) fn help(self, help: &str) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// The same with its place.
    pub(crate) fn at(self, source: &str) -> Problem {
        Problem { help: self.help, ..Problem::error(source, self.message) }
    }
}

impl From<String> for Wrong {
    fn from(message: String) -> Self {
        Self { message, help: None, refused: false }
    }
}

impl From<&str> for Wrong {
    fn from(message: &str) -> Self {
        message.to_string().into()
    }
}

impl From<Exceeded> for Wrong {
    fn from(exceeded: Exceeded) -> Self {
        Self { message: exceeded.to_string(), help: Some(exceeded.help()), refused: true }
    }
}
