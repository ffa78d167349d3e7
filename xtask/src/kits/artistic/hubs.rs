//! The hubs: places with four or five walkways. Doors are listed counterclockwise.

use super::frame::{DEEP, Door, HEAD, INSET, RIM, RISE, RUN, deck, floor, half, stairs, underside, up};
use super::parts::{bed, belly, bench, column, hedge, hub_boxes, inlay, pylon, tree};
use super::pavilions::{court, dais, dome, fountain, halo, needle};
use super::{BRASS, FLOOR, LIGHT, SHELL, TRIM};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![rotunda(), grove(), terrace(), needle_court(), basin(), lookout()]
}

/// The necks of round hubs.
const NECK: f64 = 0.9;

/// How far the corners of a round hub are from its middle.
fn corner_radius(reach: f64) -> f64 {
    (half(2) * half(2) + (reach - NECK) * (reach - NECK)).sqrt()
}

/// A round hub without its floor: edges rounded between its doorways, a lantern at each corner, a belly, boxes.
/// Gives back the outline of the floor.
fn round(piece: &mut Piece, turns: &[f64], reach: f64, smooth: bool) -> Vec<DVec3> {
    let doors: Vec<Door> = turns.iter().map(|&turn| Door::around(turn, reach)).collect();
    let radius = corner_radius(reach);
    let lean = libm::atan2(half(2), reach - NECK).to_degrees();
    let mut edges = Vec::new();
    for (i, &turn) in turns.iter().enumerate() {
        let gap = (turn - turns[(i + 1) % turns.len()]).rem_euclid(360.0) - 2.0 * lean;
        let count = if smooth { (gap / 11.0).ceil() } else { (gap / 40.0).ceil() };
        let arc = (1..count as u32).map(|j| compass(turn - lean - gap * f64::from(j) / count) * radius);
        edges.push(arc.collect::<Vec<_>>());
    }
    let outline = deck(piece, &doors, NECK, &edges);
    for door in &doors {
        pylon(piece, door.left(NECK - 0.05) + compass(door.turn - 90.0) * 0.2, door.turn);
        pylon(piece, door.right(NECK - 0.05) + compass(door.turn + 90.0) * 0.2, door.turn);
    }
    belly(piece, radius - 0.6, 24, 0.0);
    hub_boxes(piece, turns, reach, radius);
    outline
}

/// A box over the middle, for what is higher than a head.
fn tall(piece: &mut Piece, radius: f64, high: f64) {
    piece.keep_out(DVec3::new(-radius, 0.0, -radius), DVec3::new(radius, high, radius));
}

/// Four doors, a fountain under a ring of light.
fn rotunda() -> Piece {
    let mut piece = Piece::new("Hub1");
    let outline = round(&mut piece, &[0.0, 270.0, 180.0, 90.0], 8.0, true);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 5.2, 24, 0.0);
    inlay(&mut piece, up(DVec3::ZERO, 0.02), 3.1, 24, 0.0);
    halo(&mut piece, 4.2, 8, 22.5);
    fountain(&mut piece, up(DVec3::ZERO, 0.04), 1.7);
    for turn in [45.0, 135.0, 225.0, 315.0] {
        let (mid, side) = (compass(turn) * 6.2, compass(turn + 90.0) * 1.1);
        bench(&mut piece, mid - side, mid + side);
    }
    tall(&mut piece, 3.4, 3.7);
    piece
}

/// Five doors at fifths of a turn around a tree.
fn grove() -> Piece {
    let mut piece = Piece::new("Hub2");
    let turns = [0.0, 288.0, 216.0, 144.0, 72.0];
    let outline = round(&mut piece, &turns, 7.2, false);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 4.9, 10, 18.0);
    inlay(&mut piece, up(DVec3::ZERO, 0.02), 3.2, 10, 18.0);
    let middle = up(DVec3::ZERO, 0.04);
    // A bench around the bed.
    let seat = [
        (2.05, 0.0, LIGHT),
        (2.05, 0.32, SHELL),
        (2.25, 0.32, SHELL),
        (2.25, 0.42, SHELL),
        (1.6, 0.42, SHELL),
    ];
    piece.lathe(middle, 10, 18.0, &seat);
    bed(&mut piece, middle, 1.75, 10, 18.0);
    tree(&mut piece, up(DVec3::ZERO, 0.5), 1.55);
    for turn in turns {
        bed(&mut piece, compass(turn + 36.0) * 5.2, 0.75, 10, turn);
    }
    tall(&mut piece, 2.2, 4.8);
    piece
}

