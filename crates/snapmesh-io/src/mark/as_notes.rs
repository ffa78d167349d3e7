//! A piece as it is, as a section of `kit.toml` would tell it: for whoever wants to go on from there.

use snapmesh::glam::DVec3;
use snapmesh::settings::{BoxNote, ConnectorNote, PieceNotes};
use snapmesh::{Connector, OrientedBox, Piece};

/// Numbers of files are told to a millionth: what is beyond is noise of 32 bits.
const PARTS: f64 = 1e6;
/// How much of a unit vector may lie along another axis.
const HAIR: f64 = 1e-4;

/// Connectors and boxes of a piece, in its order. A box that is tilted is told as the upright one around it.
pub fn as_notes(piece: &Piece) -> PieceNotes {
    PieceNotes {
        connectors: Some(piece.connectors.iter().map(connector).collect()),
        boxes: Some(piece.boxes.iter().map(box_note).collect()),
        ..PieceNotes::new(&piece.id)
    }
}

fn connector(it: &Connector) -> ConnectorNote {
    let plain = ConnectorNote::new(rounded(it.position), rounded(it.heading));
    // Up decides nothing elsewhere.
    let is_vertical = it.heading.with_y(0.0).length() < HAIR;
    let up = (is_vertical && it.up.distance(plain.connector("").up) > HAIR).then(|| rounded(it.up));
    ConnectorNote { up, pins: it.pins, color: it.color.clone(), ..plain }
}

fn box_note(it: &OrientedBox) -> BoxNote {
    let [x, y, _] = it.axes;
    let is_upright = y.y.abs() > 1.0 - HAIR;
    let along = [x.x.abs(), x.z.abs()].into_iter().any(|part| part < HAIR);
    if !is_upright || along {
        let around = it.bounds();
        return BoxNote::Corners { min: rounded(around.min), max: rounded(around.max) };
    }
    let turn = libm::atan2(-x.z, x.x).to_degrees();
    BoxNote::Turned { center: rounded(it.center), half: rounded(it.half), turn: round(turn) }
}

fn rounded(v: DVec3) -> DVec3 {
    DVec3::from(v.to_array().map(round))
}

/// Adding zero makes 0.0 of -0.0.
fn round(x: f64) -> f64 {
    (x * PARTS).round() / PARTS + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_section_says_comes_back_from_the_piece_it_makes() {
        let shaft = ConnectorNote { up: Some(DVec3::X), ..ConnectorNote::new(DVec3::Y, DVec3::Y) };
        let door = ConnectorNote {
            pins: 2,
            color: "red".into(),
            ..ConnectorNote::new(DVec3::new(0.0, 0.25, 2.0), DVec3::Z)
        };
        let corners = BoxNote::Corners { min: DVec3::splat(-1.5), max: DVec3::ONE };
        let turned = BoxNote::Turned { center: DVec3::X, half: DVec3::ONE, turn: 30.0 };
        let connectors = [&shaft, &door].map(|note| note.connector("")).into();
        let piece = Piece::new("Hall", connectors, [corners, turned].map(|note| note.shape()).into());
        let notes = as_notes(&piece);
        assert_eq!(notes.connectors, Some(vec![shaft, door]));
        assert_eq!(notes.boxes, Some(vec![corners, turned]));
    }

    #[test]
    fn a_tilted_box_becomes_the_upright_one_around_it() {
        let axes = [DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z];
        let tilted = OrientedBox { center: DVec3::ZERO, half: DVec3::new(1.0, 0.0, 1.0), axes };
        let around = BoxNote::Corners { min: DVec3::new(-0.6, -0.8, -1.0), max: DVec3::new(0.6, 0.8, 1.0) };
        assert_eq!(box_note(&tilted), around);
    }
}
