//! How the maps spread along one measure.

use super::data::Series;
use super::format;
use super::metric::{METRICS, Metric};
use super::round::{Bins, ticks};
use super::stats::Summary;
use super::svg::{Scale, Svg};
use super::view::View;
use std::fmt::Write as _;

const WIDTH: f64 = 260.0;
const HEIGHT: f64 = 150.0;
/// The edges of the plot itself.
const LEFT: f64 = 38.0;
const RIGHT: f64 = WIDTH - 8.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = HEIGHT - 24.0;

/// The section: a histogram for every measure that varies, and a line for each that does not.
pub(super) fn section(view: &View) -> String {
    let mut cards = String::new();
    let mut rest = String::new();
    for metric in METRICS {
        match view.measure(metric.column) {
            Some((_, series, summary)) if !summary.constant() => {
                cards.push_str(&card(metric, series, summary, view.data.rows));
            }
            Some((_, _, summary)) => rest.push_str(&constant(metric, summary, view.data.rows)),
            None => {
                let _ = write!(rest, "<li><b>{}</b> is empty: no map has it.</li>", metric.label);
            }
        }
    }
    if !rest.is_empty() {
        rest = format!("<div class=\"aside\"><h3>Not drawn</h3><ul>{rest}</ul></div>\n");
    }
    format!("<div class=\"grid small\">{cards}</div>\n{rest}")
}

fn constant(metric: &Metric, summary: &Summary, rows: usize) -> String {
    let value = metric.with_unit(&format::number(summary.low));
    let (where_, label) =
        (if summary.count == rows { "in every map" } else { "wherever it is known" }, metric.label);
    format!("<li><b>{label}</b> is {value} {where_}.</li>")
}

fn card(metric: &Metric, series: &Series, summary: &Summary, rows: usize) -> String {
    let unit = |value: f64| metric.with_unit(&format::number(value));
    let middle = if summary.p5 < summary.p95 {
        format!(", mostly {} to {}", format::number(summary.p5), unit(summary.p95))
    } else {
        String::new()
    };
    format!(
        "<figure class=\"card\"><figcaption><h3>{}</h3><p>{}</p></figcaption>\n{}\
         <p class=\"fact\">median <b>{}</b>{middle}{}</p></figure>\n",
        metric.label,
        metric.help,
        plot(metric, series, summary, rows),
        unit(summary.median),
        remarks(summary, rows),
    )
}

/// What the plot leaves out.
fn remarks(summary: &Summary, rows: usize) -> String {
    let mut text = String::new();
    if summary.low < summary.shown.0 || summary.high > summary.shown.1 {
        let _ = write!(
            text,
            "<br>outliers not drawn: all maps are {} to {}",
            format::number(summary.low),
            format::number(summary.high)
        );
    }
    if summary.count < rows {
        let _ = write!(text, "<br>empty in {}", format::maps(rows - summary.count));
    }
    text
}

/// How many bins for so many maps: a few maps in many bins say nothing.
pub(super) fn parts(count: usize, most: usize) -> usize {
    ((2.0 * (count as f64).sqrt()) as usize).max(8).min(most)
}

fn plot(metric: &Metric, series: &Series, summary: &Summary, rows: usize) -> String {
    let bins = Bins::new(summary.shown.0, summary.shown.1, parts(summary.count, 50), summary.whole);
    let mut counts = vec![0_usize; bins.count];
    for bin in (0..rows).filter_map(|row| bins.bin(series.number(row)?)) {
        counts[bin] += 1;
    }
    let label = format!(
        "Histogram of {}: median {}, from {} to {}",
        metric.axis(),
        format::number(summary.median),
        format::number(summary.low),
        format::number(summary.high)
    );
    let mut svg = Svg::new(WIDTH, HEIGHT, &label);
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let across = Scale::new((bins.low(), bins.high()), (LEFT, RIGHT));
    let up = Scale::new((0.0, most as f64), (BOTTOM, TOP));
    for (value, _) in ticks(0.0, most as f64, 4, true) {
        svg.line("rule", (LEFT, up.at(value)), (RIGHT, up.at(value)));
        svg.words("tick end", (LEFT - 6.0, up.at(value) + 3.5), &format::compact(value as usize));
    }
    bars(&mut svg, metric, &bins, &counts, (&across, &up), summary.count);
    for (value, text) in bins.ticks_across(5, RIGHT - LEFT) {
        svg.words("tick mid", (across.at(value), BOTTOM + 15.0), &text);
    }
    let median = across.at(summary.median);
    svg.line("median", (median, TOP), (median, BOTTOM));
    svg.done()
}

fn bars(
    svg: &mut Svg,
    metric: &Metric,
    bins: &Bins,
    counts: &[usize],
    (across, up): (&Scale, &Scale),
    all: usize,
) {
    let width = across.at(bins.edge(1)) - across.at(bins.low());
    // A hair between bars, more where each is one whole number.
    let gap = if bins.single { (width * 0.15).min(4.0) } else { (width * 0.1).min(1.0) };
    for (bin, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        // A single map among a million is still seen.
        let height = (BOTTOM - up.at(count as f64)).max(1.0);
        let tip = format!(
            "{} {}: {} ({})",
            metric.label,
            metric.with_unit(&bins.text(bin)),
            format::maps(count),
            format::percent(count as f64 / all as f64)
        );
        let wide = (width - gap).min(48.0);
        let left = across.at(bins.edge(bin)) + (width - wide) / 2.0;
        svg.rect("fill", [left, BOTTOM - height, wide, height], &tip);
    }
    svg.line("axis", (LEFT, BOTTOM), (RIGHT, BOTTOM));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Data;

    fn page_of(values: Vec<Option<f64>>) -> String {
        let data =
            Data { rows: values.len(), columns: vec![Series::numbers("pieces", values)], ..Data::default() };
        section(&View::new(&data, &[]))
    }

    #[test]
    fn every_map_is_in_a_bar() {
        let page = page_of((0..100).map(|i| Some(f64::from(i % 4))).collect());
        assert_eq!(page.matches("<rect").count(), 4);
        assert_eq!(page.matches(": 25 maps (25%)").count(), 4);
    }

    #[test]
    fn what_is_the_same_everywhere_or_empty_is_said_and_not_drawn() {
        let page = page_of(vec![Some(7.0); 3]);
        assert!(page.contains("<b>Pieces</b> is 7 in every map."));
        assert!(page.contains("<b>Linearity</b> is empty"));
        assert!(!page.contains("<svg"));
    }

    #[test]
    fn outliers_and_empty_cells_are_owned_up_to() {
        let values = (0..100).map(|i| Some(f64::from(i))).chain([Some(1e9), None]).collect();
        let page = page_of(values);
        assert!(page.contains("outliers not drawn: all maps are 0 to 1G"));
        assert!(page.contains("empty in 1 map"));
    }
}
