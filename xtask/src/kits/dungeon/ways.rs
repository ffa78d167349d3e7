//! Passages: straight, bent, forked, and from one width or theme to another.

use super::materials::{
    BONE, CAVE_PALE, CRYPT_TRIM, GREEN, MORTAR, PLAIN, PUDDLE, RED, ROOF, STONE_DARK, Theme, WATER,
};
use super::measures::{AVENUE, AVENUE_HIGH, CRAWL, CRAWL_HIGH, DEEP, LID, THICK, WAY, WAY_HIGH, at};
use super::outline::{JOINT, inset, outwards, pave, rectangle};
use super::props::{barrel, carpet, pillar, rafters, rock, torch};
use super::shell::{INSET, Shell, Wall, connectors, door, guard};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

/// A straight passage with beams and torches.
pub(super) fn passage() -> Piece {
    let mut piece = Piece::new("Passage");
    let half = 3.0;
    let doors = [door(2, "white", ground(0.0, -half), 0.0), door(2, "white", ground(0.0, half), 180.0)];
    let outline = rectangle(-WAY, -half, WAY, half);
    Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors }.build(&mut piece, 0.75);
    rafters(&mut piece, WAY - THICK, &[-1.4, 0.0, 1.4], WAY_HIGH);
    torch(&mut piece, ground(-WAY + THICK, 0.0), compass(90.0));
    guard(&mut piece, -WAY, -half, WAY, half, WAY_HIGH);
    piece
}

/// Narrow and low.
pub(super) fn crawl() -> Piece {
    let mut piece = Piece::new("Crawl");
    let half = 2.5;
    let doors = [door(1, "white", ground(0.0, -half), 0.0), door(1, "white", ground(0.0, half), 180.0)];
    let outline = rectangle(-CRAWL, -half, CRAWL, half);
    Shell { theme: &PLAIN, outline: &outline, high: CRAWL_HIGH, doors: &doors }.build(&mut piece, 0.65);
    rafters(&mut piece, CRAWL - THICK, &[0.0], CRAWL_HIGH);
    guard(&mut piece, -CRAWL, -half, CRAWL, half, CRAWL_HIGH);
    piece
}

/// A wide way between pillars, a carpet in its middle.
pub(super) fn avenue() -> Piece {
    let mut piece = Piece::new("Avenue");
    let (half, wide) = (4.5, AVENUE + 0.8);
    let doors = [door(3, "white", ground(0.0, -half), 0.0), door(3, "white", ground(0.0, half), 180.0)];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high: AVENUE_HIGH, doors: &doors }.build(&mut piece, 1.0);
    carpet(&mut piece, -1.2, -half + THICK, 1.2, half - THICK, 0.0);
    for z in [-2.2, 2.2] {
        for x in [-2.45, 2.45] {
            pillar(&mut piece, ground(x, z), 0.3, AVENUE_HIGH);
        }
    }
    for side in [90.0, 270.0] {
        torch(&mut piece, compass(side) * (wide - THICK), -compass(side));
    }
    guard(&mut piece, -wide, -half, wide, half, AVENUE_HIGH);
    piece
}

/// A quarter of a turn.
pub(super) fn corner() -> Piece {
    let mut piece = Piece::new("Corner");
    let half = 3.0;
    let doors = [door(2, "white", ground(0.0, half), 180.0), door(2, "white", ground(half, 0.0), 90.0)];
    let outline = [(-WAY, -WAY), (-WAY, half), (WAY, half), (WAY, WAY), (half, WAY), (half, -WAY)]
        .map(|(x, z)| ground(x, z));
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    let inner = WAY - THICK;
    let parts =
        [rectangle(-inner, -inner, inner, half - THICK), rectangle(inner, -inner, half - THICK, inner)];
    shell.walls(&mut piece);
    shell.ceiling(&mut piece);
    shell.floor(&mut piece, &parts, 0.75);
    torch(&mut piece, ground(-inner, 0.0), compass(90.0));
    barrel(&mut piece, ground(-inner + 0.45, -inner + 0.45));
    guard(&mut piece, -WAY, -WAY, WAY, half, WAY_HIGH);
    guard(&mut piece, -WAY, -WAY, half, WAY, WAY_HIGH);
    piece
}

