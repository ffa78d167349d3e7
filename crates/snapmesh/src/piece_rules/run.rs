//! There may be only so many of some pieces in a row.

use crate::id::{PieceId, PlacedId};
use crate::selector::{BoundRule, Terms};
use crate::veto::{Blame, Rule, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Rule>> {
    let rules = terms.having(|rule| rule.run.is_some());
    (!rules.is_empty()).then(|| Box::new(Run(rules)) as Box<dyn Rule>)
}

#[derive(Debug)]
struct Run(Vec<BoundRule>);

impl Run {
    /// The rule that is broken, and the piece that the row begins with.
    fn broken(
        &self,
        world: &World,
        piece: PieceId,
        guide: Option<PlacedId>,
    ) -> Option<(&BoundRule, PlacedId)> {
        let guide = guide?;
        self.0.iter().filter(|bound| bound.names(piece)).find_map(|bound| {
            let most = bound.rule.run? as usize;
            let row = world.way_back(guide).take(most).take_while(|&at| bound.names(world.get(at).piece));
            let (length, first) = row.fold((0, guide), |(length, _), at| (length + 1, at));
            (length >= most).then_some((bound, first))
        })
    }
}

impl Rule for Run {
    fn forbids(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Option<Blame> {
        self.broken(world, piece, guide).map(|(_, first)| Blame::Piece(first))
    }

    fn reason(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Veto {
        let (bound, _) = self.broken(world, piece, guide).expect("it was forbidden");
        Veto::Run { selector: bound.rule.selector.clone(), most: bound.rule.run.unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{made, piece, world};
    use super::*;
    use crate::settings::PieceRule;

    #[test]
    fn a_row_is_counted_back_towards_the_start() {
        let world = world("A A0 B1 A2 A3 C0");
        let rule = PieceRule { run: Some(2), ..PieceRule::new("A") };
        let rule = made(&world, &[rule], from_terms).unwrap();
        let blame = |guide: usize| rule.forbids(&world, piece("A"), Some(PlacedId::new(guide)));
        assert_eq!(blame(1), Some(Blame::Piece(PlacedId::new(0))), "two in a row already");
        assert_eq!(blame(2), None, "a row ends at another piece");
        assert_eq!((blame(3), blame(4)), (None, Some(Blame::Piece(PlacedId::new(3)))));
        assert_eq!(blame(5), None);
        assert_eq!(rule.forbids(&world, piece("B"), Some(PlacedId::new(1))), None);
        assert_eq!(rule.forbids(&world, piece("A"), None), None, "the first is no row");
    }
}
