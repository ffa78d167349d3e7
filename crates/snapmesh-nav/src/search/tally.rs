//! What a search saw on its way: how often each demand was missed, and what came close.

use super::demand::Demand;
use crate::facts::MapFacts;

/// Values that are kept for the distribution; more seeds than this change it little.
const KEPT: usize = 1_000_000;
/// Maps that came close and are kept.
const CLOSEST: usize = 5;

/// What was seen so far.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tally {
    /// Seeds tried.
    pub tried: u64,
    /// Maps that fulfil all demands.
    pub fulfilled: u64,
    /// The best value so far, of what the maps are compared by.
    pub best: Option<f64>,
    /// For each demand.
    pub demands: Vec<DemandTally>,
    /// The maps that came closest, closest first.
    pub closest: Vec<NearMiss>,
}

/// How a demand fared.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct DemandTally {
    /// Maps that were looked at.
    pub looked: u64,
    /// Those of them that missed it.
    pub missed: u64,
    /// What was seen.
    values: Vec<f32>,
}

/// A map that came close.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NearMiss {
    /// What is known about it.
    pub facts: MapFacts,
    /// For each demand, how far it is from it: 0 if it is fulfilled, none if it was not looked at.
    pub misses: Vec<Option<f64>>,
}

impl NearMiss {
    /// Fewer demands that are missed or unknown come first, then less of a miss, then the lower seed.
    fn distance(&self) -> (usize, f64, i64) {
        let open = self.misses.iter().filter(|miss| **miss != Some(0.0)).count();
        let far = self.misses.iter().flatten().sum();
        (open, far, self.facts.seed)
    }
}

impl DemandTally {
    /// The lowest, the middle and the highest value that was seen.
    pub fn spread(&self) -> Option<[f64; 3]> {
        let mut values = self.values.clone();
        values.sort_by(f32::total_cmp);
        let (first, last) = (*values.first()?, *values.last()?);
        Some([first, values[values.len() / 2], last].map(f64::from))
    }

    /// The share of maps that missed it.
    pub fn miss_rate(&self) -> f64 {
        if self.looked == 0 { 0.0 } else { self.missed as f64 / self.looked as f64 }
    }
}

impl Tally {
    pub(super) fn new(demands: usize) -> Self {
        Self { demands: vec![DemandTally::default(); demands], ..Self::default() }
    }

    pub(super) fn add(&mut self, demands: &[Demand], facts: &MapFacts, complete: bool, fulfils: bool) {
        self.tried += 1;
        self.fulfilled += u64::from(fulfils);
        let look = |demand: &Demand| (complete || !demand.walks()).then(|| demand.miss(facts));
        let misses: Vec<Option<f64>> = demands.iter().map(look).collect();
        for ((tally, demand), miss) in self.demands.iter_mut().zip(demands).zip(&misses) {
            let Some(miss) = miss else { continue };
            tally.looked += 1;
            tally.missed += u64::from(*miss > 0.0);
            if tally.values.len() < KEPT {
                tally.values.push(demand.value(facts) as f32);
            }
        }
        if !fulfils {
            self.keep(NearMiss { facts: facts.clone(), misses });
        }
    }

    /// Sees a value of what the maps are compared by.
    pub(super) fn see(&mut self, value: Option<f64>, lowest: bool) {
        let better = if lowest { f64::min } else { f64::max };
        self.best = self.best.into_iter().chain(value).reduce(better);
    }

    fn keep(&mut self, miss: NearMiss) {
        let closer = |a: &NearMiss, b: &NearMiss| {
            let ((open_a, far_a, seed_a), (open_b, far_b, seed_b)) = (a.distance(), b.distance());
            open_a.cmp(&open_b).then(far_a.total_cmp(&far_b)).then(seed_a.cmp(&seed_b))
        };
        let place = self.closest.partition_point(|known| closer(known, &miss).is_lt());
        if place < CLOSEST {
            self.closest.insert(place, miss);
            self.closest.truncate(CLOSEST);
        }
    }

