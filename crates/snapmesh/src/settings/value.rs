//! Values on their way into the settings, their limits, and why they are not taken.

use std::collections::BTreeMap;
use thiserror::Error;

/// A value on its way into or out of the settings, from whatever file or flag.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// A word.
    Text(String),
    /// A list of words.
    Names(Vec<String>),
    /// Lists of words by a word.
    Rows(BTreeMap<String, Vec<String>>),
}

impl Value {
    pub(super) fn describe(&self) -> String {
        match self {
            Self::Integer(n) => format!("{n}"),
            Self::Real(x) => format!("{x:?}"),
            Self::Flag(flag) => format!("{flag}"),
            Self::Text(text) => format!("\"{text}\""),
            Self::Names(_) => "a list".into(),
            Self::Rows(_) => "a table".into(),
        }
    }
}

/// Why a value was not taken. The message names the key and what it takes.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub help: Option<String>,
    /// Whether it is the name that is wrong, and not the value.
    pub unknown_name: bool,
}

impl SettingError {
    pub(super) fn wrong_value(message: String, help: Option<String>) -> Self {
        Self { message, help, unknown_name: false }
    }

    pub(super) fn unknown_name(message: String, help: Option<String>) -> Self {
        Self { message, help, unknown_name: true }
    }
}

/// Limits of a real number.
#[derive(Clone, Copy, Debug)]
pub enum Limits {
    /// This or more.
    AtLeast(f64),
    /// More than this.
    Above(f64),
    /// From the first to the second, both included.
    Within(f64, f64),
}

impl Limits {
    pub(super) fn allow(self, x: f64) -> bool {
        x.is_finite()
            && match self {
                Self::AtLeast(low) => x >= low,
                Self::Above(low) => x > low,
                Self::Within(low, high) => (low..=high).contains(&x),
            }
    }

    pub(super) fn describe(self) -> String {
        match self {
            Self::AtLeast(low) => format!("{low} or more"),
            Self::Above(low) => format!("more than {low}"),
            Self::Within(low, high) => format!("from {low} to {high}"),
        }
    }
}
