//! Generate and test: seeds, one after the other, until a map is good.

// What a map must fulfil.
mod demand;
// What no map can.
mod impossible;
// What was seen on the way.
mod tally;
// The best by a composed verdict, looked at for real.
mod candidates;

pub use demand::Demand;
pub use impossible::Impossible;
pub use tally::{DemandTally, NearMiss, Tally};

use crate::facts::{MapFacts, MapSource, Metric, Verdict};
use crate::parallel::prelude::*;
use crate::parallel::threads;
use candidates::{Candidate, Contest};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What is searched for.
///
/// ```
#[doc = include_str!("../example.txt")]
/// use snapmesh_nav::search::{End, Goal};
/// use std::sync::atomic::AtomicBool;
///
/// let search = Search {
///     source: MapSource { recipe: &recipe, terrain: Some(&terrain), memory: &WalkMemory::default() },
///     demands: vec![Demand::MinPieces(5), Demand::MinConnectivity(0.9)],
///     goal: Goal::First,
///     verdict: Verdict::Composed,
///     start: 1,
///     tries: 100,
///     time: None,
/// };
/// assert!(search.impossible().is_empty());
/// let outcome = search.run(&AtomicBool::new(false), |tally| println!("{tally:?}"));
/// assert_eq!(outcome.end, End::Found);
/// assert!(outcome.found[0].shape.pieces >= 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Search<'a> {
    /// What maps are grown from.
    pub source: MapSource<'a>,
    /// What a map must fulfil; the order does not matter.
    pub demands: Vec<Demand>,
    /// Which of the maps that do.
    pub goal: Goal,
    /// How it is found out what can be walked. What is found was baked in the end, either way: a composed verdict says which
    /// maps are not worth it.
    pub verdict: Verdict,
    /// The first seed.
    pub start: i64,
    /// How many seeds to try at most.
    pub tries: u64,
    /// How long to try at most. Seeds that were begun are tried to their end.
    pub time: Option<Duration>,
}

/// Which maps are wanted.
#[derive(Clone, Copy, Debug)]
pub enum Goal {
    /// The first that fulfils the demands.
    First,
    /// The best of all that do.
    Best {
        /// How many.
        count: usize,
        /// What they are compared by.
        metric: &'static Metric,
        /// Whether less is better.
        lowest: bool,
    },
}

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// What was asked for was found: a map, or the best of all, where none can be better.
    Found,
    /// All seeds were tried.
    Tries,
    /// The time was over.
    Time,
    /// It was told to stop.
    Stopped,
}

/// What a search came to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The maps that fulfil the demands, best first. Of equal ones, the lower seed comes first.
    pub found: Vec<MapFacts>,
    /// How it ended.
    pub end: End,
    /// What was seen on the way.
    pub tally: Tally,
    /// Maps that may be among the best, as far as composed verdicts tell; and how many of them were baked by now.
    candidates: Vec<Candidate>,
    looked: usize,
}

/// Maps that are looked at even if a search is told to stop.
const SOON: usize = 16;

/// One seed, tried.
struct Trial {
    facts: MapFacts,
    /// Whether all demands were looked at: a map that misses a cheap one is not walked on.
    complete: bool,
    /// How it was walked on.
    verdict: Verdict,
}

