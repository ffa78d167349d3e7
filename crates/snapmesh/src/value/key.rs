//! Keys: what they are called, what they take, and in which words that is told.

use super::values::Constant;
use std::fmt;

/// Limits of a real number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
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
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(low) => write!(f, "{low} or more"),
            Self::Above(low) => write!(f, "more than {low}"),
            Self::Within(low, high) => write!(f, "from {low} to {high}"),
        }
    }
}

/// The largest count anyone may ask for: keeps arithmetic on counts far from overflow.
pub const MANY: i64 = 1_000_000_000;

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum KeyType {
    /// A whole number between two, both included.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number.
    Real(Limits),
    /// True or false.
    Bool,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// The name of a selection method.
    Method,
    /// Any text.
    String,
    /// A list of such.
    List(&'static KeyType),
    /// Such by name.
    Table(&'static KeyType),
    /// One such, or the least and the most of them as a list of two.
    Range(&'static KeyType),
    /// Three numbers: x, y, z.
    Vector(Limits),
    /// A table with some of these keys, and all of those that are required.
    Record(&'static [Key]),
    /// Such a table, in one of several forms.
    Forms(&'static [&'static [Key]]),
    /// A box along the axes, by its lowest and its highest corner, in metres.
    Volume,
}

/// A setting: what it is called, what it takes, and what it does. Keys of `kit.toml` and parameters of selection methods
/// are all described by this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Its name in its section of `kit.toml`.
    pub name: &'static str,
    /// `m`, `deg`, what it counts, or nothing.
    pub unit: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What it takes.
    pub takes: KeyType,
    /// Its value when none is given.
    pub default: Constant,
}

/// In words, for messages and help: "a whole number, 1 or more".
impl fmt::Display for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min: i64::MIN, .. } => f.write_str("a whole number of 64 bits"),
            Self::Integer { min, max: MANY } => write!(f, "a whole number, {min} or more"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real(limits) => write!(f, "a number, {limits}"),
            Self::Bool => f.write_str("true or false"),
            Self::Choice(names) => write!(f, "one of {}", names.join(", ")),
            Self::Method => f.write_str("the name of a selection method"),
            Self::String => f.write_str("a text in quotes"),
            Self::List(Self::String) => f.write_str("a list of texts in quotes"),
            Self::List(of) => write!(f, "a list, each item {of}"),
            Self::Table(of) => write!(f, "a table, each entry {of}"),
            Self::Range(Self::Integer { .. }) => f.write_str("a whole number, or [least, most]"),
            Self::Range(of) => write!(f, "{of}, or [least, most]"),
            Self::Vector(_) => f.write_str("three numbers [x, y, z]"),
            Self::Record(keys) => write!(f, "a table with {}", told(keys)),
            Self::Forms(forms) => {
                let forms: Vec<_> = forms.iter().map(|keys| told(keys)).collect();
                write!(f, "a table with {}", forms.join("; or with "))
            }
            Self::Volume => f.write_str("{ min = [x, y, z], max = [x, y, z] }"),
        }
    }
}

/// The keys of a record: those that it must have, and those that it may have.
fn told(keys: &[Key]) -> String {
    let (must, may): (Vec<&Key>, Vec<&Key>) = keys.iter().partition(|key| key.is_required());
    let names = |keys: Vec<&Key>| keys.iter().map(|key| key.name).collect::<Vec<_>>().join(", ");
    match (must.is_empty(), may.is_empty()) {
        (true, _) => format!("some of {}", names(may)),
        (false, true) => names(must),
        (false, false) => format!("{}, and if wanted {}", names(must), names(may)),
    }
}

impl Key {
    /// Whether a record without it makes no sense.
    pub fn is_required(&self) -> bool {
        self.default == Constant::Required
    }
}
