//! Outlines with as few corners as they need.

use super::outline::Edge;
use super::patches::PatchId;
use super::vertex::Vertex;

/// A corner of an outline.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Corner {
    pub(super) place: Vertex,
    /// The patch beyond the edge that starts here.
    pub(super) beyond: Option<PatchId>,
    /// Corners that the wall that starts here leaves aside.
    pub(super) passed: Vec<Vertex>,
}

/// How closely an outline is followed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Closeness {
    /// Walls are straightened: moved by so many cells, and raised or lowered by so many metres at the most.
    About { cells: f64, metres: f64 },
    /// Every corner is kept.
    Exactly,
}

/// Where the patch meets another, there is a corner each so many cells, as the floor may rise and fall along the border.
const STRIDE: i64 = 4;

/// The corners of a loop that are needed.
///
/// Where the patch meets another, both have the same: the ends of straight runs, and every few cells one between. All
/// else are walls.
pub(super) fn simplify(
    edges: &[Edge],
    closeness: Closeness,
    height: impl Fn((i64, i64)) -> f64,
) -> Vec<Corner> {
    let count = edges.len();
    let before = |i: usize| &edges[(i + count - 1) % count];
    let is_wall = |i: usize| edges[i].beyond.is_none() && before(i).beyond.is_none();
    let turns = |i: usize| edges[i].side != before(i).side || edges[i].beyond != before(i).beyond;
    let strides = |i: usize| (edges[i].start.0 + edges[i].start.1).rem_euclid(STRIDE) == 0;
    let place = |i: usize| {
        let (x, z) = edges[i % count].start;
        Vertex { x, z, height: height((x, z)) }
    };
    let kept = match closeness {
        Closeness::Exactly => (0..count).filter(|&i| turns(i) || strides(i) && !is_wall(i)).collect(),
        Closeness::About { cells, metres } => {
            let fixed: Vec<usize> = (0..count).filter(|&i| !is_wall(i) && (turns(i) || strides(i))).collect();
            let fixed = if fixed.is_empty() { extremes(edges).to_vec() } else { fixed };
            let mut kept = Vec::new();
            for (index, &from) in fixed.iter().enumerate() {
                let next = fixed[(index + 1) % fixed.len()];
                let to = if next > from { next } else { next + count };
                kept.push(from);
                if edges[from].beyond.is_none() {
                    let chain: Vec<Vertex> = (from..=to).map(place).collect();
                    kept.extend(straighten(&chain, [cells, metres]).into_iter().map(|i| (from + i) % count));
                }
            }
            kept
        }
    };
    let corner = |(index, &i): (usize, &usize)| {
        let next = kept[(index + 1) % kept.len()];
        let to = if next > i { next } else { next + count };
        let passed = (i + 1..to).filter(|&i| edges[i % count].beyond.is_none() && turns(i % count));
        Corner { place: place(i), beyond: edges[i].beyond, passed: passed.map(place).collect() }
    };
    kept.iter().enumerate().map(corner).collect()
}

/// The corners of a loop that are furthest to the one side and to the other.
fn extremes(edges: &[Edge]) -> [usize; 2] {
    let by_place = |&i: &usize| edges[i].start;
    let first = (0..edges.len()).min_by_key(by_place).unwrap_or(0);
    let last = (0..edges.len()).max_by_key(by_place).unwrap_or(0);
    [first.min(last), first.max(last)]
}

/// The corners between the ends of a chain that a straight line would miss (Ramer, Douglas, Peucker), by their places.
///
/// Parts that are yet to be looked at are in a list: a comb has thousands of corners, one within the other.
fn straighten(chain: &[Vertex], most: [f64; 2]) -> Vec<usize> {
    let mut found = Vec::new();
    let Some(end) = chain.len().checked_sub(1) else { return found };
    let mut parts = vec![(0, end)];
    while let Some((first, last)) = parts.pop() {
        let furthest = (first + 1..last)
            .map(|i| (miss(&chain[i], &chain[first], &chain[last], most), i))
            .fold((1.0, None), |worst, (miss, i)| if miss > worst.0 { (miss, Some(i)) } else { worst });
        match furthest {
            (_, Some(i)) => parts.extend([(i, last), (first, i)]),
            (_, None) if last < end => found.push(last),
            (_, None) => {}
        }
    }
    found
}

