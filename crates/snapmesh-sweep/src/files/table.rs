//! A table that is read: a few columns of it whole, or single rows.

use super::check::{check_file, check_names};
use super::csv;
use super::format::{Format, Notes};
#[cfg(feature = "parquet")]
use super::parquet;
use super::problems::error;
use super::values::{Gather, Head, Values};
use crate::table::{Column, Row};
use snapmesh::limits::Limits;
use snapmesh::problem::nearest;
use snapmesh::{Problem, Problems};
use std::path::{Path, PathBuf};

/// A table in a file. Opening it reads no more than is needed to know its columns and how many rows it has.
#[derive(Debug)]
pub struct Table {
    path: PathBuf,
    head: Head,
    source: Source,
}

#[derive(Debug)]
enum Source {
    Csv(csv::Source),
    #[cfg(feature = "parquet")]
    Parquet(parquet::Source),
}

impl Table {
    /// Opens a file, its format by its ending.
    ///
    /// CSV does not say what its columns hold, so all of it is read once: whole numbers, numbers, true or false,
    /// and else text, by the narrowest that fits every value. An empty cell fits all.
    pub fn open(path: &Path) -> Result<Self, Problems> {
        Self::open_within(path, &Limits::DEFAULT)
    }

    /// Opens a file that may be so large.
    pub fn open_within(path: &Path, limits: &Limits) -> Result<Self, Problems> {
        let format = Format::of(path)?;
        check_file(path, limits)?;
        let (head, source) = match format {
            Format::Csv => csv::open(path, limits).map(|(head, source)| (head, Source::Csv(source))),
            #[cfg(feature = "parquet")]
            Format::Parquet => {
                parquet::open(path, limits).map(|(head, source)| (head, Source::Parquet(source)))
            }
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
    pub fn column(&self, name: &str) -> Result<usize, Problems> {
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
    pub fn read(&self, names: &[&str]) -> Result<Vec<Values>, Problems> {
        let wanted: Vec<usize> = names.iter().map(|name| self.column(name)).collect::<Result<_, _>>()?;
        let kinds = wanted.iter().map(|&at| self.head.columns[at].kind);
        let mut gathered: Vec<Gather> = kinds.map(Gather::new).collect();
        match &self.source {
            Source::Csv(_) => csv::read(&self.path, &self.head, &wanted, &mut gathered),
            #[cfg(feature = "parquet")]
            Source::Parquet(source) => source.read(&self.path, &wanted, &mut gathered),
        }?;
        Ok(gathered.into_iter().map(|column| column.values).collect())
    }

    /// One row, whole and exact.
    pub fn row(&self, index: usize) -> Result<Row, Problems> {
        let rows = self.head.rows;
        if index >= rows {
            let message = format!("has {rows} rows, counted from 0; there is no row {index}");
            return Err(error(&self.path, message));
        }
        match &self.source {
            Source::Csv(source) => source.row(&self.path, &self.head, index),
            #[cfg(feature = "parquet")]
            Source::Parquet(source) => source.row(&self.path, index),
        }
    }
}
