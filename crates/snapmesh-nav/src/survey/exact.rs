//! Openings as the mesh has them: cells find a doorway, its edges say where it is.

use super::Survey;
use super::openings::Opening;
use super::rim::LEVEL;
use super::sides::Side;
use crate::terrain::FloorKind;
use snapmesh::glam::{DVec2, DVec3};

/// Cells that an edge of the mesh may lie off the line that cells found.
const NEAR: f64 = 3.0;
/// Cosine of the largest angle between the two: 5 degrees.
const ALIKE: f64 = 0.9962;
/// Edges whose places differ by less, in metres, lie on one line.
const SAME_LINE: f64 = 0.01;

/// Metres that edges of one line may lie apart.
const GAP: f64 = 0.05;
/// Metres beyond the ends that cells found in which a line may go on: cells miss corners.
const FARTHER: f64 = 0.5;

/// Metres below a floor in which what carries it is looked for, and how far that may reach beyond it.
const UNDER: f64 = 0.6;
const OVERHANG: f64 = 0.06;
/// Metres behind an opening where its own floor is looked at, and where that of the room is.
const AT_EDGE: (f64, f64) = (0.1, 0.4);
const INSIDE: (f64, f64) = (0.5, 1.1);
/// A floor with smaller bumps than this, in metres, is smooth; and one that meant to be lower may show bumps alone.
const SMOOTH: f64 = 0.02;
const BELOW_BUMPS: f64 = 0.03;
/// What is lower than this, in metres, and behind which the floor is lower again, is a sill.
const SILL: f64 = 0.2;
/// Heights of one floor differ by less than this, in metres.
const NEAR_HEIGHT: f32 = 0.25;

/// A line on the floor's edge, in metres.
#[derive(Clone, Copy)]
struct Line {
    /// Where it is, along the side's way out, from the side's middle.
    offset: f64,
    along: DVec2,
    /// From where to where it reaches, from the side's middle.
    low: f64,
    high: f64,
    length: f64,
}

impl Survey {
    /// The opening that a side is, as exactly as the mesh tells.
    pub(super) fn exact(&self, side: &Side, height: f32, framed: bool) -> Opening {
        let cell = self.grid.cell;
        let middle = self.grid.point(DVec3::new(side.middle.x, f64::from(height), side.middle.y));
        let base = DVec2::new(middle.x, middle.z);
        let half = side.half * cell;
        let line = self.floor_line(side, base, half, middle.y);
        let along = line.map_or(side.along, |line| line.along);
        let outward = if along.perp().dot(side.outward) < 0.0 { -along.perp() } else { along.perp() };
        let edge = base + line.map_or(DVec2::ZERO, |line| side.outward * line.offset);
        let edge = edge + outward * self.end_beyond(edge, along, outward, half, middle.y);
        let (low, high) = match (framed, line) {
            (false, Some(line)) => (line.low, line.high),
            (false, None) => (-half, half),
            (true, _) => self.jambs(edge, along, outward, half, middle.y),
        };
        let center = edge + along * f64::midpoint(low, high);
        let within = Strip { center, along, outward, half: (high - low) / 2.0 };
        let floor = self.floor_of(&within, AT_EDGE, height);
        let inside = self.floor_of(&within, INSIDE, height);
        // A sill is no floor: where it lies behind is what the next piece has to meet.
        let sill = inside.high - inside.low < SMOOTH && (SMOOTH..SILL).contains(&(floor.high - inside.high));
        let meant = if sill { inside } else { floor };
        let y = self.grid.origin.y + meant_height(meant, self.grid.origin.y);
        Opening {
            at: DVec3::new(center.x, y, center.y),
            heading: DVec3::new(outward.x, 0.0, outward.y),
            width: high - low,
            headroom: floor.ceiling - f64::from(height),
            framed,
            bumps: floor.high - floor.low,
        }
    }

