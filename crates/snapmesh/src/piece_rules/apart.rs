//! Some pieces stand at least so many joints from each other.

use crate::id::{PieceId, PlacedId};
use crate::selector::{BoundRule, Terms};
use crate::veto::{Blame, Rule, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Rule>> {
    let rules = terms.having(|rule| rule.apart.is_some());
    (!rules.is_empty()).then(|| Box::new(Apart(rules)) as Box<dyn Rule>)
}

#[derive(Debug)]
struct Apart(Vec<BoundRule>);

impl Apart {
    /// The rule that is broken, with the piece that is too near and the joints to it.
    fn broken(
        &self,
        world: &World,
        piece: PieceId,
        guide: Option<PlacedId>,
    ) -> Option<(&BoundRule, PlacedId, i64)> {
        let guide = guide?;
        self.0.iter().filter(|bound| bound.names(piece)).find_map(|bound| {
            let least = bound.rule.apart?;
            let others = world.placed().iter().enumerate().filter(|(_, placed)| bound.names(placed.piece));
            let mut near = others.filter_map(|(index, _)| {
                let other = PlacedId::new(index);
                let joints = joints(world, guide, other, least)?;
                (joints < least).then_some((bound, other, joints))
            });
            near.next()
        })
    }
}

/// Joints between another piece and one that is joined to a guide; none if they are surely `least` or more.
fn joints(world: &World, guide: PlacedId, other: PlacedId, least: i64) -> Option<i64> {
    let most = usize::try_from(least - 1).ok().filter(|most| *most > 0)?;
    let joints = world.joints_between(guide, other, most);
    (joints < most).then_some(joints as i64 + 1)
}

impl Rule for Apart {
    fn forbids(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Option<Blame> {
        self.broken(world, piece, guide).map(|(_, other, _)| Blame::Piece(other))
    }

    fn reason(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Veto {
        let (bound, with, joints) = self.broken(world, piece, guide).expect("it was forbidden");
        let least = bound.rule.apart.unwrap_or_default();
        Veto::Apart { selector: bound.rule.selector.clone(), least, with, joints }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{made, piece, world};
    use super::*;
    use crate::settings::PieceRule;

    #[test]
    fn joints_are_counted_along_the_tree() {
        // A line C B B B from the start, and a side line of two.
        let world = world("B C0 B1 B2 B0 B4");
        let rule = PieceRule { apart: Some(4), ..PieceRule::new("C") };
        let rule = made(&world, &[rule], from_terms).unwrap();
        let near = |guide: usize| rule.forbids(&world, piece("C"), Some(PlacedId::new(guide))).is_some();
        assert!(near(1) && near(2), "1 and 2 joints");
        assert_eq!(joints(&world, PlacedId::new(3), PlacedId::new(1), 9), Some(3));
        assert_eq!(joints(&world, PlacedId::new(5), PlacedId::new(1), 9), Some(4));
        assert_eq!(joints(&world, PlacedId::new(5), PlacedId::new(1), 4), None, "far enough");
        assert!(near(3) && near(4) && !near(5));
        assert_eq!(
            rule.reason(&world, piece("C"), Some(PlacedId::new(4))),
            Veto::Apart { selector: "C".into(), least: 4, with: PlacedId::new(1), joints: 3 }
        );
    }

    #[test]
    fn a_distance_of_one_joint_forbids_nothing() {
        let world = world("C C0");
        let rule = PieceRule { apart: Some(1), ..PieceRule::new("C") };
        let rule = made(&world, &[rule], from_terms).unwrap();
        assert_eq!(rule.forbids(&world, piece("C"), Some(PlacedId::new(1))), None);
    }
}
