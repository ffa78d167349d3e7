//! Numbers that were typed, and their limits.

use rayon::ThreadPoolBuilder;
use snapmesh::{Location, Problem, Problems};
use std::time::Duration;

/// Letters of an argument that tell which one it is.
const TOLD: usize = 200;

/// The place of what is wrong with something that was typed.
pub(crate) fn argument(text: impl Into<String>) -> Location {
    let mut text = text.into();
    // It is kept for every value in it, of which a script may have typed thousands.
    if let Some((end, _)) = text.char_indices().nth(TOLD) {
        text.truncate(end);
        text.push('…');
    }
    Location::Request(text)
}

/// A number of seconds that was typed.
pub(crate) fn seconds(flag: &str, value: Option<f64>) -> Result<Option<Duration>, Problems> {
    value.map(Duration::try_from_secs_f64).transpose().map_err(|_| {
        let flag = format!("{flag} {}", value.unwrap_or_default());
        Problem::error(argument(flag), "must be a number of seconds, 0 or more").into()
    })
}

/// The threads to work with.
pub(crate) fn threads(count: Option<usize>) -> Result<rayon::ThreadPool, Problems> {
    let count = match count {
        Some(count @ (0 | 1025..)) => {
            return Err(
                Problem::error(argument(format!("--threads {count}")), "must be from 1 to 1024").into()
            );
        }
        count => count.unwrap_or(0),
    };
    // Where no more threads can be started, as in some containers, the one we have does all the work.
    let alone = |_| ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
    let pool = ThreadPoolBuilder::new().num_threads(count).build().or_else(alone);
    pool.map_err(|error| Problem::error(argument("--threads"), error.to_string()).into())
}

/// A share that was typed.
pub(crate) fn share(flag: &str, value: Option<f64>) -> Result<Option<f64>, Problems> {
    match value {
        Some(share) if !(0.0..=1.0).contains(&share) => {
            Err(Problem::error(format!("{flag} {share}"), "must be a share from 0 to 1").into())
        }
        value => Ok(value),
    }
}
