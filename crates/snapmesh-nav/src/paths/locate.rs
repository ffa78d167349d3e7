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
}
