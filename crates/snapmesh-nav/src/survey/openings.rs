//! Which straight sides of a rim are doorways.

use super::cells::Survey;
use super::exact::Opening;
use super::rim::{LEVEL, chains};
use super::sides::{Side, straight_sides};
use crate::surface::Span;
use snapmesh::glam::DVec2;
use std::collections::BTreeMap;

/// A floor that rises by more than this along an opening is the side of a ramp.
const STEEPEST: f64 = 0.07;
/// Metres beyond an opening in which what frames it must stand.
const FRAME: f64 = 0.5;
/// Metres in front of an opening that must be free: who comes out has to stand somewhere.
const FREE_IN_FRONT: f64 = 2.0;
/// How much smaller than the largest a part of the standing room may be and still be what the piece is for.
const SMALLEST_SHARE: f64 = 0.25;

/// An open side that is so many times as wide as the narrowest is the long side of a walkway.
const LONG_SIDE: f64 = 2.95;

/// What is so many times as high as it is wide is a wall or a pillar, and its top is no walkway.
const SLENDER: f64 = 1.5;
/// What cannot be stepped onto and is no wider than so many agents is furniture.
const FURNITURE: f64 = 2.5;
/// Metres by which the floor behind an opening may be lower or higher than its edge: there may be a sill.
const NEAR_HEIGHT: f32 = 0.25;

/// How a side ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum End {
    /// At something that stands there.
    Jamb,
    /// Where the floor has a corner.
    Corner,
    /// At a step of the floor: it is the side of stairs.
    Step,
}

impl Survey {
    /// The places where the agent could walk into the piece.
    pub fn openings(&self) -> Vec<Opening> {
        let sides: Vec<Side> =
            chains(self).iter().flat_map(|chain| straight_sides(chain, self.grid.cell)).collect();
        let found = sides.iter().filter_map(|side| self.opening(side)).collect();
        let mut found = self.choose(found);
        found.sort_by(|a, b| order(a).partial_cmp(&order(b)).unwrap_or(std::cmp::Ordering::Equal));
        found
    }

    /// The opening that a side is, if it is one, and the part of the standing room that it leads into.
    fn opening(&self, side: &Side) -> Option<(Opening, u32)> {
        let cell = self.grid.cell;
        // Cells are touched before they are filled, so a side may seem a cell wider at each end.
        if 2.0 * side.half * cell < 2.0 * self.agent.radius - cell {
            return None;
        }
        let height = middle_of(&side.tops);
        let ends = [-1.0, 1.0].map(|way| self.end(side, way, height));
        let level = is_level(&side.tops, 2.0 * side.half * cell) && !ends.contains(&End::Step);
        let framed = ends == [End::Jamb; 2];
        if !(level && (framed || self.is_outermost(side)) && self.is_free_in_front(side, height)) {
            return None;
        }
        let room = self.leads_into(side.middle, side.along * side.half, side.outward, height)?;
        let opening = self.exact(side, height, framed);
        (opening.width >= 2.0 * self.agent.radius - cell / 2.0).then_some((opening, room))
    }

    /// What is beyond one end of a side. A plinth or a curb before a wall is part of the wall, and walls may lean outwards.
    fn end(&self, side: &Side, way: f64, height: f32) -> End {
        let beyond = |along: f64, out: f64| {
            let place = side.middle + side.along * (way * (side.half + along)) + side.outward * out;
            self.column_at(place)
        };
        let mut goes_on = true;
        let mut along = 0.5;
        while along * self.grid.cell < FRAME {
            let mut near = [-2.5, -1.5, -0.5, 0.5, 1.5].iter().filter_map(|&out| beyond(along, out));
            if near.any(|column| self.is_blocked(column, height)) {
                return End::Jamb;
            }
            let mut inside = [-2.5, -1.5].iter().filter_map(|&out| beyond(along, out));
            goes_on &= along <= 2.5 || inside.any(|column| self.has_step(column, height));
            along += 1.0;
        }
        if goes_on { End::Step } else { End::Corner }
    }

    /// The part of the standing room that an opening leads into. It may have been found in other cells.
    pub(super) fn room_behind(&self, opening: &Opening) -> Option<u32> {
        let cells = self.grid.cells(opening.at);
        let out = DVec2::new(opening.heading.x, opening.heading.z);
        let half = out.perp() * (opening.width / 2.0 / self.grid.cell);
        self.leads_into(DVec2::new(cells.x, cells.z), half, out, cells.y as f32)
    }

    /// The part of the standing room that one comes to behind a side, which is given in cells: its middle, the way from there
    /// to an end, and out.
    fn leads_into(&self, middle: DVec2, half: DVec2, outward: DVec2, height: f32) -> Option<u32> {
        let reach = 3.0 * self.agent.radius / self.grid.cell + 4.0;
        [0.0, -0.5, 0.5, -0.25, 0.25].iter().find_map(|share| {
            let start = middle + half * *share;
            let mut here: Option<Span> = None;
            let mut depth = 0.5;
            while depth < reach {
                let column = self.column_at(start - outward * depth)?;
                depth += 0.5;
                let Some(number) = self.step_into(column, here, height) else {
                    // A side fits its rim on average, so the first cells may be outside of it.
                    if here.is_none() && depth < 4.0 {
                        continue;
                    }
                    return None;
                };
                if let Some(room) = self.room[number] {
                    return Some(room);
                }
                here = Some(self.open.spans[number]);
            }
            None
        })
    }

