//! What is open on a map: the connectors of each piece that something could be joined to.

use super::stage::Stage;
use crate::id::PlacedId;
use crate::placed::Placed;
use crate::recipe::Recipe;

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

    /// The piece placed last is new; the connector it came in by, and that of its guide, are used.
    pub(super) fn add(&mut self, recipe: &Recipe, placed: &Placed) {
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
