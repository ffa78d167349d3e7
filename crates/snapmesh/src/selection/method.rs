//! What a selection method is: its name, its parameters, and its code.

use crate::clone_box::clone_box;
use crate::id::PlacedId;
use crate::placed::Placed;
use crate::rng::{Rng, RngKind};
use crate::value::{Key, Value};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

/// A selection method: what it is called, what it takes, what it does.
#[derive(Clone, Copy)]
pub struct Method {
    /// Its name in `kit.toml`.
    pub name: &'static str,
    /// What maps it makes, in a few words.
    pub summary: &'static str,
    /// Which pieces it likes to start from.
    pub prefers: StartPreference,
    /// Its own parameters, which are keys of `[selection]`.
    pub params: &'static [Key],
    /// Sets it going for one map. May draw, before anything else is drawn.
    pub instantiate: fn(Params<'_>, &mut Rng) -> Box<dyn SelectGuide>,
    /// How large a map is and should be; none if the method promises no size.
    pub size: Option<fn(Params<'_>, &Grown<'_>) -> Size>,
}

/// What the size of a map is judged by.
#[derive(Clone, Copy, Debug)]
pub struct Grown<'a> {
    /// The pieces that the map grew by, in placement order.
    pub pieces: &'a [Placed],
    /// How many of them were kept from another map: the first ones.
    pub kept: usize,
    /// Connectors of the starting piece that some piece can meet, less those that kept pieces are joined to.
    pub start_offers: usize,
    /// How long its lines should be.
    pub lengths: Lengths,
}

/// How large a map is, and should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    /// What it should be, in words.
    pub wanted: String,
    /// How much of it is there.
    pub value: usize,
    /// Whether that is all.
    pub kept: bool,
}

/// How long arms and branches are, where growth goes beyond the paper: a length for each, drawn once, whatever is taken
/// back and grown again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lengths {
    rng: RngKind,
    seed: i64,
}

impl Lengths {
    /// Those of a seed.
    pub fn new(rng: RngKind, seed: i64) -> Self {
        Self { rng, seed }
    }

    /// The length of a line, by its number, drawn from `[length - var, length + var]`.
    pub fn of(&self, line: usize, length: i64, var: i64) -> i64 {
        let mut rng = Rng::stream(self.rng, self.seed, "lengths", line as u64);
        rng.range(length - var, length + var + 1)
    }
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

impl Method {
    /// The parameter of a name.
    pub fn param(&self, name: &str) -> Option<&'static Key> {
        self.params.iter().find(|param| param.name == name)
    }
}

/// The parameters of a method: what was given, else its defaults.
#[derive(Clone, Copy, Debug)]
pub struct Params<'a> {
    method: &'static Method,
    given: &'a BTreeMap<&'static str, Value>,
}

impl<'a> Params<'a> {
    pub(crate) fn new(method: &'static Method, given: &'a BTreeMap<&'static str, Value>) -> Self {
        Self { method, given }
    }

    /// The value of a parameter; none if the method has no such.
    pub fn get(&self, name: &str) -> Option<Value> {
        let param = self.method.param(name)?;
        self.given.get(name).cloned().or_else(|| param.default.value())
    }

    /// The value of a parameter that is a whole number.
    ///
    /// # Panics
    /// When the method has no such parameter: it asks for its own.
    pub fn integer(&self, name: &str) -> i64 {
        match self.get(name) {
            Some(Value::Integer(n)) => n,
            other => panic!("{} has no whole number `{name}`: {other:?}", self.method.name),
        }
    }

    /// The value of a parameter that is a number.
    ///
    /// # Panics
    /// When the method has no such parameter: it asks for its own.
    pub fn real(&self, name: &str) -> f64 {
        match self.get(name) {
            Some(Value::Real(x)) => x,
            other => panic!("{} has no number `{name}`: {other:?}", self.method.name),
        }
    }

    /// The values of a parameter that is a list.
    ///
    /// # Panics
    /// When the method has no such parameter: it asks for its own.
    pub fn list(&self, name: &str) -> Vec<Value> {
        match self.get(name) {
            Some(Value::List(items)) => items,
            other => panic!("{} has no list `{name}`: {other:?}", self.method.name),
        }
    }
}

/// Which pieces a method likes to start from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StartPreference {
    /// Those with most connectors.
    Most,
    /// Those with fewest connectors.
    Fewest,
}

