//! A drawing inside the page.

use super::format::escape;
use std::fmt::Write as _;

/// An SVG in the making. All colors are classes, so that the page can turn dark.
#[derive(Debug)]
pub(super) struct Svg {
    text: String,
}

impl Svg {
    /// An empty drawing; the label is what those hear who cannot see it.
    pub(super) fn new(width: f64, height: f64, label: &str) -> Self {
        let (width, height) = (px(width), px(height));
        Self {
            text: format!(
                "<svg viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">",
                escape(label)
            ),
        }
    }

    /// An empty drawing of what the text beside it says too.
    pub(super) fn silent(width: f64, height: f64) -> Self {
        Self { text: format!("<svg viewBox=\"0 0 {} {}\" aria-hidden=\"true\">", px(width), px(height)) }
    }

    /// A rectangle; the tip, if any, is safe for HTML and shows when pointed at.
    pub(super) fn rect(&mut self, class: &str, [x, y, width, height]: [f64; 4], tip: &str) {
        let [x, y, width, height] = [x, y, width, height].map(px);
        self.write(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\""
        ));
        if tip.is_empty() {
            self.text.push_str("/>");
        } else {
            self.write(format_args!("><title>{tip}</title></rect>"));
        }
    }

    /// A line.
    pub(super) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(px);
        self.write(format_args!("<line class=\"{class}\" x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\"/>"));
    }

    /// Text that is safe for HTML; the class says how it is aligned.
    pub(super) fn words(&mut self, class: &str, (x, y): (f64, f64), words: &str) {
        self.write(format_args!("<text class=\"{class}\" x=\"{}\" y=\"{}\">{words}</text>", px(x), px(y)));
    }

    /// Anything else.
    pub(super) fn write(&mut self, what: std::fmt::Arguments<'_>) {
        self.text.write_fmt(what).expect("a String takes everything");
    }

    /// The drawing.
    pub(super) fn done(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// A coordinate: a tenth of a pixel is as fine as anyone sees.
pub(super) fn px(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// A straight way from values to pixels.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    values: (f64, f64),
    pixels: (f64, f64),
}

impl Scale {
    /// From the range of values to that of pixels, which may run backward.
    pub(super) fn new(values: (f64, f64), pixels: (f64, f64)) -> Self {
        Self { values, pixels }
    }

    /// Where a value is, kept within the range.
    pub(super) fn at(&self, value: f64) -> f64 {
        let (low, high) = self.values;
        let share = if high > low { ((value - low) / (high - low)).clamp(0.0, 1.0) } else { 0.5 };
        self.pixels.0 + share * (self.pixels.1 - self.pixels.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scale_runs_both_ways_and_stays_within() {
        let up = Scale::new((0.0, 10.0), (100.0, 0.0));
        assert_eq!((up.at(0.0), up.at(2.5), up.at(99.0)), (100.0, 75.0, 0.0));
        assert_eq!(Scale::new((3.0, 3.0), (0.0, 8.0)).at(3.0), 4.0);
    }

    #[test]
    fn the_label_of_a_drawing_cannot_leave_its_quotes() {
        assert!(Svg::new(1.0, 1.0, "\"><script>").done().contains("aria-label=\"&quot;&gt;&lt;script&gt;\""));
    }
}
