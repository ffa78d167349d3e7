//! Tables as text: a line of names, and a line for every row.
//!
//! An empty cell is an empty field, and so is an empty text. A number has the fewest digits that read back as the
//! same bits, and a point or an exponent where it is not a whole number, so that readers can tell the two apart.

mod lines;
mod guess;
mod read;
mod write;

pub(super) use read::{Source, open, read};
pub(super) use write::{join, write};
