//! Every temporary file of this process, so that nothing of it stays behind when the process is told to end.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Temporary files by number, in the order they were made.
#[derive(Debug, Default)]
pub(super) struct Live {
    files: BTreeMap<u64, PathBuf>,
    next: u64,
}

static LIVE: Mutex<Live> = Mutex::new(Live { files: BTreeMap::new(), next: 0 });

/// The files there are. Whoever holds this makes, moves or deletes some of them, and [`abandon`] waits for that.
pub(super) fn live() -> MutexGuard<'static, Live> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Live {
    /// Takes note of a file that was made.
    pub(super) fn add(&mut self, path: PathBuf) -> u64 {
        self.next += 1;
        self.files.insert(self.next, path);
        self.next
    }

    /// Forgets a file that was moved to its place.
    pub(super) fn forget(&mut self, file: u64) {
        self.files.remove(&file);
    }

    /// Deletes a file, unless it was moved to its place.
    pub(super) fn delete(&mut self, file: u64) {
        if let Some(path) = self.files.remove(&file) {
            // One that cannot be deleted is found by the next run.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Deletes all temporary files of this process, and lets no new one appear: for a process that ends right after. Outputs
/// that are being moved to their places are waited for; who wants to write more waits until the process ends.
pub fn abandon() {
    let mut live = live();
    // What holds the lock for others was made first, and goes last.
    while let Some((_, path)) = live.files.pop_last() {
        let _ = std::fs::remove_file(path);
    }
    // Never unlocked again.
    std::mem::forget(live);
}
