//! The triangles around a corner, and the ring of corners around them.

use super::triangles::NavTriangle;
use super::vertex::Vertex;

/// What is around a corner.
#[derive(Debug, PartialEq)]
pub(super) struct Star {
    /// The triangles, counterclockwise.
    pub(super) triangles: Vec<u32>,
    /// The other corners of these, counterclockwise. At a wall, the first and the last are along it.
    pub(super) ring: Vec<u32>,
    /// Whether the corner is at a wall.
    pub(super) wall: bool,
}

/// Rings of more corners are left alone: filling them takes time, and there are few.
const LONGEST: usize = 48;

/// The star of a corner, of the triangles that have it; none if they do not all lie side by side around it, once.
pub(super) fn around(
    corner: u32,
    having: &[u32],
    triangles: &[NavTriangle],
    corners: &[Vertex],
) -> Option<Star> {
    if having.is_empty() || having.len() >= LONGEST {
        return None;
    }
    let place = |triangle: u32| triangles[triangle as usize].corners.iter().position(|&c| c == corner);
    let at_wall = |&&triangle: &&u32| {
        place(triangle).is_some_and(|i| triangles[triangle as usize].neighbors[i].is_none())
    };
    let start = having.iter().find(at_wall);
    let wall = start.is_some();
    let mut next = Some(*start.unwrap_or(&having[0]));
    let mut star = Star { triangles: vec![], ring: vec![], wall };
    while let Some(triangle) = next.filter(|triangle| star.triangles.first() != Some(triangle)) {
        let NavTriangle { corners, neighbors, .. } = &triangles[triangle as usize];
        let i = place(triangle)?;
        star.ring.push(corners[(i + 1) % 3]);
        star.triangles.push(triangle);
        if star.triangles.len() > having.len() {
            return None;
        }
        next = neighbors[(i + 2) % 3];
        if next.is_none() {
            star.ring.push(corners[(i + 2) % 3]);
        }
    }
    let whole = star.triangles.len() == having.len() && wall == next.is_none();
    let mut sorted = star.ring.clone();
    sorted.sort_unstable();
    let once = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    (whole && once && winds_once(corner, &star, corners)).then_some(star)
}

/// Whether a star goes around its corner no more than once: stairs may wind around a corner.
fn winds_once(corner: u32, star: &Star, corners: &[Vertex]) -> bool {
    let middle = &corners[corner as usize];
    let ring: Vec<(i64, i64)> = star
        .ring
        .iter()
        .map(|&other| (corners[other as usize].x - middle.x, corners[other as usize].z - middle.z))
        .collect();
    let mut crossed = [0; 4];
    for i in 0..star.triangles.len() {
        let (a, b) = (ring[i], ring[(i + 1) % ring.len()]);
        // The four ways from the middle along the rows and columns, each turned to the first.
        for (turn, count) in crossed.iter_mut().enumerate() {
            let turned = |(x, z): (i64, i64)| [(x, z), (z, -x), (-x, -z), (-z, x)][turn];
            let ((_, az), (_, bz)) = (turned(a), turned(b));
            // A triangle that faces up crosses the way to the east from south to north, z falling.
            *count += usize::from(az > 0 && bz <= 0);
        }
    }
    crossed.iter().all(|&count| count <= 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Triangles by their corners, each neighbor of those that have an edge of it.
    fn joined(corners: &[[u32; 3]]) -> Vec<NavTriangle> {
        let beyond = |a: u32, b: u32| {
            let has = |other: &[u32; 3]| (0..3).any(|i| [other[i], other[(i + 1) % 3]] == [b, a]);
            corners.iter().position(has).map(|other| other as u32)
        };
        let triangle = |&[a, b, c]: &[u32; 3]| NavTriangle {
            corners: [a, b, c],
            neighbors: [beyond(a, b), beyond(b, c), beyond(c, a)],
            region: 0,
        };
        corners.iter().map(triangle).collect()
    }

    /// A corner in the middle of a square, the last of five.
    fn square() -> Vec<Vertex> {
        [(0, 0), (0, 4), (4, 4), (4, 0), (2, 2)].map(|(x, z)| Vertex { x, z, height: 0.0 }).to_vec()
    }

    #[test]
    fn a_corner_inside_has_a_ring_and_one_at_a_wall_the_ends_of_it() {
        let triangles = joined(&[[4, 0, 1], [4, 1, 2], [4, 2, 3], [4, 3, 0]]);
        let star = around(4, &[0, 1, 2, 3], &triangles, &square()).unwrap();
        assert_eq!((star.triangles, star.ring, star.wall), (vec![0, 1, 2, 3], vec![0, 1, 2, 3], false));
        let open = joined(&[[4, 2, 3], [4, 0, 1], [4, 1, 2]]);
        let star = around(4, &[0, 1, 2], &open, &square()).unwrap();
        assert_eq!((star.triangles, star.ring, star.wall), (vec![1, 2, 0], vec![0, 1, 2, 3], true));
    }

    #[test]
    fn a_corner_where_two_parts_touch_has_no_star() {
        let apart = joined(&[[4, 0, 1], [4, 2, 3]]);
        assert_eq!(around(4, &[0, 1], &apart, &square()), None);
        assert_eq!(around(4, &[], &apart, &square()), None);
    }

    #[test]
    fn stairs_that_wind_around_a_corner_twice_have_no_star() {
        let ring: Vec<(i64, i64)> = vec![(0, 4), (4, 0), (0, -4), (-4, 0)];
        let twice = ring.iter().chain(&ring).map(|&(x, z)| Vertex { x, z, height: 0.0 });
        let mut corners: Vec<Vertex> = twice.collect();
        corners.push(Vertex { x: 0, z: 0, height: 0.0 });
        let fan: Vec<[u32; 3]> = (0..7).map(|i| [8, i, i + 1]).collect();
        assert!(around(8, &[0, 1, 2], &joined(&fan[..3]), &corners).is_some());
        assert_eq!(around(8, &[0, 1, 2, 3, 4, 5, 6], &joined(&fan), &corners), None);
    }
}
