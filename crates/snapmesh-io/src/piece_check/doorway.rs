//! A connector with the floor around it.

use super::floor::Floor;
use snapmesh::glam::DVec3;
use snapmesh::{Connector, Piece};

/// Headings that rise or fall more than this (sine) are no doorways.
const STEEP: f64 = 0.5;
/// Metres to both sides of the middle of a doorway that are looked at: the middle itself is often a seam.
pub(super) const BESIDE: [f64; 2] = [0.13, -0.17];
/// Metres before and behind a connector where its floor is looked for.
const NEAR: [f64; 7] = [0.0, -0.05, -0.2, -0.35, -0.5, 0.2, 0.5];
/// Metres that a floor may lie above its connector, and below.
const ABOVE: f64 = 0.1;
const BELOW: f64 = 1.5;

/// Metres of floor before a doorway that are no mistake: sills, lips, steps.
pub(super) const LIP: f64 = 0.5;

/// A connector to walk through, and the floor that was found there.
pub(super) struct Doorway<'a> {
    pub(super) piece: &'a Piece,
    pub(super) connector: &'a Connector,
    pub(super) floor: &'a Floor,
    /// Its heading on the level, and what is to the right of it.
    pub(super) heading: DVec3,
    pub(super) right: DVec3,
    /// The height of the floor in the doorway, in metres.
    pub(super) height: f64,
    /// How far the floor goes on along the heading, in metres.
    pub(super) ahead: f64,
    /// How far it goes on against the heading.
    pub(super) behind: f64,
}

impl<'a> Doorway<'a> {
    /// None where there is no floor, or nobody can walk.
    pub(super) fn find(piece: &'a Piece, connector: &'a Connector, floor: &'a Floor) -> Option<Self> {
        let numbers = connector.position.is_finite() && connector.heading.is_finite();
        if !numbers || connector.heading.y.abs() > STEEP {
            return None;
        }
        let heading = connector.heading.with_y(0.0).normalize_or_zero();
        let right = heading.cross(DVec3::Y);
        let at = connector.position;
        let cuts = BESIDE.map(|beside| floor.cut(at + right * beside, heading));
        let heights = cuts.iter().flat_map(|cut| NEAR.into_iter().flat_map(|near| cut.heights(near)));
        let height = heights
            .filter(|height| (at.y - BELOW..=at.y + ABOVE).contains(height))
            .fold(f64::NEG_INFINITY, f64::max);
        if !height.is_finite() {
            return None;
        }
        let [one, other] = &cuts;
        let shorter = |a: Option<f64>, b: Option<f64>| a.unwrap_or(0.0).min(b.unwrap_or(0.0));
        let ahead = shorter(one.ahead(height), other.ahead(height));
        let behind = shorter(one.behind(height), other.behind(height));
        Some(Self { piece, connector, floor, heading, right, height, ahead, behind })
    }

    /// How high the connector is above the floor of its doorway, in metres.
    pub(super) fn drop(&self) -> f64 {
        self.connector.position.y - self.height
    }
}
