//! Taking pieces back: how far, what is not tried again, and the best map that was seen.

use super::loops::{Closer, are_owed};
use super::stage::Stage;
use crate::event::Event;
use crate::id::{PieceId, PlacedId};
use crate::placed::{Joint, Placed};
use crate::rng::Rng;
use crate::selection::SelectGuide;
use crate::standing::Standing;
use crate::world::Mark;

/// Pairings tried before growth starts afresh for the first time, and for every piece that is to be there.
const PATIENCE: u64 = 500;
const PATIENCE_PER_PIECE: u64 = 30;

/// Times that growth may fall short at one place before twice as many pieces are taken back.
const FALLS: u32 = 6;

/// What is needed to take pieces back.
#[derive(Clone, Debug)]
pub(super) struct Undo {
    seed: i64,
    /// The method before anything was placed.
    fresh: Box<dyn SelectGuide>,
    /// The state before each piece was placed, but for the first and those that are kept.
    levels: Vec<Level>,
    /// Pairings that were taken back, the deepest last.
    given_up: Vec<GivenUp>,
    /// The latest piece that was in the way since one was placed.
    culprit: Option<PlacedId>,
    /// The most pieces that stood since growth started afresh, and how often it fell short since then.
    most: usize,
    falls: u32,
    /// How often growth started afresh, and the number of tries at which it does so again.
    starts: u64,
    next_start: Option<u64>,
    best: Option<Best>,
    /// Starting pieces that growth fell back to with nothing else to blame.
    hopeless: Vec<PieceId>,
}

#[derive(Clone, Debug)]
struct Level {
    mark: Mark,
    guide: PlacedId,
    method: Box<dyn SelectGuide>,
}

/// A pairing that was taken back when so many pieces stood.
#[derive(Clone, Copy, Debug)]
struct GivenUp {
    level: usize,
    piece: PieceId,
    joint: Joint,
}

#[derive(Clone, Debug)]
struct Best {
    kept: usize,
    standing: Standing,
}

/// What is done where growth falls short.
pub(super) enum Plan {
    /// So many pieces are left; the piece that was in the way is taken back with the rest.
    TakeBack { left: usize, culprit: Option<PlacedId> },
    /// All are taken back.
    Afresh,
}

impl Undo {
    pub(super) fn new(seed: i64, fresh: Box<dyn SelectGuide>) -> Self {
        Self {
            seed,
            fresh,
            levels: Vec::new(),
            given_up: Vec::new(),
            culprit: None,
            most: 0,
            falls: 0,
            starts: 0,
            next_start: None,
            best: None,
            hopeless: Vec::new(),
        }
    }

    /// Someone is in the way, or nobody.
    pub(super) fn blame(&mut self, culprit: Option<PlacedId>) {
        self.culprit = self.culprit.max(culprit);
    }

    /// Whether a pairing was not taken back at this place before.
    pub(super) fn allows(&self, level: usize, piece: PieceId, joint: &Joint) -> bool {
        let mut here = self.given_up.iter().rev().take_while(|given_up| given_up.level == level);
        !here.any(|given_up| given_up.piece == piece && given_up.joint == *joint)
    }

    /// A piece is about to be placed.
    pub(super) fn remember(&mut self, mark: Mark, guide: PlacedId, method: &dyn SelectGuide) {
        self.levels.push(Level { mark, guide, method: method.clone_method() });
        self.culprit = None;
    }

    /// Whether the map has all that was promised, as far as growth answers for it.
    pub(super) fn all_kept(&self, stage: &Stage<'_>) -> bool {
        stage.recipe.promises_of_growth(self.seed, stage.world).iter().all(|promise| promise.kept)
    }

    /// The loops that are owed are closed, or as many as can be.
    pub(super) fn close_loops(&mut self, stage: &mut Stage<'_>) -> bool {
        if !are_owed(stage.recipe) {
            return true;
        }
        let before = stage.world.mark();
        // All chance is drawn anew each time, so that a map that is kept whole has the same loops.
        let mut closer = Closer::new(stage.recipe, self.seed);
        while closer.close_one(stage) {}
        if stage.world.link_count() as i64 >= stage.recipe.settings().growth.loops.least {
            return true;
        }
        if stage.is_spent() {
            return false;
        }
        self.keep_best(stage);
        let count = stage.world.placed().len();
        stage.world.undo(before);
        let left = stage.world.placed().len();
        let because = "they close too few loops";
        if left < count {
            stage.teller.tell(|| Event::TakenBack { count: count - left, left, culprit: None, because });
        }
        false
    }

