//! What is done to a map by hand, as it comes in.

use serde::Deserialize;
use snapmesh::{ConnectorId, PieceId, PlacedId, Port, ValidKit};

/// What is done to a map by hand, by numbers that may lead nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
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
    /// A chosen piece is joined to a free connector.
    Place {
        /// The connector.
        port: PortName,
        /// The id of the piece: numbers of a kit's pieces change with its files.
        piece: String,
        /// The connector that it is joined by.
        connector: usize,
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

impl Act {
    /// The same in the numbers of a kit.
    pub(crate) fn of(&self, kit: &ValidKit) -> snapmesh::Act {
        use snapmesh::Act as Of;
        match *self {
            Self::Pin { placed } => Of::Pin(PlacedId::new(placed)),
            Self::Unpin { placed } => Of::Unpin(PlacedId::new(placed)),
            Self::Delete { placed } => Of::Delete(PlacedId::new(placed)),
            Self::Regrow { placed, seed } => Of::Regrow { piece: PlacedId::new(placed), seed },
            Self::Grow { seed } => Of::Grow { seed },
            Self::Cap { port, seed } => Of::Cap { at: port.into(), seed },
            Self::Place { port, ref piece, connector, seed } => {
                // A number beyond all pieces is refused as a name that the kit has not.
                let piece = kit.named(piece).unwrap_or(PieceId::new(kit.library().len()));
                Of::Place { at: port.into(), piece, connector: ConnectorId::new(connector), seed }
            }
            Self::Close { from, to, seed } => Of::Close { from: from.into(), to: to.into(), seed },
        }
    }
}
