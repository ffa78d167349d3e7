//! What is demanded of a map.

use crate::facts::{Facts, Source};
use snapmesh::check::reach::Reach;
use snapmesh::glam::DVec3;
use snapmesh::selection::{most_pieces, starting_pieces};

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
        piece: usize,
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
    fn sides(&self, facts: &Facts) -> (f64, f64) {
        let walked =
            |of: fn(&crate::Metrics) -> f64| facts.walk.as_ref().map_or(0.0, |walk| of(&walk.metrics));
        match *self {
            Self::MinPieces(least) => (facts.shape.pieces as f64, least as f64),
            Self::MaxPieces(most) => (facts.shape.pieces as f64, most as f64),
            Self::MaxFreeConnectors(most) => (facts.shape.free_connectors as f64, most as f64),
            Self::MustHave { piece, count } => (facts.copies[piece] as f64, count as f64),
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
    pub fn value(&self, facts: &Facts) -> f64 {
        self.sides(facts).0
    }

    /// How far a map is from it, as a share of what is wanted: 0 if it is fulfilled. A map that could not be walked on
    /// is far from all that is wanted of its walking.
    pub fn miss(&self, facts: &Facts) -> f64 {
        if self.walks() && facts.walk.is_none() {
            return 1.0;
        }
        let (value, wanted) = self.sides(facts);
        let short = if self.wants_more() { wanted - value } else { value - wanted };
        if short <= 0.0 { 0.0 } else { short / wanted.abs().max(f64::MIN_POSITIVE) }
    }

    /// What it says, as a flag.
    pub fn describe(&self, source: &Source<'_>) -> String {
        match *self {
            Self::MinPieces(least) => format!("--min-pieces {least}"),
            Self::MaxPieces(most) => format!("--max-pieces {most}"),
            Self::MaxFreeConnectors(most) => format!("--max-free-connectors {most}"),
            Self::MustHave { piece, count } => {
                format!("--must-have {}={count}", source.kit.library()[piece].id)
            }
            Self::MaxSize(most) => format!("--max-size {} {} {}", most.x, most.y, most.z),
            Self::MinConnectivity(least) => format!("--min-connectivity {least}"),
            Self::MinArea(least) => format!("--min-area {least}"),
        }
    }
}

/// Why no seed can fulfil the demands, as far as that can be known before any is tried.
pub fn impossible(source: &Source<'_>, demands: &[Demand]) -> Vec<String> {
    let reach = Reach::new(source.kit, source.settings);
    let method = source.settings.selection.method;
    let allowed = most_pieces(&source.settings.selection);
    let mut reasons = Vec::new();
    for demand in demands {
        let flag = demand.describe(source);
        match *demand {
            Demand::MinPieces(least) => {
                if let Some(most) = allowed.filter(|&most| most < least) {
                    let name = method.name;
                    reasons.push(format!("{flag}: the parameters of {name} allow {most} pieces at most"));
                }
            }
            Demand::MustHave { piece, count } => match reach.most_copies(source.kit, piece) {
                Some(0) if count > 0 => {
                    reasons.push(format!("{flag}: no connector can reach this piece"));
                }
                Some(most) if count > most => {
                    reasons.push(format!("{flag}: this piece can only be the starting piece"));
                }
                _ => {}
            },
            Demand::MaxSize(most) => {
                reasons.extend(too_small(source, most).map(|why| format!("{flag}: {why}")));
            }
            _ => {}
        }
    }
    // Of one piece, the largest number counts.
    let copies = (0..source.kit.library().len())
        .map(|wanted| {
            let counts = demands.iter().map(|demand| match *demand {
                Demand::MustHave { piece, count } if piece == wanted => count,
                _ => 0,
            });
            counts.max().unwrap_or(0)
        })
        .fold(0, usize::saturating_add);
    let limit = demands.iter().filter_map(|demand| match demand {
        Demand::MaxPieces(most) => Some(*most),
        _ => None,
    });
    if let Some(most) = limit.chain(allowed).min().filter(|&most| copies > most) {
        reasons.push(format!(
            "--must-have: these are {copies} pieces together, and the map can have {most} at most"
        ));
    }
    reasons
}

/// The starting piece stands as it was drawn: if none fits, no map does.
fn too_small(source: &Source<'_>, most: DVec3) -> Option<String> {
    let selection = &source.settings.selection;
    let starts = starting_pieces(source.kit, selection.method.prefers, selection.starter_con_tol);
    let pieces = starts.iter().map(|&piece| &source.kit.library()[piece]);
    let smallest = pieces.clone().min_by(|a, b| {
        let over = |piece: &snapmesh::Piece| (piece.bounds().size() / most).max_element();
        over(a).total_cmp(&over(b))
    })?;
    let size = smallest.bounds().size();
    let fits = (size / most).max_element() <= 1.0;
    (!fits).then(|| {
        format!(
            "a map starts from {} or larger, which is {:.2} x {:.2} x {:.2} m",
            smallest.id, size.x, size.y, size.z
        )
    })
}
