//! Bodies that marks are made of: they glow, so that they are seen in the shade, too.

use crate::piece_file::Part;
use snapmesh::glam::DVec3;

/// What a mark gives off of its color.
const GLOW: f32 = 0.6;

/// A flat body over an outline that is seen whole from its tip, which is in the middle of the list if that is long.
/// `thick` is the way from its bottom to its top.
pub(super) fn prism(outline: &[DVec3], thick: DVec3, color: [f32; 3]) -> Part {
    let count = outline.len() as u32;
    let positions = outline.iter().copied().chain(outline.iter().map(|corner| *corner + thick)).collect();
    let mut triangles = Vec::new();
    // A fan from the tip: every corner of an arrow is seen from there.
    let tip = count / 2 + u32::from(count > 4);
    for i in 0..count {
        let next = (i + 1) % count;
        if i != tip && next != tip {
            triangles.extend([[tip, i, next], [count + tip, count + next, count + i]]);
        }
        triangles.extend([[i, next, count + next], [i, count + next, count + i]]);
    }
    glowing(positions, triangles, color)
}

/// The outline of an arrow from a point along a way, half as wide as `across` is long on either side of its neck.
pub(super) fn arrow(base: DVec3, way: DVec3, across: DVec3) -> [DVec3; 7] {
    let (neck, tip) = (base + way * 0.55, base + way);
    [
        base - across * 0.45,
        base + across * 0.45,
        neck + across * 0.45,
        neck + across * 1.4,
        tip,
        neck - across * 1.4,
        neck - across * 0.45,
    ]
}

/// Triangles of a color that shines.
pub(super) fn glowing(positions: Vec<DVec3>, triangles: Vec<[u32; 3]>, color: [f32; 3]) -> Part {
    let [red, green, blue] = color;
    let emissive = color.map(|c| c * GLOW);
    Part { emissive, double_sided: true, ..Part::plain(positions, triangles, [red, green, blue, 1.0]) }
}
