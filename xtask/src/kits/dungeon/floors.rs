//! From one floor to another on foot, and across a pit.

use super::materials::{MORTAR, PLAIN, PLANKS, ROOF, STEP, STONE, STONE_DARK, STONE_PALE, TRIM, WATER, WOOD};
use super::measures::{DEEP, LID, THICK, WAY, WAY_HIGH, at};
use super::outline::{JOINT, clip, pave, rectangle};
use super::props::{pillar, rafters, rock, torch};
use super::shell::{Shell, Wall, connectors, door, guard, keep_out};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

/// Up by four metres, straight on, under a slanted ceiling.
pub(super) fn stairs() -> Piece {
    let mut piece = Piece::new("Stairs");
    let (half, rise, steps) = (4.6, 4.0, 20_u32);
    let landing = 1.2;
    let run = 2.0 * (half - landing) / f64::from(steps);
    let doors = [door(2, "white", ground(0.0, half), 180.0), door(2, "white", at(0.0, rise, -half), 0.0)];
    let line = [
        ground(0.0, half),
        ground(0.0, half - landing),
        at(0.0, rise, -half + landing),
        at(0.0, rise, -half),
    ];
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        piece.beam(ROOF, a, b, 2.0 * WAY, WAY_HIGH, WAY_HIGH + LID);
        piece.beam(MORTAR, a, b, 2.0 * (WAY - THICK), -DEEP, -0.23);
        for x in [-1.0, 1.0] {
            let side = ground(x * (WAY - THICK / 2.0), 0.0);
            piece.beam(STONE, a + side, b + side, THICK, -DEEP, WAY_HIGH);
            let rail = ground(x * (WAY - THICK - 0.05), 0.0);
            piece.beam(TRIM, a + rail, b + rail, 0.1, -0.2, 0.35);
        }
    }
    let inner = WAY - THICK;
    for i in 0..steps {
        let (south, top) = (half - landing - run * f64::from(i), rise * f64::from(i + 1) / f64::from(steps));
        piece.prism([STEP, STONE_DARK, TRIM], &rectangle(-inner, south - run, inner, south), top - 0.45, top);
    }
    for (z0, z1, y) in [(half - landing, half, 0.0), (-half, -half + landing, rise)] {
        piece.prism([MORTAR, STONE, TRIM], &rectangle(-inner, z0, inner, z1), y - 0.23, y - JOINT);
        let (z0, z1) = (z0.max(-half + THICK), z1.min(half - THICK));
        pave(&mut piece, PLAIN.flags, &rectangle(-inner, z0, inner, z1), 0.75, y);
    }
    for (end, y) in doors.iter().zip([0.0, rise]) {
        Wall::end(end, inner, y - JOINT, y + WAY_HIGH).build(&mut piece, &PLAIN, &[*end]);
    }
    for (z, y) in [(1.7, 1.0), (-1.7, 3.0)] {
        torch(&mut piece, at(-inner, y, z), compass(90.0));
    }
    connectors(&mut piece, &doors);
    // Boxes in steps leave room below the upper end and above the lower one.
    for (z0, z1, low, high) in
        [(2.3, half, 0.0, 0.7), (0.0, 2.3, 0.6, 2.0), (-2.3, 0.0, 2.0, 3.4), (-half, -2.3, 3.3, rise)]
    {
        keep_out(&mut piece, at(-WAY, low - DEEP, z0), at(WAY, high + WAY_HIGH + LID, z1));
    }
    piece
}

