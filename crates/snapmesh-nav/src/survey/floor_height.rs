//! How high the floor of an opening is meant to be.

use super::cells::Survey;
use super::strip::Strip;
use snapmesh::glam::{DVec2, DVec3};

/// Metres behind an opening where its own floor is looked at, and where that of the room is.
const AT_EDGE: (f64, f64) = (0.1, 0.4);
const INSIDE: (f64, f64) = (0.5, 1.1);
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
    pub(super) fn floor_of(&self, strip: &Strip) -> Floor {
        let floor = self.floor_between(strip, AT_EDGE);
        let inside = self.floor_between(strip, INSIDE);
        let sill = inside.bumps() < SMOOTH && (SMOOTH..SILL).contains(&(floor.high - inside.high));
        let meant = if sill { &inside } else { &floor };
        Floor { height: meant_height(meant.low, meant.high), ..floor }
    }

    /// The floor behind an opening, between two depths.
    fn floor_between(&self, strip: &Strip, (from, to): (f64, f64)) -> Floor {
        let mut floor = Floor { low: f64::MAX, high: f64::MIN, height: strip.height, ceiling: f64::INFINITY };
        let base = self.grid.origin.y;
        let places = (-4..=4).flat_map(|share| (0..4).map(move |depth| (f64::from(share), f64::from(depth))));
        for (share, depth) in places {
            let place = strip.place(strip.half * share / 5.0, -(from + (to - from) * depth / 3.0));
            let cells = self.grid.cells(DVec3::new(place.x, 0.0, place.y));
            let Some(column) = self.column_at(DVec2::new(cells.x, cells.z)) else { continue };
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
