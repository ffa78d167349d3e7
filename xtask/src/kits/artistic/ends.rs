//! Caps and doors: how a terrace ends where nothing goes on, and what stands where two are joined. In both the piece
//! that was there first lies in the north.

use super::frame::{INSET, half, up};
use super::materials::{BAND, BRASS, HULL, LEAVES, LIGHT, SHELL, TRIM};
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![balustrade(), belvedere(), trellis(), pergola()]
}

/// How far a balustrade reaches behind the doorway, and how far its lanterns do.
const BACK: f64 = 0.12;
const CORNER: f64 = 0.2;

/// The edge of a terrace, seen along it with the outside to the right. Other than along the sides, most of it stands
/// on the floor, so that a cap needs little room behind the doorway.
const EDGE: [(Material, [f64; 4]); 11] = [
    (BAND, [-0.42, -0.1, -0.42, 0.02]),
    (BAND, [-0.42, 0.02, -0.26, 0.02]),
    (LIGHT, [-0.26, 0.02, -0.25, 0.12]),
    (SHELL, [-0.25, 0.12, -0.19, 0.56]),
    (SHELL, [-0.19, 0.56, -0.13, 0.62]),
    (SHELL, [-0.13, 0.62, 0.06, 0.62]),
    (SHELL, [0.06, 0.62, BACK, 0.56]),
    (SHELL, [BACK, 0.56, BACK, -0.08]),
    (TRIM, [BACK, -0.08, 0.07, -0.12]),
    (LIGHT, [0.07, -0.12, 0.07, -0.22]),
    (HULL, [0.07, -0.22, 0.0, -0.6]),
];
/// The handrail above it.
const RAIL: [(Material, [f64; 4]); 3] = [
    (TRIM, [-0.1, 0.96, 0.03, 0.96]),
    (TRIM, [0.03, 0.96, -0.035, 0.87]),
    (TRIM, [-0.035, 0.87, -0.1, 0.96]),
];

/// A balustrade from side to side, with the connector and a box behind it.
fn parapet(piece: &mut Piece, pins: u32) {
    let half = half(pins);
    // To the east, so that the outside is in the south.
    let path = [ground(-half - 0.02, 0.0), ground(half + 0.02, 0.0)];
    // The gutter lies between those of the sides.
    let inner = [ground(-half + 0.2, 0.0), ground(half - 0.2, 0.0)];
    piece.sweep(&EDGE[..2], &inner);
    piece.sweep(&EDGE[2..], &path);
    piece.sweep(&RAIL, &path);
    let posts = if pins == 3 { 4 } else { 2 };
    for i in 0..posts {
        let x = -half + 2.0 * half * (f64::from(i) + 0.5) / f64::from(posts);
        piece.lathe(ground(x, -0.035), 3, 0.0, &[(0.06, 0.6, TRIM), (0.06, 0.92, TRIM)]);
    }
    for side in [-1.0, 1.0] {
        newel(piece, ground(side * (half + 0.2), -0.03));
    }
    piece.door(pins, "white", DVec3::ZERO, compass(0.0));
    piece.keep_out(DVec3::new(-half, -0.5, INSET), DVec3::new(half, 1.0, CORNER));
}

/// A lantern that swallows the end of an edge and the corner of a balustrade.
fn newel(piece: &mut Piece, at: DVec3) {
    let profile = [
        (0.0, -0.78, HULL),
        (0.33, -0.62, SHELL),
        (0.33, 0.74, TRIM),
        (0.24, 0.8, LIGHT),
        (0.24, 1.06, TRIM),
        (0.36, 1.1, SHELL),
        (0.36, 1.17, SHELL),
        (0.12, 1.28, BRASS),
        (0.16, 1.36, BRASS),
        (0.0, 1.5, BRASS),
    ];
    piece.lathe(at, 4, 45.0, &profile);
}

/// The end of a walkway.
fn balustrade() -> Piece {
    let mut piece = Piece::new("Balustrade");
    parapet(&mut piece, 2);
    piece
}

