//! Plain lists: why maps stopped, which pieces they are made of, how long they took.

use super::format;
use super::metric::TIMES;
use super::svg::Svg;
use super::view::View;
use std::fmt::Write as _;

/// A bar over the width of its cell.
fn bar(share: f64) -> String {
    let mut svg = Svg::silent(120.0, 16.0);
    svg.line("track", (3.0, 8.0), (117.0, 8.0));
    svg.rect("fill", [3.0, 4.0, 114.0 * share.clamp(0.0, 1.0), 8.0], "");
    svg.done()
}

/// A number with its bar.
fn gauge(text: &str, share: f64) -> String {
    format!("<td><div class=\"gauge\"><span>{text}</span>{}</div></td>", bar(share))
}

fn table(heads: &[(&str, bool)], rows: &str) -> String {
    let heads = format::each(heads, |(head, number)| {
        format!("<th scope=\"col\"{}>{head}</th>", if *number { " class=\"num\"" } else { "" })
    });
    format!("<table class=\"tallies\"><thead><tr>{heads}</tr></thead>\n<tbody>{rows}</tbody></table>\n")
}

/// A list that can be scrolled sideways in a narrow window.
fn card(content: &str, label: &str) -> String {
    format!(
        "<div class=\"card scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\">{content}</div>\n"
    )
}

/// Why maps stopped, commonest first.
pub(super) fn stops(view: &View) -> String {
    const MOST: usize = 20;
    let stops = view.stops();
    if stops.is_empty() {
        return "<p class=\"aside\">The table does not say why its maps stopped.</p>\n".to_owned();
    }
    let all: usize = stops.iter().map(|(_, count)| count).sum();
    let rows = format::each(stops.iter().take(MOST), |(name, count)| {
        let share = *count as f64 / all as f64;
        format!(
            "<tr><th scope=\"row\"><code>{}</code></th><td class=\"num\">{}</td>{}</tr>\n",
            format::name(name),
            format::count(*count),
            gauge(&format::percent(share), share)
        )
    });
    card(&table(&[("Reason", false), ("Maps", true), ("Share", false)], &rows), "Why maps stopped")
}

/// How one piece is used.
struct Use<'a> {
    piece: &'a str,
    /// Copies in all maps, maps with any, and the most in one map.
    copies: f64,
    maps: usize,
    most: f64,
}

/// The uses of all pieces, commonest first.
fn uses<'a>(view: &View<'a>) -> Vec<Use<'a>> {
    let mut uses: Vec<Use> = view
        .data
        .columns
        .iter()
        .filter_map(|column| {
            let mut used = Use { piece: column.piece()?, copies: 0.0, maps: 0, most: 0.0 };
            for copies in (0..view.data.rows).filter_map(|row| column.number(row)) {
                used.copies += copies;
                used.maps += usize::from(copies > 0.0);
                used.most = used.most.max(copies);
            }
            Some(used)
        })
        .collect();
    uses.sort_by(|a, b| b.copies.total_cmp(&a.copies).then(a.piece.cmp(b.piece)));
    uses
}

/// Which pieces maps are made of; those never used are named, for they may as well not be in the kit.
pub(super) fn pieces(view: &View) -> String {
    const OPEN: usize = 24;
    const MOST: usize = 400;
    let (used, unused): (Vec<_>, Vec<_>) = uses(view).into_iter().partition(|used| used.maps > 0);
    if used.is_empty() && unused.is_empty() {
        return "<p class=\"aside\">The table does not count pieces.</p>\n".to_owned();
    }
    let most = used.iter().map(|used| used.copies).fold(0.0, f64::max);
    let rows = |part: &[Use]| {
        let rows = format::each(part, |used| row(used, view.data.rows, most));
        let heads = [("Piece", false), ("Copies in a map, on average", false), ("Maps that have it", false)];
        table(&[&heads[..], &[("Most in one", true)]].concat(), &rows)
    };
    let mut page = String::new();
    if !used.is_empty() {
        page += &card(&rows(&used[..used.len().min(OPEN)]), "Use of pieces");
    }
    if used.len() > OPEN {
        let rest = &used[OPEN..used.len().min(MOST)];
        let (more, rest) = (format::count(rest.len()), card(&rows(rest), "Less common pieces"));
        let _ = writeln!(page, "<details><summary>{more} less common pieces</summary>{rest}</details>");
    }
    page + &never(&unused)
}

