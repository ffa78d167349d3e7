//! What every place has: floor, walls with doorways, ceiling, boxes.

use super::chance::chance;
use super::materials::{CAVE_TRIM, CRYPT_TRIM, GOLD, MORTAR, ROOF, TRIM, Theme};
use super::measures::{DEEP, LID, THICK, at, door_size};
use super::outline::{JOINT, inset, outwards, pave, slab};
use crate::piece::{Material, Piece, compass, ground};
use glam::DVec3;

/// Boxes end this far before a doorway, so that neighbours do not touch.
pub(super) const INSET: f64 = 0.05;
/// How far plinths stand out of walls, and door frames.
const PLINTH: f64 = 0.08;
const FRAME: f64 = 0.12;
/// How wide the posts of a door frame are, and how high its lintel.
const POST: f64 = 0.2;
const LINTEL: f64 = 0.25;

/// A doorway in an outer wall.
#[derive(Clone, Copy)]
pub(super) struct Door {
    pins: u32,
    color: &'static str,
    at: DVec3,
    heading: DVec3,
}

/// A door in a wall that faces to `side`, in degrees clockwise from north.
pub(super) fn door(pins: u32, color: &'static str, at: DVec3, side: f64) -> Door {
    Door { pins, color, at, heading: compass(side) }
}

impl Door {
    fn trim(&self) -> Material {
        match self.color {
            "red" => CRYPT_TRIM,
            "green" => CAVE_TRIM,
            "gold" => GOLD,
            _ => TRIM,
        }
    }

    /// A part of the frame: along the wall from `s0` to `s1`, from the middle of the door; into the room by `depth`.
    fn part(&self, piece: &mut Piece, span: [f64; 2], depth: f64, low: f64, high: f64) {
        let along = -outwards(self.heading);
        let [a, b] = span.map(|s| self.at + along * s);
        let inwards = self.heading * depth;
        // The wall runs to the right of its heading, so that this is counterclockwise.
        let outline = [a, b, b - inwards, a - inwards].map(|p| ground(p.x, p.z));
        piece.prism([self.trim(); 3], &outline, self.at.y + low, self.at.y + high);
    }

    /// Posts, a lintel with a keystone, braces in the upper corners, a threshold.
    fn frame(&self, piece: &mut Piece, theme: &Theme) {
        let (width, high) = door_size(self.pins);
        let (edge, depth) = (width / 2.0, THICK + FRAME);
        self.part(piece, [-edge - POST, -edge], depth, 0.0, high);
        self.part(piece, [edge, edge + POST], depth, 0.0, high);
        self.part(piece, [-edge - POST, edge + POST], depth, high, high + LINTEL);
        self.part(piece, [-0.18, 0.18], depth + 0.06, high - 0.06, high + LINTEL + 0.06);
        let along = -outwards(self.heading);
        let brace = 0.16 * width;
        for side in [-1.0, 1.0] {
            let corner = self.at + along * (side * edge) + DVec3::Y * high - self.heading * 0.06;
            let (across, down) = (corner - along * (side * brace), corner - DVec3::Y * brace);
            let back = -self.heading * (depth - 0.12);
            let front = if side > 0.0 { [corner, across, down] } else { [corner, down, across] };
            let behind = front.map(|p| p + back);
            piece.face(self.trim(), &[front[0], front[1], front[2]]);
            piece.face(self.trim(), &[behind[2], behind[1], behind[0]]);
            for i in 0..3 {
                let j = (i + 1) % 3;
                piece.face(self.trim(), &[front[j], front[i], behind[i], behind[j]]);
            }
        }
        let (a, b) = (self.at - along * edge, self.at + along * edge);
        let inwards = self.heading * THICK;
        let sill = [a, b, b - inwards, a - inwards];
        piece.prism([theme.flags[2], theme.trim, theme.trim], &sill, self.at.y - JOINT, self.at.y);
    }
}

