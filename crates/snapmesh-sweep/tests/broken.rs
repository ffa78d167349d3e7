//! Tables that are damaged, or made to do harm: refused or read, within bounds, and never a panic.

#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use snapmesh::limits::Limits;
use snapmesh_sweep::files::{Format, Table, join, write_chunk};
use snapmesh_sweep::{Cell, Column, Kind, Shards};
use std::path::{Path, PathBuf};

const KINDS: [Kind; 4] = [Kind::Integer, Kind::Real, Kind::Flag, Kind::Text];

fn columns() -> Vec<Column> {
    KINDS.iter().map(|kind| Column { name: format!("{kind:?}"), kind: *kind }).collect()
}

fn sample(path: &Path, format: Format, rows: usize) {
    let row = |index: usize| {
        let (count, share) = (Cell::Integer(index as i64), Cell::Real(index as f64 / 7.0));
        vec![count, share, Cell::Flag(index.is_multiple_of(2)), Cell::Text(format!("word, {}", index % 5))]
    };
    let notes = [("kit".to_string(), "starter".to_string())];
    write_chunk(path, format, &columns(), &(0..rows).map(row).collect::<Vec<_>>(), &notes).unwrap();
}

/// Reads all there is, in every way there is.
fn read_all(path: &Path, out: &Path, format: Format) -> bool {
    let read = Table::open(path).and_then(|table| {
        let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
        table.read(&names)?;
        table.row(table.rows().saturating_sub(1))
    });
    let joined = join(&[path.to_path_buf(), path.to_path_buf()], out, format, &[]);
    read.is_ok() && joined.is_ok()
}

/// Numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % most.max(1)
    }
}

/// Some damage: bits that fell over, lengths blown up, pieces cut out, doubled or made zero.
fn damage(bytes: &mut Vec<u8>, dice: &mut Dice) {
    for _ in 0..=dice.below(3) {
        let at = dice.below(bytes.len());
        let length = (1 + dice.below(12)).min(bytes.len() - at);
        match dice.below(7) {
            0 => bytes[at] ^= 1 << dice.below(8),
            1 => bytes[at] = dice.below(256) as u8,
            // Large numbers, as lengths are written in pages, footers and at the end.
            2 => bytes.splice(at..at + length.min(5), [0xff, 0xff, 0xff, 0xff, 0x0f]).for_each(drop),
            3 => bytes[at..at + length].fill(0xff),
            4 => bytes.drain(at..at + length).for_each(drop),
            5 => {
                let twice = bytes[at..at + length].to_vec();
                bytes.splice(at..at, twice).for_each(drop);
            }
            _ => bytes[at..at + length].fill(0),
        }
        if bytes.is_empty() {
            bytes.push(b'P');
        }
    }
}

#[test]
fn damaged_tables_are_refused_or_read_but_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    for (format, name) in [(Format::Parquet, "rows.parquet"), (Format::Csv, "rows.csv")] {
        let (path, out) = (folder.path().join(name), folder.path().join(format!("out-{name}")));
        sample(&path, format, 60);
        assert!(read_all(&path, &out, format));
        let (bytes, mut dice, mut refused) = (std::fs::read(&path).unwrap(), Dice(1), 0);
        for _ in 0..1000 {
            let mut damaged = bytes.clone();
            damage(&mut damaged, &mut dice);
            std::fs::write(&path, &damaged).unwrap();
            refused += usize::from(!read_all(&path, &out, format));
        }
        assert!(refused > 100, "{format:?}: {refused}");
    }
}

#[test]
fn numbers_blown_up_anywhere_in_a_parquet_file_take_no_memory() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("rows.parquet"), folder.path().join("out.parquet"));
    sample(&path, Format::Parquet, 9);
    let bytes = std::fs::read(&path).unwrap();
    let tail = bytes.len() - 8;
    let footer = u32::from_le_bytes(bytes[tail..tail + 4].try_into().unwrap()) as usize;
    // The largest number that a length can be, and the largest of the lengths that are written doubled.
    for (place, large) in (4..tail).flat_map(|place| [(place, 0xff), (place, 0xfe)]) {
        let mut blown = bytes.clone();
        blown.splice(place..=place, [large, 0xff, 0xff, 0xff, 0x0f]).for_each(drop);
        // A footer that grew is found all the same.
        let length = if place >= tail - footer { footer + 4 } else { footer } as u32;
        blown[tail + 4..tail + 8].copy_from_slice(&length.to_le_bytes());
        std::fs::write(&path, &blown).unwrap();
        read_all(&path, &out, Format::Parquet);
    }
}

/// A file with one place changed, found by what stands there.
fn changed(folder: &Path, old: &[u8], new: &[u8]) -> PathBuf {
    let path = folder.join("rows.parquet");
    sample(&path, Format::Parquet, 60);
    let mut bytes = std::fs::read(&path).unwrap();
    let at = bytes.windows(old.len()).rposition(|window| window == old).unwrap();
    bytes[at..at + new.len()].copy_from_slice(new);
    std::fs::write(&path, bytes).unwrap();
    path
}

fn refusal(path: &Path, limits: &Limits) -> String {
    Shards::open_within(&[path.into()], limits).unwrap_err().to_string()
}

#[test]
fn a_table_beyond_the_limits_is_refused_with_the_limit_to_raise() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["rows.parquet", "rows.csv"] {
        let path = folder.path().join(name);
        sample(&path, Format::of(&path).unwrap(), 60);
        let mut limits = Limits::DEFAULT;
        limits.table_rows = 59;
        let told = refusal(&path, &limits);
        assert!(told.contains("too much: 60 rows of a table of a sweep, where 59 are allowed"), "{told}");
        assert!(told.contains("--limit table_rows=60"), "{told}");
        limits.table_rows = 60;
        assert!(Shards::open_within(std::slice::from_ref(&path), &limits).is_ok());
        limits.table_mb = 0;
        assert!(refusal(&path, &limits).contains("--limit table_mb=1"));
    }
}

#[test]
fn a_footer_that_tells_of_billions_of_rows_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    // The number of rows of the only group, which is the last there is: 60, doubled, behind the head of its field.
    let path = changed(folder.path(), &[0x16, 0x78], &[0x16, 0xfe]);
    let told = refusal(&path, &Limits::DEFAULT);
    assert!(told.contains("rows.parquet: "), "{told}");
}

#[test]
fn csv_that_has_no_end_of_line_or_no_end_of_columns_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let told = |text: String| {
        let path = folder.path().join("rows.csv");
        std::fs::write(&path, text).unwrap();
        refusal(&path, &Limits::DEFAULT)
    };
    let many: Vec<String> = (0..30_000).map(|column| column.to_string()).collect();
    assert!(told(many.join(",") + "\n").contains("has 30000 columns, and may have 20000"));
    assert!(told("a,".repeat(3_000_000) + "\n").contains("has a line of more than 4 megabytes"));
    let open = told(format!("a,b\n1,\"{}\n", "x,y\n".repeat(2_000_000)));
    assert!(open.contains("is a quote not closed?"), "{open}");
}
