//! Everything that is known about a map, and the metrics that maps are compared by.

use crate::budget::{BakeError, Budget, Cores};
use crate::ground::Ground;
use crate::metrics::Metrics;
use crate::validation::validate;
use snapmesh::settings::Settings;
use snapmesh::{Generator, Map, SettingError, Shape, ValidKit};
use std::time::{Duration, Instant};

/// What maps are grown from, whatever their seed.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The pieces.
    pub kit: &'a ValidKit,
    /// What there is to walk on in each.
    pub grounds: &'a [Ground],
    /// Every setting but the seed.
    pub settings: &'a Settings,
}

/// What is known about a map.
#[derive(Clone, Debug, PartialEq)]
pub struct Facts {
    /// The seed it grew from.
    pub seed: i64,
    /// Its shape.
    pub shape: Shape,
    /// Why it stopped growing.
    pub stop: String,
    /// Copies of each piece of the library.
    pub copies: Vec<usize>,
    /// How well it can be walked, if that was found out.
    pub walk: Option<Walked>,
}

/// How well a map can be walked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walked {
    /// The metrics of its points.
    pub metrics: Metrics,
    /// Square metres that can be walked.
    pub area: f64,
}

/// How long it took to find out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Took {
    /// To grow the map.
    pub growing: Duration,
    /// To walk on it.
    pub walking: Duration,
}

impl Source<'_> {
    /// Grows the map of a seed.
    pub fn grow(&self, seed: i64) -> Result<Map, SettingError> {
        let mut settings = self.settings.clone();
        settings.generation.seed = seed;
        Ok(Generator::new(self.kit, &settings)?.run())
    }

    /// What can be known about a map without walking on it.
    pub fn facts(&self, seed: i64, map: &Map) -> Facts {
        let mut copies = vec![0; self.kit.library().len()];
        for placed in &map.pieces {
            copies[placed.piece] += 1;
        }
        Facts { seed, shape: Shape::new(map, self.kit), stop: map.stop.clone(), copies, walk: None }
    }

    /// How well a map can be walked, found out on one core: the others have maps of their own.
    pub fn walk(&self, map: &Map) -> Result<Walked, BakeError> {
        let budget = Budget { cores: Cores::One, ..Budget::default() };
        let validation = validate(self.grounds, map, &self.settings.navigation, &budget)?;
        Ok(Walked { metrics: validation.metrics, area: validation.surface.area() })
    }

    /// All of it, with the time it took. A map that is too large to be walked on has no such facts.
    pub fn look(&self, seed: i64, walk: bool) -> Result<(Facts, Took), SettingError> {
        let start = Instant::now();
        let map = self.grow(seed)?;
        let growing = start.elapsed();
        let mut facts = self.facts(seed, &map);
        let start = Instant::now();
        if walk {
            facts.walk = self.walk(&map).ok();
        }
        Ok((facts, Took { growing, walking: if walk { start.elapsed() } else { Duration::ZERO } }))
    }
}

/// A number that maps can be compared by.
#[derive(Clone, Copy, Debug)]
pub struct Metric {
    /// What it is called in flags and tables.
    pub name: &'static str,
    /// What it is, in a few words.
    pub help: &'static str,
    /// Whether the map must be walked on to find it out.
    pub walks: bool,
    /// Whether it is a whole number.
    pub whole: bool,
    /// Its value, if it is known.
    pub of: fn(&Facts) -> Option<f64>,
}

macro_rules! shape {
    ($name:literal, $help:literal, $whole:literal, $of:expr) => {
        Metric { name: $name, help: $help, walks: false, whole: $whole, of: |facts| Some($of(&facts.shape)) }
    };
}

macro_rules! walk {
    ($name:literal, $help:literal, $whole:literal, $of:expr) => {
        Metric {
            name: $name,
            help: $help,
            walks: true,
            whole: $whole,
            of: |facts| facts.walk.as_ref().map($of),
        }
    };
}

/// Every metric there is. A new one is a line here.
pub const METRICS: &[Metric] = &[
    shape!("pieces", "pieces on the map", true, |s: &Shape| s.pieces as f64),
    shape!("free_connectors", "connectors that nothing is joined to", true, |s: &Shape| s.free_connectors
        as f64),
    shape!("depth", "joints on the longest way from the starting piece", true, |s: &Shape| s.depth as f64),
    shape!("branching", "pieces grown from a piece that any grew from, on average", false, |s: &Shape| s
        .branching),
    shape!("linearity", "share of joints on the longest way: 1 for a line", false, |s: &Shape| s.linearity),
    shape!("extent_x", "metres from west to east", false, |s: &Shape| s.size.x),
    shape!("extent_y", "metres from bottom to top", false, |s: &Shape| s.size.y),
    shape!("extent_z", "metres from north to south", false, |s: &Shape| s.size.z),
    shape!("volume", "cubic metres of the box around the map", false, Shape::volume),
    walk!("connectivity", "share of pairs of points with a way between them", false, |w| w
        .metrics
        .connectivity),
    walk!("largest_region", "share of points in the largest region", false, |w| w.metrics.largest_region),
    walk!("exact_connectivity", "connectivity by area", false, |w| w.metrics.exact.connectivity),
    walk!("exact_largest_region", "largest region by area", false, |w| w.metrics.exact.largest_region),
    walk!("regions", "parts that hang together", true, |w| w.metrics.regions as f64),
    walk!("walkable_area", "square metres that can be walked", false, |w| w.area),
];

impl Metric {
    /// The metric of a name.
    pub fn named(name: &str) -> Option<&'static Self> {
        METRICS.iter().find(|metric| metric.name == name)
    }
}