    /// The longest line that edges of floors make along a side; of such that are nearly as long, the outermost.
    fn floor_line(&self, side: &Side, base: DVec2, half: f64, height: f64) -> Option<Line> {
        let near = NEAR * self.grid.cell;
        let mut edges: Vec<Line> = Vec::new();
        for (corners, kind) in &self.prepared.triangles {
            let corners = corners.map(|corner| self.prepared.positions[corner as usize]);
            if *kind == FloorKind::Never {
                continue;
            }
            for i in 0..3 {
                let (a, b) = (corners[i], corners[(i + 1) % 3]);
                if (a.y - height).abs() > 0.25 || (b.y - height).abs() > 0.25 || (a.y - b.y).abs() > 0.03 {
                    continue;
                }
                let (p, q) = (DVec2::new(a.x, a.z) - base, DVec2::new(b.x, b.z) - base);
                let (from, to) = (p.dot(side.along), q.dot(side.along));
                let (p, q, from, to) = if from <= to { (p, q, from, to) } else { (q, p, to, from) };
                let off = (p.dot(side.outward) + q.dot(side.outward)) / 2.0;
                let along = (q - p).normalize_or_zero();
                if off.abs() > near
                    || along.dot(side.along) < ALIKE
                    || from > half + FARTHER
                    || to < -half - FARTHER
                {
                    continue;
                }
                // Where the line of the edge passes the middle of the side: an edge may be short and far from it.
                let t = f64::midpoint(from, to);
                let lean = along.dot(side.outward) / along.dot(side.along);
                edges.push(Line { offset: off - t * lean, along, low: from, high: to, length: to - from });
            }
        }
        edges.sort_by(|a, b| a.offset.total_cmp(&b.offset).then(a.low.total_cmp(&b.low)));
        let lines = edges.chunk_by(|a, b| b.offset - a.offset < SAME_LINE).map(joined);
        let long_enough = lines.filter(|line| line.high.min(half) - line.low.max(-half) >= half);
        long_enough.max_by(|a, b| a.offset.total_cmp(&b.offset))
    }

    /// How far the mesh goes on beyond the edge of a floor, if it ends right there: boards may lie on beams. What goes farther
    /// is a wall that the floor ends in.
    fn end_beyond(&self, edge: DVec2, along: DVec2, outward: DVec2, half: f64, height: f64) -> f64 {
        let mut farthest: f64 = 0.0;
        for (corners, _) in &self.prepared.triangles {
            for corner in corners {
                let p = self.prepared.positions[*corner as usize];
                let flat = DVec2::new(p.x, p.z) - edge;
                let below = (height - UNDER..=height + f64::from(LEVEL)).contains(&p.y);
                if below && flat.dot(along).abs() <= half {
                    farthest = farthest.max(flat.dot(outward));
                }
            }
        }
        if farthest <= OVERHANG { farthest } else { 0.0 }
    }

    /// How far it is from the middle of an edge to what stands on either side of it, from the height of a step to that of a body.
    fn jambs(&self, edge: DVec2, along: DVec2, outward: DVec2, half: f64, height: f64) -> (f64, f64) {
        let cell = self.grid.cell;
        let (low, high) = (height + f64::from(LEVEL), height + self.agent.height);
        let (mut left, mut right) = (f64::MIN, f64::MAX);
        for (corners, _) in &self.prepared.triangles {
            let corners = corners.map(|corner| {
                let p = self.prepared.positions[corner as usize];
                let flat = DVec2::new(p.x, p.z) - edge;
                DVec3::new(flat.dot(along), p.y, flat.dot(outward))
            });
            let part = clipped(&corners, 1, low, high);
            let part = clipped(&part, 2, -2.0 * cell, 0.01);
            for point in part {
                if point.x <= 0.0 {
                    left = left.max(point.x);
                } else {
                    right = right.min(point.x);
                }
            }
        }
        let inside = (half - NEAR * cell)..=(half + FARTHER);
        let near = |found: f64| if inside.contains(&found) { found } else { half };
        (-near(-left), near(right))
    }

