//! Round numbers for the eye: steps of 1, 2 or 5 times a power of ten, ticks and bins.

use super::format;

/// A round step, as a whole number over a whole number, so that three steps of 0.1 are 0.3 to the bit.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Step {
    up: f64,
    down: f64,
}

impl Step {
    /// The smallest round step of at least this size.
    fn at_least(size: f64) -> Self {
        let (mut up, mut down) = (1.0, 1.0);
        while up / down * 10.0 <= size {
            up *= 10.0;
        }
        while up / down > size && down < 1e100 {
            down *= 10.0;
        }
        let nice = [1.0, 2.0, 5.0, 10.0].into_iter().find(|nice| nice * up / down >= size).unwrap_or(10.0);
        Self { up: up * nice, down }
    }

    /// So many steps from zero.
    fn at(self, steps: f64) -> f64 {
        steps * self.up / self.down
    }

    /// A number that is so many steps, rounded by `round` unless it is whole but for the last bits.
    fn steps_to(self, value: f64, round: fn(f64) -> f64) -> f64 {
        let steps = value * self.down / self.up;
        if self.at(steps.round()) == value { steps.round() } else { round(steps) }
    }

    /// How many decimals its multiples have.
    fn decimals(self) -> usize {
        let mut decimals = 0;
        let mut size = self.up / self.down;
        while size < 0.99 && decimals < 6 {
            size *= 10.0;
            decimals += 1;
        }
        decimals
    }
}

/// The step for a range in at most so many parts. It is never so small that the numbers run out of digits.
fn step_for(low: f64, high: f64, parts: usize, whole: bool) -> Step {
    let finest = low.abs().max(high.abs()) * 1e-9;
    let size = ((high - low) / parts as f64).max(finest);
    Step::at_least(if whole {
        size.max(1.0)
    } else if size > 0.0 {
        size
    } else {
        1.0
    })
}

/// Round numbers within a range, about `parts` of them at most, each with its text.
pub(super) fn ticks(low: f64, high: f64, parts: usize, whole: bool) -> Vec<(f64, String)> {
    let step = step_for(low, high, parts, whole);
    let (first, last) = (step.steps_to(low, f64::ceil), step.steps_to(high, f64::floor));
    (0..=((last - first).max(0.0) as usize).min(4 * parts))
        .map(|tick| step.at(first + tick as f64))
        .filter(|value| (low..=high).contains(value))
        .map(|value| (value, tick_text(value, step)))
        .collect()
}

fn tick_text(value: f64, step: Step) -> String {
    match step.at(1.0) {
        size if size < 1e-5 => format::number(value),
        _ => format::fixed(value, step.decimals()),
    }
}

/// Bins of equal width with round edges.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bins {
    step: Step,
    /// The first edge, in steps.
    first: f64,
    /// How many there are, at least one.
    pub count: usize,
    /// Whether each holds one whole number, in its middle.
    pub single: bool,
    whole: bool,
}

impl Bins {
    /// About `parts` bins over a range, or fewer. Whole numbers that are few get a bin each.
    pub(super) fn new(low: f64, high: f64, parts: usize, whole: bool) -> Self {
        let single = whole && high - low < parts as f64;
        if single {
            let count = (high - low) as usize + 1;
            return Self { step: Step::at_least(1.0), first: low - 0.5, count, single, whole };
        }
        let step = step_for(low, high, parts, whole);
        let first = step.steps_to(low, f64::floor);
        // The last bin of measures takes its upper edge, for shares end at 1; whole numbers begin a bin of their own.
        let last = if whole { step.steps_to(high, f64::floor) + 1.0 } else { step.steps_to(high, f64::ceil) };
        let count = ((last - first).max(1.0) as usize).min(2 * parts + 2);
        Self { step, first, count, single, whole }
    }

    /// The lower edge of a bin, and the upper one of the bin before.
    pub(super) fn edge(&self, bin: usize) -> f64 {
        self.step.at(self.first + bin as f64)
    }

    /// The lowest edge.
    pub(super) fn low(&self) -> f64 {
        self.edge(0)
    }

    /// The highest edge.
    pub(super) fn high(&self) -> f64 {
        self.edge(self.count)
    }

    /// The bin of a value, if it is within.
    pub(super) fn bin(&self, value: f64) -> Option<usize> {
        if !(self.low()..=self.high()).contains(&value) {
            return None;
        }
        let bin = (((value * self.step.down / self.step.up) - self.first) as usize).min(self.count - 1);
        // The division may round across an edge; the edges themselves are exact.
        Some(if value < self.edge(bin) {
            bin.saturating_sub(1)
        } else if value >= self.edge(bin + 1) {
            (bin + 1).min(self.count - 1)
        } else {
            bin
        })
    }

