//! Everything that is known about a map, and the metrics that maps are compared by.

use crate::compose::compose;
use crate::metrics::WalkFacts;
use crate::points::Sample;
use crate::terrain::Terrain;
use crate::validation::Validation;
use crate::walk_memory::WalkMemory;
use snapmesh::{Map, Promise, Recipe, Shape, Stop};
use std::sync::Arc;

/// What maps are grown from, whatever their seed.
#[derive(Clone, Copy, Debug)]
pub struct MapSource<'a> {
    /// Kit and settings.
    pub recipe: &'a Arc<Recipe>,
    /// The pieces, ready for the agent of the settings; none if nobody is to walk.
    pub terrain: Option<&'a Terrain>,
    /// What walks on maps may take together; whoever grows maps from one source or several at a time has one for all.
    pub memory: &'a WalkMemory,
}

/// What is known about a map.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MapFacts {
    /// The seed it grew from.
    pub seed: i64,
    /// Its shape.
    pub shape: Shape,
    /// Why it stopped growing.
    pub stop: Stop,
    /// Copies of each piece of the library.
    pub copies: Vec<usize>,
    /// What was promised, and whether it was kept.
    pub promises: Vec<Promise>,
    /// How well it can be walked, if that was found out.
    pub walk: Option<WalkFacts>,
}

/// How it is found out how well a map can be walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// From what is known about its pieces: microseconds, and some maps stay unknown.
    Composed,
    /// On its surface: milliseconds, for every map that is not too large.
    Baked,
}

impl MapSource<'_> {
    /// What can be known about a map without walking on it.
    pub fn facts(&self, map: &Map) -> MapFacts {
        let kit = self.recipe.kit();
        let mut copies = vec![0; kit.library().len()];
        for placed in &map.pieces {
            copies[placed.piece.index()] += 1;
        }
        MapFacts {
            seed: map.seed,
            shape: Shape::new(map, kit),
            stop: map.stop.clone(),
            copies,
            promises: map.promises.clone(),
            walk: None,
        }
    }

    /// How well a map can be walked, found out on one core: the others have maps of their own. Nothing is known without
    /// a terrain, and of a map that is too large, or that no verdict can be composed on.
    pub fn walk(&self, map: &Map, verdict: Verdict) -> Option<WalkFacts> {
        let (terrain, settings) = (self.terrain?, &self.recipe.settings().navigation);
        debug_assert!(terrain.is_for(settings), "the terrain is that of the settings");
        match verdict {
            Verdict::Composed => compose(terrain, map, self.memory.bytes()).ok(),
            Verdict::Baked => {
                let tell = |validation: &Validation| WalkFacts::from(validation);
                self.memory.walk(terrain, map, Sample::from(settings), tell).ok()
            }
        }
    }
}

/// A number that maps can be compared by.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// What it is called.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// Whether the map must be walked on to find it out.
    pub walks: bool,
    /// Whether it is a whole number.
    pub whole: bool,
    /// Whether it is a share of what can be walked: from 0 to 1, as a bake and a composed verdict tell it.
    pub share: bool,
    /// Its value, if it is known.
    pub of: fn(&MapFacts) -> Option<f64>,
    /// Its value as far as a composed verdict tells, and how far off that may be.
    pub estimate: fn(&MapFacts) -> Option<(f64, f64)>,
}

macro_rules! shape {
    ($name:literal, $help:literal, $whole:literal, $of:expr) => {
        Metric {
            name: $name,
            help: $help,
            walks: false,
            whole: $whole,
            share: false,
            of: |facts| Some($of(&facts.shape)),
            estimate: |facts| Some(($of(&facts.shape), 0.0)),
        }
    };
}

macro_rules! walk {
    ($name:literal, $help:literal, whole: $whole:literal, share: $share:literal, $of:expr, $estimate:expr) => {
        Metric {
            name: $name,
            help: $help,
            walks: true,
            whole: $whole,
            share: $share,
            of: |facts| facts.walk.as_ref().and_then($of),
            estimate: |facts| facts.walk.as_ref().map($estimate),
        }
    };
}