    /// The floor behind an opening, between two depths in metres.
    fn floor_of(&self, strip: &Strip, (from, to): (f64, f64), height: f32) -> Floor {
        let mut floor = Floor { low: f64::MAX, high: f64::MIN, ceiling: f64::INFINITY };
        let places = (-4..=4).flat_map(|share| (0..4).map(move |depth| (f64::from(share), f64::from(depth))));
        for (share, depth) in places {
            let inward = from + (to - from) * depth / 3.0;
            let place = strip.center + strip.along * (strip.half * share / 5.0) - strip.outward * inward;
            let cells = self.grid.cells(DVec3::new(place.x, 0.0, place.y));
            let Some(column) = self.column_at(DVec2::new(cells.x, cells.z)) else { continue };
            for span in self.floors(column).iter().filter(|span| (span.top - height).abs() <= NEAR_HEIGHT) {
                floor.low = floor.low.min(f64::from(span.low));
                floor.high = floor.high.max(f64::from(span.top));
                floor.ceiling = floor.ceiling.min(f64::from(span.ceiling));
            }
        }
        if floor.low > floor.high {
            (floor.low, floor.high) = (f64::from(height), f64::from(height));
        }
        floor
    }
}

/// The way through an opening, in metres.
struct Strip {
    center: DVec2,
    along: DVec2,
    outward: DVec2,
    half: f64,
}

/// How high a floor is, and what is above it, in metres.
#[derive(Clone, Copy)]
struct Floor {
    low: f64,
    high: f64,
    ceiling: f64,
}

/// Edges of one line as one: as far from its middle as they go on without a gap.
fn joined(edges: &[Line]) -> Line {
    let length: f64 = edges.iter().map(|edge| edge.length).sum();
    let offset = edges.iter().map(|edge| edge.offset * edge.length).sum::<f64>() / length;
    let longest = edges.iter().max_by(|a, b| a.length.total_cmp(&b.length)).expect("a chunk has an edge");
    let mut parts: Vec<(f64, f64)> = edges.iter().map(|edge| (edge.low, edge.high)).collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut whole: Vec<(f64, f64)> = Vec::new();
    for (low, high) in parts {
        match whole.last_mut().filter(|last| low - last.1 < GAP) {
            Some(last) => last.1 = last.1.max(high),
            None => whole.push((low, high)),
        }
    }
    let wide = |part: &(f64, f64)| part.1.min(0.5) - part.0.max(-0.5);
    let (low, high) = whole.into_iter().max_by(|a, b| wide(a).total_cmp(&wide(b))).unwrap_or((0.0, 0.0));
    Line { offset, along: longest.along, low, high, length: high - low }
}

/// The part of a convex polygon between two planes across an axis.
fn clipped(corners: &[DVec3], axis: usize, low: f64, high: f64) -> Vec<DVec3> {
    let mut part = corners.to_vec();
    for (plane, sign) in [(low, 1.0), (high, -1.0)] {
        let mut kept = Vec::with_capacity(part.len() + 1);
        for (i, &a) in part.iter().enumerate() {
            let b = part[(i + 1) % part.len()];
            let (da, db) = (sign * (a[axis] - plane), sign * (b[axis] - plane));
            if da >= 0.0 {
                kept.push(a);
            }
            if (da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0) {
                kept.push(a + (b - a) * (da / (da - db)));
            }
        }
        part = kept;
    }
    part
}

/// The height that a floor is meant to have: of one with bumps, the roundest number among its heights.
fn meant_height(floor: Floor, origin: f64) -> f64 {
    if floor.high - floor.low < SMOOTH {
        return floor.high;
    }
    let (low, high) = (floor.low + origin - BELOW_BUMPS, floor.high + origin);
    let round = [1.0, 0.5, 0.25, 0.1, 0.05].into_iter().find_map(|step| {
        let number = (f64::midpoint(low, high) / step).round() * step;
        (low..=high).contains(&number).then_some(number)
    });
    round.map_or(floor.high, |number| number - origin)
}
