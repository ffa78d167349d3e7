//! The ten pieces that maps grow from.

use super::materials::{CARPET, GOLD, GRASS, LEAVES, PAVING, PLANKS, ROOF, STONE, TRIM, WALL, WATER, WOOD};
use super::parts::{DEEP, HEAD, INSET, NARROW, WIDE, above, keep_out, parapet, post, rectangle, slab};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![plaza(), fork(), junction(), garden(), hall(), bend(), stairs(), gate(), bridge(), shrine()]
}

/// The hub of stars and arenas: eight corners, four doors, a fountain.
fn plaza() -> Piece {
    let mut piece = Piece::new("Plaza");
    let radius = 8.0;
    // Sides of four metres face the doors; the slanted ones between them are walled.
    let outline: Vec<DVec3> = [0.0, 270.0, 180.0, 90.0]
        .iter()
        .flat_map(|&side| {
            let (out, left) = (compass(side), compass(side - 90.0));
            [out * radius - left * WIDE, out * radius + left * WIDE]
        })
        .collect();
    slab(&mut piece, STONE, &outline);
    let paving: Vec<DVec3> = outline.iter().map(|p| *p * 0.8).collect();
    piece.prism([PAVING; 3], &paving, 0.0, 0.04);
    for i in [1, 3, 5, 7] {
        let (a, b) = (outline[i], outline[(i + 1) % 8]);
        let inward = -((a + b) / 2.0).normalize() * 0.25;
        parapet(&mut piece, a + inward, b + inward);
        post(&mut piece, a + inward, 1.1);
        post(&mut piece, b + inward, 1.1);
    }
    let basin = Piece::ring(DVec3::ZERO, 1.7, 8, 22.5);
    piece.prism([TRIM; 3], &basin, 0.04, 0.6);
    piece.prism([WATER; 3], &Piece::ring(DVec3::ZERO, 1.4, 8, 22.5), 0.6, 0.62);
    piece.prism([WALL; 3], &Piece::ring(DVec3::ZERO, 0.35, 8, 22.5), 0.6, 1.7);
    piece.frustum([GOLD, GOLD], &Piece::ring(DVec3::ZERO, 0.5, 8, 22.5), 1.7, 2.1, 0.45);
    for side in [0.0, 90.0, 180.0, 270.0] {
        piece.door(2, "white", compass(side) * radius, compass(side));
    }
    // A cross of two boxes and a square between them follow the eight corners closely.
    keep_out(&mut piece, -WIDE, -radius, WIDE, radius);
    keep_out(&mut piece, -radius, -WIDE, radius, WIDE);
    keep_out(&mut piece, -5.2, -5.2, 5.2, 5.2);
    piece
}

/// Three walkways at a third of a turn: no grid will hold it.
fn fork() -> Piece {
    let mut piece = Piece::new("Fork");
    let reach = 5.0;
    let sides = [0.0, 240.0, 120.0];
    let corner = |side: f64, left: f64| compass(side) * reach + compass(side - 90.0) * left;
    let outline: Vec<DVec3> =
        sides.iter().flat_map(|&side| [corner(side, -WIDE), corner(side, WIDE)]).collect();
    slab(&mut piece, STONE, &outline);
    let paving = Piece::ring(DVec3::ZERO, 2.4, 6, 30.0);
    piece.prism([PAVING; 3], &paving, 0.0, 0.04);
    post(&mut piece, above(0.0, 0.04, 0.0), 1.6);
    for (i, &side) in sides.iter().enumerate() {
        let next = sides[(i + 1) % 3];
        let (a, b) = (corner(side, WIDE - 0.2), corner(next, -WIDE + 0.2));
        parapet(&mut piece, a - compass(side) * 0.3, b - compass(next) * 0.3);
        piece.door(2, "white", compass(side) * reach, compass(side));
        let out = compass(side);
        piece.keep_out_along(out * 0.5, out * (reach - INSET), 2.0 * WIDE - 2.0 * INSET, -DEEP - 0.25, HEAD);
    }
    piece
}

/// Three doors at right angles.
fn junction() -> Piece {
    let mut piece = Piece::new("Junction");
    let half = 3.0;
    slab(&mut piece, STONE, &rectangle(-half, -half, half, half));
    piece.prism([PAVING; 3], &rectangle(-1.6, -1.6, 1.6, 1.6), 0.0, 0.04);
    parapet(&mut piece, ground(-half, half - 0.2), ground(half, half - 0.2));
    for (x, z) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
        post(&mut piece, ground(x * (half - 0.3), z * (half - 0.3)), 1.1);
    }
    for side in [0.0, 90.0, 270.0] {
        piece.door(2, "white", compass(side) * half, compass(side));
    }
    keep_out(&mut piece, -half, -half, half, half);
    piece
}

