//! Which maps to show: the typical one, and those at the ends.

use super::data::{Data, Series};
use super::format;
use super::metric::Metric;
use super::stats::Summary;

/// A map worth a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pick {
    /// Its row.
    pub row: usize,
    /// Why, in a few words: all ends of the table that it is at.
    pub why: String,
}

/// What the typical map is near to the middle of.
const TYPICAL: &[&str] = &["pieces", "linearity", "connectivity"];

/// The ends of the table that are worth seeing, and whether each is the high end.
const EXTREMES: &[(&str, bool, &str)] = &[
    ("pieces", true, "most pieces"),
    ("pieces", false, "fewest pieces"),
    ("linearity", true, "most linear"),
    ("linearity", false, "least linear"),
    ("depth", true, "deepest"),
    ("extent_y", true, "tallest"),
    ("volume", true, "largest volume"),
    ("walkable_area", true, "largest walkable area"),
    ("connectivity", false, "lowest connectivity"),
    ("regions", true, "most regions"),
    ("free_connectors", true, "most free connectors"),
];

/// The maps to show: the typical one first, then one for every end. A map at several ends is there once, with all
/// of them; among equals the lowest row is taken, and a measure that is the same everywhere has no ends.
pub fn pick(data: &Data) -> Vec<Pick> {
    let mut picks: Vec<Pick> = Vec::new();
    if let Some(row) = typical(data) {
        picks.push(Pick { row, why: "typical".to_owned() });
    }
    for (column, high, what) in EXTREMES {
        let Some((row, value)) = data.column(column).and_then(|series| extreme(series, data.rows, *high))
        else {
            continue;
        };
        let unit = Metric::of(column).map_or("", |metric| metric.unit);
        let why = format!("{what} ({})", format!("{} {unit}", format::number(value)).trim_end());
        match picks.iter_mut().find(|pick| pick.row == row) {
            Some(pick) => pick.why = format!("{}, {why}", pick.why),
            None => picks.push(Pick { row, why }),
        }
    }
    picks
}

/// The lowest row with the largest or smallest value, if values differ.
fn extreme(series: &Series, rows: usize, high: bool) -> Option<(usize, f64)> {
    let beats = |a: f64, b: f64| if high { a > b } else { a < b };
    let mut best: Option<(usize, f64)> = None;
    let mut differ = false;
    for (row, value) in (0..rows).filter_map(|row| Some((row, series.number(row)?))) {
        differ |= best.is_some_and(|(_, other)| other != value);
        if best.is_none_or(|(_, other)| beats(value, other)) {
            best = Some((row, value));
        }
    }
    best.filter(|_| differ)
}

/// The row nearest to the medians, each distance measured by how far its measure spreads.
fn typical(data: &Data) -> Option<usize> {
    let measures: Vec<(&Series, Summary)> = TYPICAL
        .iter()
        .filter_map(|name| {
            let series = data.column(name)?;
            Some((series, Summary::of((0..data.rows).filter_map(|row| series.number(row)))?))
        })
        .collect();
    if measures.is_empty() {
        return (data.rows > 0).then_some(0);
    }
    let off = |row: usize| {
        measures.iter().try_fold(0.0, |sum, (series, summary)| {
            let spread = if summary.constant() { 1.0 } else { summary.high - summary.low };
            let narrow = summary.p95 - summary.p5;
            let off = (series.number(row)? - summary.median) / if narrow > 0.0 { narrow } else { spread };
            Some(sum + off * off)
        })
    };
    let mut best: Option<(usize, f64)> = None;
    for (row, off) in (0..data.rows).filter_map(|row| Some((row, off(row)?))) {
        if best.is_none_or(|(_, least)| off < least) {
            best = Some((row, off));
        }
    }
    best.map(|(row, _)| row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(columns: &[(&str, &[f64])]) -> Data {
        Data {
            rows: columns.iter().map(|(_, values)| values.len()).max().unwrap_or(0),
            columns: columns
                .iter()
                .map(|(name, values)| Series::numbers(*name, values.iter().copied().map(Some).collect()))
                .collect(),
            ..Data::default()
        }
    }

    #[test]
    fn the_typical_map_is_in_the_middle_of_everything() {
        let data =
            table(&[("pieces", &[1.0, 5.0, 5.0, 9.0, 5.0]), ("linearity", &[0.5, 0.9, 0.5, 0.5, 0.1])]);
        assert_eq!(pick(&data)[0], Pick { row: 2, why: "typical".into() });
    }

    #[test]
    fn among_equals_the_lowest_row_is_picked() {
        let picks = pick(&table(&[("pieces", &[5.0, 9.0, 9.0, 1.0, 1.0, 5.0])]));
        let rows: Vec<_> = picks.iter().map(|pick| (pick.row, &*pick.why)).collect();
        assert_eq!(rows, [(0, "typical"), (1, "most pieces (9)"), (3, "fewest pieces (1)")]);
    }

    #[test]
    fn no_map_is_picked_twice() {
        let picks = pick(&table(&[("pieces", &[5.0, 9.0, 5.0]), ("extent_y", &[1.0, 7.5, 1.0])]));
        let rows: Vec<_> = picks.iter().map(|pick| (pick.row, &*pick.why)).collect();
        assert_eq!(rows, [(0, "typical, fewest pieces (5)"), (1, "most pieces (9), tallest (7.5 m)")]);
    }

    #[test]
    fn a_measure_without_ends_picks_nothing() {
        assert_eq!(pick(&table(&[("pieces", &[5.0, 5.0])])).len(), 1);
        assert_eq!(pick(&Data::default()), []);
    }

    #[test]
    fn rows_without_a_measure_are_not_typical() {
        let mut data = table(&[("pieces", &[5.0, 5.0, 9.0])]);
        data.columns.push(Series::numbers("connectivity", vec![None, Some(1.0), Some(1.0)]));
        assert_eq!(pick(&data)[0].row, 1);
    }
}
