//! Which pieces can be joined to which connectors: worked out once where growth goes on when a guide is blocked.

use crate::draw::Draw;
use crate::id::{KindId, PieceId};
use crate::matching::Matching;
use crate::valid_kit::ValidKit;

/// For every kind of connector on the map, the choices of the draw that have an answer to it.
#[derive(Clone, Debug)]
pub(crate) struct Answers {
    by_kind: Vec<ChoiceSet>,
    /// For every piece of the library, how many of its connectors have an answer.
    answered: Vec<u32>,
}

impl Answers {
    pub(crate) fn new(kit: &ValidKit, matching: &Matching, draw: &Draw) -> Self {
        let kinds = (0..kit.kinds().len()).map(KindId::new);
        let answers = |guide: KindId| {
            let mut set = ChoiceSet::none(draw.choices().len());
            for (index, choice) in draw.choices().iter().enumerate() {
                if kit.kinds_of(choice.piece).iter().any(|&kind| matching.allow(guide, kind)) {
                    set.add(index);
                }
            }
            set
        };
        let by_kind: Vec<ChoiceSet> = kinds.map(answers).collect();
        let count = |piece| {
            kit.kinds_of(piece).iter().filter(|kind| !by_kind[kind.index()].is_empty()).count() as u32
        };
        Self { answered: kit.ids().map(count).collect(), by_kind }
    }

    /// How many connectors of a piece have an answer.
    pub(crate) fn answered(&self, piece: PieceId) -> u32 {
        self.answered[piece.index()]
    }

    /// The choices that have an answer to a kind.
    pub(crate) fn to(&self, kind: KindId) -> &ChoiceSet {
        &self.by_kind[kind.index()]
    }
}

/// A set of choices of the draw, by their places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ChoiceSet(Vec<u64>);

impl ChoiceSet {
    /// An empty set, of so many that there could be.
    pub(crate) fn none(count: usize) -> Self {
        Self(vec![0; count.div_ceil(64)])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(crate) fn add(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    pub(crate) fn remove(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    pub(crate) fn add_all(&mut self, other: &Self) {
        self.0.iter_mut().zip(&other.0).for_each(|(word, other)| *word |= other);
    }

    /// In ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, &word)| {
            let next = |&left: &u64| (!left.is_power_of_two()).then(|| left & (left - 1));
            let lefts = std::iter::successors((word != 0).then_some(word), next);
            lefts.map(move |left| at * 64 + left.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::settings::Connection;
    use glam::DVec3;

    #[test]
    fn sets_of_many_words_are_gone_through_in_order() {
        let mut set = ChoiceSet::none(200);
        let all = [0, 1, 63, 64, 130, 199];
        for index in all {
            set.add(index);
        }
        assert_eq!(set.iter().collect::<Vec<_>>(), all);
        set.remove(64);
        assert_eq!(set.iter().count(), 5);
        let mut more = ChoiceSet::none(200);
        more.add(64);
        more.add_all(&set);
        assert_eq!(more.iter().collect::<Vec<_>>(), all);
        more.clear();
        assert!(more.is_empty() && more.iter().next().is_none());
    }

    #[test]
    fn answers_are_the_pieces_with_a_connector_that_matches() {
        let piece = |id: &str, color: &str| {
            Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X).with(1, color)], vec![])
        };
        let pieces = vec![piece("Red", "red"), piece("Blue", "blue"), piece("White", "white")];
        let kit = Kit::new("kit", pieces).validate().unwrap().0;
        let answers = Answers::new(&kit, &Matching::new(&kit, &Connection::default()), &Draw::new(&kit, &[]));
        let to = |kind: usize| answers.to(KindId::new(kind)).iter().collect::<Vec<_>>();
        assert_eq!((to(0), to(1), to(2)), (vec![0, 2], vec![1, 2], vec![0, 1, 2]));
    }
}
