//! What stands in the middle of the hubs.

use super::frame::up;
use super::materials::{BAND, BRASS, FLOOR, LIGHT, SHELL, TILE, TRIM, WATER};
use super::parts::column;
use crate::piece::{Piece, compass};
use glam::DVec3;

/// A ring of light on columns.
pub(super) fn halo(piece: &mut Piece, radius: f64, columns: u32, turn: f64) {
    let high = 3.2;
    for i in 0..columns {
        let angle = turn + 360.0 * f64::from(i) / f64::from(columns);
        column(piece, compass(angle) * radius, high);
    }
    let profile = [
        (radius - 0.3, high, LIGHT),
        (radius + 0.3, high, TRIM),
        (radius + 0.42, high + 0.08, SHELL),
        (radius + 0.42, high + 0.34, SHELL),
        (radius - 0.42, high + 0.34, SHELL),
        (radius - 0.42, high + 0.08, TRIM),
        (radius - 0.3, high, TRIM),
    ];
    piece.lathe(DVec3::ZERO, 20, turn, &profile);
}

/// A basin with a brass flower.
pub(super) fn fountain(piece: &mut Piece, at: DVec3, radius: f64) {
    let basin = [
        (radius - 0.1, 0.0, LIGHT),
        (radius, 0.1, SHELL),
        (radius, 0.5, SHELL),
        (radius - 0.3, 0.5, TRIM),
        (radius - 0.34, 0.4, WATER),
        (0.0, 0.4, WATER),
    ];
    piece.lathe(at, 12, 0.0, &basin);
    let flower = [
        (0.3, 0.38, SHELL),
        (0.16, 0.7, SHELL),
        (0.14, 1.1, BRASS),
        (0.75, 1.5, BRASS),
        (0.7, 1.54, WATER),
        (0.2, 1.48, BRASS),
        (0.1, 1.9, BRASS),
        (0.3, 2.1, BRASS),
        (0.0, 2.3, BRASS),
    ];
    piece.lathe(at, 8, 0.0, &flower);
}

/// Steps around a platform, each drawn in by a little; gives back how high it is.
pub(super) fn dais(piece: &mut Piece, radius: f64, count: u32, sides: u32, turn: f64) -> f64 {
    let rise = 0.16;
    let mut profile = Vec::new();
    for i in 0..count {
        let (edge, low) = (radius - 0.4 * f64::from(i), rise * f64::from(i));
        profile.extend([(edge, low, SHELL), (edge, low + rise - 0.05, LIGHT), (edge, low + rise, BAND)]);
        profile.push((edge - 0.1, low + rise, FLOOR));
    }
    let (inner, high) = (radius - 0.4 * f64::from(count), rise * f64::from(count));
    profile.extend([(inner, high, TILE), (0.0, high, TILE)]);
    piece.lathe(DVec3::ZERO, sides, turn, &profile);
    high
}

/// A needle of brass and light.
pub(super) fn needle(piece: &mut Piece, at: DVec3) {
    let profile = [
        (0.75, 0.0, TRIM),
        (0.75, 0.1, SHELL),
        (0.6, 0.16, SHELL),
        (0.5, 0.9, SHELL),
        (0.42, 0.98, LIGHT),
        (0.4, 1.1, BRASS),
        (0.44, 1.2, BRASS),
        (0.3, 3.4, LIGHT),
        (0.28, 3.55, BRASS),
        (0.3, 3.7, BRASS),
        (0.0, 4.9, BRASS),
    ];
    piece.lathe(at, 6, 30.0, &profile);
}

/// A white dome on columns.
pub(super) fn dome(piece: &mut Piece, at: DVec3, radius: f64, columns: u32) {
    let high = 2.9;
    for i in 0..columns {
        let angle = 360.0 * (f64::from(i) + 0.5) / f64::from(columns);
        column(piece, at + compass(angle) * (radius - 0.3), high);
    }
    let profile = [
        (0.0, 0.0, SHELL),
        (radius - 0.65, 0.0, LIGHT),
        (radius - 0.5, 0.0, SHELL),
        (radius, 0.0, TRIM),
        (radius + 0.08, 0.12, SHELL),
        (radius + 0.08, 0.3, SHELL),
        (radius - 0.1, 0.36, SHELL),
        (radius * 0.86, 0.8, SHELL),
        (radius * 0.62, 1.3, SHELL),
        (radius * 0.22, 1.62, BRASS),
        (radius * 0.2, 1.8, LIGHT),
        (radius * 0.18, 1.95, BRASS),
        (0.0, 2.5, BRASS),
    ];
    piece.lathe(up(at, high), 20, 0.0, &profile);
}

/// A court let into the floor, three steps deep, with a pool; only its inside, from the rim of the hole downwards.
pub(super) fn court(piece: &mut Piece, radius: f64, sides: u32, turn: f64) {
    let mut profile = Vec::new();
    for i in 0..3 {
        let (edge, top) = (radius - 0.42 * f64::from(i), -0.18 * f64::from(i));
        profile.extend([(edge, top, LIGHT), (edge, top - 0.05, SHELL), (edge, top - 0.18, FLOOR)]);
        profile.push((edge - 0.32, top - 0.18, BAND));
    }
    let pool = radius - 2.4;
    profile.extend([
        (radius - 1.26, -0.54, TILE),
        (pool, -0.54, LIGHT),
        (pool, -0.46, SHELL),
        (pool - 0.05, -0.28, SHELL),
        (pool - 0.3, -0.28, TRIM),
        (pool - 0.32, -0.38, WATER),
        (0.0, -0.38, WATER),
    ]);
    piece.lathe(DVec3::ZERO, sides, turn, &profile);
}
