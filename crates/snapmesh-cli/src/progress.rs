//! How far long work has come.

use std::io::{IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

/// A line on a terminal, for work that takes long enough to wonder. It goes away with its owner.
pub(crate) struct Progress {
    wanted: bool,
    next: Instant,
    shown: bool,
}

impl Progress {
    pub(crate) fn new(quiet: bool) -> Self {
        let wanted = !quiet && std::io::stderr().is_terminal();
        Self { wanted, next: Instant::now() + Duration::from_millis(300), shown: false }
    }

    /// Shows a line, unless the last one is still fresh.
    pub(crate) fn tell(&mut self, line: impl FnOnce() -> String) {
        if self.wanted && Instant::now() >= self.next {
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", line());
            self.next = Instant::now() + Duration::from_millis(100);
            self.shown = true;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}
