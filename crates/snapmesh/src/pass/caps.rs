//! Caps: what stayed free is closed, wherever something fits.

use super::stage::{Pass, Stage, Step};
use crate::closing::Closing;
use crate::draw::draw_out;
use crate::event::Event;
use crate::id::{PlacedId, Port};
use crate::placed::Placed;
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::world::World;

/// Closes one connector after the other, those of the piece placed first before the others.
#[derive(Clone, Debug)]
pub(super) struct Caps {
    pub(super) rng: Rng,
    /// The connectors that are left, the last first; none before growth has ended.
    pub(super) left: Option<Vec<Port>>,
}

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    let rng = recipe.settings().generation.rng;
    let caps = || Caps { rng: Rng::stream(rng, seed, "caps", 0), left: None };
    recipe.ends().has_caps().then(|| Box::new(caps()) as Box<dyn Pass>)
}

impl Pass for Caps {
    /// One connector: a cap is drawn until one fits.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        let closing = stage.recipe.closing_at_will();
        let left = self.left.get_or_insert_with(|| closable(&closing, stage.world));
        // A map that is too large is of no use to anyone.
        if stage.recipe.is_too_large(stage.world) {
            return Step::Done;
        }
        let Some(port) = left.pop() else { return Step::Done };
        match self.close(stage, &closing, port) {
            Some(placed) => Step::Placed(placed),
            None => Step::Nothing,
        }
    }
}

/// The free connectors that there are caps for, the last first.
fn closable(closing: &Closing<'_>, world: &World) -> Vec<Port> {
    let placed = (0..world.placed().len()).map(PlacedId::new);
    let free = placed
        .flat_map(|placed| world.free_connectors(placed).map(move |connector| Port { placed, connector }));
    let has_caps = |port: &Port| closing.ends_of(world, *port).is_some_and(|ends| !ends.caps.is_empty());
    let mut free: Vec<Port> = free.filter(has_caps).collect();
    free.reverse();
    free
}

impl Caps {
    pub(super) fn close(
        &mut self,
        stage: &mut Stage<'_>,
        closing: &Closing<'_>,
        at: Port,
    ) -> Option<PlacedId> {
        let mut choices = closing.ends_of(stage.world, at).map_or(vec![], |ends| ends.caps.clone());
        let candidates = choices.len();
        let kept = stage.world.room_at(at).is_some();
        // Its own room is what it may take.
        stage.world.give_up_room(at);
        while let Some(piece) = draw_out(&mut choices, &mut self.rng) {
            let cap = closing.cap(stage.world, at, piece);
            let Stage { world, teller, .. } = stage;
            if let Some(objection) = closing.objection(world, &cap) {
                teller.tell(|| Event::CapVetoed { at, piece, veto: objection.veto(world, &cap) });
                continue;
            }
            let index = world.add(cap);
            let Placed { piece, pose, .. } = cap;
            let position = pose.position.to_array();
            teller.tell(|| Event::Capped { index, piece, at, candidates, kept, position });
            return Some(index);
        }
        stage.teller.tell(|| Event::LeftFree { at });
        None
    }
}
