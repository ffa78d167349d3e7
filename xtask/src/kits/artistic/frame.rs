//! What every piece of the kit is framed by: floors, their edges, and the doorways.

use super::materials::{BAND, FLOOR, HULL, LIGHT, SHELL, TILE, TRIM};
use crate::piece::{Material, Piece, compass};
use glam::DVec3;

/// How thick a floor is.
pub(super) const DEEP: f64 = 0.75;
/// How high an agent and its head room are.
pub(super) const HEAD: f64 = 2.6;
/// How far the edge reaches out from the floor.
pub(super) const RIM: f64 = 0.4;
/// Boxes keep this far from the doorways, so that neighbours do not touch.
pub(super) const INSET: f64 = 0.05;
/// Stairs: 26.6 degrees.
pub(super) const RISE: f64 = 0.18;
pub(super) const RUN: f64 = 0.36;

/// The edge of a floor, seen along it with the outside to the right: a dark gutter, a line of light, a parapet, a
/// second line of light on the outside, and the hull.
const EDGE: [(Material, [f64; 4]); 12] = [
    // The gutter reaches deeper than a step is high, so that it makes the string of a staircase.
    (BAND, [-0.2, -0.25, -0.2, 0.02]),
    (BAND, [-0.2, 0.02, 0.0, 0.02]),
    (LIGHT, [0.0, 0.02, 0.01, 0.12]),
    (SHELL, [0.01, 0.12, 0.07, 0.56]),
    (SHELL, [0.07, 0.56, 0.13, 0.62]),
    (SHELL, [0.13, 0.62, 0.34, 0.62]),
    (SHELL, [0.34, 0.62, 0.4, 0.56]),
    (SHELL, [0.4, 0.56, 0.4, -0.08]),
    (TRIM, [0.4, -0.08, 0.34, -0.12]),
    (LIGHT, [0.34, -0.12, 0.34, -0.22]),
    (TRIM, [0.34, -0.22, 0.34, -0.44]),
    (HULL, [0.34, -0.44, 0.0, -DEEP]),
];
/// The handrail above it.
const RAIL: [(Material, [f64; 4]); 3] =
    [(TRIM, [0.17, 0.96, 0.3, 0.96]), (TRIM, [0.3, 0.96, 0.235, 0.87]), (TRIM, [0.235, 0.87, 0.17, 0.96])];
/// The same cut straight, in convex parts.
const CUT: [(Material, &[[f64; 2]]); 4] = [
    (BAND, &[[-0.2, 0.0], [-0.2, 0.02], [0.0, 0.02], [0.0, 0.0]]),
    (
        SHELL,
        &[
            [0.0, -0.1],
            [0.0, 0.02],
            [0.01, 0.12],
            [0.07, 0.56],
            [0.13, 0.62],
            [0.34, 0.62],
            [0.4, 0.56],
            [0.4, -0.08],
            [0.36, -0.1],
        ],
    ),
    (HULL, &[[0.0, -DEEP], [0.0, -0.1], [0.34, -0.1], [0.34, -0.44]]),
    (TRIM, &[[0.17, 0.96], [0.3, 0.96], [0.235, 0.87]]),
];

/// A doorway: its place on the floor, where it leads (degrees clockwise from north), and its pins.
#[derive(Clone, Copy)]
pub(super) struct Door {
    pub(super) at: DVec3,
    pub(super) turn: f64,
    pub(super) pins: u32,
    /// Steps from the floor inside up to the doorway; less than zero go down.
    pub(super) steps: i32,
}

/// The level part of a neck beyond its stairs.
const LANDING: f64 = 0.7;

impl Door {
    /// A walkway's doorway so far from the middle.
    pub(super) fn around(turn: f64, reach: f64) -> Self {
        Self { at: compass(turn) * reach, turn, pins: 2, steps: 0 }
    }

    /// The same at the far end of stairs.
    pub(super) fn climbing(self, steps: i32) -> Self {
        let door = Self { steps, ..self };
        Self { at: up(self.at + compass(self.turn) * door.stairs(), door.climb()), ..door }
    }

    /// How far the stairs and the landing reach out.
    fn stairs(self) -> f64 {
        if self.steps == 0 { 0.0 } else { LANDING + RUN * f64::from(self.steps.abs()) }
    }

    fn climb(self) -> f64 {
        RISE * f64::from(self.steps)
    }

