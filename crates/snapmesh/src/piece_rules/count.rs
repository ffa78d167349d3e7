//! There may be only so many of some pieces.

use crate::id::{PieceId, PlacedId};
use crate::selector::{PerPiece, Terms};
use crate::veto::{Blame, Rule, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Rule>> {
    let limits = terms.per_piece(|bound| {
        let (selector, pieces) = (bound.rule.selector.clone(), bound.pieces.clone());
        Some(Limit { selector, pieces, most: bound.rule.count?.most })
    })?;
    Some(Box::new(Count(limits)))
}

#[derive(Clone, Debug)]
struct Limit {
    selector: String,
    pieces: Vec<PieceId>,
    most: i64,
}

#[derive(Debug)]
struct Count(PerPiece<Limit>);

impl Count {
    fn reached(&self, world: &World, piece: PieceId) -> Option<&Limit> {
        let mut limits = self.0.of(piece).iter();
        limits.find(|limit| world.copies_of(&limit.pieces) >= limit.most)
    }
}

impl Rule for Count {
    fn forbids(&self, world: &World, piece: PieceId, _: Option<PlacedId>) -> Option<Blame> {
        let limit = self.reached(world, piece)?;
        let last = world.placed().iter().rposition(|placed| limit.pieces.contains(&placed.piece));
        Some(last.map_or(Blame::Place, |last| Blame::Piece(PlacedId::new(last))))
    }

    fn reason(&self, world: &World, piece: PieceId, _: Option<PlacedId>) -> Veto {
        let limit = self.reached(world, piece).expect("it was forbidden");
        Veto::Count { selector: limit.selector.clone(), most: limit.most }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{made, piece, world};
    use super::*;
    use crate::settings::{PieceRule, Span};

    fn count(selector: &str, least: i64, most: i64) -> PieceRule {
        PieceRule { count: Some(Span { least, most }), ..PieceRule::new(selector) }
    }

    #[test]
    fn pieces_of_a_selector_count_together_and_the_last_is_in_the_way() {
        let world = world("A B0 A1 C2");
        let rule = made(&world, &[count("[AB]", 0, 3)], from_terms).unwrap();
        assert_eq!(rule.forbids(&world, piece("B"), None), Some(Blame::Piece(PlacedId::new(2))));
        assert_eq!(rule.forbids(&world, piece("C"), None), None);
        assert_eq!(rule.reason(&world, piece("A"), None), Veto::Count { selector: "[AB]".into(), most: 3 });
    }

    #[test]
    fn what_may_not_be_there_at_all_is_nobodys_fault() {
        let world = world("");
        let rule = made(&world, &[count("A", 0, 0)], from_terms).unwrap();
        assert_eq!(rule.forbids(&world, piece("A"), None), Some(Blame::Place));
        assert!(made(&world, &[PieceRule::new("A")], from_terms).is_none());
    }
}
