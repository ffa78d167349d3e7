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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::rng::RngKind;
    use glam::DVec3;

    fn draw(pieces: &[usize]) -> Draw {
        let piece = |id: &str| Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X)], vec![]);
        let mut kit = Kit::new("kit", ["A", "B", "C"].map(piece).into());
        kit.pieces = pieces.iter().map(|&piece| PieceId::new(piece)).collect();
        Draw::new(&kit.validate().unwrap().0)
    }

    #[test]
    fn a_piece_listed_three_times_is_drawn_three_times_as_often() {
        let (draw, mut rng) = (draw(&[0, 2, 2, 2]), Rng::new(RngKind::ChaCha8, 1));
        let mut drawn = [0_u32; 3];
        for _ in 0..4000 {
            drawn[draw.piece(&mut rng).index()] += 1;
        }
        assert!((900..1100).contains(&drawn[0]) && (2900..3100).contains(&drawn[2]), "{drawn:?}");
        assert_eq!(drawn[1], 0, "in the library, but not on the list");
    }

    #[test]
    fn a_draw_is_one_number_below_the_length_of_the_list() {
        let (mut drawn, mut fresh) = (Rng::new(RngKind::ChaCha8, 9), Rng::new(RngKind::ChaCha8, 9));
        let (pieces, draw) = ([2, 1, 0, 1, 2], draw(&[2, 1, 0, 1, 2]));
        for _ in 0..50 {
            assert_eq!(draw.piece(&mut drawn).index(), pieces[fresh.below(5)]);
        }
    }

    #[test]
    fn a_list_of_one_still_costs_a_draw() {
        let (mut drawn, mut fresh) = (Rng::new(RngKind::Unity, 4), Rng::new(RngKind::Unity, 4));
        assert_eq!(draw(&[1]).piece(&mut drawn), PieceId::new(1));
        fresh.below(1);
        assert_eq!(drawn.below(1 << 30), fresh.below(1 << 30));
    }
}
