//! What is open on a map: the connectors of each piece that something could be joined to.

use super::stage::Stage;
use crate::aside::Aside;
use crate::id::{PlacedId, Port};
use crate::map::Link;
use crate::placed::Placed;
use crate::recipe::Recipe;
use crate::world::Mark;

/// Free connectors of each placed piece that some piece can meet; none on a piece that is blocked.
#[derive(Clone, Debug, Default)]
pub(super) struct Openings {
    free: Vec<u32>,
    /// Who is blocked, in the order they were.
    blocked: Vec<Blocked>,
}

#[derive(Clone, Copy, Debug)]
struct Blocked {
    placed: PlacedId,
    /// What it has free.
    free: u32,
    /// Pieces on the map when it was found to be blocked. While those stand, it is.
    at: usize,
}

impl Openings {
    pub(super) fn free(&self) -> &[u32] {
        &self.free
    }

    pub(super) fn is_full(&self, placed: PlacedId) -> bool {
        self.free[placed.index()] == 0
    }

    /// All that stands is new.
    pub(super) fn add_all(&mut self, stage: &Stage<'_>) {
        let Stage { recipe, world, .. } = stage;
        world.placed().iter().for_each(|placed| self.add_piece(recipe, placed));
        for port in
            world.links().iter().flat_map(Link::sides).chain(world.aside().into_iter().flat_map(Aside::ports))
        {
            self.count_linked(stage, port, |free| free - 1);
        }
    }

    /// The piece placed last is new; the connector it came in by, that of its guide, and those that are linked since a mark, are
    /// used.
    pub(super) fn add(&mut self, stage: &Stage<'_>, before: Mark) {
        let Stage { recipe, world, .. } = stage;
        self.add_piece(recipe, &world.placed()[self.free.len()]);
        for port in world.links_since(before).iter().flat_map(Link::sides) {
            self.count_linked(stage, port, |free| free - 1);
        }
    }

    /// The connector of a piece is linked, or is so no more. What nothing could be joined to was not counted.
    fn count_linked(&mut self, stage: &Stage<'_>, port: Port, count: impl Fn(u32) -> u32) {
        if stage.recipe.answers().to(stage.world.kind_of(port)).is_empty() {
            return;
        }
        let blocked = self.blocked.iter_mut().find(|blocked| blocked.placed == port.placed);
        let free =
            blocked.map(|blocked| &mut blocked.free).or_else(|| self.free.get_mut(port.placed.index()));
        if let Some(free) = free {
            *free = count(*free);
        }
    }

    fn add_piece(&mut self, recipe: &Recipe, placed: &Placed) {
        let answers = recipe.answers();
        let mut free = answers.answered(placed.piece);
        if let Some(joint) = placed.joint {
            let kind = recipe.kit().kinds_of(placed.piece)[joint.connector.index()];
            free -= u32::from(!answers.to(kind).is_empty());
            self.free[joint.guide.index()] -= 1;
        }
        self.free.push(free);
    }

    /// Nothing can be joined to a piece as long as all stands that stands now.
    pub(super) fn block(&mut self, placed: PlacedId) {
        let free = std::mem::take(&mut self.free[placed.index()]);
        self.blocked.push(Blocked { placed, free, at: self.free.len() });
    }

    /// Pieces are about to be taken back, until so many are left.
    pub(super) fn take_back(&mut self, stage: &Stage<'_>, left: usize) {
        // A link goes with the later of its pieces.
        let goes = |link: &&Link| link.sides().iter().any(|port| port.placed.index() >= left);
        for port in stage.world.links().iter().rev().take_while(goes).flat_map(Link::sides) {
            self.count_linked(stage, port, |free| free + 1);
        }
        self.free.truncate(left);
        while let Some(blocked) = self.blocked.pop_if(|blocked| blocked.at > left) {
            if let Some(free) = self.free.get_mut(blocked.placed.index()) {
                *free = blocked.free;
            }
        }
        for joint in stage.world.placed()[left..].iter().filter_map(|placed| placed.joint) {
            // A guide that is still blocked took nothing since.
            if let Some(free) = self.free.get_mut(joint.guide.index()) {
                *free += 1;
            }
        }
    }
}
