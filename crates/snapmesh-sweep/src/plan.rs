//! Which maps a sweep makes: every combination of settings, each with every seed.

use crate::table::{Cell, Column, Kind, Row};
use snapmesh::settings::{ListedKey, Navigation, keys};
use snapmesh::{Problems, Recipe, Settings, Value};
use snapmesh_io::LoadedKit;
use snapmesh_io::fingerprint::exact_fingerprint;
use snapmesh_io::kit_file::recipe;
use snapmesh_io::map_file::{Hints, settings_of};
use snapmesh_nav::{METRICS, MapFacts, Metric, Verdict};
use std::fmt::Write as _;
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// A sweep that is to be made. Rows are numbered over all of it: settings outside, seeds inside.
///
/// ```
/// use snapmesh_sweep::Plan;
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let mut plan = Plan { settings: vec![open.settings.clone()], start: 1, seeds: 1000, verdict: None, rows: 0..1000 };
/// // The second of three machines:
/// plan.rows = plan.shard(2, 3);
/// assert_eq!((plan.total(), plan.rows), (1000, 333..666));
/// # Ok::<(), snapmesh::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct Plan {
    /// The combinations of settings.
    pub settings: Vec<Settings>,
    /// The first seed.
    pub start: i64,
    /// How many seeds there are for each combination.
    pub seeds: u64,
    /// How it is found out how well maps can be walked, if it is.
    pub verdict: Option<Verdict>,
    /// The rows that are made here: all of them, or a shard.
    pub rows: Range<u64>,
}

impl Plan {
    /// How many rows all shards have together.
    pub fn total(&self) -> u64 {
        (self.settings.len() as u64).saturating_mul(self.seeds)
    }

    /// A part of all rows: the `number`th of `count`, from 1. Put together in order, the parts are the whole.
    pub fn shard(&self, number: u64, count: u64) -> Range<u64> {
        let cut = |i: u64| (u128::from(self.total()) * u128::from(i) / u128::from(count)) as u64;
        cut(number - 1)..cut(number)
    }

    /// The combination and the seed of a row; no seed beyond the last there is.
    pub(crate) fn job(&self, row: u64) -> Option<(usize, i64)> {
        let combination = (row / self.seeds) as usize;
        Some((combination, self.start.checked_add_unsigned(row % self.seeds)?))
    }

    /// Whether it is found out how well maps can be walked.
    pub(crate) fn walks(&self) -> bool {
        self.verdict.is_some()
    }

    /// The combinations of some rows.
    fn combinations(&self, rows: &Range<u64>) -> Range<usize> {
        (rows.start / self.seeds) as usize..rows.end.div_ceil(self.seeds) as usize
    }

    /// Who walks on the maps of some rows; the same may come several times.
    pub(crate) fn walkers(&self, rows: &Range<u64>) -> impl Iterator<Item = &Navigation> {
        self.settings[self.combinations(rows)].iter().map(|settings| &settings.navigation)
    }

    /// The recipes of some rows. Not all are made at once: a sweep may have as many as rows.
    pub(crate) fn recipes(&self, kit: &LoadedKit, rows: &Range<u64>) -> Result<Recipes, Problems> {
        let combinations = self.combinations(rows);
        let made = self.settings[combinations.clone()].iter().map(|settings| recipe(kit, settings.clone()));
        Ok(Recipes { first: combinations.start, made: made.collect::<Result<_, _>>()? })
    }

    /// Everything that the rows depend on, as text: a sweep can be resumed if this is the same.
    pub(crate) fn identity(&self, kit: &LoadedKit, chunk: u64) -> String {
        let mut text = format!(
            "snapmesh {} sweep\nkit {}\nseeds {} from {}\nwalk {}\nrows {:?}\nchunk {chunk}\n",
            env!("CARGO_PKG_VERSION"),
            exact_fingerprint(kit.kit()),
            self.seeds,
            self.start,
            self.verdict.map_or("no".into(), |verdict| format!("{verdict:?}")),
            self.rows,
        );
        for settings in &self.settings {
            let hints = Hints::new(kit.kit(), settings);
            if !hints.is_empty() {
                let _ = writeln!(text, "hints {}", serde_json::json!(hints));
            }
            let settings = settings_of(settings, self.start);
            let _ = writeln!(text, "{}", serde_json::Value::Object(settings));
        }
        text
    }
}

/// The recipes of some combinations that follow each other.
pub(crate) struct Recipes {
    first: usize,
    made: Vec<Arc<Recipe>>,
}

impl Recipes {
    /// That of a combination.
    pub(crate) fn of(&self, combination: usize) -> &Arc<Recipe> {
        &self.made[combination - self.first]
    }
}

/// How long it took to find out about a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Timings {
    /// To grow it.
    pub(crate) growing: Duration,
    /// To walk on it.
    pub(crate) walking: Duration,
}

/// The columns of a sweep, and the cells of each combination of settings.
pub(crate) struct Layout {
    pub(crate) columns: Vec<Column>,
    /// The promises that any combination makes, by name.
    promises: Vec<String>,
    settings: Vec<Row>,
}

/// What the column of a promise begins with.
pub(crate) const KEPT: &str = "kept.";
/// What the column of a piece begins with.
pub(crate) const USE: &str = "use.";