    /// What a bin holds, in words.
    pub(super) fn text(&self, bin: usize) -> String {
        let (low, high) = (self.edge(bin), self.edge(bin + 1));
        if self.single {
            tick_text(low + 0.5, self.step)
        } else if self.whole && high - low == 1.0 {
            tick_text(low, self.step)
        } else {
            let high = if self.whole { high - 1.0 } else { high };
            format!("{} to {}", tick_text(low, self.step), tick_text(high, self.step))
        }
    }

    /// Ticks for an axis along them.
    pub(super) fn ticks(&self, parts: usize) -> Vec<(f64, String)> {
        ticks(self.low(), self.high(), parts, self.whole)
    }

    /// Ticks for an axis across, as many as have room for their texts on so many pixels.
    pub(super) fn ticks_across(&self, parts: usize, pixels: f64) -> Vec<(f64, String)> {
        // A digit of the ticks is some six pixels wide, and two texts are two digits apart.
        let room = |ticks: &[(f64, String)]| {
            let letters: usize = ticks.iter().map(|(_, text)| text.chars().count() + 2).sum();
            letters as f64 * 6.2 <= pixels
        };
        let mut fewer = (1..=parts).rev().map(|parts| self.ticks(parts));
        fewer.find(|ticks| room(ticks)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(ticks: &[(f64, String)]) -> Vec<f64> {
        ticks.iter().map(|(value, _)| *value).collect()
    }

    fn texts(ticks: &[(f64, String)]) -> Vec<&str> {
        ticks.iter().map(|(_, text)| &**text).collect()
    }

    #[test]
    fn ticks_are_round_to_the_bit() {
        assert_eq!(values(&ticks(0.0, 1.0, 5, false)), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(texts(&ticks(-0.25, 0.31, 6, false)), ["−0.2", "−0.1", "0", "0.1", "0.2", "0.3"]);
        assert_eq!(texts(&ticks(3.0, 48_000.0, 5, true)), ["10,000", "20,000", "30,000", "40,000"]);
    }

    #[test]
    fn ticks_of_counts_are_whole() {
        assert_eq!(texts(&ticks(0.0, 2.0, 8, true)), ["0", "1", "2"]);
    }

    #[test]
    fn ticks_stay_few_wherever_the_range_lies() {
        for (low, high) in
            [(0.0, 0.0), (5.0, 5.0), (1e16, 1e16 + 2.0), (-1e90, 1e90), (0.0, 1e-90), (7.0, 7.1)]
        {
            assert!(ticks(low, high, 5, false).len() <= 7, "{low} to {high}");
        }
    }

    #[test]
    fn wide_texts_get_fewer_ticks() {
        let ticks = |high| Bins::new(0.0, high, 20, true).ticks_across(6, 200.0);
        assert_eq!(texts(&ticks(60.0)), ["0", "20", "40", "60"]);
        assert_eq!(texts(&ticks(600_000.0)), ["0", "200,000", "400,000", "600,000"]);
        assert_eq!(Bins::new(0.0, 600_000.0, 20, true).ticks_across(6, 130.0).len(), 2);
    }

    #[test]
    fn bins_have_round_edges_and_lose_no_value() {
        let bins = Bins::new(0.03, 0.97, 20, false);
        assert_eq!((bins.low(), bins.high(), bins.count), (0.0, 1.0, 20));
        for edge in 0..20 {
            assert_eq!(bins.bin(bins.edge(edge)), Some(edge), "an edge belongs to the bin above it");
        }
        assert_eq!(bins.bin(1.0), Some(19), "the last bin takes the end");
        assert_eq!(bins.bin(0.3), Some(6));
        assert_eq!(bins.bin(1.000_001), None);
    }

    #[test]
    fn few_whole_numbers_have_a_bin_each() {
        let bins = Bins::new(3.0, 7.0, 20, true);
        assert_eq!((bins.count, bins.low(), bins.high()), (5, 2.5, 7.5));
        assert_eq!((3..8).map(|n| bins.bin(f64::from(n))).collect::<Vec<_>>(), [0, 1, 2, 3, 4].map(Some));
        assert_eq!(bins.text(4), "7");
    }

    #[test]
    fn many_whole_numbers_share_bins_without_counting_one_twice() {
        let bins = Bins::new(0.0, 100.0, 20, true);
        assert_eq!((bins.edge(1), bins.high()), (5.0, 105.0));
        assert_eq!((bins.bin(99.0), bins.bin(100.0)), (Some(19), Some(20)));
        assert_eq!(bins.text(19), "95 to 99");
    }

    #[test]
    fn bins_of_odd_ranges_hold_their_ends() {
        for (low, high) in
            [(5.0, 5.0), (0.0, 0.0), (1e16, 1e16 + 2.0), (-1e90, 1e90), (0.0, 1e-90), (-7.3, 7.1)]
        {
            for whole in [false, true] {
                let (low, high) = if whole { (f64::floor(low), f64::floor(high)) } else { (low, high) };
                let bins = Bins::new(low, high, 20, whole);
                assert!(bins.bin(low).is_some() && bins.bin(high).is_some(), "{low} to {high}, {whole}");
                assert!(bins.count <= 42);
            }
        }
    }
}
