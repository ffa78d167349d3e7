//! Tables as Parquet: columns in groups of rows, small, typed, and read one by one.

mod thrift;
mod claims;
mod footer;
mod schema;
mod read;
mod write;

pub(super) use read::{Source, open};
pub(super) use write::{join, write};
