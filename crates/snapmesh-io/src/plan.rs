//! Pieces as plans show them: seen from above, in layers by their height over the doorways.

use crate::kit_file::LoadedKit;
use snapmesh::PieceId;
use snapmesh::glam::DVec3;

/// How high something is over the doorways of its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// Below the floor.
    Pit,
    /// About as high as the doorways.
    Floor,
    /// Up to the chest.
    Low,
    /// Up to the lintel.
    Middle,
    /// Beyond it.
    High,
}

impl Level {
    fn of(height: f64) -> Self {
        match height {
            ..-0.3 => Self::Pit,
            0.3..1.4 => Self::Low,
            1.4..2.6 => Self::Middle,
            2.6.. => Self::High,
            _ => Self::Floor,
        }
    }
}

/// Faces of one level that lie over all that comes before them.
#[derive(Clone, Debug, PartialEq)]
pub struct Layer {
    /// How high they are.
    pub level: Level,
    /// Their corners, in the space of the piece; the lowest first.
    pub faces: Vec<[DVec3; 3]>,
}

/// What is seen of a piece from above, the lowest layer first. A piece may have no face that looks up.
pub fn layers(kit: &LoadedKit, piece: PieceId) -> Vec<Layer> {
    let faces = faces(kit, piece);
    let runs = faces.chunk_by(|a, b| Level::of(a.0) == Level::of(b.0));
    let layer =
        |run: &[Face]| Layer { level: Level::of(run[0].0), faces: run.iter().map(|face| face.1).collect() };
    runs.map(layer).collect()
}

/// The boxes of a piece from above, for a piece that has no faces to show: their corners, all around.
pub fn footprints(kit: &LoadedKit, piece: PieceId) -> Vec<[DVec3; 4]> {
    let boxes = &kit.kit().piece(piece).boxes;
    let corners = boxes.iter().map(|shape| {
        let [x, _, z] = [0, 1, 2].map(|axis| shape.axes[axis] * shape.half[axis]);
        [-x - z, x - z, x + z, -x + z].map(|corner| shape.center + corner)
    });
    corners.collect()
}

/// Its mean height over the doorways, and its corners.
type Face = (f64, [DVec3; 3]);

/// The faces that look up, the lowest first.
fn faces(kit: &LoadedKit, piece: PieceId) -> Vec<Face> {
    let connectors = &kit.kit().piece(piece).connectors;
    let floor = connectors.iter().map(|c| c.position.y).fold(f64::INFINITY, f64::min);
    let mut faces: Vec<Face> = Vec::new();
    for part in &kit.model(piece).parts {
        for triangle in &part.triangles {
            let [a, b, c] = triangle.map(|corner| part.positions[corner as usize]);
            if (b - a).cross(c - a).normalize_or_zero().y > 0.05 {
                faces.push(((a.y + b.y + c.y) / 3.0 - floor, [a, b, c]));
            }
        }
    }
    faces.sort_by(|a, b| a.0.total_cmp(&b.0));
    faces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, open};
    use serde_json::json;

    #[test]
    fn heights_over_the_doorways_have_their_levels() {
        let heights = [-0.31, -0.29, 0.0, 0.29, 0.3, 1.4, 2.6];
        let levels =
            [Level::Pit, Level::Floor, Level::Floor, Level::Floor, Level::Low, Level::Middle, Level::High];
        assert_eq!(heights.map(Level::of), levels);
    }

    #[test]
    fn only_faces_that_look_up_are_seen_and_the_lowest_come_first() {
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let json = gltf(&json!([
            { "name": "Roof", "mesh": 0, "translation": [0, 3, 0] },
            { "name": "Floor", "mesh": 0 },
            { "name": "Wall", "mesh": 0, "rotation": [half, 0, 0, half] },
            { "name": "Ceiling", "mesh": 0, "rotation": [1, 0, 0, 0] },
            { "name": "door", "translation": [0, 1, 0], "extras": { "pins": 1 } },
        ]));
        let open = open("", &[("A.gltf", &json)]).unwrap();
        let heights: Vec<f64> = faces(&open.kit, PieceId::new(0)).iter().map(|face| face.0).collect();
        assert_eq!(heights, [-1.0, 2.0], "measured from the doorway");
        let levels: Vec<Level> = layers(&open.kit, PieceId::new(0)).iter().map(|layer| layer.level).collect();
        assert_eq!(levels, [Level::Pit, Level::Middle]);
    }
}
