//! How well generation went, by the value of each setting that varies.

use super::format;
use super::groups::Groups;
use super::metric::{FULL, STUCK};
use super::stats::{Estimate, Mean, share};
use super::svg::{Scale, Svg};
use super::view::View;

/// What is known of the maps of one value.
#[derive(Clone, Debug, Default)]
struct Tally {
    maps: usize,
    /// Maps whose end is known, and how they ended.
    ended: usize,
    full: usize,
    not_stuck: usize,
    /// Maps of which something was promised, and those that kept it all.
    promised: usize,
    kept: usize,
    pieces: Mean,
    connectivity: Mean,
}

/// The section: a table for every setting that varies.
pub(super) fn section(view: &View) -> String {
    let tallies: Vec<Vec<Tally>> = view.groups.iter().map(|setting| tally(view, setting)).collect();
    // One set of columns and scales for all tables, so that the eye can compare settings too.
    let columns = columns(&tallies.concat());
    view.groups.iter().zip(&tallies).map(|(setting, tallies)| table(setting, tallies, &columns)).collect()
}

fn tally(view: &View, setting: &Groups) -> Vec<Tally> {
    let column = |name| view.data.column(name);
    let (stop, pieces, connectivity) = (column("stop"), column("pieces"), column("connectivity"));
    let promises: Vec<_> = view.data.columns.iter().filter(|column| column.is_promise()).collect();
    let mut tallies = vec![Tally::default(); setting.labels.len()];
    for row in 0..view.data.rows {
        let Some(tally) = setting.group(row).and_then(|group| tallies.get_mut(group)) else { continue };
        tally.maps += 1;
        if let Some(stop) = stop.and_then(|column| column.word(row)) {
            tally.ended += 1;
            tally.full += usize::from(stop == FULL);
            tally.not_stuck += usize::from(!STUCK.contains(&stop));
        }
        let mut kept = promises.iter().filter_map(|column| column.number(row)).peekable();
        if kept.peek().is_some() {
            tally.promised += 1;
            tally.kept += usize::from(kept.all(|kept| kept > 0.0));
        }
        if let Some(value) = pieces.and_then(|column| column.number(row)) {
            tally.pieces.add(value);
        }
        if let Some(value) = connectivity.and_then(|column| column.number(row)) {
            tally.connectivity.add(value);
        }
    }
    tallies
}

/// A column of the table: what it says of a tally, and whether that is a share.
struct TallyColumn {
    head: &'static str,
    share: bool,
    estimate: fn(&Tally) -> Option<Estimate>,
}

const COLUMNS: &[TallyColumn] = &[
    TallyColumn {
        head: "Kept its promises",
        share: true,
        estimate: |tally| share(tally.kept, tally.promised),
    },
    TallyColumn {
        head: "Reached the piece limit",
        share: true,
        estimate: |tally| share(tally.full, tally.ended),
    },
    TallyColumn { head: "Not stuck", share: true, estimate: |tally| share(tally.not_stuck, tally.ended) },
    TallyColumn { head: "Mean pieces", share: false, estimate: |tally| tally.pieces.estimate() },
    TallyColumn { head: "Mean connectivity", share: false, estimate: |tally| tally.connectivity.estimate() },
];

/// The columns that any map has, each with the values its gauges span: all for shares, what occurs for means.
fn columns(tallies: &[Tally]) -> Vec<(&'static TallyColumn, (f64, f64))> {
    let span = |column: &'static TallyColumn| {
        let estimates = tallies.iter().filter_map(|tally| (column.estimate)(tally));
        let spans = estimates.map(|estimate| (estimate.low, estimate.high));
        let span = spans.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))?;
        Some((column, if column.share { (0.0, 1.0) } else { span }))
    };
    COLUMNS.iter().filter_map(span).collect()
}

