//! The furniture: pylons, planters, trees, columns, benches, ribs.

use super::frame::{DEEP, Door, HEAD, INSET, RIM, up};
use super::materials::{BAND, BRASS, HULL, LEAVES, LIGHT, SHELL, TILE, TRIM, WOOD};
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

/// How deep the bellies of hubs hang: a way a storey below has its head room.
const BELLY: f64 = -0.95;

/// A lantern of stone at a corner of the edge.
pub(super) fn pylon(piece: &mut Piece, at: DVec3, turn: f64) {
    let profile = [
        (0.4, -0.4, SHELL),
        (0.4, 0.7, TRIM),
        (0.3, 0.78, LIGHT),
        (0.3, 1.08, TRIM),
        (0.42, 1.12, SHELL),
        (0.42, 1.2, SHELL),
        (0.0, 1.4, SHELL),
    ];
    piece.lathe(at, 4, turn + 45.0, &profile);
}

/// A round bed of leaves.
pub(super) fn bed(piece: &mut Piece, at: DVec3, radius: f64, sides: u32, turn: f64) {
    let profile = [
        (radius - 0.1, 0.0, TRIM),
        (radius, 0.12, SHELL),
        (radius, 0.44, SHELL),
        (radius - 0.06, 0.5, SHELL),
        (radius - 0.18, 0.5, TRIM),
        (radius - 0.2, 0.44, LEAVES),
        (radius - 0.28, 0.7, LEAVES),
        (0.0, 0.9, LEAVES),
    ];
    piece.lathe(at, sides, turn, &profile);
}

/// A long bed from one point to another.
pub(super) fn hedge(piece: &mut Piece, from: DVec3, to: DVec3, width: f64) {
    let along = (to - from).normalize();
    let inside = |by: f64| (from + along * by, to - along * by);
    let (a, b) = inside(0.08);
    piece.beam(TRIM, a, b, width - 0.16, 0.0, 0.1);
    piece.beam(SHELL, from, to, width, 0.1, 0.46);
    let (a, b) = inside(0.12);
    piece.beam(LEAVES, a, b, width - 0.24, 0.46, 0.66);
    let (a, b) = inside(0.3);
    piece.beam(LEAVES, a, b, width - 0.55, 0.66, 0.82);
}

/// A tree, its foot on the ground, so much larger than usual.
pub(super) fn tree(piece: &mut Piece, at: DVec3, size: f64) {
    let scaled = |profile: &[(f64, f64, Material)]| -> Vec<_> {
        profile.iter().map(|&(radius, y, material)| (radius * size, y * size, material)).collect()
    };
    piece.lathe(at, 6, 0.0, &scaled(&[(0.17, 0.0, WOOD), (0.1, 1.5, WOOD), (0.08, 2.2, WOOD)]));
    let crown = [(0.0, 0.0, LEAVES), (0.62, 0.2, LEAVES), (0.85, 0.62, LEAVES), (0.55, 1.05, LEAVES)];
    for (angle, out, y, part) in [(20.0, 0.42, 1.25, 0.85), (150.0, 0.4, 1.5, 0.75), (265.0, 0.25, 1.8, 0.95)]
    {
        let mut ball: Vec<_> = crown.iter().map(|&(r, h, m)| (r * part, h * part, m)).collect();
        ball.push((0.0, 1.2 * part, LEAVES));
        piece.lathe(at + up(compass(angle) * out, y) * size, 7, angle, &scaled(&ball));
    }
}

/// A slim column that carries something at a height.
pub(super) fn column(piece: &mut Piece, at: DVec3, high: f64) {
    let profile = [
        (0.32, 0.0, TRIM),
        (0.3, 0.14, SHELL),
        (0.17, 0.45, SHELL),
        (0.15, high - 0.45, BRASS),
        (0.17, high - 0.36, SHELL),
        (0.3, high, SHELL),
    ];
    piece.lathe(at, 6, 0.0, &profile);
}

/// A bench: a white slab over light.
pub(super) fn bench(piece: &mut Piece, from: DVec3, to: DVec3) {
    let along = (to - from).normalize() * 0.12;
    piece.beam(LIGHT, from + along, to - along, 0.3, 0.0, 0.34);
    piece.beam(SHELL, from, to, 0.55, 0.34, 0.46);
}

/// An inlay in a level floor: a tile with a dark border, raised by less than a foot feels.
pub(super) fn inlay(piece: &mut Piece, at: DVec3, radius: f64, sides: u32, turn: f64) {
    let profile = [(radius, 0.0, BAND), (radius, 0.02, BAND), (radius - 0.16, 0.02, TILE), (0.0, 0.02, TILE)];
    piece.lathe(at, sides, turn, &profile);
}

