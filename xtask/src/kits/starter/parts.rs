//! How large the walkways are built, and what stands on several of them.

use super::materials::{STONE, TRIM, WALL};
use crate::piece::{Material, Piece, ground};
use glam::DVec3;

/// How thick a walkway is.
pub(super) const DEEP: f64 = 0.5;
/// Half the width of a walkway, and of a footbridge.
pub(super) const WIDE: f64 = 2.0;
pub(super) const NARROW: f64 = 1.0;
/// How high an agent and its head room are.
pub(super) const HEAD: f64 = 2.4;
/// Boxes keep this far from the connectors, so that neighbours do not touch.
pub(super) const INSET: f64 = 0.05;

/// A stone wall along the edge of a walkway, with a coping.
pub(super) fn parapet(piece: &mut Piece, from: DVec3, to: DVec3) {
    piece.beam(WALL, from, to, 0.3, 0.0, 0.75);
    piece.beam(TRIM, from, to, 0.4, 0.75, 0.87);
}

/// A post with a cap.
pub(super) fn post(piece: &mut Piece, at: DVec3, high: f64) {
    let foot = Piece::ring(at, 0.36, 4, 45.0);
    piece.prism([WALL; 3], &foot, at.y, at.y + high);
    let cap = Piece::ring(at, 0.46, 4, 45.0);
    piece.prism([TRIM; 3], &cap, at.y + high, at.y + high + 0.12);
    piece.frustum([TRIM, TRIM], &cap, at.y + high + 0.12, at.y + high + 0.34, 0.4);
}

/// A slab with a floor on it and a dark band below.
pub(super) fn slab(piece: &mut Piece, floor: Material, outline: &[DVec3]) {
    piece.prism([floor, STONE, TRIM], outline, -DEEP, 0.0);
    let middle = outline.iter().sum::<DVec3>() / outline.len() as f64;
    let drawn: Vec<DVec3> = outline.iter().map(|p| middle + (*p - middle) * 0.9).collect();
    piece.prism([TRIM; 3], &drawn, -DEEP - 0.25, -DEEP);
}

pub(super) fn rectangle(x0: f64, z0: f64, x1: f64, z1: f64) -> [DVec3; 4] {
    [ground(x0, z0), ground(x0, z1), ground(x1, z1), ground(x1, z0)]
}

pub(super) fn above(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// The boxes under and over a floor.
pub(super) fn keep_out(piece: &mut Piece, x0: f64, z0: f64, x1: f64, z1: f64) {
    let (low, high) = (above(x0 + INSET, -DEEP - 0.25, z0 + INSET), above(x1 - INSET, HEAD, z1 - INSET));
    piece.keep_out(low, high);
}
