//! The corridors: walkways of two pins, boulevards of three, and the ways between them and between storeys.

use super::frame::{Door, HEAD, INSET, RISE, RUN, Station, deck, floor, half, up, way};
use super::parts::{bench, hedge, inlay, pylon, rib, tree, way_box};
use super::{BAND, BRASS, TILE};
use crate::piece::{Piece, compass, ground};
use glam::DVec3;

pub(super) fn pieces() -> Vec<Piece> {
    vec![colonnade(), steps(), bend(), fork(), helix(), boulevard()]
}

/// A station on a straight way to the north.
fn north(z: f64, y: f64, half: f64) -> Station {
    Station { at: DVec3::new(0.0, y, z), turn: 0.0, half }
}

/// A runner of tiles along a level way to the north.
fn runner(piece: &mut Piece, south: f64, far: f64, y: f64, half: f64) {
    piece.beam(BAND, DVec3::new(0.0, y, south), DVec3::new(0.0, y, far), 2.0 * half, -0.1, 0.02);
    let (a, b) = (DVec3::new(0.0, y, south - 0.12), DVec3::new(0.0, y, far + 0.12));
    piece.beam(TILE, a, b, 2.0 * half - 0.24, -0.1, 0.04);
}

/// From a boulevard to a walkway, under ribs.
fn colonnade() -> Piece {
    let mut piece = Piece::new("Corridor1");
    let (wide, slim, end) = (half(3), half(2), 5.5);
    way(
        &mut piece,
        &[north(end, 0.0, wide), north(2.6, 0.0, wide), north(0.2, 0.0, slim), north(-end, 0.0, slim)],
    );
    for (z, half) in [(4.4, wide), (2.6, wide), (0.2, slim), (-1.6, slim), (-3.4, slim)] {
        rib(&mut piece, ground(0.0, z), 0.0, half);
    }
    runner(&mut piece, 4.4, -4.4, 0.0, 0.7);
    for side in [-1.0, 1.0] {
        hedge(&mut piece, ground(side * 2.1, 4.9), ground(side * 2.1, 2.9), 0.7);
    }
    way_box(&mut piece, ground(0.0, end - INSET), ground(0.0, 2.2), wide, 3.5);
    way_box(&mut piece, ground(0.0, 2.4), ground(0.0, 0.2), 2.2, 3.5);
    way_box(&mut piece, ground(0.0, 0.4), ground(0.0, -end + INSET), slim, 3.5);
    piece
}

/// A grand staircase in two flights, a storey high.
fn steps() -> Piece {
    let mut piece = Piece::new("Corridor2");
    let (wide, slim) = (half(3), half(2));
    let (flight, climb) = (RUN * 10.0, RISE * 10.0);
    let marks = [6.0, 5.0, 5.0 - flight, 4.6 - flight, 3.0 - flight, 2.6 - flight];
    let end = marks[5] - flight;
    let stations = [
        north(marks[0], 0.0, wide),
        north(marks[1], 0.0, wide),
        north(marks[2], climb, wide),
        north(marks[3], climb, wide),
        north(marks[4], climb, slim),
        north(marks[5], climb, slim),
        north(end, 2.0 * climb, slim),
        north(end - 1.0, 2.0 * climb, slim),
    ];
    way(&mut piece, &stations);
    for station in [stations[1], stations[2], stations[5], stations[6]] {
        let out = compass(90.0) * 0.2;
        pylon(&mut piece, station.left() - out, 0.0);
        pylon(&mut piece, station.right() + out, 0.0);
    }
    inlay(&mut piece, DVec3::new(0.0, climb, 3.8 - flight), 0.9, 8, 22.5);
    // Two boxes a flight: one would take the room of a storey below and above.
    let mut boxes = |south: DVec3, far: DVec3, half: f64| {
        let middle = (south + far) / 2.0;
        way_box(&mut piece, south, middle, half, HEAD);
        way_box(&mut piece, middle, far, half, HEAD);
    };
    boxes(up(stations[1].at, 0.0), stations[2].at, wide);
    boxes(stations[5].at, stations[6].at, slim);
    way_box(&mut piece, stations[0].at - DVec3::Z * INSET, stations[1].at, wide, HEAD);
    way_box(&mut piece, stations[2].at, stations[4].at, wide, HEAD);
    way_box(&mut piece, stations[6].at, stations[7].at + DVec3::Z * INSET, slim, HEAD);
    piece
}

