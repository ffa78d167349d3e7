//! What a report is made of: a table by columns, and pictures of some of its maps.

use crate::files::Values;
use crate::plan::{KEPT, USE};

/// A table of maps, by columns.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// What the page is called.
    pub title: String,
    /// Facts for the top of the page, as name and value: the kit, the command, whatever helps to do it again.
    pub notes: Vec<(String, String)>,
    /// How many maps there are.
    pub rows: usize,
    /// The columns, each with a value for every row; what is missing at the end counts as empty.
    pub columns: Vec<Series>,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name: a measure such as `pieces`, a setting such as `selection.method`, `use.` and a piece, or `kept.` and a
    /// promise.
    pub name: String,
    /// Its values, row by row.
    pub values: Values,
}

/// A picture of one map of the table.
#[derive(Clone, Debug)]
pub struct Thumbnail {
    /// The row of its map.
    pub row: usize,
    /// Why it is shown, in a few words.
    pub title: String,
    /// A line below, such as the command that makes the map; may be empty.
    pub caption: String,
    /// The picture, a PNG file.
    pub png: Vec<u8>,
}

/// Numbers beyond this are no measure of a map, and plots of them would run out of digits.
const ABSURD: f64 = 1e100;

impl Data {
    /// The column of a name.
    pub fn column(&self, name: &str) -> Option<&Series> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The number in a row of a column, if there is one.
    pub fn number(&self, name: &str, row: usize) -> Option<f64> {
        self.column(name)?.number(row)
    }
}

impl Series {
    /// A column of numbers.
    pub fn numbers(name: impl Into<String>, values: Vec<Option<f64>>) -> Self {
        Self { name: name.into(), values: Values::Numbers(values) }
    }

    /// A column of words.
    pub fn words(name: impl Into<String>, words: Vec<String>, picks: Vec<Option<u32>>) -> Self {
        Self { name: name.into(), values: Values::Words { picks, words } }
    }

    /// The number in a row; none if it is empty, or a word.
    pub fn number(&self, row: usize) -> Option<f64> {
        match &self.values {
            Values::Numbers(values) => values.get(row).copied().flatten().filter(|v| v.abs() < ABSURD),
            Values::Words { .. } => None,
        }
    }

    /// The word in a row; none if it is empty, or a number.
    pub fn word(&self, row: usize) -> Option<&str> {
        match &self.values {
            Values::Words { picks, words } => picks
                .get(row)
                .copied()
                .flatten()
                .and_then(|word| words.get(word as usize))
                .map(String::as_str),
            Values::Numbers(_) => None,
        }
    }

    /// Whether any two rows differ.
    pub fn varies(&self) -> bool {
        match &self.values {
            Values::Numbers(values) => values.windows(2).any(|pair| pair[0] != pair[1]),
            Values::Words { picks, .. } => picks.windows(2).any(|pair| pair[0] != pair[1]),
        }
    }

    /// Whether it is a setting: `section.key`.
    pub fn is_setting(&self) -> bool {
        self.name.contains('.') && self.piece().is_none() && !self.is_promise()
    }

    /// Whether it tells of a promise, if it was kept.
    pub(super) fn is_promise(&self) -> bool {
        self.name.starts_with(KEPT)
    }

    /// Whether it is a seed, which is chance and no choice.
    pub(super) fn is_seed(&self) -> bool {
        self.name.rsplit('.').next() == Some("seed")
    }

    /// The piece whose copies it counts, if it does.
    pub fn piece(&self) -> Option<&str> {
        self.name.strip_prefix(USE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_is_empty() {
        let series =
            Series::numbers("x", vec![Some(f64::NAN), Some(f64::INFINITY), Some(1e300), None, Some(2.0)]);
        let read: Vec<_> = (0..7).map(|row| series.number(row)).collect();
        assert_eq!(read, [None, None, None, None, Some(2.0), None, None]);
    }

    #[test]
    fn a_word_beyond_the_names_is_empty() {
        let series = Series::words("stop", vec!["stuck".into()], vec![Some(0), Some(1), None]);
        let read: Vec<_> = (0..4).map(|row| series.word(row)).collect();
        assert_eq!(read, [Some("stuck"), None, None, None]);
    }

    #[test]
    fn settings_are_told_from_measures_and_pieces() {
        let setting = |name: &str| Series::numbers(name, vec![]).is_setting();
        assert!(setting("selection.max_pieces"));
        assert!(!setting("pieces"));
        assert!(!setting("use.Hall.001"));
        assert_eq!(Series::numbers("use.Hall.001", vec![]).piece(), Some("Hall.001"));
    }
}
