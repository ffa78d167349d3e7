//! Counts what a bake costs while it runs.
//!
//! Whether a bake is refused depends on its map alone: what stays and the largest of the steps that need more for a while
//! must fit into its budget together. Which steps run at a time depends on the machine, so what they take together is
//! counted apart, in a [`Pool`]. A step that finds the pool empty is not refused: it is done again later, alone.

use crate::budget::{BakeError, Budget, MEGABYTE};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why work comes to a halt.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Halt {
    /// It costs more than it may.
    Refused(BakeError),
    /// Others have taken what it needs. Alone, it may come to an end.
    Crowded,
}

impl From<BakeError> for Halt {
    fn from(error: BakeError) -> Self {
        Self::Refused(error)
    }
}

/// How long work may take.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock<'a> {
    time: Option<(Instant, Duration)>,
    stop: Option<&'a AtomicBool>,
}

impl<'a> Clock<'a> {
    /// No clock is looked at: there may be none.
    pub(crate) const ENDLESS: Self = Self { time: None, stop: None };

    /// Starts a clock if there is a time.
    pub(crate) fn start(budget: &Budget<'a>) -> Self {
        Self { time: budget.time.map(|time| (Instant::now(), time)), stop: budget.stop }
    }

    pub(crate) fn check(self) -> Result<(), BakeError> {
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(BakeError::Stopped);
        }
        match self.time {
            Some((start, time)) if start.elapsed() > time => Err(BakeError::TooSlow(time)),
            _ => Ok(()),
        }
    }
}

/// Memory that steps at work at the same time take from.
#[derive(Debug)]
pub(crate) struct Pool {
    most: u64,
    used: AtomicU64,
}

impl Pool {
    pub(crate) fn new(most: u64) -> Self {
        Self { most, used: AtomicU64::new(0) }
    }

    /// One for a single bake, whose tiles may take a quarter more than its budget while they are baked at a time.
    pub(crate) fn of(budget: &Budget) -> Self {
        Self::new(budget.bytes().saturating_add(budget.bytes() / 4))
    }

    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    fn take(&self, bytes: u64) -> Result<(), Halt> {
        let more = |used: u64| used.checked_add(bytes).filter(|&used| used <= self.most);
        let taken = self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more);
        taken.map(|_| ()).map_err(|_| Halt::Crowded)
    }

    fn give(&self, bytes: u64) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Counts what a bake costs while it runs.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    clock: Clock<'a>,
    /// Bytes that stay.
    kept: AtomicU64,
    /// The most bytes that any step needed for a while.
    spare: AtomicU64,
    /// The bytes that it is expected to come to; none if nobody knows.
    expected: AtomicU64,
    pool: &'a Pool,
}

/// What is expected to take so many times the budget is refused at once: a forecast is nearer than that.
const SURE: f64 = 1.5;

impl<'a> Meter<'a> {
    /// What is kept is given back to the pool when the meter goes.
    pub(crate) fn start(budget: &Budget<'a>, pool: &'a Pool) -> Self {
        let zero = || AtomicU64::new(0);
        let (kept, spare, expected) = (zero(), zero(), zero());
        Self { budget: *budget, clock: Clock::start(budget), kept, spare, expected, pool }
    }

