//! Many maps at once: the space of all maps that a kit can make, as tables and plots.
//!
//! The modules, each building on those above it:

// One row per map.
pub mod table;
// A page about a table.
pub mod report;

pub use table::{Cell, Column, Kind, Row};
