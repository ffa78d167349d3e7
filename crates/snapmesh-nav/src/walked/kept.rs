//! What was found out once, and is kept for whoever asks next.

use rustc_hash::FxHashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock, RwLockReadGuard};

/// What was found out, by what was asked. Each answer is the same whoever finds it out, so whoever shares them cannot tell who
/// else does.
#[derive(Debug)]
pub(crate) struct Kept<K, V> {
    known: RwLock<FxHashMap<K, V>>,
    most: usize,
}

impl<K: Eq + Hash, V> Kept<K, V> {
    /// Nothing yet; and never more answers than this.
    pub(super) fn new(most: usize) -> Self {
        Self { known: RwLock::default(), most }
    }

    /// All that is known. Nobody may add anything meanwhile.
    pub(crate) fn known(&self) -> RwLockReadGuard<'_, FxHashMap<K, V>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds an answer, if there is room.
    pub(crate) fn keep(&self, asked: K, answer: V) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() < self.most {
            known.insert(asked, answer);
        }
    }

    /// Adds answers, if there is room for all of them.
    pub(crate) fn keep_all(&self, new: FxHashMap<K, V>) {
        if new.is_empty() {
            return;
        }
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        if known.len() + new.len() <= self.most {
            known.extend(new);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_kept_as_long_as_there_is_room_for_all_of_them() {
        let kept = Kept::new(3);
        let answers = |all: &[u32]| all.iter().map(|&number| (number, number * number)).collect();
        kept.keep_all(answers(&[2, 3]));
        kept.keep_all(answers(&[4, 5]));
        assert_eq!((kept.known().get(&3), kept.known().get(&4)), (Some(&9), None));
        kept.keep(5, 25);
        kept.keep(6, 36);
        assert_eq!((kept.known().get(&5), kept.known().get(&6)), (Some(&25), None));
    }
}
