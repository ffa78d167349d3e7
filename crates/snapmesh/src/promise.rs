//! Promises: what a map must have, and whether it does.

/// Something that was promised about a map.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Promise {
    /// What it is.
    pub promise: String,
    /// Whether it was kept.
    pub kept: bool,
    /// What there is of it.
    pub value: usize,
}

impl Promise {
    /// What it is about, without its numbers: "size", "count of #treasure".
    pub fn name(&self) -> &str {
        self.promise.split_once(':').map_or(&*self.promise, |(name, _)| name)
    }
}
