//! Passes: what makes a map of an empty world, one after the other. A pass is a file here and a line in the list.

mod stage;
mod trial;
mod grow;
mod openings;
mod candidates;
mod loops;
mod ring;
mod undo;
mod go_on;
mod back;
mod caps;
mod doors;
mod by_hand;

use crate::recipe::Recipe;

pub(crate) use back::{as_grown, bring};
pub(crate) use by_hand::{cap_at, close_loop, place_at, stand};
pub(crate) use loops::NoChain;
pub(crate) use ring::ring_of;
pub use stage::Step;
pub(crate) use stage::{Pass, Stage};

/// Makes a pass ready for a seed; none if the recipe does not ask for it, and then it costs nothing.
type FromRecipe = fn(&Recipe, i64) -> Option<Box<dyn Pass>>;

/// In the order they run.
const PASSES: &[FromRecipe] = &[
    grow::from_recipe,
    go_on::from_recipe,
    loops::from_recipe,
    back::from_recipe,
    caps::from_recipe,
    doors::from_recipe,
];

/// The passes that a recipe asks for.
pub(crate) fn of(recipe: &Recipe, seed: i64) -> Vec<Box<dyn Pass>> {
    PASSES.iter().filter_map(|from_recipe| from_recipe(recipe, seed)).collect()
}