/// Two levels with stairs between: two doors below, two above.
fn terrace() -> Piece {
    let mut piece = Piece::new("Hub3");
    let (wide, long, high, neck) = (5.0, 6.6, RISE * 5.0, 0.9);
    let foot = RUN * 2.5;
    let above = |x: f64, z: f64| DVec3::new(x, high, z);
    let doors = [
        Door { at: above(0.0, -long - neck), turn: 0.0, pins: 2 },
        Door { at: above(-wide - neck, -3.8), turn: 270.0, pins: 2 },
        Door { at: ground(0.0, long + neck), turn: 180.0, pins: 2 },
        Door { at: ground(wide + neck, 3.8), turn: 90.0, pins: 2 },
    ];
    let edges = [
        vec![above(-wide, -long)],
        vec![above(-wide, -foot), ground(-wide, foot), ground(-wide, long)],
        vec![ground(wide, long)],
        vec![ground(wide, foot), above(wide, -foot), above(wide, -long)],
    ];
    deck(&mut piece, &doors, neck, &edges);
    let (low_end, high_end) = (ground(0.0, foot), above(0.0, -foot));
    let side = ground(wide, 0.0);
    let [lower, upper] = [ground(0.0, long), above(0.0, -long)];
    floor(&mut piece, &[low_end - side, lower - side, lower + side, low_end + side]);
    floor(&mut piece, &[upper - side, high_end - side, high_end + side, upper + side]);
    underside(&mut piece, &[high_end - side, low_end - side, low_end + side, high_end + side]);
    stairs(&mut piece, low_end, high_end, wide);
    terrace_parts(&mut piece, high);
    let corner = ground(wide + RIM, long + RIM);
    piece.keep_out(DVec3::new(-corner.x, high - DEEP, -corner.z), DVec3::new(corner.x, high + HEAD, 0.0));
    piece.keep_out(DVec3::new(-corner.x, -DEEP, 0.0), DVec3::new(corner.x, HEAD, corner.z));
    for door in doors {
        let out = compass(door.turn);
        let box_end = door.at - out * INSET;
        piece.keep_out_along(door.at - out * 2.0, box_end, 2.0 * (door.half() + RIM), -DEEP, HEAD);
    }
    piece
}

/// A pergola above, beds and a pool of tiles below.
fn terrace_parts(piece: &mut Piece, high: f64) {
    let above = |x: f64, z: f64| DVec3::new(x, high, z);
    inlay(piece, ground(0.0, 3.8), 2.2, 4, 45.0);
    inlay(piece, ground(0.0, 3.82) + DVec3::Y * 0.02, 1.3, 4, 45.0);
    for x in [-4.0, 4.0] {
        bed(piece, ground(x, 5.6), 0.85, 4, 45.0);
    }
    tree(piece, DVec3::new(-4.0, 0.5, 5.6), 1.0);
    hedge(piece, ground(-4.3, 1.6), ground(-4.3, 4.2), 0.8);
    for x in [-3.1, 3.1] {
        for z in [-5.6, -2.0] {
            column(piece, above(x, z), 2.9);
        }
        piece.beam(SHELL, above(x, -6.2), above(x, -1.4), 0.32, 2.9, 3.12);
        piece.beam(LIGHT, above(x * 0.94, -6.0), above(x * 0.94, -1.6), 0.06, 2.96, 3.06);
    }
    for i in 0..9 {
        let z = -5.9 + 0.525 * f64::from(i);
        piece.beam(SHELL, above(-3.7, z), above(3.7, z), 0.16, 3.12, 3.34);
    }
    bench(piece, above(4.3, -5.2), above(4.3, -2.6));
    hedge(piece, above(2.3, -6.1), above(4.6, -6.1), 0.7);
    piece.keep_out(DVec3::new(-3.7, high, -6.2), DVec3::new(3.7, high + 3.4, -1.4));
}