/// One straight wall, its foot at height `low`: where it starts and ends outside, inside, and along the plinth.
pub(super) struct Wall {
    pub(super) outer: [DVec3; 2],
    pub(super) inner: [DVec3; 2],
    pub(super) plinth: [DVec3; 2],
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Wall {
    /// The wall along side `i` of a room, from outlines of its outer, inner and plinth faces.
    fn of(outlines: [&[DVec3]; 3], i: usize, low: f64, high: f64) -> Self {
        let [outer, inner, plinth] = outlines.map(|line| [line[i], line[(i + 1) % line.len()]]);
        Self { outer, inner, plinth, low, high }
    }

    /// A wall across the end of a way, its plinth left out at the corners.
    pub(super) fn end(door: &Door, half: f64, low: f64, high: f64) -> Self {
        let along = -outwards(door.heading);
        let outer = [-half, half].map(|s| ground(door.at.x, door.at.z) + along * s);
        let [inner, plinth] = [THICK, THICK + PLINTH].map(|depth| outer.map(|p| p - door.heading * depth));
        Self { outer, inner, plinth, low, high }
    }

    /// Builds it around its doors.
    pub(super) fn build(&self, piece: &mut Piece, theme: &Theme, doors: &[Door]) {
        let along = (self.outer[1] - self.outer[0]).normalize();
        let length = self.outer[0].distance(self.outer[1]);
        let out = outwards(along);
        let cut = |s: f64| {
            let p = self.outer[0] + along * s;
            [p, p - out * THICK, p - out * (THICK + PLINTH)]
        };
        let place = |door: &Door| (ground(door.at.x, door.at.z) - self.outer[0]).dot(along);
        let mut doors: Vec<&Door> = doors
            .iter()
            .filter(|door| {
                let off = (ground(door.at.x, door.at.z) - self.outer[0]).dot(out).abs();
                off < 1e-6 && door.heading.dot(out) > 0.99 && place(door) > 0.0 && place(door) < length
            })
            .collect();
        if doors.is_empty() {
            // From outside, where no neighbour stands against it.
            self.stones(piece, theme, self.outer[1], self.outer[0] - self.outer[1], 0.08);
        }
        doors.sort_by(|a, b| place(a).total_cmp(&place(b)));
        let mut from = [self.outer[0], self.inner[0], self.plinth[0]];
        for door in doors {
            let (width, high) = door_size(door.pins);
            let half = width / 2.0 + POST;
            let (left, right) = (cut(place(door) - half), cut(place(door) + half));
            self.section(piece, theme, [from, left]);
            let hole = [left[0], right[0], right[1], left[1]];
            if door.at.y > self.low + 0.5 {
                piece.prism([theme.wall; 3], &hole, self.low, door.at.y - JOINT);
            }
            piece.prism([theme.wall; 3], &hole, door.at.y + high + LINTEL, self.high);
            door.frame(piece, theme);
            from = right;
        }
        self.section(piece, theme, [from, [self.outer[1], self.inner[1], self.plinth[1]]]);
    }

    /// A part without doors, with a plinth, a cornice and some stones that stand out.
    fn section(&self, piece: &mut Piece, theme: &Theme, ends: [[DVec3; 3]; 2]) {
        let [[outer_a, inner_a, plinth_a], [outer_b, inner_b, plinth_b]] = ends;
        piece.prism([theme.wall; 3], &[outer_a, outer_b, inner_b, inner_a], self.low, self.high);
        let (run, along) = (inner_b - inner_a, (outer_b - outer_a).normalize());
        let length = run.dot(along);
        if length < 0.3 {
            return;
        }
        let ledge = [inner_a, inner_b, plinth_b, plinth_a];
        piece.prism([theme.trim; 3], &ledge, self.low, self.low + 0.25);
        piece.prism([theme.trim; 3], &ledge, self.high - 0.2, self.high);
        self.stones(piece, theme, inner_a, along * length, 0.18);
    }

    /// Single stones that stand out of a face of the wall, which runs to the left of them.
    fn stones(&self, piece: &mut Piece, theme: &Theme, from: DVec3, run: DVec3, share: f64) {
        let (length, along) = (run.length(), run.normalize());
        // Up to where eyes go.
        let (rows, columns) =
            ((((self.high - self.low - 0.8) / 0.42) as usize).min(5), (length / 0.8) as usize);
        let (back, front) = (outwards(along) * 0.05, outwards(along) * -0.035);
        // Another wall, other stones.
        let salt = (from.x * 31.0 + from.z * 57.0).abs() as usize;
        for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
            if chance(row, column, salt) > share {
                continue;
            }
            let start = from + along * (0.1 + 0.8 * column as f64);
            let end = start + along * (0.4 + 0.3 * chance(column, row, salt + 1));
            let low = self.low + 0.4 + 0.42 * row as f64;
            let stone = theme.stones[usize::from(chance(row, column, salt + 2) > 0.6)];
            let outline = [start + back, end + back, end + front, start + front];
            piece.prism([stone; 3], &outline, low, low + 0.34);
        }
    }
}

