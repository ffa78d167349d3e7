//! String pulling: the shortest line through a row of triangles, seen from above.

use crate::mesh::NavMesh;
use snapmesh::glam::DVec3;

/// An edge that is crossed on the way, as who walks sees it.
struct Gate {
    left: DVec3,
    right: DVec3,
}

/// Twice the area of a triangle seen from above: above zero if `c` lies to the left of the way from `a` to `b`.
fn turn(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z)
}

/// Pulls a string through triangles that lie in a row. Its points follow the floor up and down.
pub(super) fn pull(mesh: &NavMesh, triangles: &[u32], from: DVec3, to: DVec3) -> Vec<DVec3> {
    let gates: Vec<Gate> = triangles.windows(2).filter_map(|pair| gate(mesh, pair[0], pair[1])).collect();
    let bends = bends(&gates, from, to);
    let mut points = vec![from];
    for leg in bends.windows(2) {
        let ((_, a), (last, b)) = (leg[0], leg[1]);
        let first = leg[0].0;
        for gate in &gates[first.min(gates.len())..last.min(gates.len())] {
            points.push(gate.left.lerp(gate.right, share_of_edge(gate.left, gate.right, a, b)));
        }
        points.push(b);
    }
    straightened(points)
}

/// The edge between two triangles. Triangles are counterclockwise, so who leaves one over an edge has its start to
/// the right.
fn gate(mesh: &NavMesh, from: u32, to: u32) -> Option<Gate> {
    let side = mesh.triangles[from as usize].neighbors.iter().position(|&beyond| beyond == Some(to))?;
    let corners = mesh.corners(from);
    Some(Gate { right: corners[side], left: corners[(side + 1) % 3] })
}

/// Where the string bends: after how many gates, and at which point. Starts with `from` and ends with `to`.
fn bends(gates: &[Gate], from: DVec3, to: DVec3) -> Vec<(usize, DVec3)> {
    let end = Gate { left: to, right: to };
    let gate = |i: usize| gates.get(i).unwrap_or(&end);
    let mut bends = vec![(0, from)];
    let mut apex = from;
    // The two sides of the funnel: the gate that narrowed each, and its corner there.
    let (mut left, mut right) = ((0, gate(0).left), (0, gate(0).right));
    let mut i = 1;
    while i <= gates.len() {
        let next = gate(i);
        let mut bend = None;
        if turn(apex, right.1, next.right) >= 0.0 {
            if apex == right.1 || turn(apex, left.1, next.right) <= 0.0 {
                right = (i, next.right);
            } else {
                bend = Some(left);
            }
        }
        if bend.is_none() && turn(apex, left.1, next.left) <= 0.0 {
            if apex == left.1 || turn(apex, right.1, next.left) >= 0.0 {
                left = (i, next.left);
            } else {
                bend = Some(right);
            }
        }
        if let Some((at, corner)) = bend {
            bends.push((at, corner));
            apex = corner;
            (left, right) = ((at, corner), (at, corner));
            i = at;
        }
        i += 1;
    }
    bends.push((gates.len(), to));
    bends
}

/// Where the line between two points crosses an edge, seen from above: 0 at its start, 1 at its end.
pub(super) fn share_of_edge(a: DVec3, b: DVec3, from: DVec3, to: DVec3) -> f64 {
    let (near, far) = (turn(from, to, a), turn(from, to, b));
    if near == far {
        // Side by side: the point of the edge that is nearest to the start.
        let edge = b - a;
        let length = edge.length_squared();
        return if length > 0.0 { ((from - a).dot(edge) / length).clamp(0.0, 1.0) } else { 0.0 };
    }
    (near / (near - far)).clamp(0.0, 1.0)
}