    /// The middle of the way in: at the door, at the outer and at the inner end of its stairs.
    pub(super) fn way_in(self) -> [DVec3; 3] {
        let into = -compass(self.turn);
        let landing = if self.steps == 0 { 0.0 } else { LANDING };
        [self.at, self.at + into * landing, up(self.at + into * self.stairs(), -self.climb())]
    }

    pub(super) fn half(self) -> f64 {
        half(self.pins)
    }

    /// The left end of its sill, looking out, and so far inside.
    pub(super) fn left(self, inside: f64) -> DVec3 {
        self.at - compass(self.turn) * inside + compass(self.turn - 90.0) * self.half()
    }

    pub(super) fn right(self, inside: f64) -> DVec3 {
        self.at - compass(self.turn) * inside + compass(self.turn + 90.0) * self.half()
    }
}

impl Door {
    /// One side of the way in, from the sill to the end of the neck: left (-1) or right (1), looking out.
    fn side(self, side: f64, neck: f64) -> Vec<DVec3> {
        let [sill, outer, inner] = self.way_in();
        let end = inner - compass(self.turn) * neck;
        let middle = if self.steps == 0 { vec![sill, end] } else { vec![sill, outer, inner, end] };
        let aside = compass(self.turn + 90.0) * (self.half() * side);
        middle.into_iter().map(|p| p + aside).collect()
    }
}

/// Half the width of a floor at a doorway.
pub(super) fn half(pins: u32) -> f64 {
    if pins == 3 { 2.4 } else { 1.5 }
}

pub(super) fn up(p: DVec3, y: f64) -> DVec3 {
    p + DVec3::Y * y
}

/// A convex piece of floor, its corners counterclockwise from above, and its underside.
pub(super) fn floor(piece: &mut Piece, outline: &[DVec3]) {
    piece.face(FLOOR, outline);
    underside(piece, outline);
}

pub(super) fn underside(piece: &mut Piece, outline: &[DVec3]) {
    piece.face(HULL, &outline.iter().rev().map(|p| up(*p, -DEEP)).collect::<Vec<_>>());
}

/// The edge along a path of floor corners, the outside to the right.
pub(super) fn rim(piece: &mut Piece, path: &[DVec3]) {
    piece.sweep(&EDGE, path);
    piece.sweep(&RAIL, path);
    for pair in path.windows(2) {
        posts(piece, pair[0], pair[1]);
    }
}

/// Posts of the handrail along one straight.
fn posts(piece: &mut Piece, from: DVec3, to: DVec3) {
    let way = to - from;
    let right = DVec3::new(-way.z, 0.0, way.x).normalize() * 0.235;
    let count = (way.length() / 1.5).round();
    for i in 0..count as u32 {
        let at = from + way * ((f64::from(i) + 0.5) / count) + right;
        piece.lathe(at, 3, 0.0, &[(0.06, 0.6, TRIM), (0.06, 0.92, TRIM)]);
    }
}

/// The connector, and the section as it is seen while nothing is joined.
pub(super) fn doorway(piece: &mut Piece, door: Door) {
    let out = compass(door.turn);
    piece.door(door.pins, "white", door.at, out);
    let (left, right) = (door.left(0.0), door.right(0.0));
    piece.face(HULL, &[up(left, -DEEP), left, right, up(right, -DEEP)]);
    for (material, corners) in CUT {
        let side = compass(door.turn + 90.0);
        let on_right = |[x, y]: &[f64; 2]| up(right + side * *x, *y);
        let on_left = |[x, y]: &[f64; 2]| up(left - side * *x, *y);
        piece.face(material, &corners.iter().rev().map(on_left).collect::<Vec<_>>());
        piece.face(material, &corners.iter().map(on_right).collect::<Vec<_>>());
    }
}

/// A level deck: doors counterclockwise from above, necks so long (and longer by their stairs), and the corners of
/// the edge after each door. The corners inside the necks must make a convex floor; they are given back.
pub(super) fn deck(piece: &mut Piece, doors: &[Door], neck: f64, corners: &[Vec<DVec3>]) -> Vec<DVec3> {
    let mut outline = Vec::new();
    for (i, door) in doors.iter().enumerate() {
        let next = doors[(i + 1) % doors.len()];
        let mut path = door.side(-1.0, neck);
        path.extend(corners.get(i).into_iter().flatten());
        path.extend(next.side(1.0, neck).iter().rev());
        rim(piece, &path);
        doorway(piece, *door);
        let (left, right) = (door.side(-1.0, neck), door.side(1.0, neck));
        for j in 0..left.len() - 1 {
            let outline = [left[j], left[j + 1], right[j + 1], right[j]];
            if left[j].y == left[j + 1].y {
                floor(piece, &outline);
            } else {
                underside(piece, &outline);
            }
        }
        let [_, outer, inner] = door.way_in();
        if door.steps != 0 {
            let (low, high) = if door.steps > 0 { (inner, outer) } else { (outer, inner) };
            stairs(piece, low, high, door.half());
        }
        outline.push(left[left.len() - 1]);
        outline.extend(corners.get(i).into_iter().flatten());
        let into = next.side(1.0, neck);
        outline.push(into[into.len() - 1]);
    }
    outline
}

