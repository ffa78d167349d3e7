//! What may be said against a piece: constraints on where it stands, rules on what may be where, and their reasons.

use crate::id::{ConnectorId, PieceId, PlacedId};
use crate::placed::Joint;
use crate::pose::Pose;
use crate::world::World;
use std::borrow::Cow;
use std::fmt;

/// A tentative piece, snapped to the guide: where it would stand if nobody objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fit {
    /// The piece.
    pub piece: PieceId,
    /// Where it would stand.
    pub pose: Pose,
    /// How it would be joined; the starting piece is not.
    pub joint: Option<Joint>,
    /// A placed piece that a link would join it to.
    pub linked: Option<PlacedId>,
}

impl Fit {
    /// The guide it would be joined to.
    pub fn guide(&self) -> Option<PlacedId> {
        self.joint.map(|joint| joint.guide)
    }

    /// Whether a placed piece would be joined to it, so that the two may touch.
    pub fn joins(&self, placed: PlacedId) -> bool {
        self.guide() == Some(placed) || self.linked == Some(placed)
    }
}

/// Who is in the way of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Blame {
    /// Nobody but the guide: it could not stand there whatever else is on the map.
    Place,
    /// A placed piece: without it, it could.
    Piece(PlacedId),
}

impl Blame {
    /// The placed piece that is in the way.
    pub fn piece(self) -> Option<PlacedId> {
        match self {
            Self::Place => None,
            Self::Piece(placed) => Some(placed),
        }
    }
}

/// Something that must hold for every piece where it stands.
///
/// It looks at a world and a fit, and may veto it. It draws nothing and changes nothing.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Who is in the way, if the piece may not stand there.
    fn forbids(&self, world: &World, fit: &Fit) -> Option<Blame>;

    /// Why not. Asked only about what it forbids, and only when someone listens.
    fn reason(&self, world: &World, fit: &Fit) -> Veto;

    /// Whether it holds for caps as well: what is said about places does, what is said about some pieces does not.
    fn holds_for_caps(&self) -> bool {
        true
    }
}

/// Something that must hold for every piece at its guide, however the two are joined. It is asked once for all
/// pairings; the starting piece has no guide.
pub trait Rule: fmt::Debug + Send + Sync {
    /// Who is in the way, if the piece may not be joined to the guide.
    fn forbids(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Option<Blame>;

    /// Why not, likewise.
    fn reason(&self, world: &World, piece: PieceId, guide: Option<PlacedId>) -> Veto;
}

/// Metres: boxes that are closer than this, or sink into each other by less, touch, as far as anyone can see.
pub(crate) const TOUCHING: f64 = 5e-4;

/// Whether boxes of such a depth are told as too close, not as overlapping.
pub(crate) fn is_too_close(depth: f64, clearance: f64) -> bool {
    depth < TOUCHING.min(clearance)
}

/// Why a piece may not stand somewhere.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "because", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Veto {
    /// It would overlap the map, or come too close to it.
    Overlap {
        /// The placed piece it is deepest in.
        with: PlacedId,
        /// How deep, in metres; below zero they do not touch, but are closer than the clearance.
        depth: f64,
        /// The shortest level push that parts the two boxes, in metres.
        sideways: f64,
        /// How much of their heights the two boxes share, in metres.
        height: f64,
        /// The metres that were to be between them.
        clearance: f64,
    },
    /// It would reach out of the volume that maps stay within.
    Inside,
    /// It would reach into a volume that maps stay out of.
    Outside {
        /// Which, in the order of the settings.
        volume: usize,
    },
    /// There are as many on the map as may be.
    Count {
        /// The rule.
        selector: String,
        /// How many may be.
        most: i64,
    },
    /// The room that is left is kept for pieces that must be there.
    Owed {
        /// How many pieces are owed.
        pieces: usize,
        /// How many the map may still take.
        room: usize,
    },
    /// There are as many in a row as may be.
    Run {
        /// The rule.
        selector: String,
        /// How many may be.
        most: i64,
    },
    /// It would be too near to another.
    Apart {
        /// The rule.
        selector: String,
        /// The joints that must be between them.
        least: i64,
        /// The other.
        with: PlacedId,
        /// The joints that would be between them.
        joints: i64,
    },
    /// It would be too near to the starting piece, or too far from it.
    Depth {
        /// The rule.
        selector: String,
        /// The joints that may be between them.
        allowed: (i64, i64),
        /// The joints that would be.
        joints: i64,
    },
    /// It would stand too low or too high.
    Height {
        /// The rule.
        selector: String,
        /// The metres above the starting piece that it may be.
        allowed: (f64, f64),
        /// The metres that it would be.
        metres: f64,
    },
    /// A connector that may not stay free would have no room for a cap.
    NoRoomForCap {
        /// The placed piece whose connector it is; none if it is a connector of the piece itself.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        of: Option<PlacedId>,
        /// The connector.
        connector: ConnectorId,
        /// The placed piece that is in the way of the cap, if one is.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        with: Option<PlacedId>,
    },
    /// Someone else's constraint says so.
    Custom {
        /// As a part of a sentence: "would ...".
        reason: Cow<'static, str>,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_veto_is_written_as_why_and_what() {
        let overlap = Veto::Overlap {
            with: PlacedId::new(3),
            depth: 0.5,
            sideways: 0.75,
            height: 3.0,
            clearance: 0.01,
        };
        assert_eq!(
            serde_json::to_value(&overlap).unwrap(),
            json!({
                "because": "overlap", "with": 3, "depth": 0.5, "sideways": 0.75, "height": 3.0, "clearance": 0.01,
            })
        );
        let custom = Veto::Custom { reason: Cow::Borrowed("would block the view") };
        assert_eq!(
            serde_json::to_value(&custom).unwrap(),
            json!({ "because": "custom", "reason": "would block the view" })
        );
    }

    #[test]
    fn vetoes_of_one_kind_differ_by_what_they_say() {
        let custom = |reason: &'static str| Veto::Custom { reason: reason.into() };
        assert_eq!(custom("would float"), Veto::Custom { reason: String::from("would float").into() });
        assert_ne!(custom("would float"), custom("would sink"));
        let overlap = |depth| Veto::Overlap {
            with: PlacedId::new(1),
            depth,
            sideways: 1.0,
            height: 1.0,
            clearance: 0.0,
        };
        assert_ne!(overlap(0.1), overlap(0.2));
    }
}
