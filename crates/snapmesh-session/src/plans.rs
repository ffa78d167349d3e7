//! Pieces from above, for a page that draws plans of maps.

use crate::message::{Message, bytes};
use serde_json::{Value as Json, json};
use snapmesh::PieceId;
use snapmesh::glam::DVec3;
use snapmesh_io::LoadedKit;
use snapmesh_io::plan::{Layer, Level, footprints, layers};

/// Faces of a piece that are shown. One with more is shown by its boxes, or its copies would take too long to draw.
const MOST_FACES: usize = 20_000;

/// Every piece of a kit, in layers: how high each is and how many faces it has; and all faces, x and z of three corners each.
pub(crate) fn told(id: u64, kit: &LoadedKit) -> Message {
    let plans: Vec<Vec<Layer>> = kit.kit().ids().map(|piece| plan(kit, piece)).collect();
    let layer = |layer: &Layer| json!([number(layer.level), layer.faces.len()]);
    let pieces: Vec<Vec<Json>> = plans.iter().map(|layers| layers.iter().map(layer).collect()).collect();
    let corners = plans.iter().flatten().flat_map(|layer| layer.faces.iter().flatten());
    let numbers = corners.flat_map(|corner| [corner.x, corner.z].map(|metres| (metres as f32).to_le_bytes()));
    Message::new(id, "plans", json!({ "pieces": pieces })).with(bytes(numbers))
}

fn plan(kit: &LoadedKit, piece: PieceId) -> Vec<Layer> {
    let layers = layers(kit, piece);
    let faces: usize = layers.iter().map(|layer| layer.faces.len()).sum();
    if faces == 0 || faces > MOST_FACES { boxes(kit, piece) } else { layers }
}

fn boxes(kit: &LoadedKit, piece: PieceId) -> Vec<Layer> {
    let halves = |[a, b, c, d]: [DVec3; 4]| [[a, b, c], [c, d, a]];
    let faces = footprints(kit, piece).into_iter().flat_map(halves).collect();
    vec![Layer { level: Level::Floor, faces }]
}

/// A level, as a page reads it: from the lowest.
fn number(level: Level) -> u8 {
    match level {
        Level::Pit => 0,
        Level::Floor => 1,
        Level::Low => 2,
        Level::Middle => 3,
        Level::High => 4,
    }
}
