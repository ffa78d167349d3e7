//! How much a bake may cost, and the answer when that is not enough.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What a bake may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Bytes that the surface may take; more than a machine can name are as many as it can.
    pub memory: u64,
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
    pub(crate) fn allows(&self, bytes: u64) -> Result<(), BakeError> {
        self.within(bytes as f64)
    }

    fn within(&self, bytes: f64) -> Result<(), BakeError> {
        // No list is longer than this, whatever it may cost: with 32 bits, that is less than the budget by default.
        let may = self.memory.min(isize::MAX as u64);
        if bytes <= may as f64 {
            return Ok(());
        }
        let need = (bytes / MEGABYTE as f64).ceil() as u64;
        Err(BakeError::TooLarge { need, may: may / MEGABYTE })
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
            Self::TooSlow(_) => "raise navigation.cell_size or the time, or make the map smaller",
            Self::CellsTooSmall { .. } => {
                "raise navigation.cell_size; a third of the radius, its default, is fine"
            }
        }
    }
}

const MEGABYTE: u64 = 1 << 20;
/// Bytes that a cell of a surface takes.
pub(crate) const CELL: usize = 24;
/// What a tile takes, with nothing on it.
const TILE: f64 = 64.0;

/// Bytes that so many things of a kind take. Those of a surface may be more than 32 bits can count.
pub(crate) fn bytes_of<T>(count: usize) -> u64 {
    (count as u64).saturating_mul(size_of::<T>() as u64)
}

/// Counts what a bake costs while it runs.
pub(crate) struct Meter {
    budget: Budget,
    /// When it started, if it has a time: where there is no clock, none is looked at.
    start: Option<Instant>,
    bytes: AtomicU64,
}

impl Meter {
    pub(crate) fn start(budget: &Budget) -> Self {
        Self { budget: *budget, start: budget.time.map(|_| Instant::now()), bytes: AtomicU64::new(0) }
    }

    /// Refuses before the work starts: half of the cells that are touched are expected to be no floor.
    pub(crate) fn forecast_cells(&self, cells: f64) -> Result<(), BakeError> {
        self.within(cells / 2.0 * CELL as f64)
    }

    /// Refuses more tiles than there is room for.
    pub(crate) fn forecast_tiles(&self, tiles: f64) -> Result<(), BakeError> {
        self.within(tiles * TILE)
    }

    /// Counts bytes that stay.
    pub(crate) fn add(&self, bytes: u64) -> Result<(), BakeError> {
        let all = self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes;
        self.within(all as f64)
    }

    /// Refuses bytes that are needed for a while, beside those that stay.
    pub(crate) fn check_spare(&self, bytes: u64) -> Result<(), BakeError> {
        self.within((self.bytes.load(Ordering::Relaxed) + bytes) as f64)
    }

    pub(crate) fn check_time(&self) -> Result<(), BakeError> {
        match (self.budget.time, self.start) {
            (Some(time), Some(start)) if start.elapsed() > time => Err(BakeError::TooSlow(time)),
            _ => Ok(()),
        }
    }

    fn within(&self, bytes: f64) -> Result<(), BakeError> {
        self.budget.within(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_budget_beyond_four_gigabytes_is_counted_whole() {
        let budget = Budget { memory: 6000 * MEGABYTE, ..Budget::default() };
        let meter = Meter::start(&budget);
        for _ in 0..5 {
            meter.add(1000 * MEGABYTE).unwrap();
        }
        meter.check_spare(1000 * MEGABYTE).unwrap();
        let error = meter.add(1001 * MEGABYTE).unwrap_err();
        assert_eq!(error, BakeError::TooLarge { need: 6001, may: 6000 });
    }

    #[test]
    fn no_clock_is_started_unless_there_is_a_time() {
        assert!(Meter::start(&Budget::default()).start.is_none());
        let brief = Meter::start(&Budget { time: Some(Duration::ZERO), ..Budget::default() });
        // The clock goes on; how fast it ticks is its own.
        while brief.start.unwrap().elapsed().is_zero() {}
        assert_eq!(brief.check_time(), Err(BakeError::TooSlow(Duration::ZERO)));
    }

    #[test]
    fn the_budget_by_default_is_four_gigabytes() {
        assert_eq!(Budget::default().memory, 4_294_967_296);
    }

    #[test]
    fn bytes_without_end_are_too_many() {
        let budget = Budget { memory: u64::MAX, ..Budget::default() };
        assert!(budget.allows(bytes_of::<[u8; 32]>(usize::MAX)).is_err());
        assert_eq!(bytes_of::<[u8; 32]>(1 << 27), 1 << 32);
    }

    fn meter(memory: u64) -> Meter {
        Meter::start(&Budget { memory, ..Budget::default() })
    }

    #[test]
    fn half_of_the_cells_that_are_touched_are_expected_to_be_floor() {
        // 24 bytes for each cell of floor.
        assert_eq!(meter(MEGABYTE).forecast_cells(87_381.0), Ok(()));
        let error = meter(MEGABYTE).forecast_cells(87_382.0);
        assert_eq!(error, Err(BakeError::TooLarge { need: 2, may: 1 }));
        assert!(meter(MEGABYTE).forecast_cells(f64::INFINITY).is_err());
        assert!(meter(MEGABYTE).forecast_cells(f64::NAN).is_err());
    }

    #[test]
    fn a_tile_is_expected_to_take_64_bytes() {
        assert_eq!(meter(MEGABYTE).forecast_tiles(16_384.0), Ok(()));
        assert!(meter(MEGABYTE).forecast_tiles(16_385.0).is_err());
    }

    #[test]
    fn a_forecast_takes_nothing_from_the_budget() {
        let meter = meter(1000);
        for _ in 0..5 {
            meter.forecast_cells(80.0).unwrap();
            meter.forecast_tiles(15.0).unwrap();
        }
        assert_eq!(meter.add(1000), Ok(()));
    }

    #[test]
    fn what_stays_is_counted_together_and_what_is_spare_is_not() {
        let meter = meter(1000);
        meter.add(400).unwrap();
        for _ in 0..5 {
            meter.check_spare(600).unwrap();
        }
        assert!(meter.check_spare(601).is_err());
        meter.add(600).unwrap();
        assert!(meter.check_spare(1).is_err());
        assert!(meter.add(1).is_err());
    }

    #[test]
    fn a_budget_allows_what_it_has_and_no_byte_more() {
        let budget = Budget { memory: 1000, ..Budget::default() };
        assert_eq!(budget.allows(1000), Ok(()));
        assert_eq!(budget.allows(1001), Err(BakeError::TooLarge { need: 1, may: 0 }));
    }

    #[test]
    fn without_a_time_or_with_plenty_nothing_is_too_slow() {
        assert_eq!(meter(0).check_time(), Ok(()));
        let day = Duration::from_hours(24);
        assert_eq!(Meter::start(&Budget { time: Some(day), ..Budget::default() }).check_time(), Ok(()));
    }

    #[test]
    fn an_error_says_how_much_and_what_to_do() {
        let large = BakeError::TooLarge { need: 9, may: 4 };
        assert_eq!(large.to_string(), "the walkable surface needs about 9 MB, and may take 4 MB");
        let slow = BakeError::TooSlow(Duration::from_secs(3));
        assert_eq!(slow.to_string(), "the walkable surface was not done within 3s");
        let small = BakeError::CellsTooSmall { cell_size: 0.001, radius: 0.5 };
        assert_eq!(small.to_string(), "the cells of 0.001 m are too small for an agent of radius 0.5 m");
        assert!([large, slow, small].iter().all(|error| error.help().contains("raise navigation.cell_size")));
    }
}
