//! Numbers that name things. Each is a type of its own, so that a piece of the kit cannot be taken for one on the map.

use std::fmt;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize), serde(transparent))]
        pub struct $name(u32);

        impl $name {
            /// The id of a place in its list. Lists are far shorter than 32 bits can count.
            pub const fn new(index: usize) -> Self {
                Self(index as u32)
            }

            /// The place in its list.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl $name {
            /// The number itself.
            pub const fn number(self) -> u32 {
                self.0
            }
        }

        impl From<u32> for $name {
            fn from(number: u32) -> Self {
                Self(number)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id! {
    /// A piece of the kit, by its place in the library.
    PieceId
}
id! {
    /// A piece on the map, by its place in the placement order.
    PlacedId
}
id! {
    /// A connector of a piece, by its place in the canonical order.
    ConnectorId
}
id! {
    /// A kind of connector, by the order in which the kit's kinds are met.
    KindId
}

/// A connector of a placed piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Port {
    /// The placed piece.
    pub placed: PlacedId,
    /// Its connector.
    pub connector: ConnectorId,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_names_its_place_and_is_written_as_such() {
        for index in [0, 1, 4_000_000] {
            assert_eq!((PieceId::new(index).index(), PlacedId::new(index).index()), (index, index));
            assert_eq!((ConnectorId::new(index).index(), KindId::new(index).index()), (index, index));
        }
        assert_eq!(format!("p{}", PlacedId::new(12)), "p12");
        assert_eq!(format!("{:>4}", PieceId::new(7)), "   7", "widths are kept");
        let port = Port { placed: PlacedId::new(3), connector: ConnectorId::new(1) };
        assert_eq!(serde_json::to_string(&port).unwrap(), r#"{"placed":3,"connector":1}"#);
    }

    #[test]
    fn ports_are_in_order_of_pieces_first() {
        let port = |placed, connector| Port {
            placed: PlacedId::new(placed),
            connector: ConnectorId::new(connector),
        };
        assert!(port(1, 9) < port(2, 0) && port(2, 0) < port(2, 1));
        assert_eq!(PlacedId::default(), PlacedId::new(0), "the starting piece");
    }
}