/// How far composed shares may be off, and those of points beside them.
const OFF_LARGEST: f64 = 0.01;
const OFF_CONNECTIVITY: f64 = 0.02;
const OFF_POINTS: f64 = 0.08;
/// How far the area may be off, as a part of it; and how many regions.
const OFF_AREA: f64 = 0.02;
const OFF_REGIONS: f64 = 2.0;

/// Every metric there is. A new one is a line here.
pub const METRICS: &[Metric] = &[
    shape!("pieces", "pieces on the map", true, |s: &Shape| s.pieces as f64),
    shape!("free_connectors", "connectors that nothing is joined to", true, |s: &Shape| s.free_connectors
        as f64),
    shape!("loops", "connectors joined beyond the tree, each of which closes a loop", true, |s: &Shape| s
        .loops
        as f64),
    shape!("depth", "joints from the starting piece to the one farthest from it", true, |s: &Shape| s.depth
        as f64),
    shape!("branching", "pieces grown from a piece that any grew from, on average", false, |s: &Shape| s
        .branching),
    shape!("linearity", "share of joints on the longest way: 1 for a line", false, |s: &Shape| s.linearity),
    shape!("extent_x", "metres from west to east", false, |s: &Shape| s.size.x),
    shape!("extent_y", "metres from bottom to top", false, |s: &Shape| s.size.y),
    shape!("extent_z", "metres from north to south", false, |s: &Shape| s.size.z),
    shape!("volume", "cubic metres of the box around the map", false, Shape::volume),
    walk!(
        "connectivity",
        "share of pairs of points with a way between them",
        whole: false,
        share: true,
        |w| w.sampled.map(|points| points.connectivity),
        |w| (w.exact.connectivity, OFF_POINTS)
    ),
    walk!(
        "largest_region",
        "share of points in the largest region",
        whole: false,
        share: true,
        |w| w.sampled.map(|points| points.largest_region),
        |w| (w.exact.largest_region, OFF_POINTS)
    ),
    walk!("exact_connectivity", "connectivity by area", whole: false, share: true, |w| Some(w.exact.connectivity), |w| (
        w.exact.connectivity,
        OFF_CONNECTIVITY
    )),
    walk!("exact_largest_region", "largest region by area", whole: false, share: true, |w| Some(w.exact.largest_region), |w| (
        w.exact.largest_region,
        OFF_LARGEST
    )),
    walk!("regions", "parts that hang together", whole: true, share: false, |w| Some(w.regions as f64), |w| (
        w.regions as f64,
        OFF_REGIONS
    )),
    walk!("walkable_area", "square metres that can be walked", whole: false, share: false, |w| Some(w.area), |w| (
        w.area,
        w.area * OFF_AREA
    )),
];

impl Metric {
    /// The best that a map may turn out to be, as far as a composed verdict tells: a map that it does not know may be the best
    /// of all.
    pub fn hope(&self, facts: &MapFacts, lowest: bool) -> f64 {
        let unknown = if lowest { f64::NEG_INFINITY } else { f64::INFINITY };
        let best = |(value, off): (f64, f64)| if lowest { value - off } else { value + off };
        let hope = (self.estimate)(facts).map_or(unknown, best);
        // Nothing is better than all of it, nor worse than none.
        if self.share { hope.clamp(0.0, 1.0) } else { hope }
    }

    /// What no map can be better than, if there is such a value.
    pub fn bound(&self, lowest: bool) -> Option<f64> {
        self.share.then_some(if lowest { 0.0 } else { 1.0 })
    }

    /// The metric of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        METRICS.iter().find(|metric| metric.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::{ExactMetrics, Metrics};
    use crate::testing::{BROKEN, CROSSING, HALL, halls, map_of};
    use snapmesh::glam::DVec3;

