//! What the methods share: a limit of pieces, and lines whose length is drawn.

use super::method::{Grown, Params, Size};
use crate::placed::Placed;
use crate::rng::Rng;
use crate::value::{Constant, Key, KeyType, MANY};

/// The limit that arena and corridor share.
pub(super) const MAX_PIECES: Key =
    count("max_pieces", "pieces", "the largest number of pieces on the map", 1, 13);

/// A parameter that counts something.
pub(super) const fn count(
    name: &'static str,
    unit: &'static str,
    help: &'static str,
    min: i64,
    default: i64,
) -> Key {
    Key { name, unit, help, takes: KeyType::Integer { min, max: MANY }, default: Constant::Integer(default) }
}

/// Draws a length from `[length - var, length + var]`.
pub(super) fn draw_length(length: i64, var: i64, rng: &mut Rng) -> i64 {
    rng.range(length - var, length + var + 1)
}

/// The size of maps that end at a number of pieces.
pub(super) fn all_pieces(params: Params<'_>, map: &Grown<'_>) -> Size {
    let (wanted, value) = (params.integer("max_pieces") as usize, map.pieces.len());
    Size { wanted: format!("{wanted} pieces"), value, kept: value == wanted }
}

/// Whether a piece goes on a line: it was joined to the piece placed before it.
pub(super) fn goes_on(pieces: &[Placed], index: usize) -> bool {
    pieces[index].joint.is_some_and(|joint| joint.guide.index() + 1 == index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::RngKind;
    use crate::value::Value;

    #[test]
    fn lengths_reach_from_the_shortest_to_the_longest_and_no_further() {
        let mut rng = Rng::new(RngKind::ChaCha8, 1);
        let mut drawn: Vec<i64> = (0..200).map(|_| draw_length(8, 2, &mut rng)).collect();
        drawn.sort_unstable();
        drawn.dedup();
        assert_eq!(drawn, [6, 7, 8, 9, 10]);
        assert!((0..20).all(|_| draw_length(3, 0, &mut rng) == 3));
    }

    #[test]
    fn a_variation_larger_than_the_length_goes_below_zero() {
        let mut rng = Rng::new(RngKind::Unity, 1);
        let shortest = (0..200).map(|_| draw_length(1, 3, &mut rng)).min();
        assert_eq!(shortest, Some(-2), "methods say what that means");
    }

    #[test]
    fn a_count_takes_whole_numbers_from_its_least() {
        let key = count("arms", "pieces", "how many", 2, 5);
        assert_eq!((key.name, key.unit, key.help), ("arms", "pieces", "how many"));
        assert_eq!(key.default, Constant::Integer(5));
        assert!(key.accept("selection", Value::Integer(2)).is_ok());
        assert!(key.accept("selection", Value::Integer(1)).is_err());
        assert!(key.accept("selection", Value::Integer(MANY)).is_ok());
        let error = key.accept("selection", Value::Integer(MANY + 1)).unwrap_err();
        assert_eq!(error.message, "`arms` in [selection] must be at most 1000000000, found 1000000001");
    }
}
