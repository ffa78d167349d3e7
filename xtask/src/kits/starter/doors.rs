//! What stands where two pieces are joined, on both sides of the plane between them: all of it open.

use super::materials::{CLOTH, GOLD, LAMP, ROOF, RUBBLE, TRIM, WALL, WOOD};
use super::parts::{INSET, NARROW, WIDE, above, rectangle};
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![archway(), lanterns(), wicket(), curtain()]
}

/// The connector to the north, and a small box: nothing tests it, but a piece has one.
fn join(piece: &mut Piece, pins: u32, color: &'static str, half: f64) {
    piece.door(pins, color, DVec3::ZERO, compass(0.0));
    piece.keep_out(above(-half, 2.0, INSET), above(half, 2.2, 0.2));
}

/// An arch over a walkway, its curtain drawn aside. Its piers swallow the ends of parapets.
fn archway() -> Piece {
    let mut piece = Piece::new("Archway");
    let (pier, span, spring) = (WIDE - 0.2, WIDE - 0.45, 1.95);
    for x in [-pier, pier] {
        let square = |half: f64| Piece::ring(ground(x, 0.0), half * std::f64::consts::SQRT_2, 4, 45.0);
        piece.prism([TRIM; 3], &square(0.31), 0.0, 0.2);
        piece.prism([WALL; 3], &square(0.25), 0.2, spring - 0.16);
        piece.prism([TRIM; 3], &square(0.3), spring - 0.16, spring);
    }
    arch(&mut piece, span, spring);
    piece.beam(GOLD, above(-span, spring - 0.1, 0.0), above(span, spring - 0.1, 0.0), 0.06, -0.03, 0.03);
    for side in [-1.0, 1.0] {
        drape(&mut piece, span * side, (span - 0.62) * side, spring - 0.08);
    }
    join(&mut piece, 2, "white", WIDE);
    piece
}

/// An arch of nine stones, the middle one a keystone.
fn arch(piece: &mut Piece, span: f64, spring: f64) {
    let (rise, thick) = (0.7, 0.36);
    let at = |i: u32, more: f64| {
        let up = compass(-90.0 + 20.0 * f64::from(i));
        [up.x * (span + more), spring - up.z * (rise + more)]
    };
    for i in 0..9 {
        let (stone, more, deep) = match i {
            4 => (TRIM, thick + 0.1, 0.27),
            _ if i % 2 == 0 => (WALL, thick, 0.22),
            _ => (RUBBLE, thick, 0.2),
        };
        wedge(piece, stone, [at(i, 0.0), at(i, more), at(i + 1, more), at(i + 1, 0.0)], deep);
    }
}

/// A stone with a flat outline across the way, clockwise seen from the south, so deep to both sides.
fn wedge(piece: &mut Piece, material: Material, outline: [[f64; 2]; 4], deep: f64) {
    let south = outline.map(|[x, y]| above(x, y, deep));
    let north = outline.map(|[x, y]| above(x, y, -deep));
    piece.face(material, &[south[3], south[2], south[1], south[0]]);
    piece.face(material, &north);
    for i in 0..4 {
        let j = (i + 1) % 4;
        piece.face(material, &[south[i], south[j], north[j], north[i]]);
    }
}

/// A curtain from a post to its free edge, gathered by a golden band.
fn drape(piece: &mut Piece, post: f64, edge: f64, high: f64) {
    let reach = edge - post;
    let levels = [(0.04, 0.75, 0.07), (1.0, 0.26, 0.05), (1.12, 0.26, 0.05), (high, 1.0, 0.05)];
    let rings = levels.map(|(y, part, fold)| folds(post, post + reach * part, y, fold));
    for pair in rings.windows(2) {
        let (low, high) = (&pair[0], &pair[1]);
        for i in 0..low.len() {
            let j = (i + 1) % low.len();
            // Two triangles, for a cloth that is gathered is not flat.
            piece.face(CLOTH, &[low[i], low[j], high[j]]);
            piece.face(CLOTH, &[low[i], high[j], high[i]]);
        }
    }
    let end = post + reach * 0.3;
    piece.block(GOLD, above(post.min(end), 1.01, -0.1), above(post.max(end), 1.11, 0.1));
}

/// The outline of a folded cloth at a height, counterclockwise from above.
fn folds(a: f64, b: f64, y: f64, fold: f64) -> Vec<DVec3> {
    let (west, east, count) = (a.min(b), a.max(b), 7);
    let at = |i: u32, z: f64| {
        let wave = if i.is_multiple_of(2) { -fold } else { fold };
        above(west + (east - west) * f64::from(i) / f64::from(count), y, wave + z)
    };
    let south = (0..=count).map(|i| at(i, 0.03));
    south.chain((0..=count).rev().map(|i| at(i, -0.03))).collect()
}

