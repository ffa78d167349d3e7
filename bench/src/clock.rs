//! Time on a core: what others do on the machine is not counted.

use std::time::Duration;

/// How long this thread was at work so far.
#[cfg(unix)]
fn worked() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), time.tv_nsec as u32)
}

/// How long it is at work or waits; there is no better clock.
#[cfg(not(unix))]
fn worked() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

/// Something that can be done again and again.
pub(crate) type Work = Box<dyn FnMut() -> usize>;

/// How long two works are measured, and how often at least and at most.
const TIME: Duration = Duration::from_millis(600);
const ROUNDS: std::ops::RangeInclusive<u32> = 3..=30;
/// What is shorter is done several times in a row.
const SHORTEST: Duration = Duration::from_millis(2);

/// The least time of each work, in turns, so that both have the same luck.
pub(crate) fn least(works: &mut [Work; 2]) -> [Duration; 2] {
    let times = works.each_mut().map(|work| {
        let once = timed(work, 1);
        (SHORTEST.as_nanos() / once.as_nanos().max(1)).clamp(1, 10_000) as u32
    });
    let (mut best, mut spent) = ([Duration::MAX; 2], Duration::ZERO);
    for round in 0..*ROUNDS.end() {
        if spent > TIME && round >= *ROUNDS.start() {
            break;
        }
        for ((work, times), best) in works.iter_mut().zip(times).zip(&mut best) {
            let time = timed(work, times);
            spent += time;
            *best = (*best).min(time / times);
        }
    }
    best
}

fn timed(work: &mut Work, times: u32) -> Duration {
    let start = worked();
    for _ in 0..times {
        std::hint::black_box(work());
    }
    worked().saturating_sub(start)
}
