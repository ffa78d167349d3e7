//! How tentative pieces are drawn: the one place where the odds of a piece are decided.

use crate::id::PieceId;
use crate::rng::Rng;
use crate::valid_kit::ValidKit;

/// What tentative pieces are drawn from: all pieces that are listed, each entry as likely as every other.
#[derive(Clone, Debug)]
pub struct Draw {
    pieces: Vec<PieceId>,
}

impl Draw {
    /// Makes ready to draw from a kit.
    pub fn new(kit: &ValidKit) -> Self {
        Self { pieces: kit.pieces().to_vec() }
    }

    /// Draws a piece.
    pub fn piece(&self, rng: &mut Rng) -> PieceId {
        self.pieces[rng.below(self.pieces.len())]
    }
}