    /// The floor of a column that one steps onto from another, or at a height.
    fn step_into(&self, column: u32, from: Option<Span>, height: f32) -> Option<usize> {
        let floors = self.open.at(column);
        let spans = &self.open.spans[floors.clone()];
        let place = match from {
            Some(from) if from.cell == column => spans.iter().position(|span| *span == from),
            Some(from) => spans.iter().position(|span| from.meets(span, &self.agent)),
            None => spans.iter().position(|span| (span.top - height).abs() <= NEAR_HEIGHT),
        };
        place.map(|place| floors.start + place)
    }

    /// Whether nothing of the piece is in the way of who comes out, and nothing of it lies below: that is a drop inside of it.
    fn is_free_in_front(&self, side: &Side, height: f32) -> bool {
        let half = (0.8 * self.agent.radius / self.grid.cell).min(side.half);
        let (mut out, mut below, mut looked) = (1.0, 0, 0);
        // Beyond the square there is nothing, however small its cells are.
        while out * self.grid.cell < FREE_IN_FRONT && out < f64::from(self.grid.tile) {
            for share in [-1.0, -0.5, 0.0, 0.5, 1.0] {
                let place = side.middle + side.along * (half * share) + side.outward * out;
                let Some(column) = self.column_at(place) else { continue };
                if self.is_blocked(column, height) {
                    return false;
                }
                looked += 1;
                below += usize::from(self.floors(column).iter().any(|span| span.top < height));
            }
            out += 1.0;
        }
        3 * below <= looked
    }

    /// Whether no floor of the piece lies beyond the line of a side.
    fn is_outermost(&self, side: &Side) -> bool {
        let farthest = self.open.spans.iter().map(|span| {
            let place = DVec2::new(
                f64::from(span.cell % self.grid.tile) + 0.5,
                f64::from(span.cell / self.grid.tile) + 0.5,
            );
            (place - side.middle).dot(side.outward)
        });
        farthest.fold(f64::MIN, f64::max) < 3.0
    }

    /// Leaves out open sides that are no doorways: of the tops of walls and roofs, and the long sides of walkways.
    fn choose(&self, found: Vec<(Opening, u32)>) -> Vec<Opening> {
        let ground = self.ground();
        let fits = |(opening, room): &(Opening, u32)| opening.framed || Some(*room) == ground;
        let mut chosen: Vec<Opening> = found.into_iter().filter(fits).map(|(opening, _)| opening).collect();
        if chosen.iter().all(|opening| !opening.framed) {
            let narrowest = chosen.iter().map(|opening| opening.width).fold(f64::MAX, f64::min);
            let size = self.prepared.bounds.size();
            let small = size.x.max(size.z) < FURNITURE * 2.0 * self.agent.radius;
            let top = |opening: &Opening| {
                let height = opening.at.y - self.grid.origin.y;
                height > SLENDER * narrowest || (small && height > self.agent.climb)
            };
            chosen.retain(|opening| opening.width < LONG_SIDE * narrowest && !top(opening));
        }
        chosen
    }

    /// The lowest part of the standing room that is not much smaller than the largest.
    fn ground(&self) -> Option<u32> {
        let mut parts = BTreeMap::<u32, (f64, f64)>::new();
        for (span, room) in self.open.spans.iter().zip(&self.room) {
            if let Some(room) = room {
                let (cells, heights) = parts.entry(*room).or_default();
                (*cells, *heights) = (*cells + 1.0, *heights + f64::from(span.top));
            }
        }
        let largest = parts.values().map(|(cells, _)| *cells).fold(0.0, f64::max);
        let large = parts.iter().filter(|(_, (cells, _))| *cells >= SMALLEST_SHARE * largest);
        let height = |(cells, heights): &(f64, f64)| heights / cells;
        large.min_by(|a, b| height(a.1).total_cmp(&height(b.1))).map(|(room, _)| *room)
    }
}

/// Openings in an order that is the same whatever way they were found: from below, then round the piece.
fn order(opening: &Opening) -> (f64, f64, f64) {
    let round = |x: f64| (x * 100.0).round();
    (round(opening.at.y), round(opening.at.z), round(opening.at.x))
}

fn middle_of(tops: &[f32]) -> f32 {
    let mut sorted = tops.to_vec();
    sorted.sort_by(f32::total_cmp);
    sorted[sorted.len() / 2]
}

/// Whether a floor neither rises along a side nor has more than bumps.
fn is_level(tops: &[f32], length: f64) -> bool {
    let count = tops.len() as f64;
    let mean = tops.iter().map(|&top| f64::from(top)).sum::<f64>() / count;
    let (mut rise, mut spread) = (0.0, 0.0);
    for (index, &top) in tops.iter().enumerate() {
        let t = (index as f64 + 0.5) / count - 0.5;
        rise += t * (f64::from(top) - mean);
        spread += t * t;
    }
    let (low, high) =
        tops.iter().fold((f32::MAX, f32::MIN), |(low, high), &top| (low.min(top), high.max(top)));
    (rise / spread).abs() <= STEEPEST * length && high - low <= 2.0 * LEVEL
}
