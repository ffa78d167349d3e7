//! Pieces on the map, and how they are joined.

use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::pose::Pose;

/// A copy of a piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// What it is there for.
    pub role: Role,
    /// Which piece of the kit.
    pub piece: PieceId,
    /// Where it stands.
    pub pose: Pose,
    /// How it came there; none for the starting piece.
    pub joint: Option<Joint>,
}

impl Placed {
    /// A piece that was put somewhere by hand, and is joined to nothing.
    pub fn alone(piece: PieceId, pose: Pose) -> Self {
        Self { role: Role::Piece, piece, pose, joint: None }
    }
}

/// Two connectors that are joined: one of a piece, and one of the guide it was placed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The placed piece it was joined to.
    pub guide: PlacedId,
    /// Connector of the guide.
    pub guide_connector: ConnectorId,
    /// Connector of the piece itself.
    pub connector: ConnectorId,
}

impl Joint {
    /// The guide's side of it.
    pub fn guide_port(&self) -> Port {
        Port { placed: self.guide, connector: self.guide_connector }
    }
}

/// What a placed piece is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Role {
    /// The map grew by it.
    #[default]
    Piece,
    /// It closes a connector that stayed free: no piece as far as size, counts and methods go.
    Cap,
    /// It is part of a chain that closes a loop: a piece like any other, beyond the size that was asked for.
    Loop,
}

impl Role {
    /// The name used in map files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Piece => "piece",
            Self::Cap => "cap",
            Self::Loop => "loop",
        }
    }

    /// The role of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Piece, Self::Cap, Self::Loop].into_iter().find(|role| role.name() == name)
    }
}

/// A door: a piece that stands where two others are joined, and is no part of the graph.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Door {
    /// Which piece of the kit.
    pub piece: PieceId,
    /// Where it stands.
    pub pose: Pose,
    /// The connector it stands at: the guide's side of a joint, the first side of a link.
    pub at: Port,
}
