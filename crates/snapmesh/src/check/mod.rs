//! What can be wrong with a kit. A check is a file here and a line in one of the lists.

mod finite;
mod inward;
mod listing;
mod pins;
mod twins;

use crate::kit::Kit;
use crate::piece::Piece;
use crate::problem::{Problem, Problems};

/// Checks of a piece by itself. A piece with numbers that are none stops at the first.
const PIECE_CHECKS: &[fn(&Piece) -> Vec<Problem>] = &[pins::check, twins::check, inward::check];

/// Checks of the lists of a kit.
const KIT_CHECKS: &[fn(&Kit) -> Vec<Problem>] = &[listing::check];

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
