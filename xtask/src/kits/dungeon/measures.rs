//! How large the dungeon is built.

use glam::DVec3;

/// How thick walls, floors and ceilings are.
pub(super) const THICK: f64 = 0.4;
pub(super) const DEEP: f64 = 0.4;
pub(super) const LID: f64 = 0.3;
/// Half of what a way measures from outside, by the pins of its doors.
pub(super) const CRAWL: f64 = 1.4;
pub(super) const WAY: f64 = 1.9;
pub(super) const AVENUE: f64 = 2.7;
/// How high its ceiling is.
pub(super) const CRAWL_HIGH: f64 = 2.7;
pub(super) const WAY_HIGH: f64 = 3.2;
pub(super) const AVENUE_HIGH: f64 = 3.8;

pub(super) fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// How wide and high the way through a door is.
pub(super) fn door_size(pins: u32) -> (f64, f64) {
    match pins {
        1 => (1.4, 2.2),
        2 => (2.4, 2.6),
        _ => (4.0, 3.2),
    }
}