/// Leaves out points on the line between their neighbors.
fn straightened(points: Vec<DVec3>) -> Vec<DVec3> {
    let mut kept: Vec<DVec3> = Vec::with_capacity(points.len());
    for point in points {
        while let [.., a, b] = kept[..] {
            let (before, whole) = (b - a, point - a);
            let off = before.cross(whole).length_squared();
            if off > 1e-12 * whole.length_squared().max(1e-12) || before.dot(whole) < 0.0 {
                break;
            }
            kept.pop();
        }
        if kept.last() != Some(&point) {
            kept.push(point);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::strip;

    fn at(x: f64, z: f64) -> DVec3 {
        DVec3::new(x, 0.0, z)
    }

    fn gates(pairs: &[[(f64, f64); 2]]) -> Vec<Gate> {
        let gate =
            |&[left, right]: &[(f64, f64); 2]| Gate { left: at(left.0, left.1), right: at(right.0, right.1) };
        pairs.iter().map(gate).collect()
    }

    #[test]
    fn left_is_above_zero_and_right_is_below() {
        // Who walks east has north to the left, where z is smaller.
        assert_eq!(turn(at(0.0, 0.0), at(2.0, 0.0), at(1.0, -3.0)), 6.0);
        assert_eq!(turn(at(0.0, 0.0), at(2.0, 0.0), at(1.0, 3.0)), -6.0);
        assert_eq!(turn(at(1.0, 1.0), at(2.0, 2.0), at(5.0, 5.0)), 0.0);
    }

    #[test]
    fn through_gates_in_a_row_the_string_does_not_bend() {
        let gates = gates(&[[(1.0, -1.0), (1.0, 1.0)], [(2.0, -1.0), (2.0, 1.0)]]);
        let (from, to) = (at(0.0, 0.5), at(3.0, -0.5));
        assert_eq!(bends(&gates, from, to), [(0, from), (2, to)]);
        assert_eq!(bends(&[], from, to), [(0, from), (0, to)]);
    }

    #[test]
    fn a_way_that_starts_on_an_edge_is_not_longer_for_it() {
        // The start lies between the corners of the first gate, which it once walked to.
        let (from, to) = (at(0.5, 0.0), at(1.5, 0.0));
        let gates = gates(&[[(0.0, -1.0), (1.0, 1.0)], [(1.0, -1.0), (1.0, 1.0)]]);
        assert_eq!(bends(&gates, from, to), [(0, from), (2, to)]);
    }

    #[test]
    fn the_string_bends_at_corners_to_the_right_and_to_the_left() {
        let zigzag = [[(1.0, -1.0), (1.0, 1.0)], [(2.0, 3.0), (2.0, 4.0)]];
        let (from, to) = (at(0.0, 0.0), at(3.0, 3.0));
        let corners = [(0, from), (0, at(1.0, 1.0)), (1, at(2.0, 3.0)), (2, to)];
        assert_eq!(bends(&gates(&zigzag), from, to), corners);
        // The same in a mirror.
        let mirrored = zigzag.map(|[left, right]| [(right.0, -right.1), (left.0, -left.1)]);
        let mirror = |p: DVec3| at(p.x, -p.z);
        assert_eq!(bends(&gates(&mirrored), from, mirror(to)), corners.map(|(i, p)| (i, mirror(p))));
    }

    #[test]
    fn only_the_last_corner_that_is_in_the_way_makes_a_bend() {
        // A narrow gate far off to the right; those before it are wide.
        let gates = gates(&[[(1.0, -9.0), (1.0, 9.0)], [(2.0, -9.0), (2.0, 9.0)], [(3.0, 5.0), (3.0, 6.0)]]);
        let (from, to) = (at(0.0, 0.0), at(9.0, 5.0));
        assert_eq!(bends(&gates, from, to), [(0, from), (2, at(3.0, 5.0)), (3, to)]);
    }

    #[test]
    fn a_line_crosses_an_edge_at_a_share_of_it() {
        let (a, b) = (at(2.0, 0.0), at(2.0, 4.0));
        assert_eq!(share_of_edge(a, b, at(0.0, 1.0), at(4.0, 1.0)), 0.25);
        assert_eq!(share_of_edge(b, a, at(0.0, 1.0), at(4.0, 1.0)), 0.75);
        assert_eq!(share_of_edge(a, b, at(0.0, 0.0), at(4.0, 4.0)), 0.5);
        // Lines that pass it by cross it at its end.
        assert_eq!(share_of_edge(a, b, at(0.0, -3.0), at(4.0, -3.0)), 0.0);
        assert_eq!(share_of_edge(a, b, at(0.0, 7.0), at(4.0, 7.0)), 1.0);
    }

    #[test]
    fn an_edge_along_the_line_is_crossed_where_it_is_nearest_to_the_start() {
        let (a, b) = (at(2.0, 0.0), at(6.0, 0.0));
        let share = |x: f64| share_of_edge(a, b, at(x, 1.0), at(9.0, 1.0));
        assert_eq!([share(0.0), share(3.0), share(8.0)], [0.0, 0.25, 1.0]);
        assert_eq!(share_of_edge(a, a, at(0.0, 0.0), at(1.0, 0.0)), 0.0);
        assert_eq!(share_of_edge(a, b, at(4.0, 0.0), at(4.0, 0.0)), 0.5, "from a point to itself");
    }

    #[test]
    fn points_on_the_line_between_others_are_left_out() {
        let line = vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 0.0), at(3.0, 0.0), at(3.0, 2.0)];
        assert_eq!(straightened(line), [at(0.0, 0.0), at(3.0, 0.0), at(3.0, 2.0)]);
        let there_and_back = vec![at(0.0, 0.0), at(2.0, 0.0), at(-1.0, 0.0)];
        assert_eq!(straightened(there_and_back.clone()), there_and_back);
        assert_eq!(straightened(vec![at(1.0, 1.0); 3]), [at(1.0, 1.0)]);
        let hill = vec![at(0.0, 0.0), DVec3::new(1.0, 0.5, 0.0), at(2.0, 0.0)];
        assert_eq!(straightened(hill.clone()), hill);
    }

    #[test]
    fn who_leaves_a_triangle_has_the_start_of_its_edge_to_the_right() {
        let mesh = strip(&[
            [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
            [[1.0, 0.0, -1.0], [1.0, 0.0, 1.0]],
            [[2.0, 0.0, -1.0], [2.0, 0.0, 1.0]],
        ]);
        let east = gate(&mesh, 1, 2).unwrap();
        assert_eq!((east.left, east.right), (at(1.0, -1.0), at(1.0, 1.0)));
        let west = gate(&mesh, 2, 1).unwrap();
        assert_eq!((west.left, west.right), (at(1.0, 1.0), at(1.0, -1.0)));
        assert!(gate(&mesh, 0, 3).is_none());
    }

    #[test]
    fn the_string_follows_the_floor_up_and_down() {
        // Up to a ridge and down again.
        let mesh = strip(&[
            [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
            [[2.0, 1.0, -1.0], [2.0, 1.0, 1.0]],
            [[4.0, 0.0, -1.0], [4.0, 0.0, 1.0]],
        ]);
        let (from, to) = (at(0.0, 0.0), at(4.0, 0.0));
        let points = pull(&mesh, &[0, 1, 2, 3], from, to);
        assert_eq!(points, [from, DVec3::new(2.0, 1.0, 0.0), to]);
        let back = pull(&mesh, &[3, 2, 1, 0], to, from);
        assert_eq!(back, [to, DVec3::new(2.0, 1.0, 0.0), from]);
        assert_eq!(pull(&mesh, &[0], from, from), [from]);
    }
}
