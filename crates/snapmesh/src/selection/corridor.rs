//! Corridor: one line of pieces, each joined to the one before.

use super::line::MAX_PIECES;
use super::method::{Growth, Method, Next, SelectGuide, StartPreference};
use crate::rng::Rng;

/// The guide is always the piece placed last: depth first.
pub const CORRIDOR: Method = Method {
    name: "corridor",
    summary: "grows one line of pieces, each joined to the one before",
    prefers: StartPreference::Fewest,
    params: &[MAX_PIECES],
    instantiate: |params, _| Box::new(Corridor { max_pieces: params.integer("max_pieces") as usize }),
};

#[derive(Clone, Debug)]
struct Corridor {
    max_pieces: usize,
}

impl SelectGuide for Corridor {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.max_pieces)
    }

    fn next_guide(&mut self, map: &Growth<'_>, _: &mut Rng) -> Next {
        Next::Guide(map.last(), "it was placed last")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::PlacedId;
    use crate::rng::RngKind;

    #[test]
    fn the_piece_placed_last_is_the_guide_even_when_full() {
        let mut rng = Rng::new(RngKind::Unity, 1);
        let growth = Growth { guide: PlacedId::new(0), free: &[2, 0] };
        let next = Corridor { max_pieces: 9 }.next_guide(&growth, &mut rng);
        assert_eq!(next, Next::Guide(PlacedId::new(1), "it was placed last"));
    }
}