    fn facts(walk: Option<WalkFacts>) -> MapFacts {
        let size = DVec3::new(10.0, 2.0, 40.0);
        let shape =
            Shape { pieces: 8, free_connectors: 3, loops: 2, depth: 4, branching: 1.5, linearity: 0.5, size };
        MapFacts { seed: 1, shape, stop: Stop::STUCK, copies: vec![], promises: vec![], walk }
    }

    fn walk() -> WalkFacts {
        let exact = ExactMetrics { connectivity: 0.125, largest_region: 0.25 };
        let sampled = Metrics { points: 50, connectivity: 0.5, largest_region: 0.75, regions: 7, exact };
        WalkFacts { exact, regions: 7, area: 99.5, sampled: Some(sampled) }
    }

    #[test]
    fn every_metric_tells_its_own_value() {
        let values: Vec<(&str, Option<f64>)> =
            METRICS.iter().map(|metric| (metric.name, (metric.of)(&facts(Some(walk()))))).collect();
        let expected = [
            ("pieces", 8.0),
            ("free_connectors", 3.0),
            ("loops", 2.0),
            ("depth", 4.0),
            ("branching", 1.5),
            ("linearity", 0.5),
            ("extent_x", 10.0),
            ("extent_y", 2.0),
            ("extent_z", 40.0),
            ("volume", 800.0),
            ("connectivity", 0.5),
            ("largest_region", 0.75),
            ("exact_connectivity", 0.125),
            ("exact_largest_region", 0.25),
            ("regions", 7.0),
            ("walkable_area", 99.5),
        ];
        assert_eq!(values, expected.map(|(name, value)| (name, Some(value))));
    }

    #[test]
    fn without_a_walk_its_metrics_are_unknown_and_the_others_are_not() {
        for metric in METRICS {
            assert_eq!((metric.of)(&facts(None)).is_none(), metric.walks, "{}", metric.name);
        }
    }

    #[test]
    fn counts_are_whole_and_shares_and_metres_are_not() {
        let whole: Vec<&str> =
            METRICS.iter().filter(|metric| metric.whole).map(|metric| metric.name).collect();
        assert_eq!(whole, ["pieces", "free_connectors", "loops", "depth", "regions"]);
    }

    #[test]
    fn a_metric_is_found_by_its_name_alone() {
        for metric in METRICS {
            assert_eq!(Metric::named(metric.name).map(|found| found.help), Some(metric.help));
        }
        assert!(Metric::named("Pieces").is_none() && Metric::named("").is_none());
    }

    #[test]
    fn facts_are_those_of_the_map() {
        let (recipe, _) = halls();
        let source = MapSource { recipe: &recipe, terrain: None, memory: &WalkMemory::default() };
        let map = recipe.grow(11);
        let facts = source.facts(&map);
        assert_eq!((facts.seed, &facts.stop, facts.walk), (11, &map.stop, None));
        assert_eq!(facts.shape, Shape::new(&map, recipe.kit()));
        let of = |piece| map.pieces.iter().filter(|placed| placed.piece == piece).count();
        assert_eq!(facts.copies, [HALL, CROSSING, BROKEN].map(of));
        assert_eq!(source.walk(&map, Verdict::Baked), None, "nobody walks without a terrain");
    }

    #[test]
    fn a_walk_finds_out_what_a_gap_does() {
        let (recipe, terrain) = halls();
        let source = MapSource { recipe: &recipe, terrain: Some(&terrain), memory: &WalkMemory::default() };
        let on = |piece: snapmesh::PieceId| {
            source.walk(&map_of(&[(piece.index() as u32, DVec3::ZERO)]), Verdict::Baked).unwrap()
        };
        let (whole, broken) = (on(HALL), on(BROKEN));
        let points = whole.sampled.unwrap();
        assert_eq!((whole.regions, points.connectivity, points.points), (1, 1.0, 40));
        assert_eq!((broken.regions, broken.exact.largest_region), (2, 0.5));
        assert!(broken.area > 0.0 && broken.area < whole.area / 2.0, "{} {}", broken.area, whole.area);
    }
}
