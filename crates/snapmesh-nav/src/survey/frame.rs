//! What stands around an opening as the mesh has it.

use super::cells::Survey;
use super::rim::LEVEL;
use super::strip::Strip;
use snapmesh::glam::DVec3;

/// Cells that a jamb may stand nearer than cells found, and metres that it may stand farther.
const NEARER: f64 = 3.0;
const FARTHER: f64 = 0.5;
/// Metres around the edge of the floor in which jambs are looked for, outwards; inwards these are two cells.
const OUT: f64 = 0.01;
/// Metres beside an opening that its wall is looked for in, how thick that may be, and differences in that which do not count.
const BESIDE: f64 = 0.15;
const THICKEST: f64 = 0.7;
const ALIKE: f64 = 0.05;
/// Metres below a floor in which what carries it is looked for, and how far that may reach beyond it.
const UNDER: f64 = 0.6;
const OVERHANG: f64 = 0.06;

impl Survey {
    /// How far it is to what stands on either side of an opening, from the height of a step to that of a body.
    pub(super) fn jambs(&self, strip: &Strip) -> (f64, f64) {
        let cell = self.grid.cell;
        let (mut left, mut right) = (f64::MIN, f64::MAX);
        for (corners, _) in &self.prepared.triangles {
            let corners = corners.map(|corner| strip.local(self.prepared.positions[corner as usize]));
            let body = clipped(&corners, 1, f64::from(LEVEL), self.agent.height);
            for point in clipped(&body, 2, -2.0 * cell, OUT) {
                if point.x <= 0.0 {
                    left = left.max(point.x);
                } else {
                    right = right.min(point.x);
                }
            }
        }
        let likely = (strip.half - NEARER * cell)..=(strip.half + FARTHER);
        let found = |at: f64| if likely.contains(&at) { at } else { strip.half };
        (-found(-left), found(right))
    }

    /// How far it is to the outer face of the wall that an opening is in, if its floor does not reach there. A floor that ends in
    /// the middle of its wall is meant to: the next piece has the same wall.
    pub(super) fn wall_beyond(&self, strip: &Strip) -> f64 {
        let sides = [-1.0, 1.0].map(|way| self.jamb_depth(strip, way));
        let [Some(left), Some(right)] = sides else { return 0.0 };
        let depth = f64::midpoint(left.1, right.1);
        let same = (left.1 - right.1).abs() < ALIKE && (ALIKE..=THICKEST).contains(&depth);
        let inside = -left.0.min(right.0);
        if same && inside < depth - ALIKE { depth } else { 0.0 }
    }

    /// From where to where the wall beside an opening reaches on the way out, at the height of a body.
    fn jamb_depth(&self, strip: &Strip, way: f64) -> Option<(f64, f64)> {
        let mut reach: Option<(f64, f64)> = None;
        for (corners, _) in &self.prepared.triangles {
            let corners = corners.map(|corner| strip.local(self.prepared.positions[corner as usize]));
            let body = clipped(&corners, 1, self.agent.climb, self.agent.height);
            let (near, far) = (way * strip.half, way * (strip.half + BESIDE));
            for point in clipped(&body, 0, near.min(far) - OUT, near.max(far)) {
                if (-2.0 * THICKEST..=2.0 * THICKEST).contains(&point.z) {
                    let (low, high) = reach.unwrap_or((point.z, point.z));
                    reach = Some((low.min(point.z), high.max(point.z)));
                }
            }
        }
        reach
    }

    /// How far the mesh goes on beyond the edge of a floor, if it ends right there: boards may lie on beams. What goes farther
    /// is a wall that the floor ends in.
    pub(super) fn overhang(&self, strip: &Strip) -> f64 {
        let corners = self.prepared.triangles.iter().flat_map(|(corners, _)| corners);
        let points = corners.map(|corner| strip.local(self.prepared.positions[*corner as usize]));
        let carries = |p: &DVec3| (-UNDER..=f64::from(LEVEL)).contains(&p.y) && p.x.abs() <= strip.half;
        let farthest = points.filter(carries).map(|p| p.z).fold(0.0, f64::max);
        if farthest <= OVERHANG { farthest } else { 0.0 }
    }
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
