//! The tentative pieces that are left to draw at a guide.

use super::stage::Stage;
use crate::answers::ChoiceSet;
use crate::id::{ConnectorId, KindId, PieceId};
use crate::piece_rules::Debts;
use crate::recipe::Recipe;
use crate::rng::Rng;

/// The choices that have a pairing with the guide, less those that did not fit.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    left: ChoiceSet,
    /// Those of them that are drawn before the others: they pay what is owed.
    first: ChoiceSet,
    debts: Debts,
}

impl Candidates {
    pub(super) fn new(recipe: &Recipe) -> Self {
        let none = ChoiceSet::none(recipe.draw().choices().len());
        Self { left: none.clone(), first: none, debts: Debts::new(recipe.bound_rules()) }
    }

    /// Lists them anew, for the free connectors of a guide.
    pub(super) fn list(&mut self, stage: &Stage<'_>, offers: &[(ConnectorId, KindId)], rng: &mut Rng) {
        self.left.clear();
        let mut before = None;
        for &(_, kind) in offers {
            // Neighbours in canonical order are mostly of one kind.
            if before.replace(kind) != Some(kind) {
                self.left.add_all(stage.recipe.answers().to(kind));
            }
        }
        if !self.debts.is_empty() {
            self.steer(stage, rng);
        }
    }

    /// What is owed is drawn first as often as there are places left for it: early and all over the map, and always once
    /// room gets short.
    fn steer(&mut self, stage: &Stage<'_>, rng: &mut Rng) {
        self.first.clear();
        let world = &*stage.world;
        let owed = self.debts.total(world);
        let room = world.room().unwrap_or(owed).max(1);
        if owed == 0 || !rng.chance(owed as f64 / room as f64) {
            return;
        }
        let choices = stage.recipe.draw().choices();
        for index in self.left.iter().filter(|&index| self.debts.is_paid_by(world, choices[index].piece)) {
            self.first.add(index);
        }
    }

    /// Draws one by weight; it is a candidate no more. None if none is left.
    pub(super) fn draw(&mut self, recipe: &Recipe, rng: &mut Rng) -> Option<PieceId> {
        let choices = recipe.draw().choices();
        let from = if self.first.is_empty() { &self.left } else { &self.first };
        let total: f64 = from.iter().map(|index| choices[index].weight).sum();
        let mut at = rng.share() * total;
        let mut drawn = None;
        for index in from.iter() {
            drawn = Some(index);
            at -= choices[index].weight;
            if at < 0.0 {
                break;
            }
        }
        let drawn = drawn?;
        self.left.remove(drawn);
        self.first.remove(drawn);
        Some(choices[drawn].piece)
    }
}
