//! Why a value is not taken.

use std::fmt;
use thiserror::Error;

/// A step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inside {
    /// An item of a list.
    Item(usize),
    /// An entry of a table.
    Row(String),
}

impl fmt::Display for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(index) => write!(f, "[{index}]"),
            Self::Row(name) => write!(f, ".{name}"),
        }
    }
}

/// Why a setting was not taken. The message names the key and what it takes.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub help: Option<String>,
    /// Which part of it is wrong.
    pub wrong: Wrong,
}

/// Which part of a setting is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such section or key.
    Name,
    /// The value, or what lies so deep inside it.
    Value(Vec<Inside>),
}
