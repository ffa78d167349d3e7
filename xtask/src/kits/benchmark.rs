//! The benchmark kit: the five pieces of the paper's Benchmark scene, by name and connectors; the shapes are ours.
//!
//! Toy blocks, a color each. Every doorway has a threshold and caps in the color of its connector, so that one sees
//! which doors match. Roofs and rails are not to be walked on.

use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

/// The colors of a piece: what one walks on, and what one does not.
struct Look {
    floor: Material,
    inlay: Material,
    wall: Material,
}

const PLATFORM: Look = look([244, 220, 158], [232, 198, 116], [224, 170, 70]);
const HALLWAY: Look = look([188, 226, 216], [150, 206, 194], [92, 172, 160]);
const CLOVER: Look = look([216, 206, 238], [188, 172, 224], [146, 124, 198]);
const RAMP: Look = look([252, 212, 180], [246, 186, 142], [230, 138, 84]);
const BUNNY: Look = look([250, 214, 226], [242, 178, 200], [222, 132, 164]);
const SIDE: Material = Material::solid("side", [238, 232, 220]);
const BASE: Material = Material::solid("base", [84, 90, 106]);
const ROOF: Material = Material::solid("roof", [62, 116, 128]);
const TILES: Material = Material::solid("tiles", [186, 88, 66]);
const GLASS: Material = Material { roughness: 0.2, ..Material::solid("glass", [70, 92, 118]) };
const LEAVES: Material = Material::solid("leaves", [96, 160, 88]);

/// The color of a connector: its name, its threshold, its caps.
#[derive(Clone, Copy)]
struct Accent {
    color: &'static str,
    band: Material,
    cap: Material,
}

const CYAN: Accent = accent("cyan", "cyan band", [40, 206, 232]);
const BLUE: Accent = accent("blue", "blue band", [44, 84, 222]);
const RED: Accent = accent("red", "red band", [216, 40, 44]);
const GREEN: Accent = accent("green", "green band", [52, 176, 64]);
const GREY: Accent = accent("grey", "grey band", [124, 128, 134]);
const BLACK: Accent = accent("black", "black band", [26, 26, 30]);
const WHITE: Accent = accent("white", "white band", [255, 255, 255]);

/// How deep a slab is.
const DEEP: f64 = 0.6;
/// How high an agent and its head room are.
const HEAD: f64 = 2.4;
/// Boxes keep this far from the connectors, so that neighbours do not touch.
const INSET: f64 = 0.05;
/// Inlays and thresholds lie this much above the floor: enough to be seen, too little to stumble.
const THIN: f64 = 0.03;
/// From the middle of a post to the edges of its doorway and of the floor.
const POST: f64 = 0.25;

const fn look(floor: [u8; 3], inlay: [u8; 3], wall: [u8; 3]) -> Look {
    let (floor, inlay) = (Material::floor("floor", floor), Material::floor("inlay", inlay));
    Look { floor, inlay, wall: Material::solid("wall", wall) }
}

const fn accent(color: &'static str, band: &'static str, rgb: [u8; 3]) -> Accent {
    Accent { color, band: Material::floor(band, rgb), cap: Material::solid(color, rgb) }
}

pub(super) fn pieces() -> Vec<Piece> {
    vec![platform(), hallway(), clover(), ramp(), bunny()]
}

