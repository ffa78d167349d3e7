//! The hubs: places with four or five walkways. Doors are listed counterclockwise.

use super::frame::{DEEP, Door, HEAD, RIM, RISE, RUN, deck, floor, half, stairs, underside, up};
use super::materials::{BAND, BRASS, FLOOR, LIGHT, SHELL};
use super::parts::{bed, belly, bench, column, door_boxes, hedge, hub_boxes, inlay, pylon, tree};
use super::pavilions::{court, dais, dome, fountain, halo, needle};
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
fn round(piece: &mut Piece, turns: &[(f64, i32)], reach: f64, smooth: bool) -> Vec<DVec3> {
    let doors: Vec<Door> =
        turns.iter().map(|&(turn, steps)| Door::around(turn, reach).climbing(steps)).collect();
    let radius = corner_radius(reach);
    let lean = libm::atan2(half(2), reach - NECK).to_degrees();
    let mut edges = Vec::new();
    for (i, &(turn, _)) in turns.iter().enumerate() {
        let gap = (turn - turns[(i + 1) % turns.len()].0).rem_euclid(360.0) - 2.0 * lean;
        let count = if smooth { (gap / 15.0).ceil() } else { (gap / 40.0).ceil() };
        let arc = (1..count as u32).map(|j| compass(turn - lean - gap * f64::from(j) / count) * radius);
        edges.push(arc.collect::<Vec<_>>());
    }
    let outline = deck(piece, &doors, NECK, &edges);
    for door in &doors {
        let [_, _, inner] = door.way_in();
        let corner = inner - compass(door.turn) * (NECK - 0.05);
        let aside = compass(door.turn + 90.0) * (door.half() + 0.2);
        pylon(piece, corner - aside, door.turn);
        pylon(piece, corner + aside, door.turn);
    }
    belly(piece, radius - 0.6, 12, 0.0);
    hub_boxes(piece, &doors, radius);
    outline
}

/// A box over the middle, for what is higher than a head.
fn tall(piece: &mut Piece, radius: f64, high: f64) {
    piece.keep_out(DVec3::new(-radius, 0.0, -radius), DVec3::new(radius, high, radius));
}

/// Four doors, a fountain under a ring of light.
fn rotunda() -> Piece {
    let mut piece = Piece::new("Hub1");
    let outline = round(&mut piece, &[(0.0, 10), (270.0, -10), (180.0, 10), (90.0, -10)], 6.4, true);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 4.4, 20, 0.0);
    inlay(&mut piece, up(DVec3::ZERO, 0.02), 2.7, 20, 0.0);
    halo(&mut piece, 3.5, 6, 15.0);
    fountain(&mut piece, up(DVec3::ZERO, 0.04), 1.5);
    for turn in [45.0, 135.0, 225.0, 315.0] {
        let (mid, side) = (compass(turn) * 4.95, compass(turn + 90.0) * 0.9);
        bench(&mut piece, mid - side, mid + side);
    }
    tall(&mut piece, 2.8, 3.7);
    piece
}

/// Five doors at fifths of a turn around a tree.
fn grove() -> Piece {
    let mut piece = Piece::new("Hub2");
    let turns = [(0.0, 0), (288.0, -10), (216.0, 10), (144.0, -10), (72.0, 10)];
    let outline = round(&mut piece, &turns, 6.0, false);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 3.9, 10, 18.0);
    inlay(&mut piece, up(DVec3::ZERO, 0.02), 2.6, 10, 18.0);
    let middle = up(DVec3::ZERO, 0.04);
    // A bench around the bed.
    let seat = [
        (2.05, 0.0, LIGHT),
        (2.05, 0.32, SHELL),
        (1.85, 0.32, SHELL),
        (1.85, 0.42, SHELL),
        (1.2, 0.42, SHELL),
    ];
    piece.lathe(middle, 10, 18.0, &seat);
    bed(&mut piece, middle, 1.35, 10, 18.0);
    tree(&mut piece, up(DVec3::ZERO, 0.5), 1.4);
    for (turn, _) in turns {
        bed(&mut piece, compass(turn + 36.0) * 4.5, 0.55, 8, turn);
    }
    tall(&mut piece, 1.6, 4.4);
    piece
}

/// Two levels with stairs between: two doors below, two above.
fn terrace() -> Piece {
    let mut piece = Piece::new("Hub3");
    let (wide, long, high, neck) = (4.4, 5.6, RISE * 5.0, 0.9);
    let foot = RUN * 2.5;
    let above = |x: f64, z: f64| DVec3::new(x, high, z);
    let doors = [
        Door { at: above(0.0, -long - neck), turn: 0.0, pins: 2, steps: 0 },
        Door { at: above(-wide - neck, -3.25), turn: 270.0, pins: 2, steps: 0 }.climbing(10),
        Door { at: ground(0.0, long + neck), turn: 180.0, pins: 2, steps: 0 },
        Door { at: ground(wide + neck, 3.25), turn: 90.0, pins: 2, steps: 0 }.climbing(-10),
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
        let [_, _, inner] = door.way_in();
        door_boxes(&mut piece, inner - compass(door.turn) * 2.0, door);
    }
    piece
}

