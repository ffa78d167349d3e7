//! Numbers about numbers, each in one pass or a few.

/// A column of numbers in a few of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Summary {
    /// How many values are not empty.
    pub count: usize,
    /// The smallest and the largest.
    pub low: f64,
    pub high: f64,
    /// Where 5, 50 and 95 of a hundred values lie below.
    pub p5: f64,
    pub median: f64,
    pub p95: f64,
    /// Their sum.
    pub sum: f64,
    /// Whether all are whole numbers.
    pub whole: bool,
    /// What a plot shows: all but outliers that would squeeze everything else into a line.
    pub shown: (f64, f64),
}

/// How many times the middle nine tenths a value may lie outside of them and still be shown.
const REACH: f64 = 2.0;

impl Summary {
    /// Nothing, if there are no values.
    pub(super) fn of(values: impl Iterator<Item = f64>) -> Option<Self> {
        let mut values: Vec<f64> = values.collect();
        let count = values.len();
        let low = values.iter().copied().reduce(f64::min)?;
        let high = values.iter().copied().reduce(f64::max)?;
        let [p1, p5, median, p95, p99] = ranks(&mut values, [0.01, 0.05, 0.5, 0.95, 0.99]);
        let (from, to) = [(p5, p95), (p1, p99)].into_iter().find(|(a, b)| a < b).unwrap_or((low, high));
        let reach = REACH * (to - from);
        let near = || values.iter().copied().filter(|value| (from - reach..=to + reach).contains(value));
        let shown = (near().fold(median, f64::min), near().fold(median, f64::max));
        let whole = values.iter().all(|value| value.fract() == 0.0);
        Some(Self { count, low, high, p5, median, p95, sum: values.iter().sum(), whole, shown })
    }

    /// The average.
    pub(super) fn mean(&self) -> f64 {
        self.sum / self.count as f64
    }

    /// Whether every value is the same.
    pub(super) fn constant(&self) -> bool {
        self.low == self.high
    }
}

/// The values at shares of the order, by nearest rank: always values that occur.
fn ranks<const N: usize>(values: &mut [f64], shares: [f64; N]) -> [f64; N] {
    shares.map(|share| {
        let rank = ((share * values.len() as f64).ceil() as usize).clamp(1, values.len()) - 1;
        *values.select_nth_unstable_by(rank, f64::total_cmp).1
    })
}

/// The normal deviation that 95 of 100 draws stay within.
const Z: f64 = 1.96;

/// A value and the interval that holds the true one with 95 percent confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// A share of maps, with Wilson's interval, which is right for few maps and for shares near 0 and 1 too.
pub(super) fn share(hits: usize, count: usize) -> Option<Estimate> {
    if count == 0 {
        return None;
    }
    let (n, value) = (count as f64, hits as f64 / count as f64);
    let scale = 1.0 / (1.0 + Z * Z / n);
    let middle = scale * (value + Z * Z / (2.0 * n));
    let half = scale * Z * (value * (1.0 - value) / n + Z * Z / (4.0 * n * n)).sqrt();
    Some(Estimate { value, low: (middle - half).clamp(0.0, value), high: (middle + half).clamp(value, 1.0) })
}

/// A mean in the making; Welford's way, which does not lose digits over a million rows.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mean {
    count: usize,
    mean: f64,
    squares: f64,
}

impl Mean {
    /// Takes in a value.
    pub(super) fn add(&mut self, value: f64) {
        self.count += 1;
        let off = value - self.mean;
        self.mean += off / self.count as f64;
        self.squares += off * (value - self.mean);
    }

    /// The mean and its interval; of a single value, the interval is just that.
    pub(super) fn estimate(&self) -> Option<Estimate> {
        let n = self.count as f64;
        let half = if self.count > 1 { Z * (self.squares / (n - 1.0) / n).sqrt() } else { 0.0 };
        (self.count > 0).then_some(Estimate {
            value: self.mean,
            low: self.mean - half,
            high: self.mean + half,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_knows_its_middle_and_its_ends() {
        let summary = Summary::of((1..=100).rev().map(f64::from)).unwrap();
        assert_eq!(
            (summary.low, summary.p5, summary.median, summary.p95, summary.high),
            (1.0, 5.0, 50.0, 95.0, 100.0)
        );
        assert_eq!((summary.mean(), summary.whole, summary.shown), (50.5, true, (1.0, 100.0)));
        assert!(Summary::of([].into_iter()).is_none());
    }

    #[test]
    fn one_huge_outlier_does_not_hide_the_rest() {
        let summary = Summary::of((0..100).map(f64::from).chain([1e9])).unwrap();
        assert_eq!(summary.high, 1e9);
        assert_eq!(summary.shown, (0.0, 99.0));
    }

    #[test]
    fn rare_values_beside_a_constant_are_shown() {
        let summary = Summary::of((0..1000).map(|i| if i == 7 { 12.0 } else { 50.0 })).unwrap();
        assert_eq!(summary.shown, (12.0, 50.0));
    }

    #[test]
    fn shares_have_intervals_within_none_and_all() {
        assert_eq!(share(0, 0), None);
        let half = share(50, 100).unwrap();
        assert!((half.low - 0.404).abs() < 0.001 && (half.high - 0.596).abs() < 0.001, "{half:?}");
        let all = share(10, 10).unwrap();
        assert!(all.high == 1.0 && (all.low - 0.722).abs() < 0.001, "{all:?}");
    }

    #[test]
    fn means_have_intervals_and_one_value_has_none() {
        let mut mean = Mean::default();
        assert_eq!(mean.estimate(), None);
        mean.add(2.0);
        assert_eq!(mean.estimate(), Some(Estimate { value: 2.0, low: 2.0, high: 2.0 }));
        mean.add(4.0);
        let both = mean.estimate().unwrap();
        assert!(both.value == 3.0 && (both.high - 4.96).abs() < 1e-9, "{both:?}");
    }
}