impl Search<'_> {
    /// Why no seed can fulfil the demands, as far as that can be known before any is tried.
    pub fn impossible(&self) -> Vec<Impossible> {
        impossible::impossible(self.source.recipe, &self.demands)
    }

    /// Tries seeds in batches, all cores at a time. What comes of it depends on the seeds alone: of a batch, those after
    /// the one that was found do not count.
    ///
    /// `stop` ends it early; `watch` is shown how far it is, now and then.
    pub fn run(&self, stop: &AtomicBool, mut watch: impl FnMut(&Tally)) -> Outcome {
        // Without a time, no clock is looked at: there may be none.
        let limit = self.time.map(|time| (Instant::now(), time));
        let mut outcome = self.begin();
        while self.tries_left(&outcome) > 0 {
            if limit.is_some_and(|(begun, time)| begun.elapsed() >= time) {
                outcome.end = End::Time;
                break;
            }
            self.go_on(&mut outcome, stop);
            if outcome.end == End::Found {
                break;
            }
            if stop.load(Ordering::Relaxed) {
                outcome.end = End::Stopped;
                break;
            }
            watch(&outcome.tally);
        }
        self.settle(&mut outcome, stop);
        outcome
    }

    /// Looks at the maps that may be among the best, as far as seeds were tried. Who stops it wants to see what there is, and
    /// soon: some are looked at all the same.
    pub fn settle(&self, outcome: &mut Outcome, stop: &AtomicBool) {
        while !self.confirm(outcome) {
            if stop.load(Ordering::Relaxed) && outcome.looked >= SOON {
                outcome.end = End::Stopped;
                break;
            }
        }
    }

    /// A search of which no seed was tried yet, for those who do other things between batches: [`go_on`](Self::go_on).
    pub fn begin(&self) -> Outcome {
        let tally = Tally::new(self.demands.len());
        Outcome { found: vec![], end: End::Tries, tally, candidates: vec![], looked: 0 }
    }

    /// Tries the next batch, or looks at what may be among the best; whether the search is over. `stop` ends the batch early:
    /// what was tried until then counts, and the search can go on from there. The time is not looked at.
    pub fn go_on(&self, outcome: &mut Outcome, stop: &AtomicBool) -> bool {
        if self.tries_left(outcome) == 0 {
            return self.confirm(outcome);
        }
        let batch = self.batch().min(self.tries_left(outcome));
        let trials = self.try_batch(outcome.tally.tried, batch, stop);
        if self.take(trials, outcome) {
            outcome.end = End::Found;
        }
        outcome.end == End::Found || self.tries_left(outcome) == 0 && outcome.candidates.is_empty()
    }

    /// Seeds that are still to be tried. There is none beyond the highest.
    fn tries_left(&self, outcome: &Outcome) -> u64 {
        let tries = self.tries.min(i64::MAX.abs_diff(self.start).saturating_add(1));
        tries.saturating_sub(outcome.tally.tried)
    }

    /// Bakes the next of the maps that may be among the best; whether none of those that are left may be. How many are looked
    /// at a time cannot be seen: those beyond the last that mattered are forgotten.
    fn confirm(&self, outcome: &mut Outcome) -> bool {
        let Some(contest) = self.contest() else { return true };
        if outcome.looked == 0 {
            contest.sort(&mut outcome.candidates);
        }
        let left = &outcome.candidates[outcome.looked..];
        if left.first().is_some_and(|candidate| !contest.is_open(&outcome.found, candidate)) {
            return true;
        }
        let batch = &left[..left.len().min(threads())];
        let looked: Vec<Trial> =
            batch.par_iter().map(|candidate| self.look(candidate.seed, Verdict::Baked)).collect();
        for (candidate, trial) in batch.iter().zip(looked) {
            if !contest.is_open(&outcome.found, candidate) {
                return true;
            }
            if self.fulfils(&trial) {
                contest.enter(&mut outcome.found, trial.facts);
                outcome.tally.best = outcome.found.first().and_then(contest.metric.of);
            }
        }
        outcome.looked += batch.len();
        outcome.looked == outcome.candidates.len()
    }

    /// Which maps are wanted, if not the first.
    fn contest(&self) -> Option<Contest> {
        match self.goal {
            Goal::First => None,
            Goal::Best { count, metric, lowest } => Some(Contest { count, metric, lowest }),
        }
    }

    /// Small enough that the clock is looked at often, large enough that no core waits for long.
    fn batch(&self) -> u64 {
        let bakes = self.walks() && (!self.is_composed() || self.bound().is_some());
        let each = if bakes { 4 } else { 64 };
        threads() as u64 * each
    }

    /// Whether maps that fulfil the cheap demands are walked on.
    pub fn walks(&self) -> bool {
        let by_walk = matches!(self.goal, Goal::Best { metric, .. } if metric.walks);
        by_walk || self.demands.iter().any(Demand::walks)
    }

    /// Tries the seeds of a batch, in order; none after one that is found, and none once it is told to stop.
    fn try_batch(&self, first: u64, count: u64, stop: &AtomicBool) -> Vec<Option<Trial>> {
        let found = AtomicU64::new(u64::MAX);
        (first..first + count)
            .into_par_iter()
            .map(|index| {
                if stop.load(Ordering::Relaxed) || index > found.load(Ordering::Relaxed) {
                    return None;
                }
                let trial = self.try_seed(self.start.checked_add_unsigned(index)?);
                if matches!(self.goal, Goal::First) && self.fulfils(&trial) {
                    found.fetch_min(index, Ordering::Relaxed);
                }
                Some(trial)
            })
            .collect()
    }

    /// What no map can be better than, if the best are wanted and there is such a value.
    fn bound(&self) -> Option<f64> {
        self.contest().and_then(|contest| contest.metric.bound(contest.lowest))
    }

    /// Tries a seed. Where the first map is wanted, or one that is as good as any can be, a composed verdict only says whether a
    /// bake is worth it.
    fn try_seed(&self, seed: i64) -> Trial {
        let trial = self.look(seed, self.verdict);
        let wanted = self.contest().is_none_or(|contest| contest.may_be_perfect(&trial.facts));
        let by_bake = self.is_composed() && wanted && self.is_worth_it(&trial);
        if by_bake { self.look(seed, Verdict::Baked) } else { trial }
    }

    /// Cheap demands first: nobody walks on maps that miss them.
    fn look(&self, seed: i64, verdict: Verdict) -> Trial {
        let map = self.source.recipe.grow(seed);
        let mut facts = self.source.facts(&map);
        let cheap = self.demands.iter().filter(|demand| !demand.walks());
        let complete = cheap.clone().all(|demand| demand.miss(&facts) == 0.0);
        if complete && self.walks() {
            facts.walk = self.source.walk(&map, verdict);
        }
        Trial { facts, complete, verdict }
    }

    /// Whether verdicts are composed at first.
    fn is_composed(&self) -> bool {
        self.verdict == Verdict::Composed && self.walks()
    }

    /// Whether a map may fulfil all demands, as far as a composed verdict tells.
    fn is_worth_it(&self, trial: &Trial) -> bool {
        let points = self.source.recipe.settings().navigation.points as usize;
        trial.complete && self.demands.iter().all(|demand| demand.may_be_met(&trial.facts, points))
    }

    fn fulfils(&self, trial: &Trial) -> bool {
        trial.complete && self.demands.iter().all(|demand| demand.miss(&trial.facts) == 0.0)
    }

    /// Takes in a batch, in the order of the seeds; whether the search is over.
    fn take(&self, trials: Vec<Option<Trial>>, outcome: &mut Outcome) -> bool {
        for trial in trials {
            // What was skipped ends what is known without gaps.
            let Some(trial) = trial else { return false };
            let fulfils = self.fulfils(&trial);
            outcome.tally.add(&self.demands, &trial.facts, trial.complete, fulfils);
            match self.contest() {
                Some(contest) if trial.verdict == Verdict::Baked || !self.walks() => {
                    if fulfils {
                        contest.enter(&mut outcome.found, trial.facts);
                        outcome.tally.best = outcome.found.first().and_then(contest.metric.of);
                    }
                    if contest.is_decided(&outcome.found) {
                        return true;
                    }
                }
                Some(contest) if self.is_worth_it(&trial) => {
                    outcome.candidates.push(contest.hope(&trial.facts));
                    contest.thin(&mut outcome.candidates);
                    outcome.tally.see((contest.metric.of)(&trial.facts), contest.lowest);
                }
                None if fulfils => {
                    outcome.found.push(trial.facts);
                    return true;
                }
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
