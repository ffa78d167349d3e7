//! The plain way, as the paper can be read: every box against every other, and a path between every two points.

mod overlap;
mod pairs;

pub(crate) use overlap::recipe;
pub(crate) use pairs::connectivity;
