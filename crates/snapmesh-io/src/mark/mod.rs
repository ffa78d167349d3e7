//! Marks pieces that nobody marked: doorways, boxes and floors, found from their meshes.
//!
//! ```text
//! PieceFile + Options -> Proposal: doorways, boxes, floor, doubts       (a piece by itself, for whoever shows it)
//! Files + name -> Proposal: the same, whatever is known of the piece       (to be taken up, or not)
//! Files + Request -> KitMarks: a Proposal for each piece that lacks something -> the text of a `kit.toml`
//! ```
//!
//! A doorway is where an agent could walk in: [`snapmesh_nav::survey`] finds them.

// Door leaves, which are looked through.
mod leaves;
// Rectangles that a piece fills.
mod rectangles;
// Boxes that follow its shape.
mod boxes;
// What of it is floor.
mod floors;
// A piece by itself.
mod proposal;
// Floors of many pieces at one height.
mod levels;
// Pins that more than one piece has.
mod pins;
// Who can walk in all of them, and who looks at them.
mod fit;
// A piece as it is, as a section.
mod as_notes;
// One piece of a kit.
mod one;
// The `kit.toml` that comes of it.
mod kit_text;
// A kit as a whole.
mod kit_marks;
// Pieces of blocks.
#[cfg(test)]
pub(crate) mod testing;

pub use as_notes::as_notes;
pub use fit::fitting;
pub use kit_marks::{KitMarks, Request};
pub use one::propose_again;
pub use proposal::{Doorway, Options, Proposal, propose};
