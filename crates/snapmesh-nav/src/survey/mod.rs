//! A piece by itself: its columns of cells, looked at for the places where one could walk in.
//!
//! ```text
//! PieceGeometry + Agent -> Survey: columns, floors, standing room
//!     rim: where floor ends and nothing is in the way outside -> sides: its straight parts
//!     sides -> openings: wide enough, level, led into, free in front -> exact: as the mesh has them
//!     columns -> footprint: what the piece takes up
//! ```

// The cells of a piece.
mod cells;
// Where floor ends.
mod rim;
// Its straight parts.
mod sides;
// The way through an opening.
mod strip;
// The edge of its floor, in the mesh.
mod floor_edge;
// What stands around it.
mod frame;
// How high its floor is.
mod floor_height;
// All of that: a side as an opening.
mod exact;
// Which sides are openings.
mod openings;
// Where one can get to from there.
mod reached;
// What the piece takes up.
mod footprint;

pub use cells::Survey;
pub use exact::Opening;
pub use footprint::{Footprint, Stack};
pub use reached::Reached;
