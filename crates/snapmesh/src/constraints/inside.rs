//! The map stays within a volume.

use crate::boxes::Bounds;
use crate::selector::Terms;
use crate::veto::{Blame, Constraint, Fit, Veto};
use crate::world::World;

/// Metres that a box may reach out by: what arithmetic loses.
const SLACK: f64 = 1e-9;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Constraint>> {
    terms.settings.growth.inside.map(|volume| Box::new(Inside(volume.grown(SLACK))) as Box<dyn Constraint>)
}

#[derive(Debug)]
struct Inside(Bounds);

impl Constraint for Inside {
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame> {
        let within =
            |bounds: Bounds| bounds.min.cmpge(self.0.min).all() && bounds.max.cmple(self.0.max).all();
        let mut boxes = world.kit().piece(fit.piece).boxes.iter();
        boxes.any(|shape| !within(shape.placed(&fit.pose).bounds())).then_some(Blame::Place)
    }

    fn reason(&self, _: &World, _: &Fit) -> Veto {
        Veto::Inside
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fit, world};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_box_may_touch_the_walls_and_not_reach_through() {
        let inside = Inside(Bounds { min: DVec3::splat(-5.0), max: DVec3::splat(5.0) });
        let world = world(&[]);
        assert_eq!(inside.forbids(&world, &fit(4.0, None)), None);
        assert_eq!(inside.forbids(&world, &fit(4.1, None)), Some(Blame::Place));
        assert_eq!(inside.forbids(&world, &fit(-4.1, None)), Some(Blame::Place));
        assert_eq!(inside.reason(&world, &fit(4.1, None)), Veto::Inside);
    }
}
