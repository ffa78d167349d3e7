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
