//! Rooms of the other themes: gold, red, green.

use super::materials::{
    BONE, CAVE, CAVE_PALE, CAVE_TRIM, CRYPT_TRIM, CRYSTAL, FLAME, GOLD, GREEN, PLAIN, PUDDLE, RED, STEP,
    STONE_DARK, TRIM, WATER,
};
use super::measures::{DEEP, LID, THICK, WAY, WAY_HIGH, at};
use super::outline::{inset, outwards, rectangle};
use super::props::{carpet, chest, pillar, rafters, rock, sarcophagus, taper, torch};
use super::shell::{Shell, door, guard};
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

/// The end of an avenue: a throne on a dais.
pub(super) fn throne() -> Piece {
    let mut piece = Piece::new("Throne");
    let (wide, half, high) = (5.5, 6.5, 5.0);
    let doors = [door(3, "gold", ground(0.0, half), 180.0)];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high, doors: &doors }.build(&mut piece, 1.7);
    let back = -half + THICK;
    for i in 0..3_u32 {
        let (reach, y) = (3.6 - 0.45 * f64::from(i), 0.2 * f64::from(i));
        let outline = rectangle(-reach, back, reach, back + reach + 0.4);
        piece.prism([STEP, TRIM, TRIM], &outline, y, y + 0.2);
    }
    let seat =
        |x0: f64, x1: f64, y0: f64, y1: f64, z0: f64, z1: f64, piece: &mut Piece, material: Material| {
            piece.block(material, at(x0, y0, back + z0), at(x1, y1, back + z1));
        };
    seat(-0.7, 0.7, 0.6, 1.1, 0.5, 1.5, &mut piece, STONE_DARK);
    seat(-0.7, 0.7, 1.1, 2.9, 0.5, 0.75, &mut piece, STONE_DARK);
    seat(-0.5, 0.5, 1.1, 1.18, 0.75, 1.45, &mut piece, CRYPT_TRIM);
    for x in [-1.0_f64, 1.0] {
        let (near, far) = (0.5 * x, 0.7 * x);
        seat(near.min(far), near.max(far), 1.1, 1.5, 0.75, 1.5, &mut piece, GOLD);
        let post = Piece::ring(at(0.62 * x, 0.0, back + 0.62), 0.16, 4, 45.0);
        taper(&mut piece, GOLD, &post, 2.9, 3.3, 0.14);
        for z in [-0.4, 2.8] {
            pillar(&mut piece, ground(3.9 * x, z), 0.4, high);
        }
        torch(&mut piece, at(2.2 * x, 0.2, back), compass(180.0));
        torch(&mut piece, ground(x * (wide - THICK), 1.2), compass(-90.0 * x));
        piece.block(CRYPT_TRIM, at(3.0 * x - 0.45, 1.0, back), at(3.0 * x + 0.45, 4.0, back + 0.06));
    }
    carpet(&mut piece, -1.1, back + 4.1, 1.1, half - THICK - 0.2, 0.0);
    carpet(&mut piece, -1.1, back + 1.7, 1.1, back + 3.0, 0.6);
    rafters(&mut piece, wide - THICK, &[-0.4, 2.8], high);
    guard(&mut piece, -wide, -half, wide, half, high);
    piece
}

/// Gold behind a narrow door.
pub(super) fn treasury() -> Piece {
    let mut piece = Piece::new("Treasury");
    let (wide, half) = (3.0, 2.8);
    let doors = [door(1, "gold", ground(0.0, half), 180.0)];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors }.build(&mut piece, 0.9);
    let (x, z) = (wide - THICK, half - THICK);
    carpet(&mut piece, -0.8, -1.0, 0.8, z - 0.1, 0.0);
    chest(&mut piece, ground(0.0, -z + 0.55), compass(180.0));
    chest(&mut piece, ground(-x + 0.55, -0.4), compass(90.0));
    for (px, pz, radius) in [(x - 0.7, -z + 0.7, 0.62), (-x + 0.6, -z + 0.6, 0.5), (x - 0.5, 0.3, 0.42)] {
        taper(
            &mut piece,
            GOLD,
            &Piece::ring(ground(px, pz), radius, 9, px * 30.0),
            0.0,
            radius * 0.7,
            radius,
        );
    }
    for (px, pz) in [(x - 0.4, 1.6), (-x + 0.4, 1.5)] {
        piece.prism([TRIM; 3], &Piece::ring(ground(px, pz), 0.3, 6, 0.0), 0.0, 0.8);
        taper(&mut piece, GOLD, &Piece::ring(ground(px, pz), 0.2, 6, 0.0), 0.8, 1.2, -0.08);
    }
    for side in [-1.0, 1.0] {
        torch(&mut piece, ground(side * 1.6, -z), compass(180.0));
    }
    rafters(&mut piece, x, &[0.0], WAY_HIGH);
    guard(&mut piece, -wide, -half, wide, half, WAY_HIGH);
    piece
}

