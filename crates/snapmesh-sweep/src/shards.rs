//! Tables of a sweep put together: for the page about them, and for the maps of their rows.

use crate::files::{Table, Values};
use crate::plan::{KEPT, USE};
use crate::report::{Data, Series};
use crate::table::Cell;
use snapmesh::limits::{Limits, within};
use snapmesh::{Problem, Problems, Value};
use snapmesh_io::kit_file::parse_value;
use snapmesh_io::{Override, Overrides};
use std::path::PathBuf;

/// Bytes of a cell in memory.
const CELL: u64 = 16;
/// Cells that are read at a time, of one column at least.
const BLOCK: usize = 8 << 20;

/// One table, or the shards of one.
///
/// ```
/// use snapmesh_nav::WalkMemory;
/// use snapmesh_sweep::report::page;
/// use snapmesh_sweep::{Plan, Shards, Sweep};
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Memory, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));
/// let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
/// let plan = Plan { settings: vec![open.settings.clone()], start: 1, seeds: 20, verdict: None, rows: 0..20 };
/// let folder = tempfile::tempdir()?;
/// let table = folder.path().join("maps.csv");
/// let sweep = Sweep { kit: &open.kit, plan: &plan, memory: WalkMemory::default() };
/// sweep.run(&table, false, &false.into(), |_| {})?;
///
/// let data = Shards::open(&[table])?.data()?;
/// assert_eq!(data.rows, 20);
/// let html = page(&data, &[]);
/// assert!(html.contains("Expressive range"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Shards {
    files: Vec<PathBuf>,
    tables: Vec<Table>,
}

impl Shards {
    /// Opens the tables of a sweep.
    pub fn open(files: &[PathBuf]) -> Result<Self, Problems> {
        Self::open_within(files, &Limits::DEFAULT)
    }

    /// Opens tables that may be so large, each of them as a file, and all together in memory.
    pub fn open_within(files: &[PathBuf], limits: &Limits) -> Result<Self, Problems> {
        let open = |path: &PathBuf| Table::open_within(path, limits);
        let tables: Vec<Table> = files.iter().map(open).collect::<Result<_, _>>()?;
        let cells = tables.iter().map(|table| table.rows().saturating_mul(table.columns().len()) as u64);
        let bytes = cells.fold(0, u64::saturating_add).saturating_mul(CELL);
        within("table_mb", bytes.div_ceil(1 << 20), limits.table_mb).map_err(|exceeded| {
            let shown = files[0].display().to_string();
            exceeded.at(shown)
        })?;
        Ok(Self { files: files.to_vec(), tables })
    }

    /// All rows, column by column.
    pub fn data(&self) -> Result<Data, Problems> {
        let first = &self.tables[0];
        let names: Vec<&str> = first.columns().iter().map(|column| &*column.name).collect();
        for needed in ["seed", "pieces"] {
            first.column(needed)?;
        }
        let mut columns: Vec<Series> = Vec::new();
        for (file, table) in self.files.iter().zip(&self.tables) {
            let theirs = table.columns().iter().map(|column| &*column.name);
            if !theirs.eq(names.iter().copied()) {
                let message = format!("has other columns than {}", self.files[0].display());
                return Err(Problem::error(file.display().to_string(), message).into());
            }
            // A few columns at a time, so that no more are held twice; a CSV is read once for all of them.
            let few = (BLOCK / table.rows().max(1)).max(1);
            for (index, block) in names.chunks(few).enumerate() {
                for (at, values) in table.read(block)?.into_iter().enumerate() {
                    match columns.get_mut(index * few + at) {
                        None => columns.push(Series { name: block[at].to_string(), values }),
                        Some(known) => append(known, values),
                    }
                }
            }
        }
        let title = first.notes().iter().find(|(name, _)| name == "kit").map_or_else(
            || self.files[0].file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            |(_, kit)| kit.clone(),
        );
        let rows = self.tables.iter().map(Table::rows).sum();
        Ok(Data { title, notes: first.notes().to_vec(), rows, columns })
    }

