//! How the maps spread over two measures at once: the expressive range of the kit.

use super::data::Thumbnail;
use super::format;
use super::gallery::letter;
use super::histogram::parts;
use super::metric::{Metric, PAIRS};
use super::round::Bins;
use super::shade::Classes;
use super::svg::{Scale, Svg, px};
use super::view::View;

const WIDTH: f64 = 460.0;
const HEIGHT: f64 = 384.0;
/// The edges of the plot itself; the legend is below.
const LEFT: f64 = 74.0;
const RIGHT: f64 = WIDTH - 14.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 292.0;

/// How many heat maps a page has.
const MOST: usize = 4;

/// The section: the first pairs of measures that both vary.
pub(super) fn section(view: &View) -> String {
    let mut cards = String::new();
    let mut missing = String::new();
    let mut drawn = 0;
    for (place, (up, across)) in PAIRS.iter().enumerate() {
        match Grid::new(view, up, across) {
            Some(grid) if drawn < MOST => {
                drawn += 1;
                cards.push_str(&card(&grid, view));
            }
            None if place < MOST => missing.push_str(&excuse(view, up, across)),
            _ => {}
        }
    }
    if !missing.is_empty() {
        missing = format!("<div class=\"aside\"><h3>Not drawn</h3><ul>{missing}</ul></div>\n");
    }
    format!("<div class=\"grid large\">{cards}</div>\n{missing}")
}

/// Why a pair is not drawn.
fn excuse(view: &View, up: &str, across: &str) -> String {
    let [up, across] = [up, across].map(Metric::of);
    let (Some(up), Some(across)) = (up, across) else { return String::new() };
    let reason = |metric: &Metric| match view.summary(metric) {
        None => Some(format!("{} is empty", metric.label.to_lowercase())),
        Some(summary) if summary.constant() => {
            Some(format!("{} is the same in all maps", metric.label.to_lowercase()))
        }
        Some(_) => None,
    };
    let reasons: Vec<_> = [up, across].into_iter().filter_map(reason).collect();
    format!("<li><b>{} by {}</b>: {}.</li>", up.label, across.label.to_lowercase(), reasons.join(" and "))
}

