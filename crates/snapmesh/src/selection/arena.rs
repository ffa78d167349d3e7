//! Arena: sprawls in all directions from the starting piece.

use super::line::{MAX_PIECES, all_pieces};
use super::method::{MapView, Method, Next, SelectGuide, StartPreference, Stop};
use crate::id::PlacedId;
use crate::rng::Rng;

/// Fills the guide's connectors, then goes on to the piece placed next after it: breadth first.
pub const ARENA: Method = Method {
    name: "arena",
    summary: "sprawls in all directions from the starting piece",
    prefers: StartPreference::Most,
    params: &[MAX_PIECES],
    instantiate: |params, _| Box::new(Arena { max_pieces: params.integer("max_pieces") as usize }),
    size: Some(all_pieces),
};

#[derive(Clone, Debug)]
struct Arena {
    max_pieces: usize,
}

impl SelectGuide for Arena {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.max_pieces)
    }

    fn next_guide(&mut self, map: &MapView<'_>, _: &mut Rng) -> Next {
        if !map.is_full(map.guide) {
            Next::Guide(map.guide, "it has free connectors left")
        } else if map.guide < map.last() {
            let next = PlacedId::new(map.guide.index() + 1);
            Next::Guide(next, "the guide before it is full, and it was placed next")
        } else {
            Next::Stop(Stop::NO_LATER_PIECE)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    fn next(guide: usize, free: &[u32]) -> Next {
        let mut rng = Rng::new(RngKind::Unity, 1);
        Arena { max_pieces: 9 }
            .next_guide(&MapView { guide: PlacedId::new(guide), placed: true, free }, &mut rng)
    }

    #[test]
    fn the_guide_stays_until_it_is_full_then_the_next_follows_full_or_not() {
        let guide = |next: Next| if let Next::Guide(placed, _) = next { Some(placed.index()) } else { None };
        assert_eq!(guide(next(0, &[1, 3])), Some(0));
        assert_eq!(guide(next(0, &[0, 3])), Some(1));
        assert_eq!(guide(next(0, &[0, 0, 3])), Some(1));
        assert_eq!(next(1, &[0, 0]), Next::Stop(Stop::NO_LATER_PIECE));
    }
}
