//! A search, batch by batch, and what a page is told of it.

use crate::demands;
use crate::maps::Maps;
use crate::request::Best;
use serde_json::{Map as Table, Value as Json, json};
use snapmesh::{Location, Problem, Problems};
use snapmesh_io::walk_refusal;
use snapmesh_nav::search::{DemandTally, End, Goal, NearMiss, Outcome};
use snapmesh_nav::{Demand, Metric, Search, Verdict};
use std::sync::atomic::AtomicBool;

/// Seeds that are tried, and maps that are kept, at most.
const MOST_TRIES: u64 = 1_000_000;
const MOST_BEST: usize = 100;

/// A search under way.
pub(crate) struct Searching {
    demands: Vec<Demand>,
    goal: Goal,
    start: i64,
    tries: u64,
    outcome: Outcome,
}

impl Searching {
    /// Begins, unless no seed can have what is asked for.
    pub(crate) fn begin(
        maps: &Maps,
        asked: &Table<String, Json>,
        best: Option<&Best>,
        start: i64,
        tries: u64,
    ) -> Result<Self, Problems> {
        let (kit, settings) = (maps.recipe.kit(), maps.recipe.settings());
        // What the settings promise is demanded without a word.
        let promised = settings.promised().len();
        let kept = (promised > 0).then_some(Demand::KeptPromises(promised));
        let demands: Vec<Demand> = kept.into_iter().chain(demands::read(asked, kit)?).collect();
        let goal = best.map_or(Ok(Goal::First), goal)?;
        let tries = tries.clamp(1, MOST_TRIES);
        let (source, verdict) = (maps.source(), Verdict::Composed);
        let search = Search { source, demands, goal, verdict, start, tries, time: None };
        let impossible = search.impossible();
        if !impossible.is_empty() {
            let first =
                |demands: &[usize]| demands.first().map(|&demand| words(maps, &search.demands[demand]));
            let told = impossible.iter().map(|reason| {
                let place = Location::Request(first(reason.demands()).unwrap_or_default());
                Problem::error(place, format!("impossible, so no seed was tried: {reason}"))
            });
            return Err(told.collect());
        }
        if let (true, Err(error)) = (search.walks(), &maps.terrain) {
            return Err(walk_refusal(&maps.kit, error).into());
        }
        let outcome = search.begin();
        Ok(Self { demands: search.demands, goal, start, tries, outcome })
    }

    /// Tries some seeds; whether the search is over.
    pub(crate) fn go_on(&mut self, maps: &Maps, stop: &AtomicBool) -> bool {
        self.search(maps).go_on(&mut self.outcome, stop)
    }

    /// Ends it before its time, with what was found.
    pub(crate) fn settle(&mut self, maps: &Maps) {
        self.search(maps).settle(&mut self.outcome, &AtomicBool::new(true));
    }

    fn search<'a>(&self, maps: &'a Maps) -> Search<'a> {
        let Self { goal, start, tries, .. } = *self;
        let (source, demands, verdict) = (maps.source(), self.demands.clone(), Verdict::Composed);
        Search { source, demands, goal, verdict, start, tries, time: None }
    }

    /// How far it is.
    pub(crate) fn progress(&self, maps: &Maps) -> Json {
        let tally = &self.outcome.tally;
        json!({
            "tried": tally.tried,
            "tries": self.tries,
            "fulfilled": tally.fulfilled,
            "best": tally.best,
            "demands": self.told_demands(maps, |_| json!({})),
        })
    }

    /// What it came to. `stopped`: it was not wanted any more.
    pub(crate) fn told(&self, maps: &Maps, stopped: bool) -> Json {
        let end = match self.outcome.end {
            End::Found => "found",
            _ if stopped => "stopped",
            _ => "tries",
        };
        let hardest = self.outcome.tally.hardest();
        let missed = |near: &NearMiss| -> Vec<String> {
            let misses = self.demands.iter().zip(&near.misses).filter(|(_, miss)| **miss != Some(0.0));
            misses.map(|(demand, _)| words(maps, demand)).collect()
        };
        let close = |near: &NearMiss| json!({ "seed": near.facts.seed.to_string(), "missed": missed(near) });
        let mut told = self.progress(maps);
        told["end"] = json!(end);
        told["found"] = self.outcome.found.iter().map(|facts| facts.seed.to_string()).collect();
        told["closest"] = self.outcome.tally.closest.iter().map(close).collect();
        told["demands"] = json!(self.told_demands(maps, |tally| json!({ "spread": tally.spread() })));
        if let Some(hardest) = hardest {
            told["demands"][hardest]["hardest"] = json!(true);
        }
        told
    }

    /// The seeds that are worth a look: those that were found; if none was, those that came close.
    pub(crate) fn seeds(&self) -> Vec<i64> {
        let Outcome { found, tally, .. } = &self.outcome;
        if found.is_empty() {
            tally.closest.iter().map(|near| near.facts.seed).collect()
        } else {
            found.iter().map(|facts| facts.seed).collect()
        }
    }

    fn told_demands(&self, maps: &Maps, more: impl Fn(&DemandTally) -> Json) -> Vec<Json> {
        let one = |(demand, tally): (&Demand, &DemandTally)| {
            let mut told = more(tally);
            told["demand"] = json!(words(maps, demand));
            told["looked"] = json!(tally.looked);
            told["missed"] = json!(tally.missed);
            told
        };
        self.demands.iter().zip(&self.outcome.tally.demands).map(one).collect()
    }
}

fn words(maps: &Maps, demand: &Demand) -> String {
    demands::words(demand, maps.recipe.kit())
}

fn goal(best: &Best) -> Result<Goal, Problems> {
    let wrong = || Problem::error(Location::Request(best.by.clone()), "there is no such metric");
    let metric = Metric::named(&best.by).ok_or_else(wrong)?;
    Ok(Goal::Best { count: best.count.clamp(1, MOST_BEST), metric, lowest: best.lowest })
}
