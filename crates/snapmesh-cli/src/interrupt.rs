//! How the command is told to end: Ctrl-C, SIGTERM, and SIGHUP where there is such.

use snapmesh_io::outputs::abandon;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the work was asked to end.
static STOP: AtomicBool = AtomicBool::new(false);
/// Whether the work ends by itself when it is asked to.
static LISTENS: AtomicBool = AtomicBool::new(false);

/// Sees to it that nothing half done stays behind when the command is told to end. Work that listens is asked first, and
/// ended where it stands the second time; all other work is ended at once.
pub(crate) fn watch(listens: bool) {
    LISTENS.store(listens, Ordering::Relaxed);
    // Without a handler a signal ends the program at once, and the next run clears what it left: no reason not to work.
    // The handler needs a thread. Where none can be started, signals must stay as they are, or they would do nothing.
    let threads = std::thread::Builder::new().spawn(|| {}).and_then(|thread| {
        thread.join().map_err(|_| std::io::Error::other("a thread that does nothing did not end well"))
    });
    if threads.is_err() || is_told_to_stay() {
        return;
    }
    let _ = if cfg!(target_os = "linux") {
        ctrlc::set_handler(signalled)
    } else {
        // Signals that are ignored stay so, and all others with them: which of them it is cannot be asked.
        ctrlc::try_set_handler(signalled)
    };
}

fn signalled() {
    if LISTENS.load(Ordering::Relaxed) && !STOP.swap(true, Ordering::Relaxed) {
        return;
    }
    abandon();
    std::process::exit(130);
}

/// Becomes true when the command is told to end.
pub(crate) fn stop() -> &'static AtomicBool {
    &STOP
}

/// From here on the work does not listen any more, and is ended where it stands.
pub(crate) fn stop_listening() {
    LISTENS.store(false, Ordering::Relaxed);
}

/// Whether whoever started us wants the work to outlive its terminal, as `nohup` does. A handler would undo that, and one
/// handler is for all signals.
#[cfg(target_os = "linux")]
fn is_told_to_stay() -> bool {
    std::fs::read_to_string("/proc/self/status").is_ok_and(|status| ignores_hangup(&status))
}

/// Whether SIGHUP, which is number 1, is among the signals that a process ignores.
#[cfg(target_os = "linux")]
fn ignores_hangup(status: &str) -> bool {
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}

/// Elsewhere it cannot be asked.
#[cfg(not(target_os = "linux"))]
fn is_told_to_stay() -> bool {
    false
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_mask_of_ignored_signals_tells_of_nohup() {
        assert!(ignores_hangup("Name:\tx\nSigIgn:\t0000000000001001\n"));
        assert!(
            !ignores_hangup("Name:\tx\nSigIgn:\t0000000000001006\n"),
            "Ctrl-C of a job in the background"
        );
        assert!(!ignores_hangup(""));
    }
}
