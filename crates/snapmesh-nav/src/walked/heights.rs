//! How high something reaches.

/// From bottom to top, in metres.
pub(crate) type Heights = [f32; 2];

/// Nothing at all.
pub(crate) const NOTHING: Heights = [f32::INFINITY, f32::NEG_INFINITY];

/// From the lower bottom to the higher top.
pub(crate) fn join(a: Heights, b: Heights) -> Heights {
    [a[0].min(b[0]), a[1].max(b[1])]
}
