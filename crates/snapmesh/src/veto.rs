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
