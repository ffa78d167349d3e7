//! Outlines with as few corners as they need.

use super::outline::Edge;
use super::patches::PatchId;

/// A corner of an outline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Corner {
    /// In cells from the corner of the map.
    pub(super) at: (i64, i64),
    /// In metres above its lowest point.
    pub(super) height: f64,
    /// The patch beyond the edge that starts here.
    pub(super) beyond: Option<PatchId>,
}

/// How closely an outline is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Closeness {
    /// Walls are straightened: moved by so many cells, and raised or lowered by so many metres at the most.
    About { cells: f64, metres: f64 },
    /// Every corner is kept.
    Exactly,
}

/// The corners of a loop that are needed.
///
/// Where the patch meets another, both have the same: the ends of straight runs. Between those are walls.
pub(super) fn simplify(
    edges: &[Edge],
    closeness: Closeness,
    height: impl Fn((i64, i64)) -> f64,
) -> Vec<Corner> {
    let corner = |edge: &Edge| Corner { at: edge.start, height: height(edge.start), beyond: edge.beyond };
    let count = edges.len();
    let before = |i: usize| &edges[(i + count - 1) % count];
    let is_wall = |i: usize| edges[i].beyond.is_none() && before(i).beyond.is_none();
    let turns = |i: usize| edges[i].side != before(i).side || edges[i].beyond != before(i).beyond;
    let fixed: Vec<usize> = match closeness {
        Closeness::Exactly => (0..count).filter(|&i| turns(i)).collect(),
        Closeness::About { .. } => (0..count).filter(|&i| !is_wall(i) && turns(i)).collect(),
    };
    let Closeness::About { cells, metres } = closeness else {
        return fixed.into_iter().map(|i| corner(&edges[i])).collect();
    };
    let fixed = if fixed.is_empty() { extremes(edges).to_vec() } else { fixed };
    let mut corners = Vec::new();
    for (index, &from) in fixed.iter().enumerate() {
        let next = fixed[(index + 1) % fixed.len()];
        let to = if next > from { next } else { next + count };
        let chain: Vec<Corner> = (from..=to).map(|i| corner(&edges[i % count])).collect();
        corners.push(chain[0]);
        if chain[0].beyond.is_none() {
            straighten(&chain, [cells, metres], &mut corners);
        }
    }
    corners
}

/// The corners of a loop that are furthest to the one side and to the other.
fn extremes(edges: &[Edge]) -> [usize; 2] {
    let by_place = |&i: &usize| edges[i].start;
    let first = (0..edges.len()).min_by_key(by_place).unwrap_or(0);
    let last = (0..edges.len()).max_by_key(by_place).unwrap_or(0);
    [first.min(last), first.max(last)]
}

/// Adds the corners between the ends of a chain that a straight line would miss (Ramer, Douglas, Peucker).
fn straighten(chain: &[Corner], most: [f64; 2], corners: &mut Vec<Corner>) {
    let [first, .., last] = chain else { return };
    let furthest = (1..chain.len() - 1)
        .map(|i| (miss(&chain[i], first, last, most), i))
        .fold((1.0, None), |worst, (miss, i)| if miss > worst.0 { (miss, Some(i)) } else { worst });
    if let (_, Some(i)) = furthest {
        straighten(&chain[..=i], most, corners);
        corners.push(chain[i]);
        straighten(&chain[i..], most, corners);
    }
}

/// How far a corner is from a line, where 1 is as far as it may be.
fn miss(corner: &Corner, first: &Corner, last: &Corner, [cells, metres]: [f64; 2]) -> f64 {
    let vector = |to: &Corner| ((to.at.0 - first.at.0) as f64, (to.at.1 - first.at.1) as f64);
    let ((dx, dz), (px, pz)) = (vector(last), vector(corner));
    let length = dx * dx + dz * dz;
    let along = if length > 0.0 { ((px * dx + pz * dz) / length).clamp(0.0, 1.0) } else { 0.0 };
    let (ex, ez) = (px - along * dx, pz - along * dz);
    let rise = corner.height - (first.height + (last.height - first.height) * along);
    ((ex * ex + ez * ez).sqrt() / cells).max(rise.abs() / metres)
}
