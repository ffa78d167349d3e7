//! Colors of heat maps: viridis, which the color-blind and grey printers read too.

use std::fmt::Write as _;

/// How many shades the page knows.
const SHADES: usize = 16;

/// The color map viridis at every tenth.
const VIRIDIS: [[u8; 3]; 11] = [
    [0x44, 0x01, 0x54],
    [0x48, 0x24, 0x75],
    [0x41, 0x44, 0x87],
    [0x35, 0x5f, 0x8d],
    [0x2a, 0x78, 0x8e],
    [0x21, 0x91, 0x8c],
    [0x22, 0xa8, 0x84],
    [0x44, 0xbf, 0x70],
    [0x7a, 0xd1, 0x51],
    [0xbd, 0xdf, 0x26],
    [0xfd, 0xe7, 0x25],
];

/// Where few maps and many maps lie on it. Many stand out from the page and few still can be told from none, so a
/// light page runs from light to dark, and a dark one the other way.
const ON_LIGHT: (f64, f64) = (0.9, 0.0);
const ON_DARK: (f64, f64) = (0.12, 1.0);

/// Style rules of all shades, for a light or a dark page.
pub(super) fn rules(dark: bool) -> String {
    let (few, many) = if dark { ON_DARK } else { ON_LIGHT };
    let mut css = String::new();
    for shade in 0..SHADES {
        let share = shade as f64 / (SHADES - 1) as f64;
        let _ = write!(css, ".s{shade}{{fill:{}}}", viridis(few + share * (many - few)));
    }
    css
}

fn viridis(at: f64) -> String {
    let place = at.clamp(0.0, 1.0) * (VIRIDIS.len() - 1) as f64;
    let low = (place as usize).min(VIRIDIS.len() - 2);
    let part = place - low as f64;
    let mix = |i: usize| f64::from(VIRIDIS[low][i]) * (1.0 - part) + f64::from(VIRIDIS[low + 1][i]) * part;
    format!("#{:02x}{:02x}{:02x}", mix(0).round() as u8, mix(1).round() as u8, mix(2).round() as u8)
}

/// The class of a share of the way from few to many.
pub(super) fn class(share: f64) -> String {
    format!("s{}", (share.clamp(0.0, 1.0) * (SHADES - 1) as f64).round() as usize)
}

/// Counts in a few classes that start at round numbers, each about twice the one before: a density runs over
/// magnitudes, and a legend of round numbers can be read.
#[derive(Debug)]
pub(super) struct Classes {
    /// The least count of each class, the first being 1.
    pub starts: Vec<usize>,
}

impl Classes {
    /// Classes up to the largest count; more coarse if it is huge.
    pub(super) fn up_to(most: usize) -> Self {
        let series: &[usize] = if most > 5000 { &[1, 3] } else { &[1, 2, 5] };
        let mut starts = Vec::new();
        let mut ten: usize = 1;
        while ten <= most && ten < usize::MAX / 100 {
            starts.extend(series.iter().map(|one| one * ten).filter(|start| *start <= most));
            ten *= 10;
        }
        if starts.is_empty() {
            starts.push(1);
        }
        Self { starts }
    }

    /// The class of a count that is not zero, as a style class.
    pub(super) fn class(&self, count: usize) -> String {
        self.shade(self.starts.partition_point(|start| *start <= count).saturating_sub(1))
    }

    /// The style class of a class by its number.
    pub(super) fn shade(&self, class: usize) -> String {
        let last = self.starts.len() - 1;
        self::class(if last == 0 { 0.6 } else { class as f64 / last as f64 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_start_at_round_numbers_and_stay_few() {
        assert_eq!(Classes::up_to(1).starts, [1]);
        assert_eq!(Classes::up_to(60).starts, [1, 2, 5, 10, 20, 50]);
        assert_eq!(Classes::up_to(9000).starts, [1, 3, 10, 30, 100, 300, 1000, 3000]);
        assert!(Classes::up_to(1_000_000).starts.len() <= 13);
    }

    #[test]
    fn a_count_is_in_the_class_that_starts_below_it() {
        let classes = Classes::up_to(60);
        assert_eq!(classes.class(1), classes.shade(0));
        assert_eq!(classes.class(49), classes.shade(4));
        assert_eq!(classes.class(50), classes.shade(5));
        assert_eq!(classes.class(60), "s15");
    }

    #[test]
    fn light_pages_show_many_dark_and_dark_pages_light() {
        assert!(rules(false).ends_with(".s15{fill:#440154}"));
        assert!(rules(true).ends_with(".s15{fill:#fde725}"));
    }
}