/// Maps counted in the cells of a grid.
#[derive(Debug)]
pub(super) struct Grid {
    pub up: (&'static Metric, Bins),
    pub across: (&'static Metric, Bins),
    /// Counts, row by row from below.
    pub counts: Vec<usize>,
    /// Maps that have both measures, and those of them outside of the grid.
    pub all: usize,
    pub outside: usize,
}

impl Grid {
    /// Nothing, if one of the measures is empty or always the same.
    pub(super) fn new(view: &View, up: &str, across: &str) -> Option<Self> {
        Self::of(view, up, across, (32, 24), |_| true)
    }

    /// A grid of at most so many cells across and up, of the maps that are wanted; its edges are those of all maps.
    pub(super) fn of(
        view: &View,
        up: &str,
        across: &str,
        most: (usize, usize),
        wanted: impl Fn(usize) -> bool,
    ) -> Option<Self> {
        let (up_metric, ups, up_summary) = view.measure(up)?;
        let (across_metric, acrosses, across_summary) = view.measure(across)?;
        if up_summary.constant() || across_summary.constant() {
            return None;
        }
        let bins = |summary: &super::stats::Summary, most| {
            Bins::new(summary.shown.0, summary.shown.1, parts(summary.count, most), summary.whole)
        };
        let (up_bins, across_bins) = (bins(up_summary, most.1), bins(across_summary, most.0));
        let mut counts = vec![0; up_bins.count * across_bins.count];
        let (mut all, mut outside) = (0, 0);
        for row in (0..view.data.rows).filter(|row| wanted(*row)) {
            let (Some(y), Some(x)) = (ups.number(row), acrosses.number(row)) else { continue };
            all += 1;
            match (up_bins.bin(y), across_bins.bin(x)) {
                (Some(y), Some(x)) => counts[y * across_bins.count + x] += 1,
                _ => outside += 1,
            }
        }
        Some(Self { up: (up_metric, up_bins), across: (across_metric, across_bins), counts, all, outside })
    }

    /// The largest count.
    pub(super) fn most(&self) -> usize {
        self.counts.iter().copied().max().unwrap_or(0)
    }

    /// The cells that hold maps: column, row and count.
    pub(super) fn cells(&self) -> impl Iterator<Item = (usize, usize, usize)> {
        let across = self.across.1.count;
        let cells = self.counts.iter().enumerate().filter(|(_, count)| **count > 0);
        cells.map(move |(cell, count)| (cell % across, cell / across, *count))
    }

    /// Scales across and up.
    pub(super) fn scales(&self, [left, right, top, bottom]: [f64; 4]) -> (Scale, Scale) {
        let (x, y) = (&self.across.1, &self.up.1);
        (Scale::new((x.low(), x.high()), (left, right)), Scale::new((y.low(), y.high()), (bottom, top)))
    }
}

fn card(grid: &Grid, view: &View) -> String {
    let (up, across) = (grid.up.0, grid.across.0);
    let share = grid.cells().count() as f64 / grid.counts.len() as f64;
    let outside = match grid.outside {
        0 => String::new(),
        count => format!("; {} outside, outliers not drawn", format::maps(count)),
    };
    format!(
        "<figure class=\"card\"><figcaption><h3>{} by {}</h3><p>{}: {}</p></figcaption>\n{}\
         <p class=\"fact\">maps fill <b>{}</b> of the cells{outside}</p></figure>\n",
        up.label,
        across.label.to_lowercase(),
        up.label,
        up.help,
        plot(grid, view),
        format::percent(share),
    )
}

fn plot(grid: &Grid, view: &View) -> String {
    let (up, across) = (grid.up.0, grid.across.0);
    let label = format!(
        "Heat map of {} by {}: {}, at most {} in a cell",
        up.axis(),
        across.axis(),
        format::maps(grid.all),
        format::count(grid.most())
    );
    let mut svg = Svg::new(WIDTH, HEIGHT, &label);
    let scales = grid.scales([LEFT, RIGHT, TOP, BOTTOM]);
    let classes = Classes::up_to(grid.most());
    svg.rect("field", [LEFT, TOP, RIGHT - LEFT, BOTTOM - TOP], "");
    axes(&mut svg, grid, &scales);
    cells(&mut svg, grid, &scales, &classes);
    markers(&mut svg, grid, view, &scales);
    legend(&mut svg, &classes);
    svg.done()
}

fn cells(svg: &mut Svg, grid: &Grid, (x, y): &(Scale, Scale), classes: &Classes) {
    let ((up, up_bins), (across, across_bins)) = (&grid.up, &grid.across);
    for (column, row, count) in grid.cells() {
        let (left, right) = (x.at(across_bins.edge(column)), x.at(across_bins.edge(column + 1)));
        let (top, bottom) = (y.at(up_bins.edge(row + 1)), y.at(up_bins.edge(row)));
        let tip = format!(
            "{} {}\n{} {}\n{} ({})",
            across.label,
            across.with_unit(&across_bins.text(column)),
            up.label,
            up.with_unit(&up_bins.text(row)),
            format::maps(count),
            format::percent(count as f64 / grid.all as f64)
        );
        svg.rect(&classes.class(count), [left, top, right - left, bottom - top], &tip);
    }
}

fn axes(svg: &mut Svg, grid: &Grid, (x, y): &(Scale, Scale)) {
    for (value, text) in grid.across.1.ticks_across(7, RIGHT - LEFT) {
        svg.line("rule", (x.at(value), TOP), (x.at(value), BOTTOM));
        svg.words("tick mid", (x.at(value), BOTTOM + 16.0), &text);
    }
    for (value, text) in grid.up.1.ticks(6) {
        svg.line("rule", (LEFT, y.at(value)), (RIGHT, y.at(value)));
        svg.words("tick end", (LEFT - 7.0, y.at(value) + 3.5), &text);
    }
    svg.words("name mid", (f64::midpoint(LEFT, RIGHT), BOTTOM + 34.0), &grid.across.0.axis());
    let middle = px(f64::midpoint(TOP, BOTTOM));
    let name = grid.up.0.axis();
    svg.write(format_args!(
        "<text class=\"name mid\" transform=\"translate(13 {middle}) rotate(-90)\">{name}</text>"
    ));
}

/// Letters where the maps of the pictures are, pushed apart where they would cover each other.
fn markers(svg: &mut Svg, grid: &Grid, view: &View, (x, y): &(Scale, Scale)) {
    let mut taken: Vec<(f64, f64)> = Vec::new();
    for (place, picture) in view.thumbnails.iter().enumerate() {
        let Some((across, up)) = spot(grid, view, picture) else { continue };
        let spot = free_spot((x.at(across), y.at(up)), &taken);
        taken.push(spot);
        let ((cx, cy), letter) = ((px(spot.0), px(spot.1)), letter(place));
        svg.write(format_args!(
            "<g class=\"pin\"><circle cx=\"{cx}\" cy=\"{cy}\" r=\"8.5\"/><text x=\"{cx}\" y=\"{}\">{letter}</text>\
             <title>{letter}: {}</title></g>",
            px(spot.1 + 3.6),
            format::name(&picture.title)
        ));
    }
}

/// Where a picture's map lies, if it is in the grid.
fn spot(grid: &Grid, view: &View, picture: &Thumbnail) -> Option<(f64, f64)> {
    let across = view.data.number(grid.across.0.column, picture.row)?;
    let up = view.data.number(grid.up.0.column, picture.row)?;
    grid.across.1.bin(across)?;
    grid.up.1.bin(up)?;
    Some((across, up))
}

/// The place itself, or the nearest of a few around it that is free and in the plot.
fn free_spot((x, y): (f64, f64), taken: &[(f64, f64)]) -> (f64, f64) {
    const APART: f64 = 18.0;
    let free = |&(x, y): &(f64, f64)| {
        let clear = taken.iter().all(|(a, b)| (a - x) * (a - x) + (b - y) * (b - y) >= APART * APART);
        clear && (LEFT..=RIGHT).contains(&x) && (TOP..=BOTTOM).contains(&y)
    };
    let mut places: Vec<(i32, i32)> = (-4..=4).flat_map(|i| (-4..=4).map(move |j| (i, j))).collect();
    places.sort_by_key(|(i, j)| i * i + j * j);
    let moved = places.into_iter().map(|(i, j)| (x + APART * f64::from(i), y + APART * f64::from(j)));
    moved.into_iter().find(free).unwrap_or((x, y))
}

/// A strip of the classes, each with the count it starts at.
fn legend(svg: &mut Svg, classes: &Classes) {
    let wide = ((RIGHT - LEFT - 96.0) / classes.starts.len() as f64).min(34.0);
    let left = RIGHT - wide * classes.starts.len() as f64;
    let top = HEIGHT - 34.0;
    svg.words("tick end", (left - 8.0, top + 9.0), "maps in a cell");
    for (class, start) in classes.starts.iter().enumerate() {
        let x = left + wide * class as f64;
        svg.rect(&classes.shade(class), [x, top, wide, 10.0], "");
        svg.words("tick", (x, top + 24.0), &format::compact(*start));
    }
}

/// What the letters on the plots are.
pub(super) fn key(thumbnails: &[Thumbnail]) -> &'static str {
    if thumbnails.is_empty() {
        ""
    } else {
        " Letters are the maps of the <a href=\"#pictures\">pictures</a> below."
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Data, Series};

    fn table() -> Data {
        let numbers = |f: fn(i32) -> f64| (0..100).map(|i| Some(f(i))).collect();
        Data {
            rows: 100,
            columns: vec![
                Series::numbers("pieces", numbers(|i| f64::from(i % 10))),
                Series::numbers("linearity", numbers(|i| f64::from(i / 10) / 10.0)),
                Series::numbers("connectivity", numbers(|_| 1.0)),
            ],
            ..Data::default()
        }
    }

    #[test]
    fn every_map_is_in_a_cell() {
        let data = table();
        let grid = Grid::new(&View::new(&data, &[]), "linearity", "pieces").unwrap();
        assert_eq!((grid.counts.iter().sum::<usize>(), grid.all, grid.outside), (100, 100, 0));
        assert_eq!(grid.cells().count(), 100);
    }

    #[test]
    fn a_pair_that_cannot_be_drawn_says_why() {
        let data = table();
        let page = section(&View::new(&data, &[]));
        assert!(page.contains("<b>Connectivity by pieces</b>: connectivity is the same in all maps."));
        assert!(page.contains("<b>Volume by pieces</b>: volume is empty."));
        assert_eq!(page.matches("<svg").count(), 1);
    }

    #[test]
    fn other_pairs_stand_in_where_all_maps_have_as_many_pieces() {
        let mut data = table();
        data.columns[0] = Series::numbers("pieces", vec![Some(50.0); 100]);
        data.columns.push(Series::numbers("depth", (0..100).map(|i| Some(f64::from(i % 7))).collect()));
        let page = section(&View::new(&data, &[]));
        assert!(page.contains("<h3>Depth by linearity</h3>"));
        assert!(page.contains("<b>Linearity by pieces</b>: pieces is the same in all maps."));
    }

    #[test]
    fn letters_do_not_cover_each_other() {
        let mut taken = Vec::new();
        for _ in 0..12 {
            let spot = free_spot((LEFT, TOP), &taken);
            assert!(!taken.contains(&spot));
            taken.push(spot);
        }
    }
}
