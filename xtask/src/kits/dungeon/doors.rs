//! What stands open in the doorways between two rooms: leaves folded back into the thickness of the two walls, and what
//! hangs from lintels. Their color is that of ends, which plain stone, crypts and caves all accept.

use super::materials::{
    BONE, CAVE_PALE, CAVE_TRIM, CRYPT_PALE, CRYPT_TRIM, CRYSTAL, IRON, STONE_DARK, TRIM, WOOD, WOOD_PALE,
};
use super::measures::{at, door_size};
use super::props::{rock, taper};
use super::shell::INSET;
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

/// Where hinges are: leaves that swing from here to the south end little beyond the frames of the doorway.
const HINGE: f64 = -0.32;

/// The connector to the north, and a small box: nothing tests it, but a piece has one.
fn open(name: &'static str, pins: u32) -> (Piece, f64, f64) {
    let mut piece = Piece::new(name);
    let (width, high) = door_size(pins);
    let half = width / 2.0;
    piece.door(pins, "end", DVec3::ZERO, compass(0.0));
    piece.keep_out(at(-half, high - 0.2, INSET), at(half, high, 0.12));
    (piece, half, high)
}

/// What a leaf is made of: its boards in turn, the bands across them, and how thick it is.
struct Leaf {
    boards: [Material; 2],
    band: Material,
    thick: f64,
}

const OAK: Leaf = Leaf { boards: [WOOD, WOOD_PALE], band: IRON, thick: 0.08 };
const SLAB: Leaf = Leaf { boards: [STONE_DARK, STONE_DARK], band: CRYPT_TRIM, thick: 0.14 };

impl Leaf {
    /// Hangs it at the left (-1) or right (1), open so that it leaves the wall behind it by so many degrees.
    fn hang(&self, piece: &mut Piece, side: f64, hinge: f64, size: [f64; 2], ajar: f64) {
        let [long, high] = size;
        let (foot, along) = (ground(hinge * side, HINGE - 0.06), compass(180.0 + ajar * side));
        let count = (long / 0.24).round();
        let reach = |part: f64| foot + along * (long * part / count);
        for i in 0..count as u32 {
            let proud = if i % 2 == 0 { 0.0 } else { 0.02 };
            let (a, b) = (reach(f64::from(i)), reach(f64::from(i) + 1.0));
            piece.beam(self.boards[i as usize % 2], a, b, self.thick + proud, 0.03, high);
        }
        for y in [0.12, 0.5, 0.84] {
            let (a, b) = (foot + along * 0.04, foot + along * (long - 0.06));
            piece.beam(self.band, a, b, self.thick + 0.06, high * y - 0.06, high * y + 0.06);
        }
        let grip = foot + along * (long - 0.14);
        piece.prism([TRIM; 3], &Piece::ring(grip, self.thick * 0.5 + 0.06, 6, 0.0), 1.0, 1.14);
    }
}

/// Posts and a beam in the doorway, for leaves to hang from. Gives back how high leaves are.
fn frame(piece: &mut Piece, material: Material, half: f64, high: f64, post: f64) -> f64 {
    let top = high * 0.85;
    for side in [-1.0_f64, 1.0] {
        let (near, far) = (side * (half - post), side * half);
        piece.block(material, at(near.min(far), 0.0, HINGE - 0.14), at(near.max(far), top, HINGE));
    }
    piece.block(material, at(-half, top, HINGE - 0.16), at(half, top + 0.14, HINGE + 0.02));
    top
}

/// Two leaves of oak under a grille.
pub(super) fn oak_door() -> Piece {
    let (mut piece, half, high) = open("OakDoor", 2);
    let top = frame(&mut piece, WOOD, half, high, 0.12);
    for i in 0..7 {
        let x = -0.72 + 0.24 * f64::from(i);
        piece.prism([IRON; 3], &Piece::ring(ground(x, HINGE - 0.07), 0.035, 4, 45.0), top + 0.14, high);
    }
    OAK.hang(&mut piece, -1.0, half - 0.14, [1.04, top - 0.02], 22.0);
    OAK.hang(&mut piece, 1.0, half - 0.14, [1.04, top - 0.02], 9.0);
    piece
}

/// One leaf, for a crawl.
pub(super) fn plank_door() -> Piece {
    let (mut piece, half, high) = open("PlankDoor", 1);
    let top = frame(&mut piece, WOOD, half, high, 0.08);
    OAK.hang(&mut piece, -1.0, half - 0.12, [1.2, top - 0.02], 14.0);
    piece
}

/// Two slabs of stone under a skull.
pub(super) fn crypt_door() -> Piece {
    let (mut piece, half, high) = open("CryptDoor", 2);
    let top = frame(&mut piece, CRYPT_PALE, half, high, 0.12);
    skull(&mut piece, at(0.0, top + 0.14, HINGE - 0.07));
    for (side, ajar) in [(-1.0, 12.0), (1.0, 26.0)] {
        SLAB.hang(&mut piece, side, half - 0.18, [1.0, top - 0.02], ajar);
    }
    piece
}

