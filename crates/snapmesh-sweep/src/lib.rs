//! Many maps at once: the space of all maps that a kit can make, as tables and plots.
//!
//! ```text
//! Settings x Vary x Vary -> combinations -> Plan: recipes x seeds, in rows
//! LoadedKit + Plan -> Sweep: rows -> chunk | chunk | chunk -> join -> table (Parquet, CSV)
//!                                    (each whole or not at all; one that is there is not made again)
//! table, or those of all shards -> Shards -> Data -> report::page (HTML)
//! ```
//!
//! A row is a map: its number, the settings that vary, its seed, and what is known about it. Rows are numbered over the
//! whole [`Plan`], settings outside and seeds inside, so a shard is a range of rows, and shards on any machines make the
//! table that one machine would:
//!
//! ```text
//!            seed 1   seed 2   seed 3
//! settings 0  row 0    row 1    row 2    \ shard 1 of 2
//! settings 1  row 3    row 4    row 5    / shard 2 of 2
//! ```
//!
//! Features, all there by default: `parallel` (all cores; the same rows on one) and `parquet` (else CSV alone). Rust 1.95
//! is the version it is tested with, and the oldest that is promised.
//!
//! The modules, each building on those above it:

// One row per map.
mod table;
// Tables as files: in chunks, put together, and read.
pub mod files;
// What varies over a sweep.
pub mod vary;
// Which maps a sweep makes.
mod plan;
// Where chunks wait for the rest.
mod parts;
// Maps by the thousand.
mod sweep;
// A page about a table.
pub mod report;
// Tables of a sweep put together.
mod shards;

pub use files::{Format, Table, Values};
pub use plan::Plan;
pub use shards::{Shards, Uses};
pub use sweep::{Progress, Sweep};
pub use table::{Cell, Column, Kind, Row};
pub use vary::Vary;
