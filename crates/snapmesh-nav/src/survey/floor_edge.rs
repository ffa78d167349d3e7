//! The edge of a floor as the mesh has it.

use super::cells::Survey;
use super::strip::Strip;
use crate::terrain::FloorKind;
use snapmesh::glam::{DVec2, DVec3};

/// Cells that an edge of the mesh may lie off the line that cells found.
const NEAR: f64 = 3.0;
/// Cosine of the largest angle between the two: 5 degrees.
const ALIKE: f64 = 0.9962;
/// Metres that it may lie above or below the floor, and by which it may rise.
const NEAR_HEIGHT: f64 = 0.25;
const LEVEL: f64 = 0.03;
/// Edges whose places differ by less, in metres, lie on one line; and metres that they may lie apart on it.
const SAME_LINE: f64 = 0.01;
const GAP: f64 = 0.05;
/// Metres beyond the ends that cells found in which a line may go on: cells miss corners.
const FARTHER: f64 = 0.5;
/// Metres around the middle of an opening by which the part of a line that belongs to it is known.
const MIDDLE: f64 = 0.5;

/// A line on the floor's edge, in metres, as it lies to the strip that it was found for.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// Where it passes the middle, along the way out.
    pub(super) offset: f64,
    pub(super) along: DVec2,
    /// From where to where it reaches.
    pub(super) low: f64,
    pub(super) high: f64,
    /// How high it lies.
    pub(super) height: f64,
}

impl Line {
    fn length(&self) -> f64 {
        self.high - self.low
    }
}

impl Survey {
    /// The outermost of the lines that edges of floors make along half of an opening or more.
    pub(super) fn floor_edge(&self, strip: &Strip) -> Option<Line> {
        let mut edges: Vec<Line> = Vec::new();
        for (corners, _) in self.prepared.triangles.iter().filter(|(_, kind)| *kind != FloorKind::Never) {
            let [a, b, c] = corners.map(|corner| strip.local(self.prepared.positions[corner as usize]));
            let lines = [[a, b], [b, c], [c, a]].map(|ends| self.line(strip, ends));
            edges.extend(lines.into_iter().flatten());
        }
        edges.sort_by(|a, b| a.offset.total_cmp(&b.offset).then(a.low.total_cmp(&b.low)));
        let lines = edges.chunk_by(|a, b| b.offset - a.offset < SAME_LINE).map(joined);
        let covered = |line: &Line| line.high.min(strip.half) - line.low.max(-strip.half);
        lines.filter(|line| covered(line) >= strip.half).max_by(|a, b| a.offset.total_cmp(&b.offset))
    }

    /// The line of an edge that lies nearly where the opening's floor ends.
    fn line(&self, strip: &Strip, ends: [DVec3; 2]) -> Option<Line> {
        let [p, q] = if ends[0].x <= ends[1].x { ends } else { [ends[1], ends[0]] };
        let level = p.y.abs().max(q.y.abs()) <= NEAR_HEIGHT && (p.y - q.y).abs() <= LEVEL;
        let (along, out) = (q.x - p.x, q.z - p.z);
        let length = (along * along + out * out).sqrt();
        let reach = strip.half + FARTHER;
        let off = f64::midpoint(p.z, q.z);
        let beside = off.abs() <= NEAR * self.grid.cell && p.x <= reach && q.x >= -reach;
        if !(level && beside && along > ALIKE * length) {
            return None;
        }
        // Where it would pass the middle: an edge may be short and far from there.
        let offset = off - f64::midpoint(p.x, q.x) * out / along;
        let along = (strip.along * along + strip.outward * out) / length;
        Some(Line { offset, along, low: p.x, high: q.x, height: f64::midpoint(p.y, q.y) + strip.height })
    }
}

/// Edges of one line as one: as far from its middle as they go on without a gap.
fn joined(edges: &[Line]) -> Line {
    let length: f64 = edges.iter().map(Line::length).sum();
    let offset = edges.iter().map(|edge| edge.offset * edge.length()).sum::<f64>() / length;
    let longest = edges.iter().max_by(|a, b| a.length().total_cmp(&b.length())).expect("a chunk has an edge");
    let mut parts: Vec<(f64, f64)> = edges.iter().map(|edge| (edge.low, edge.high)).collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut whole: Vec<(f64, f64)> = Vec::new();
    for (low, high) in parts {
        match whole.last_mut().filter(|last| low - last.1 < GAP) {
            Some(last) => last.1 = last.1.max(high),
            None => whole.push((low, high)),
        }
    }
    let in_middle = |part: &(f64, f64)| part.1.min(MIDDLE) - part.0.max(-MIDDLE);
    let part = whole.into_iter().max_by(|a, b| in_middle(a).total_cmp(&in_middle(b)));
    let (low, high) = part.expect("an edge is a part");
    Line { offset, along: longest.along, low, high, height: longest.height }
}