/// A room over an outline of its outer walls.
pub(super) struct Shell<'a> {
    pub(super) theme: &'a Theme,
    pub(super) outline: &'a [DVec3],
    pub(super) high: f64,
    pub(super) doors: &'a [Door],
}

impl Shell<'_> {
    /// Walls and connectors.
    pub(super) fn walls(&self, piece: &mut Piece) {
        let (inner, plinth) = (inset(self.outline, THICK), inset(self.outline, THICK + PLINTH));
        for i in 0..self.outline.len() {
            let wall = Wall::of([self.outline, &inner, &plinth], i, -JOINT, self.high);
            wall.build(piece, self.theme, self.doors);
        }
        connectors(piece, self.doors);
    }

    pub(super) fn ceiling(&self, piece: &mut Piece) {
        let edge = self.high + LID - 0.1;
        slab(piece, [ROOF, TRIM, self.theme.stones[1]], self.outline, self.high, edge);
        slab(piece, [ROOF, self.theme.stones[1], ROOF], &inset(self.outline, 0.3), edge, self.high + LID);
    }

    /// A floor of flagstones of a size, over convex parts of the room's inside.
    pub(super) fn floor(&self, piece: &mut Piece, parts: &[Vec<DVec3>], size: f64) {
        slab(piece, [MORTAR, self.theme.wall, ROOF], self.outline, -DEEP, -JOINT);
        for part in parts {
            pave(piece, self.theme.flags, part, size, 0.0);
        }
    }

    /// All of it, for a convex room.
    pub(super) fn build(&self, piece: &mut Piece, size: f64) {
        self.walls(piece);
        self.ceiling(piece);
        self.floor(piece, &[inset(self.outline, THICK)], size);
    }
}

pub(super) fn connectors(piece: &mut Piece, doors: &[Door]) {
    for door in doors {
        piece.door(door.pins, door.color, door.at, door.heading);
    }
}

/// A box around a part of a room, drawn back from the sides that have doors. Doors come first.
pub(super) fn keep_out(piece: &mut Piece, min: DVec3, max: DVec3) {
    let (mut low, mut high) = (min, max);
    for door in &piece.connectors {
        for axis in 0..3 {
            if door.heading[axis] > 0.99 && (door.at[axis] - max[axis]).abs() < 1e-6 {
                high[axis] = max[axis] - INSET;
            }
            if door.heading[axis] < -0.99 && (door.at[axis] - min[axis]).abs() < 1e-6 {
                low[axis] = min[axis] + INSET;
            }
        }
    }
    piece.keep_out(low, high);
}

/// The same for a room that is so high.
pub(super) fn guard(piece: &mut Piece, x0: f64, z0: f64, x1: f64, z1: f64, high: f64) {
    keep_out(piece, at(x0, -DEEP, z0), at(x1, high + LID, z1));
}
