//! What the methods share: a limit of pieces, and lines whose length is drawn.

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
