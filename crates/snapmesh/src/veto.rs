//! What may be said against a piece at a place: constraints, and their reasons.

use crate::id::{PieceId, PlacedId};
use crate::map::Joint;
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
    /// How it would be joined.
    pub joint: Joint,
}

/// Something that must hold for every piece on the map.
///
/// It looks at a world and a fit, and may veto it. It draws nothing and changes nothing.
pub trait Constraint: fmt::Debug + Send + Sync {
    /// Whether the piece may not stand there.
    fn forbids(&self, world: &World, fit: &Fit) -> bool;

    /// Why not. Asked only about what it forbids, and only when someone listens.
    fn reason(&self, world: &World, fit: &Fit) -> Veto;
}

/// Why a piece may not stand somewhere.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "because", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Veto {
    /// It would overlap the map.
    Overlap {
        /// The placed piece it is deepest in.
        with: PlacedId,
        /// How deep, in metres; below zero they do not touch, but are closer than the clearance.
        depth: f64,
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
        let overlap = Veto::Overlap { with: PlacedId::new(3), depth: 0.5 };
        assert_eq!(
            serde_json::to_value(&overlap).unwrap(),
            json!({ "because": "overlap", "with": 3, "depth": 0.5 })
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
        let overlap = |depth| Veto::Overlap { with: PlacedId::new(1), depth };
        assert_ne!(overlap(0.1), overlap(0.2));
    }
}
