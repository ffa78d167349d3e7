//! How much a bake may cost, and the answer when that is not enough.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a bake may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes that the surface may take.
    pub memory: usize,
    /// How long the bake may take; as long as it needs if none.
    pub time: Option<Duration>,
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

impl Default for Budget {
    /// Four gigabytes, and as long as it takes, on all cores.
    fn default() -> Self {
        Self { memory: 4096 * MEGABYTE, time: None, cores: Cores::All }
    }
}

impl Budget {
    /// Refuses what takes more memory than there is.
    pub(crate) fn allows(&self, bytes: usize) -> Result<(), BakeError> {
        self.within(bytes as f64)
    }

    fn within(&self, bytes: f64) -> Result<(), BakeError> {
        if bytes <= self.memory as f64 {
            return Ok(());
        }
        let need = (bytes / MEGABYTE as f64).ceil() as u64;
        Err(BakeError::TooLarge { need, may: (self.memory / MEGABYTE) as u64 })
    }
}

/// Why there is no surface.
#[derive(Clone, Debug, PartialEq, Error)]
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
            Self::TooLarge { .. } => {
                "raise navigation.cell_size, or make the map or its points fewer; `validate --memory` says how much may be used"
            }
            Self::TooSlow(_) => "raise navigation.cell_size or the time, or make the map smaller",
            Self::CellsTooSmall { .. } => {
                "raise navigation.cell_size; a third of the radius, its default, is fine"
            }
        }
    }
}

const MEGABYTE: usize = 1 << 20;
/// Bytes that a cell of a surface takes.
pub(crate) const CELL: usize = 24;
/// What a tile takes, with nothing on it.
const TILE: f64 = 64.0;

/// Counts what a bake costs while it runs.
pub(crate) struct Meter {
    budget: Budget,
    start: Instant,
    bytes: AtomicUsize,
}

impl Meter {
    pub(crate) fn start(budget: &Budget) -> Self {
        Self { budget: *budget, start: Instant::now(), bytes: AtomicUsize::new(0) }
    }

    /// Refuses before the work starts: half of the cells that are touched are expected to be no floor.
    pub(crate) fn expect(&self, cells: f64) -> Result<(), BakeError> {
        self.within(cells / 2.0 * CELL as f64)
    }

    /// Refuses more tiles than there is room for.
    pub(crate) fn expect_tiles(&self, tiles: f64) -> Result<(), BakeError> {
        self.within(tiles * TILE)
    }

    /// Counts bytes that stay.
    pub(crate) fn add(&self, bytes: usize) -> Result<(), BakeError> {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.within(all as f64)
    }

    /// Refuses bytes that are needed for a while, beside those that stay.
    pub(crate) fn check_spare(&self, bytes: usize) -> Result<(), BakeError> {
        self.within((self.bytes.load(Ordering::Relaxed) + bytes) as f64)
    }

    pub(crate) fn check_time(&self) -> Result<(), BakeError> {
        match self.budget.time {
            Some(time) if self.start.elapsed() > time => Err(BakeError::TooSlow(time)),
            _ => Ok(()),
        }
    }

    fn within(&self, bytes: f64) -> Result<(), BakeError> {
        self.budget.within(bytes)
    }
}