/// A ramp around a point to the right: stations every few degrees, straight and level at both ends.
fn ramp(piece: &mut Piece, radius: f64, angle: f64, climb: f64, ends: [f64; 2]) {
    let count = (angle / 11.0).ceil();
    let at = |part: f64| {
        // The floor narrows or widens on the way, and the slope sets in gently.
        let gentle = part * part * (3.0 - 2.0 * part);
        let half = ends[0] + (ends[1] - ends[0]) * gentle;
        let turn = angle * part;
        Station { at: up(ground(radius, 0.0) + compass(turn - 90.0) * radius, climb * part), turn, half }
    };
    let mut stations: Vec<_> = (0..=count as u32).map(|i| at(f64::from(i) / count)).collect();
    let (first, last) = (stations[0], stations[count as usize]);
    let beyond =
        |station: Station, by: f64| Station { at: station.at + compass(station.turn) * by, ..station };
    stations.insert(0, beyond(first, -0.6));
    stations.push(beyond(last, 0.6));
    way(piece, &stations);
    let ends = [beyond(first, INSET - 0.6), beyond(last, 0.6 - INSET)];
    way_box(piece, ends[0].at, first.at, first.half, HEAD);
    way_box(piece, last.at, ends[1].at, last.half, HEAD);
    for pair in stations[1..stations.len() - 1].windows(2) {
        way_box(piece, pair[0].at, pair[1].at, pair[0].half.max(pair[1].half), HEAD);
    }
}

/// A walkway that turns by a sixth and climbs by half a storey.
fn bend() -> Piece {
    let mut piece = Piece::new("Corridor3");
    ramp(&mut piece, 8.0, 60.0, 1.8, [half(2); 2]);
    for (part, reach) in [(0.0, 10.0), (0.5, 10.0), (1.0, 10.0)] {
        let at = ground(8.0, 0.0) + compass(60.0 * part - 90.0) * (reach - 0.1);
        pylon(&mut piece, up(at, 1.8 * part), 60.0 * part);
    }
    piece
}

/// A boulevard that parts into two walkways.
fn fork() -> Piece {
    let mut piece = Piece::new("Corridor4");
    let (reach, foot) = (7.0, 4.0);
    let south = Door { at: ground(0.0, foot), turn: 180.0, pins: 3 };
    let (right, left) = (Door::around(30.0, reach), Door::around(-30.0, reach));
    let neck = 0.9;
    let outline = deck(&mut piece, &[right, left, south], neck, &[]);
    floor(&mut piece, &outline);
    let nose = compass(0.0) * 5.35;
    for door in [right, left] {
        rib(&mut piece, door.at - compass(door.turn) * 0.5, door.turn, door.half());
        bench(
            &mut piece,
            compass(door.turn) * 1.3 + compass(door.turn * 3.0) * 1.9,
            compass(door.turn * 3.0) * 2.0 + ground(0.0, 1.4),
        );
    }
    hedge(&mut piece, nose + ground(-0.9, 0.9), nose + ground(0.9, 0.9), 0.6);
    inlay(&mut piece, ground(0.0, 0.4), 1.9, 6, 0.0);
    inlay(&mut piece, up(ground(0.0, 0.4), 0.02), 1.2, 6, 0.0);
    piece.lathe(up(ground(0.0, 0.4), 0.04), 6, 0.0, &[(0.5, 0.0, BRASS), (0.0, 0.02, BRASS)]);
    for door in [right, left] {
        let out = compass(door.turn);
        way_box(&mut piece, DVec3::ZERO, out * (reach - INSET), door.half(), 3.5);
    }
    way_box(&mut piece, ground(0.0, foot - INSET), ground(0.0, -1.0), south.half(), HEAD);
    piece
}

/// A ramp that winds up a storey, from a boulevard to a walkway.
fn helix() -> Piece {
    let mut piece = Piece::new("Corridor5");
    let (radius, angle, climb) = (8.0, 135.0, 3.6);
    ramp(&mut piece, radius, angle, climb, [half(3), half(2)]);
    piece
}

/// A boulevard with trees, and a walkway to the side.
fn boulevard() -> Piece {
    let mut piece = Piece::new("Corridor6");
    let end = 7.0;
    let side = Door { at: ground(4.0, 0.0), turn: 90.0, pins: 2 };
    let doors = [
        Door { at: ground(0.0, -end), turn: 0.0, pins: 3 },
        Door { at: ground(0.0, end), turn: 180.0, pins: 3 },
        side,
    ];
    let outline = deck(&mut piece, &doors, 1.3, &[]);
    floor(&mut piece, &outline);
    for z in [-1.0, 1.0] {
        hedge(&mut piece, ground(0.0, z * 2.2), ground(0.0, z * 5.4), 1.3);
        tree(&mut piece, ground(0.0, z * 3.1), 1.2);
        tree(&mut piece, ground(0.0, z * 4.6), 1.0);
        bench(&mut piece, ground(-2.3, z * 2.4), ground(-2.3, z * 4.4));
        pylon(&mut piece, side.at + ground(-1.1, z * 1.9), 0.0);
    }
    inlay(&mut piece, DVec3::ZERO, 1.5, 8, 22.5);
    inlay(&mut piece, up(DVec3::ZERO, 0.02), 0.8, 8, 22.5);
    way_box(&mut piece, ground(0.0, end - INSET), ground(0.0, -end + INSET), doors[0].half(), 3.6);
    way_box(&mut piece, ground(2.0, 0.0), side.at - ground(INSET, 0.0), side.half(), HEAD);
    piece
}
