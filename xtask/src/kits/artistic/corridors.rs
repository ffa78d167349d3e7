//! The corridors: walkways of two pins, boulevards of three, and the ways between them and between storeys.

use super::frame::{Door, HEAD, INSET, RISE, RUN, Station, deck, floor, half, up, way};
use super::materials::{BAND, BRASS, TILE};
use super::parts::{bench, door_boxes, flight_boxes, hedge, inlay, pylon, rib, tree, way_box};
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
    let (wide, slim, end) = (half(3), half(2), 3.8);
    let stations =
        [north(end, 0.0, wide), north(1.4, 0.0, wide), north(-0.6, 0.0, slim), north(-end, 0.0, slim)];
    way(&mut piece, &stations);
    for (z, half) in [(3.1, wide), (1.4, wide), (-0.6, slim), (-2.0, slim), (-3.4, slim)] {
        rib(&mut piece, ground(0.0, z), 0.0, half);
    }
    runner(&mut piece, 3.2, -3.2, 0.0, 0.7);
    for side in [-1.0, 1.0] {
        hedge(&mut piece, ground(side * 1.85, 3.1), ground(side * 1.85, 1.5), 0.6);
    }
    way_box(&mut piece, ground(0.0, end - INSET), ground(0.0, 1.0), wide, 3.5);
    way_box(&mut piece, ground(0.0, 1.2), ground(0.0, -0.6), 1.9, 3.5);
    way_box(&mut piece, ground(0.0, -0.4), ground(0.0, -end + INSET), slim, 3.5);
    piece
}

/// A grand staircase in two flights, a storey high.
fn steps() -> Piece {
    let mut piece = Piece::new("Corridor2");
    let (wide, slim) = (half(3), half(2));
    let (flight, climb) = (RUN * 12.0, RISE * 12.0);
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
    for station in [stations[2], stations[5]] {
        let out = compass(90.0) * 0.2;
        pylon(&mut piece, station.left() - out, 0.0);
        pylon(&mut piece, station.right() + out, 0.0);
    }
    inlay(&mut piece, DVec3::new(0.0, climb, 3.8 - flight), 0.9, 8, 22.5);
    flight_boxes(&mut piece, stations[1].at, stations[2].at, wide);
    flight_boxes(&mut piece, stations[5].at, stations[6].at, slim);
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

/// A walkway that turns a little and climbs a little: where it is, no grid holds.
fn bend() -> Piece {
    let mut piece = Piece::new("Corridor3");
    let (radius, angle, climb) = (4.2, 30.0, 0.36);
    ramp(&mut piece, radius, angle, climb, [half(2); 2]);
    for side in [-1.0, 1.0] {
        let at = ground(radius, 0.0) + compass(angle / 2.0 - 90.0) * (radius + side * (half(2) + 0.2));
        pylon(&mut piece, up(at, climb / 2.0), angle / 2.0);
    }
    piece
}

/// A boulevard that parts into two walkways.
fn fork() -> Piece {
    let mut piece = Piece::new("Corridor4");
    let (reach, foot, turn) = (4.6, 4.2, 60.0);
    let south = Door { at: ground(0.0, foot), turn: 180.0, pins: 3, steps: 0 };
    let (right, left) = (Door::around(turn, reach).climbing(10), Door::around(-turn, reach).climbing(-10));
    let outline = deck(&mut piece, &[right, left, south], 0.9, &[]);
    floor(&mut piece, &outline);
    for door in [right, left] {
        let out = compass(door.turn);
        rib(&mut piece, door.at - out * 0.5, door.turn, door.half());
        let side = 2.0 * door.turn.signum();
        bench(&mut piece, ground(side, 2.6), ground(side * 1.1, 0.9));
        door_boxes(&mut piece, DVec3::ZERO, door);
    }
    hedge(&mut piece, ground(-1.6, -2.6), ground(1.6, -2.6), 0.6);
    let middle = ground(0.0, 0.0);
    inlay(&mut piece, middle, 1.6, 6, 0.0);
    inlay(&mut piece, up(middle, 0.02), 1.0, 6, 0.0);
    piece.lathe(up(middle, 0.04), 6, 0.0, &[(0.4, 0.0, BRASS), (0.0, 0.02, BRASS)]);
    way_box(&mut piece, ground(0.0, foot - INSET), ground(0.0, -1.0), south.half(), HEAD);
    piece
}

/// A ramp that winds up a storey, from a boulevard to a walkway.
fn helix() -> Piece {
    let mut piece = Piece::new("Corridor5");
    let (radius, angle, climb) = (8.0, 90.0, 4.32);
    ramp(&mut piece, radius, angle, climb, [half(3), half(2)]);
    for (part, half) in [(0.0, half(3)), (1.0, half(2))] {
        for side in [-1.0, 1.0] {
            let at = ground(radius, 0.0) + compass(angle * part - 90.0) * (radius + side * (half + 0.2));
            pylon(&mut piece, up(at, climb * part), angle * part);
        }
    }
    piece
}

/// A walkway that parts into two boulevards, trees between.
fn boulevard() -> Piece {
    let mut piece = Piece::new("Corridor6");
    let (reach, foot, turn) = (5.0, 3.8, 60.0);
    let arm = |turn: f64, steps: i32| Door { pins: 3, ..Door::around(turn, reach) }.climbing(steps);
    let south = Door { at: ground(0.0, foot), turn: 180.0, pins: 2, steps: 0 };
    let doors = [arm(turn, 10), arm(-turn, -10), south];
    let outline = deck(&mut piece, &doors, 0.9, &[]);
    floor(&mut piece, &outline);
    hedge(&mut piece, ground(-1.5, -3.7), ground(1.5, -3.7), 0.8);
    for x in [-0.9, 0.9] {
        tree(&mut piece, DVec3::new(x, 0.3, -3.7), 0.95 + 0.1 * x);
    }
    bench(&mut piece, ground(-1.0, -2.8), ground(1.0, -2.8));
    inlay(&mut piece, ground(0.0, -0.4), 1.7, 3, 180.0);
    inlay(&mut piece, up(ground(0.0, -0.4), 0.02), 0.9, 3, 180.0);
    for door in [doors[0], doors[1]] {
        door_boxes(&mut piece, DVec3::ZERO, door);
    }
    pylon(&mut piece, south.left(0.85) + ground(0.2, 0.0), 0.0);
    pylon(&mut piece, south.right(0.85) - ground(0.2, 0.0), 0.0);
    way_box(&mut piece, ground(0.0, foot - INSET), ground(0.0, -4.4), south.half(), 3.4);
    piece
}