fn above(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn rectangle(x0: f64, z0: f64, x1: f64, z1: f64) -> [DVec3; 4] {
    [ground(x0, z0), ground(x0, z1), ground(x1, z1), ground(x1, z0)]
}

/// The outline of a bar between two points.
fn bar(from: DVec3, to: DVec3, width: f64) -> [DVec3; 4] {
    let along = ground(to.x - from.x, to.z - from.z).normalize();
    let side = ground(-along.z, along.x) * (width / 2.0);
    [from + side, to + side, to - side, from - side].map(|p| ground(p.x, p.z))
}

/// A convex outline with every side moved inwards by the same distance, so that bevels are even.
fn shrunk(outline: &[DVec3], inset: f64) -> Vec<DVec3> {
    let count = outline.len();
    let inward = |from: DVec3, to: DVec3| {
        let along = (to - from).normalize();
        ground(along.z, -along.x)
    };
    let corner = |i: usize| {
        let (before, here, after) = (outline[(i + count - 1) % count], outline[i], outline[(i + 1) % count]);
        let (a, b) = (inward(before, here), inward(here, after));
        here + (a + b) * (inset / (1.0 + a.dot(b)))
    };
    (0..count).map(corner).collect()
}

/// The sides of a block over a convex outline, through layers of height and inset from the bottom to the top.
/// Returns the outlines of its bottom, facing down, and of its top.
fn shell(piece: &mut Piece, sides: Material, outline: &[DVec3], layers: &[(f64, f64)]) -> [Vec<DVec3>; 2] {
    let ring = |&(y, inset): &(f64, f64)| -> Vec<DVec3> {
        shrunk(outline, inset).iter().map(|p| above(p.x, y, p.z)).collect()
    };
    for pair in layers.windows(2) {
        let (low, high) = (ring(&pair[0]), ring(&pair[1]));
        for i in 0..outline.len() {
            let j = (i + 1) % outline.len();
            piece.face(sides, &[low[i], low[j], high[j], high[i]]);
        }
    }
    [ring(&layers[0]).into_iter().rev().collect(), ring(&layers[layers.len() - 1])]
}

/// A whole block.
fn loft(piece: &mut Piece, material: Material, outline: &[DVec3], layers: &[(f64, f64)]) {
    let [bottom, top] = shell(piece, material, outline, layers);
    piece.face(material, &bottom);
    piece.face(material, &top);
}

/// A block that stands on something, with a top of its own.
fn stand(piece: &mut Piece, top: Material, sides: Material, outline: &[DVec3], layers: &[(f64, f64)]) {
    let [_, lid] = shell(piece, sides, outline, layers);
    piece.face(top, &lid);
}

/// A floor: a slab with a bevelled edge on a narrower base.
fn slab(piece: &mut Piece, floor: Material, outline: &[DVec3], y: f64) {
    stand(piece, floor, SIDE, outline, &[(y - 0.36, 0.2), (y - 0.24, 0.0), (y, 0.0)]);
    let [bottom, _] = shell(piece, BASE, outline, &[(y - DEEP, 0.2), (y - 0.36, 0.2)]);
    piece.face(BASE, &bottom);
}

/// A color in the floor.
fn inlay(piece: &mut Piece, material: Material, outline: &[DVec3], y: f64) {
    stand(piece, material, material, outline, &[(y, 0.0), (y + THIN, 0.02)]);
}

/// A low wall with a bevelled top along a line, its corners mitred, at the height of the line.
fn fence(piece: &mut Piece, wall: Material, line: &[DVec3]) {
    let last = line.len() - 1;
    let right = |i: usize| {
        let along = line[i + 1] - line[i];
        ground(-along.z, along.x).normalize()
    };
    let profile = |i: usize| {
        let (a, b) = (right(i.saturating_sub(1)), right(i.min(last - 1)));
        let mitre = (a + b) / (1.0 + a.dot(b));
        [(0.13, 0.0), (0.13, 0.6), (0.06, 0.68), (-0.06, 0.68), (-0.13, 0.6), (-0.13, 0.0)]
            .map(|(wide, high)| line[i] + mitre * wide + DVec3::Y * high)
    };
    piece.face(wall, &profile(0));
    for i in 0..last {
        let (from, to) = (profile(i), profile(i + 1));
        for k in 0..5 {
            piece.face(wall, &[from[k], to[k], to[k + 1], from[k + 1]]);
        }
    }
    let mut end = profile(last);
    end.reverse();
    piece.face(wall, &end);
}

/// A thin pillar that carries a roof.
fn pillar(piece: &mut Piece, at: DVec3, high: f64) {
    piece.prism([SIDE; 3], &rectangle(at.x - 0.14, at.z - 0.14, at.x + 0.14, at.z + 0.14), at.y, at.y + high);
}

/// Half the width of a doorway.
fn half_width(pins: u32) -> f64 {
    match pins {
        1 => 0.7,
        2 => 1.1,
        _ => 2.0,
    }
}

/// A connector and its threshold.
fn threshold(piece: &mut Piece, pins: u32, accent: Accent, at: DVec3, degrees: f64) {
    let out = compass(degrees);
    piece.door(pins, accent.color, at, out);
    inlay(piece, accent.band, &bar(at - out * 0.5, at, 2.0 * half_width(pins)), at.y);
}

/// A connector between two posts with caps.
fn exit(piece: &mut Piece, look: &Look, pins: u32, accent: Accent, at: DVec3, degrees: f64) {
    threshold(piece, pins, accent, at, degrees);
    let (out, side, y) = (compass(degrees), compass(degrees + 90.0), at.y);
    for reach in [-1.0, 1.0] {
        let foot = at - out * POST + side * (reach * (half_width(pins) + POST));
        let outline = bar(foot - out * 0.22, foot + out * 0.22, 0.44);
        shell(piece, look.wall, &outline, &[(y, 0.04), (y + 0.8, 0.04)]);
        let cap = [(y + 0.8, 0.0), (y + 1.0, 0.0), (y + 1.1, 0.1)];
        loft(piece, accent.cap, &outline, &cap);
    }
}

/// A floor that leads out to an exit: as wide as its posts.
fn gangway(piece: &mut Piece, look: &Look, pins: u32, from: DVec3, at: DVec3) {
    let width = 2.0 * half_width(pins) + 4.0 * POST;
    slab(piece, look.floor, &bar(from, at, width), at.y);
}

/// The boxes under and over a floor.
fn keep_out(piece: &mut Piece, x0: f64, z0: f64, x1: f64, z1: f64, high: f64) {
    piece.keep_out(above(x0 + INSET, -DEEP, z0 + INSET), above(x1 - INSET, high, z1 - INSET));
}

/// The box of a level walkway that ends at a connector.
fn keep_out_along(piece: &mut Piece, from: DVec3, to: DVec3, width: f64) {
    let end = to - (to - from).normalize() * INSET;
    piece.keep_out_along(from, end, width - 2.0 * INSET, -DEEP, HEAD);
}

/// A long slab; its bow has two small exits at right angles to each other.
fn platform() -> Piece {
    let mut piece = Piece::new("Platform");
    let (half, stern, bow) = (3.0, 7.0, -7.0);
    let shoulder = bow + half - 0.5;
    let outline = [
        ground(-half, shoulder),
        ground(-half, stern),
        ground(half, stern),
        ground(half, shoulder),
        ground(0.5, bow),
        ground(-0.5, bow),
    ];
    slab(&mut piece, PLATFORM.floor, &outline, 0.0);
    for (x, degrees, accent) in [(-1.0, 315.0, CYAN), (1.0, 45.0, BLUE)] {
        let (out, side) = (compass(degrees), compass(degrees + 90.0 * x));
        let edge = ground(x * 1.75, f64::midpoint(shoulder, bow));
        // Far enough out that neighbours of both exits find room.
        let door = edge + out * 1.2;
        gangway(&mut piece, &PLATFORM, 1, edge - out * 0.6, door);
        exit(&mut piece, &PLATFORM, 1, accent, door, degrees);
        let (foot, beside, flank) = (edge - out * 0.15, side * 0.97, x * (half - 0.15));
        let (corner, post) = (ground(flank, stern - POST), ground(x * 2.4, stern - POST));
        let (near, far) = (foot + beside, foot - beside);
        fence(&mut piece, PLATFORM.wall, &[post, corner, ground(flank, shoulder), near, near + out * 0.95]);
        fence(&mut piece, PLATFORM.wall, &[ground(x * 0.3, bow + 0.4), far, far + out * 0.95]);
        inlay(&mut piece, PLATFORM.inlay, &rectangle(x * 1.2 - 0.5, -4.0, x * 1.2 + 0.5, 5.6), 0.0);
        keep_out_along(&mut piece, edge - out * 1.5, door, 2.4);
    }
    let beacon = Piece::ring(ground(0.0, bow + 0.75), 0.6, 8, 22.5);
    stand(&mut piece, SIDE, PLATFORM.wall, &beacon, &[(0.0, 0.0), (0.6, 0.0), (0.7, 0.1)]);
    stand(&mut piece, SIDE, SIDE, &beacon, &[(0.7, 0.3), (1.6, 0.42), (1.8, 0.5)]);
    exit(&mut piece, &PLATFORM, 4, WHITE, ground(0.0, stern), 180.0);
    keep_out(&mut piece, -half, shoulder, half, stern, HEAD);
    keep_out(&mut piece, -1.75, bow, 1.75, shoulder, HEAD);
    piece
}

/// A roofed passage, open to both sides.
fn hallway() -> Piece {
    let mut piece = Piece::new("Hallway");
    let (half, end, eaves) = (3.2, 5.0, 3.0);
    slab(&mut piece, HALLWAY.floor, &rectangle(-half, -end, half, end), 0.0);
    inlay(&mut piece, HALLWAY.inlay, &rectangle(-0.7, -4.2, 0.7, 4.2), 0.0);
    for (z, degrees, accent) in [(-1.0, 0.0, RED), (1.0, 180.0, WHITE)] {
        threshold(&mut piece, 1, accent, ground(0.0, z * end), degrees);
        let block = |piece: &mut Piece, material, x0, x1, y: [f64; 2], depth: [f64; 2]| {
            let (a, b) = (z * (end - depth[0]), z * (end - depth[1]));
            piece.block(material, above(x0, y[0], a.min(b)), above(x1, y[1], a.max(b)));
        };
        block(&mut piece, HALLWAY.wall, 0.1 - half, half - 0.1, [2.34, eaves], [0.06, 0.42]);
        for (x0, x1) in [(0.1 - half, -0.74), (0.74, half - 0.1)] {
            block(&mut piece, HALLWAY.wall, x0, x1, [0.0, 2.34], [0.06, 0.42]);
        }
        for x in [-0.86, 0.7] {
            block(&mut piece, accent.cap, x, x + 0.16, [0.0, 2.3], [0.01, 0.47]);
        }
        block(&mut piece, accent.cap, -0.86, 0.86, [2.3, 2.5], [0.01, 0.47]);
    }
    for (x, degrees) in [(-1.0, 270.0), (1.0, 90.0)] {
        exit(&mut piece, &HALLWAY, 4, GREEN, ground(x * half, 0.0), degrees);
        let line = x * (half - POST);
        piece.beam(GREEN.cap, ground(line, -2.5), ground(line, 2.5), 0.4, eaves - 0.25, eaves);
        for z in [-1.0, 1.0] {
            pillar(&mut piece, ground(line, z * 2.25), eaves - 0.1);
            let (near, far) = (ground(line, z * 2.5), ground(line, z * (end - 0.06)));
            piece.beam(HALLWAY.wall, near, far, 0.36, 0.0, eaves);
            let (near, far) = (ground(line, z * 3.1), ground(line, z * 4.3));
            piece.beam(GLASS, near, far, 0.4, 1.0, 2.2);
        }
    }
    let roof = rectangle(-half, -end, half, end);
    let layers =
        [(eaves, 0.02), (eaves + 0.2, 0.02), (eaves + 0.3, 0.12), (eaves + 1.0, 1.5), (eaves + 1.1, 1.7)];
    loft(&mut piece, ROOF, &roof, &layers);
    keep_out(&mut piece, -half, -end, half, end, eaves + 1.1);
    piece
}

/// A plaza of four round lobes.
fn clover() -> Piece {
    let mut piece = Piece::new("Clover");
    let (center, radius, reach) = (4.2, 3.2, 7.6);
    slab(&mut piece, CLOVER.floor, &Piece::ring(DVec3::ZERO, 2.6, 8, 22.5), 0.0);
    for degrees in [0.0, 90.0, 180.0, 270.0] {
        let (out, side) = (compass(degrees), compass(degrees + 90.0));
        let lobe = out * center;
        slab(&mut piece, CLOVER.floor, &Piece::ring(lobe, radius, 16, degrees), 0.0);
        gangway(&mut piece, &CLOVER, 4, lobe, out * reach);
        exit(&mut piece, &CLOVER, 4, WHITE, out * reach, degrees);
        inlay(&mut piece, CLOVER.inlay, &Piece::ring(lobe, 1.9, 16, degrees), 0.0);
        for turn in [-1.0, 1.0] {
            let at = |step: u32| lobe + compass(degrees + turn * (48.0 + 23.3 * f64::from(step))) * 3.05;
            let start = out * (reach - 0.4) + side * (turn * 2.27);
            let line: Vec<DVec3> = std::iter::once(start).chain((0..4).map(at)).collect();
            fence(&mut piece, CLOVER.wall, &line);
        }
        // Where two lobes meet.
        let bollard = Piece::ring(compass(degrees + 45.0) * 3.72, 0.36, 8, 22.5);
        let layers = [(0.0, 0.0), (0.8, 0.0), (0.9, 0.1)];
        stand(&mut piece, SIDE, CLOVER.wall, &bollard, &layers);
        keep_out_along(&mut piece, DVec3::ZERO, out * reach, 5.0);
        piece.keep_out_along(out * 2.0, out * 6.4, 5.9, -DEEP, HEAD);
    }
    let basin = Piece::ring(DVec3::ZERO, 1.1, 16, 0.0);
    stand(&mut piece, SIDE, CLOVER.wall, &basin, &[(0.0, 0.0), (0.4, 0.0), (0.5, 0.1)]);
    for degrees in [45.0, 135.0, 225.0, 315.0] {
        let leaf = Piece::ring(compass(degrees) * 0.45, 0.5, 8, 22.5);
        loft(&mut piece, LEAVES, &leaf, &[(0.5, 0.15), (0.9, 0.0), (1.2, 0.02), (1.5, 0.22)]);
    }
    piece
}

/// A slope between the walls of a building: from the front at height 0 up to the back.
fn slope(piece: &mut Piece, half: f64, front: f64, back: f64, rise: f64) {
    let (low, steep) = (-0.36, rise / (front - back));
    let corner = |x: f64, y: f64, z: f64| above(x * half, y, z);
    let top = [
        corner(-1.0, 0.0, front),
        corner(1.0, 0.0, front),
        corner(1.0, rise, back),
        corner(-1.0, rise, back),
    ];
    piece.face(RAMP.floor, &top);
    piece.face(RAMP.wall, &[corner(1.0, low, front), corner(1.0, low, back), top[2], top[1]]);
    piece.face(RAMP.wall, &[corner(-1.0, low, back), corner(-1.0, low, front), top[0], top[3]]);
    piece.face(RAMP.wall, &[corner(1.0, low, back), corner(-1.0, low, back), top[3], top[2]]);
    loft(piece, BASE, &rectangle(-half, back - 0.4, half, front + 0.4), &[(-DEEP, 0.2), (low, 0.2)]);
    for step in 0..8 {
        let z = front - 0.7 - 0.8 * f64::from(step);
        let lift = |x: f64, z: f64| above(x, (front - z) * steep + 0.02, z);
        let grip = [lift(-2.4, z), lift(2.4, z), lift(2.4, z - 0.3), lift(-2.4, z - 0.3)];
        piece.face(RAMP.inlay, &grip);
    }
}

/// A tall building: two exits below, three above, a slope between them. The upper floor is so high that what is
/// joined to it passes above every piece but another ramp.
fn ramp() -> Piece {
    let mut piece = Piece::new("Ramp");
    let (half, south, front, back, north, rise) = (3.5, 7.0, 3.4, -3.8, -8.8, 4.8);
    let (low, high, edge) = (5.2, -6.3, half - 0.15);
    slab(&mut piece, RAMP.floor, &rectangle(-half, front, half, south), 0.0);
    slope(&mut piece, half, front, back, rise);
    let deck = rectangle(-half, north, half, back);
    loft(&mut piece, BASE, &deck, &[(-DEEP, 0.2), (-0.36, 0.2)]);
    let tower = rectangle(-half, north, half, back + 0.5);
    loft(&mut piece, RAMP.wall, &tower, &[(-0.36, 0.1), (rise - DEEP, 0.1)]);
    slab(&mut piece, RAMP.floor, &deck, rise);
    for step in [-1.0, 0.0, 1.0] {
        let (x, z) = (2.0 * step, high + 1.5 * step);
        for y in [0.3, 2.3] {
            piece.block(GLASS, above(0.06 - half, y, z - 0.4), above(half - 0.06, y + 1.4, z + 0.4));
            piece.block(GLASS, above(x - 0.5, y, north + 0.06), above(x + 0.5, y + 1.4, north + 0.5));
        }
    }
    exit(&mut piece, &RAMP, 1, RED, ground(-half, low), 270.0);
    exit(&mut piece, &RAMP, 1, RED, above(-half, rise, high), 270.0);
    exit(&mut piece, &RAMP, 4, WHITE, ground(0.0, south), 180.0);
    exit(&mut piece, &RAMP, 4, WHITE, above(0.0, rise, north), 0.0);
    exit(&mut piece, &RAMP, 4, WHITE, above(half, rise, high), 90.0);
    let (gate, ledge) = (south - POST, north + POST);
    let start = |x: f64| [ground(x * 2.4, gate), ground(x * edge, gate)];
    let climb = |x: f64| [ground(x * edge, front), above(x * edge, rise, back)];
    fence(&mut piece, RAMP.wall, &[start(1.0), climb(1.0)].concat());
    fence(&mut piece, RAMP.wall, &[&start(-1.0)[..], &[ground(-edge, low + 1.1)]].concat());
    let [foot, head] = climb(-1.0);
    fence(&mut piece, RAMP.wall, &[ground(-edge, low - 1.1), foot, head, above(-edge, rise, high + 1.1)]);
    let corner = [above(-edge, rise, high - 1.1), above(-edge, rise, ledge), above(-2.4, rise, ledge)];
    fence(&mut piece, RAMP.wall, &corner);
    fence(&mut piece, RAMP.wall, &[above(2.4, rise, ledge), above(3.1, rise, ledge)]);
    for x in [-1.0, 1.0] {
        for z in [north + POST, back - POST] {
            pillar(&mut piece, above(x * (half - POST), rise, z), 2.8);
        }
    }
    let eaves = rise + 2.7;
    let layers =
        [(eaves, 0.02), (eaves + 0.2, 0.02), (eaves + 0.3, 0.12), (eaves + 1.3, 1.9), (eaves + 1.4, 2.1)];
    loft(&mut piece, TILES, &deck, &layers);
    keep_out(&mut piece, -half, front, half, south, HEAD);
    for (z0, z1, y) in [(1.0, front, 1.6), (-1.4, 1.0, 3.2), (back, -1.4, rise)] {
        piece.keep_out(above(INSET - half, -DEEP, z0), above(half - INSET, y + HEAD, z1));
    }
    keep_out(&mut piece, -half, north, half, back, eaves + 1.4);
    piece
}

/// A round body with two long ears and one wide exit.
fn bunny() -> Piece {
    let mut piece = Piece::new("Bunny");
    let (radius, chin) = (4.4, 5.4);
    slab(&mut piece, BUNNY.floor, &Piece::ring(DVec3::ZERO, radius, 24, 7.5), 0.0);
    gangway(&mut piece, &BUNNY, 4, DVec3::ZERO, ground(0.0, chin));
    exit(&mut piece, &BUNNY, 4, WHITE, ground(0.0, chin), 180.0);
    for (x, accent) in [(-1.0, GREY), (1.0, BLACK)] {
        let degrees = 20.0 * x;
        let (out, side) = (compass(degrees), compass(degrees + 90.0));
        let root = ground(x * 1.75, -3.0);
        let tip = root + out * 8.4;
        // An ear is widest in its middle.
        let ear: Vec<DVec3> = [(0.0, 1.3), (2.4, 1.8), (5.0, 1.9), (7.4, 1.6), (8.4, 1.6)]
            .iter()
            .map(|&(along, wide)| root + out * along + side * wide)
            .collect();
        let other = |p: &DVec3| *p - side * (2.0 * (*p - root).dot(side));
        let outline: Vec<DVec3> = ear.iter().copied().chain(ear.iter().rev().map(other)).collect();
        slab(&mut piece, BUNNY.floor, &outline, 0.0);
        inlay(&mut piece, BUNNY.inlay, &shrunk(&outline, 0.75), 0.0);
        exit(&mut piece, &BUNNY, 2, accent, tip, degrees);
        // Around the body from the chin, then along the ear; and back between the ears.
        let edge = shrunk(&outline, 0.15);
        let post = tip - out * 0.4 + side * (x * 1.35);
        let (outer, inner) = if x > 0.0 { ([1, 2, 3], [8, 7, 6]) } else { ([8, 7, 6], [1, 2, 3]) };
        let mut line = vec![ground(x * 2.27, chin - 0.4)];
        line.extend((0..9).map(|step| compass(x * (147.7 - 12.7 * f64::from(step))) * (radius - 0.15)));
        line.extend(outer.map(|i| edge[i]));
        line.push(post);
        fence(&mut piece, BUNNY.wall, &line);
        let mut line = vec![ground(0.0, -4.2), ground(x * 0.75, -4.2)];
        line.extend(inner.map(|i| edge[i]));
        line.push(other(&post));
        fence(&mut piece, BUNNY.wall, &line);
        inlay(&mut piece, BLACK.band, &Piece::ring(ground(x * 1.6, -0.5), 0.5, 16, 0.0), 0.0);
        keep_out_along(&mut piece, root, tip, 3.8);
        piece.keep_out_along(compass(30.0 * x) * -4.0, compass(30.0 * x) * 4.0, 5.0, -DEEP, HEAD);
    }
    inlay(&mut piece, BUNNY.inlay, &Piece::ring(ground(0.0, 1.2), 0.7, 3, 180.0), 0.0);
    keep_out(&mut piece, -2.5, 0.0, 2.5, chin, HEAD);
    piece.keep_out(above(-4.2, -DEEP, -1.8), above(4.2, HEAD, 1.8));
    piece
}
