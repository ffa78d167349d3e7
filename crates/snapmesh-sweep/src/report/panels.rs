//! Expressive range by setting: a small heat map for every value, side by side.

use super::format;
use super::groups::Groups;
use super::heat::Grid;
use super::metric::{Metric, PAIRS};
use super::shade;
use super::svg::Svg;
use super::view::View;

const WIDTH: f64 = 250.0;
const HEIGHT: f64 = 176.0;
/// The edges of the plot itself.
const PLOT: [f64; 4] = [32.0, WIDTH - 6.0, 6.0, HEIGHT - 20.0];

/// A setting with more values than this has no panels, and a page no more than so many settings with them.
const VALUES: usize = 8;
const SETTINGS: usize = 6;

/// The first pair of measures that both vary.
fn pair(view: &View) -> Option<(&'static Metric, &'static Metric)> {
    let varies =
        |column: &str| view.measure(column).filter(|(_, _, summary)| !summary.constant()).map(|m| m.0);
    PAIRS.iter().find_map(|(up, across)| Some((varies(up)?, varies(across)?)))
}

/// The section: for every setting of few values, a row of panels.
pub(super) fn section(view: &View) -> String {
    let Some((up, across)) = pair(view) else { return String::new() };
    let settings = view.groups.iter().filter(|setting| setting.labels.len() <= VALUES).take(SETTINGS);
    settings.map(|setting| row(view, setting, up.column, across.column)).collect()
}

fn row(view: &View, setting: &Groups, up: &str, across: &str) -> String {
    let panels: String = setting
        .labels
        .iter()
        .enumerate()
        .filter_map(|(group, label)| {
            let grid = Grid::of(view, up, across, (20, 14), |row| setting.group(row) == Some(group))?;
            Some(panel(&grid, &setting.series.name, label))
        })
        .collect();
    let name = format::name(&setting.series.name);
    format!("<div class=\"card\"><h3><code>{name}</code></h3><div class=\"panels\">{panels}</div></div>\n")
}

fn panel(grid: &Grid, setting: &str, label: &str) -> String {
    let (x, y) = grid.scales(PLOT);
    let [left, right, top, bottom] = PLOT;
    let (across, up) = (&grid.across.1, &grid.up.1);
    let about = format!("{} by {} where {setting} is this", grid.up.0.label, grid.across.0.label);
    let mut svg = Svg::new(WIDTH, HEIGHT, &about);
    svg.rect("field", [left, top, right - left, bottom - top], "");
    for (value, text) in across.ticks_across(4, right - left) {
        svg.words("tick mid", (x.at(value), bottom + 14.0), &text);
    }
    for (value, text) in up.ticks(3) {
        svg.words("tick end", (left - 5.0, y.at(value) + 3.5), &text);
    }
    for (column, row, count) in grid.cells() {
        // Roots spread the many cells of few maps over the shades.
        let share = (count as f64 / grid.most() as f64).sqrt();
        let (west, north) = (x.at(across.edge(column)), y.at(up.edge(row + 1)));
        let size = [x.at(across.edge(column + 1)) - west, y.at(up.edge(row)) - north];
        svg.rect(&shade::class(share), [west, north, size[0], size[1]], "");
    }
    let maps = format::maps(grid.all);
    format!("<figure><figcaption><b>{label}</b> <span>{maps}</span></figcaption>{}</figure>", svg.done())
}

/// What the panels show, in a line.
pub(super) fn key(view: &View) -> String {
    pair(view).map_or_else(String::new, |(up, across)| {
        let (up, across) = (up.label, across.label.to_lowercase());
        format!(
            "{up} (upward) by {across} (across) for every value; each panel is shaded up to its own densest cell."
        )
    })
}
