//! The straight parts of a rim.

use super::rim::{RimEdge, corner};
use snapmesh::glam::DVec2;

/// How far the corners of cells may lie off a straight line, in cells, however that line runs; and in metres, as sills have
/// notches.
const STRAIGHT_CELLS: f64 = 1.6;
const STRAIGHT: f64 = 0.1;

/// A straight part of a rim, in cells.
#[derive(Clone, Debug)]
pub(super) struct Side {
    /// Its middle on the line that fits best.
    pub(super) middle: DVec2,
    /// Along it, with the floor on the left.
    pub(super) along: DVec2,
    /// Out of the piece.
    pub(super) outward: DVec2,
    /// Half its length.
    pub(super) half: f64,
    /// How high the floor is, from one end to the other.
    pub(super) tops: Vec<f32>,
}

impl Side {
    fn new(edges: &[RimEdge]) -> Self {
        let count = edges.len() as f64;
        let center = edges.iter().map(RimEdge::middle).sum::<DVec2>() / count;
        let (mut xx, mut xz, mut zz) = (0.0, 0.0, 0.0);
        for edge in edges {
            let p = edge.middle() - center;
            (xx, xz, zz) = (xx + p.x * p.x, xz + p.x * p.y, zz + p.y * p.y);
        }
        // The direction of the largest spread, by arithmetic and roots alone.
        let half = (xx - zz) / 2.0;
        let spread = (half * half + xz * xz).sqrt();
        let along = if half >= 0.0 { DVec2::new(half + spread, xz) } else { DVec2::new(xz, spread - half) };
        let chord = corner(edges[edges.len() - 1].to) - corner(edges[0].from);
        let along = along.normalize_or(chord.normalize_or(DVec2::X));
        let along = if along.dot(chord) < 0.0 { -along } else { along };
        let out: DVec2 = edges.iter().map(|edge| edge.outward).sum();
        let outward = if along.perp().dot(out) < 0.0 { -along.perp() } else { along.perp() };
        let ends =
            edges.iter().flat_map(|edge| [edge.from, edge.to]).map(|end| (corner(end) - center).dot(along));
        let (low, high) = ends.fold((f64::MAX, f64::MIN), |(low, high), t| (low.min(t), high.max(t)));
        Self {
            middle: center + along * f64::midpoint(low, high),
            along,
            outward,
            half: (high - low) / 2.0,
            tops: edges.iter().map(|edge| edge.top).collect(),
        }
    }
}

/// Cuts a chain into its straight parts.
pub(super) fn straight_sides(chain: &[RimEdge], cell: f64) -> Vec<Side> {
    let closed = chain.first().map(|edge| edge.from) == chain.last().map(|edge| edge.to);
    let mut chain = chain.to_vec();
    if closed {
        // A corner is as far out as anything; there a chain that goes round can be cut.
        let start = (0..chain.len()).max_by_key(|&index| {
            let (x, z) = chain[index].from;
            (x + z, x)
        });
        chain.rotate_left(start.unwrap_or(0));
    }
    let points: Vec<DVec2> =
        chain.iter().map(|edge| corner(edge.from)).chain(chain.last().map(|edge| corner(edge.to))).collect();
    let cuts = cuts(&points, STRAIGHT_CELLS.max(STRAIGHT / cell));
    cuts.windows(2).filter(|cut| cut[0] < cut[1]).map(|cut| Side::new(&chain[cut[0]..cut[1]])).collect()
}

/// Where to cut: at the point that is farthest off the line between two others, until none is far (Douglas and Peucker).
fn cuts(points: &[DVec2], far: f64) -> Vec<usize> {
    let mut cuts = vec![0, points.len() - 1];
    let mut open = vec![(0, points.len() - 1)];
    while let Some((first, last)) = open.pop() {
        let (a, b) = (points[first], points[last]);
        let along = (b - a).normalize_or_zero();
        let off = |index: usize| {
            let p = points[index] - a;
            if along == DVec2::ZERO { p.length() } else { p.perp_dot(along).abs() }
        };
        let farthest = (first + 1..last).max_by(|&i, &j| off(i).total_cmp(&off(j)).then(j.cmp(&i)));
        if let Some(farthest) = farthest.filter(|&farthest| off(farthest) > far) {
            cuts.push(farthest);
            open.extend([(first, farthest), (farthest, last)]);
        }
    }
    cuts.sort_unstable();
    cuts
}
