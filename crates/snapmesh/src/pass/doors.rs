//! Doors: one stands wherever two pieces are joined by connectors of a kind that has them.

use super::stage::{Pass, Stage, Step};
use crate::draw::draw_out;
use crate::ends::ONLY;
use crate::event::Event;
use crate::id::{PlacedId, Port};
use crate::placed::{Door, Role};
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::world::World;
use std::collections::BTreeSet;

/// Hangs every door in one step: nothing can be in the way of any.
#[derive(Clone, Debug)]
struct Doors(Rng);

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    let rng = recipe.settings().generation.rng;
    let doors = || Doors(Rng::stream(rng, seed, "doors", 0));
    recipe.ends().has_doors().then(|| Box::new(doors()) as Box<dyn Pass>)
}

impl Pass for Doors {
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        hang_all(stage, &mut self.0);
        Step::Done
    }
}

/// Hangs a door wherever one is missing: those that were kept hang already.
pub(super) fn hang_all(stage: &mut Stage<'_>, rng: &mut Rng) {
    let kept: BTreeSet<Port> = stage.world.doors().iter().map(|door| door.at).collect();
    for (at, to) in doorways(stage.world) {
        if !kept.contains(&at) {
            hang(stage, rng, at, to);
        }
    }
}

/// Where pieces are joined: the guide's side first. Behind a cap there is nothing, and nobody needs a door to it.
fn doorways(world: &World) -> Vec<(Port, Port)> {
    let joints = world.placed().iter().enumerate().filter(|(_, placed)| placed.role != Role::Cap);
    let joints = joints.filter_map(|(index, placed)| {
        let joint = placed.joint?;
        Some((joint.guide_port(), Port { placed: PlacedId::new(index), connector: joint.connector }))
    });
    joints.chain(world.links().iter().map(|link| (link.from, link.to))).collect()
}

fn hang(stage: &mut Stage<'_>, rng: &mut Rng, at: Port, to: Port) {
    let Stage { recipe, world, teller, .. } = stage;
    let Some(ends) = recipe.ends().of(world.kind_of(at)) else { return };
    let candidates = ends.doors.len();
    let Some(piece) = draw_out(&mut ends.doors.clone(), rng) else { return };
    let pose = world.snapped(at, piece, ONLY, recipe.settings().generation.piece_distance);
    let number = world.doors().len();
    world.hang(Door { piece, pose, at });
    teller.tell(|| Event::Hung { number, piece, at, to, candidates });
}
