//! What can be wrong with a kit. A check is a file here and a line in one of the lists.

mod finite;
mod grid;
mod inward;
mod listing;
mod pins;
mod twins;

use crate::kit::Kit;
use crate::piece::Piece;
use crate::problem::{Problem, Problems};

/// Checks of a piece by itself. A piece with numbers that are none stops at the first.
const PIECE_CHECKS: &[fn(&Piece) -> Vec<Problem>] = &[pins::check, twins::check, inward::check];

/// Checks of a kit as a whole.
const KIT_CHECKS: &[fn(&Kit) -> Vec<Problem>] = &[listing::check, grid::check];

/// Runs every check that needs no settings.
pub(crate) fn kit(kit: &Kit) -> Problems {
    let mut problems: Problems = KIT_CHECKS.iter().flat_map(|check| check(kit)).collect();
    for piece in &kit.library {
        let numbers = finite::check(piece);
        if numbers.is_empty() {
            problems.extend(PIECE_CHECKS.iter().flat_map(|check| check(piece)));
        }
        problems.extend(numbers);
    }
    problems
}

#[cfg(test)]
pub(crate) mod testing {
    use crate::boxes::OrientedBox;
    use crate::piece::{Connector, Piece};
    use glam::DVec3;

    /// A cube of two metres with the given connectors.
    pub(crate) fn cube(connectors: Vec<Connector>) -> Piece {
        Piece::new("Cube", connectors, vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)])
    }
}

#[cfg(test)]
mod tests {
    use super::testing::cube;
    use super::*;
    use crate::piece::Connector;
    use glam::DVec3;

    #[test]
    fn a_piece_with_numbers_that_are_none_is_told_of_those_alone() {
        let bad = Connector::new(DVec3::new(f64::NAN, 0.0, 0.0), DVec3::X).with(0, "red");
        let told = kit(&Kit::new("kit", vec![cube(vec![bad])]));
        assert_eq!(told.len(), 1, "{told}");
        assert!(told[0].message.starts_with("position and heading must be finite"), "{told}");
    }

    #[test]
    fn every_check_has_its_say_on_every_piece() {
        let inward = || Connector::new(DVec3::X, DVec3::NEG_X);
        let twins = cube(vec![inward(), inward()]);
        let pinless = crate::Piece { id: "Other".into(), ..cube(vec![inward().with(0, "red")]) };
        let mut listed = Kit::new("kit", vec![twins, pinless]);
        listed.pieces.push(crate::PieceId::new(0));
        let problems = kit(&listed);
        let told = problems.to_string();
        assert!(told.starts_with("note: Cube: is listed 2 times"), "the lists come first: {told}");
        for part in ["pins must be at least 1", "has the same heading", "into the piece's own boxes"] {
            assert!(told.contains(part), "{part}: {told}");
        }
        let inward = problems.iter().filter(|problem| problem.message.contains("into the piece's own boxes"));
        assert_eq!(inward.count(), 3);
    }

    #[test]
    fn a_sound_kit_has_nothing_to_tell() {
        let door = |side: DVec3| Connector::new(side, side);
        let room = cube(vec![door(DVec3::X), door(DVec3::Z)]);
        assert!(kit(&Kit::new("kit", vec![room])).is_empty());
    }
}
