//! A ring of corners filled with triangles, ear by ear.

use super::vertex::{Vertex, facing};

/// The triangles within a ring of corners, which is walked counterclockwise; none if it crosses itself, or if it cannot be
/// filled without an edge that is not wanted.
pub(super) fn fill(
    ring: &[u32],
    corners: &[Vertex],
    wanted: impl Fn(u32, u32) -> bool,
) -> Option<Vec<[u32; 3]>> {
    let mut left = ring.to_vec();
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    while left.len() > 2 {
        let ear = |i: usize| {
            let ear @ [a, _, c] = around(&left, i);
            let shape = shape(&left, ear, corners)?;
            (left.len() == 3 || wanted(a, c)).then_some((shape, i))
        };
        let first = (f64::NEG_INFINITY, None);
        let best = (0..left.len()).filter_map(ear);
        let (_, i) =
            best.fold(first, |best, (shape, i)| if shape > best.0 { (shape, Some(i)) } else { best });
        let i = i?;
        triangles.push(around(&left, i));
        left.remove(i);
    }
    Some(triangles)
}

/// A corner of a ring with those before and behind it.
fn around(ring: &[u32], i: usize) -> [u32; 3] {
    let count = ring.len();
    [ring[(i + count - 1) % count], ring[i], ring[(i + 1) % count]]
}

/// How near a triangle is to one of even sides; none if it faces down, or has another corner of the ring in it.
fn shape(ring: &[u32], ear: [u32; 3], corners: &[Vertex]) -> Option<f64> {
    let [a, b, c] = ear.map(|corner| &corners[corner as usize]);
    let area = facing(a, b, c);
    let free = |corner: &u32| {
        let p = &corners[*corner as usize];
        ear.contains(corner) || facing(a, b, p) < 0 || facing(b, c, p) < 0 || facing(c, a, p) < 0
    };
    let length = |p: &Vertex, q: &Vertex| ((q.x - p.x) * (q.x - p.x) + (q.z - p.z) * (q.z - p.z)) as f64;
    (area > 0 && ring.iter().all(free)).then(|| area as f64 / (length(a, b) + length(b, c) + length(c, a)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn places(at: &[(i64, i64)]) -> Vec<Vertex> {
        at.iter().map(|&(x, z)| Vertex { x, z, height: 0.0 }).collect()
    }

    fn filled(at: &[(i64, i64)]) -> Option<Vec<[u32; 3]>> {
        let ring: Vec<u32> = (0..at.len() as u32).collect();
        fill(&ring, &places(at), |_, _| true)
    }

    fn areas(at: &[(i64, i64)], triangles: &[[u32; 3]]) -> Vec<i64> {
        let corners = places(at);
        let area =
            |[a, b, c]: [u32; 3]| facing(&corners[a as usize], &corners[b as usize], &corners[c as usize]);
        triangles.iter().map(|&triangle| area(triangle)).collect()
    }

    #[test]
    fn a_ring_is_filled_with_triangles_that_face_up() {
        let hook = [(0, 0), (0, 6), (6, 6), (6, 0), (4, 0), (4, 4), (2, 4), (2, 0)];
        let triangles = filled(&hook).unwrap();
        assert_eq!(triangles.len(), 6);
        let areas = areas(&hook, &triangles);
        assert!(areas.iter().all(|&area| area > 0), "{areas:?}");
        assert_eq!(areas.iter().sum::<i64>(), 2 * (36 - 8));
    }

    #[test]
    fn a_ring_that_crosses_itself_or_is_walked_clockwise_or_is_flat_is_not_filled() {
        assert_eq!(filled(&[(0, 0), (4, 4), (4, 0), (0, 4)]), None);
        assert_eq!(filled(&[(0, 0), (4, 0), (4, 4), (0, 4)]), None);
        assert_eq!(filled(&[(0, 0), (2, 0), (4, 0)]), None);
        assert_eq!(filled(&[(0, 0), (4, 0)]), Some(vec![]));
    }

    #[test]
    fn edges_that_are_not_wanted_are_not_made() {
        let square = [(0, 0), (0, 4), (4, 4), (4, 0)];
        let ring = [0, 1, 2, 3];
        let without =
            |p: u32, q: u32| fill(&ring, &places(&square), |a, b| [a, b] != [p, q] && [b, a] != [p, q]);
        for (p, q) in [(0, 2), (1, 3)] {
            let triangles = without(p, q).unwrap();
            assert!(triangles.iter().all(|corners| !(corners.contains(&p) && corners.contains(&q))));
        }
        assert_eq!(fill(&ring, &places(&square), |_, _| false), None);
    }

    proptest! {
        #[test]
        fn stars_are_filled_whole(far in prop::collection::vec(1..30_i64, 8)) {
            let ways = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
            let star: Vec<(i64, i64)> = ways.iter().zip(&far).map(|(&(x, z), far)| (x * far, z * far)).collect();
            // A star can be seen whole from its middle, so it does not cross itself; it may touch itself nowhere.
            let corners = places(&star);
            let twice: i64 = (1..7).map(|i| facing(&corners[0], &corners[i], &corners[i + 1])).sum();
            let triangles = filled(&star);
            prop_assert!(triangles.is_some());
            prop_assert_eq!(areas(&star, &triangles.unwrap()).iter().sum::<i64>(), twice);
        }
    }
}
