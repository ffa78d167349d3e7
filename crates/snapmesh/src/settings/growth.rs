//! `[growth]` and `[rules]`: what goes beyond the paper.

use crate::boxes::Bounds;
use crate::value::Value;
use std::fmt;

/// `[growth]`: what happens where the paper's method ends, and where maps may stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// What happens when nothing can be joined to a guide.
    pub when_blocked: WhenBlocked,
    /// Pairings that may be tried for one map; what follows from its size if not given.
    pub budget: Option<i64>,
    /// The volume that boxes stay within.
    pub inside: Option<Bounds>,
    /// The volumes that boxes stay out of.
    pub outside: Vec<Bounds>,
    /// How many links there are beyond the tree; each closes a loop.
    pub loops: Span<i64>,
    /// Pieces in a chain that closes a loop, at most.
    pub loop_length: i64,
    /// Metres beyond `piece_distance` by which the ends of a loop may miss each other.
    pub loop_gap: f64,
}

/// Degrees by which the ends of a loop may be off facing each other.
pub const LOOP_TURN: f64 = 0.25;

impl Default for Growth {
    fn default() -> Self {
        Self {
            when_blocked: WhenBlocked::Stop,
            budget: None,
            inside: None,
            outside: vec![],
            loops: Span { least: 0, most: 0 },
            loop_length: 6,
            loop_gap: 0.005,
        }
    }
}

/// What happens when nothing can be joined to a guide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum WhenBlocked {
    /// What the paper says: mostly the end of the map.
    #[default]
    Stop,
    /// The guide counts as full, and growth goes on elsewhere.
    Skip,
    /// And pieces are taken back when a promise could not be kept otherwise.
    Undo,
}

impl WhenBlocked {
    /// The names used in `kit.toml`, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["stop", "skip", "undo"];

    /// The name used in `kit.toml`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The variant of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Stop, Self::Skip, Self::Undo].into_iter().find(|known| known.name() == name)
    }
}

/// The least and the most of something, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span<T> {
    /// The least.
    pub least: T,
    /// The most.
    pub most: T,
}

impl<T: PartialOrd> Span<T> {
    /// Whether a value is within it.
    pub fn contains(&self, value: &T) -> bool {
        *value >= self.least && *value <= self.most
    }
}

impl Span<i64> {
    /// One whole number, or the least and the most as a list.
    pub(super) fn integers(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(n) => Some(Self { least: *n, most: *n }),
            Value::List(ends) => match ends[..] {
                [Value::Integer(least), Value::Integer(most)] => Some(Self { least, most }),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Span<f64> {
    /// The same of any numbers.
    pub(super) fn reals(value: &Value) -> Option<Self> {
        match value {
            Value::List(ends) => Some(Self { least: ends.first()?.real()?, most: ends.get(1)?.real()? }),
            value => value.real().map(|x| Self { least: x, most: x }),
        }
    }
}

impl<T: PartialEq> Span<T> {
    /// As it is written.
    pub(super) fn written(self, value: fn(T) -> Value) -> Value {
        if self.least == self.most {
            value(self.least)
        } else {
            Value::List(vec![value(self.least), value(self.most)])
        }
    }
}

/// "1 to 3", or "2" if both are the same.
impl<T: PartialEq + fmt::Display> fmt::Display for Span<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most { self.least.fmt(f) } else { write!(f, "{} to {}", self.least, self.most) }
    }
}

/// A rule of `[rules]`: what holds for the pieces that a selector names.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PieceRule {
    /// The id of a piece, a pattern of ids, or `#tag`.
    pub selector: String,
    /// How often such a piece is drawn, against 1.
    pub weight: Option<f64>,
    /// How many there are on a map.
    pub count: Option<Span<i64>>,
    /// How many there may be in a row.
    pub run: Option<i64>,
    /// How many joints there are between any two, at least.
    pub apart: Option<i64>,
    /// How many joints they are from the starting piece.
    pub depth: Option<Span<i64>>,
    /// How many metres their origins are above that of the starting piece.
    pub height: Option<Span<f64>>,
}

impl PieceRule {
    /// A rule that asks for nothing yet.
    pub fn new(selector: &str) -> Self {
        Self { selector: selector.into(), ..Self::default() }
    }

    /// How many of its pieces must be on a map.
    pub fn least(&self) -> i64 {
        self.count.map_or(0, |count| count.least)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_go_both_ways() {
        for name in WhenBlocked::NAMES {
            assert_eq!(WhenBlocked::from_name(name).map(WhenBlocked::name), Some(*name));
        }
        assert_eq!(WhenBlocked::from_name("wait"), None);
    }

    #[test]
    fn a_span_has_both_its_ends_and_is_told_as_one_number_if_it_is_one() {
        let span = Span { least: 1, most: 3 };
        assert!(span.contains(&1) && span.contains(&3) && !span.contains(&0) && !span.contains(&4));
        assert_eq!(span.to_string(), "1 to 3");
        assert_eq!(Span { least: -2.5, most: -2.5 }.to_string(), "-2.5");
    }
}
