//! Promises: what a map must have, and whether it does.

use crate::placed::Placed;
use crate::recipe::Recipe;
use crate::selection::{Grown, Lengths, Size};
use crate::settings::WhenBlocked;

/// Something that was promised about a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Promise {
    /// What it is.
    pub promise: String,
    /// Whether it was kept.
    pub kept: bool,
    /// What there is of it.
    pub value: usize,
}

impl Recipe {
    /// What is promised about the map of a seed, and how far these pieces keep it.
    pub fn promises(&self, seed: i64, pieces: &[Placed]) -> Vec<Promise> {
        let size =
            self.size(seed, pieces).filter(|_| self.settings().growth.when_blocked == WhenBlocked::Undo);
        let size = size.map(|Size { wanted, value, kept }| Promise {
            promise: format!("size: {wanted}"),
            kept,
            value,
        });
        let counts = self.bound_rules().iter().filter_map(|bound| {
            let count = bound.rule.count.filter(|count| count.least > 0)?;
            let value = pieces.iter().filter(|placed| bound.names(placed.piece)).count();
            let promise = format!("count of {}: {count}", bound.rule.selector);
            Some(Promise { promise, kept: count.contains(&(value as i64)), value })
        });
        size.into_iter().chain(counts).collect()
    }

    /// How large the map is and should be, where its method promises a size.
    pub fn size(&self, seed: i64, pieces: &[Placed]) -> Option<Size> {
        let selection = &self.settings().selection;
        let lengths = Lengths::new(self.settings().generation.rng, seed);
        let start_offers = pieces.first().map_or(0, |start| self.answers().answered(start.piece) as usize);
        selection.method.size.map(|size| size(selection.params(), &Grown { pieces, start_offers, lengths }))
    }
}
