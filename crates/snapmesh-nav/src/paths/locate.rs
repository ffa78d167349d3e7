//! The triangle nearest to a point.

use crate::mesh::NavMesh;
use rstar::{AABB, PointDistance, RTreeObject};
use snapmesh::glam::DVec3;

/// A triangle as the tree of them knows it.
pub(super) struct Face {
    pub(super) triangle: u32,
    corners: [DVec3; 3],
}

impl Face {
    pub(super) fn new(mesh: &NavMesh, triangle: u32) -> Self {
        Self { triangle, corners: mesh.corners(triangle) }
    }
}

impl RTreeObject for Face {
    type Envelope = AABB<[f64; 3]>;

    fn envelope(&self) -> Self::Envelope {
        AABB::from_points(&self.corners.map(|corner| corner.to_array()))
    }
}

impl PointDistance for Face {
    fn distance_2(&self, point: &[f64; 3]) -> f64 {
        let point = DVec3::from(*point);
        point.distance_squared(nearest_on_triangle(point, self.corners))
    }
}

/// The point of a triangle that is nearest to a point: of its plane if that is inside, else of an edge.
pub(super) fn nearest_on_triangle(point: DVec3, [a, b, c]: [DVec3; 3]) -> DVec3 {
    let normal = (b - a).cross(c - a);
    let inside = |a: DVec3, b: DVec3| (b - a).cross(point - a).dot(normal) >= 0.0;
    if normal.length_squared() > 0.0 && inside(a, b) && inside(b, c) && inside(c, a) {
        return point - normal * ((point - a).dot(normal) / normal.length_squared());
    }
    let on_edges = [(a, b), (b, c), (c, a)].map(|(a, b)| nearest_on_edge(point, a, b));
    let by_distance =
        |x: &DVec3, y: &DVec3| point.distance_squared(*x).total_cmp(&point.distance_squared(*y));
    on_edges.into_iter().min_by(by_distance).unwrap_or(a)
}

fn nearest_on_edge(point: DVec3, a: DVec3, b: DVec3) -> DVec3 {
    let length = (b - a).length_squared();
    let share = if length > 0.0 { ((point - a).dot(b - a) / length).clamp(0.0, 1.0) } else { 0.0 };
    a.lerp(b, share)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::NavTriangle;
    use proptest::prelude::*;

    #[test]
    fn the_nearest_point_is_above_below_or_at_the_rim() {
        let triangle = [DVec3::ZERO, DVec3::new(0.0, 0.0, 4.0), DVec3::new(4.0, 0.0, 0.0)];
        let nearest = |x, y, z| nearest_on_triangle(DVec3::new(x, y, z), triangle);
        assert_eq!(nearest(1.0, 5.0, 1.0), DVec3::new(1.0, 0.0, 1.0));
        assert_eq!(nearest(1.0, -5.0, 1.0), DVec3::new(1.0, 0.0, 1.0));
        assert_eq!(nearest(-3.0, 0.0, 2.0), DVec3::new(0.0, 0.0, 2.0));
        assert_eq!(nearest(4.0, 1.0, 4.0), DVec3::new(2.0, 0.0, 2.0));
        assert_eq!(nearest(9.0, 0.0, -9.0), DVec3::new(4.0, 0.0, 0.0));
    }

    #[test]
    fn a_triangle_without_area_is_its_edges() {
        let line = [DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0), DVec3::new(6.0, 0.0, 0.0)];
        assert_eq!(nearest_on_triangle(DVec3::new(5.0, 3.0, 1.0), line), DVec3::new(5.0, 0.0, 0.0));
        assert_eq!(nearest_on_triangle(DVec3::new(5.0, 3.0, 1.0), [DVec3::ONE; 3]), DVec3::ONE);
    }

    #[test]
    fn on_a_slope_the_nearest_point_is_square_below() {
        let slope = [DVec3::ZERO, DVec3::new(0.0, 0.0, 8.0), DVec3::new(8.0, 8.0, 0.0)];
        assert_eq!(nearest_on_triangle(DVec3::new(1.0, 3.0, 2.0), slope), DVec3::new(2.0, 2.0, 2.0));
    }

    #[test]
    fn a_face_is_as_far_as_its_nearest_point_and_its_box_is_around_it() {
        let triangle = NavTriangle { corners: [0, 1, 2], neighbors: [None; 3], region: 0 };
        let positions = vec![DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.0, 5.0, 9.0), DVec3::new(4.0, 0.0, 3.0)];
        let face = Face::new(&NavMesh { positions, triangles: vec![triangle], lost: 0 }, 0);
        assert_eq!(face.envelope(), AABB::from_corners([1.0, 0.0, 3.0], [4.0, 5.0, 9.0]));
        assert_eq!(face.distance_2(&[4.0, -3.0, -1.0]), 25.0);
        assert_eq!(face.distance_2(&[1.0, 2.0, 3.0]), 0.0);
    }

    proptest! {
        #[test]
        fn no_point_of_a_triangle_is_nearer_than_the_nearest(
            coordinates in prop::array::uniform12(-9.0..9.0_f64), u in 0.0..1.0_f64, v in 0.0..1.0_f64,
        ) {
            let [a, b, c, point] = [0, 3, 6, 9].map(|i| DVec3::from_slice(&coordinates[i..]));
            let nearest = nearest_on_triangle(point, [a, b, c]);
            let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
            let other = a + (b - a) * u + (c - a) * v;
            prop_assert!(point.distance(nearest) <= point.distance(other) + 1e-9);
        }
    }
}
