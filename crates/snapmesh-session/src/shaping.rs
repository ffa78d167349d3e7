//! A wish with steps: the map that it begins with, and what is made of it by one act after the other.

use crate::growth::{self, Record};
use crate::host::Host;
use crate::wish::{Step, Wish};
use snapmesh::{Kept, Location, Map, Problem, Problems, Recipe, Shaped};
use std::sync::Arc;

/// What came of the steps that were followed last. All of it follows from the wish, and it is remembered because going back and
/// forth over steps is asked for often.
#[derive(Default)]
pub(crate) struct Shaping {
    /// Which kit it was, by how often one was loaded, and what the first map was wished for with.
    begun: Option<(u64, Wish)>,
    /// The first map, and the one after each step.
    stands: Vec<Stand>,
    steps: Vec<Step>,
}

/// A map, and how it came about.
#[derive(Clone)]
pub(crate) struct Stand {
    pub(crate) recipe: Arc<Recipe>,
    pub(crate) shaped: Shaped,
    pub(crate) record: Arc<Record>,
    /// The step that led here, in a sentence; none for a map as it grew.
    pub(crate) sentence: Option<String>,
}

/// Who follows steps: what a wish comes to is theirs to say.
pub(crate) struct Follower<'a> {
    pub(crate) id: u64,
    pub(crate) host: &'a mut dyn Host,
    pub(crate) recipe_of: &'a mut dyn FnMut(&Wish) -> Result<Arc<Recipe>, Problems>,
}

impl Shaping {
    /// The maps of a wish, from the first to the last; none if they are not wanted any more. `loads` tells one kit from another.
    pub(crate) fn follow(
        &mut self,
        wish: &Wish,
        loads: u64,
        follower: &mut Follower<'_>,
    ) -> Result<Option<&[Stand]>, Problems> {
        let begun = (loads, wish.beginning());
        if self.begun.as_ref() != Some(&begun) {
            *self = Self { begun: None, ..Self::default() };
            let recipe = (follower.recipe_of)(&begun.1)?;
            let Some(first) = follower.grow(&recipe, None)? else { return Ok(None) };
            self.stands.push(first);
            self.begun = Some(begun);
        }
        let known = self.steps.iter().zip(&wish.steps).take_while(|(known, step)| known == step).count();
        if known < wish.steps.len() {
            self.steps.truncate(known);
            self.stands.truncate(known + 1);
        }
        for (number, step) in wish.steps.iter().enumerate().skip(known) {
            let Some(next) = follower.step(&self.stands[number], (number, step))? else { return Ok(None) };
            self.steps.push(step.clone());
            self.stands.push(next);
        }
        Ok(Some(&self.stands[..=wish.steps.len()]))
    }
}

/// The last of some maps, under the settings of now, and what was done, a sentence for each step.
pub(crate) fn last(stands: &[Stand], recipe: &Arc<Recipe>) -> Result<(Stand, Vec<String>), Problems> {
    let steps = stands.iter().filter_map(|stand| stand.sentence.clone()).collect();
    let last = stands.last().expect("the map that steps begin with comes first");
    Ok((last.under(recipe).map_err(|message| wrong(stands.len() - 1, message))?, steps))
}

fn wrong(step: usize, message: String) -> Problems {
    Problem::error(Location::Request(format!("step {step}")), message).into()
}

impl Follower<'_> {
    fn grow(&mut self, recipe: &Arc<Recipe>, from: Option<(&Kept, i64)>) -> Result<Option<Stand>, Problems> {
        let Some((map, record)) = growth::grow(recipe, from, self.id, self.host) else { return Ok(None) };
        let (recipe, shaped, record) = (recipe.clone(), Shaped::new(map), Arc::new(record));
        Ok(Some(Stand { recipe, shaped, record, sentence: None }))
    }

    /// What a step makes of a map.
    fn step(&mut self, before: &Stand, (number, step): (usize, &Step)) -> Result<Option<Stand>, Problems> {
        let wrong = |message: String| wrong(number + 1, message);
        let recipe = (self.recipe_of)(&step.settings())?;
        let before = before.under(&recipe).map_err(wrong)?;
        let act = step.act.of(recipe.kit());
        let sentence = || Some(before.shaped.sentence(&recipe, act));
        let refused = |error: snapmesh::ActError| wrong(error.to_string());
        if let Some(regrowth) = before.shaped.regrowth(&recipe, act).map_err(refused)? {
            let Some(grown) = self.grow(&recipe, Some((&regrowth.kept, regrowth.seed)))? else {
                return Ok(None);
            };
            let shaped = regrowth.finish(grown.shaped.map().clone());
            return Ok(Some(Stand { shaped, sentence: sentence(), ..grown }));
        }
        let (shaped, record) = before.shaped.act_watched(&recipe, act, Record::default()).map_err(refused)?;
        // Where nothing happened to the map, it is still the story of before.
        let is_told = shaped.map() != before.shaped.map();
        let record = if is_told { Arc::new(record) } else { before.record.clone() };
        let sentence = sentence();
        Ok(Some(Stand { recipe, shaped, record, sentence }))
    }
}

impl Stand {
    /// The same with another recipe, whose kit may have its pieces in another order.
    pub(crate) fn under(&self, recipe: &Arc<Recipe>) -> Result<Self, String> {
        let (ours, theirs) = (self.recipe.kit(), recipe.kit());
        let changed = |id: &str| {
            format!(
                "{id} is on the map, and the kit has it no longer, or with other connectors: undo, or put it back"
            )
        };
        let mut missing = None;
        let number = |piece| {
            let it = ours.piece(piece);
            theirs.named(&it.id).filter(|&other| theirs.piece(other).connectors.len() == it.connectors.len())
        };
        for placed in &self.shaped.map().pieces {
            if number(placed.piece).is_none() {
                missing = Some(changed(&ours.piece(placed.piece).id));
            }
        }
        let is_same = |placed: &snapmesh::Placed| number(placed.piece) == Some(placed.piece);
        let record = if self.shaped.map().pieces.iter().all(is_same) {
            self.record.clone()
        } else {
            Arc::new(Record::standing(self.shaped.map()))
        };
        let shaped = self.shaped.clone().renumbered(number);
        let shaped = shaped.ok_or_else(|| missing.unwrap_or_else(|| changed("A door")))?;
        let shaped = shaped.promised_by(recipe);
        Ok(Self { recipe: recipe.clone(), shaped, record, sentence: self.sentence.clone() })
    }

    pub(crate) fn map(&self) -> &Map {
        self.shaped.map()
    }
}
