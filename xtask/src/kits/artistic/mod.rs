//! The artistic kit: terraces of a white city, edged with light.
//!
//! Six hubs and six corridors. Two pins are a walkway, three a boulevard; all is white, so every end that fits in
//! width fits. One section (`frame`) edges every floor, and every doorway is that section cut straight: joined
//! pieces look like one building. Caps and doors (`ends`) stand in those doorways.

mod materials;
mod frame;
mod parts;
mod pavilions;
mod corridors;
mod hubs;
mod ends;

use crate::piece::Piece;

pub(super) fn pieces() -> Vec<Piece> {
    let mut pieces = hubs::pieces();
    pieces.extend(corridors::pieces());
    pieces
}

pub(super) fn ends() -> Vec<Piece> {
    ends::pieces()
}
