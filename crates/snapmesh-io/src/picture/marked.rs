//! A piece by itself, with marks on it: arrows out of its doorways, and the edges of its boxes.

use super::cut::CutPlane;
use super::shapes::{self, glowing, prism};
use crate::piece_file::{Model, Part};
use snapmesh::OrientedBox;
use snapmesh::glam::DVec3;

/// An arrow out of a doorway.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// The middle of the doorway's floor, in metres, in the space of the piece.
    pub at: DVec3,
    /// Out of the piece; a unit vector.
    pub heading: DVec3,
    /// Metres from one side of the doorway to the other.
    pub width: f64,
}

/// Metres above the highest doorway at which a piece is cut open, so that one sees its floors.
const CUT: f64 = 1.4;
/// Metres above the floor that arrows lie, and how thick they are.
const LIFT: f64 = 0.08;
const THICK: f64 = 0.06;
/// How wide the edges of boxes are, as a part of the piece.
const EDGE: f64 = 0.004;
const ARROW: [f32; 3] = [1.0, 0.28, 0.02];
const SILL: [f32; 3] = [1.0, 0.62, 0.05];
const BOXES: [f32; 3] = [0.05, 0.35, 0.85];

/// Where a piece is cut open.
pub(super) fn cut(arrows: &[Arrow]) -> CutPlane {
    let highest = arrows.iter().map(|arrow| arrow.at.y).reduce(f64::max);
    highest.map_or(CutPlane::NONE, |height| CutPlane::level(height + CUT))
}

/// Arrows and edges of boxes as something to draw.
pub(super) fn marks(model: &Model, arrows: &[Arrow], boxes: &[OrientedBox]) -> Model {
    let size = model.bounds().size().max_element().max(1.0);
    let parts = arrows.iter().flat_map(|arrow| [sill(arrow), shaft(arrow, size)]);
    let edges = boxes.iter().map(|shape| edges(shape, EDGE * size));
    Model { parts: parts.chain(edges).collect(), ..Model::default() }
}

/// A bar along the edge of the floor, as wide as the doorway.
fn sill(arrow: &Arrow) -> Part {
    let across = DVec3::Y.cross(arrow.heading) * (arrow.width / 2.0);
    let deep = arrow.heading * (THICK * 1.5);
    let base = arrow.at + DVec3::Y * LIFT;
    let outline = [base - across - deep, base + across - deep, base + across + deep, base - across + deep];
    prism(&outline, DVec3::Y * THICK, SILL)
}

/// An arrow that points out.
fn shaft(arrow: &Arrow, size: f64) -> Part {
    let length = (0.16 * size).clamp(0.8, 2.5);
    let across = DVec3::Y.cross(arrow.heading) * (0.16 * length);
    let base = arrow.at + DVec3::Y * LIFT;
    prism(&shapes::arrow(base, arrow.heading * length, across), DVec3::Y * THICK, ARROW)
}

/// The twelve edges of a box.
fn edges(shape: &OrientedBox, wide: f64) -> Part {
    const EDGES: [(usize, usize); 12] =
        [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)];
    let corners = shape.corners();
    let (mut positions, mut triangles) = (Vec::new(), Vec::new());
    for (a, b) in EDGES {
        let (a, b) = (corners[a], corners[b]);
        let along = (b - a).normalize_or_zero();
        let side = along.any_orthonormal_vector() * wide;
        let other = along.cross(side);
        let base = positions.len() as u32;
        for end in [a, b] {
            positions.extend([end + side, end + other, end - side, end - other]);
        }
        for i in 0..4 {
            let next = (i + 1) % 4;
            triangles.extend([
                [base + i, base + next, base + 4 + next],
                [base + i, base + 4 + next, base + 4 + i],
            ]);
        }
    }
    glowing(positions, triangles, BOXES)
}
