//! The values of a setting, and which maps have which.

use super::data::{Data, Series};
use super::format;
use super::round::Bins;
use super::stats::Summary;
use crate::files::Values;
use std::cmp::Reverse;

/// A setting with more values than this is shown in ranges, or with the rest together.
const MOST: usize = 12;
/// How many ranges of a setting of many numbers, about.
const RANGES: usize = 6;

/// The maps of a table by the value of a setting, or by ranges of its values.
#[derive(Debug)]
pub(super) struct Groups<'a> {
    /// The setting.
    pub series: &'a Series,
    /// What each group is called, safe for HTML.
    pub labels: Vec<String>,
    by: By,
}

#[derive(Debug)]
enum By {
    /// For every word, its group.
    Words(Vec<usize>),
    /// One group for each number, in order.
    Numbers(Vec<f64>),
    /// One group for each range.
    Ranges(Bins),
}

impl<'a> Groups<'a> {
    /// The settings that vary over a table, with what each is grouped by. Seeds are chance and no choice.
    pub(super) fn of(data: &'a Data) -> Vec<Self> {
        let settings = data.columns.iter().filter(|column| column.is_setting() && !column.is_seed());
        settings.filter_map(|series| Self::new(series, data.rows)).collect()
    }

    /// Nothing, if the setting has fewer than two values.
    fn new(series: &'a Series, rows: usize) -> Option<Self> {
        let (labels, by) = match &series.values {
            Values::Words { words, .. } => by_words(series, words, rows),
            Values::Numbers(_) => by_numbers(series, rows)?,
        };
        (labels.len() > 1).then_some(Self { series, labels, by })
    }

    /// The group of a map; none if the setting is empty there, as a parameter of another method is.
    pub(super) fn group(&self, row: usize) -> Option<usize> {
        match &self.by {
            By::Words(groups) => {
                let Values::Words { picks: values, .. } = &self.series.values else { return None };
                groups.get(values.get(row).copied().flatten()? as usize).copied()
            }
            By::Numbers(numbers) => {
                let number = self.series.number(row)?;
                numbers.binary_search_by(|other| other.total_cmp(&number)).ok()
            }
            By::Ranges(bins) => bins.bin(self.series.number(row)?),
        }
    }
}

/// A group for each word, in the order of the words; beyond `MOST`, the commonest and one for all others.
fn by_words(series: &Series, names: &[String], rows: usize) -> (Vec<String>, By) {
    let mut counts = vec![0_usize; names.len()];
    if let Values::Words { picks: values, .. } = &series.values {
        for word in values.iter().take(rows).flatten() {
            if let Some(count) = counts.get_mut(*word as usize) {
                *count += 1;
            }
        }
    }
    let mut present: Vec<usize> = (0..names.len()).filter(|word| counts[*word] > 0).collect();
    let others = present.len().saturating_sub(MOST);
    if others > 0 {
        present.sort_by_key(|word| (Reverse(counts[*word]), *word));
        present.truncate(MOST - 1);
    }
    let mut labels: Vec<String> = present.iter().map(|word| format::name(&names[*word])).collect();
    let mut groups = vec![present.len(); names.len()];
    for (group, word) in present.iter().enumerate() {
        groups[*word] = group;
    }
    if others > 0 {
        labels.push(format!("{} others", format::count(others + 1)));
    }
    (labels, By::Words(groups))
}

/// A group for each number in order; beyond `MOST`, ranges with round ends.
fn by_numbers(series: &Series, rows: usize) -> Option<(Vec<String>, By)> {
    let mut numbers: Vec<f64> = Vec::new();
    for number in (0..rows).filter_map(|row| series.number(row)) {
        if let Err(place) = numbers.binary_search_by(|other| other.total_cmp(&number)) {
            numbers.insert(place, number);
            if numbers.len() > MOST {
                return by_ranges(series, rows);
            }
        }
    }
    Some((numbers.iter().map(|number| format::exact(*number)).collect(), By::Numbers(numbers)))
}

fn by_ranges(series: &Series, rows: usize) -> Option<(Vec<String>, By)> {
    let summary = Summary::of((0..rows).filter_map(|row| series.number(row)))?;
    let bins = Bins::new(summary.low, summary.high, RANGES, summary.whole);
    Some(((0..bins.count).map(|bin| bins.text(bin)).collect(), By::Ranges(bins)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(series: Series, rows: usize) -> Data {
        Data { rows, columns: vec![series], ..Data::default() }
    }

    #[test]
    fn only_settings_with_two_values_vary() {
        let data = Data {
            rows: 2,
            columns: vec![
                Series::numbers("a.fixed", vec![Some(1.0); 2]),
                Series::numbers("a.partly", vec![Some(1.0), None]),
                Series::numbers("a.varies", vec![Some(2.0), Some(1.0)]),
                Series::numbers("generation.seed", vec![Some(2.0), Some(1.0)]),
                Series::numbers("pieces", vec![Some(2.0), Some(1.0)]),
            ],
            ..Data::default()
        };
        let groups = Groups::of(&data);
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].labels, ["1", "2"]);
        assert_eq!((groups[0].group(0), groups[0].group(1), groups[0].group(2)), (Some(1), Some(0), None));
    }

    #[test]
    fn many_numbers_become_ranges() {
        let data = table(Series::numbers("a.b", (0..100).map(|i| Some(f64::from(i) / 10.0)).collect()), 100);
        let groups = &Groups::of(&data)[0];
        assert_eq!(groups.labels[..2], ["0 to 2", "2 to 4"]);
        assert!((0..100).all(|row| groups.group(row).is_some()));
    }

    #[test]
    fn many_words_keep_the_commonest_and_put_the_rest_together() {
        let names = (0..30).map(|i| format!("w{i}")).collect();
        let values = (0..60).map(|i| Some(if i < 30 { i } else { 29 })).collect();
        let data = table(Series::words("a.b", names, values), 60);
        let groups = &Groups::of(&data)[0];
        assert_eq!((groups.labels.len(), &*groups.labels[0], &*groups.labels[11]), (12, "w29", "19 others"));
        assert_eq!((groups.group(59), groups.group(28)), (Some(0), Some(11)));
    }
}
