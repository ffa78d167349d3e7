//! A kit as a designer hands it in, not yet looked at.

use crate::id::PieceId;
use crate::piece::Piece;

/// Pieces as they were listed.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId};
///
/// let boxes = || vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)];
/// let hall = Piece::new("Hall", vec![Connector::new(DVec3::X, DVec3::X).with(2, "red")], boxes());
/// let cell = Piece::new("Cell", vec![Connector::new(DVec3::Z, DVec3::Z).with(2, "red")], boxes());
/// let mut kit = Kit::new("prison", vec![hall, cell]);
/// // A piece that is listed twice is drawn twice as often; a map starts with the hall.
/// kit.pieces.push(PieceId::new(1));
/// kit.starters = Some(vec![PieceId::new(0)]);
/// assert!(kit.validate().is_ok());
/// ```
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Kit {
    /// What it is called.
    pub name: String,
    /// Every piece once.
    pub library: Vec<Piece>,
    /// The pieces drawn from, in the order listed. One that is listed twice is drawn twice as often.
    pub pieces: Vec<PieceId>,
    /// The pieces to start from, likewise; none given means any of `pieces`.
    pub starters: Option<Vec<PieceId>>,
}

impl Kit {
    /// A kit of these pieces, each listed once, starting from any.
    pub fn new(name: &str, library: Vec<Piece>) -> Self {
        let pieces = (0..library.len()).map(PieceId::new).collect();
        Self { name: name.into(), pieces, library, starters: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece::Connector;
    use glam::DVec3;

    #[test]
    fn a_kit_lists_each_of_its_pieces_once_and_starts_from_any() {
        let piece = |id: &str| Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X)], vec![]);
        let kit = Kit::new("rooms", vec![piece("A"), piece("B")]);
        assert_eq!((&*kit.name, kit.library.len()), ("rooms", 2));
        assert_eq!(kit.pieces, [0, 1].map(PieceId::new));
        assert_eq!(kit.starters, None);
        assert_eq!(kit.validate().unwrap().0.starters(), [0, 1].map(PieceId::new));
    }
}
