//! From one floor to another by ladder. The shaft's middle is the origin of each piece, its ladder in the north.

use super::materials::{IRON, MORTAR, PLAIN, ROOF, STONE, STONE_DARK, TRIM};
use super::measures::{DEEP, LID, THICK, WAY_HIGH, at};
use super::outline::{JOINT, pave, rectangle};
use super::props::{crate_of, ladder, torch};
use super::shell::{Shell, door, guard, keep_out};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

/// Half the width of a shaft, inside and outside.
pub(super) const HOLE: f64 = 0.9;
pub(super) const TUBE: f64 = HOLE + THICK;

/// The rectangles around the hole in a floor or a ceiling.
fn around(x0: f64, z0: f64, x1: f64, z1: f64) -> [[f64; 4]; 4] {
    [[x0, z0, -HOLE, z1], [HOLE, z0, x1, z1], [-HOLE, z0, HOLE, -HOLE], [-HOLE, HOLE, HOLE, z1]]
}

/// A room with a shaft in its floor.
pub(super) fn top() -> Piece {
    let mut piece = Piece::new("ShaftTop");
    let (wide, north, south) = (3.2, -TUBE, 4.4);
    let doors = [door(2, "white", ground(0.0, south), 180.0), door(2, "white", ground(wide, 1.8), 90.0)];
    let outline = rectangle(-wide, north, wide, south);
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    shell.walls(&mut piece);
    shell.ceiling(&mut piece);
    for [x0, z0, x1, z1] in around(-wide, north, wide, south) {
        piece.prism([MORTAR, STONE, ROOF], &rectangle(x0, z0, x1, z1), -DEEP, -JOINT);
        let floor = rectangle(x0.max(-wide + THICK), z0, x1.min(wide - THICK), z1.min(south - THICK));
        if z0 < -HOLE - 0.1 && z1 < 0.0 {
            continue; // under the wall
        }
        let floor = floor.iter().map(|p| at(p.x, 0.0, p.z.max(-HOLE))).collect::<Vec<_>>();
        pave(&mut piece, PLAIN.flags, &floor, 0.95, 0.0);
    }
    // A curb with a gap in the south, where the ladder is boarded.
    for x in [-1.0, 1.0] {
        let line = x * (HOLE + 0.12);
        piece.beam(STONE_DARK, ground(line, -HOLE), ground(line, HOLE + 0.24), 0.24, 0.0, 0.7);
        piece.beam(TRIM, ground(line, -HOLE), ground(line, HOLE + 0.26), 0.32, 0.7, 0.8);
    }
    ladder(&mut piece, ground(0.0, -HOLE + 0.16), compass(90.0), -DEEP, 1.4);
    crate_of(&mut piece, ground(-wide + THICK + 0.5, south - THICK - 0.5), 0.75, 12.0);
    torch(&mut piece, ground(-wide + THICK, 1.8), compass(90.0));
    torch(&mut piece, ground(2.0, north + THICK), compass(180.0));
    piece.door(1, "shaft", at(0.0, -DEEP, 0.0), DVec3::NEG_Y);
    guard(&mut piece, -wide, north, wide, south, WAY_HIGH);
    piece
}

/// A room with a shaft in its ceiling.
pub(super) fn bottom() -> Piece {
    let mut piece = Piece::new("ShaftBottom");
    let (wide, north, south) = (3.2, -TUBE, 4.4);
    let doors = [door(2, "white", ground(0.0, south), 180.0), door(2, "white", ground(-wide, 1.8), 270.0)];
    let outline = rectangle(-wide, north, wide, south);
    let shell = Shell { theme: &PLAIN, outline: &outline, high: WAY_HIGH, doors: &doors };
    shell.walls(&mut piece);
    let floor = rectangle(-wide + THICK, north + THICK, wide - THICK, south - THICK);
    shell.floor(&mut piece, &[floor], 0.95);
    for [x0, z0, x1, z1] in around(-wide, north, wide, south) {
        let lid = rectangle(x0, z0, x1, z1);
        piece.prism([ROOF, ROOF, STONE_DARK], &lid, WAY_HIGH, WAY_HIGH + LID);
    }
    piece.prism([IRON; 3], &rectangle(-0.7, -HOLE, 0.7, -HOLE + 0.5), 0.0, 0.03);
    ladder(&mut piece, ground(0.0, -HOLE + 0.16), compass(90.0), 0.0, WAY_HIGH + LID);
    crate_of(&mut piece, ground(wide - THICK - 0.5, south - THICK - 0.5), 0.75, -8.0);
    crate_of(&mut piece, ground(wide - THICK - 0.45, south - THICK - 1.4), 0.6, 20.0);
    torch(&mut piece, ground(wide - THICK, 1.0), compass(270.0));
    torch(&mut piece, ground(-2.0, north + THICK), compass(180.0));
    piece.door(1, "shaft", at(0.0, WAY_HIGH + LID, 0.0), DVec3::Y);
    guard(&mut piece, -wide, north, wide, south, WAY_HIGH);
    piece
}

/// A length of shaft with its ladder.
pub(super) fn ladder_shaft() -> Piece {
    let mut piece = Piece::new("Ladder");
    let high = 2.4;
    for x in [-1.0, 1.0] {
        let (near, far) = (x * HOLE, x * TUBE);
        piece.block(STONE, at(near.min(far), 0.0, -TUBE), at(near.max(far), high, TUBE));
        piece.block(STONE, at(-HOLE, 0.0, near.min(far)), at(HOLE, high, near.max(far)));
        for z in [-1.0, 1.0] {
            let corner = Piece::ring(ground(x * (TUBE - 0.1), z * (TUBE - 0.1)), 0.28, 4, 45.0);
            piece.prism([TRIM; 3], &corner, 0.3, high - 0.3);
        }
    }
    for y in [0.0, high - 0.3] {
        for (x0, z0, x1, z1) in [
            (-TUBE - 0.1, -TUBE - 0.1, TUBE + 0.1, -TUBE),
            (-TUBE - 0.1, TUBE, TUBE + 0.1, TUBE + 0.1),
            (-TUBE - 0.1, -TUBE, -TUBE, TUBE),
            (TUBE, -TUBE, TUBE + 0.1, TUBE),
        ] {
            piece.prism([TRIM; 3], &rectangle(x0, z0, x1, z1), y, y + 0.3);
        }
    }
    ladder(&mut piece, ground(0.0, -HOLE + 0.16), compass(90.0), 0.0, high);
    piece.door(1, "shaft", DVec3::ZERO, DVec3::NEG_Y);
    piece.door(1, "shaft", at(0.0, high, 0.0), DVec3::Y);
    let side = TUBE + 0.1;
    keep_out(&mut piece, at(-side, 0.0, -side), at(side, high, side));
    piece
}
