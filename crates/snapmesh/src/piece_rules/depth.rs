//! Some pieces stand only so many joints from the starting piece.

use crate::id::{PieceId, PlacedId};
use crate::selector::{PerPiece, Terms};
use crate::settings::Span;
use crate::veto::{Blame, Rule, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Rule>> {
    let spans = terms.per_piece(|bound| Some((bound.rule.selector.clone(), bound.rule.depth?)))?;
    Some(Box::new(Depth(spans)))
}

#[derive(Debug)]
struct Depth(PerPiece<(String, Span<i64>)>);

fn joints(world: &World, guide: Option<PlacedId>) -> i64 {
    guide.map_or(0, |guide| i64::from(world.depth(guide)) + 1)
}

impl Depth {
    fn broken(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Option<&(String, Span<i64>)> {
        let joints = joints(world, guide);
        self.0.of(piece).iter().find(|(_, span)| !span.contains(&joints))
    }
}

impl Rule for Depth {
    fn forbids(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Option<Blame> {
        self.broken(world, piece, guide).map(|_| Blame::Place)
    }

    fn reason(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Veto {
        let (selector, span) = self.broken(world, piece, guide).expect("it was forbidden");
        let (allowed, joints) = ((span.least, span.most), joints(world, guide));
        Veto::Depth { selector: selector.clone(), allowed, joints }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{made, piece, world};
    use super::*;
    use crate::settings::PieceRule;

    #[test]
    fn depth_is_counted_in_joints_from_the_start() {
        let world = world("A B0 B1 C0");
        let rule = PieceRule { depth: Some(Span { least: 1, most: 2 }), ..PieceRule::new("C") };
        let rule = made(&world, &[rule], from_terms).unwrap();
        let forbids =
            |guide: Option<usize>| rule.forbids(&world, piece("C"), guide.map(PlacedId::new)).is_some();
        assert!(forbids(None) && !forbids(Some(0)) && !forbids(Some(1)) && forbids(Some(2)));
        assert_eq!(
            rule.reason(&world, piece("C"), Some(PlacedId::new(2))),
            Veto::Depth { selector: "C".into(), allowed: (1, 2), joints: 3 }
        );
        assert_eq!(rule.forbids(&world, piece("A"), None), None);
    }
}
