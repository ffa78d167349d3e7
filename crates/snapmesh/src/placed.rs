//! Pieces on the map, and how they are joined.

use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::pose::Pose;

/// A copy of a piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which piece of the kit.
    pub piece: PieceId,
    /// Where it stands.
    pub pose: Pose,
    /// How it came there; none for the starting piece.
    pub joint: Option<Joint>,
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
