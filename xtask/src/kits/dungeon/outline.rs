//! Outlines on the ground, counterclockwise seen from above: drawn in, cut, laid with stones.

use super::chance::chance;
use super::materials::MORTAR;
use crate::piece::{Material, Piece, ground};
use glam::DVec3;

pub(super) fn rectangle(x0: f64, z0: f64, x1: f64, z1: f64) -> Vec<DVec3> {
    vec![ground(x0, z0), ground(x0, z1), ground(x1, z1), ground(x1, z0)]
}

/// To the right of a level direction: out of an outline that runs this way.
pub(super) fn outwards(along: DVec3) -> DVec3 {
    ground(-along.z, along.x)
}

/// The outline with every side moved inwards.
pub(super) fn inset(outline: &[DVec3], by: f64) -> Vec<DVec3> {
    let n = outline.len();
    let normal = |i: usize| outwards((outline[(i + 1) % n] - outline[i % n]).normalize());
    (0..n)
        .map(|i| {
            let (before, after) = (normal(i + n - 1), normal(i));
            outline[i] - (before + after) * (by / (1.0 + before.dot(after)))
        })
        .collect()
}

/// Twice the area of a triangle, negative if it runs clockwise seen from above.
fn area(a: DVec3, b: DVec3, c: DVec3) -> f64 {
    (b - a).cross(c - a).y
}

/// Cuts an outline, which may have corners that point inwards, into triangles.
fn triangles(outline: &[DVec3]) -> Vec<[DVec3; 3]> {
    let mut left = outline.to_vec();
    let mut found = Vec::new();
    while left.len() > 3 {
        let n = left.len();
        let is_ear = |i: usize| {
            let (a, b, c) = (left[(i + n - 1) % n], left[i], left[(i + 1) % n]);
            let within =
                |p: &DVec3| area(a, b, *p) > -1e-9 && area(b, c, *p) > -1e-9 && area(c, a, *p) > -1e-9;
            area(a, b, c) > 1e-9 && !left.iter().any(|p| *p != a && *p != b && *p != c && within(p))
        };
        let ear = (0..n).find(|&i| is_ear(i)).expect("every simple outline has an ear");
        found.push([left[(ear + n - 1) % n], left[ear], left[(ear + 1) % n]]);
        left.remove(ear);
    }
    found.push([left[0], left[1], left[2]]);
    found
}

/// A prism over an outline that may have corners that point inwards: materials of top, sides and bottom.
pub(super) fn slab(piece: &mut Piece, materials: [Material; 3], outline: &[DVec3], low: f64, high: f64) {
    let [top, sides, bottom] = materials;
    let lift = |p: DVec3, y: f64| DVec3::new(p.x, y, p.z);
    for [a, b, c] in triangles(outline) {
        piece.face(top, &[lift(a, high), lift(b, high), lift(c, high)]);
        piece.face(bottom, &[lift(c, low), lift(b, low), lift(a, low)]);
    }
    for (i, &a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        piece.face(sides, &[lift(a, low), lift(b, low), lift(b, high), lift(a, high)]);
    }
}

/// The part of a convex outline that lies within another.
pub(super) fn clip(mut subject: Vec<DVec3>, within: &[DVec3]) -> Vec<DVec3> {
    for (i, &a) in within.iter().enumerate() {
        let b = within[(i + 1) % within.len()];
        let mut kept = Vec::new();
        for (j, &p) in subject.iter().enumerate() {
            let q = subject[(j + 1) % subject.len()];
            let (here, next) = (area(a, b, p), area(a, b, q));
            if here >= 0.0 {
                kept.push(p);
            }
            if (here > 1e-9 && next < -1e-9) || (here < -1e-9 && next > 1e-9) {
                kept.push(p + (q - p) * (here / (here - next)));
            }
        }
        subject = kept;
    }
    subject
}

/// How deep the joints between flagstones are.
pub(super) const JOINT: f64 = 0.03;

/// Lays a convex floor with stones of about `size` metres, their tops at height `y`.
pub(super) fn pave(piece: &mut Piece, tones: [Material; 3], floor: &[DVec3], size: f64, y: f64) {
    let (min, max) = floor.iter().fold((DVec3::MAX, DVec3::MIN), |(min, max), p| (min.min(*p), max.max(*p)));
    let (columns, rows) =
        (((max.x - min.x) / size).round().max(1.0), ((max.z - min.z) / size).round().max(1.0));
    let (wide, long) = ((max.x - min.x) / columns, (max.z - min.z) / rows);
    for row in 0..rows as usize {
        // Every other row is shifted by half a stone, as masons do.
        let shift = if row % 2 == 0 { 0.0 } else { -0.5 };
        for column in 0..=columns as usize {
            let x = min.x + (column as f64 + shift) * wide;
            let z = min.z + row as f64 * long;
            let gap = 0.02;
            let stone = clip(rectangle(x + gap, z + gap, x + wide - gap, z + long - gap), floor);
            if stone.len() > 2 && spread(&stone) > 0.015 {
                let tone = match chance(row, column, floor.len()) {
                    c if c < 0.55 => tones[0],
                    c if c < 0.8 => tones[1],
                    _ => tones[2],
                };
                piece.prism([tone, MORTAR, MORTAR], &stone, y - JOINT, y);
            }
        }
    }
}

/// The area of a convex outline.
fn spread(outline: &[DVec3]) -> f64 {
    outline.windows(2).map(|pair| area(outline[0], pair[0], pair[1])).sum::<f64>() / 2.0
}
