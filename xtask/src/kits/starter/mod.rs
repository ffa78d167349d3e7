//! The starter kit: walkways of stone above a valley.
//!
//! Two pins are a walkway of four metres, one pin is a footbridge of two. White joins white; red is the way into
//! the shrine. Floors are at height 0, and every box reaches as high as an agent needs to pass below or above.
//! Caps close what leads nowhere, doors stand where two pieces are joined.

mod materials;
mod parts;
mod places;
mod caps;
mod doors;

use crate::piece::Piece;

pub(super) fn pieces() -> Vec<Piece> {
    places::pieces()
}

pub(super) fn ends() -> Vec<Piece> {
    caps::pieces().into_iter().chain(doors::pieces()).collect()
}
