//! A table that is read: a few columns of it whole, or single rows.

use super::{Format, Notes, check_file, check_names, csv, error, parquet};
use crate::table::{Cell, Column, Kind, Row};
use rustc_hash::FxHashMap;
use snapmesh::Problem;
use snapmesh::problem::nearest;
use std::path::{Path, PathBuf};

/// A table in a file. Opening it reads no more than is needed to know its columns and how many rows it has.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    head: Head,
    source: Source,
}

/// What is known of a table without its rows.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) columns: Vec<Column>,
    pub(super) rows: usize,
    pub(super) notes: Vec<(String, String)>,
}

#[derive(Debug)]
enum Source {
    Csv(csv::Source),
    Parquet(parquet::Source),
}

impl Table {
    /// Opens a file, its format by its ending.
    ///
    /// CSV does not say what its columns hold, so all of it is read once: whole numbers, numbers, true or false,
    /// and else text, by the narrowest that fits every value. An empty cell fits all.
    pub fn open(path: &Path) -> Result<Self, Vec<Problem>> {
        let format = Format::of(path)?;
        check_file(path)?;
        let (head, source) = match format {
            Format::Csv => csv::open(path).map(|(head, source)| (head, Source::Csv(source))),
            Format::Parquet => parquet::open(path).map(|(head, source)| (head, Source::Parquet(source))),
        }?;
        check_names(path, &head.columns)?;
        Ok(Self { path: path.into(), head, source })
    }

    /// Its columns, in order.
    pub fn columns(&self) -> &[Column] {
        &self.head.columns
    }

    /// How many rows it has. A shard of a small sweep may have none.
    pub fn rows(&self) -> usize {
        self.head.rows
    }

    /// What its writer noted; a CSV has no notes.
    pub fn notes(&self) -> &Notes {
        &self.head.notes
    }

    /// The place of a column among [`Self::columns`].
    pub fn column(&self, name: &str) -> Result<usize, Vec<Problem>> {
        let names = || self.head.columns.iter().map(|column| column.name.as_str());
        names().position(|known| known == name).ok_or_else(|| {
            let shown = self.path.display().to_string();
            let problem = Problem::error(shown, format!("has no column `{name}`"));
            match nearest(name, names()) {
                Some(close) => problem.help(format!("did you mean `{close}`?")).into(),
                None => problem.help(format!("it has {}", names().collect::<Vec<_>>().join(", "))).into(),
            }
        })
    }

    /// The values of some columns, in the order wanted; of a Parquet file nothing else is read.
    pub fn read(&self, names: &[&str]) -> Result<Vec<Values>, Vec<Problem>> {
        let wanted: Vec<usize> = names.iter().map(|name| self.column(name)).collect::<Result<_, _>>()?;
        let kinds = wanted.iter().map(|&at| self.head.columns[at].kind);
        let mut gathered: Vec<Gather> = kinds.map(Gather::new).collect();
        match &self.source {
            Source::Csv(_) => csv::read(&self.path, &self.head, &wanted, &mut gathered),
            Source::Parquet(source) => source.read(&self.path, &wanted, &mut gathered),
        }?;
        Ok(gathered.into_iter().map(|column| column.values).collect())
    }

    /// One row, whole and exact.
    pub fn row(&self, index: usize) -> Result<Row, Vec<Problem>> {
        let rows = self.head.rows;
        if index >= rows {
            let message = format!("has {rows} rows, counted from 0; there is no row {index}");
            return Err(error(&self.path, message));
        }
        match &self.source {
            Source::Csv(source) => source.row(&self.path, &self.head, index),
            Source::Parquet(source) => source.row(&self.path, index),
        }
    }
}

/// The values of one column, one for each row.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Numbers; a whole number beyond 2^53 is rounded ([`Table::row`] has it exactly), a flag is 1 or 0.
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
    values: Values,
    known: FxHashMap<String, u32>,
}

impl Gather {
    fn new(kind: Kind) -> Self {
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