impl Layout {
    pub(crate) fn new(kit: &LoadedKit, plan: &Plan) -> Self {
        let mut columns = vec![column("index", Kind::Integer), column("seed", Kind::Integer)];
        columns.extend(METRICS.iter().map(|metric| column(metric.name, kind_of(metric))));
        columns.push(column("stop", Kind::Text));
        columns.extend(["generate_ms", "validate_ms"].map(|name| column(name, Kind::Real)));
        let pieces = kit.kit().library().iter();
        columns.extend(pieces.map(|piece| column(&format!("{USE}{}", piece.id), Kind::Integer)));
        let mut promises: Vec<String> = Vec::new();
        for name in plan.settings.iter().flat_map(Settings::promised) {
            if !promises.contains(&name) {
                columns.push(column(&format!("{KEPT}{name}"), Kind::Flag));
                promises.push(name);
            }
        }
        let first = columns.len();
        for settings in &plan.settings {
            for (name, cell) in cells(settings) {
                match columns[first..].iter_mut().find(|known| known.name == name) {
                    None => columns.push(column(&name, kind(&cell))),
                    Some(known) => known.kind = common(known.kind, &cell),
                }
            }
        }
        let defaults: Vec<Cell> = columns[first..].iter().map(default_of).collect();
        for (column, default) in columns[first..].iter_mut().zip(&defaults) {
            column.kind = common(column.kind, default);
        }
        let row = |settings: &Settings| {
            let known = cells(settings);
            let cell = |(column, default): (&Column, &Cell)| {
                let given = known.iter().find(|(name, _)| *name == column.name);
                let cell = given.map_or(default, |(_, cell)| cell).clone();
                if column.kind == Kind::Text { as_text(cell) } else { cell }
            };
            columns[first..].iter().zip(&defaults).map(cell).collect()
        };
        let settings = plan.settings.iter().map(row).collect();
        Self { columns, promises, settings }
    }

    /// How many of some rows are of maps that were not walked on.
    pub(crate) fn unwalked(&self, rows: &[Row]) -> u64 {
        let column = self.columns.iter().position(|column| column.name == "exact_connectivity");
        rows.iter().filter(|row| column.is_some_and(|column| row[column] == Cell::Empty)).count() as u64
    }

    pub(crate) fn row(&self, index: u64, settings: usize, facts: &MapFacts, took: Timings) -> Row {
        let mut row = Vec::with_capacity(self.columns.len());
        row.extend([Cell::Integer(index as i64), Cell::Integer(facts.seed)]);
        row.extend(METRICS.iter().map(|metric| match (metric.of)(facts) {
            None => Cell::Empty,
            Some(value) if metric.whole => Cell::Integer(value as i64),
            Some(value) => Cell::Real(value),
        }));
        row.push(Cell::Text(facts.stop.reason.clone().into_owned()));
        row.push(Cell::Real(took.growing.as_secs_f64() * 1e3));
        row.push(facts.walk.map_or(Cell::Empty, |_| Cell::Real(took.walking.as_secs_f64() * 1e3)));
        row.extend(facts.copies.iter().map(|&count| Cell::Integer(count as i64)));
        row.extend(self.promises.iter().map(|name| {
            let promise = facts.promises.iter().find(|promise| promise.name() == name);
            promise.map_or(Cell::Empty, |promise| Cell::Flag(promise.kept))
        }));
        row.extend_from_slice(&self.settings[settings]);
        row
    }
}

/// What a setting is that is not written where it is at its default; nothing, if it is none of this method's.
fn default_of(column: &Column) -> Cell {
    let is_it = |listed: &&ListedKey| column.name == format!("{}.{}", listed.section, listed.key.name);
    let default = keys(&[]).iter().find(is_it).and_then(|listed| listed.key.default.value());
    default.map_or(Cell::Empty, cell)
}

fn column(name: &str, kind: Kind) -> Column {
    Column { name: name.into(), kind }
}

fn kind_of(metric: &Metric) -> Kind {
    if metric.whole { Kind::Integer } else { Kind::Real }
}

fn kind(cell: &Cell) -> Kind {
    match cell {
        Cell::Integer(_) => Kind::Integer,
        Cell::Real(_) => Kind::Real,
        Cell::Flag(_) => Kind::Flag,
        Cell::Text(_) | Cell::Empty => Kind::Text,
    }
}

/// The kind of a column that holds a cell as well: a setting that is a number here and a list there is told as text.
fn common(known: Kind, cell: &Cell) -> Kind {
    if *cell == Cell::Empty || kind(cell) == known { known } else { Kind::Text }
}

fn as_text(cell: Cell) -> Cell {
    match cell {
        Cell::Integer(n) => Cell::Text(n.to_string()),
        Cell::Real(x) => Cell::Text(Value::Real(x).written()),
        Cell::Flag(flag) => Cell::Text(flag.to_string()),
        cell => cell,
    }
}

/// Every setting but the seed; lists and tables as TOML.
fn cells(settings: &Settings) -> Vec<(String, Cell)> {
    let entries = settings.entries().into_iter().filter(|(section, key, _)| (*section, &**key) != SEED);
    entries.map(|(section, key, value)| (format!("{section}.{key}"), cell(value))).collect()
}

const SEED: (&str, &str) = ("generation", "seed");

fn cell(value: Value) -> Cell {
    match value {
        Value::Integer(n) => Cell::Integer(n),
        Value::Real(x) => Cell::Real(x),
        Value::Bool(flag) => Cell::Flag(flag),
        Value::String(text) => Cell::Text(text),
        value => Cell::Text(value.written()),
    }
}