    /// Keeps the map if none was better: most promises kept, then most pieces, then found first.
    pub(super) fn keep_best(&mut self, stage: &Stage<'_>) {
        let (recipe, world) = (stage.recipe, &*stage.world);
        let kept = recipe.promises_of_growth(self.seed, world).iter().filter(|promise| promise.kept).count();
        // Pieces of loops are pieces, so more loops are better.
        let rank = |best: &Best| (best.kept, best.standing.pieces.len());
        if self.best.as_ref().is_none_or(|best| (kept, world.placed().len()) > rank(best)) {
            self.best = Some(Best { kept, standing: world.standing() });
        }
    }

    /// Makes the world what it was when it was best.
    pub(super) fn restore_best(&mut self, stage: &mut Stage<'_>) {
        if let Some(best) = self.best.take() {
            stage.world.bring_back(best.standing);
        }
    }

    /// What to do where growth falls short. A guide, and the latest piece in its way, have a part in it: what was placed
    /// after both has none, and goes with them. Where that does not help, more is taken back each time.
    pub(super) fn plan(&mut self, stage: &Stage<'_>, guide: PlacedId, tried: u64, rng: &mut Rng) -> Plan {
        let count = stage.world.placed().len();
        let patience = PATIENCE + PATIENCE_PER_PIECE * stage.world.goal().unwrap_or(0) as u64;
        let next_start = *self.next_start.get_or_insert(patience);
        if tried >= next_start {
            self.starts += 1;
            self.next_start = Some(tried.saturating_add(patience.saturating_mul(luby(self.starts + 1))));
            return Plan::Afresh;
        }
        if count > self.most {
            (self.most, self.falls) = (count, 0);
        }
        self.falls += 1;
        let culprit = self.culprit.filter(|&culprit| culprit > guide);
        let part = culprit.unwrap_or(guide).index();
        let reach = 1_usize << (self.falls / FALLS).min(20);
        let left = part.saturating_sub(rng.below(reach));
        if left >= first_level(stage) {
            return Plan::TakeBack { left, culprit };
        }
        if part == 0 {
            self.hopeless.extend(stage.world.placed().first().map(|start| start.piece));
        }
        Plan::Afresh
    }

    /// The pieces that are worth starting from: all of them, once none is left that is.
    pub(super) fn starts(&mut self, all: &[PieceId]) -> Vec<PieceId> {
        let left: Vec<PieceId> = all.iter().copied().filter(|piece| !self.hopeless.contains(piece)).collect();
        if left.is_empty() {
            self.hopeless.clear();
            return all.to_vec();
        }
        left
    }

    /// Takes pieces back; method and guide are those of that time.
    pub(super) fn take_back(
        &mut self,
        stage: &mut Stage<'_>,
        left: usize,
    ) -> (Box<dyn SelectGuide>, PlacedId) {
        let Placed { piece, joint, .. } = stage.world.placed()[left];
        self.given_up.truncate(self.given_up.partition_point(|given_up| given_up.level <= left));
        self.given_up.extend(joint.map(|joint| GivenUp { level: left, piece, joint }));
        let mut levels = self.levels.drain(left - first_level(stage)..);
        let Level { mark, guide, method } = levels.next().expect("every piece that is not kept has a level");
        drop(levels);
        stage.world.undo(mark);
        self.culprit = None;
        (method, guide)
    }

    /// Takes everything back that is not kept.
    pub(super) fn afresh(&mut self, stage: &mut Stage<'_>) -> Box<dyn SelectGuide> {
        self.levels.clear();
        self.given_up.clear();
        (self.culprit, self.most, self.falls) = (None, 0, 0);
        stage.world.clear();
        self.fresh.clone()
    }
}

/// The first piece that can be taken back by itself.
fn first_level(stage: &Stage<'_>) -> usize {
    stage.world.kept().max(1)
}

/// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: of all ways to wait between fresh starts when nothing is known, none is much
/// better.
fn luby(number: u64) -> u64 {
    let power = (number + 1).next_power_of_two();
    if power == number + 1 { power / 2 } else { luby(number - power / 2 + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fresh_starts_come_after_lubys_numbers() {
        let all: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(all, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
