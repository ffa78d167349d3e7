//! What cannot hold together, as it was given.

use crate::value::Value;
use std::fmt;
use thiserror::Error;

/// Settings that cannot hold together. Without any one of them, nothing is known against the others.
#[derive(Clone, Debug, PartialEq, Error)]
pub struct Contradiction {
    /// Why not.
    pub because: String,
    /// The settings, as they were given.
    pub clauses: Vec<Clause>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these cannot hold together, as {}:", self.because)?;
        self.clauses.iter().try_for_each(|clause| write!(f, "\n  - {clause}"))
    }
}

/// A setting that has a part in a contradiction.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Where it is said: a setting by its path, or a file and a word in it.
    pub place: String,
    /// What is said.
    pub value: Value,
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.place, self.value.written())
    }
}
