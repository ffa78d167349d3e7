//! How many sessions there are, and that they are not too many.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Seats for sessions: so many and no more.
#[derive(Clone, Debug)]
pub struct Seats {
    taken: Arc<AtomicUsize>,
    most: usize,
}

/// The seat of one session. It is free again when this is dropped.
#[derive(Debug)]
pub(crate) struct Seat {
    taken: Arc<AtomicUsize>,
}

impl Seats {
    pub(crate) fn new(most: usize) -> Self {
        Self { taken: Arc::default(), most }
    }

    /// How many sessions there are. One whose page is gone counts until its thread has ended.
    pub fn taken(&self) -> usize {
        self.taken.load(Ordering::Acquire)
    }

    /// A free seat, if there is one.
    pub(crate) fn take(&self) -> Option<Seat> {
        let one_more = |taken| (taken < self.most).then_some(taken + 1);
        self.taken.fetch_update(Ordering::AcqRel, Ordering::Acquire, one_more).ok()?;
        Some(Seat { taken: Arc::clone(&self.taken) })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        self.taken.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_so_many_seats_and_who_leaves_frees_one() {
        let seats = Seats::new(2);
        let (first, _second) = (seats.take().unwrap(), seats.take().unwrap());
        assert!(seats.take().is_none());
        assert_eq!(seats.taken(), 2);
        drop(first);
        assert!(seats.take().is_some());
    }
}
