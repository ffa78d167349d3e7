//! The map stays out of some volumes.

use crate::boxes::{Bounds, OrientedBox};
use crate::selector::Terms;
use crate::veto::{Blame, Constraint, Fit, Veto};
use crate::world::World;

pub(super) fn from_terms(terms: &Terms<'_>) -> Option<Box<dyn Constraint>> {
    let volumes = &terms.settings.growth.outside;
    let boxes = || volumes.iter().map(|Bounds { min, max }| OrientedBox::aligned(*min, *max)).collect();
    (!volumes.is_empty()).then(|| Box::new(Outside(boxes())) as Box<dyn Constraint>)
}

#[derive(Debug)]
struct Outside(Vec<OrientedBox>);

impl Outside {
    /// The first volume that a piece would reach into.
    fn entered(&self, world: &World, fit: &Fit) -> Option<usize> {
        let boxes = &world.kit().piece(fit.piece).boxes;
        self.0
            .iter()
            .position(|volume| boxes.iter().any(|shape| shape.placed(&fit.pose).closer_than(volume, 0.0)))
    }
}

impl Constraint for Outside {
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame> {
        self.entered(world, fit).map(|_| Blame::Place)
    }

    fn reason(&self, world: &World, fit: &Fit) -> Veto {
        Veto::Outside { volume: self.entered(world, fit).unwrap_or_default() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{fit, world};
    use super::*;
    use glam::DVec3;

    #[test]
    fn a_box_may_touch_a_volume_and_the_first_it_enters_is_told() {
        let volume = |x: f64| OrientedBox::aligned(DVec3::X * x - 1.0, DVec3::X * x + 1.0);
        let outside = Outside(vec![volume(50.0), volume(5.0)]);
        let world = world(&[]);
        assert_eq!(outside.forbids(&world, &fit(3.0, None)), None);
        assert_eq!(outside.forbids(&world, &fit(3.1, None)), Some(Blame::Place));
        assert_eq!(outside.reason(&world, &fit(3.1, None)), Veto::Outside { volume: 1 });
    }
}