/// The end of a boulevard: a telescope. Stairs may begin where it ends.
fn belvedere() -> Piece {
    let mut piece = Piece::new("Belvedere");
    parapet(&mut piece, 3);
    telescope(&mut piece, ground(0.0, -0.48));
    piece
}

/// A telescope of brass that looks out to the south, over the rail.
fn telescope(piece: &mut Piece, foot: DVec3) {
    let stand =
        [(0.21, 0.0, TRIM), (0.2, 0.06, SHELL), (0.07, 0.14, SHELL), (0.06, 1.12, BRASS), (0.0, 1.2, BRASS)];
    piece.lathe(foot, 6, 0.0, &stand);
    let (eye, far) = (up(foot + ground(0.0, -0.34), 1.12), up(foot + ground(0.0, 0.5), 1.36));
    let at = |part: f64| eye + (far - eye) * part;
    piece.beam(TRIM, at(-0.12), at(0.0), 0.07, -0.035, 0.035);
    piece.beam(BRASS, eye, at(0.45), 0.12, -0.06, 0.06);
    piece.beam(BRASS, at(0.45), far, 0.18, -0.09, 0.09);
    piece.beam(TRIM, far, at(1.06), 0.21, -0.105, 0.105);
}

/// A gate under slats: a column on either parapet, a pair of beams across, leaves at the corners.
fn gate(piece: &mut Piece, pins: u32, high: f64) {
    let half = half(pins);
    let side = half + 0.21;
    for x in [-side, side] {
        let column = [
            (0.24, 0.5, TRIM),
            (0.22, 0.74, BRASS),
            (0.19, 0.8, SHELL),
            (0.12, 0.95, SHELL),
            (0.11, high - 0.3, BRASS),
            (0.13, high - 0.22, SHELL),
            (0.24, high, SHELL),
        ];
        piece.lathe(ground(x, 0.0), 8, 22.5, &column);
        vine(piece, x, high);
    }
    let across = |y: f64, z: f64, reach: f64| [DVec3::new(-reach, y, z), DVec3::new(reach, y, z)];
    for z in [-0.16, 0.16] {
        let [a, b] = across(high, z, side + 0.3);
        piece.beam(SHELL, a, b, 0.1, 0.0, 0.2);
    }
    let [a, b] = across(high, 0.0, half - 0.1);
    piece.beam(LIGHT, a, b, 0.08, 0.04, 0.12);
    // Slats end before the ribs of a neighbour begin.
    let count = (2.0 * half / 0.4).round();
    for i in 0..=count as u32 {
        let x = (half - 0.05) * (2.0 * f64::from(i) / count - 1.0);
        piece.beam(SHELL, DVec3::new(x, high, -0.55), DVec3::new(x, high, 0.55), 0.09, 0.2, 0.32);
    }
    piece.door(pins, "white", DVec3::ZERO, compass(0.0));
    piece.keep_out(DVec3::new(-half, high, INSET), DVec3::new(half, high + 0.2, 0.2));
}

/// Leaves around a column and over its beam.
fn vine(piece: &mut Piece, x: f64, high: f64) {
    let inwards = -x.signum();
    for (aside, y, z, size) in [
        (0.1, 0.95, 0.1, 0.2),
        (-0.06, 1.3, -0.1, 0.17),
        (0.1, 1.65, 0.08, 0.19),
        (0.0, high - 0.3, -0.04, 0.24),
        (0.16, high + 0.16, 0.04, 0.36),
        (0.62, high + 0.22, -0.08, 0.28),
    ] {
        let clump = [(0.0, -0.6), (0.75, -0.35), (1.0, 0.1), (0.65, 0.55), (0.0, 0.75)];
        let clump = clump.map(|(radius, y)| (radius * size, y * size, LEAVES));
        piece.lathe(DVec3::new(x + inwards * aside, y, z), 7, y * 90.0, &clump);
    }
}

fn trellis() -> Piece {
    let mut piece = Piece::new("Trellis");
    gate(&mut piece, 2, 2.35);
    piece
}

fn pergola() -> Piece {
    let mut piece = Piece::new("Pergola");
    gate(&mut piece, 3, 2.55);
    piece
}
