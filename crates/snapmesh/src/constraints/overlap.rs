//! No two pieces may overlap. What it is joined to does not count: a doorway may reach into the piece beyond.

use crate::selector::Terms;
use crate::space::Overlap;
use crate::veto::{Blame, Constraint, Fit, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Constraint>> {
    terms.settings.generation.check_overlaps.then(|| Box::new(NoOverlap) as Box<dyn Constraint>)
}

#[derive(Debug)]
struct NoOverlap;

impl Constraint for NoOverlap {
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame> {
        world.overlapped(fit.piece, &fit.pose, |placed| fit.joins(placed)).map(Blame::Piece)
    }

    fn reason(&self, world: &World, fit: &Fit) -> Veto {
        let deepest = world.deepest_overlap(fit.piece, &fit.pose, |placed| fit.joins(placed));
        let overlap = deepest.expect("it was forbidden because it overlaps");
        let Overlap { with, depth, sideways, height } = overlap;
        Veto::Overlap { with, depth, sideways, height, clearance: world.clearance() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fit, world};
    use super::*;

    #[test]
    fn the_guide_may_be_overlapped_and_no_other() {
        let world = world(&[0.0, 1.0]);
        let blamed = |x, guide| match NoOverlap.forbids(&world, &fit(x, Some(guide))) {
            Some(Blame::Piece(placed)) => Some(placed.index()),
            _ => None,
        };
        assert_eq!(blamed(0.5, 0), Some(1), "the other is in the way");
        assert_eq!(blamed(-1.5, 1), Some(0));
        assert_eq!(blamed(-1.5, 0), None, "only the guide is in the way");
        assert!(NoOverlap.forbids(&world, &fit(-1.5, None)).is_some(), "without a guide, all count");
    }

    #[test]
    fn the_deepest_but_the_guide_is_the_reason() {
        let world = world(&[0.0, 1.0, 4.0]);
        let Veto::Overlap { with, depth, .. } = NoOverlap.reason(&world, &fit(2.5, Some(0))) else {
            panic!()
        };
        assert_eq!((with.index(), depth), (1, 0.5));
        let Veto::Overlap { with, depth, .. } = NoOverlap.reason(&world, &fit(2.5, Some(1))) else {
            panic!()
        };
        assert_eq!((with.index(), depth), (2, 0.5));
    }

    #[test]
    fn closer_than_the_clearance_is_told_as_a_depth_below_zero() {
        let world = world(&[0.0, 50.0]);
        let Veto::Overlap { with, depth, .. } = NoOverlap.reason(&world, &fit(2.004, Some(1))) else {
            panic!()
        };
        assert_eq!(with.index(), 0);
        assert!((depth + 0.004).abs() < 1e-12, "{depth}");
        assert!(NoOverlap.forbids(&world, &fit(2.011, Some(1))).is_none());
    }

    #[test]
    fn settings_that_do_not_ask_for_it_do_not_get_it() {
        let (world, mut settings) = (world(&[]), crate::Settings::default());
        let made = |settings: &crate::Settings| {
            let terms = Terms { settings, kit: world.kit(), rules: &[] };
            (from_terms(&terms).is_some(), crate::constraints::of(&terms).len())
        };
        assert_eq!(made(&settings), (true, 1));
        settings.generation.check_overlaps = false;
        assert_eq!(made(&settings), (false, 0));
    }
}
