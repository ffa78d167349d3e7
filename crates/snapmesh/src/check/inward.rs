//! A heading into the piece itself: the arrow was turned the wrong way.

use crate::piece::{Connector, Piece};
use crate::problem::Problem;
use glam::DVec3;

/// Metres: a doorway may lie this deep inside its wall.
const SKIN: f64 = 0.05;

impl Piece {
    /// How far a connector's heading points into the boxes of the piece, if it does; in metres.
    pub fn inward(&self, connector: &Connector) -> Option<f64> {
        let ahead = depth(self, connector, connector.heading);
        let behind = depth(self, connector, -connector.heading);
        (ahead > SKIN && ahead > behind).then_some(ahead)
    }
}

pub(super) fn check(piece: &Piece) -> Vec<Problem> {
    let inward = piece.connectors.iter().filter_map(|connector| Some((connector, piece.inward(connector)?)));
    inward
        .map(|(connector, ahead)| {
            Problem::warning(
                &piece.source,
                format!("the heading points {ahead:.2} m into the piece's own boxes"),
            )
            .at_node(&connector.name)
            .help("turn the empty so that its green arrow (local -Z in glTF) points out of the piece")
        })
        .collect()
}

/// How far one goes from the connector along a direction until out of the piece's boxes.
fn depth(piece: &Piece, connector: &Connector, direction: DVec3) -> f64 {
    let start = connector.position + direction * (SKIN / 5.0);
    piece.boxes.iter().filter_map(|shape| shape.exit(start, direction)).fold(0.0, f64::max)
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;
    use super::*;

    #[test]
    fn only_a_heading_through_the_piece_is_told() {
        let warned = |x: f64, heading| !check(&cube(vec![Connector::new(DVec3::X * x, heading)])).is_empty();
        assert!(!warned(1.0, DVec3::X));
        assert!(!warned(0.96, DVec3::X), "a little inside its wall");
        assert!(!warned(1.2, DVec3::X), "in front of its wall");
        assert!(warned(1.0, DVec3::NEG_X));
        assert!(warned(0.5, DVec3::NEG_X));
    }

    #[test]
    fn the_way_through_and_the_node_are_told_with_advice() {
        let problems = check(&cube(vec![Connector::new(DVec3::X, DVec3::NEG_X)]));
        let told = problems[0].to_string();
        assert!(
            told.starts_with("warning: Cube: node `connector`: the heading points 1.99 m into the piece"),
            "{told}"
        );
        assert!(told.contains("help: turn the empty"), "{told}");
    }

    #[test]
    fn the_longest_way_through_any_box_counts() {
        use crate::boxes::OrientedBox;
        let mut piece = cube(vec![]);
        piece.boxes.push(OrientedBox::aligned(DVec3::new(-5.0, -1.0, -1.0), DVec3::ONE));
        let connector = Connector::new(DVec3::X, DVec3::NEG_X);
        let way = |piece: &Piece| depth(piece, &connector, connector.heading);
        assert!((way(&piece) - 5.99).abs() < 1e-12);
        piece.boxes.clear();
        assert_eq!(way(&piece), 0.0, "a piece without boxes has no inside");
    }

    #[test]
    fn in_the_middle_of_a_piece_no_way_is_more_inward_than_the_other() {
        assert!(check(&cube(vec![Connector::new(DVec3::ZERO, DVec3::X)])).is_empty());
        assert_eq!(check(&cube(vec![Connector::new(DVec3::X * 0.02, DVec3::NEG_X)])).len(), 1);
    }
}
