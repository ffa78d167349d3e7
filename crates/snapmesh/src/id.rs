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
