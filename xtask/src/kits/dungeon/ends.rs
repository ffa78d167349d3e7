//! What closes a doorway behind which nothing else has room: thin pieces that reach into the doorway itself.

use super::materials::{IRON, ROOF, STONE_DARK, TRIM, WATER, WOOD, WOOD_PALE};
use super::measures::{at, door_size};
use super::outline::rectangle;
use super::shafts::{HOLE, TUBE};
use super::shell::keep_out;
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

/// How far such a piece sticks out behind the doorway.
const BACK: f64 = 0.12;

/// A wall behind the doorway. The doorway itself lies in the north.
fn behind(name: &'static str, pins: u32) -> (Piece, f64, f64) {
    let mut piece = Piece::new(name);
    let (width, high) = door_size(pins);
    let half = width / 2.0;
    piece.block(STONE_DARK, at(-half - 0.2, -0.4, 0.0), at(half + 0.2, high + 0.25, BACK));
    piece.door(pins, "end", DVec3::ZERO, compass(0.0));
    keep_out(&mut piece, at(-half, 0.0, 0.0), at(half, high, BACK));
    (piece, half, high)
}

/// A door of planks that will not open.
fn locked(name: &'static str, pins: u32) -> Piece {
    let (mut piece, half, high) = behind(name, pins);
    let boards = (half / 0.2) as u32;
    let wide = 2.0 * half / f64::from(boards);
    for i in 0..boards {
        let x = -half + wide * f64::from(i);
        let (wood, proud) = if i % 2 == 0 { (WOOD, 0.0) } else { (WOOD_PALE, 0.02) };
        piece.block(wood, at(x, 0.0, -0.2 - proud), at(x + wide, high, 0.0));
    }
    for y in [0.35, 1.0, 1.85] {
        piece.block(IRON, at(-half, y, -0.26), at(half, y + 0.14, -0.2));
    }
    let lock = ground(half * 0.12, -0.28);
    piece.prism([TRIM; 3], &Piece::ring(lock, 0.14, 6, 0.0), 1.14, 1.42);
    piece
}

pub(super) fn locked_hatch() -> Piece {
    locked("EndHatch", 1)
}

pub(super) fn locked_door() -> Piece {
    locked("EndDoor", 2)
}

/// A portcullis that has come down.
pub(super) fn portcullis() -> Piece {
    let (mut piece, half, high) = behind("EndGate", 3);
    for i in 0..9 {
        let x = -half + 0.2 + (2.0 * half - 0.4) / 8.0 * f64::from(i);
        piece.block(IRON, at(x - 0.06, 0.0, -0.22), at(x + 0.06, high, -0.1));
    }
    for y in [0.4, 1.1, 1.8, 2.5] {
        piece.block(IRON, at(-half, y, -0.25), at(half, y + 0.12, -0.07));
    }
    piece
}

/// The upper end of a shaft: a grate under a slab.
pub(super) fn shaft_lid() -> Piece {
    let mut piece = Piece::new("EndLid");
    piece.prism([ROOF, TRIM, STONE_DARK], &rectangle(-TUBE, -TUBE, TUBE, TUBE), 0.0, BACK);
    for i in 0..6 {
        let x = -0.75 + 0.3 * f64::from(i);
        piece.block(IRON, at(x - 0.04, -0.14, -HOLE), at(x + 0.04, -0.06, HOLE));
    }
    piece.door(1, "end", DVec3::ZERO, DVec3::NEG_Y);
    keep_out(&mut piece, at(-HOLE, 0.0, -HOLE), at(HOLE, BACK, HOLE));
    piece
}

/// The lower end of a shaft: dark water.
pub(super) fn shaft_sump() -> Piece {
    let mut piece = Piece::new("EndSump");
    piece.prism([TRIM, STONE_DARK, ROOF], &rectangle(-TUBE, -TUBE, TUBE, TUBE), -BACK, 0.0);
    piece.prism([WATER; 3], &rectangle(-HOLE, -HOLE, HOLE, HOLE), 0.0, 0.12);
    piece.door(1, "end", DVec3::ZERO, DVec3::Y);
    keep_out(&mut piece, at(-HOLE, -BACK, -HOLE), at(HOLE, 0.0, HOLE));
    piece
}
