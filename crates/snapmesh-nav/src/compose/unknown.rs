//! Why a verdict cannot be composed.

use crate::budget::BakeError;
use snapmesh::PlacedId;
use thiserror::Error;

/// Why a verdict cannot be composed. A bake knows.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unknown {
    /// A piece comes near another, whose floor may be in two parts then, or cut off from the rest; and the verdict depends on it.
    #[error("piece {1} may cut the floor of piece {0} in two, or off")]
    Cut(PlacedId, PlacedId),
    /// A piece has a passage that is hardly wide enough, and as the cells of a bake lie on this map, one cannot walk through it.
    #[error("a passage of piece {0} is hardly wide enough, and closed as the cells of a bake lie")]
    Narrow(PlacedId),
    /// How large its regions are depends on how the cells of a bake lie: there are many that are hardly wide enough to stand on.
    #[error("how large its regions are depends on how the cells of a bake lie")]
    Vague,
    /// A piece cannot be walked by itself.
    #[error(transparent)]
    Piece(#[from] BakeError),
}