/// An eighth of a turn.
pub(super) fn bend() -> Piece {
    let mut piece = Piece::new("Bend");
    let (reach, turn) = (2.8, 45.0);
    let (south, far) = (ground(0.0, reach), compass(turn) * reach);
    let doors = [door(2, "white", south, 180.0), door(2, "white", far, turn)];
    // Where the left walls of the two legs meet, so far from the middle.
    let meet = |wide: f64| {
        let (a, b) = (compass(-90.0), compass(turn - 90.0));
        (a + b) * (wide / (1.0 + a.dot(b)))
    };
    let out = compass(turn - 90.0);
    let outline = [
        far + out * WAY,
        meet(WAY),
        south + compass(-90.0) * WAY,
        south + compass(90.0) * WAY,
        meet(-WAY),
        far - out * WAY,
    ];
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    let inner = inset(&outline, THICK);
    let parts = [vec![inner[1], inner[2], inner[3], inner[4]], vec![inner[0], inner[1], inner[4], inner[5]]];
    shell.walls(&mut piece);
    shell.ceiling(&mut piece);
    shell.floor(&mut piece, &parts, 0.75);
    torch(&mut piece, meet(WAY - THICK) + compass(180.0) * 0.4, compass(90.0));
    for end in [south, far] {
        let along = end.normalize();
        piece.keep_out_along(along * -0.3, end - along * INSET, 2.0 * WAY, -DEEP, WAY_HIGH + LID);
    }
    piece
}

/// Three ways.
pub(super) fn tee() -> Piece {
    let mut piece = Piece::new("Tee");
    let half = 3.0;
    let doors = [90.0, 180.0, 270.0].map(|side| door(2, "white", compass(side) * half, side));
    let outline = [
        (-half, -WAY),
        (-half, WAY),
        (-WAY, WAY),
        (-WAY, half),
        (WAY, half),
        (WAY, WAY),
        (half, WAY),
        (half, -WAY),
    ]
    .map(|(x, z)| ground(x, z));
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    let (inner, end) = (WAY - THICK, half - THICK);
    let parts = [rectangle(-end, -inner, end, inner), rectangle(-inner, inner, inner, end)];
    shell.walls(&mut piece);
    shell.ceiling(&mut piece);
    shell.floor(&mut piece, &parts, 0.75);
    torch(&mut piece, ground(0.0, -inner), compass(180.0));
    guard(&mut piece, -half, -WAY, half, WAY, WAY_HIGH);
    guard(&mut piece, -WAY, -WAY, WAY, half, WAY_HIGH);
    piece
}

/// Four ways around a drain.
pub(super) fn crossing() -> Piece {
    let mut piece = Piece::new("Crossing");
    let half = 3.4;
    let sides = [0.0, 270.0, 180.0, 90.0];
    let doors = sides.map(|side| door(2, "white", compass(side) * half, side));
    // Slanted walls between the four doors.
    let outline: Vec<DVec3> = sides
        .iter()
        .flat_map(|&side| [1.0, -1.0].map(|s| compass(side) * half + compass(side + 90.0) * (s * WAY)))
        .collect();
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    shell.build(&mut piece, 0.85);
    piece.prism([STONE_DARK; 3], &Piece::ring(DVec3::ZERO, 0.9, 8, 22.5), 0.0, 0.05);
    piece.prism([WATER; 3], &Piece::ring(DVec3::ZERO, 0.65, 8, 22.5), 0.05, 0.06);
    for side in [45.0, 225.0] {
        let place = (compass(side) * (half + WAY) / 2.0 * std::f64::consts::SQRT_2) - compass(side) * THICK;
        torch(&mut piece, place, -compass(side));
    }
    guard(&mut piece, -half, -WAY, half, WAY, WAY_HIGH);
    guard(&mut piece, -WAY, -half, WAY, half, WAY_HIGH);
    guard(&mut piece, -2.6, -2.6, 2.6, 2.6, WAY_HIGH);
    piece
}

/// A way that goes on through a smaller door: half its width and its height.
fn transition(piece: &mut Piece, from: (u32, f64), to: (u32, f64), high: f64) {
    let (half, wide) = (2.0, from.1.max(to.1));
    let doors =
        [door(from.0, "white", ground(0.0, half), 180.0), door(to.0, "white", ground(0.0, -half), 0.0)];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high, doors: &doors }.build(piece, 0.8);
    guard(piece, -wide, -half, wide, half, high);
}

