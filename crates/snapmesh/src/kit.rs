//! A kit: the pieces maps are made of. [`Kit`] is what a designer hands in; [`ValidKit`] is what passed.

use crate::check;
use crate::piece::Piece;
use crate::problem::{Problem, any_error};
use std::collections::BTreeMap;

/// Pieces as they were listed, not yet looked at.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Kit {
    /// What it is called.
    pub name: String,
    /// Every piece once.
    pub library: Vec<Piece>,
    /// The pieces drawn from, as indices into the library, in the order listed. One that is listed twice is
    /// drawn twice as often.
    pub pieces: Vec<usize>,
    /// The pieces to start from, likewise; none given means any of `pieces`.
    pub starters: Option<Vec<usize>>,
}

impl Kit {
    /// A kit of these pieces, each listed once, starting from any.
    pub fn new(name: &str, library: Vec<Piece>) -> Self {
        Self { name: name.into(), pieces: (0..library.len()).collect(), library, starters: None }
    }

    /// Checks everything that can be wrong with a kit, whatever the settings.
    ///
    /// Returns the kit ready for use, if it can be used, and all there is to say about it.
    pub fn validate(self) -> (Option<ValidKit>, Vec<Problem>) {
        let problems = check::kit(&self);
        let valid = (!any_error(&problems)).then(|| ValidKit::new(self));
        (valid, problems)
    }
}

/// What the rules see of a connector: two of one kind are treated alike.
#[derive(Clone, Debug, PartialEq)]
pub struct Kind {
    /// Pin count.
    pub pins: u32,
    /// Color.
    pub color: String,
    /// The vertical part of the heading, from -1 to 1.
    pub rise: f64,
}

/// A kit that was checked: pieces and connectors in canonical order, and nothing in it can be wrong.
///
/// Canonical order: pieces by number of connectors, descending, ties as listed; connectors of a piece by pins,
/// descending, ties as in the file. Starters stay as listed.
#[derive(Clone, Debug)]
pub struct ValidKit {
    name: String,
    library: Vec<Piece>,
    pieces: Vec<usize>,
    starters: Vec<usize>,
    kinds: Vec<Kind>,
    /// The kind of every connector, by piece.
    kind_of: Vec<Vec<u32>>,
}

impl ValidKit {
    fn new(kit: Kit) -> Self {
        let Kit { name, mut library, mut pieces, starters } = kit;
        for piece in &mut library {
            piece.connectors.sort_by_key(|connector| std::cmp::Reverse(connector.pins));
        }
        pieces.sort_by_key(|&index| std::cmp::Reverse(library[index].connectors.len()));
        let starters = starters.unwrap_or_else(|| pieces.clone());
        let (kinds, kind_of) = sort_out(&library);
        Self { name, library, pieces, starters, kinds, kind_of }
    }

    /// What it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Every piece once; placed pieces and the lists below refer to it by index.
    pub fn library(&self) -> &[Piece] {
        &self.library
    }

    /// The pieces drawn from, in canonical order.
    pub fn pieces(&self) -> &[usize] {
        &self.pieces
    }

    /// The pieces to start from.
    pub fn starters(&self) -> &[usize] {
        &self.starters
    }

    /// Every kind of connector there is.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// The kinds of a piece's connectors.
    pub fn kinds_of(&self, piece: usize) -> &[u32] {
        &self.kind_of[piece]
    }
}

/// Gives every kind of connector a number, in the order they are met.
fn sort_out(library: &[Piece]) -> (Vec<Kind>, Vec<Vec<u32>>) {
    let mut kinds = Vec::new();
    let mut numbers = BTreeMap::new();
    let kind_of = library.iter().map(|piece| {
        let numbered = piece.connectors.iter().map(|connector| {
            // Adding zero makes one number of 0.0 and -0.0.
            let rise = connector.heading.y + 0.0;
            *numbers.entry((connector.pins, &*connector.color, rise.to_bits())).or_insert_with(|| {
                kinds.push(Kind { pins: connector.pins, color: connector.color.clone(), rise });
                kinds.len() as u32 - 1
            })
        });
        numbered.collect()
    });
    let kind_of = kind_of.collect();
    (kinds, kind_of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Connector;
    use glam::DVec3;

    fn piece(id: &str, pins: &[u32]) -> Piece {
        let connectors = pins.iter().enumerate().map(|(i, &pins)| {
            let mut connector = Connector::new(DVec3::X * i as f64, DVec3::X).with(pins, "Red");
            connector.name = format!("c{i}");
            connector
        });
        Piece::new(id, connectors.collect(), vec![])
    }

    #[test]
    fn canonical_order_is_by_connectors_and_pins_with_ties_as_given() {
        let kit = Kit::new("k", vec![piece("a", &[1]), piece("b", &[1, 4, 2, 4]), piece("c", &[3])]);
        let (kit, problems) = kit.validate();
        let kit = kit.unwrap();
        assert!(!any_error(&problems));
        assert_eq!(kit.pieces(), [1, 0, 2]);
        let names: Vec<_> = kit.library()[1].connectors.iter().map(|c| &*c.name).collect();
        assert_eq!(names, ["c1", "c3", "c2", "c0"]);
    }

    #[test]
    fn starters_stay_as_listed() {
        let mut kit = Kit::new("k", vec![piece("a", &[1]), piece("b", &[1, 4])]);
        kit.starters = Some(vec![0, 1]);
        assert_eq!(kit.validate().0.unwrap().starters(), [0, 1]);
    }

    #[test]
    fn connectors_of_one_kind_share_a_number() {
        let kit = Kit::new("k", vec![piece("a", &[1, 1, 2]), piece("b", &[2])]).validate().0.unwrap();
        assert_eq!(kit.kinds().len(), 2);
        assert_eq!(kit.kinds_of(0), [0, 1, 1]);
        assert_eq!(kit.kinds_of(1), [0]);
    }
}
