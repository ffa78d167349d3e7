//! Many maps at once: the space of all maps that a kit can make, as tables and plots.
//!
//! The modules, each building on those above it:

// One row per map.
pub mod table;
// Tables as files: in chunks, put together, and read.
pub mod files;
// What varies over a sweep.
pub mod vary;
// Which maps a sweep makes.
pub mod plan;
// Maps by the thousand.
pub mod sweep;
// A page about a table.
pub mod report;
// Tables of a sweep put together.
pub mod shards;

pub use files::{Format, Table, Values};
pub use plan::Plan;
pub use shards::Shards;
pub use sweep::Sweep;
pub use table::{Cell, Column, Kind, Row};
pub use vary::Vary;
