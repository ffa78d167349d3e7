//! What is read of a table.

use crate::table::{Cell, Column, Kind};
use rustc_hash::FxHashMap;

/// What is known of a table without its rows.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) columns: Vec<Column>,
    pub(super) rows: usize,
    pub(super) notes: Vec<(String, String)>,
}

/// The values of one column, one for each row.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers; a whole number beyond 2^53 is rounded ([`Table::row`](super::Table::row) has it exactly), a flag is 1 or 0.
    Numbers(Vec<Option<f64>>),
    /// Text: each row picks one of a few words.
    Words {
        /// Which of the words.
        picks: Vec<Option<u32>>,
        /// Every word there is, in the order they first come up.
        words: Vec<String>,
    },
}

/// A cell as it is found, before anyone keeps it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found<'a> {
    Empty,
    Integer(i64),
    Real(f64),
    Flag(bool),
    Text(&'a str),
}

impl Found<'_> {
    /// The cell to keep. What is not a number is nothing.
    pub(super) fn cell(self) -> Cell {
        match self {
            Self::Integer(value) => Cell::Integer(value),
            Self::Real(value) if !value.is_nan() => Cell::Real(value),
            Self::Flag(value) => Cell::Flag(value),
            Self::Text(value) => Cell::Text(value.into()),
            Self::Empty | Self::Real(_) => Cell::Empty,
        }
    }

    fn number(self) -> Option<f64> {
        match self {
            Self::Integer(value) => Some(value as f64),
            Self::Real(value) => (!value.is_nan()).then_some(value),
            Self::Flag(value) => Some(f64::from(u8::from(value))),
            Self::Empty | Self::Text(_) => None,
        }
    }
}

/// A column on its way into memory.
pub(super) struct Gather {
    pub(super) values: Values,
    known: FxHashMap<String, u32>,
}

impl Gather {
    pub(super) fn new(kind: Kind) -> Self {
        let values = match kind {
            Kind::Text => Values::Words { picks: Vec::new(), words: Vec::new() },
            Kind::Integer | Kind::Real | Kind::Flag => Values::Numbers(Vec::new()),
        };
        Self { values, known: FxHashMap::default() }
    }

    pub(super) fn push(&mut self, found: Found<'_>) {
        match &mut self.values {
            Values::Numbers(numbers) => numbers.push(found.number()),
            Values::Words { picks, words } => picks.push(match found {
                Found::Text(text) => Some(self.known.get(text).copied().unwrap_or_else(|| {
                    words.push(text.into());
                    self.known.insert(text.into(), words.len() as u32 - 1);
                    words.len() as u32 - 1
                })),
                _ => None,
            }),
        }
    }
}