/// A lamp on a pier at either side of a walkway.
fn lanterns() -> Piece {
    let mut piece = Piece::new("Lanterns");
    for x in [-WIDE + 0.2, WIDE - 0.2] {
        let square = |half: f64| Piece::ring(ground(x, 0.0), half * std::f64::consts::SQRT_2, 4, 45.0);
        piece.prism([WALL; 3], &square(0.3), 0.0, 1.16);
        piece.prism([TRIM; 3], &square(0.37), 1.16, 1.3);
        piece.prism([LAMP; 3], &square(0.15), 1.3, 1.68);
        for (dx, dz) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, 1.0), (1.0, -1.0)] {
            let corner = Piece::ring(ground(x + dx * 0.17, dz * 0.17), 0.05, 4, 45.0);
            piece.prism([TRIM; 3], &corner, 1.3, 1.68);
        }
        piece.frustum([GOLD; 2], &square(0.26), 1.68, 1.95, 0.34);
    }
    join(&mut piece, 2, "white", WIDE);
    piece
}

/// A small roofed gate of wood, its wicket open.
fn wicket() -> Piece {
    let mut piece = Piece::new("Wicket");
    for x in [-NARROW, NARROW] {
        piece.prism([WOOD; 3], &Piece::ring(ground(x, 0.0), 0.15, 4, 45.0), -0.4, 2.4);
        let (foot, head) = (above(x, 1.9, 0.0), above(x * 0.6, 2.25, 0.0));
        piece.beam(WOOD, foot, head, 0.1, -0.08, 0.08);
    }
    piece.beam(WOOD, above(-1.3, 2.2, 0.0), above(1.3, 2.2, 0.0), 0.16, 0.0, 0.16);
    let eaves = rectangle(-1.45, -0.42, 1.45, 0.42);
    piece.prism([TRIM; 3], &eaves, 2.4, 2.46);
    ridge(&mut piece, 1.45, 0.42, 2.46, 2.78);
    // The wicket leans against the rail.
    let (hinge, end) = (ground(-NARROW + 0.14, 0.08), ground(-NARROW + 0.3, 0.86));
    for y in [0.16, 0.62] {
        piece.beam(WOOD, hinge, end, 0.05, y, y + 0.1);
    }
    for i in 0..5 {
        let pale = hinge + (end - hinge) * ((f64::from(i) + 0.5) / 5.0);
        piece.prism([TRIM; 3], &Piece::ring(pale, 0.055, 4, 30.0), 0.06, 0.88);
    }
    join(&mut piece, 1, "white", NARROW);
    piece
}

/// A roof with a ridge along x.
fn ridge(piece: &mut Piece, long: f64, wide: f64, low: f64, high: f64) {
    let at = |x: f64, y: f64, z: f64| above(x * long, y, z * wide);
    let [west, east] = [-0.9, 0.9].map(|x| at(x, high, 0.0));
    piece.face(ROOF, &[at(-1.0, low, 1.0), at(1.0, low, 1.0), east, west]);
    piece.face(ROOF, &[at(1.0, low, -1.0), at(-1.0, low, -1.0), west, east]);
    piece.face(ROOF, &[at(1.0, low, 1.0), at(1.0, low, -1.0), east]);
    piece.face(ROOF, &[at(-1.0, low, -1.0), at(-1.0, low, 1.0), west]);
}

/// Red curtains before the shrine, held by golden posts; lower than its eaves.
fn curtain() -> Piece {
    let mut piece = Piece::new("Curtain");
    let (side, high) = (NARROW + 0.12, 2.42);
    for x in [-side, side] {
        let ring = |radius: f64| Piece::ring(ground(x, 0.0), radius, 8, 22.5);
        piece.prism([TRIM; 3], &ring(0.24), 0.0, 0.24);
        piece.prism([WALL; 3], &ring(0.13), 0.24, high + 0.1);
        piece.prism([GOLD; 3], &ring(0.18), high + 0.1, high + 0.18);
        piece.frustum([GOLD; 2], &ring(0.15), high + 0.18, high + 0.38, 0.15);
        drape(&mut piece, x * 0.93, x * 0.42, high);
    }
    piece.beam(GOLD, above(-side, high, 0.0), above(side, high, 0.0), 0.08, -0.02, 0.06);
    valance(&mut piece, side - 0.1, high);
    join(&mut piece, 1, "red", NARROW);
    piece
}

/// A strip of cloth along the rod that ends in points.
fn valance(piece: &mut Piece, half: f64, high: f64) {
    let wide = 2.0 * half / 5.0;
    for i in 0..5 {
        let x = -half + wide * f64::from(i);
        let tip = [x + wide / 2.0, high - 0.38];
        let (left, right) = ([x, high - 0.2], [x + wide, high - 0.2]);
        wedge(piece, CLOTH, [left, [x, high], [x + wide, high], right], 0.1);
        wedge(piece, GOLD, [tip, left, right, tip], 0.09);
    }
}
