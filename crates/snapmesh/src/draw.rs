//! How tentative pieces are drawn: the one place where the odds of a piece are decided.

use crate::id::PieceId;
use crate::rng::Rng;
use crate::selector::BoundRule;
use crate::valid_kit::ValidKit;

/// What tentative pieces are drawn from: all pieces that are listed, each entry as likely as its weight says.
#[derive(Clone, Debug)]
pub struct Draw {
    pieces: Vec<PieceId>,
    /// The weights of the entries, each added to those before it; empty if all are 1.
    sums: Vec<f64>,
    choices: Vec<Choice>,
}

/// A piece that can be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Choice {
    /// The piece.
    pub piece: PieceId,
    /// How likely it is, against the others: its weight, as often as it is listed.
    pub weight: f64,
}

/// How likely a piece is, against 1: what the first rule that gives it a weight says.
pub(crate) fn weight(rules: &[BoundRule], piece: PieceId) -> f64 {
    rules.iter().filter(|bound| bound.names(piece)).find_map(|bound| bound.rule.weight).unwrap_or(1.0)
}

/// Pieces by weight: each once, as likely as it is listed often. What weighs nothing is never drawn.
pub(crate) fn choices(pieces: &[PieceId], rules: &[BoundRule]) -> Vec<Choice> {
    let mut choices: Vec<Choice> = Vec::new();
    for &piece in pieces {
        match choices.iter_mut().find(|choice| choice.piece == piece) {
            Some(choice) => choice.weight += weight(rules, piece),
            None => choices.push(Choice { piece, weight: weight(rules, piece) }),
        }
    }
    choices.retain(|choice| choice.weight > 0.0);
    choices
}

/// Draws a piece by weight, and takes it out of those left.
pub(crate) fn draw_out(left: &mut Vec<Choice>, rng: &mut Rng) -> Option<PieceId> {
    let mut at = rng.share() * left.iter().map(|choice| choice.weight).sum::<f64>();
    let mut drawn = left.len().checked_sub(1)?;
    for (index, choice) in left.iter().enumerate() {
        at -= choice.weight;
        if at < 0.0 {
            drawn = index;
            break;
        }
    }
    Some(left.remove(drawn).piece)
}

impl Draw {
    /// Makes ready to draw from a kit. Of several rules that give a piece a weight, the first counts.
    pub fn new(kit: &ValidKit, rules: &[BoundRule]) -> Self {
        let weight = |piece: PieceId| weight(rules, piece);
        let pieces = kit.pieces().to_vec();
        let choices = choices(&pieces, rules);
        let mut sums = Vec::new();
        if pieces.iter().any(|&piece| weight(piece) != 1.0) {
            let add = |sum: &mut f64, &piece: &PieceId| {
                *sum += weight(piece);
                Some(*sum)
            };
            sums = pieces.iter().scan(0.0, add).collect();
        }
        Self { pieces, sums, choices }
    }

    /// Draws a piece.
    ///
    /// # Panics
    /// When no piece has a weight above 0. A recipe has one.
    #[inline]
    pub fn piece(&self, rng: &mut Rng) -> PieceId {
        if self.sums.is_empty() { self.pieces[rng.below(self.pieces.len())] } else { self.by_weight(rng) }
    }

    fn by_weight(&self, rng: &mut Rng) -> PieceId {
        let at = rng.share() * self.sums.last().unwrap_or(&0.0);
        // Entries of weight 0 have the same sum as the one before, and are passed over.
        self.pieces[self.sums.partition_point(|sum| *sum <= at)]
    }

    /// Every piece that can be drawn, once, in canonical order.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// Whether a piece can be drawn.
    pub fn has(&self, piece: PieceId) -> bool {
        self.choices.iter().any(|choice| choice.piece == piece)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::rng::RngKind;
    use crate::settings::PieceRule;
    use glam::DVec3;

    fn kit(listed: &[usize]) -> ValidKit {
        let piece = |id: &str| Piece::new(id, vec![Connector::new(DVec3::X, DVec3::X)], vec![]);
        let mut kit = Kit::new("kit", vec![piece("A"), piece("B"), piece("C")]);
        kit.pieces = listed.iter().map(|&index| PieceId::new(index)).collect();
        kit.validate().unwrap().0
    }

    fn weights(kit: &ValidKit, weights: &[(&str, f64)]) -> Vec<BoundRule> {
        let rule = |&(id, weight): &(&str, f64)| BoundRule {
            rule: PieceRule { weight: Some(weight), ..PieceRule::new(id) },
            pieces: vec![kit.named(id).unwrap()],
            file: None,
        };
        weights.iter().map(rule).collect()
    }

    fn often(draw: &Draw) -> [u32; 3] {
        let mut rng = Rng::new(RngKind::ChaCha8, 5);
        let mut often = [0; 3];
        (0..4000).for_each(|_| often[draw.piece(&mut rng).index()] += 1);
        often
    }

    #[test]
    fn a_piece_that_is_listed_twice_is_drawn_twice_as_often() {
        let [a, b, c] = often(&Draw::new(&kit(&[0, 1, 1, 2]), &[]));
        assert!((900..1100).contains(&a) && (900..1100).contains(&c), "{a} {c}");
        assert!((1900..2100).contains(&b), "{b}");
    }

    #[test]
    fn the_canonical_order_is_what_is_drawn_from() {
        let kit = kit(&[2, 0, 1]);
        let draw = Draw::new(&kit, &[]);
        let mut rngs = [9, 9].map(|seed| Rng::new(RngKind::Unity, seed));
        for _ in 0..20 {
            let [drawn, index] = rngs.each_mut();
            assert_eq!(draw.piece(drawn), kit.pieces()[index.below(3)]);
        }
    }

    #[test]
    fn weights_are_odds_and_zero_is_never() {
        let kit = kit(&[0, 1, 2]);
        let [a, b, c] = often(&Draw::new(&kit, &weights(&kit, &[("A", 0.0), ("B", 3.0)])));
        assert_eq!(a, 0);
        assert!((2850..3150).contains(&b) && (850..1150).contains(&c), "{b} {c}");
    }

    #[test]
    fn of_two_weights_the_first_counts_and_entries_of_one_piece_are_one_choice() {
        let kit = kit(&[0, 1, 1, 2]);
        let draw = Draw::new(&kit, &weights(&kit, &[("B", 2.0), ("B", 9.0), ("C", 0.0)]));
        let choice = |piece, weight| Choice { piece: PieceId::new(piece), weight };
        assert_eq!(draw.choices(), [choice(0, 1.0), choice(1, 4.0)]);
        assert!(draw.has(PieceId::new(1)) && !draw.has(PieceId::new(2)));
    }
}
