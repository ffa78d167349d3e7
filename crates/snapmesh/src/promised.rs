//! What a recipe promises about its maps.

use crate::placed::Placed;
use crate::promise::Promise;
use crate::recipe::Recipe;
use crate::selection::{Grown, Lengths, Size};
use crate::settings::{Settings, WhenBlocked};

impl Settings {
    /// The names of what is promised under these settings: a promise without its numbers.
    pub fn promised(&self) -> Vec<String> {
        let undoes = self.growth.when_blocked == WhenBlocked::Undo;
        let size = (undoes && self.selection.method.size.is_some()).then(|| SIZE.to_string());
        let wanted = self.rules.iter().filter(|rule| rule.least() > 0);
        size.into_iter().chain(wanted.map(|rule| count_of(&rule.selector))).collect()
    }
}

/// What promises are called.
const SIZE: &str = "size";

fn count_of(selector: &str) -> String {
    format!("count of {selector}")
}

impl Recipe {
    /// What is promised about the map of a seed, and how far these pieces keep it.
    pub fn promises(&self, seed: i64, pieces: &[Placed]) -> Vec<Promise> {
        let undoes = self.settings().growth.when_blocked == WhenBlocked::Undo;
        let size = if undoes { self.size(seed, pieces) } else { None };
        let size = size.map(|Size { wanted, value, kept }| Promise {
            promise: format!("{SIZE}: {wanted}"),
            kept,
            value,
        });
        let counts = self.bound_rules().iter().filter_map(|bound| {
            let count = bound.rule.count.filter(|_| bound.rule.least() > 0)?;
            let value = pieces.iter().filter(|placed| bound.names(placed.piece)).count();
            let promise = format!("{}: {count}", count_of(&bound.rule.selector));
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
