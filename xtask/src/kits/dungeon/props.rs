//! What stands in the rooms.

use super::materials::{
    BONE, CARPET, CARPET_EDGE, FLAME, GOLD, IRON, STONE_DARK, STONE_PALE, TRIM, WOOD, WOOD_PALE,
};
use super::measures::at;
use super::outline::{outwards, rectangle};
use crate::piece::{Material, Piece, ground};
use glam::DVec3;

/// A frustum with a bottom, so that it bounds a body.
pub(super) fn taper(piece: &mut Piece, material: Material, outline: &[DVec3], low: f64, high: f64, by: f64) {
    piece.frustum([material; 2], outline, low, high, by);
    let bottom: Vec<DVec3> = outline.iter().rev().map(|p| at(p.x, low, p.z)).collect();
    piece.face(material, &bottom);
}

/// A torch on a wall: where, and into the room.
pub(super) fn torch(piece: &mut Piece, foot: DVec3, inwards: DVec3) {
    let tip = foot + inwards * 0.24;
    piece.beam(IRON, foot - inwards * 0.05, tip, 0.1, 1.25, 1.33);
    piece.prism([WOOD; 3], &Piece::ring(tip, 0.06, 6, 0.0), foot.y + 1.1, foot.y + 1.46);
    piece.prism([IRON; 3], &Piece::ring(tip, 0.11, 6, 0.0), foot.y + 1.46, foot.y + 1.53);
    taper(piece, FLAME, &Piece::ring(tip, 0.12, 6, 0.0), foot.y + 1.53, foot.y + 1.78, 0.11);
}

/// A pillar from the floor to the ceiling.
pub(super) fn pillar(piece: &mut Piece, foot: DVec3, radius: f64, high: f64) {
    let square = |r: f64| Piece::ring(foot, r * std::f64::consts::SQRT_2, 4, 45.0);
    piece.prism([TRIM; 3], &square(radius + 0.14), foot.y, foot.y + 0.25);
    taper(piece, TRIM, &square(radius + 0.14), foot.y + 0.25, foot.y + 0.4, 0.16);
    piece.prism([STONE_PALE; 3], &Piece::ring(foot, radius, 8, 22.5), foot.y + 0.4, foot.y + high - 0.5);
    piece.prism(
        [TRIM; 3],
        &Piece::ring(foot, radius + 0.08, 8, 22.5),
        foot.y + high - 0.5,
        foot.y + high - 0.38,
    );
    piece.prism([STONE_DARK; 3], &square(radius + 0.16), foot.y + high - 0.38, foot.y + high);
}

/// A crate with battens, turned by some degrees.
pub(super) fn crate_of(piece: &mut Piece, foot: DVec3, size: f64, turn: f64) {
    let ring = |r: f64| Piece::ring(foot, r * std::f64::consts::FRAC_1_SQRT_2, 4, turn + 45.0);
    piece.prism([WOOD_PALE; 3], &ring(size), foot.y + 0.04, foot.y + size - 0.04);
    piece.prism([WOOD; 3], &ring(size + 0.06), foot.y, foot.y + 0.1);
    piece.prism([WOOD; 3], &ring(size + 0.06), foot.y + size - 0.1, foot.y + size);
}

/// A barrel with hoops.
pub(super) fn barrel(piece: &mut Piece, foot: DVec3) {
    let ring = |r: f64| Piece::ring(foot, r, 8, 22.5);
    piece.prism([WOOD_PALE; 3], &ring(0.36), foot.y, foot.y + 0.95);
    for y in [0.12, 0.72] {
        piece.prism([IRON; 3], &ring(0.39), foot.y + y, foot.y + y + 0.1);
    }
    piece.prism([WOOD; 3], &ring(0.32), foot.y + 0.95, foot.y + 0.97);
}

