//! What a recipe promises about its maps.

use crate::id::PlacedId;
use crate::map::{Map, asked_for};
use crate::placed::Placed;
use crate::promise::Promise;
use crate::recipe::Recipe;
use crate::selection::{Grown, Lengths, Size};
use crate::settings::{EndRule, Free, Settings, WhenBlocked};
use crate::world::World;

impl Settings {
    /// The names of what is promised under these settings: a promise without its numbers.
    pub fn promised(&self) -> Vec<String> {
        let undoes = self.growth.when_blocked == WhenBlocked::Undo;
        let size = (undoes && self.selection.method.size.is_some()).then(|| SIZE.to_string());
        let wanted = self.rules.iter().filter(|rule| rule.least() > 0);
        let counts = wanted.map(|rule| count_of(&rule.selector));
        let loops = (self.growth.loops.least > 0).then(|| LOOPS.to_string());
        let never = self.never_free().map(|(_, end)| free_of(end));
        size.into_iter().chain(counts).chain(never).chain(loops).collect()
    }

    /// The sections of `[ends]` that say that no connector may stay free, and their places.
    fn never_free(&self) -> impl Iterator<Item = (usize, &EndRule)> {
        self.ends.iter().enumerate().filter(|(_, end)| end.free == Some(Free::Never))
    }
}

/// What promises are called.
const SIZE: &str = "size";
const LOOPS: &str = "loops";

fn count_of(selector: &str) -> String {
    format!("count of {selector}")
}

fn free_of(end: &EndRule) -> String {
    format!("free connectors of {}", end.kinds)
}

impl Recipe {
    /// What is promised about a map, and how far it keeps it.
    pub fn promises(&self, map: &Map) -> Vec<Promise> {
        let mut promises = self.of_growth(map.seed, map.grown(), map.kept);
        promises.extend(self.of_ends(map));
        promises.extend(self.of_loops(map.links.len()));
        promises
    }

    /// Whether there are as many loops as there must be. More than the most may come from connectors that may not stay free.
    fn of_loops(&self, value: usize) -> Option<Promise> {
        let loops = self.settings().growth.loops;
        let promise = || format!("{LOOPS}: {loops}");
        (loops.least > 0).then(|| Promise { promise: promise(), kept: value as i64 >= loops.least, value })
    }

    /// The same of a map that is being grown, as far as growth answers for it.
    pub(crate) fn promises_of_growth(&self, seed: i64, world: &World) -> Vec<Promise> {
        self.of_growth(seed, world.placed(), world.kept())
    }

    fn of_growth(&self, seed: i64, pieces: &[Placed], kept: usize) -> Vec<Promise> {
        let undoes = self.settings().growth.when_blocked == WhenBlocked::Undo;
        let size = if undoes { self.size(seed, asked_for(pieces), kept) } else { None };
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

    /// Whether all is closed that may not stay free.
    fn of_ends(&self, map: &Map) -> Vec<Promise> {
        if !self.ends().has_never() {
            return self.settings().never_free().map(|(_, end)| never(end, 0)).collect();
        }
        let mut free = vec![0; self.settings().ends.len()];
        for (placed, used) in map.pieces.iter().zip(map.used_connectors(self.kit())) {
            let kinds = self.kit().kinds_of(placed.piece).iter().zip(used).filter(|(_, used)| !used);
            for section in kinds.filter_map(|(&kind, _)| self.ends().of(kind)?.never) {
                free[section] += 1;
            }
        }
        self.settings().never_free().map(|(section, end)| never(end, free[section])).collect()
    }

    /// How large the map is and should be, where its method promises a size; so many of its pieces were kept.
    pub fn size(&self, seed: i64, pieces: &[Placed], kept: usize) -> Option<Size> {
        let selection = &self.settings().selection;
        let lengths = Lengths::new(self.settings().generation.rng, seed);
        let start = pieces.first().map_or(0, |start| self.answers().answered(start.piece) as usize);
        let joined =
            pieces[..kept].iter().filter(|it| it.joint.is_some_and(|at| at.guide == PlacedId::default()));
        let start_offers = start - joined.count();
        let grown = Grown { pieces, kept, start_offers, lengths };
        selection.method.size.map(|size| size(selection.params(), &grown))
    }
}

fn never(end: &EndRule, value: usize) -> Promise {
    Promise { promise: format!("{}: 0", free_of(end)), kept: value == 0, value }
}
