//! Cuts triangles at a plane.

use super::cut::CutPlane;
use snapmesh::glam::DVec3;

/// The part of a triangle that is not above a plane: none, one or two triangles that face the same way.
pub(super) fn below(triangle: [DVec3; 3], plane: &CutPlane) -> impl Iterator<Item = [DVec3; 3]> + use<> {
    let over = triangle.map(|corner| plane.over(corner));
    let mut corners = [DVec3::ZERO; 4];
    let mut count = 0;
    let mut keep = |p: DVec3| {
        corners[count] = p;
        count += 1;
    };
    for i in 0..3 {
        let next = (i + 1) % 3;
        if over[i] <= 0.0 {
            keep(triangle[i]);
        }
        if (over[i] <= 0.0) != (over[next] <= 0.0) {
            keep(crossing((triangle[i], over[i]), (triangle[next], over[next]), plane));
        }
    }
    (2..count.max(2)).map(move |i| [corners[0], corners[i - 1], corners[i]])
}

/// Where an edge meets the plane, given its ends and how far they are above it. Taken from the lower end, so that the
/// two triangles of an edge get the very same point and no gap opens between them.
fn crossing(a: (DVec3, f64), b: (DVec3, f64), plane: &CutPlane) -> DVec3 {
    let ((low, below), (high, above)) = if a.1 < b.1 { (a, b) } else { (b, a) };
    let p = low + (high - low) * (below / (below - above));
    p - plane.normal * plane.over(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [DVec3; 3] =
        [DVec3::new(0.0, 0.0, 0.0), DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)];

    fn area(triangles: impl Iterator<Item = [DVec3; 3]>) -> f64 {
        triangles.map(|[a, b, c]| (b - a).cross(c - a).z / 2.0).sum()
    }

    #[test]
    fn what_is_below_stays_whole_and_what_is_above_goes() {
        assert_eq!(below(TRIANGLE, &CutPlane::level(4.0)).collect::<Vec<_>>(), [TRIANGLE]);
        assert_eq!(below(TRIANGLE, &CutPlane::level(-0.1)).count(), 0);
    }

    #[test]
    fn the_cut_is_exactly_at_the_height_and_keeps_the_facing() {
        for height in [1.0, 2.0, 3.9] {
            let cut: Vec<_> = below(TRIANGLE, &CutPlane::level(height)).collect();
            assert!(cut.iter().flatten().all(|p| p.y <= height));
            assert!(cut.iter().flatten().any(|p| p.y == height));
            let expected = 8.0 - (4.0 - height) * (4.0 - height) / 2.0;
            assert!((area(cut.into_iter()) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_tip_that_points_down_is_one_triangle() {
        let tip = [DVec3::new(0.0, 2.0, 0.0), DVec3::new(1.0, 0.0, 0.0), DVec3::new(2.0, 2.0, 0.0)];
        let cut: Vec<_> = below(tip, &CutPlane::level(1.0)).collect();
        assert_eq!(cut.len(), 1);
        assert!((area(cut.into_iter()) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn neighbors_share_the_points_of_the_cut() {
        let [a, b] = [DVec3::new(0.1, 0.3, 0.7), DVec3::new(5.3, 2.9, -1.1)];
        let plane = CutPlane::level(1.7);
        let [a, b] = [a, b].map(|p| (p, plane.over(p)));
        assert_eq!(crossing(a, b, &plane), crossing(b, a, &plane));
    }
}