/// A point along a way: where, which way it goes, and half the width of the floor.
#[derive(Clone, Copy)]
pub(super) struct Station {
    pub(super) at: DVec3,
    pub(super) turn: f64,
    pub(super) half: f64,
}

impl Station {
    pub(super) fn left(self) -> DVec3 {
        self.at + compass(self.turn - 90.0) * self.half
    }

    pub(super) fn right(self) -> DVec3 {
        self.at + compass(self.turn + 90.0) * self.half
    }
}

/// A way through stations, with a doorway at each end. Between two stations that differ in height and not in
/// turn are stairs, or else a ramp.
pub(super) fn way(piece: &mut Piece, stations: &[Station]) {
    let (first, last) = (stations[0], stations[stations.len() - 1]);
    for pair in stations.windows(2) {
        let outline = [pair[0].left(), pair[0].right(), pair[1].right(), pair[1].left()];
        let climb = pair[1].at.y - pair[0].at.y;
        if climb.abs() > 0.01 && pair[0].turn == pair[1].turn {
            underside(piece, &outline);
            stairs(piece, pair[0].at, pair[1].at, pair[0].half);
        } else if climb.abs() > 0.01 {
            underside(piece, &outline);
            runner(piece, pair[0], pair[1]);
        } else {
            floor(piece, &outline);
        }
    }
    rim(piece, &stations.iter().map(|s| s.right()).collect::<Vec<_>>());
    rim(piece, &stations.iter().rev().map(|s| s.left()).collect::<Vec<_>>());
    let pins = |station: Station| if station.half > 2.0 { 3 } else { 2 };
    doorway(piece, Door { at: first.at, turn: first.turn + 180.0, pins: pins(first), steps: 0 });
    doorway(piece, Door { at: last.at, turn: last.turn, pins: pins(last), steps: 0 });
}

/// The floor of a ramp, with a runner in the middle: flush, for a ramp that turns is not flat.
fn runner(piece: &mut Piece, from: Station, to: Station) {
    let marks =
        |s: Station| [-s.half, -0.7, -0.58, 0.58, 0.7, s.half].map(|x| s.at + compass(s.turn + 90.0) * x);
    let (near, far) = (marks(from), marks(to));
    for (i, material) in [FLOOR, BAND, TILE, BAND, FLOOR].into_iter().enumerate() {
        piece.face(material, &[near[i], near[i + 1], far[i + 1], far[i]]);
    }
}

/// Steps from a lower to a higher point; their noses lie on the line between.
pub(super) fn stairs(piece: &mut Piece, from: DVec3, to: DVec3, half: f64) {
    let level = DVec3::new(to.x - from.x, 0.0, to.z - from.z);
    let count = ((to.y - from.y) / RISE).round();
    let (run, rise) = (level / count, (to.y - from.y) / count);
    let side = DVec3::new(-level.z, 0.0, level.x).normalize() * half;
    for i in 0..count as u32 {
        let foot = up(from + run * f64::from(i), rise * f64::from(i));
        let mut strip = |material: Material, [d0, y0]: [f64; 2], [d1, y1]: [f64; 2]| {
            let (low, high) = (up(foot + run * d0, y0), up(foot + run * d1, y1));
            piece.face(material, &[low - side, low + side, high + side, high - side]);
        };
        let nose = if i == 0 { 0.0 } else { 0.25 };
        if i > 0 {
            strip(BAND, [0.0, 0.0], [nose, 0.0]);
        }
        strip(FLOOR, [nose, 0.0], [1.0, 0.0]);
        strip(SHELL, [1.0, 0.0], [1.0, rise - 0.05]);
        strip(LIGHT, [1.0, rise - 0.05], [1.0, rise]);
    }
}