/// A chest full of gold, seen from `front`.
pub(super) fn chest(piece: &mut Piece, foot: DVec3, front: DVec3) {
    let side = outwards(front) * 0.5;
    let box_of = |reach: f64, wide: f64| {
        let (f, s) = (front * reach, side * wide);
        [foot + f + s, foot + f - s, foot - f - s, foot - f + s]
    };
    piece.prism([WOOD; 3], &box_of(0.32, 1.0), foot.y, foot.y + 0.45);
    piece.prism([IRON; 3], &box_of(0.34, 1.04), foot.y + 0.36, foot.y + 0.42);
    taper(piece, GOLD, &box_of(0.27, 0.9), foot.y + 0.45, foot.y + 0.62, 0.3);
    let back = foot - front * 0.36;
    piece.beam(WOOD, back - side, back + side, 0.08, 0.45, 0.95);
}

/// A stone coffin along z, with or without its lid.
pub(super) fn sarcophagus(piece: &mut Piece, foot: DVec3, open: bool) {
    let (x, y, z) = (foot.x, foot.y, foot.z);
    let outline = |wide: f64, long: f64, dx: f64| rectangle(x - wide + dx, z - long, x + wide + dx, z + long);
    piece.prism([TRIM; 3], &outline(0.66, 1.26, 0.0), y, y + 0.14);
    piece.prism([STONE_PALE; 3], &outline(0.54, 1.14, 0.0), y + 0.14, y + 0.78);
    if open {
        piece.prism([TRIM; 3], &outline(0.42, 1.02, 0.0), y + 0.78, y + 0.8);
        piece.prism([BONE; 3], &outline(0.12, 0.6, 0.0), y + 0.8, y + 0.86);
        piece.prism([BONE; 3], &Piece::ring(ground(x, z - 0.78), 0.15, 6, 0.0), y + 0.8, y + 0.98);
        return;
    }
    piece.prism([STONE_DARK; 3], &outline(0.62, 1.22, 0.0), y + 0.78, y + 0.9);
    taper(piece, STONE_DARK, &outline(0.5, 1.1, 0.0), y + 0.9, y + 1.06, 0.25);
}

/// A carpet with golden edges; its corners may lie under walls and pillars.
pub(super) fn carpet(piece: &mut Piece, x0: f64, z0: f64, x1: f64, z1: f64, y: f64) {
    piece.prism([CARPET_EDGE; 3], &rectangle(x0, z0, x1, z1), y, y + 0.02);
    piece.prism([CARPET; 3], &rectangle(x0 + 0.15, z0 + 0.15, x1 - 0.15, z1 - 0.15), y + 0.02, y + 0.03);
}

/// A ladder against a wall: the middle of its foot, and along its rungs.
pub(super) fn ladder(piece: &mut Piece, foot: DVec3, along: DVec3, low: f64, high: f64) {
    for side in [-0.3, 0.3] {
        piece.prism([WOOD; 3], &Piece::ring(foot + along * side, 0.06, 4, 45.0), low, high);
    }
    let rungs = ((high - low) / 0.3) as usize;
    for i in 0..rungs {
        let y = low + 0.15 + 0.3 * i as f64;
        piece.beam(WOOD_PALE, foot - along * 0.3, foot + along * 0.3, 0.06, y - foot.y, y - foot.y + 0.06);
    }
}

/// Roof beams across a room from wall to wall.
pub(super) fn rafters(piece: &mut Piece, half: f64, places: &[f64], high: f64) {
    for &z in places {
        piece.block(WOOD, at(-half, high - 0.28, z - 0.14), at(half, high, z + 0.14));
    }
}

/// A rock, or a crystal.
pub(super) fn rock(piece: &mut Piece, material: Material, foot: DVec3, radius: f64, high: f64, turn: f64) {
    let ring = Piece::ring(foot, radius, 5, turn);
    piece.prism([material; 3], &ring, foot.y, foot.y + high * 0.4);
    taper(piece, material, &ring, foot.y + high * 0.4, foot.y + high, radius * 0.7);
}
