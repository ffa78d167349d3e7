//! Which pieces of a map come near each other.

use super::seam::reach;
use crate::terrain::Terrain;
use snapmesh::glam::DVec3;
use snapmesh::{Map, OrientedBox, Placed};

/// A placed piece, its box, and how far that goes from west to east.
struct Body<'a> {
    index: usize,
    placed: &'a Placed,
    shape: OrientedBox,
    west: f64,
    east: f64,
}

/// Pairs of pieces that are near enough to change each other's surface.
#[derive(Default)]
pub(super) struct Near {
    /// Those that are joined, and the others. Of the two, the one that comes first in the kit is the first, so that fewer
    /// pairs are different.
    pub(super) joined: Vec<[usize; 2]>,
    pub(super) beside: Vec<[usize; 2]>,
}

/// All pairs of pieces that are near each other.
pub(super) fn near(terrain: &Terrain, map: &Map) -> Near {
    let (reach, pieces) = (reach(terrain), &map.pieces);
    let mut bodies: Vec<Body<'_>> =
        pieces.iter().enumerate().filter_map(|(index, placed)| body(terrain, index, placed)).collect();
    bodies.sort_by(|a, b| a.west.total_cmp(&b.west));
    let mut near = Near::default();
    for (at, a) in bodies.iter().enumerate() {
        let wide = OrientedBox { half: a.shape.half + reach, ..a.shape };
        let beside = bodies[at + 1..].iter().take_while(|b| b.west <= a.east + reach.x);
        for b in beside.filter(|b| is_near(&wide, &b.shape)) {
            let key = |body: &Body<'_>| (body.placed.piece, body.index);
            let (a, b) = if key(a) <= key(b) { (a, b) } else { (b, a) };
            let pairs = if is_joined(map, a.index, b.index) { &mut near.joined } else { &mut near.beside };
            pairs.push([a.index, b.index]);
        }
    }
    near
}

fn is_joined(map: &Map, a: usize, b: usize) -> bool {
    let grew = |from: usize, at: usize| map.pieces[from].joint.is_some_and(|joint| joint.guide.index() == at);
    let linked =
        || map.links.iter().any(|link| link.sides().map(|side| side.placed.index()) == [a.min(b), a.max(b)]);
    grew(a, b) || grew(b, a) || linked()
}

fn body<'a>(terrain: &Terrain, index: usize, placed: &'a Placed) -> Option<Body<'a>> {
    let bounds = terrain.piece(placed.piece).bounds;
    let shape = OrientedBox::aligned(bounds.min, bounds.max).placed(&placed.pose);
    let (west, east) = (shape.bounds().min.x, shape.bounds().max.x);
    (!bounds.is_empty()).then_some(Body { index, placed, shape, west, east })
}

/// Whether two upright boxes overlap: on the vertical, and on the level axes of both.
fn is_near(a: &OrientedBox, b: &OrientedBox) -> bool {
    let between = b.center - a.center;
    let parted = |axis: DVec3, ours: f64, other: &OrientedBox| {
        let theirs =
            other.half.x * other.axes[0].dot(axis).abs() + other.half.z * other.axes[2].dot(axis).abs();
        between.dot(axis).abs() > ours + theirs
    };
    between.y.abs() <= a.half.y + b.half.y
        && !parted(a.axes[0], a.half.x, b)
        && !parted(a.axes[2], a.half.z, b)
        && !parted(b.axes[0], b.half.x, a)
        && !parted(b.axes[2], b.half.z, a)
}
