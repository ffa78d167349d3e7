//! How high the floor of an opening is meant to be.

use super::cells::Survey;
use super::floor_edge::Line;
use super::strip::Strip;

/// Metres behind an opening where its own floor is looked at, and where that of the room is.
const AT_EDGE: (f64, f64) = (0.1, 0.4);
const INSIDE: (f64, f64) = (0.5, 1.1);
/// Metres behind an opening where a slope shows, and how much it rises or falls in a metre to be one.
const SLOPE: [f64; 4] = [0.15, 0.3, 0.45, 0.6];
const RAMP: f64 = 0.1;
/// Metres between the end of a slope and the edge of its mesh.
const NEAR_END: f64 = 0.08;
/// A floor with smaller bumps than this, in metres, is smooth; and one that is meant to be lower may show bumps alone.
const SMOOTH: f64 = 0.02;
const BELOW_BUMPS: f64 = 0.03;
/// What is lower than this, in metres, and behind which the floor is lower again, is a sill.
const SILL: f64 = 0.2;
/// Heights of one floor differ by less than this, in metres.
const NEAR_HEIGHT: f64 = 0.25;

/// A floor and what is above it, in metres, in the space of the piece.
#[derive(Clone, Copy)]
pub(super) struct Floor {
    low: f64,
    high: f64,
    /// The height that is meant.
    pub(super) height: f64,
    pub(super) ceiling: f64,
}

impl Floor {
    /// How uneven it is.
    pub(super) fn bumps(&self) -> f64 {
        self.high - self.low
    }
}

impl Survey {
    /// The floor of an opening. A sill is none: what lies behind it is what the next piece has to meet.
    pub(super) fn floor_of(&self, strip: &Strip, line: Option<&Line>) -> Floor {
        let floor = self.floor_between(strip, AT_EDGE);
        let inside = self.floor_between(strip, INSIDE);
        let sill = inside.bumps() < SMOOTH && (SMOOTH..SILL).contains(&(floor.high - inside.high));
        let meant = if sill { &inside } else { &floor };
        let ceiling = floor.ceiling.min(self.lintel(strip));
        match self.end_of_slope(strip) {
            // The edge of the mesh knows better than cells, which hold the highest point of their floor.
            Some(end) => {
                let edge = line.map(|line| line.height).filter(|height| (height - end).abs() < NEAR_END);
                let height = edge.unwrap_or(end);
                Floor { low: height, high: height, height, ceiling }
            }
            None => Floor { height: meant_height(meant.low, meant.high), ceiling, ..floor },
        }
    }

    /// How high a floor ends that rises or falls towards an opening as a ramp does; none if it does not.
    fn end_of_slope(&self, strip: &Strip) -> Option<f64> {
        let rows = SLOPE.map(|depth| self.floor_between(strip, (depth, depth)));
        let [first, .., last] = rows;
        let slope = (last.high - first.high) / (SLOPE[3] - SLOPE[0]);
        let line = |depth: f64| first.high + slope * (depth - SLOPE[0]);
        let straight = rows.iter().zip(SLOPE).all(|(row, depth)| (row.high - line(depth)).abs() < SMOOTH);
        (straight && slope.abs() > RAMP).then(|| line(0.0))
    }

    /// How high what is above the edge of an opening begins: walls may be thin.
    fn lintel(&self, strip: &Strip) -> f64 {
        let cell = self.grid.cell;
        let places =
            (-4..=4).flat_map(|share| [-1.5, -0.5, 0.5, 1.5].map(|out| (f64::from(share), out * cell)));
        let columns =
            places.filter_map(|(share, out)| self.column_of(strip.place(strip.half * share / 5.0, out)));
        let head = strip.height + self.agent.height / 2.0;
        let bottoms = columns
            .flat_map(|column| self.solids(column))
            .map(|solid| self.grid.origin.y + f64::from(solid.bottom));
        bottoms.filter(|bottom| *bottom > head).fold(f64::INFINITY, f64::min)
    }

    /// The floor behind an opening, between two depths.
    fn floor_between(&self, strip: &Strip, (from, to): (f64, f64)) -> Floor {
        let mut floor = Floor { low: f64::MAX, high: f64::MIN, height: strip.height, ceiling: f64::INFINITY };
        let base = self.grid.origin.y;
        let places = (-4..=4).flat_map(|share| (0..4).map(move |depth| (f64::from(share), f64::from(depth))));
        for (share, depth) in places {
            let place = strip.place(strip.half * share / 5.0, -(from + (to - from) * depth / 3.0));
            let Some(column) = self.column_of(place) else { continue };
            let near =
                self.floors(column).iter().map(|span| [span.low, span.top, span.ceiling].map(f64::from));
            for [low, top, ceiling] in
                near.filter(|span| (base + span[1] - strip.height).abs() <= NEAR_HEIGHT)
            {
                floor.low = floor.low.min(base + low);
                floor.high = floor.high.max(base + top);
                floor.ceiling = floor.ceiling.min(base + ceiling);
            }
        }
        if floor.low > floor.high {
            (floor.low, floor.high) = (strip.height, strip.height);
        }
        floor
    }
}

/// The height that a floor is meant to have: of one with bumps, the roundest number among its heights.
fn meant_height(low: f64, high: f64) -> f64 {
    if high - low < SMOOTH {
        return high;
    }
    let low = low - BELOW_BUMPS;
    let round = [1.0, 0.5, 0.25, 0.1, 0.05].into_iter().find_map(|step| {
        let number = (f64::midpoint(low, high) / step).round() * step;
        (low..=high).contains(&number).then_some(number)
    });
    round.unwrap_or(high)
}
