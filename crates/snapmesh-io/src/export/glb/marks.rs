//! Connectors and boxes of placed pieces as empties with extras, as in the pieces themselves: so a map can be a piece
//! again, also after Blender had it.

use super::nodes::{NodeList, floats, short, turned};
use serde_json::json;
use snapmesh::glam::{DMat3, DQuat, DVec3};
use snapmesh::{OrientedBox, Piece};

impl NodeList {
    /// An empty for each connector of a placed piece, its -Z along the heading.
    pub(super) fn connectors(&mut self, piece: &Piece, index: usize, used: &[bool]) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (number, (connector, used)) in piece.connectors.iter().zip(used).enumerate() {
            let state = if *used { "used" } else { "free" };
            let mut node = json!({
                "name": format!("p{index}_c{number}_{state}"),
                "translation": short(floats(connector.position)),
                // A used one is switched off, so that the map can itself be taken as a piece.
                "extras": { "pins": connector.pins, "color": connector.color, "connector": !used, "used": used },
            });
            let right = connector.heading.cross(connector.up);
            turned(&mut node, quaternion([right, connector.up, -connector.heading]));
            numbers.push(self.add(node));
        }
        numbers
    }

    /// An empty for each box that keeps other pieces away.
    pub(super) fn boxes(&mut self, piece: &Piece, index: usize) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (number, shape) in piece.boxes.iter().enumerate() {
            let mut node = json!({
                "name": format!("p{index}_box{number}"),
                "translation": short(floats(shape.center)),
                "extras": { "collider": "box", "size": short(floats(shape.half * 2.0)) },
            });
            turned(&mut node, quaternion(right_handed(shape)));
            numbers.push(self.add(node));
        }
        numbers
    }
}

fn quaternion(axes: [DVec3; 3]) -> [f64; 4] {
    let [x, y, z] = axes;
    DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize().to_array().map(|x| x + 0.0)
}

/// A box looks the same in a mirror: of a left-handed frame one axis is turned around.
fn right_handed(shape: &OrientedBox) -> [DVec3; 3] {
    let [x, y, z] = shape.axes;
    if x.cross(y).dot(z) < 0.0 { [x, y, -z] } else { [x, y, z] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_left_handed_box_is_turned_into_a_right_handed_one() {
        let left =
            OrientedBox { center: DVec3::ZERO, half: DVec3::ONE, axes: [DVec3::X, DVec3::Y, DVec3::NEG_Z] };
        assert_eq!(right_handed(&left), [DVec3::X, DVec3::Y, DVec3::Z]);
        assert_eq!(quaternion(right_handed(&left)), [0.0, 0.0, 0.0, 1.0]);
        let turned = OrientedBox { axes: [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z], ..left };
        assert_eq!(right_handed(&turned), turned.axes);
    }
}
