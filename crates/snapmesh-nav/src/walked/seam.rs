//! What two pieces beside each other change about each other.

/// A region of one of two pieces, as it is when the piece stands alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Side {
    /// 0 for the first piece, 1 for the second.
    pub(crate) which: usize,
    pub(crate) region: u32,
}

/// Regions that hang together where two pieces meet.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Part {
    /// None if it is where neither piece has floor by itself.
    pub(crate) sides: Vec<Side>,
    /// Square metres that there are more than both have alone, or less.
    pub(crate) gain: f64,
}

/// A doorway where two pieces meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Threshold {
    /// 0 for a doorway of the first piece, 1 for one of the second.
    pub(crate) which: usize,
    pub(crate) doorway: usize,
    /// The part behind it.
    pub(crate) part: usize,
}

/// What two pieces beside each other change about each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Seam {
    pub(crate) parts: Vec<Part>,
    pub(crate) thresholds: Vec<Threshold>,
    /// Regions of which it is in doubt what they hang together with: the other piece may cut them in two, or off.
    pub(crate) doubtful: Vec<Side>,
}
