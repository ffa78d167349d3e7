//! The top of the page: what this table is, in facts and a few large numbers.

use super::data::{Data, Series};
use super::format;
use super::groups::Groups;
use super::lists::duration;
use super::metric::{FULL, Metric};
use super::view::View;
use crate::files::Values;

/// The title, the facts, and the settings.
pub(super) fn header(view: &View) -> String {
    let title = title(view.data);
    let notes: String = view.data.notes.iter().map(|(name, value)| fact(name, value)).collect();
    let notes = if notes.is_empty() { notes } else { format!("<dl class=\"facts\">{notes}</dl>\n") };
    format!(
        "<header>\n<h1>{title}</h1>\n<p class=\"lead\">{}</p>\n{notes}{}{}{}</header>\n",
        lead(view),
        tiles(view),
        varying(&view.groups),
        fixed(view)
    )
}

/// What the page is called.
pub(super) fn title(data: &Data) -> String {
    if data.title.trim().is_empty() { "Maps".to_owned() } else { format::name(&data.title) }
}

fn fact(name: &str, value: &str) -> String {
    format!("<div><dt>{}</dt><dd>{}</dd></div>", format::name(name), format::escape(value))
}

fn lead(view: &View) -> String {
    let settings = match view.groups.len() {
        0 => "one set of settings".to_owned(),
        1 => "one setting that varies".to_owned(),
        many => format!("{} settings that vary", format::count(many)),
    };
    format!("{}, {settings}: the space of all maps that were grown.", format::maps(view.data.rows))
}

/// A few large numbers: what most who open the page want to know.
fn tiles(view: &View) -> String {
    let stops = view.stops();
    let all: usize = stops.iter().map(|(_, count)| count).sum();
    let full = stops.iter().find(|(name, _)| *name == FULL).map_or(0, |(_, count)| *count);
    let median = |column: &str| Metric::of(column).and_then(|metric| view.summary(metric)).map(|s| s.median);
    let tiles = [
        Some((format::count(view.data.rows), if view.data.rows == 1 { "map" } else { "maps" })),
        median("pieces").map(|value| (format::number(value), "pieces, median")),
        (all > 0).then(|| (format::percent(full as f64 / all as f64), "reached the piece limit")),
        median("linearity").map(|value| (format::number(value), "linearity, median")),
        median("connectivity").map(|value| (format::number(value), "connectivity, median")),
        median("generate_ms").map(|value| (duration(value), "to generate, median")),
    ];
    let tile = |(value, label): (String, &str)| format!("<div><b>{value}</b><span>{label}</span></div>");
    format!("<div class=\"tiles\">{}</div>\n", tiles.into_iter().flatten().map(tile).collect::<String>())
}

/// The settings that vary, each with its values.
fn varying(groups: &[Groups]) -> String {
    let line = |setting: &Groups| {
        let values = format::each(&setting.labels, |label| format!("<li>{label}</li>"));
        format!("<dt><code>{}</code></dt><dd><ul>{values}</ul></dd>", format::name(&setting.series.name))
    };
    if groups.is_empty() {
        return String::new();
    }
    format!(
        "<div class=\"varies\"><h3>Settings that vary</h3><dl class=\"settings\">{}</dl></div>\n",
        groups.iter().map(line).collect::<String>()
    )
}

/// The settings that do not vary, folded away.
fn fixed(view: &View) -> String {
    let varies = |series: &Series| view.groups.iter().any(|setting| setting.series.name == series.name);
    let settings = view.data.columns.iter().filter(|series| series.is_setting() && !varies(series));
    let lines: Vec<String> = settings
        .map(|series| {
            format!(
                "<dt><code>{}</code></dt><dd>{}</dd>",
                format::name(&series.name),
                value(series, view.data.rows)
            )
        })
        .collect();
    if lines.is_empty() {
        return String::new();
    }
    format!(
        "<details><summary>{} settings that stay the same</summary><dl class=\"settings\">{}</dl></details>\n",
        format::count(lines.len()),
        lines.concat()
    )
}

/// The value of a setting that has one, or no more than one.
fn value(series: &Series, rows: usize) -> String {
    match &series.values {
        Values::Words { .. } => (0..rows).find_map(|row| series.word(row)).map(shorten),
        // Seeds may vary and are still no setting.
        Values::Numbers(_) if series.is_seed() => seeds(series, rows),
        Values::Numbers(_) => (0..rows).find_map(|row| series.number(row)).map(format::exact),
    }
    .unwrap_or_else(|| "<i>empty</i>".to_owned())
}

/// A list of pieces may be long, and is worth more than a name.
fn shorten(text: &str) -> String {
    const LONGEST: usize = 2000;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format::escape(&text[..end]) + "…",
        None => format::escape(text),
    }
}

fn seeds(series: &Series, rows: usize) -> Option<String> {
    let seeds = || (0..rows).filter_map(|row| series.number(row));
    let (low, high) = (seeds().reduce(f64::min)?, seeds().reduce(f64::max)?);
    Some(if low == high { format!("{low:.0}") } else { format!("{low:.0} to {high:.0}") })
}
