//! Settings that cannot hold together, as far as that can be seen before growing; and the smallest set of them.
//!
//! Every proof is optimistic: it looks at counts, connectors, joints and heights, never at overlaps. What it calls
//! impossible is; what it lets pass may still be.

mod asked;
mod proofs;
mod way;

pub(crate) use asked::Asked;

use crate::value::Value;
use asked::Part;
use std::fmt;
use thiserror::Error;

/// Settings that cannot hold together. Without any one of them, nothing is known against the others.
#[derive(Clone, Debug, PartialEq, Error)]
pub struct Contradiction {
    /// Why not.
    pub because: String,
    /// The settings, as they were given.
    pub clauses: Vec<Clause>,
}

impl fmt::Display for Contradiction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "these cannot hold together, as {}:", self.because)?;
        self.clauses.iter().try_for_each(|clause| write!(f, "\n  - {clause}"))
    }
}

/// A setting that has a part in a contradiction.
#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    /// Where it is said: a setting by its path, or a file and a word in it.
    pub place: String,
    /// What is said.
    pub value: Value,
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.place, self.value.written())
    }
}

/// Finds settings that cannot hold together, and leaves out what has no part in it.
pub(crate) fn contradiction(asked: &Asked<'_>) -> Option<Contradiction> {
    proofs::find(asked)?;
    let mut left = asked.clone();
    // What was needed while others were there may not be needed without them: until nothing more can go.
    while let Some(fewer) = left.parts().into_iter().map(|part| left.without(part)).find(is_impossible) {
        left = fewer;
    }
    let because = proofs::find(&left)?;
    let mut clauses: Vec<Clause> = Vec::new();
    for clause in left.parts().into_iter().flat_map(|part| left.clauses(part)) {
        if !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    Some(Contradiction { because, clauses })
}

fn is_impossible(asked: &Asked<'_>) -> bool {
    proofs::find(asked).is_some()
}

/// The settings that keep a piece off every map that it could be on without them.
pub(crate) fn kept_out(asked: &Asked<'_>, piece: crate::PieceId) -> Option<Contradiction> {
    let wanted = asked.wanting(piece);
    let free = wanted.parts().into_iter().filter(|part| matches!(part, Part::Rule(..)));
    let none = free.fold(wanted.clone(), |left, part| left.without(part)).wanting(piece);
    if is_impossible(&none) { None } else { contradiction(&wanted) }
}