fn row(used: &Use, rows: usize, most: f64) -> String {
    let rows = rows.max(1) as f64;
    let share = used.maps as f64 / rows;
    format!(
        "<tr><th scope=\"row\">{}</th>{}{}<td class=\"num\">{}</td></tr>\n",
        format::name(used.piece),
        gauge(&format::aligned(used.copies / rows, (most / rows).min(9.0)), used.copies / most),
        gauge(&format::percent(share), share),
        format::number(used.most)
    )
}

fn never(unused: &[Use]) -> String {
    const MOST: usize = 100;
    if unused.is_empty() {
        return String::new();
    }
    let names: Vec<_> =
        unused.iter().take(MOST).map(|used| format!("<b>{}</b>", format::name(used.piece))).collect();
    let more = match unused.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {} more", format::count(more)),
    };
    format!("<p class=\"aside\">In no map: {}{more}.</p>\n", names.join(", "))
}

/// How long a map takes.
pub(super) fn times(view: &View) -> String {
    let known = TIMES.iter().filter_map(|metric| Some((metric, view.summary(metric)?)));
    let rows = format::each(known, |(metric, summary)| {
        let cells = [summary.median, summary.p95, summary.high, summary.mean(), summary.sum];
        let cells = format::each(cells, |ms| format!("<td class=\"num\">{}</td>", duration(ms)));
        format!("<tr><th scope=\"row\">{} <span>{}</span></th>{cells}</tr>\n", metric.label, metric.help)
    });
    if rows.is_empty() {
        return "<p class=\"aside\">The table does not say how long its maps took.</p>\n".to_owned();
    }
    let heads = [("", false), ("Median", true), ("95th percentile", true), ("Slowest", true), ("Mean", true)];
    card(&table(&[&heads[..], &[("All maps", true)]].concat(), &rows), "Time per map")
}

/// Milliseconds in the unit that suits them.
pub(super) fn duration(ms: f64) -> String {
    match ms {
        ms if ms < 1.0 => format!("{} µs", format::number(ms * 1e3)),
        ms if ms < 1e3 => format!("{} ms", format::number(ms)),
        ms if ms < 120e3 => format!("{} s", format::number(ms / 1e3)),
        ms if ms < 7200e3 => format!("{} min", format::number(ms / 60e3)),
        ms => format!("{} h", format::number(ms / 3600e3)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Data, Series};

    fn uses_of(columns: &[(&str, [f64; 4])]) -> String {
        let columns = columns.iter().map(|(name, values)| Series::numbers(*name, values.map(Some).to_vec()));
        let data = Data { rows: 4, columns: columns.collect(), ..Data::default() };
        pieces(&View::new(&data, &[]))
    }

    #[test]
    fn pieces_are_counted_per_map_and_the_commonest_is_first() {
        let page = uses_of(&[("use.Rare", [0.0, 0.0, 0.0, 2.0]), ("use.Common", [1.0, 2.0, 3.0, 4.0])]);
        assert!(page.find("Common").unwrap() < page.find("Rare").unwrap());
        assert!(page.contains("<span>2.50</span>") && page.contains("<span>0.50</span>"));
        assert!(page.contains("<span>25%</span>") && page.contains("<span>100%</span>"));
    }

    #[test]
    fn a_piece_that_is_never_used_is_named() {
        let page = uses_of(&[("use.Hall", [1.0; 4]), ("use.<Attic>", [0.0; 4])]);
        assert!(page.contains("In no map: <b>&lt;Attic&gt;</b>."));
    }

    #[test]
    fn durations_have_the_unit_that_suits_them() {
        let texts = [0.04, 12.0, 2500.0, 600e3, 36e6].map(duration);
        assert_eq!(texts, ["40 µs", "12 ms", "2.5 s", "10 min", "10 h"]);
    }
}
