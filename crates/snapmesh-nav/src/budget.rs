//! How much a bake may cost, and the answer when that is not enough.

use snapmesh::limits::Limits;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use thiserror::Error;

/// What a bake may cost.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    /// Bytes that the surface may take, with all that is needed to find it; more than a machine can name are as many as
    /// it can. On many cores, tiles that are baked at a time may take a quarter more.
    pub memory: u64,
    /// How long the bake may take; as long as it needs if none.
    pub time: Option<Duration>,
    /// Ends the bake when it becomes true, if there is such: whoever wanted the surface may be gone.
    pub stop: Option<&'a AtomicBool>,
    /// Which cores it may use.
    pub cores: Cores,
}

/// Which cores a bake may use. The surface is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cores {
    /// All that there are.
    All,
    /// Its own: the others have maps of their own to bake.
    One,
}

impl Default for Budget<'_> {
    /// As much memory as [`Limits`] allow, and as long as it takes, on all cores.
    fn default() -> Self {
        Self { memory: Limits::DEFAULT.walk_mb * MEGABYTE, time: None, stop: None, cores: Cores::All }
    }
}

impl Budget<'_> {
    /// Refuses what takes more memory than there is.
    pub(crate) fn allows(&self, bytes: u64) -> Result<(), BakeError> {
        self.within(bytes as f64)
    }

    pub(crate) fn within(&self, bytes: f64) -> Result<(), BakeError> {
        let may = self.bytes();
        if bytes <= may as f64 {
            return Ok(());
        }
        // Cells of no size are without number.
        let bytes = if bytes.is_nan() { f64::INFINITY } else { bytes };
        let need = (bytes / MEGABYTE as f64).ceil() as u64;
        Err(BakeError::TooLarge { need, may: may / MEGABYTE })
    }

    /// Bytes that it has. No list is longer than this, whatever it may cost.
    pub(crate) fn bytes(&self) -> u64 {
        self.memory.min(isize::MAX as u64)
    }
}

/// Why there is no surface.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum BakeError {
    /// The surface would take more memory than it may.
    #[error("the walkable surface needs about {need} MB, and may take {may} MB")]
    TooLarge {
        /// Megabytes, as far as it was counted.
        need: u64,
        /// Megabytes.
        may: u64,
    },
    /// The bake took longer than it may.
    #[error("the walkable surface was not done within {0:?}")]
    TooSlow(Duration),
    /// Whoever wanted it does not want it any more.
    #[error("the walkable surface is not wanted any more")]
    Stopped,
    /// The pieces lie so far apart that cells can no longer be told from each other.
    #[error("the map is about {cells} cells wide, and may be {may}")]
    TooWide {
        /// Cells from one end to the other.
        cells: u64,
        /// The most there may be.
        may: u64,
    },
    /// The cells are so small that the agent is hundreds of them wide.
    #[error("the cells of {cell_size} m are too small for an agent of radius {radius} m")]
    CellsTooSmall {
        /// Metres.
        cell_size: f64,
        /// Metres.
        radius: f64,
    },
}

impl BakeError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::TooLarge { .. } => "raise navigation.cell_size, or make the map or its points fewer",
            Self::TooWide { .. } => "raise navigation.cell_size, or place the pieces closer together",
            Self::TooSlow(_) => "raise navigation.cell_size or the time, or make the map smaller",
            Self::Stopped => "ask for it again",
            Self::CellsTooSmall { .. } => {
                "raise navigation.cell_size; a third of the radius, its default, is fine"
            }
        }
    }
}

pub(crate) const MEGABYTE: u64 = 1 << 20;
/// Bytes that a cell of a surface takes.
pub(crate) const CELL: usize = 24;

/// Bytes that so many things of a kind take. Those of a surface may be more than 32 bits can count.
pub(crate) fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_budget_by_default_is_the_limit_of_walkable_surfaces() {
        assert_eq!(Budget::default().memory, Limits::DEFAULT.walk_mb * 1_048_576);
    }

    #[test]
    fn bytes_without_end_are_too_many() {
        let budget = Budget { memory: u64::MAX, ..Budget::default() };
        assert!(budget.allows(bytes_of::<[u8; 32]>(usize::MAX)).is_err());
        assert_eq!(bytes_of::<[u8; 32]>(1 << 27), 1 << 32);
        let may = Budget::default().memory / MEGABYTE;
        let endless = Err(BakeError::TooLarge { need: u64::MAX, may });
        assert_eq!(
            [f64::INFINITY, f64::NAN].map(|bytes| Budget::default().within(bytes)),
            [(); 2].map(|()| endless.clone())
        );
    }

    #[test]
    fn a_budget_allows_what_it_has_and_no_byte_more() {
        let budget = Budget { memory: 1000, ..Budget::default() };
        assert_eq!(budget.allows(1000), Ok(()));
        assert_eq!(budget.allows(1001), Err(BakeError::TooLarge { need: 1, may: 0 }));
    }

    #[test]
    fn an_error_says_how_much_and_what_to_do() {
        let large = BakeError::TooLarge { need: 9, may: 4 };
        assert_eq!(large.to_string(), "the walkable surface needs about 9 MB, and may take 4 MB");
        let slow = BakeError::TooSlow(Duration::from_secs(3));
        assert_eq!(slow.to_string(), "the walkable surface was not done within 3s");
        let small = BakeError::CellsTooSmall { cell_size: 0.001, radius: 0.5 };
        assert_eq!(small.to_string(), "the cells of 0.001 m are too small for an agent of radius 0.5 m");
        let wide = BakeError::TooWide { cells: 70, may: 60 };
        assert_eq!(wide.to_string(), "the map is about 70 cells wide, and may be 60");
        let errors = [large, slow, small, wide];
        assert!(errors.iter().all(|error| error.help().contains("raise navigation.cell_size")));
    }
}
