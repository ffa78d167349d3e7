//! A kit as a designer hands it in, not yet looked at.

use crate::id::PieceId;
use crate::piece::Piece;

/// Pieces as they were listed.
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
