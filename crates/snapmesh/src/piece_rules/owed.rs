//! What must be on a map is not forgotten: the last room is kept for it.

use crate::id::{PieceId, PlacedId};
use crate::selector::{BoundRule, Terms};
use crate::veto::{Blame, Rule, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Rule>> {
    let debts = Debts::new(terms.rules);
    (!debts.rules.is_empty()).then(|| Box::new(debts) as Box<dyn Rule>)
}

/// The rules that want some pieces to be there.
#[derive(Clone, Debug)]
pub(crate) struct Debts {
    rules: Vec<Debt>,
}

#[derive(Clone, Debug)]
struct Debt {
    pieces: Vec<PieceId>,
    least: i64,
    /// Whether no piece can serve this rule and an earlier one of those that are apart.
    is_apart: bool,
}

impl Debts {
    pub(crate) fn new(rules: &[BoundRule]) -> Self {
        let mut debts: Vec<Debt> = Vec::new();
        for bound in rules {
            let least = bound.rule.least();
            if least > 0 {
                let shares =
                    |debt: &Debt| debt.is_apart && debt.pieces.iter().any(|&piece| bound.names(piece));
                let is_apart = !debts.iter().any(shares);
                debts.push(Debt { pieces: bound.pieces.clone(), least, is_apart });
            }
        }
        Self { rules: debts }
    }

    /// Whether nothing is ever owed.
    pub(crate) fn is_empty(&self) -> bool {
        self.rules.is_empty()
    }

    fn owed(debt: &Debt, world: &World, with: Option<PieceId>) -> usize {
        let there =
            world.copies_of(&debt.pieces) + i64::from(with.is_some_and(|piece| debt.pieces.contains(&piece)));
        (debt.least - there).max(0) as usize
    }

    /// How many pieces must still come, at least, once this one has: where selectors share pieces, one may serve two.
    fn least_to_come(&self, world: &World, with: Option<PieceId>) -> usize {
        let owed = |debt: &Debt| Self::owed(debt, world, with);
        let apart = self.rules.iter().filter(|debt| debt.is_apart).map(owed).sum();
        self.rules.iter().map(owed).fold(apart, usize::max)
    }

    /// How many pieces are owed in all.
    pub(crate) fn total(&self, world: &World) -> usize {
        self.rules.iter().map(|debt| Self::owed(debt, world, None)).sum()
    }

    /// Whether a piece would pay some of what is owed.
    pub(crate) fn is_paid_by(&self, world: &World, piece: PieceId) -> bool {
        let pays = |debt: &Debt| debt.pieces.contains(&piece) && Self::owed(debt, world, None) > 0;
        self.rules.iter().any(pays)
    }
}

impl Rule for Debts {
    fn forbids(&self, world: &World, piece: PieceId, _: Option<PlacedId>) -> Option<Blame> {
        let room = world.room()?;
        if room > self.least_to_come(world, Some(piece)) {
            return None;
        }
        let last = world.placed().len().checked_sub(1);
        Some(last.map_or(Blame::Place, |last| Blame::Piece(PlacedId::new(last))))
    }

    fn reason(&self, world: &World, _: PieceId, _: Option<PlacedId>) -> Veto {
        let pieces = self.least_to_come(world, None);
        Veto::Owed { pieces, room: world.room().unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{made, piece, world};
    use super::*;
    use crate::settings::{PieceRule, Span};

    fn least(selector: &str, least: i64) -> PieceRule {
        PieceRule { count: Some(Span { least, most: 99 }), ..PieceRule::new(selector) }
    }

    #[test]
    fn the_last_room_is_kept_for_what_is_owed() {
        let mut world = world("A A0 A1");
        let rule = made(&world, &[least("B", 2), least("C", 1)], from_terms).unwrap();
        let forbids = |world: &World, letter| rule.forbids(world, piece(letter), None).is_some();
        assert!(!forbids(&world, "A"), "a world without a goal has room without end");
        world.set_goal(Some(7));
        assert!(!forbids(&world, "A"), "three are owed, and there is room for four");
        world.set_goal(Some(6));
        assert!(forbids(&world, "A") && !forbids(&world, "B") && !forbids(&world, "C"));
        assert_eq!(rule.reason(&world, piece("A"), None), Veto::Owed { pieces: 3, room: 3 });
    }

    #[test]
    fn a_piece_that_serves_two_rules_is_not_owed_twice() {
        let mut world = world("A");
        world.set_goal(Some(3));
        let rule = made(&world, &[least("B", 1), least("[BC]", 2)], from_terms).unwrap();
        let forbids = |letter| rule.forbids(&world, piece(letter), None).is_some();
        assert!(!forbids("B") && forbids("A"));
    }

    #[test]
    fn what_is_there_is_not_owed_any_more() {
        let world = world("A B0 B1");
        let settings =
            crate::Settings { rules: vec![least("B", 2), least("C", 1)], ..crate::Settings::default() };
        let debts = Debts::new(&crate::selector::bind(world.kit(), &settings));
        assert_eq!(debts.total(&world), 1);
        assert!(!debts.is_paid_by(&world, piece("B")) && debts.is_paid_by(&world, piece("C")));
    }
}