impl StartPreference {
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

/// A method at work on one map. It can be copied, so that growth can be saved and gone back to.
pub trait SelectGuide: CloneMethod + fmt::Debug + Send + Sync {
    /// Names the next guide, after each try, whether it placed a piece or not.
    fn next_guide(&mut self, map: &MapView<'_>, rng: &mut Rng) -> Next;

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

    /// Names the first guide of growth that goes on from pieces of another map: the first of them that is not full, if
    /// nothing else is said.
    fn first_guide(&mut self, map: &MapView<'_>) -> Next {
        match map.free.iter().position(|&free| free > 0) {
            Some(first) => {
                Next::Guide(PlacedId::new(first), "it is the first of those kept that is not full")
            }
            None => Next::Stop(Stop::NO_GUIDE),
        }
    }

    /// Asked once before growth that goes on where it is blocked: from now on pieces are counted, not tries, and the
    /// lengths of lines are these.
    fn count_pieces(&mut self, _lengths: Lengths) {}

    /// Names another guide, after one that is full. As after a try, if nothing else is said.
    fn next_beyond(&mut self, map: &MapView<'_>, rng: &mut Rng) -> Next {
        self.next_guide(map, rng)
    }

    /// Whether the line at work has ended before it is as long as it should be. Asked before the next guide is named.
    fn is_cut_short(&self, _map: &MapView<'_>) -> bool {
        false
    }

    /// The joints from the starting piece that pieces have at most, where that is known beforehand.
    fn most_depth(&self) -> Option<usize> {
        None
    }

    /// The pieces that the map is to have, where so many stand and so many free connectors of the first can be met.
    fn goal(&self, _standing: usize, _start_offers: usize) -> Option<usize> {
        self.piece_limit()
    }
}

clone_box! {
    /// What lets a method be copied behind a pointer. Every method that is `Clone` has it.
    pub trait CloneMethod of SelectGuide by clone_method
}

/// What a method sees of the map: how many connectors each piece has left, in placement order.
#[derive(Clone, Copy, Debug)]
pub struct MapView<'a> {
    /// The piece that was the guide in the try just made.
    pub guide: PlacedId,
    /// Whether that try placed a piece.
    pub placed: bool,
    /// Free connectors of each placed piece. Where growth goes on when a guide is blocked, that guide has none left.
    pub free: &'a [u32],
}

impl MapView<'_> {
    /// The number of pieces placed.
    pub fn count(&self) -> usize {
        self.free.len()
    }

    /// The piece placed last.
    pub fn last(&self) -> PlacedId {
        PlacedId::new(self.free.len() - 1)
    }

    /// Whether a piece has no connector left.
    pub fn is_full(&self, placed: PlacedId) -> bool {
        self.free[placed.index()] == 0
    }
}

/// What a method decides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Next {
    /// This placed piece is the guide, for this reason.
    Guide(PlacedId, &'static str),
    /// There is none, and the map is done.
    Stop(Stop),
}

/// Why a map is done. Methods have reasons of their own beside those below; two are the same if their keywords are.
#[derive(Clone, Debug, Eq)]
pub struct Stop {
    /// A keyword for the map file.
    pub reason: Cow<'static, str>,
    /// The same as a sentence for people.
    pub sentence: Cow<'static, str>,
}