    /// The demand that most of the maps that were looked at missed.
    pub fn hardest(&self) -> Option<usize> {
        let missed = |&i: &usize| self.demands[i].missed > 0;
        let rate = |&i: &usize| self.demands[i].miss_rate();
        (0..self.demands.len()).filter(missed).max_by(|a, b| rate(a).total_cmp(&rate(b)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::Shape;
    use snapmesh::glam::DVec3;

    fn facts(seed: i64, pieces: usize, free_connectors: usize) -> MapFacts {
        let shape = Shape {
            pieces,
            free_connectors,
            loops: 0,
            depth: 1,
            branching: 1.0,
            linearity: 1.0,
            size: DVec3::ONE,
        };
        MapFacts { seed, shape, stop: snapmesh::Stop::STUCK, copies: vec![], promises: vec![], walk: None }
    }

    #[test]
    fn the_closest_misses_fewest_demands_and_of_those_by_least() {
        let demands = [Demand::MinPieces(10), Demand::MaxFreeConnectors(4)];
        let mut tally = Tally::new(2);
        for facts in [facts(1, 5, 9), facts(2, 9, 4), facts(3, 10, 5), facts(4, 2, 3), facts(5, 9, 4)] {
            tally.add(&demands, &facts, true, false);
        }
        let seeds: Vec<i64> = tally.closest.iter().map(|near| near.facts.seed).collect();
        assert_eq!(seeds, [2, 5, 3, 4, 1]);
        assert_eq!(tally.demands[0].missed, 4);
        assert_eq!(tally.demands[0].spread(), Some([2.0, 9.0, 10.0]));
        assert_eq!(tally.hardest(), Some(0));
    }

    #[test]
    fn a_demand_that_was_not_looked_at_is_neither_met_nor_missed() {
        let demands = [Demand::MinPieces(10), Demand::MinConnectivity(0.5)];
        let mut tally = Tally::new(2);
        tally.add(&demands, &facts(1, 5, 0), false, false);
        assert_eq!((tally.demands[1].looked, tally.demands[1].missed), (0, 0));
        assert_eq!(tally.closest[0].misses, [Some(0.5), None]);
    }

    #[test]
    fn a_miss_is_a_share_of_what_is_wanted() {
        assert_eq!(Demand::MinPieces(10).miss(&facts(1, 5, 0)), 0.5);
        assert_eq!(Demand::MaxPieces(10).miss(&facts(1, 15, 0)), 0.5);
        assert_eq!(Demand::MaxSize(DVec3::new(2.0, 0.5, 9.0)).miss(&facts(1, 1, 0)), 1.0);
        assert_eq!(Demand::MinPieces(5).miss(&facts(1, 5, 0)), 0.0);
    }

    #[test]
    fn five_maps_that_came_close_are_kept_and_those_that_fulfil_are_not_among_them() {
        let demands = [Demand::MinPieces(100)];
        let mut tally = Tally::new(1);
        for pieces in [3, 9, 1, 7, 5, 8, 2, 6, 4] {
            tally.add(&demands, &facts(pieces, pieces as usize, 0), true, false);
        }
        tally.add(&demands, &facts(100, 100, 0), true, true);
        let seeds: Vec<i64> = tally.closest.iter().map(|near| near.facts.seed).collect();
        assert_eq!(seeds, [9, 8, 7, 6, 5]);
        assert_eq!((tally.tried, tally.fulfilled), (10, 1));
        assert_eq!((tally.demands[0].looked, tally.demands[0].missed), (10, 9));
    }

    #[test]
    fn what_is_unknown_counts_like_what_is_missed() {
        let demands = [Demand::MaxFreeConnectors(1), Demand::MinPieces(4), Demand::MinConnectivity(0.5)];
        let mut tally = Tally::new(3);
        // Two that are unknown or missed, by half; then two that are missed, by more, and one that is.
        tally.add(&demands, &facts(1, 2, 0), false, false);
        tally.add(&demands, &facts(2, 4, 9), true, false);
        tally.add(&demands, &facts(3, 4, 0), true, false);
        let seeds: Vec<i64> = tally.closest.iter().map(|near| near.facts.seed).collect();
        assert_eq!(seeds, [3, 1, 2]);
    }

    #[test]
    fn the_hardest_demand_is_missed_by_the_largest_share_of_maps_that_were_looked_at() {
        let demands = [Demand::MinPieces(5), Demand::MinConnectivity(0.5)];
        let mut tally = Tally::new(2);
        assert_eq!(tally.hardest(), None);
        tally.add(&demands, &facts(1, 9, 0), false, false);
        assert_eq!((tally.hardest(), tally.demands[0].miss_rate()), (None, 0.0));
        tally.add(&demands, &facts(2, 3, 0), false, false);
        tally.add(&demands, &facts(3, 3, 0), false, false);
        assert_eq!((tally.hardest(), tally.demands[1].miss_rate()), (Some(0), 0.0));
        // Missed by two of four, and by one of one.
        tally.add(&demands, &facts(4, 9, 0), true, false);
        assert_eq!((tally.hardest(), tally.demands[0].miss_rate()), (Some(1), 0.5));
    }

    #[test]
    fn the_spread_is_the_lowest_the_middle_and_the_highest_value() {
        let demands = [Demand::MaxFreeConnectors(0)];
        let mut tally = Tally::new(1);
        assert_eq!(tally.demands[0].spread(), None);
        for free in [9, 2, 30, 4, 7] {
            tally.add(&demands, &facts(1, 1, free), true, false);
        }
        assert_eq!(tally.demands[0].spread(), Some([2.0, 7.0, 30.0]));
    }
}