    /// Shards of one sweep have rows of their own, and together all there are.
    /// What is missing is told; rows that are there twice are refused.
    pub fn check_rows(&self) -> Result<Vec<Problem>, Problems> {
        let (mut spans, mut missing) = (Vec::new(), Vec::new());
        for (file, table) in self.files.iter().zip(&self.tables).filter(|(_, table)| table.rows() > 0) {
            table.column("index")?;
            let Values::Numbers(rows) = table.read(&["index"])?.remove(0) else { continue };
            let rows = || rows.iter().flatten().copied();
            spans.push((rows().fold(f64::INFINITY, f64::min), rows().fold(0.0, f64::max), file));
        }
        spans.sort_by(|a, b| a.0.total_cmp(&b.0));
        for pair in spans.windows(2) {
            let ((_, last, first), (next, _, file)) = (pair[0], pair[1]);
            if next <= last {
                let message =
                    format!("has rows that are in {} as well: it is no other shard", first.display());
                return Err(Problem::error(file.display().to_string(), message).into());
            }
            if next > last + 1.0 {
                let message =
                    format!("starts at row {next}, and the shard before ends at row {last}: one is missing");
                missing.push(Problem::warning(file.display().to_string(), message));
            }
        }
        Ok(missing)
    }

    /// A row, counted over all tables, as what comes on top of a kit; and how often its map has each piece.
    pub fn overrides(&self, mut row: usize) -> Result<(Overrides, Uses), Problems> {
        let mut table = &self.tables[0];
        for next in &self.tables {
            table = next;
            if row < next.rows() {
                break;
            }
            row -= next.rows();
        }
        let cells = table.row(row)?;
        let mut overrides = Overrides::default();
        let mut uses = Uses::new();
        for (column, cell) in table.columns().iter().zip(cells) {
            match (&*column.name, cell) {
                ("seed", Cell::Integer(seed)) => overrides.seed = Some(seed),
                // A name is no choice, and a CSV does not know whether it is one.
                ("kit.name", _) => {}
                (name, cell) if name.starts_with(USE) => {
                    let count = if let Cell::Integer(count) = cell { count } else { 0 };
                    uses.push((name[USE.len()..].into(), count));
                }
                (name, cell) if !name.starts_with(KEPT) => overrides.set.extend(setting(name, cell)),
                _ => {}
            }
        }
        Ok((overrides, uses))
    }
}

/// How often a map has each piece, by its id.
pub type Uses = Vec<(String, i64)>;

/// The setting of a column that is one.
fn setting(name: &str, cell: Cell) -> Option<Override> {
    let (section, key) = name.split_once('.')?;
    let value = match cell {
        Cell::Empty => return None,
        Cell::Integer(n) => Value::Integer(n),
        Cell::Real(x) => Value::Real(x),
        Cell::Flag(flag) => Value::Bool(flag),
        // Lists and tables are written as TOML has them; a word could be taken for a number.
        Cell::Text(text) if text.starts_with(['[', '{']) => {
            // What cannot be read is refused by the setting itself.
            parse_value(&text).unwrap_or(Value::String(text))
        }
        Cell::Text(text) => Value::String(text),
    };
    Some(Override::new(section, key, value))
}

/// Puts the values of another shard behind those of the first.
fn append(series: &mut Series, values: Values) {
    match (&mut series.values, values) {
        (Values::Numbers(known), Values::Numbers(more)) => known.extend(more),
        (Values::Words { words: known, picks: values }, Values::Words { picks, words }) => {
            let number: Vec<u32> = words
                .into_iter()
                .map(|word| {
                    let at = known.iter().position(|name| *name == word).unwrap_or_else(|| {
                        known.push(word);
                        known.len() - 1
                    });
                    at as u32
                })
                .collect();
            values.extend(picks.into_iter().map(|pick| pick.map(|pick| number[pick as usize])));
        }
        // A column that is empty in one shard of a CSV says nothing about its kind.
        (Values::Numbers(known), Values::Words { picks, .. }) => known.extend(picks.iter().map(|_| None)),
        (Values::Words { picks: values, .. }, Values::Numbers(more)) => {
            values.extend(more.iter().map(|_| None));
        }
    }
}