/// A skull that looks both ways.
fn skull(piece: &mut Piece, foot: DVec3) {
    let ring = |radius: f64| Piece::ring(foot, radius, 6, 0.0);
    piece.prism([BONE; 3], &ring(0.1), foot.y, foot.y + 0.08);
    piece.prism([BONE; 3], &ring(0.15), foot.y + 0.08, foot.y + 0.22);
    taper(piece, BONE, &ring(0.15), foot.y + 0.22, foot.y + 0.29, 0.08);
    for x in [-0.06, 0.06] {
        let (low, high) =
            (at(foot.x + x - 0.03, foot.y + 0.1, foot.z - 0.15), foot + at(x + 0.03, 0.17, 0.15));
        piece.block(TRIM, low, high);
    }
}

/// A portcullis that is up, and the wings of a gate.
pub(super) fn iron_gate() -> Piece {
    let (mut piece, half, high) = open("IronGate", 3);
    for i in 0..11 {
        let x = -half + 0.2 + (2.0 * half - 0.4) / 10.0 * f64::from(i);
        piece.prism([IRON; 3], &Piece::ring(ground(x, 0.0), 0.07, 4, 45.0), 2.72, high);
        // The tips that threaten whoever walks below.
        let tip = Piece::ring(ground(x, 0.0), 0.01, 4, 45.0);
        taper(&mut piece, IRON, &tip, 2.5, 2.72, -0.06);
    }
    piece.block(IRON, at(-half, 2.86, -0.07), at(half, 2.96, 0.07));
    let fixed = 0.42;
    for side in [-1.0, 1.0] {
        let (jamb, post) = (ground(side * half, HINGE), ground(side * (half - fixed), HINGE));
        grille(&mut piece, jamb, post, 2.35);
        let end = post + compass(180.0 + 14.0 * side) * 1.3 + ground(0.0, 0.06);
        grille(&mut piece, post + ground(0.0, 0.06), end, 2.2);
        let stile = Piece::ring(post, 0.1, 4, 45.0);
        piece.prism([TRIM; 3], &stile, 0.0, 2.45);
        taper(&mut piece, TRIM, &stile, 2.45, 2.6, 0.1);
    }
    piece
}

/// Upright bars with points between three rails.
fn grille(piece: &mut Piece, from: DVec3, to: DVec3, high: f64) {
    for y in [0.1, high * 0.5, high - 0.2] {
        piece.beam(IRON, from, to, 0.08, y, y + 0.1);
    }
    let count = (from.distance(to) / 0.18).round();
    for i in 0..count as u32 {
        let foot = from + (to - from) * ((f64::from(i) + 0.5) / count);
        let bar = Piece::ring(foot, 0.045, 4, 45.0);
        piece.prism([IRON; 3], &bar, 0.04, high - 0.05);
        taper(piece, IRON, &bar, high - 0.05, high + 0.1, 0.045);
    }
}

/// Where vines hang: place in the doorway, and how far down they reach.
const STRANDS: [[f64; 3]; 16] = [
    [-1.1, -0.2, 0.25],
    [-1.02, 0.15, 0.1],
    [-0.95, -0.05, 0.5],
    [-0.84, 0.22, 0.8],
    [-0.76, -0.18, 1.3],
    [-0.6, 0.05, 1.75],
    [-0.38, -0.12, 2.05],
    [-0.12, 0.16, 2.2],
    [0.15, -0.08, 2.25],
    [0.42, 0.1, 2.0],
    [0.66, -0.15, 1.6],
    [0.8, 0.18, 1.05],
    [0.9, -0.02, 0.65],
    [0.98, 0.2, 0.3],
    [1.06, -0.2, 0.12],
    [1.12, 0.04, 0.4],
];

/// Vines that somebody has pushed aside, and stones that glow.
pub(super) fn vines() -> Piece {
    let (mut piece, half, high) = open("Vines", 2);
    for (i, [x, z, low]) in STRANDS.into_iter().enumerate() {
        let tint = if i % 3 == 0 { CAVE_PALE } else { CAVE_TRIM };
        piece.prism([tint; 3], &Piece::ring(ground(x, z), 0.03, 4, x * 50.0), low + 0.1, high);
        let mut y = low;
        while y < high - 0.15 {
            let turn = x * 200.0 + y * 170.0;
            let leaf = ground(x, z) + compass(turn) * 0.06;
            piece.lathe(leaf, 4, turn, &[(0.0, y, tint), (0.075, y + 0.13, tint), (0.0, y + 0.19, tint)]);
            y += 0.21;
        }
    }
    for (side, z) in [(-1.0, 0.3), (1.0, -0.28)] {
        let foot = ground(side * (half - 0.16), z);
        rock(&mut piece, CAVE_PALE, foot, 0.16, 0.2, side * 30.0);
        let glow = Piece::ring(foot + ground(side * -0.1, 0.02), 0.06, 5, 0.0);
        piece.prism([CRYSTAL; 3], &glow, 0.0, 0.2);
        taper(&mut piece, CRYSTAL, &glow, 0.2, 0.4, 0.055);
    }
    piece
}