/// The dead in their stone boxes.
pub(super) fn crypt() -> Piece {
    let mut piece = Piece::new("Crypt");
    let (wide, half, high) = (4.5, 4.5, 3.6);
    let doors = [
        door(2, "red", ground(0.0, half), 180.0),
        door(2, "red", ground(0.0, -half), 0.0),
        door(1, "red", ground(wide, 0.0), 90.0),
    ];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &RED, outline: &outline, high, doors: &doors }.build(&mut piece, 1.1);
    for (x, z, open) in [(-2.7, -2.3, false), (-2.7, 2.3, true), (2.7, -2.3, false), (2.7, 2.3, false)] {
        sarcophagus(&mut piece, ground(x, z), open);
    }
    piece.prism([TRIM; 3], &Piece::ring(ground(-3.2, 0.0), 0.5, 6, 0.0), 0.0, 0.9);
    taper(&mut piece, FLAME, &Piece::ring(ground(-3.2, 0.0), 0.3, 6, 0.0), 0.9, 1.4, 0.26);
    carpet(&mut piece, -0.9, -half + THICK + 0.2, 0.9, half - THICK - 0.2, 0.0);
    for x in [-1.0, 1.0] {
        torch(&mut piece, ground(x * 2.7, -half + THICK), compass(180.0));
        torch(&mut piece, ground(x * 2.7, half - THICK), compass(0.0));
    }
    rafters(&mut piece, wide - THICK, &[-2.0, 0.0, 2.0], high);
    guard(&mut piece, -wide, -half, wide, half, high);
    piece
}

/// A passage with bones on shelves.
pub(super) fn ossuary() -> Piece {
    let mut piece = Piece::new("Ossuary");
    let (half, wide) = (3.0, WAY + 0.5);
    let doors = [door(2, "red", ground(0.0, -half), 0.0), door(2, "red", ground(0.0, half), 180.0)];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &RED, outline: &outline, high: WAY_HIGH, doors: &doors }.build(&mut piece, 0.9);
    for x in [-1.0_f64, 1.0] {
        let (near, far) = (x * (wide - THICK - 0.5), x * (wide - THICK));
        for (y, thick) in [(0.0, 0.25), (0.8, 0.12), (1.6, 0.12), (2.4, 0.12)] {
            piece.block(TRIM, at(near.min(far), y, -2.1), at(near.max(far), y + thick, 2.1));
        }
        for z in [-2.1, -0.7, 0.7, 2.1] {
            piece.block(STONE_DARK, at(near.min(far), 0.25, z - 0.1), at(near.max(far), 2.4, z + 0.1));
        }
        for (i, z) in [-1.7, -1.3, -0.3, 0.2, 1.1, 1.6].into_iter().enumerate() {
            let skull = Piece::ring(ground(x * (wide - THICK - 0.24), z), 0.15, 6, 20.0 * z);
            let y = [0.25, 0.92, 0.92, 0.25, 0.92, 0.25][i];
            piece.prism([BONE; 3], &skull, y, y + 0.26);
        }
    }
    rafters(&mut piece, wide - THICK, &[-1.4, 1.4], WAY_HIGH);
    guard(&mut piece, -wide, -half, wide, half, WAY_HIGH);
    piece
}

