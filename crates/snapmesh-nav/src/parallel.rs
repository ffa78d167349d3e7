//! All cores, or one: what is written with the names of rayon runs without it too.
//!
//! Results come in the order of what they were made of, so that threads cannot be seen.

/// How many cores there are to work on.
pub fn threads() -> usize {
    #[cfg(feature = "parallel")]
    let threads = rayon::current_num_threads();
    #[cfg(not(feature = "parallel"))]
    let threads = 1;
    threads
}

#[cfg(not(feature = "parallel"))]
mod one_core {
    /// One after the other.
    pub trait IntoParallelIterator: IntoIterator + Sized {
        /// Items by themselves.
        fn into_par_iter(self) -> Self::IntoIter {
            self.into_iter()
        }
    }

    impl<I: IntoIterator> IntoParallelIterator for I {}

    /// One after the other, where they lie.
    pub trait ParallelSlice<T> {
        /// Items to look at.
        fn par_iter(&self) -> std::slice::Iter<'_, T>;
        /// Items to change.
        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
    }

    impl<T> ParallelSlice<T> for [T] {
        fn par_iter(&self) -> std::slice::Iter<'_, T> {
            self.iter()
        }

        fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
            self.iter_mut()
        }
    }
}

/// The iterators of rayon, or those of the standard library by the same names.
pub mod prelude {
    #[cfg(feature = "parallel")]
    pub use rayon::prelude::*;

    #[cfg(not(feature = "parallel"))]
    pub use super::one_core::*;
}