    pub(crate) fn budget(&self) -> &Budget<'a> {
        &self.budget
    }

    pub(crate) fn clock(&self) -> Clock<'a> {
        self.clock
    }

    /// Whether so many bytes are there beside all that was counted.
    pub(crate) fn has(&self, bytes: f64) -> bool {
        self.counted() as f64 + bytes <= self.budget.bytes() as f64
    }

    /// Refuses bytes that are sure to come, beside those that stay.
    pub(crate) fn forecast(&self, bytes: f64) -> Result<(), BakeError> {
        self.budget.within(self.kept.load(Ordering::Relaxed) as f64 + bytes)
    }

    /// About so many bytes are yet to come beside all that was counted: told should the work be refused, and refused at once
    /// if that is sure.
    pub(crate) fn expect(&self, bytes: f64) -> Result<(), BakeError> {
        let all = self.counted() as f64 + bytes;
        self.expected.store(all as u64, Ordering::Relaxed);
        if all <= self.budget.bytes() as f64 * SURE { Ok(()) } else { self.budget.within(all) }
    }

    /// What stays, and the most that was needed for a while.
    pub(crate) fn counted(&self) -> u64 {
        self.kept.load(Ordering::Relaxed).saturating_add(self.spare.load(Ordering::Relaxed))
    }

    /// Counts bytes that stay.
    pub(crate) fn keep(&self, bytes: u64) -> Result<(), Halt> {
        self.check(self.kept.load(Ordering::Relaxed).saturating_add(bytes))?;
        self.pool.take(bytes)?;
        // Others may have kept something in the meantime.
        Ok(self.check(self.kept.fetch_add(bytes, Ordering::Relaxed) + bytes)?)
    }

    /// Memory for a step, none at first.
    pub(crate) fn lease(&self) -> Lease<'_> {
        Lease { meter: self, bytes: 0 }
    }

    /// The answer to a halt of a bake that had its pool to itself.
    pub(crate) fn refusal(&self, halt: Halt) -> BakeError {
        match halt {
            Halt::Refused(error) => error,
            Halt::Crowded => self.too_large(),
        }
    }

    fn check(&self, kept: u64) -> Result<(), BakeError> {
        let all = kept.saturating_add(self.spare.load(Ordering::Relaxed));
        if all <= self.budget.bytes() { Ok(()) } else { Err(self.too_large()) }
    }

    /// How much was counted depends on who was first, so what was expected is told.
    fn too_large(&self) -> BakeError {
        let may = self.budget.bytes() / MEGABYTE;
        BakeError::TooLarge {
            need: self.expected.load(Ordering::Relaxed).div_ceil(MEGABYTE).max(may + 1),
            may,
        }
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.pool.give(*self.kept.get_mut());
    }
}

/// Memory that a step has for a while; given back when it is done.
pub(crate) struct Lease<'a> {
    meter: &'a Meter<'a>,
    bytes: u64,
}