/// From a passage to a crawl.
pub(super) fn narrows() -> Piece {
    let mut piece = Piece::new("Narrows");
    transition(&mut piece, (2, WAY), (1, CRAWL), WAY_HIGH);
    rafters(&mut piece, WAY - THICK, &[0.0], WAY_HIGH);
    for x in [-1.1, 1.1] {
        rock(&mut piece, STONE_DARK, ground(x, -1.2), 0.36, 0.5, x * 40.0);
    }
    torch(&mut piece, ground(WAY - THICK, 0.3), compass(270.0));
    piece
}

/// From a passage to an avenue.
pub(super) fn gateway() -> Piece {
    let mut piece = Piece::new("Gateway");
    transition(&mut piece, (3, AVENUE), (2, WAY), AVENUE_HIGH);
    carpet(&mut piece, -1.0, -2.0 + THICK, 1.0, 2.0 - THICK, 0.0);
    for x in [-1.0, 1.0] {
        pillar(&mut piece, ground(x * 1.85, -1.1), 0.25, AVENUE_HIGH);
        torch(&mut piece, ground(x * (AVENUE - THICK), 0.3), compass(-90.0 * x));
    }
    piece
}

/// A way from plain stone into another theme: the stones change in the middle.
fn threshold(piece: &mut Piece, color: &'static str, theme: &Theme) {
    let half = 2.5;
    let (plain, other) =
        (door(2, "white", ground(0.0, half), 180.0), door(2, color, ground(0.0, -half), 0.0));
    for (theme, end, z) in [(&PLAIN, &plain, half), (theme, &other, -half)] {
        let (z0, z1) = (z.min(0.0), z.max(0.0));
        Wall::end(end, WAY - THICK, -JOINT, WAY_HIGH).build(piece, theme, &[*end]);
        for x in [-1.0, 1.0] {
            let (near, far) = (x * (WAY - THICK), x * WAY);
            let (low, high) = (at(near.min(far), -0.03, z0), at(near.max(far), WAY_HIGH, z1));
            piece.block(theme.wall, low, high);
            let foot = x * (WAY - THICK - 0.08);
            let (low, high) =
                (at(near.min(foot), -0.03, z0.max(-2.1)), at(near.max(foot), 0.22, z1.min(2.1)));
            piece.block(theme.trim, low, high);
        }
        let outline = rectangle(-WAY, z0, WAY, z1);
        let floor = rectangle(-WAY + THICK, z0.max(-2.1), WAY - THICK, z1.min(2.1));
        piece.prism([MORTAR, theme.wall, ROOF], &outline, -DEEP, -0.03);
        piece.prism([ROOF, ROOF, theme.stones[1]], &outline, WAY_HIGH, WAY_HIGH + LID);
        pave(piece, theme.flags, &floor, 0.75, 0.0);
    }
    connectors(piece, &[plain, other]);
    guard(piece, -WAY, -half, WAY, half, WAY_HIGH);
}

/// The way down to the dead, between skulls and banners.
pub(super) fn crypt_gate() -> Piece {
    let mut piece = Piece::new("CryptGate");
    threshold(&mut piece, "red", &RED);
    for x in [-1.0, 1.0] {
        let wall = ground(x * (WAY - THICK), -1.0);
        let inwards = compass(-90.0 * x);
        let side = outwards(inwards) * 0.4;
        piece.beam(CRYPT_TRIM, wall - side + inwards * 0.04, wall + side + inwards * 0.04, 0.06, 0.7, 2.4);
        piece.prism([BONE; 3], &Piece::ring(wall + inwards * 0.16, 0.13, 6, 0.0), 1.5, 1.72);
        torch(&mut piece, ground(x * (WAY - THICK), 1.0), inwards);
    }
    piece
}

/// Where the masonry ends and the cave begins.
pub(super) fn cave_mouth() -> Piece {
    let mut piece = Piece::new("CaveMouth");
    threshold(&mut piece, "green", &GREEN);
    for (x, z, radius) in [(-1.25, -1.6, 0.34), (1.2, -0.9, 0.38), (-1.2, -0.5, 0.28), (1.3, 0.2, 0.22)] {
        rock(&mut piece, CAVE_PALE, ground(x, z), radius, radius * 1.8, z * 70.0);
    }
    piece.prism([PUDDLE; 3], &Piece::ring(ground(0.1, -0.9), 0.7, 7, 10.0), 0.0, 0.015);
    torch(&mut piece, ground(-WAY + THICK, 1.2), compass(90.0));
    piece
}
