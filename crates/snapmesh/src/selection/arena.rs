//! Arena: sprawls in all directions from the starting piece.

use super::{Growth, Method, Next, Param, Prefers, SelectGuide, Stop};
use crate::rng::Rng;
use crate::settings::keys::MANY;

/// Fills the guide's connectors, then goes on to the piece placed next after it: breadth first.
pub const ARENA: Method = Method {
    name: "arena",
    summary: "sprawls in all directions from the starting piece",
    prefers: Prefers::Most,
    params: &[MAX_PIECES],
    begin: |selection, _| Box::new(Arena { max_pieces: selection.param("max_pieces") as usize }),
};

/// The limit that arena and corridor share.
pub(super) const MAX_PIECES: Param = Param {
    name: "max_pieces",
    unit: "pieces",
    help: "the largest number of pieces on the map",
    min: 1,
    max: MANY,
    default: 13,
};

const NO_LATER_PIECE: Stop = Stop {
    reason: "no-later-piece",
    sentence: "every placed piece has been the guide, and no later one is left",
};

struct Arena {
    max_pieces: usize,
}

impl SelectGuide for Arena {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.max_pieces)
    }

    fn next_guide(&mut self, map: &Growth<'_>, _: &mut Rng) -> Next {
        if !map.is_full(map.guide) {
            Next::Guide(map.guide, "it has free connectors left")
        } else if map.guide < map.last() {
            Next::Guide(map.guide + 1, "the guide before it is full, and it was placed next")
        } else {
            Next::Stop(NO_LATER_PIECE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    fn next(guide: usize, free: &[usize]) -> Next {
        let mut rng = Rng::new(RngKind::Unity, 1);
        Arena { max_pieces: 9 }.next_guide(&Growth { guide, free }, &mut rng)
    }

    #[test]
    fn the_guide_stays_until_it_is_full_then_the_next_follows_full_or_not() {
        assert!(matches!(next(0, &[1, 3]), Next::Guide(0, _)));
        assert!(matches!(next(0, &[0, 3]), Next::Guide(1, _)));
        assert!(matches!(next(0, &[0, 0, 3]), Next::Guide(1, _)));
        assert_eq!(next(1, &[0, 0]), Next::Stop(NO_LATER_PIECE));
    }
}
