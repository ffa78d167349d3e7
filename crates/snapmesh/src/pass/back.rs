//! Back: what was kept and stood aside while the map grew comes behind what grew.

use super::stage::{Pass, Stage, Step};
use crate::event::Event;
use crate::map::Link;
use crate::placed::Placed;
use crate::pose::Pose;
use crate::recipe::Recipe;
use crate::world::World;

/// Places all of it in one step: it has stood there all the time.
#[derive(Clone, Debug)]
struct Back;

#[expect(
    clippy::unnecessary_wraps,
    reason = "whether something stands aside is known when the map has grown"
)]
pub(super) fn from_recipe(_: &Recipe, _: i64) -> Option<Box<dyn Pass>> {
    Some(Box::new(Back))
}

impl Pass for Back {
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        bring(stage);
        Step::Done
    }
}

/// Places what stands aside behind all that stands.
pub(crate) fn bring(stage: &mut Stage<'_>) {
    let Stage { recipe, world, teller, .. } = stage;
    let Some(aside) = world.set_aside(None) else { return };
    let aside = aside.behind(world.placed().len());
    for placed in aside.pieces {
        let pose = as_grown(recipe, world, &placed);
        let index = world.add(Placed { pose, ..placed });
        let (piece, position) = (placed.piece, pose.position.to_array());
        teller.tell(|| Event::Kept { index, piece, position });
    }
    for link @ Link { from, to, gap, turn } in aside.links {
        world.link(link);
        teller.tell(|| Event::Linked { from, to, gap, turn });
    }
    aside.doors.into_iter().for_each(|door| world.hang(door));
}

/// The pose of a kept piece, to the last bit what it was when it grew, where that can be told: a file says a turn less exactly
/// than it is, and what grows on from it would be off by that.
pub(crate) fn as_grown(recipe: &Recipe, world: &World, kept: &Placed) -> Pose {
    let Some(joint) = kept.joint else { return kept.pose };
    let distance = recipe.settings().generation.piece_distance;
    let pose = world.snapped(joint.guide_port(), kept.piece, joint.connector, distance);
    let is_same =
        pose.position == kept.pose.position && pose.turn.quaternion() == kept.pose.turn.quaternion();
    if is_same { pose } else { kept.pose }
}
