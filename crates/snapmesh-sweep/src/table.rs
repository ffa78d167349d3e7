//! Tables: one row per map.

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers.
    Integer,
    /// Any numbers.
    Real,
    /// True or false.
    Flag,
    /// Words.
    Text,
}

/// A column of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its name, unique in the table.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// A value in a row. Every column may have empty ones: a map that was not validated has no connectivity.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A whole number.
    Integer(i64),
    /// Any number; never NaN, which is `Empty`.
    Real(f64),
    /// True or false.
    Flag(bool),
    /// Words.
    Text(String),
}

/// One map: a cell for every column, in their order.
pub type Row = Vec<Cell>;