impl Lease<'_> {
    /// Bytes that are asked for at a time: others need not be disturbed for every cell.
    const PORTION: u64 = 1 << 16;

    /// Makes sure that it has so many bytes in all.
    #[inline]
    pub(crate) fn cover(&mut self, bytes: u64) -> Result<(), Halt> {
        if bytes <= self.bytes { Ok(()) } else { self.grow(bytes) }
    }

    fn grow(&mut self, bytes: u64) -> Result<(), Halt> {
        let bytes = bytes.saturating_add(Self::PORTION - 1) / Self::PORTION * Self::PORTION;
        self.meter.spare.fetch_max(bytes, Ordering::Relaxed);
        self.meter.check(self.meter.kept.load(Ordering::Relaxed))?;
        self.meter.pool.take(bytes - self.bytes)?;
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Lease<'_> {
    fn drop(&mut self) {
        self.meter.pool.give(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(memory: u64) -> Budget<'static> {
        Budget { memory, ..Budget::default() }
    }

    fn timed(time: Option<Duration>) -> Clock<'static> {
        Clock::start(&Budget { time, ..Budget::default() })
    }

    /// What a meter of so much memory says, with a pool of its own.
    fn with<T>(memory: u64, ask: impl FnOnce(&Meter<'_>) -> T) -> T {
        let pool = Pool::of(&of(memory));
        ask(&Meter::start(&of(memory), &pool))
    }

    fn refused(halt: &Result<(), Halt>) -> bool {
        matches!(halt, Err(Halt::Refused(BakeError::TooLarge { .. })))
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn a_budget_beyond_four_gigabytes_is_counted_whole() {
        with(6000 * MEGABYTE, |meter| {
            for _ in 0..5 {
                meter.keep(1000 * MEGABYTE).unwrap();
            }
            meter.lease().cover(1000 * MEGABYTE).unwrap();
            let error = meter.keep(1).unwrap_err();
            assert_eq!(error, BakeError::TooLarge { need: 6001, may: 6000 }.into());
        });
    }

    #[test]
    fn no_clock_is_started_unless_there_is_a_time() {
        assert!(timed(None).time.is_none());
        let brief = timed(Some(Duration::ZERO));
        // The clock goes on; how fast it ticks is its own.
        while brief.time.unwrap().0.elapsed().is_zero() {}
        assert_eq!(brief.check(), Err(BakeError::TooSlow(Duration::ZERO)));
    }

    #[test]
    fn work_ends_when_nobody_wants_it_any_more() {
        let stop = AtomicBool::new(false);
        let clock = Clock::start(&Budget { stop: Some(&stop), ..Budget::default() });
        assert_eq!(clock.check(), Ok(()));
        stop.store(true, Ordering::Relaxed);
        assert_eq!(clock.check(), Err(BakeError::Stopped));
    }

    #[test]
    fn without_a_time_or_with_plenty_nothing_is_too_slow() {
        assert_eq!(Clock::ENDLESS.check(), Ok(()));
        assert_eq!(timed(Some(Duration::from_hours(24))).check(), Ok(()));
    }

    #[test]
    fn what_is_expected_is_refused_if_that_is_sure_and_told_in_any_case() {
        const MB: f64 = MEGABYTE as f64;
        with(4 * MEGABYTE, |meter| {
            meter.keep(MEGABYTE).unwrap();
            assert!(meter.has(3.0 * MB) && !meter.has(3.1 * MB));
            assert_eq!(meter.expect(5.1 * MB), Err(BakeError::TooLarge { need: 7, may: 4 }));
            assert!(meter.expect(f64::INFINITY).is_err());
            assert_eq!(meter.expect(4.9 * MB), Ok(()));
            assert_eq!(meter.keep(3 * MEGABYTE), Ok(()), "it takes nothing from the budget");
            assert_eq!(meter.keep(1), Err(BakeError::TooLarge { need: 6, may: 4 }.into()));
        });
    }

    #[test]
    fn a_forecast_takes_nothing_from_the_budget() {
        with(1000, |meter| {
            for _ in 0..5 {
                meter.forecast(1000.0).unwrap();
            }
            meter.keep(1000).unwrap();
            assert!(meter.forecast(1.0).is_err());
        });
    }

    #[test]
    fn what_stays_is_counted_with_the_largest_of_what_is_spare() {
        const PORTION: u64 = Lease::PORTION;
        with(4 * PORTION, |meter| {
            meter.keep(PORTION).unwrap();
            for _ in 0..5 {
                meter.lease().cover(2 * PORTION).unwrap();
            }
            meter.keep(PORTION).unwrap();
            assert!(refused(&meter.keep(1)));
        });
        // In the other order, it is the same.
        with(4 * PORTION, |meter| {
            meter.keep(2 * PORTION).unwrap();
            let mut lease = meter.lease();
            lease.cover(2 * PORTION).unwrap();
            assert!(refused(&lease.cover(2 * PORTION + 1)));
        });
    }

    #[test]
    fn who_finds_the_pool_empty_is_not_refused_and_alone_finds_enough() {
        let (portion, budget) = (Lease::PORTION, of(4 * Lease::PORTION));
        let pool = Pool::new(4 * portion);
        let (ours, theirs) = (Meter::start(&budget, &pool), Meter::start(&budget, &pool));
        theirs.keep(portion).unwrap();
        let mut lease = theirs.lease();
        lease.cover(portion).unwrap();
        assert_eq!(ours.lease().cover(3 * portion), Err(Halt::Crowded));
        assert_eq!(
            ours.keep(3 * portion),
            Err(Halt::Refused(ours.too_large())),
            "with what it wanted to lease"
        );
        drop(lease);
        ours.lease().cover(3 * portion).unwrap();
        assert_eq!(ours.lease().cover(4 * portion), Err(Halt::Crowded));
        drop(theirs);
        ours.lease().cover(4 * portion).unwrap();
        drop(ours);
        assert_eq!(pool.used.into_inner(), 0);
    }
}