/// A tower with a winding stair: in from the south, out to the east, 4.8 metres higher.
pub(super) fn spiral() -> Piece {
    let mut piece = Piece::new("Spiral");
    let (half, steps) = (3.2, 24_u32);
    let rise = 0.2 * f64::from(steps);
    let high = rise + WAY_HIGH;
    let doors = [door(2, "white", ground(0.0, half), 180.0), door(2, "white", at(half, rise, 0.0), 90.0)];
    let outline = rectangle(-half, -half, half, half);
    Shell { theme: &PLAIN, outline: &outline, high, doors: &doors }.build(&mut piece, 0.95);
    let inner = rectangle(-half + THICK, -half + THICK, half - THICK, half - THICK);
    // Clockwise seen from above; a wedge of at most a sixth of a turn stays convex when the walls cut it.
    let wedge = |from: f64, to: f64| clip(vec![DVec3::ZERO, compass(to) * 7.0, compass(from) * 7.0], &inner);
    let (start, each) = (210.0, 210.0 / f64::from(steps));
    for i in 0..steps {
        let from = start + each * f64::from(i);
        let top = 0.2 * f64::from(i + 1);
        piece.prism([STEP, STONE_DARK, TRIM], &wedge(from, from + each), 0.0, top);
    }
    piece.prism([STEP, STONE_PALE, TRIM], &wedge(60.0, 120.0), rise - 0.4, rise);
    piece.prism([STONE_PALE; 3], &Piece::ring(DVec3::ZERO, 0.42, 8, 22.5), 0.0, high);
    let edge = compass(120.0);
    piece.beam(STONE_PALE, edge * 0.3 + DVec3::Y * rise, edge * 3.2 + DVec3::Y * rise, 0.2, -0.4, 0.9);
    piece.beam(TRIM, edge * 0.3 + DVec3::Y * rise, edge * 3.2 + DVec3::Y * rise, 0.3, 0.9, 1.0);
    torch(&mut piece, ground(half - THICK, 1.9), compass(270.0));
    torch(&mut piece, at(-half + THICK, 1.6, 0.0), compass(90.0));
    torch(&mut piece, at(1.4, rise, -half + THICK), compass(180.0));
    guard(&mut piece, -half, -half, half, half, high);
    piece
}

/// A bridge of planks over a flooded pit.
pub(super) fn chasm() -> Piece {
    let mut piece = Piece::new("Chasm");
    let (wide, half, high, deep) = (4.2, 5.2, 4.2, 3.0);
    let edge = 3.2;
    let doors = [door(2, "white", ground(0.0, -half), 0.0), door(2, "white", ground(0.0, half), 180.0)];
    let outline = rectangle(-wide, -half, wide, half);
    let shell = Shell { theme: &PLAIN, outline: &outline, high, doors: &doors };
    shell.walls(&mut piece);
    shell.ceiling(&mut piece);
    let inner = wide - THICK;
    for (z0, z1) in [(-half, -edge), (edge, half)] {
        piece.prism([MORTAR, STONE_DARK, ROOF], &rectangle(-wide, z0, wide, z1), -deep, -JOINT);
        let floor = rectangle(-inner, z0.max(-half + THICK), inner, z1.min(half - THICK));
        pave(&mut piece, PLAIN.flags, &floor, 1.0, 0.0);
    }
    for x in [-1.0, 1.0] {
        let (near, far) = (x * inner, x * wide);
        piece.block(STONE_DARK, at(near.min(far), -deep, -edge), at(near.max(far), -JOINT, edge));
        for z in [-2.0, 0.4, 2.2] {
            rock(&mut piece, STONE_PALE, at(x * 2.6, -deep + 0.3, z * x), 0.5, 1.3, z * 50.0);
        }
        for z in [-1.0, 1.0] {
            torch(&mut piece, ground(x * 2.6, z * (half - THICK)), compass(90.0 - 90.0 * z));
        }
    }
    piece.prism([STONE_DARK; 3], &rectangle(-inner, -edge, inner, edge), -deep, -deep + 0.3);
    piece.prism([WATER; 3], &rectangle(-inner, -edge, inner, edge), -deep + 0.3, -deep + 0.8);
    for i in 0..17 {
        let z = -3.4 + 0.4 * f64::from(i);
        piece.block(PLANKS, at(-1.3, 0.0, z), at(1.3, 0.06, z + 0.37));
    }
    for x in [-1.1, 1.1] {
        piece.beam(WOOD, ground(x, -edge), ground(x, edge), 0.2, -0.3, 0.0);
        piece.beam(WOOD, ground(x * 1.08, -3.3), ground(x * 1.08, 3.3), 0.1, 0.86, 0.96);
        for z in [-3.3, -1.65, 0.0, 1.65, 3.3] {
            piece.prism([WOOD; 3], &Piece::ring(ground(x * 1.08, z), 0.1, 4, 45.0), 0.06, 1.06);
        }
    }
    for (x, z) in [(-2.9, -3.6), (2.9, -3.6), (-2.9, 3.6), (2.9, 3.6)] {
        pillar(&mut piece, ground(x, z), 0.28, high);
    }
    rafters(&mut piece, inner, &[-3.6, 0.0, 3.6], high);
    keep_out(&mut piece, at(-wide, -deep, -half), at(wide, high + LID, half));
    piece
}
