//! Many maps at once: the space of all maps that a kit can make, as tables and plots.
//!
//! The modules, each building on those above it:

// One row per map.
pub mod table;
// Tables as files: in chunks, put together, and read.
pub mod files;

pub use files::{Format, Table, Values};
pub use table::{Cell, Column, Kind, Row};
