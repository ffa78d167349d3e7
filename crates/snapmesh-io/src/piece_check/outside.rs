//! A connector far from the mesh: it was placed in other units than those of the file.

use snapmesh::{Bounds, Connector, Piece, Problem};

/// How far from the mesh, as a part of its size, and in metres: doorways may lie before a wall, and shafts above a floor.
const FAR: f64 = 0.5;
const ROOM: f64 = 3.0;

pub(super) fn check(piece: &Piece, drawn: &Bounds, connector: &Connector) -> Option<Problem> {
    if drawn.is_empty() {
        return None;
    }
    let at = connector.position;
    let away = at.distance(at.clamp(drawn.min, drawn.max));
    let size = drawn.size().max_element();
    (away > ROOM + FAR * size).then(|| {
        let message = format!("stands {away:.2} m away from the mesh, which is {size:.2} m large");
        Problem::warning(&piece.source, message).at_node(&connector.name).help(
            "place it at its doorway; if the mesh is of another size than it should be, see `scale` in [kit]",
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::glam::DVec3;

    #[test]
    fn a_connector_in_other_units_than_the_mesh_is_told() {
        let piece = Piece::new("Room", vec![], vec![]);
        let drawn = Bounds { min: DVec3::splat(-2.2), max: DVec3::splat(2.2) };
        let told = |z: f64| check(&piece, &drawn, &Connector::new(DVec3::new(0.0, 0.0, z), DVec3::Z));
        assert!(told(220.0).is_some_and(|problem| problem.message.contains("217.80 m away from the mesh")));
        assert_eq!((told(2.2), told(4.0)), (None, None));
        let nothing = check(&piece, &Bounds::EMPTY, &Connector::new(DVec3::ZERO, DVec3::Z));
        assert_eq!(nothing, None, "a piece without a mesh has no size");
    }
}
