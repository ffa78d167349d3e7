//! Everything a designer can set.
//!
//! The structs are plain; the list of keys says for each field its name, unit, limits and default. Reading a file, writing
//! a map, the help text, the schema and the studio's panel all go through that list.

mod growth;
mod ends;
mod pieces;
mod sections;
mod keys;
mod families;
mod access;

pub use access::{ListedKey, find_key, find_section, keys};
pub use ends::{EndRule, Free, Kinds, most_specific};
pub use growth::{Growth, LOOP_TURN, PieceRule, Span, WhenBlocked};
pub use pieces::{BoxNote, ConnectorNote, PieceNotes, is_tag};
pub use sections::{
    ColorMatrix, Connection, Content, Count, Generation, MatchingRules, Navigation, Selection, Settings,
};
