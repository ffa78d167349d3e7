//! A piece needs a connector, and a connector needs a pin.

use crate::piece::Piece;
use crate::problem::Problem;

pub(super) fn check(piece: &Piece) -> Vec<Problem> {
    if piece.connectors.is_empty() {
        let problem = Problem::error(&piece.source, "no connector was found, so nothing can be joined to it");
        let help = "add an empty named `connector`, its green arrow (local -Z in glTF) out of the piece; or let \
                    `snapmesh mark` find its doorways";
        return vec![problem.help(help)];
    }
    let without = piece.connectors.iter().filter(|connector| connector.pins < 1);
    without
        .map(|connector| {
            let message = format!("pins must be at least 1, found {}", connector.pins);
            Problem::error(&piece.source, message).at_node(&connector.name)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;
    use super::*;
    use crate::piece::Connector;
    use glam::DVec3;

    #[test]
    fn no_connector_and_no_pins_are_errors() {
        assert_eq!(check(&cube(vec![])).len(), 1);
        let problems = check(&cube(vec![Connector::new(DVec3::X, DVec3::X).with(0, "red")]));
        assert_eq!(
            problems[0].to_string(),
            "error: Cube: node `connector`: pins must be at least 1, found 0"
        );
    }

    #[test]
    fn a_piece_with_pins_on_all_connectors_has_nothing_to_tell() {
        let door = |pins| Connector::new(DVec3::X, DVec3::X).with(pins, "red");
        assert!(check(&cube(vec![door(1), door(4)])).is_empty());
        let problems = check(&cube(vec![door(0), door(1), door(0)]));
        assert_eq!(problems.len(), 2, "one for each that has none");
    }

    #[test]
    fn a_piece_without_a_connector_is_told_how_to_get_one() {
        let told = check(&cube(vec![]))[0].to_string();
        assert!(told.starts_with("error: Cube: no connector was found"), "{told}");
        assert!(told.contains("help: add an empty named `connector`"), "{told}");
    }
}
