//! Panics of a reader that met a broken file.

use std::cell::Cell;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether this thread reads a file whose faults may show as panics. They are told as faults of the file, so a panic hook
/// has nothing to say about them.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Does some reading; nothing where it panics. What was half read must be dropped, so that nobody sees it.
#[cfg(any(test, feature = "parquet"))]
pub(super) fn guarded<T>(read: impl FnOnce() -> T) -> Option<T> {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let before = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(read));
    GUARDED.set(before);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_guarded_may_panic_in_silence() {
        assert_eq!(guarded(is_guarded), Some(true));
        assert_eq!(guarded(|| guarded(|| 1)), Some(Some(1)));
        assert!(!is_guarded());
    }
}
