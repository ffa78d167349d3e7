//! Generate and test: seeds, one after the other, until a map is good.

// What a map must fulfil.
mod demand;
// What no map can.
mod impossible;
// What was seen on the way.
mod tally;

pub use demand::Demand;
pub use impossible::Impossible;
pub use tally::{DemandTally, NearMiss, Tally};

use crate::facts::{MapFacts, MapSource, Metric};
use crate::parallel::prelude::*;
use crate::parallel::threads;
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
///     source: MapSource { recipe: &recipe, terrain: Some(&terrain) },
///     demands: vec![Demand::MinPieces(5), Demand::MinConnectivity(0.9)],
///     goal: Goal::First,
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
    /// A map was found, and more was not asked for.
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
}

/// One seed, tried.
struct Trial {
    facts: MapFacts,
    /// Whether all demands were looked at: a map that misses a cheap one is not walked on.
    complete: bool,
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
        let mut outcome = Outcome { found: vec![], end: End::Tries, tally: Tally::new(self.demands.len()) };
        // There is no seed beyond the highest.
        let tries = self.tries.min(i64::MAX.abs_diff(self.start).saturating_add(1));
        let mut next = 0;
        while next < tries {
            if limit.is_some_and(|(begun, time)| begun.elapsed() >= time) {
                outcome.end = End::Time;
                break;
            }
            let batch = self.batch().min(tries - next);
            let trials = self.try_batch(next, batch, stop);
            next += batch;
            if self.take(trials, &mut outcome) {
                outcome.end = End::Found;
                break;
            }
            if stop.load(Ordering::Relaxed) {
                outcome.end = End::Stopped;
                break;
            }
            watch(&outcome.tally);
        }
        outcome
    }

    /// Small enough that the clock is looked at often, large enough that no core waits for long.
    fn batch(&self) -> u64 {
        let each = if self.walks() { 4 } else { 64 };
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

    /// Cheap demands first: the bake only runs on maps that pass them.
    fn try_seed(&self, seed: i64) -> Trial {
        let map = self.source.recipe.grow(seed);
        let mut facts = self.source.facts(&map);
        let cheap = self.demands.iter().filter(|demand| !demand.walks());
        let complete = cheap.clone().all(|demand| demand.miss(&facts) == 0.0);
        if complete && self.walks() {
            facts.walk = self.source.walk(&map);
        }
        Trial { facts, complete }
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
            if fulfils {
                match self.goal {
                    Goal::First => {
                        outcome.found.push(trial.facts);
                        return true;
                    }
                    Goal::Best { count, metric, lowest } => {
                        rank(&mut outcome.found, trial.facts, metric, lowest);
                        outcome.found.truncate(count);
                        outcome.tally.best = outcome.found.first().and_then(metric.of);
                    }
                }
            }
        }
        false
    }
}

/// Puts a map in its place: best first; of equal ones, the lower seed, which came before.
fn rank(found: &mut Vec<MapFacts>, facts: MapFacts, metric: &Metric, lowest: bool) {
    let worst = if lowest { f64::INFINITY } else { f64::NEG_INFINITY };
    let value = |facts: &MapFacts| (metric.of)(facts).unwrap_or(worst);
    let place = found.partition_point(|known| {
        let order = value(known).total_cmp(&value(&facts));
        if lowest { order.is_le() } else { order.is_ge() }
    });
    found.insert(place, facts);
}
