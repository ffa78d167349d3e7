//! What closes a doorway that leads nowhere. The piece to be closed lies in the north, and most of a cap stands on its
//! floor: behind the doorway it is so thin that it has room almost anywhere.

use super::materials::{CLOTH, GOLD, LAMP, LEAVES, RUBBLE, TRIM, WALL, WOOD};
use super::parts::{INSET, NARROW, WIDE, above, rectangle};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![broken_wall(), barrier(), hedge()]
}

/// How far caps reach behind the doorway.
const BACK: f64 = 0.14;

/// The connector to the north, and a box behind it.
fn close(piece: &mut Piece, pins: u32, color: &'static str, half: f64, low: f64, high: f64) {
    piece.door(pins, color, DVec3::ZERO, compass(0.0));
    piece.keep_out(above(-half + INSET, low, INSET), above(half - INSET, high, BACK));
}

/// How high a course of stones is.
const COURSE: f64 = 0.3;
/// Courses of a ruined wall from the floor up: where their stones lie.
const COURSES: [&[[f64; 2]]; 7] = [
    &[[-2.03, 2.03]],
    &[[-2.03, 2.03]],
    &[[-2.03, 2.03]],
    &[[-2.03, 0.3], [1.2, 2.03]],
    &[[-2.03, -0.6], [1.6, 2.03]],
    &[[-2.03, -1.0]],
    &[[-2.03, -1.5]],
];

/// A ruined wall across a walkway. It is thicker and wider than parapets, so that it swallows their ends.
fn broken_wall() -> Piece {
    let mut piece = Piece::new("BrokenWall");
    piece.block(TRIM, above(-2.03, -0.3, 0.0), above(2.03, 0.0, BACK));
    for (row, spans) in COURSES.iter().enumerate() {
        for &span in *spans {
            course(&mut piece, row, span);
        }
    }
    // What is missing above lies below.
    for (x, z, radius, turn) in [
        (0.7, -0.6, 0.3, 20.0),
        (-0.15, -0.52, 0.24, 50.0),
        (1.3, -0.5, 0.22, 0.0),
        (0.25, -0.85, 0.13, 70.0),
    ] {
        let stone = Piece::ring(ground(x, z), radius, 5, turn);
        piece.frustum([RUBBLE; 2], &stone, 0.0, radius, radius * 0.35);
    }
    let fallen = Piece::ring(ground(-0.75, -0.6), 0.26, 4, 25.0);
    piece.prism([WALL; 3], &fallen, 0.0, 0.27);
    for (x, y, size) in [(-1.75, 2.0, 0.3), (-1.25, 1.7, 0.24), (1.75, 1.4, 0.26)] {
        let ivy = Piece::ring(ground(x, -0.12), size, 6, x * 40.0);
        piece.frustum([LEAVES; 2], &ivy, y, y + size, size * 0.5);
        let tip = Piece::ring(ground(x, -0.12), size * 0.2, 6, x * 40.0);
        piece.frustum([LEAVES; 2], &tip, y - size * 1.6, y, size * -0.8);
    }
    close(&mut piece, 2, "white", WIDE, -0.3, 2.1);
    piece
}

/// One course of stones, every other one shifted, as masons do; no two beside each other are equally thick.
fn course(piece: &mut Piece, row: usize, [from, to]: [f64; 2]) {
    let low = COURSE * row as f64;
    let mut x: f64 = if row.is_multiple_of(2) { -2.03 } else { -2.4 };
    for i in row.. {
        let (start, end) = (x.max(from), (x + 0.58).min(to));
        if start >= to {
            break;
        }
        if end - start > 0.05 {
            let (stone, proud) = [(WALL, 0.0), (RUBBLE, 0.03), (WALL, 0.015), (TRIM, 0.0)][i * 5 % 7 % 4];
            let (front, back) = (-0.3 - proud, BACK - 0.03 + proud);
            piece.block(stone, above(start, low, front), above(end, low + COURSE, back));
        }
        x += 0.58;
    }
}

/// Boards across a footbridge, and a lamp that says so.
fn barrier() -> Piece {
    let mut piece = Piece::new("Barrier");
    let (side, z) = (NARROW - 0.22, -0.08);
    for x in [-side, side] {
        piece.prism([WOOD; 3], &Piece::ring(ground(x, z), 0.12, 4, 45.0), -0.4, 1.3);
        piece.frustum([TRIM; 2], &Piece::ring(ground(x, z), 0.14, 4, 45.0), 1.3, 1.4, 0.1);
    }
    let front = z - 0.13;
    for (left, right) in [(0.95, 0.9), (0.45, 0.52)] {
        board(&mut piece, [left, right], front);
    }
    // One nailed askew over the others.
    board(&mut piece, [0.28, 1.12], front - 0.07);
    lamp(&mut piece, above(side, 1.4, z));
    close(&mut piece, 1, "white", NARROW, -0.4, 1.4);
    piece
}

/// A board across, its lower edge so high at its left and right end.
fn board(piece: &mut Piece, [left, right]: [f64; 2], z: f64) {
    let (from, to) = (above(-NARROW + 0.02, left, z), above(NARROW - 0.02, right, z));
    piece.beam(WOOD, from, to, 0.06, 0.0, 0.2);
}

/// A lamp on a post.
fn lamp(piece: &mut Piece, foot: DVec3) {
    let ring = |radius: f64| Piece::ring(foot, radius, 4, 45.0);
    piece.prism([LAMP; 3], &ring(0.1), foot.y, foot.y + 0.2);
    piece.frustum([GOLD; 2], &ring(0.15), foot.y + 0.2, foot.y + 0.32, 0.14);
}

/// A trough of flowers, where there is no shrine at the end of the carpet.
fn hedge() -> Piece {
    let mut piece = Piece::new("Hedge");
    let (half, front) = (NARROW, -0.42);
    piece.prism([TRIM; 3], &rectangle(-half, front, half, BACK), -0.25, 0.12);
    piece.prism([WALL; 3], &rectangle(-half + 0.04, front + 0.04, half - 0.04, BACK - 0.04), 0.12, 0.42);
    piece.prism([TRIM; 3], &rectangle(-half, front, half, BACK), 0.42, 0.5);
    let bed = rectangle(-half + 0.1, front + 0.08, half - 0.1, BACK - 0.08);
    piece.prism([LEAVES; 3], &bed, 0.5, 0.95);
    piece.frustum([LEAVES; 2], &bed, 0.95, 1.12, 0.12);
    for (x, y, z) in [
        (-0.75, 0.72, front + 0.08),
        (-0.35, 0.86, front + 0.08),
        (0.1, 0.68, front + 0.08),
        (0.45, 0.88, front + 0.08),
        (0.78, 0.7, front + 0.08),
        (-0.55, 1.1, -0.16),
        (0.0, 1.1, -0.08),
        (0.5, 1.1, -0.2),
    ] {
        let flower = Piece::ring(ground(x, z), 0.09, 6, x * 90.0);
        piece.prism([CLOTH; 3], &flower, y, y + 0.1);
        piece.prism([GOLD; 3], &Piece::ring(ground(x, z), 0.04, 6, 0.0), y + 0.1, y + 0.13);
    }
    close(&mut piece, 1, "red", NARROW, -0.25, 1.1);
    piece
}
