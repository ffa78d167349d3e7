//! Rooms of plain stone.

use super::materials::{BONE, CARPET, IRON, PLAIN, STEP, STONE_DARK, TRIM, WOOD, WOOD_PALE};
use super::measures::{THICK, WAY_HIGH, at};
use super::outline::rectangle;
use super::props::{barrel, carpet, crate_of, pillar, rafters, torch};
use super::shell::{Shell, door, guard};
use crate::piece::{Material, Piece, compass, ground};

/// Where a map begins: the portcullis in the south has come down behind you.
pub(super) fn entrance() -> Piece {
    let mut piece = Piece::new("Entrance");
    let (wide, half, high) = (5.0, 4.5, 4.0);
    let doors = [
        door(3, "white", ground(0.0, -half), 0.0),
        door(2, "white", ground(wide, 0.0), 90.0),
        door(2, "white", ground(-wide, 0.0), 270.0),
    ];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high, doors: &doors }.build(&mut piece, 1.4);
    let wall = half - THICK;
    for x in [-1.0_f64, 1.0] {
        let (near, far) = (1.5 * x, 1.9 * x);
        piece.block(TRIM, at(near.min(far), 0.0, wall - 0.3), at(near.max(far), 3.3, wall));
        torch(&mut piece, ground(2.5 * x, wall), compass(0.0));
        torch(&mut piece, ground(3.2 * x, -wall), compass(180.0));
        pillar(&mut piece, ground(3.0 * x, -2.3), 0.32, high);
        pillar(&mut piece, ground(3.0 * x, 2.3), 0.32, high);
    }
    piece.block(TRIM, at(-2.0, 3.3, wall - 0.34), at(2.0, 3.7, wall));
    for i in 0..7 {
        let x = -1.26 + 0.42 * f64::from(i);
        piece.block(IRON, at(x - 0.05, 0.0, wall - 0.2), at(x + 0.05, 3.3, wall - 0.1));
    }
    for y in [0.5, 1.3, 2.1, 2.9] {
        piece.block(IRON, at(-1.5, y, wall - 0.22), at(1.5, y + 0.1, wall - 0.08));
    }
    carpet(&mut piece, -1.2, -half + THICK + 0.2, 1.2, wall - 0.6, 0.0);
    rafters(&mut piece, wide - THICK, &[-2.3, 0.0, 2.3], high);
    guard(&mut piece, -wide, -half, wide, half, high);
    piece
}

/// A small room with a bunk, behind narrow doors.
pub(super) fn cell() -> Piece {
    let mut piece = Piece::new("Cell");
    let half = 2.8;
    let doors = [
        door(1, "white", ground(0.0, -half), 0.0),
        door(2, "white", ground(0.0, half), 180.0),
        door(1, "white", ground(half, 0.0), 90.0),
    ];
    let outline = rectangle(-half, -half, half, half);
    Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors }.build(&mut piece, 0.9);
    let wall = half - THICK;
    piece.block(WOOD, at(-wall, 0.0, -1.4), at(-wall + 1.0, 0.4, 0.8));
    piece.block(BONE, at(-wall + 0.06, 0.4, -1.34), at(-wall + 0.94, 0.54, 0.74));
    piece.block(CARPET_PILLOW, at(-wall + 0.2, 0.54, -1.24), at(-wall + 0.8, 0.66, -0.84));
    crate_of(&mut piece, ground(-wall + 0.5, 1.8), 0.6, 8.0);
    torch(&mut piece, ground(-wall, 1.2), compass(90.0));
    rafters(&mut piece, wall, &[0.0], WAY_HIGH);
    guard(&mut piece, -half, -half, half, half, WAY_HIGH);
    piece
}

/// Cloth that is not to be walked on.
const CARPET_PILLOW: Material = Material::solid("cloth", CARPET.color);

/// The largest room: two rows of pillars, gates at its ends.
pub(super) fn hall() -> Piece {
    let mut piece = Piece::new("Hall");
    let (wide, half, high) = (6.0, 7.5, 4.8);
    let doors = [
        door(3, "white", ground(0.0, -half), 0.0),
        door(3, "white", ground(0.0, half), 180.0),
        door(2, "white", ground(wide, 0.0), 90.0),
        door(2, "white", ground(-wide, 0.0), 270.0),
    ];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high, doors: &doors }.build(&mut piece, 1.8);
    for z in [-4.6, -2.0, 2.0, 4.6] {
        for x in [-3.3, 3.3] {
            pillar(&mut piece, ground(x, z), 0.42, high);
        }
    }
    for x in [-1.0, 1.0] {
        for z in [-3.3, 3.3] {
            torch(&mut piece, ground(x * (wide - THICK), z), compass(-90.0 * x));
        }
    }
    carpet(&mut piece, -1.4, -half + THICK + 0.2, 1.4, half - THICK - 0.2, 0.0);
    rafters(&mut piece, wide - THICK, &[-4.6, -2.0, 2.0, 4.6], high);
    guard(&mut piece, -wide, -half, wide, half, high);
    piece
}

/// Crates and barrels; three doors.
pub(super) fn storeroom() -> Piece {
    let mut piece = Piece::new("Storeroom");
    let (wide, half) = (3.6, 3.2);
    let doors = [
        door(2, "white", ground(0.0, half), 180.0),
        door(2, "white", ground(wide, 0.0), 90.0),
        door(1, "white", ground(-1.4, -half), 0.0),
    ];
    let outline = rectangle(-wide, -half, wide, half);
    Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors }.build(&mut piece, 1.0);
    let (x, z) = (wide - THICK, half - THICK);
    crate_of(&mut piece, ground(x - 0.6, -z + 0.6), 0.9, 4.0);
    crate_of(&mut piece, at(x - 0.6, 0.9, -z + 0.6), 0.6, 30.0);
    crate_of(&mut piece, ground(x - 1.7, -z + 0.55), 0.75, -10.0);
    for (dx, dz) in [(0.5, 0.5), (0.5, 1.35), (1.35, 0.5)] {
        barrel(&mut piece, ground(-x + dx, z - dz));
    }
    piece.block(WOOD_PALE, at(-x, 0.78, -0.9), at(-x + 0.9, 0.88, 0.9));
    for leg in [-0.75, 0.75] {
        piece.block(WOOD, at(-x + 0.1, 0.0, leg - 0.08), at(-x + 0.8, 0.78, leg + 0.08));
    }
    piece.prism([STONE_DARK; 3], &Piece::ring(ground(-x + 0.45, 0.3), 0.14, 6, 0.0), 0.88, 1.12);
    piece.prism([STEP; 3], &rectangle(-x + 0.25, -0.6, -x + 0.65, -0.1), 0.88, 0.91);
    torch(&mut piece, ground(1.0, -z), compass(180.0));
    torch(&mut piece, ground(2.4, z), compass(0.0));
    rafters(&mut piece, x, &[-1.5, 0.0, 1.5], WAY_HIGH);
    guard(&mut piece, -wide, -half, wide, half, WAY_HIGH);
    piece
}
