//! Arrows out of the doorways that nothing is joined to.

use super::color::{hue, named};
use super::shapes::{arrow, prism};
use crate::kit_file::LoadedKit;
use crate::piece_file::Model;
use snapmesh::glam::{DVec3, Vec3};
use snapmesh::{Connector, Map};
use std::collections::BTreeSet;

/// How long arrows are, as a part of the map, and the shortest, in metres: they are to be seen from afar.
const LENGTH: f64 = 0.035;
const SHORTEST: f64 = 1.2;

/// How wide they are on either side, how thick, and how far above the floor, as a part of their length.
const WIDE: f64 = 0.3;
const THICK: f64 = 0.14;
const LIFT: f64 = 0.12;

/// The rim around them, as a part of their length: white ones are to be seen on a white ground.
const RIM: f64 = 0.05;
const DARK: [f32; 3] = [0.03, 0.03, 0.035];

/// What there is to draw, in the space of the map.
pub(super) fn model(kit: &LoadedKit, map: &Map) -> Model {
    let length = (LENGTH * map.bounds(kit.kit()).size().length()).max(SHORTEST);
    let used = map.used_connectors(kit.kit());
    let names: BTreeSet<&str> = kit
        .kit()
        .library()
        .iter()
        .flat_map(|piece| &piece.connectors)
        .map(|connector| &*connector.color)
        .collect();
    let names: Vec<&str> = names.into_iter().collect();
    let mut model = Model::default();
    for (placed, used) in map.pieces.iter().zip(used) {
        let connectors = &kit.kit().piece(placed.piece).connectors;
        for (connector, _) in connectors.iter().zip(used).filter(|(_, used)| !used) {
            let way = placed.pose.direction(connector.heading).normalize_or(DVec3::NEG_Z);
            let up = placed.pose.direction(connector.up);
            let up = (up - way * up.dot(way)).normalize_or(way.any_orthonormal_vector());
            let base = placed.pose.point(connector.position) + up * (LIFT * length);
            let (way, across, thick) = (way * length, up.cross(way) * (WIDE * length), up * (THICK * length));
            let rim = arrow(base - way * RIM, way * (1.0 + 2.5 * RIM), across * (1.0 + 6.0 * RIM));
            model.parts.push(prism(&rim, thick * 0.5, DARK));
            model.parts.push(prism(&arrow(base, way, across), thick, color(connector, &names).to_array()));
        }
    }
    model
}

/// The color of a connector: what its name says, or one of its own among all names.
fn color(connector: &Connector, names: &[&str]) -> Vec3 {
    named(&connector.color).unwrap_or_else(|| {
        let place = names.iter().position(|name| *name == connector.color).unwrap_or(0);
        hue(place, names.len())
    })
}
