//! The table as the sections see it: what all of them ask for is worked out once.

use super::data::{Data, Series, Thumbnail};
use super::groups::Groups;
use super::metric::{METRICS, Metric, TIMES};
use super::stats::Summary;
use crate::files::Values;
use std::collections::BTreeMap;

/// A table with its summaries.
pub(super) struct View<'a> {
    pub data: &'a Data,
    pub thumbnails: &'a [Thumbnail],
    /// The settings that vary.
    pub groups: Vec<Groups<'a>>,
    summaries: BTreeMap<&'static str, Summary>,
}

impl<'a> View<'a> {
    pub(super) fn new(data: &'a Data, thumbnails: &'a [Thumbnail]) -> Self {
        let summaries = METRICS.iter().chain(TIMES).filter_map(|metric| {
            let series = data.column(metric.column)?;
            let summary = Summary::of((0..data.rows).filter_map(|row| series.number(row)))?;
            Some((metric.column, summary))
        });
        Self { data, thumbnails, groups: Groups::of(data), summaries: summaries.collect() }
    }

    /// The summary of a measure, if any map has it.
    pub(super) fn summary(&self, metric: &Metric) -> Option<&Summary> {
        self.summaries.get(metric.column)
    }

    /// The column of a measure and its summary, if any map has it.
    pub(super) fn measure(&self, column: &str) -> Option<(&'static Metric, &'a Series, &Summary)> {
        let metric = Metric::of(column)?;
        Some((metric, self.data.column(column)?, self.summary(metric)?))
    }

    /// How many maps stopped for each reason, most first.
    pub(super) fn stops(&self) -> Vec<(&'a str, usize)> {
        let Some(Series { values: Values::Words { words: names, picks: values }, .. }) =
            self.data.column("stop")
        else {
            return Vec::new();
        };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for word in values.iter().take(self.data.rows).flatten() {
            if let Some(name) = names.get(*word as usize) {
                *counts.entry(name).or_default() += 1;
            }
        }
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        counts
    }
}
