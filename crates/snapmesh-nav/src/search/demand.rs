//! What is demanded of a map.

use crate::facts::MapFacts;
use crate::metrics::Metrics;
use snapmesh::PieceId;
use snapmesh::glam::DVec3;

/// Something that a map must fulfil.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// At least so many pieces.
    MinPieces(usize),
    /// At most so many pieces.
    MaxPieces(usize),
    /// At most so many connectors that nothing is joined to.
    MaxFreeConnectors(usize),
    /// So many copies of a piece of the library, or more.
    MustHave {
        /// Its place in the library.
        piece: PieceId,
        /// How many.
        count: usize,
    },
    /// No more metres along each axis.
    MaxSize(DVec3),
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
        let walked = |of: fn(&Metrics) -> f64| facts.walk.as_ref().map_or(0.0, |walk| of(&walk.metrics));
        match *self {
            Self::MinPieces(least) => (facts.shape.pieces as f64, least as f64),
            Self::MaxPieces(most) => (facts.shape.pieces as f64, most as f64),
            Self::MaxFreeConnectors(most) => (facts.shape.free_connectors as f64, most as f64),
            Self::MustHave { piece, count } => (facts.copies[piece.index()] as f64, count as f64),
            // The axis that is worst, as a share of what is allowed.
            Self::MaxSize(most) => ((facts.shape.size / most).max_element(), 1.0),
            Self::MinConnectivity(least) => (walked(|metrics| metrics.connectivity), least),
            Self::MinArea(least) => (walked(|metrics| metrics.largest_region), least),
        }
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
