//! How far long work has come, and how it is told to stop.

use std::io::{IsTerminal as _, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
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

static STOP: AtomicBool = AtomicBool::new(false);

/// Becomes true when the user presses Ctrl-C. Pressed again, it ends the program where it stands.
pub(crate) fn stop_on_interrupt() -> &'static AtomicBool {
    // Without a handler, Ctrl-C ends the program at once: that is no reason not to work.
    let _ = ctrlc::set_handler(|| {
        if STOP.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    });
    &STOP
}
