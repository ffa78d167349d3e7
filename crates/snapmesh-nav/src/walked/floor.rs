//! A floor in one cell.

/// A floor of a piece in one cell. Heights in metres, in the space of the piece.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Floor {
    pub(crate) low: f32,
    pub(crate) top: f32,
    /// The region it is of, or beside.
    pub(crate) region: u32,
    /// Whether it is where one could fall off, and floor of another piece may go on.
    pub(crate) is_edge: bool,
}
