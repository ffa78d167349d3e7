//! Cuts triangles at a height.

use snapmesh::glam::DVec3;

/// The part of a triangle at or below a height: none, one or two triangles that face the same way.
pub(super) fn below(triangle: [DVec3; 3], height: f64) -> impl Iterator<Item = [DVec3; 3]> {
    let mut corners = [DVec3::ZERO; 4];
    let mut count = 0;
    let mut keep = |p: DVec3| {
        corners[count] = p;
        count += 1;
    };
    for i in 0..3 {
        let (here, next) = (triangle[i], triangle[(i + 1) % 3]);
        if here.y <= height {
            keep(here);
        }
        if (here.y <= height) != (next.y <= height) {
            keep(crossing(here, next, height));
        }
    }
    (2..count.max(2)).map(move |i| [corners[0], corners[i - 1], corners[i]])
}

/// Where an edge meets the height. Taken from the lower end, so that the two triangles of an edge get the
/// very same point and no gap opens between them.
fn crossing(a: DVec3, b: DVec3, height: f64) -> DVec3 {
    let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
    let along = (height - low.y) / (high.y - low.y);
    DVec3 { y: height, ..low + (high - low) * along }
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
        assert_eq!(below(TRIANGLE, 4.0).collect::<Vec<_>>(), [TRIANGLE]);
        assert_eq!(below(TRIANGLE, -0.1).count(), 0);
    }

    #[test]
    fn the_cut_is_exactly_at_the_height_and_keeps_the_facing() {
        for height in [1.0, 2.0, 3.9] {
            let cut: Vec<_> = below(TRIANGLE, height).collect();
            assert!(cut.iter().flatten().all(|p| p.y <= height));
            assert!(cut.iter().flatten().any(|p| p.y == height));
            let expected = 8.0 - (4.0 - height) * (4.0 - height) / 2.0;
            assert!((area(cut.into_iter()) - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn a_tip_that_points_down_is_one_triangle() {
        let tip = [DVec3::new(0.0, 2.0, 0.0), DVec3::new(1.0, 0.0, 0.0), DVec3::new(2.0, 2.0, 0.0)];
        let cut: Vec<_> = below(tip, 1.0).collect();
        assert_eq!(cut.len(), 1);
        assert!((area(cut.into_iter()) - 0.5).abs() < 1e-12);
    }

    #[test]
    fn neighbors_share_the_points_of_the_cut() {
        let [a, b] = [DVec3::new(0.1, 0.3, 0.7), DVec3::new(5.3, 2.9, -1.1)];
        assert_eq!(crossing(a, b, 1.7), crossing(b, a, 1.7));
    }
}
