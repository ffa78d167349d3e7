//! What a pass is, and what it works on.

use crate::clone_box::clone_box;
use crate::event::Teller;
use crate::id::PlacedId;
use crate::recipe::Recipe;
use crate::world::World;
use std::fmt;

/// A pass over a world: a small state machine that places pieces, links connectors, or takes them back, step by step.
/// It can be copied, so that generation can be saved and gone back to.
pub(crate) trait Pass: ClonePass + fmt::Debug + Send + Sync {
    /// Takes one step.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step;
}

clone_box! {
    /// What lets a pass be copied behind a pointer. Every pass that is `Clone` has it.
    pub(crate) trait ClonePass of Pass by clone_pass
}

/// What a pass works on.
pub(crate) struct Stage<'a> {
    /// What must hold.
    pub(crate) recipe: &'a Recipe,
    /// What stands.
    pub(crate) world: &'a mut World,
    /// Who is told.
    pub(crate) teller: Teller<'a>,
    /// Pairings tried for the map so far, where there is a budget for them.
    pub(crate) tried: &'a mut u64,
}

/// The budget that follows from the size of a map: so many pairings, and so many more for every piece asked for.
const BUDGET: u64 = 100_000;
const BUDGET_PER_PIECE: u64 = 100;

impl Stage<'_> {
    /// Pairings that may be tried for a map.
    pub(crate) fn budget(&self) -> u64 {
        let given = self.recipe.settings().growth.budget.map(|budget| budget as u64);
        let goal = self.world.goal().unwrap_or(0) as u64;
        given.unwrap_or_else(|| BUDGET.saturating_add(goal.saturating_mul(BUDGET_PER_PIECE)))
    }

    /// Whether none may be tried any more.
    pub(crate) fn is_spent(&self) -> bool {
        *self.tried >= self.budget()
    }
}

/// What one step came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// This piece was placed, and there is more to do.
    Placed(PlacedId),
    /// So many pieces were taken back, and there is more to do.
    TakenBack(usize),
    /// Nothing could be placed, and there is more to do.
    Nothing,
    /// There is nothing left to do.
    Done,
}