/// A lawn with a tree; a red door leads to the shrine.
fn garden() -> Piece {
    let mut piece = Piece::new("Garden");
    let half = 4.0;
    slab(&mut piece, STONE, &rectangle(-half, -half, half, half));
    for x in [-1.0_f64, 1.0] {
        let (near, far) = (1.4 * x, 3.5 * x);
        piece.prism([GRASS, TRIM, TRIM], &rectangle(near.min(far), -3.5, near.max(far), 3.5), 0.0, 0.12);
    }
    for (x, z) in [(-2.5, -1.8), (2.6, 1.4)] {
        piece.prism([WOOD; 3], &Piece::ring(ground(x, z), 0.22, 6, 0.0), 0.12, 1.6);
        piece.frustum([LEAVES, LEAVES], &Piece::ring(ground(x, z), 1.1, 8, 0.0), 1.2, 2.3, 0.5);
        piece.frustum([LEAVES, LEAVES], &Piece::ring(ground(x, z), 0.9, 8, 20.0), 2.0, 3.2, 0.8);
    }
    let edge = half - 0.2;
    parapet(&mut piece, ground(-edge, -half), ground(-edge, half));
    for z in [-1.0, 1.0] {
        parapet(&mut piece, ground(edge, z * half), ground(edge, z * NARROW));
        for x in [-1.0, 1.0] {
            parapet(&mut piece, ground(x * half, z * edge), ground(x * WIDE, z * edge));
        }
    }
    piece.prism([CARPET; 3], &rectangle(1.2, -0.8, half, 0.8), 0.0, 0.13);
    piece.door(2, "white", ground(0.0, -half), compass(0.0));
    piece.door(2, "white", ground(0.0, half), compass(180.0));
    piece.door(1, "red", ground(half, 0.0), compass(90.0));
    keep_out(&mut piece, -half, -half, half, half);
    piece
}

/// A straight walkway under an arcade.
fn hall() -> Piece {
    let mut piece = Piece::new("Hall");
    let half = 4.0;
    slab(&mut piece, PAVING, &rectangle(-WIDE, -half, WIDE, half));
    let edge = WIDE - 0.2;
    for x in [-edge, edge] {
        parapet(&mut piece, ground(x, -half), ground(x, half));
        for z in [-3.0, 0.0, 3.0] {
            post(&mut piece, ground(x, z), 1.1);
        }
    }
    piece.door(2, "white", ground(0.0, -half), compass(0.0));
    piece.door(2, "white", ground(0.0, half), compass(180.0));
    keep_out(&mut piece, -WIDE, -half, WIDE, half);
    piece
}

/// An eighth of a turn.
fn bend() -> Piece {
    let mut piece = Piece::new("Bend");
    let (radius, angle, steps) = (7.0, 45.0, 6);
    // The walkway comes from the south and turns to the right around this point.
    let center = ground(radius, 0.0);
    let at = |degrees: f64, reach: f64| center + compass(degrees - 90.0) * reach;
    for i in 0..steps {
        let (a, b) = (angle * f64::from(i) / f64::from(steps), angle * f64::from(i + 1) / f64::from(steps));
        let (inner, outer) = (radius - WIDE, radius + WIDE);
        let outline = [at(a, outer), at(a, inner), at(b, inner), at(b, outer)];
        piece.prism([PAVING, STONE, TRIM], &outline, -DEEP, 0.0);
        for reach in [inner + 0.2, outer - 0.2] {
            parapet(&mut piece, at(a, reach), at(b, reach));
        }
        if i % 2 == 0 {
            let (low, high) = (at(a, radius), at(a + angle / 3.0, radius));
            let ends = (high - low).normalize() * INSET;
            piece.keep_out_along(low + ends, high - ends, 2.0 * WIDE, -DEEP - 0.25, HEAD);
        }
    }
    piece.door(2, "white", at(0.0, radius), compass(180.0));
    piece.door(2, "white", at(angle, radius), compass(angle));
    piece
}

/// Up by two metres.
fn stairs() -> Piece {
    let mut piece = Piece::new("Stairs");
    let (half, rise, steps) = (4.0, 2.0, 10);
    let run = 6.0 / f64::from(steps);
    slab(&mut piece, PAVING, &rectangle(-WIDE, half - 1.0, WIDE, half));
    for i in 0..steps {
        let (south, top) = (half - 1.0 - run * f64::from(i), rise * f64::from(i + 1) / f64::from(steps));
        let outline = rectangle(-WIDE, south - run, WIDE, south);
        piece.prism([STONE, TRIM, TRIM], &outline, top - DEEP - 0.2, top);
    }
    piece.prism([PAVING, STONE, TRIM], &rectangle(-WIDE, -half, WIDE, -half + 1.0), rise - DEEP, rise);
    for x in [-WIDE + 0.2, WIDE - 0.2] {
        parapet(&mut piece, ground(x, half), ground(x, half - 1.0));
        parapet(&mut piece, ground(x, half - 1.0), above(x, rise, -half + 1.0));
        parapet(&mut piece, above(x, rise, -half + 1.0), above(x, rise, -half));
        post(&mut piece, ground(x, half - 1.0), 1.1);
        post(&mut piece, above(x, rise, -half + 1.0), 1.1);
    }
    piece.door(2, "white", ground(0.0, half), compass(180.0));
    piece.door(2, "white", above(0.0, rise, -half), compass(0.0));
    for (south, north, y) in [(half - INSET, 1.5, 0.4), (1.5, -1.5, 1.0), (-1.5, -half + INSET, rise)] {
        let low = if south > 3.0 { -DEEP - 0.25 } else { y - DEEP - 0.8 };
        piece.keep_out(above(-WIDE + INSET, low, north), above(WIDE - INSET, y + HEAD, south));
    }
    piece
}