/// How far a corner is from a line, where 1 is as far as it may be: so many cells to the side and metres up or down.
pub(super) fn miss(corner: &Vertex, first: &Vertex, last: &Vertex, [cells, metres]: [f64; 2]) -> f64 {
    let vector = |to: &Vertex| ((to.x - first.x) as f64, (to.z - first.z) as f64);
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
        simplify(edges, closeness, |_| 0.0).iter().map(|corner| (corner.place.x, corner.place.z)).collect()
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
        assert!(corners.iter().any(|corner| corner.place == Vertex { x: 0, z: 2, height: 1.5 }));
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
        let told: Vec<_> =
            corners.iter().map(|corner| ((corner.place.x, corner.place.z), corner.beyond)).collect();
        let border = [((0, 0), door), ((0, 2), door), ((1, 2), door), ((1, 3), door), ((1, 4), None)];
        assert_eq!(told[..5], border, "each four cells there is one more");
    }

    #[test]
    fn two_patches_have_the_same_corners_at_their_border_whichever_way_it_is_walked() {
        let (door, back) = (Some(DOOR), Some(PatchId { tile: 0, patch: 0 }));
        let west = edges((4, 0), &[(4, 3, None), (5, 0, None), (4, 1, None), (5, 2, door)]);
        let east = edges((4, 0), &[(5, 0, back), (3, 1, None), (5, 2, None), (3, 3, None)]);
        for closeness in [about(1.3), about(40.0), Closeness::Exactly] {
            for corners in [places(&west, closeness), places(&east, closeness)] {
                assert!(corners.contains(&(4, 0)) && corners.contains(&(4, 5)), "{corners:?}");
                let between = corners.iter().filter(|&&(x, z)| x == 4 && (1..5).contains(&z));
                assert_eq!(between.collect::<Vec<_>>(), [&(4, 4)], "{corners:?}");
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
        let corner = |x, z, height| Vertex { x, z, height };
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
    fn plain(chain: &[Vertex], start: usize, most: [f64; 2]) -> Vec<usize> {
        let [first, .., last] = chain else { return vec![] };
        let furthest = (1..chain.len() - 1)
            .map(|i| (miss(&chain[i], first, last, most), i))
            .fold((1.0, None), |worst, (miss, i)| if miss > worst.0 { (miss, Some(i)) } else { worst });
        let (_, Some(i)) = furthest else { return vec![] };
        let (before, after) = (plain(&chain[..=i], start, most), plain(&chain[i..], start + i, most));
        [before, vec![start + i], after].concat()
    }

    proptest! {
        #[test]
        fn a_chain_is_straightened_as_in_books(places in prop::collection::vec((0..20_i64, 0..20_i64), 0..40)) {
            let chain: Vec<Vertex> = places.iter().map(|&(x, z)| Vertex { x, z, height: 0.0 }).collect();
            prop_assert_eq!(straighten(&chain, [1.3, 1.0]), plain(&chain, 0, [1.3, 1.0]));
        }
    }

    #[test]
    fn a_comb_whose_teeth_are_each_furthest_in_turn_is_straightened() {
        // Each tooth is longer than the next, so that the first is always the furthest.
        let corner = |x: i64| Vertex { x, z: if x % 2 == 0 { 0 } else { 200_000 - x }, height: 0.0 };
        let chain: Vec<Vertex> = (0..3_000).map(corner).collect();
        assert_eq!(straighten(&chain, [1.3, 1.0]).len(), chain.len() - 2);
    }
}
