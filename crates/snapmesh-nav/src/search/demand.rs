//! What is demanded of a map.

use crate::facts::MapFacts;
use crate::metrics::{ExactMetrics, Metrics};
use snapmesh::PieceId;
use snapmesh::glam::DVec3;

/// How far composed metrics may be off, beside the chance of points.
const OFF: f64 = 0.02;

/// Something that a map must fulfil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// At least so many pieces.
    MinPieces(usize),
    /// At most so many pieces.
    MaxPieces(usize),
    /// At most so many connectors that nothing is joined to.
    MaxFreeConnectors(usize),
    /// At least so many loops.
    MinLoops(usize),
    /// So many copies of a piece of the library, or more.
    MustHave {
        /// Its place in the library.
        piece: PieceId,
        /// How many.
        count: usize,
    },
    /// No more metres along each axis.
    MaxSize(DVec3),
    /// All that was promised: so many promises.
    KeptPromises(usize),
    /// At least so much average connectivity.
    MinConnectivity(f64),
    /// At least such a share of points in the largest region.
    MinArea(f64),
}

impl Demand {
    /// Whether the map must be walked on to find out.
    pub fn walks(&self) -> bool {
        matches!(self, Self::MinConnectivity(_) | Self::MinArea(_))
    }

    /// What it looks at, and what it wants; both in the unit of the metric.
    fn sides(&self, facts: &MapFacts) -> (f64, f64) {
        // Where no points were scattered, the metrics by area stand for theirs.
        let walked = |points: fn(&Metrics) -> f64, exact: fn(&ExactMetrics) -> f64| {
            facts.walk.map_or(0.0, |walk| walk.sampled.as_ref().map_or_else(|| exact(&walk.exact), points))
        };
        match *self {
            Self::MinPieces(least) => (facts.shape.pieces as f64, least as f64),
            Self::MaxPieces(most) => (facts.shape.pieces as f64, most as f64),
            Self::MaxFreeConnectors(most) => (facts.shape.free_connectors as f64, most as f64),
            Self::MinLoops(least) => (facts.shape.loops as f64, least as f64),
            Self::MustHave { piece, count } => (facts.copies[piece.index()] as f64, count as f64),
            // The axis that is worst, as a share of what is allowed.
            Self::MaxSize(most) => ((facts.shape.size / most).max_element(), 1.0),
            Self::KeptPromises(all) => {
                (facts.promises.iter().filter(|promise| promise.kept).count() as f64, all as f64)
            }
            Self::MinConnectivity(least) => {
                (walked(|points| points.connectivity, |exact| exact.connectivity), least)
            }
            Self::MinArea(least) => {
                (walked(|points| points.largest_region, |exact| exact.largest_region), least)
            }
        }
    }

    /// Whether a map may fulfil it, as far as a composed verdict tells; with how many points a bake would scatter.
    pub(super) fn may_be_met(&self, facts: &MapFacts, points: usize) -> bool {
        if !self.walks() || facts.walk.is_none() {
            return self.walks() || self.miss(facts) == 0.0;
        }
        let (value, wanted) = self.sides(facts);
        value + OFF + 1.0 / (points.max(1) as f64).sqrt() >= wanted
    }

    /// Whether more is better.
    pub fn wants_more(&self) -> bool {
        !matches!(self, Self::MaxPieces(_) | Self::MaxFreeConnectors(_) | Self::MaxSize(_))
    }

    /// The value that it looks at.
    pub fn value(&self, facts: &MapFacts) -> f64 {
        self.sides(facts).0
    }

