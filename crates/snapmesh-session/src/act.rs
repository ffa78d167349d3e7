//! What is done to a map by hand, as it comes in.

use serde::Deserialize;
use snapmesh::{ConnectorId, PlacedId, Port};

/// What is done to a map by hand, by numbers that may lead nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "act", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Act {
    /// A piece stays from now on, with the way to it.
    Pin {
        /// The piece, here and below.
        placed: usize,
    },
    /// It need not stay any more.
    Unpin {
        /// As above.
        placed: usize,
    },
    /// A piece goes with what hangs on it.
    Delete {
        /// As above.
        placed: usize,
    },
    /// The same, and growth goes on.
    Regrow {
        /// As above.
        placed: usize,
        /// Where chance starts, here and below.
        seed: i64,
    },
    /// All is grown anew that is not pinned.
    Grow {
        /// As above.
        seed: i64,
    },
    /// A free connector is closed by a cap.
    Cap {
        /// The connector.
        port: PortName,
        /// As above.
        seed: i64,
    },
    /// Two free connectors are joined by a chain of pieces.
    Close {
        /// One of them.
        from: PortName,
        /// The other.
        to: PortName,
        /// As above.
        seed: i64,
    },
}

/// A connector of a placed piece, by numbers that may lead nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct PortName {
    /// The placed piece.
    pub placed: usize,
    /// Its connector.
    pub connector: usize,
}

impl From<PortName> for Port {
    fn from(PortName { placed, connector }: PortName) -> Self {
        Self { placed: PlacedId::new(placed), connector: ConnectorId::new(connector) }
    }
}

impl From<Act> for snapmesh::Act {
    fn from(act: Act) -> Self {
        match act {
            Act::Pin { placed } => Self::Pin(PlacedId::new(placed)),
            Act::Unpin { placed } => Self::Unpin(PlacedId::new(placed)),
            Act::Delete { placed } => Self::Delete(PlacedId::new(placed)),
            Act::Regrow { placed, seed } => Self::Regrow { piece: PlacedId::new(placed), seed },
            Act::Grow { seed } => Self::Grow { seed },
            Act::Cap { port, seed } => Self::Cap { at: port.into(), seed },
            Act::Close { from, to, seed } => Self::Close { from: from.into(), to: to.into(), seed },
        }
    }
}