/// Five doors, none across from another, around a needle on steps.
fn needle_court() -> Piece {
    let mut piece = Piece::new("Hub4");
    let outline = round(&mut piece, &[0.0, 300.0, 210.0, 150.0, 60.0], 7.4, false);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 4.6, 6, 30.0);
    let top = dais(&mut piece, 2.9, 3, 6, 30.0);
    needle(&mut piece, up(DVec3::ZERO, top));
    for turn in [105.0, 255.0] {
        let (mid, side) = (compass(turn) * 5.4, compass(turn + 90.0) * 1.6);
        hedge(&mut piece, mid - side, mid + side, 0.9);
        tree(&mut piece, up(mid, 0.4), 1.05);
        let near = compass(turn) * 4.6;
        bench(&mut piece, near - side * 0.6, near + side * 0.6);
    }
    tall(&mut piece, 1.0, 5.4);
    piece
}

/// Five doors around a sunken court with a pool.
fn basin() -> Piece {
    let mut piece = Piece::new("Hub5");
    let turns = [0.0, 300.0, 240.0, 180.0, 90.0];
    let outline = round(&mut piece, &turns, 9.0, true);
    underside(&mut piece, &outline);
    let (hole, sides) = (5.2, 24);
    annulus(&mut piece, &outline, &Piece::ring(DVec3::ZERO, hole, sides, 0.0));
    court(&mut piece, hole, sides, 0.0);
    for turn in [45.0, 135.0] {
        for by in [-17.0, 0.0, 17.0] {
            bed(&mut piece, compass(turn + by) * 7.3, 0.7, 8, turn);
        }
        tree(&mut piece, up(compass(turn) * 7.3, 0.4), 1.1);
    }
    for (angle, size) in [(20.0, 0.5), (160.0, 0.34), (265.0, 0.42)] {
        let at = up(compass(angle) * 1.1, -0.4);
        piece.lathe(at, 12, 0.0, &[(size, 0.0, BRASS), (size, 1.4 * size, BRASS), (0.0, 3.6 * size, BRASS)]);
        piece.lathe(at, 12, 0.0, &[(size + 0.06, 0.0, TRIM), (size + 0.06, 0.12, TRIM), (size, 0.12, TRIM)]);
    }
    piece
}

/// The floor between an outline and a hole, both around the middle.
fn annulus(piece: &mut Piece, outline: &[DVec3], hole: &[DVec3]) {
    let turn = |p: &DVec3| libm::atan2(p.x, -p.z).rem_euclid(std::f64::consts::TAU);
    let mut turns: Vec<f64> = outline.iter().chain(hole).map(turn).collect();
    turns.sort_by(|a, b| b.total_cmp(a));
    turns.dedup_by(|a, b| (*a - *b).abs() < 1e-4);
    for (i, a) in turns.iter().enumerate() {
        let b = turns[(i + 1) % turns.len()];
        let [p, q] = [compass(a.to_degrees()), compass(b.to_degrees())];
        piece.face(FLOOR, &[meet(outline, p), meet(outline, q), meet(hole, q), meet(hole, p)]);
    }
}

/// Where a ray from the middle meets an outline around it.
fn meet(outline: &[DVec3], ray: DVec3) -> DVec3 {
    let across = |p: DVec3| p.x * ray.z - p.z * ray.x;
    let pairs = outline.iter().zip(outline.iter().cycle().skip(1));
    for (a, b) in pairs {
        let (s, t) = (across(*a), across(*b));
        let part = (s / (s - t)).clamp(0.0, 1.0);
        let at = *a + (*b - *a) * part;
        if s.min(t) <= 1e-9 && s.max(t) >= -1e-9 && at.dot(ray) > 0.0 {
            return at;
        }
    }
    unreachable!("an outline around the middle meets every ray")
}

/// Four doors around a domed pavilion.
fn lookout() -> Piece {
    let mut piece = Piece::new("Hub6");
    let outline = round(&mut piece, &[0.0, 240.0, 180.0, 120.0], 8.0, true);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 5.4, 24, 0.0);
    let top = dais(&mut piece, 4.0, 2, 24, 0.0);
    dome(&mut piece, up(DVec3::ZERO, top), 3.0, 6);
    for turn in [60.0, 300.0] {
        let (mid, side) = (compass(turn) * 6.0, compass(turn + 90.0) * 1.7);
        hedge(&mut piece, mid - side, mid + side, 0.9);
    }
    tall(&mut piece, 3.2, 5.8);
    piece
}
