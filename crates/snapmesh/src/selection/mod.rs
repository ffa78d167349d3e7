//! Selection methods: which piece a map starts from, and which piece is the next guide.
//!
//! A method is a [`Method`]: its name, its parameters and its code. To add one to snapmesh, write a file and
//! name it in [`STANDARD`]; to use one of your own, put it into `settings.selection.method`.

mod arena;
mod branch;
mod corridor;
mod star;

use crate::kit::ValidKit;
use crate::rng::{Rng, RngKind};
use crate::settings::Selection;
use std::fmt;

pub use arena::ARENA;
pub use branch::BRANCH;
pub use corridor::CORRIDOR;
pub use star::STAR;

/// The methods of the paper.
pub const STANDARD: &[&Method] = &[&ARENA, &CORRIDOR, &STAR, &BRANCH];

/// A selection method: what it is called, what it takes, what it does.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name in `kit.toml`.
    pub name: &'static str,
    /// What maps it makes, in a few words.
    pub summary: &'static str,
    /// Which pieces it likes to start from.
    pub prefers: Prefers,
    /// Its own parameters.
    pub params: &'static [Param],
    /// Sets it going for one map. May draw, before anything else is drawn.
    pub begin: fn(&Selection, &mut Rng) -> Box<dyn SelectGuide>,
}

/// A parameter of a method: a whole number between limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Param {
    /// Its name in `[selection]`.
    pub name: &'static str,
    /// What it counts.
    pub unit: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// The smallest value.
    pub min: i64,
    /// The largest value.
    pub max: i64,
    /// The value when none is given.
    pub default: i64,
}

/// Which pieces a method likes to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prefers {
    /// Those with most connectors.
    Most,
    /// Those with fewest connectors.
    Fewest,
}

impl Prefers {
    /// Whether a piece with `count` connectors may be the starting piece, when the most (or fewest) that any
    /// has is `best`.
    pub fn allows(self, count: usize, best: usize, tolerance: i64) -> bool {
        let tolerance = tolerance as usize;
        match self {
            Self::Most => count.saturating_add(tolerance) >= best,
            Self::Fewest => count <= best.saturating_add(tolerance),
        }
    }

    /// The most (or fewest) of some counts of connectors.
    pub fn best(self, counts: impl Iterator<Item = usize>) -> Option<usize> {
        match self {
            Self::Most => counts.max(),
            Self::Fewest => counts.min(),
        }
    }
}

/// A method at work on one map.
pub trait SelectGuide {
    /// Names the next guide, after each try, whether it placed a piece or not.
    fn next_guide(&mut self, map: &Growth<'_>, rng: &mut Rng) -> Next;

    /// The number of pieces at which the map is complete.
    fn piece_limit(&self) -> Option<usize> {
        None
    }

    /// The largest number of pieces that a map can have, where that is known beforehand.
    fn most_pieces(&self) -> Option<usize> {
        self.piece_limit()
    }

    /// How long the arm or branch at work is to be; for the story only.
    fn length(&self) -> Option<i64> {
        None
    }
}

/// What a method sees of the map: how many connectors each piece has left, in placement order.
#[derive(Clone, Copy, Debug)]
pub struct Growth<'a> {
    /// The piece that was the guide in the try just made.
    pub guide: usize,
    /// Free connectors of each placed piece.
    pub free: &'a [usize],
}

impl Growth<'_> {
    /// The number of pieces placed.
    pub fn count(&self) -> usize {
        self.free.len()
    }

    /// The piece placed last.
    pub fn last(&self) -> usize {
        self.free.len() - 1
    }

    /// Whether a piece has no connector left.
    pub fn is_full(&self, index: usize) -> bool {
        self.free[index] == 0
    }
}

/// What a method decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// This placed piece is the guide, for this reason.
    Guide(usize, &'static str),
    /// There is none, and the map is done.
    Stop(Stop),
}

/// Why a map is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// A keyword for the map file.
    pub reason: &'static str,
    /// The same as a sentence for people.
    pub sentence: &'static str,
}

impl Stop {
    /// The map has all the pieces it may have.
    pub const PIECE_LIMIT: Self =
        Self { reason: "piece-limit", sentence: "the map has as many pieces as `max_pieces` allows" };
    /// The same guide was named again and nothing had changed.
    pub const STUCK: Self = Self {
        reason: "stuck",
        sentence: "no piece could be joined to the guide, and the method named the same guide again",
    };
    /// The map is as large as maps get.
    pub const TOO_LARGE: Self = Self {
        reason: "too-large",
        sentence: "the map has five million pieces, the most that snapmesh holds",
    };
    /// Guide after guide was tried, and none took anything.
    pub const STANDSTILL: Self = Self {
        reason: "standstill",
        sentence: "more guides were tried in a row than there are pieces, and none took a piece",
    };
}

/// The pieces a map may start from: those of the list whose number of connectors is within the tolerance.
pub fn starting_pieces(kit: &ValidKit, prefers: Prefers, tolerance: i64) -> Vec<usize> {
    let count = |&piece: &usize| kit.library()[piece].connectors.len();
    let best = prefers.best(kit.starters().iter().map(count)).unwrap_or(0);
    kit.starters().iter().copied().filter(|piece| prefers.allows(count(piece), best, tolerance)).collect()
}

/// The largest number of pieces that a map can have under these settings, where that is known beforehand.
pub fn most_pieces(selection: &Selection) -> Option<usize> {
    // What is drawn here is thrown away: the limit must hold for every seed.
    (selection.method.begin)(selection, &mut Rng::new(RngKind::ChaCha8, 0)).most_pieces()
}

/// Draws a length from `[length - var, length + var]`.
fn draw_length(length: i64, var: i64, rng: &mut Rng) -> i64 {
    rng.range(length - var, length + var + 1)
}

impl fmt::Debug for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Method")
            .field("name", &self.name)
            .field("params", &self.params)
            .finish_non_exhaustive()
    }
}

impl PartialEq for Method {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.params == other.params
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starting_piece_may_be_off_the_best_by_the_tolerance() {
        let counts = [5, 4, 4, 2];
        let allowed = |prefers: Prefers, tolerance| {
            let best = prefers.best(counts.into_iter()).unwrap();
            counts.into_iter().filter(|&n| prefers.allows(n, best, tolerance)).collect::<Vec<_>>()
        };
        assert_eq!(allowed(Prefers::Most, 0), [5]);
        assert_eq!(allowed(Prefers::Most, 1), [5, 4, 4]);
        assert_eq!(allowed(Prefers::Fewest, 0), [2]);
        assert_eq!(allowed(Prefers::Fewest, 2), [4, 4, 2]);
        assert_eq!(allowed(Prefers::Most, 1_000_000_000).len(), 4);
    }

    #[test]
    fn parameters_are_told_apart_and_their_defaults_are_legal() {
        for method in STANDARD {
            for param in method.params {
                assert!((param.min..=param.max).contains(&param.default), "{}.{}", method.name, param.name);
            }
            let twice = STANDARD.iter().filter(|other| other.name == method.name).count();
            assert_eq!(twice, 1, "{}", method.name);
        }
    }
}
