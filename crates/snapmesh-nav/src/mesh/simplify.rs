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
///
/// Parts that are yet to be looked at are in a list: a comb has thousands of corners, one within the other.
fn straighten(chain: &[Corner], most: [f64; 2], corners: &mut Vec<Corner>) {
    let Some(end) = chain.len().checked_sub(1) else { return };
    let mut parts = vec![(0, end)];
    while let Some((first, last)) = parts.pop() {
        let furthest = (first + 1..last)
            .map(|i| (miss(&chain[i], &chain[first], &chain[last], most), i))
            .fold((1.0, None), |worst, (miss, i)| if miss > worst.0 { (miss, Some(i)) } else { worst });
        match furthest {
            (_, Some(i)) => parts.extend([(i, last), (first, i)]),
            (_, None) if last < end => corners.push(chain[last]),
            (_, None) => {}
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DOOR: PatchId = PatchId { tile: 1, patch: 0 };

    /// The edges of a loop: from a corner, so many to a side, each time with what is beyond.
    fn edges(start: (i64, i64), runs: &[(usize, usize, Option<PatchId>)]) -> Vec<Edge> {
        let mut at = start;
        let mut edges = Vec::new();
        for &(count, side, beyond) in runs {
            let step = [(0, 1), (1, 0), (0, -1), (-1, 0)][side];
            for _ in 0..count {
                edges.push(Edge { start: at, side, beyond });
                at = (at.0 + step.0, at.1 + step.1);
            }
        }
        assert_eq!(at, start, "a loop comes back");
        edges
    }

    fn about(cells: f64) -> Closeness {
        Closeness::About { cells, metres: 1.0 }
    }

    fn places(edges: &[Edge], closeness: Closeness) -> Vec<(i64, i64)> {
        simplify(edges, closeness, |_| 0.0).iter().map(|corner| corner.at).collect()
    }

    fn square() -> Vec<Edge> {
        edges((0, 0), &[(4, 0, None), (4, 1, None), (4, 2, None), (4, 3, None)])
    }

    /// A triangle with stairs of single cells for its long side.
    fn stairs() -> Vec<Edge> {
        let mut runs = vec![(6, 0, None), (6, 1, None)];
        for _ in 0..6 {
            runs.extend([(1, 2, None), (1, 3, None)]);
        }
        edges((0, 0), &runs)
    }

    #[test]
    fn a_square_has_four_corners() {
        assert_eq!(places(&square(), Closeness::Exactly), [(0, 0), (0, 4), (4, 4), (4, 0)]);
        let mut corners = places(&square(), about(1.0));
        corners.sort_unstable();
        assert_eq!(corners, [(0, 0), (0, 4), (4, 0), (4, 4)]);
    }

    #[test]
    fn stairs_along_a_wall_become_straight() {
        assert_eq!(places(&stairs(), Closeness::Exactly).len(), 14);
        let corners = places(&stairs(), about(1.3));
        assert_eq!(corners.len(), 3, "{corners:?}");
        assert!(corners.contains(&(0, 0)) && corners.contains(&(0, 6)) && corners.contains(&(6, 6)));
    }

    #[test]
    fn a_wall_is_moved_by_no_more_cells_than_it_may() {
        // A niche of one cell in a long wall.
        let niche = edges(
            (0, 0),
            &[
                (5, 0, None),
                (9, 1, None),
                (5, 2, None),
                (4, 3, None),
                (1, 0, None),
                (1, 3, None),
                (1, 2, None),
                (4, 3, None),
            ],
        );
        assert_eq!(places(&niche, about(0.5)).len(), 8);
        assert_eq!(places(&niche, about(1.0)).len(), 4);
    }

    #[test]
    fn a_wall_is_kept_where_its_foot_rises() {
        let bump = |(x, z): (i64, i64)| if (x, z) == (0, 2) { 1.5 } else { 0.0 };
        let corners = simplify(&square(), about(1.0), bump);
        assert_eq!(corners.len(), 5);
        assert!(corners.iter().any(|corner| corner.at == (0, 2) && corner.height == 1.5));
        // An even slope needs no corners, however high it rises.
        assert_eq!(simplify(&square(), about(1.0), |(_, z)| 9.0 * z as f64).len(), 4);
    }

    #[test]
    fn where_two_patches_meet_the_ends_of_straight_runs_are_kept() {
        let door = Some(DOOR);
        let stepped = edges(
            (0, 0),
            &[(2, 0, door), (1, 1, door), (2, 0, door), (5, 1, None), (4, 2, None), (6, 3, None)],
        );
        // The border to the other patch is as it is, though a straight line would be near enough.
        let corners = simplify(&stepped, about(9.0), |_| 0.0);
        let told: Vec<_> = corners.iter().map(|corner| (corner.at, corner.beyond)).collect();
        assert_eq!(told[..4], [((0, 0), door), ((0, 2), door), ((1, 2), door), ((1, 4), None)]);
    }

    #[test]
    fn two_patches_have_the_same_corners_at_their_border_whichever_way_it_is_walked() {
        let (door, back) = (Some(DOOR), Some(PatchId { tile: 0, patch: 0 }));
        let west = edges((4, 0), &[(4, 3, None), (5, 0, None), (4, 1, None), (5, 2, door)]);
        let east = edges((4, 0), &[(5, 0, back), (3, 1, None), (5, 2, None), (3, 3, None)]);
        for closeness in [about(1.3), about(40.0), Closeness::Exactly] {
            for corners in [places(&west, closeness), places(&east, closeness)] {
                assert!(corners.contains(&(4, 0)) && corners.contains(&(4, 5)), "{corners:?}");
                assert!(!corners.iter().any(|&(x, z)| x == 4 && (1..5).contains(&z)), "{corners:?}");
            }
        }
    }

    #[test]
    fn where_another_patch_begins_there_is_a_corner_though_the_border_is_straight() {
        let other = Some(PatchId { tile: 2, patch: 0 });
        let border =
            edges((0, 0), &[(2, 0, Some(DOOR)), (2, 0, other), (3, 1, None), (4, 2, None), (3, 3, None)]);
        for closeness in [about(1.3), Closeness::Exactly] {
            assert!(places(&border, closeness).contains(&(0, 2)));
        }
    }

    #[test]
    fn a_miss_is_counted_to_the_ends_of_the_line_and_not_beyond() {
        let corner = |x, z, height| Corner { at: (x, z), height, beyond: None };
        let (first, last) = (corner(0, 0, 0.0), corner(10, 0, 5.0));
        assert_eq!(miss(&corner(4, 3, 2.0), &first, &last, [1.5, 1.0]), 2.0);
        assert_eq!(miss(&corner(4, 0, 5.0), &first, &last, [1.5, 2.0]), 1.5);
        assert_eq!(miss(&corner(13, 4, 5.0), &first, &last, [1.0, 1.0]), 5.0);
        assert_eq!(miss(&corner(-3, -4, 0.0), &first, &last, [1.0, 1.0]), 5.0);
        assert_eq!(miss(&corner(3, 4, 0.0), &first, &first, [2.5, 1.0]), 2.0);
    }

    #[test]
    fn the_extremes_of_a_loop_are_its_first_and_its_last_corner_from_west_to_east() {
        let square = square();
        assert_eq!(extremes(&square).map(|i| square[i].start), [(0, 0), (4, 4)]);
    }

    /// As the method is told in books: the parts of a part within it.
    fn plain(chain: &[Corner], most: [f64; 2], corners: &mut Vec<Corner>) {
        let [first, .., last] = chain else { return };
        let furthest = (1..chain.len() - 1)
            .map(|i| (miss(&chain[i], first, last, most), i))
            .fold((1.0, None), |worst, (miss, i)| if miss > worst.0 { (miss, Some(i)) } else { worst });
        if let (_, Some(i)) = furthest {
            plain(&chain[..=i], most, corners);
            corners.push(chain[i]);
            plain(&chain[i..], most, corners);
        }
    }

    proptest! {
        #[test]
        fn a_chain_is_straightened_as_in_books(places in prop::collection::vec((0..20_i64, 0..20_i64), 0..40)) {
            let corner = |&at: &(i64, i64)| Corner { at, height: 0.0, beyond: None };
            let chain: Vec<Corner> = places.iter().map(corner).collect();
            let (mut ours, mut books) = (vec![], vec![]);
            straighten(&chain, [1.3, 1.0], &mut ours);
            plain(&chain, [1.3, 1.0], &mut books);
            prop_assert_eq!(ours, books);
        }
    }

    #[test]
    fn a_comb_whose_teeth_are_each_furthest_in_turn_is_straightened() {
        // Each tooth is longer than the next, so that the first is always the furthest.
        let corner =
            |i: i64| Corner { at: (i, if i % 2 == 0 { 0 } else { 200_000 - i }), height: 0.0, beyond: None };
        let chain: Vec<Corner> = (0..3_000).map(corner).collect();
        let mut corners = vec![];
        straighten(&chain, [1.3, 1.0], &mut corners);
        assert_eq!(corners.len(), chain.len() - 2);
    }
}