/// A pergola above, beds and a pool of tiles below.
fn terrace_parts(piece: &mut Piece, high: f64) {
    let above = |x: f64, z: f64| DVec3::new(x, high, z);
    inlay(piece, ground(0.0, 3.25), 2.1, 4, 45.0);
    inlay(piece, DVec3::new(0.0, 0.02, 3.25), 1.3, 4, 45.0);
    for x in [-3.5, 3.5] {
        bed(piece, ground(x, 4.8), 0.75, 4, 45.0);
    }
    tree(piece, DVec3::new(-3.5, 0.5, 4.8), 1.0);
    hedge(piece, ground(-3.75, 1.4), ground(-3.75, 3.6), 0.7);
    for x in [-2.7, 2.7] {
        for z in [-4.7, -1.7] {
            column(piece, above(x, z), 2.9);
        }
        piece.beam(SHELL, above(x, -5.2), above(x, -1.2), 0.32, 2.9, 3.12);
        piece.beam(LIGHT, above(x * 0.93, -5.0), above(x * 0.93, -1.4), 0.06, 2.96, 3.06);
    }
    for i in 0..8 {
        let z = -4.95 + 0.5 * f64::from(i);
        piece.beam(SHELL, above(-3.2, z), above(3.2, z), 0.14, 3.12, 3.32);
    }
    bench(piece, above(3.75, -4.4), above(3.75, -2.2));
    hedge(piece, above(2.1, -5.15), above(4.0, -5.15), 0.6);
    piece.keep_out(DVec3::new(-3.2, high, -5.2), DVec3::new(3.2, high + 3.4, -1.2));
}

/// Five doors, none across from another, around a needle on steps.
fn needle_court() -> Piece {
    let mut piece = Piece::new("Hub4");
    let outline = round(&mut piece, &[(0.0, 10), (285.0, -10), (180.0, 10), (105.0, -10)], 6.0, false);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 3.9, 6, 30.0);
    let top = dais(&mut piece, 2.5, 3, 6, 30.0);
    needle(&mut piece, up(DVec3::ZERO, top));
    for turn in [37.5, 112.5, 247.5, 322.5] {
        bed(&mut piece, compass(turn) * 4.5, 0.6, 6, turn);
    }
    for turn in [112.5, 247.5] {
        tree(&mut piece, up(compass(turn) * 4.5, 0.4), 1.0);
    }
    tall(&mut piece, 1.0, 5.4);
    piece
}

/// Five doors around a sunken court with a pool.
fn basin() -> Piece {
    let mut piece = Piece::new("Hub5");
    let turns = [(0.0, -10), (270.0, 10), (165.0, -10), (90.0, 10)];
    let outline = round(&mut piece, &turns, 7.2, true);
    underside(&mut piece, &outline);
    let (hole, sides) = (4.1, 20);
    annulus(&mut piece, &outline, &Piece::ring(DVec3::ZERO, hole, sides, 0.0));
    court(&mut piece, hole, sides, 0.0);
    let line = [
        (hole + 0.7, 0.0, BAND),
        (hole + 0.7, 0.02, BAND),
        (hole + 0.55, 0.02, BAND),
        (hole + 0.55, 0.0, BAND),
    ];
    piece.lathe(DVec3::ZERO, sides, 0.0, &line);
    for turn in [52.5, 307.5] {
        for by in [-15.0, 0.0, 15.0] {
            bed(&mut piece, compass(turn + by) * 5.75, 0.55, 8, turn);
        }
        tree(&mut piece, up(compass(turn) * 5.75, 0.4), 1.0);
    }
    for (angle, size) in [(20.0, 0.55), (150.0, 0.32), (265.0, 0.42)] {
        let ball = [(0.6, -0.4), (1.0, 0.2), (0.95, 0.7), (0.6, 1.1), (0.0, 1.25)];
        let ball = ball.map(|(radius, y)| (radius * size, y * size, BRASS));
        piece.lathe(up(compass(angle) * 0.75, -0.38), 8, 0.0, &ball);
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
    let outline = round(&mut piece, &[(0.0, 10), (270.0, -10), (195.0, 10), (90.0, -10)], 6.4, true);
    floor(&mut piece, &outline);
    inlay(&mut piece, DVec3::ZERO, 4.7, 20, 0.0);
    let top = dais(&mut piece, 3.5, 2, 20, 0.0);
    dome(&mut piece, up(DVec3::ZERO, top), 2.5, 6);
    for turn in [60.0, 315.0] {
        let (mid, side) = (compass(turn) * 4.9, compass(turn + 90.0) * 1.2);
        hedge(&mut piece, mid - side, mid + side, 0.7);
    }
    tall(&mut piece, 2.6, 5.8);
    piece
}
