//! Maps that may be among the best, as far as composed verdicts tell.
//!
//! A composed value may be a little off, so it does not say which map is the best; but it says how good a map can be. Maps
//! are baked in the order of that hope, until no hope is left to be better than what was found.

use crate::facts::{MapFacts, Metric};
use std::cmp::Ordering;

/// Candidates that are kept; of more, those with the least hope go.
const KEPT: usize = 1_000_000;

/// A map that may be among the best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Candidate {
    /// The best value that it may have.
    pub(super) hope: f64,
    pub(super) seed: i64,
}

/// Which maps are the best: how many, by what, and whether less is better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contest {
    pub(super) count: usize,
    pub(super) metric: &'static Metric,
    pub(super) lowest: bool,
}

impl Contest {
    /// Puts a map in its place, if it is among the best: best first; of equal ones, the lower seed.
    pub(super) fn enter(&self, found: &mut Vec<MapFacts>, facts: MapFacts) {
        let place = found.partition_point(|known| {
            let order = self.value(known).total_cmp(&self.value(&facts));
            self.best_first(order).then(known.seed.cmp(&facts.seed)).is_le()
        });
        found.insert(place, facts);
        found.truncate(self.count);
    }

    /// The value of a map; the worst if it is not known.
    fn value(&self, facts: &MapFacts) -> f64 {
        let worst = if self.lowest { f64::INFINITY } else { f64::NEG_INFINITY };
        (self.metric.of)(facts).unwrap_or(worst)
    }

    /// The order in which the best comes first.
    fn best_first(&self, by_value: Ordering) -> Ordering {
        if self.lowest { by_value } else { by_value.reverse() }
    }

    pub(super) fn hope(&self, facts: &MapFacts) -> Candidate {
        Candidate { hope: self.metric.hope(facts, self.lowest), seed: facts.seed }
    }

    /// Whether no map that comes later can be better: all places are taken by maps that are as good as any can be, and of
    /// equal ones the lower seed counts.
    pub(super) fn is_decided(&self, found: &[MapFacts]) -> bool {
        let last = found.get(self.count - 1).map(|last| self.value(last));
        last.is_some() && last == self.metric.bound(self.lowest)
    }

    /// Whether a map may turn out to be as good as any can be, as far as a composed verdict tells.
    pub(super) fn may_be_perfect(&self, facts: &MapFacts) -> bool {
        Some(self.metric.hope(facts, self.lowest)) == self.metric.bound(self.lowest)
    }

    /// Whether a candidate may still come to be among the best.
    pub(super) fn is_open(&self, found: &[MapFacts], candidate: &Candidate) -> bool {
        let Some(last) = found.get(self.count - 1) else { return true };
        let order = self.best_first(candidate.hope.total_cmp(&self.value(last)));
        order.then(candidate.seed.cmp(&last.seed)).is_lt()
    }

    /// Puts candidates in order: most hope first; of equal ones, the lower seed.
    pub(super) fn sort(&self, candidates: &mut [Candidate]) {
        candidates.sort_by(|a, b| self.best_first(a.hope.total_cmp(&b.hope)).then(a.seed.cmp(&b.seed)));
    }

    /// Forgets those with the least hope, if there are very many.
    pub(super) fn thin(&self, candidates: &mut Vec<Candidate>) {
        if candidates.len() >= 2 * KEPT {
            self.sort(candidates);
            candidates.truncate(KEPT);
        }
    }
}