impl PartialEq for Stop {
    fn eq(&self, other: &Self) -> bool {
        self.reason == other.reason
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl Stop {
    /// A reason to stop.
    pub const fn new(reason: &'static str, sentence: &'static str) -> Self {
        Self { reason: Cow::Borrowed(reason), sentence: Cow::Borrowed(sentence) }
    }

    /// A reason that is known by its keyword alone, as a map file has it.
    pub fn told(reason: &str) -> Self {
        Self { reason: reason.to_string().into(), sentence: reason.to_string().into() }
    }

    /// The map has all the pieces it may have.
    pub const PIECE_LIMIT: Self =
        Self::new("piece-limit", "the map has as many pieces as `max_pieces` allows");
    /// The same guide was named again and nothing had changed.
    pub const STUCK: Self = Self::new(
        "stuck",
        "no piece could be joined to the guide, and the method named the same guide again",
    );
    /// The map is as large as maps get.
    pub const TOO_LARGE: Self =
        Self::new("too-large", "the map has five million pieces, the most that snapmesh holds");
    /// Guide after guide was tried, and none took anything.
    pub const STANDSTILL: Self = Self::new(
        "standstill",
        "more guides were tried in a row than there are pieces, and none took a piece",
    );
    /// Arena: every placed piece has been the guide.
    pub const NO_LATER_PIECE: Self =
        Self::new("no-later-piece", "every placed piece has been the guide, and no later one is left");
    /// Star: an arm at every connector.
    pub const HUB_FULL: Self =
        Self::new("hub-full", "the arm is done, and the starting piece has no free connector left");
    /// Star: a blocked hub makes an arm grow on from the last piece each time it has been tried, and the rules of the
    /// method know no end to that. Here is one: no arm is meant to have this many pieces.
    pub const ENDLESS: Self = Self::new(
        "endless",
        "the starting piece stayed blocked, and the last arm would have grown on without end",
    );
    /// Nothing can be joined to any piece.
    pub const NO_GUIDE: Self = Self::new("no-guide", "nothing can be joined to any piece that was placed");
    /// All that may be tried was tried.
    pub const BUDGET: Self = Self::new("budget", "as many pairings were tried as `growth.budget` allows");
    /// Branch: all of them were grown.
    pub const BRANCHES_DONE: Self =
        Self::new("branches-done", "all branches that `branch_count` asks for were begun and ended");
    /// Branch: nothing to grow the next one from.
    pub const NO_ROOT: Self =
        Self::new("no-root", "no piece with a free connector was found where the next branch should start");
    /// A designer had the last word.
    pub const BY_HAND: Self = Self::new("by-hand", "it was shaped by hand");
    /// Nobody let it grow to its end.
    pub const UNFINISHED: Self = Self::new("unfinished", "the map was not grown to its end");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_starting_piece_may_be_off_the_best_by_the_tolerance() {
        let counts = [5, 4, 4, 2];
        let allowed = |prefers: StartPreference, tolerance| {
            let best = prefers.best(counts.into_iter()).unwrap();
            counts.into_iter().filter(|&n| prefers.allows(n, best, tolerance)).collect::<Vec<_>>()
        };
        assert_eq!(allowed(StartPreference::Most, 0), [5]);
        assert_eq!(allowed(StartPreference::Most, 1), [5, 4, 4]);
        assert_eq!(allowed(StartPreference::Fewest, 0), [2]);
        assert_eq!(allowed(StartPreference::Fewest, 2), [4, 4, 2]);
        assert_eq!(allowed(StartPreference::Most, 1_000_000_000).len(), 4);
    }

    #[test]
    fn a_stop_is_its_keyword() {
        assert_eq!(Stop::told("stuck"), Stop::STUCK);
        assert_ne!(Stop::told("hub-full"), Stop::STUCK);
        assert_eq!(Stop::PIECE_LIMIT.to_string(), "piece-limit");
    }

    #[test]
    fn a_method_is_its_name_and_its_parameters() {
        use crate::selection::{ARENA, CORRIDOR, STAR};
        assert_eq!(ARENA, ARENA);
        assert_ne!(ARENA, CORRIDOR, "the same parameters under another name");
        assert_ne!(Method { params: &[], ..STAR }, STAR);
        assert!(STAR.param("arm_length").is_some() && STAR.param("max_pieces").is_none());
        assert!(format!("{STAR:?}").starts_with("Method { name: \"star\", params: ["));
    }

    #[test]
    fn lengths_are_drawn_line_by_line_and_stay() {
        let lengths = Lengths::new(RngKind::ChaCha8, 3);
        let all: Vec<i64> = (0..200).map(|line| lengths.of(line, 8, 2)).collect();
        assert_eq!((all.iter().min(), all.iter().max()), (Some(&6), Some(&10)));
        assert_eq!(lengths.of(150, 8, 2), all[150]);
    }

    #[test]
    #[should_panic(expected = "arena has no whole number `arm_length`")]
    fn a_method_that_asks_for_what_it_has_not_is_stopped() {
        Params::new(&crate::selection::ARENA, &BTreeMap::new()).integer("arm_length");
    }

    #[test]
    fn growth_is_seen_in_free_connectors() {
        let growth = MapView { guide: PlacedId::new(0), placed: true, free: &[0, 2, 0] };
        assert_eq!((growth.count(), growth.last()), (3, PlacedId::new(2)));
        assert!(growth.is_full(PlacedId::new(0)) && !growth.is_full(PlacedId::new(1)));
    }
}
