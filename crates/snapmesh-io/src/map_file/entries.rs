//! The parts of a map file.

use serde::{Deserialize, Serialize};
use snapmesh::{Joint, Link, Port};

/// Which kit a map is made of.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct KitName {
    /// What it is called.
    pub name: String,
    /// Tells its pieces from others.
    pub fingerprint: String,
}

/// Why growth ended.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct StopName {
    /// The keyword.
    pub reason: String,
}

/// A placed piece.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct PieceEntry {
    /// The id of the piece.
    pub piece: String,
    /// Metres.
    pub position: [f64; 3],
    /// A quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// How it came there; none for the starting piece.
    pub joint: Option<JointEntry>,
    /// What it is there for, if it is no piece that the map grew by.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<String>,
}

/// A door.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
pub struct DoorEntry {
    /// The id of the piece.
    pub piece: String,
    /// Metres.
    pub position: [f64; 3],
    /// A quaternion x, y, z, w.
    pub rotation: [f64; 4],
    /// The placed piece and its connector that it stands at.
    pub at: (u32, u32),
}

/// Two connectors that are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct JointEntry {
    /// The placed piece it was joined to.
    pub guide: u32,
    /// Connector of the guide.
    pub guide_connector: u32,
    /// Connector of the piece itself.
    pub connector: u32,
}

impl From<Joint> for JointEntry {
    fn from(joint: Joint) -> Self {
        Self {
            guide: joint.guide.number(),
            guide_connector: joint.guide_connector.number(),
            connector: joint.connector.number(),
        }
    }
}

impl From<JointEntry> for Joint {
    fn from(entry: JointEntry) -> Self {
        Self {
            guide: entry.guide.into(),
            guide_connector: entry.guide_connector.into(),
            connector: entry.connector.into(),
        }
    }
}

/// Two connectors that are joined beyond the tree; each is a placed piece and its connector.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
pub struct LinkEntry {
    /// One side of it.
    pub from: (u32, u32),
    /// The other.
    pub to: (u32, u32),
    /// Metres by which they miss each other.
    pub gap: f64,
    /// Degrees by which they miss each other.
    pub turn: f64,
}

impl From<&Link> for LinkEntry {
    fn from(link: &Link) -> Self {
        let side = |port: Port| (port.placed.number(), port.connector.number());
        Self { from: side(link.from), to: side(link.to), gap: link.gap, turn: link.turn }
    }
}

impl From<LinkEntry> for Link {
    fn from(entry: LinkEntry) -> Self {
        let port =
            |(placed, connector): (u32, u32)| Port { placed: placed.into(), connector: connector.into() };
        Self { from: port(entry.from), to: port(entry.to), gap: entry.gap, turn: entry.turn }
    }
}