    /// How far a map is from it, as a share of what is wanted: 0 if it is fulfilled. A map that could not be walked on
    /// is far from all that is wanted of its walking.
    pub fn miss(&self, facts: &MapFacts) -> f64 {
        if self.walks() && facts.walk.is_none() {
            return 1.0;
        }
        let (value, wanted) = self.sides(facts);
        let short = if self.wants_more() { wanted - value } else { value - wanted };
        if short <= 0.0 { 0.0 } else { short / wanted.abs().max(f64::MIN_POSITIVE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::WalkFacts;
    use snapmesh::{Shape, Stop};

    /// A map of eight pieces that is ten metres wide, two high and forty long.
    fn facts(walked: bool) -> MapFacts {
        let size = DVec3::new(10.0, 2.0, 40.0);
        let shape =
            Shape { pieces: 8, free_connectors: 3, loops: 2, depth: 4, branching: 1.5, linearity: 0.5, size };
        let exact = ExactMetrics { connectivity: 0.1, largest_region: 0.2 };
        let metrics = Metrics { points: 50, connectivity: 0.5, largest_region: 0.75, regions: 3, exact };
        let walk = walked.then_some(WalkFacts {
            exact: metrics.exact,
            regions: metrics.regions,
            area: 99.0,
            sampled: Some(metrics),
        });
        MapFacts { seed: 1, shape, stop: Stop::STUCK, copies: vec![6, 0, 2], promises: vec![], walk }
    }

    fn must_have(piece: usize, count: usize) -> Demand {
        Demand::MustHave { piece: PieceId::new(piece), count }
    }

    #[test]
    fn each_demand_looks_at_its_own_value() {
        let value = |demand: Demand| demand.value(&facts(true));
        assert_eq!(value(Demand::MinPieces(1)), 8.0);
        assert_eq!(value(Demand::MaxPieces(1)), 8.0);
        assert_eq!(value(Demand::MaxFreeConnectors(1)), 3.0);
        assert_eq!(value(Demand::MinLoops(1)), 2.0);
        assert_eq!([0, 1, 2].map(|piece| value(must_have(piece, 1))), [6.0, 0.0, 2.0]);
        assert_eq!(value(Demand::MinConnectivity(0.9)), 0.5);
        assert_eq!(value(Demand::MinArea(0.9)), 0.75);
    }

    #[test]
    fn at_its_limit_a_demand_is_fulfilled_and_beyond_it_is_missed_by_a_share() {
        let miss = |demand: Demand| demand.miss(&facts(true));
        assert_eq!([8, 10, 16].map(|least| miss(Demand::MinPieces(least))), [0.0, 0.2, 0.5]);
        assert_eq!([8, 5, 4].map(|most| miss(Demand::MaxPieces(most))), [0.0, 0.6, 1.0]);
        assert_eq!([3, 2].map(|most| miss(Demand::MaxFreeConnectors(most))), [0.0, 0.5]);
        assert_eq!([2, 4].map(|least| miss(Demand::MinLoops(least))), [0.0, 0.5]);
        assert_eq!([2, 8].map(|count| miss(must_have(2, count))), [0.0, 0.75]);
        assert_eq!([0.5, 1.0].map(|least| miss(Demand::MinConnectivity(least))), [0.0, 0.5]);
        assert_eq!([0.75, 1.0].map(|least| miss(Demand::MinArea(least))), [0.0, 0.25]);
    }

    #[test]
    fn the_size_counts_on_the_axis_that_is_worst() {
        let demand = |x, y, z| Demand::MaxSize(DVec3::new(x, y, z));
        assert_eq!(demand(10.0, 2.0, 40.0).miss(&facts(false)), 0.0);
        assert_eq!(demand(8.0, 1.0, 50.0).miss(&facts(false)), 1.0);
        assert_eq!(demand(8.0, 1.0, 50.0).value(&facts(false)), 2.0);
        assert_eq!(demand(5.0, f64::INFINITY, 16.0).miss(&facts(false)), 1.5);
    }

    #[test]
    fn a_demand_for_none_is_missed_by_any() {
        assert!(Demand::MaxFreeConnectors(0).miss(&facts(false)) > 1e9);
        assert_eq!(must_have(1, 0).miss(&facts(false)), 0.0);
    }

    #[test]
    fn a_map_that_was_not_walked_on_misses_all_that_is_wanted_of_its_walking() {
        for demand in [Demand::MinConnectivity(0.0), Demand::MinArea(0.1)] {
            assert!(demand.walks() && demand.wants_more());
            assert_eq!((demand.miss(&facts(false)), demand.value(&facts(false))), (1.0, 0.0));
        }
        assert_eq!(Demand::MinConnectivity(0.0).miss(&facts(true)), 0.0);
    }

    #[test]
    fn only_limits_want_less_and_only_metrics_of_points_need_a_walk() {
        let limits = [Demand::MaxPieces(1), Demand::MaxFreeConnectors(1), Demand::MaxSize(DVec3::ONE)];
        assert!(limits.iter().all(|demand| !demand.wants_more() && !demand.walks()));
        assert!(
            [Demand::MinPieces(1), Demand::MinLoops(1), must_have(0, 1)]
                .iter()
                .all(|d| d.wants_more() && !d.walks())
        );
    }
}
