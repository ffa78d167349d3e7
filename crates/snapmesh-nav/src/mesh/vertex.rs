//! Corners of triangles, in cells.

use spade::{HasPosition, Point2};

/// A corner of a triangle: cells from the corner of the map, and metres above its lowest point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Vertex {
    pub(super) x: i64,
    pub(super) z: i64,
    pub(super) height: f64,
}

impl HasPosition for Vertex {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        Point2::new(self.x as f64, self.z as f64)
    }
}

/// Twice the area of a triangle in cells, seen from above: above zero if it faces up, which is counterclockwise.
///
/// All that hangs together is in memory, cell by cell, so its corners are not far enough apart for 64 bits.
pub(super) fn facing(a: &Vertex, b: &Vertex, c: &Vertex) -> i64 {
    (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z)
}

/// The height of a triangle at a place, if it is there or at its edge. It faces up.
pub(super) fn height_at([a, b, c]: [&Vertex; 3], (x, z): (f64, f64)) -> Option<f64> {
    let weight = |p: &Vertex, q: &Vertex| {
        (q.z - p.z) as f64 * (x - p.x as f64) - (q.x - p.x) as f64 * (z - p.z as f64)
    };
    let (wa, wb, wc) = (weight(b, c), weight(c, a), weight(a, b));
    let whole = wa + wb + wc;
    let inside = wa >= 0.0 && wb >= 0.0 && wc >= 0.0 && whole > 0.0;
    inside.then(|| (a.height * wa + b.height * wb + c.height * wc) / whole)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_triangle_has_a_height_inside_and_at_its_edges_and_none_beyond() {
        let vertex = |x, z, height| Vertex { x, z, height };
        let [a, b, c] = [vertex(0, 0, 1.0), vertex(0, 4, 3.0), vertex(4, 0, 5.0)];
        assert_eq!((facing(&a, &b, &c), facing(&a, &c, &b)), (16, -16));
        let height = |x, z| height_at([&a, &b, &c], (x, z));
        assert_eq!((height(0.0, 0.0), height(1.0, 2.0), height(2.0, 2.0)), (Some(1.0), Some(3.0), Some(4.0)));
        assert_eq!((height(2.5, 2.0), height(-0.5, 1.0)), (None, None));
        assert_eq!(height_at([&a, &c, &b], (1.0, 1.0)), None, "it faces down");
    }
}