/// From a walkway to a footbridge, through an arch.
fn gate() -> Piece {
    let mut piece = Piece::new("Gate");
    let half = 2.0;
    slab(&mut piece, PAVING, &rectangle(-WIDE, -half, WIDE, half));
    for x in [-1.0, 1.0] {
        let (near, far) = (x * 1.05, x * WIDE);
        piece.block(WALL, above(near.min(far), 0.0, -1.4), above(near.max(far), 2.9, -0.4));
        parapet(&mut piece, ground(x * (WIDE - 0.2), -0.4), ground(x * (WIDE - 0.2), half));
        parapet(&mut piece, ground(x * (NARROW + 0.2), -half), ground(x * (NARROW + 0.2), -1.4));
    }
    piece.block(TRIM, above(-WIDE - 0.1, 2.9, -1.5), above(WIDE + 0.1, 3.3, -0.3));
    piece.frustum([ROOF, ROOF], &rectangle(-2.3, -1.9, 2.3, 0.1), 3.3, 4.0, 1.0);
    piece.door(2, "white", ground(0.0, half), compass(180.0));
    piece.door(1, "white", ground(0.0, -half), compass(0.0));
    piece.keep_out(above(-WIDE - 0.2, -DEEP - 0.25, -half + INSET), above(WIDE + 0.2, 4.0, half - INSET));
    piece
}

/// A footbridge of planks with rails.
fn bridge() -> Piece {
    let mut piece = Piece::new("Bridge");
    let half = 5.0;
    for i in 0..20 {
        let z = -half + 0.5 * f64::from(i);
        piece.block(PLANKS, above(-NARROW, -0.12, z), above(NARROW, 0.0, z + 0.47));
    }
    for x in [-NARROW + 0.1, NARROW - 0.1] {
        piece.beam(WOOD, ground(x, -half), ground(x, half), 0.16, -0.4, -0.12);
        piece.beam(WOOD, ground(x, -half + 0.1), ground(x, half - 0.1), 0.1, 0.85, 0.95);
        for z in [-4.8, -2.4, 0.0, 2.4, 4.8] {
            piece.prism([WOOD; 3], &Piece::ring(ground(x, z), 0.1, 4, 45.0), 0.0, 1.05);
        }
    }
    piece.door(1, "white", ground(0.0, -half), compass(0.0));
    piece.door(1, "white", ground(0.0, half), compass(180.0));
    piece.keep_out(above(-NARROW, -0.4, -half + INSET), above(NARROW, HEAD, half - INSET));
    piece
}

/// The end of a way: four pillars, a roof, and something that shines.
fn shrine() -> Piece {
    let mut piece = Piece::new("Shrine");
    let half = 2.5;
    slab(&mut piece, STONE, &rectangle(-half, -half, half, half));
    piece.prism([CARPET; 3], &rectangle(-0.8, -0.6, 0.8, half), 0.0, 0.03);
    for (x, z) in [(-1.9, -1.9), (1.9, -1.9), (-1.9, 1.9), (1.9, 1.9)] {
        piece.prism([WALL; 3], &Piece::ring(ground(x, z), 0.32, 8, 0.0), 0.0, 2.7);
        piece.prism([TRIM; 3], &Piece::ring(ground(x, z), 0.46, 4, 45.0), 2.7, 2.9);
    }
    let eaves = rectangle(-half - 0.1, -half - 0.1, half + 0.1, half + 0.1);
    piece.prism([TRIM; 3], &eaves, 2.9, 3.1);
    piece.frustum([ROOF, ROOF], &eaves, 3.1, 4.6, 3.2);
    piece.prism([TRIM; 3], &Piece::ring(ground(0.0, -1.2), 0.5, 6, 0.0), 0.0, 0.9);
    piece.frustum([GOLD, GOLD], &Piece::ring(ground(0.0, -1.2), 0.3, 6, 0.0), 0.9, 1.5, 0.3);
    for x in [-half + 0.2, half - 0.2] {
        parapet(&mut piece, ground(x, -half), ground(x, half));
    }
    parapet(&mut piece, ground(-half, -half + 0.2), ground(half, -half + 0.2));
    piece.door(1, "red", ground(0.0, half), compass(180.0));
    piece.keep_out(above(-half, -DEEP - 0.25, -half), above(half, 4.6, half - INSET));
    piece
}
