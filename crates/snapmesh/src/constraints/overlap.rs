//! No two pieces may overlap. The guide itself does not count: its doorway may reach into the piece beyond.

use crate::settings::Settings;
use crate::veto::{Constraint, Fit, Veto};
use crate::world::World;

pub(super) fn from_settings(settings: &Settings) -> Option<Box<dyn Constraint>> {
    settings.generation.check_overlaps.then(|| Box::new(NoOverlap) as Box<dyn Constraint>)
}

#[derive(Debug)]
struct NoOverlap;

impl Constraint for NoOverlap {
    fn forbids(&self, world: &World, fit: &Fit) -> bool {
        world.overlaps(fit.piece, &fit.pose, &[fit.joint.guide])
    }

    fn reason(&self, world: &World, fit: &Fit) -> Veto {
        let deepest = world.deepest_overlap(fit.piece, &fit.pose, &[fit.joint.guide]);
        let overlap = deepest.expect("it was forbidden because it overlaps");
        Veto::Overlap { with: overlap.with, depth: overlap.depth }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::id::{ConnectorId, PieceId, PlacedId};
    use crate::kit::Kit;
    use crate::map::Joint;
    use crate::piece::{Connector, Piece};
    use crate::pose::{Pose, Turn};
    use glam::DVec3;

    const CLEARANCE: f64 = 0.01;

    /// Cubes of two metres, by their x.
    fn world(xs: &[f64]) -> World {
        let cube = OrientedBox::aligned(-DVec3::ONE, DVec3::ONE);
        let piece = Piece::new("Cube", vec![Connector::new(DVec3::X, DVec3::X)], vec![cube]);
        let kit = Kit::new("kit", vec![piece]).validate().unwrap().0;
        let mut world = World::new(kit.into(), CLEARANCE);
        for &x in xs {
            world.place(PieceId::new(0), at(x), None);
        }
        world
    }

    fn at(x: f64) -> Pose {
        Pose { position: DVec3::X * x, turn: Turn::NONE }
    }

    fn fit(x: f64, guide: usize) -> Fit {
        let (guide, connector) = (PlacedId::new(guide), ConnectorId::new(0));
        Fit {
            piece: PieceId::new(0),
            pose: at(x),
            joint: Joint { guide, guide_connector: connector, connector },
        }
    }

    #[test]
    fn the_guide_may_be_overlapped_and_no_other() {
        let world = world(&[0.0, 1.0]);
        assert!(NoOverlap.forbids(&world, &fit(0.5, 0)), "the other is in the way");
        assert!(NoOverlap.forbids(&world, &fit(-1.5, 1)));
        assert!(!NoOverlap.forbids(&world, &fit(-1.5, 0)), "only the guide is in the way");
    }

    #[test]
    fn the_deepest_but_the_guide_is_the_reason() {
        let world = world(&[0.0, 1.0, 4.0]);
        let Veto::Overlap { with, depth } = NoOverlap.reason(&world, &fit(2.5, 0)) else { panic!() };
        assert_eq!((with.index(), depth), (1, 0.5));
        let Veto::Overlap { with, depth } = NoOverlap.reason(&world, &fit(2.5, 1)) else { panic!() };
        assert_eq!((with.index(), depth), (2, 0.5));
    }

    #[test]
    fn closer_than_the_clearance_is_told_as_a_depth_below_zero() {
        let world = world(&[0.0, 50.0]);
        let Veto::Overlap { with, depth } = NoOverlap.reason(&world, &fit(2.004, 1)) else { panic!() };
        assert_eq!(with.index(), 0);
        assert!((depth + 0.004).abs() < 1e-12, "{depth}");
        assert!(!NoOverlap.forbids(&world, &fit(2.011, 1)));
    }

    #[test]
    fn settings_that_do_not_ask_for_it_do_not_get_it() {
        let mut settings = Settings::default();
        assert!(from_settings(&settings).is_some());
        settings.generation.check_overlaps = false;
        assert!(from_settings(&settings).is_none());
        assert!(crate::constraints::of(&settings).is_empty());
    }
}
