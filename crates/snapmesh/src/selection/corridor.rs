//! Corridor: one line of pieces, each joined to the one before.

use super::line::{MAX_PIECES, all_pieces};
use super::method::{MapView, Method, Next, SelectGuide, StartPreference, Stop};
use crate::id::PlacedId;
use crate::rng::Rng;

/// The guide is always the piece placed last: depth first.
pub const CORRIDOR: Method = Method {
    name: "corridor",
    summary: "grows one line of pieces, each joined to the one before",
    prefers: StartPreference::Fewest,
    params: &[MAX_PIECES],
    instantiate: |params, _| Box::new(Corridor { max_pieces: params.integer("max_pieces") as usize }),
    size: Some(all_pieces),
};

#[derive(Clone, Debug)]
struct Corridor {
    max_pieces: usize,
}

impl SelectGuide for Corridor {
    fn piece_limit(&self) -> Option<usize> {
        Some(self.max_pieces)
    }

    fn next_guide(&mut self, map: &MapView<'_>, _: &mut Rng) -> Next {
        Next::Guide(map.last(), "it was placed last")
    }

    fn first_guide(&mut self, map: &MapView<'_>) -> Next {
        Next::Guide(map.last(), "it is the last of those kept")
    }

    fn next_beyond(&mut self, map: &MapView<'_>, _: &mut Rng) -> Next {
        match map.free.iter().rposition(|&free| free > 0) {
            Some(latest) => Next::Guide(PlacedId::new(latest), "it is the latest that is not full"),
            None => Next::Stop(Stop::NO_GUIDE),
        }
    }

    fn is_cut_short(&self, map: &MapView<'_>) -> bool {
        map.count() < self.max_pieces && map.is_full(map.last())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;

    #[test]
    fn the_piece_placed_last_is_the_guide_even_when_full() {
        let mut rng = Rng::new(RngKind::Unity, 1);
        let growth = MapView { guide: PlacedId::new(0), placed: true, free: &[2, 0] };
        let next = Corridor { max_pieces: 9 }.next_guide(&growth, &mut rng);
        assert_eq!(next, Next::Guide(PlacedId::new(1), "it was placed last"));
    }

    #[test]
    fn beyond_a_full_end_the_latest_that_is_not_full_goes_on() {
        let mut rng = Rng::new(RngKind::Unity, 1);
        let mut corridor = Corridor { max_pieces: 4 };
        let view = |free| MapView { guide: PlacedId::new(2), placed: false, free };
        let next = corridor.next_beyond(&view(&[1, 2, 0]), &mut rng);
        assert_eq!(next, Next::Guide(PlacedId::new(1), "it is the latest that is not full"));
        assert_eq!(corridor.next_beyond(&view(&[0, 0, 0]), &mut rng), Next::Stop(Stop::NO_GUIDE));
        assert!(corridor.is_cut_short(&view(&[1, 2, 0])) && !corridor.is_cut_short(&view(&[0, 0, 1])));
        assert!(!corridor.is_cut_short(&view(&[1, 1, 0, 0])), "it is as long as it should be");
    }
}