/// The belly of a hub: a stepped hull with a ring of light.
pub(super) fn belly(piece: &mut Piece, radius: f64, sides: u32, turn: f64) {
    let profile = [
        (0.0, BELLY, HULL),
        (radius * 0.6, BELLY, LIGHT),
        (radius * 0.63, BELLY + 0.06, SHELL),
        (radius, -DEEP, SHELL),
    ];
    piece.lathe(DVec3::ZERO, sides, turn, &profile);
}

/// A rib over a way: a flattened arch that stands on both parapets, with light on its inside.
pub(super) fn rib(piece: &mut Piece, at: DVec3, turn: f64, half: f64) {
    let outer = [(half + 0.36, 0.5), (half + 0.4, 2.55), (half - 0.4, 3.35), (0.0, 3.45)];
    let inner = [(half + 0.12, 0.5), (half + 0.14, 2.45), (half - 0.5, 3.08), (0.0, 3.17)];
    let (right, ahead) = (compass(turn + 90.0), compass(turn) * 0.18);
    for (side, i) in [(1.0, 0), (1.0, 1), (1.0, 2), (-1.0, 0), (-1.0, 1), (-1.0, 2)] {
        let put = |(x, y): (f64, f64)| up(at + right * (x * side), y);
        let mut strip = |material: Material, a: DVec3, b: DVec3, c: DVec3, d: DVec3| {
            // The mirrored half is wound the other way around.
            let corners = if side > 0.0 { [a, b, c, d] } else { [d, c, b, a] };
            piece.face(material, &corners);
        };
        let (o0, o1, i0, i1) = (put(outer[i]), put(outer[i + 1]), put(inner[i]), put(inner[i + 1]));
        strip(SHELL, o0 - ahead, o0 + ahead, o1 + ahead, o1 - ahead);
        let (glow, edge) = (ahead * 0.4, ahead);
        strip(TRIM, i0 + edge, i0 + glow, i1 + glow, i1 + edge);
        strip(LIGHT, i0 + glow, i0 - glow, i1 - glow, i1 + glow);
        strip(TRIM, i0 - glow, i0 - edge, i1 - edge, i1 - glow);
        strip(SHELL, i0 - ahead, o0 - ahead, o1 - ahead, i1 - ahead);
        strip(SHELL, o0 + ahead, i0 + ahead, i1 + ahead, o1 + ahead);
    }
}

/// Boxes from a point inside to a doorway, down or up its stairs.
pub(super) fn door_boxes(piece: &mut Piece, from: DVec3, door: Door) {
    let [sill, outer, inner] = door.way_in();
    let (out, half) = (compass(door.turn), door.half());
    if door.steps == 0 {
        way_box(piece, from, sill - out * INSET, half, HEAD);
        return;
    }
    way_box(piece, from, inner, half, HEAD);
    flight_boxes(piece, inner, outer, half);
    way_box(piece, outer, sill - out * INSET, half, HEAD);
}

/// Boxes of a flight: several, for one would take the room of a storey below and above.
pub(super) fn flight_boxes(piece: &mut Piece, from: DVec3, to: DVec3, half: f64) {
    let at = |i: u32| from + (to - from) * (f64::from(i) / 4.0);
    for i in 0..4 {
        way_box(piece, at(i), at(i + 1), half, HEAD);
    }
}

/// Boxes of a round hub: those to each doorway, and two squares in the middle that follow the edge.
pub(super) fn hub_boxes(piece: &mut Piece, doors: &[Door], radius: f64) {
    for door in doors {
        door_boxes(piece, compass(door.turn), *door);
    }
    let half = (radius + RIM) / 2.0_f64.sqrt();
    for turn in [doors[0].turn, doors[0].turn + 45.0] {
        let out = compass(turn) * half;
        piece.keep_out_along(-out, out, 2.0 * half, BELLY, HEAD);
    }
}

/// A box along a way, from one point of the floor to another, over all it climbs.
pub(super) fn way_box(piece: &mut Piece, from: DVec3, to: DVec3, half: f64, head: f64) {
    let (low, high) = (from.y.min(to.y), from.y.max(to.y));
    let level = |p: DVec3| ground(p.x, p.z);
    piece.keep_out_along(level(from), level(to), 2.0 * (half + RIM), low - DEEP, high + head);
}