/// A cave of eight sides around a pool.
pub(super) fn cavern() -> Piece {
    let mut piece = Piece::new("Cavern");
    let (reach, high) = (6.0, 4.6);
    let outline = Piece::ring(DVec3::ZERO, reach / libm::cos(22.5_f64.to_radians()), 8, 22.5);
    let doors = [0.0, 135.0, 225.0].map(|side| door(2, "green", compass(side) * reach, side));
    Shell { theme: &GREEN, outline: &outline, high, doors: &doors }.build(&mut piece, 1.7);
    piece.prism([CAVE_PALE; 3], &Piece::ring(ground(0.3, 0.0), 2.3, 9, 10.0), 0.0, 0.14);
    piece.prism([WATER; 3], &Piece::ring(ground(0.3, 0.0), 2.0, 9, 10.0), 0.14, 0.16);
    rock(&mut piece, CAVE, at(0.6, 0.14, -0.3), 0.6, 1.2, 0.0);
    for (side, radius, tall) in
        [(45.0, 0.8, 1.9), (70.0, 0.6, 1.1), (270.0, 0.9, 2.2), (292.0, 0.6, 1.3), (180.0, 0.7, 1.4)]
    {
        rock(&mut piece, CAVE_PALE, compass(side) * (reach - 1.1), radius, tall, side);
        // Stalactites answer the rocks below.
        let tip = compass(side) * (reach - 1.3);
        let ring = Piece::ring(tip, radius * 0.5, 5, side);
        let point = at(tip.x, high - tall * 0.7, tip.z);
        for (i, &a) in ring.iter().enumerate() {
            let b = ring[(i + 1) % 5];
            piece.face(CAVE, &[at(b.x, high, b.z), at(a.x, high, a.z), point]);
        }
        let lid: Vec<DVec3> = ring.iter().map(|p| at(p.x, high, p.z)).collect();
        piece.face(CAVE, &lid);
    }
    for (side, away) in [(58.0, 4.3), (279.0, 4.2), (190.0, 4.5)] {
        let foot = compass(side) * away;
        let ring = Piece::ring(foot, 0.16, 5, side);
        piece.prism([CRYSTAL; 3], &ring, 0.0, 0.5);
        taper(&mut piece, CRYSTAL, &ring, 0.5, 0.9, 0.15);
    }
    guard(&mut piece, -reach, -2.5, reach, 2.5, high);
    guard(&mut piece, -2.5, -reach, 2.5, reach, high);
    for side in [45.0, 135.0] {
        let end = compass(side) * (reach - 0.05);
        piece.keep_out_along(-end, end, 5.0, -DEEP, high + LID);
    }
    piece
}

/// A wet bend of a sixth of a turn in the caves.
pub(super) fn grotto() -> Piece {
    let mut piece = Piece::new("Grotto");
    let (reach, turn, high) = (3.4, 60.0, 3.4);
    let (south, far) = (ground(0.0, reach), compass(turn) * reach);
    let doors = [door(2, "green", south, 180.0), door(2, "green", far, turn)];
    let side = outwards(compass(turn)) * WAY;
    let outline = [
        far - side,
        compass(-15.0) * 3.3,
        compass(-75.0) * 3.3,
        south + ground(-WAY, 0.0),
        south + ground(WAY, 0.0),
        far + side,
    ];
    Shell { theme: &GREEN, outline: &outline, high, doors: &doors }.build(&mut piece, 0.95);
    let inner = inset(&outline, THICK + 0.1);
    let (a, b) = (inner[1], inner[2]);
    let pool = [a * 0.95, (a + b) * 0.5, b * 0.95, b * 0.45 + ground(0.2, 0.0), a * 0.4];
    piece.prism([PUDDLE, CAVE_TRIM, CAVE_TRIM], &pool, 0.0, 0.03);
    for (corner, size) in [(a * 0.88, 0.5), (b * 0.86, 0.55), ((a + b) * 0.46, 0.4)] {
        rock(&mut piece, CAVE_PALE, corner, size, size * 2.2, size * 300.0);
    }
    let glow = (a + b) * 0.4;
    let ring = Piece::ring(glow, 0.13, 5, 0.0);
    piece.prism([CRYSTAL; 3], &ring, 0.0, 0.45);
    taper(&mut piece, CRYSTAL, &ring, 0.45, 0.8, 0.12);
    for end in [south, far] {
        let along = end.normalize();
        piece.keep_out_along(along * -1.6, end - along * 0.05, 2.0 * WAY, -DEEP, high + LID);
    }
    let out = compass(-45.0);
    piece.keep_out_along(DVec3::ZERO, out * 2.8, 3.2, -DEEP, high + LID);
    piece
}