fn table(setting: &Groups, tallies: &[Tally], columns: &[(&TallyColumn, (f64, f64))]) -> String {
    let heads = columns.iter().map(|(column, _)| format!("<th scope=\"col\">{}</th>", column.head));
    let heads: String = heads.collect();
    let rows =
        setting.labels.iter().zip(tallies).filter(|(_, tally)| tally.maps > 0).map(|(label, tally)| {
            let cells = columns.iter().map(|(column, span)| cell(column, (column.estimate)(tally), *span));
            let (cells, maps) = (cells.collect::<String>(), format::count(tally.maps));
            format!("<tr><th scope=\"row\">{label}</th><td class=\"num\">{maps}</td>{cells}</tr>\n")
        });
    let rows: String = rows.collect();
    let name = format::name(&setting.series.name);
    format!(
        "<div class=\"card scroll\" tabindex=\"0\" role=\"region\" aria-label=\"By {name}\">\
         <table class=\"tallies even\"><thead><tr><th scope=\"col\"><code>{}</code></th>\
         <th scope=\"col\" class=\"num\">Maps</th>{heads}</tr></thead>\n<tbody>{rows}</tbody></table></div>\n",
        // In a narrow column it breaks after the section.
        name.replace('.', ".<wbr>")
    )
}

fn cell(column: &TallyColumn, estimate: Option<Estimate>, span: (f64, f64)) -> String {
    let Some(estimate) = estimate else { return "<td class=\"none\">none</td>".to_owned() };
    let text = |value| if column.share { format::percent(value) } else { format::aligned(value, span.1) };
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(text);
    format!(
        "<td title=\"{value}, with 95% confidence {low} to {high}\">\
         <div class=\"gauge\"><span>{value}</span>{}</div></td>",
        gauge(column, estimate, span)
    )
}

/// A bar for a share, a dot for a mean, and a whisker for the confidence.
fn gauge(column: &TallyColumn, estimate: Estimate, span: (f64, f64)) -> String {
    let mut svg = Svg::silent(120.0, 16.0);
    let scale = Scale::new(span, (3.0, 117.0));
    let at = scale.at(estimate.value);
    svg.line("track", (3.0, 8.0), (117.0, 8.0));
    if column.share {
        svg.rect("fill", [3.0, 4.0, at - 3.0, 8.0], "");
    }
    let (low, high) = (scale.at(estimate.low), scale.at(estimate.high));
    svg.line("whisker", (low, 8.0), (high, 8.0));
    for end in [low, high] {
        svg.line("whisker", (end, 5.0), (end, 11.0));
    }
    if !column.share {
        svg.write(format_args!("<circle class=\"fill\" cx=\"{at:.1}\" cy=\"8\" r=\"3.5\"/>"));
    }
    svg.done()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Data, Series};

    fn table_of(validated: bool) -> Data {
        let stops = ["piece-limit", "stuck", "hub-full"].map(str::to_owned).to_vec();
        Data {
            rows: 8,
            columns: vec![
                Series::numbers("a.b", [1.0, 2.0].repeat(4).into_iter().map(Some).collect()),
                Series::words("stop", stops, [0, 1, 0, 2].repeat(2).into_iter().map(Some).collect()),
                Series::numbers("pieces", [50.0, 10.0].repeat(4).into_iter().map(Some).collect()),
                Series::numbers("connectivity", vec![validated.then_some(1.0); 8]),
            ],
            ..Data::default()
        }
    }

    #[test]
    fn shares_and_means_are_those_of_each_value() {
        let data = table_of(true);
        let view = View::new(&data, &[]);
        let tallies = tally(&view, &view.groups[0]);
        let seen: Vec<_> = tallies.iter().map(|t| (t.maps, t.full, t.not_stuck)).collect();
        assert_eq!(seen, [(4, 4, 4), (4, 0, 2)]);
        assert_eq!(tallies[1].pieces.estimate().unwrap().value, 10.0);
    }

    #[test]
    fn a_measure_that_no_map_has_gets_no_column() {
        let (with, without) = (table_of(true), table_of(false));
        assert!(section(&View::new(&with, &[])).contains("Mean connectivity"));
        assert!(!section(&View::new(&without, &[])).contains("Mean connectivity"));
    }

    #[test]
    fn a_table_in_which_nothing_varies_has_no_section() {
        assert_eq!(section(&View::new(&Data::default(), &[])), "");
    }
}
