//! Writes the same table as Parquet and as CSV, the way a sweep does: in chunks that are then put together.
//!
//!     cargo run -p snapmesh-sweep --example client_tables -- FOLDER [ROWS [ENDING]]
//!
//! `clients/table_check.py FOLDER` has them read by other programs. With many rows in a release build it is a
//! measurement, of one format where an ending is given; with `--read FILE` it reads a file in turn.

use snapmesh::Problems;
use snapmesh_sweep::files::{Format, Table, Values, join, write_chunk};
use snapmesh_sweep::{Cell, Column, Kind, Row};
use std::path::{Path, PathBuf};
use std::time::Instant;

const CHUNK: usize = 4_000;
const COLUMNS: usize = 60;

fn main() -> Result<(), String> {
    let mut args = std::env::args().skip(1);
    let first = args.next();
    let told = |problems: Problems| problems.to_string();
    if first.as_deref() == Some("--read") {
        return read(Path::new(&args.next().unwrap_or_default())).map_err(told);
    }
    let folder = PathBuf::from(first.unwrap_or_else(|| "target/clients".into()));
    let rows =
        args.next().map_or(Ok(10_000), |count| count.parse()).map_err(|error| format!("ROWS: {error}"))?;
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let only = args.next();
    for (ending, format) in
        Format::ALL.iter().filter(|(ending, _)| only.as_deref().is_none_or(|o| o == *ending))
    {
        write(&folder, ending, *format, rows).map_err(told)?;
    }
    Ok(())
}

fn write(folder: &Path, ending: &str, format: Format, rows: usize) -> Result<(), Problems> {
    let columns = columns();
    let notes = [("kit".to_string(), "Grüße \"1\"".to_string())];
    let (mut writing, mut chunks) = (0.0, Vec::new());
    for start in (0..rows).step_by(CHUNK) {
        let made: Vec<Row> = (start..rows.min(start + CHUNK)).map(row).collect();
        let clock = Instant::now();
        chunks.push(folder.join(format!("chunk-{start}.{ending}")));
        write_chunk(&chunks[chunks.len() - 1], format, &columns, &made, &notes)?;
        writing += clock.elapsed().as_secs_f64();
    }
    let (out, clock) = (folder.join(format!("rows.{ending}")), Instant::now());
    join(&chunks, &out, format, &notes)?;
    let joining = clock.elapsed().as_secs_f64();
    for chunk in &chunks {
        drop(std::fs::remove_file(chunk));
    }
    let size = std::fs::metadata(&out).map_or(0, |found| found.len());
    println!("{}: {rows} rows, {size} bytes; chunks {writing:.2} s, joining {joining:.2} s", out.display());
    Ok(())
}

fn read(path: &Path) -> Result<(), Problems> {
    let clock = Instant::now();
    let table = Table::open(path)?;
    println!(
        "{}: {} rows, {} columns, notes {:?}",
        path.display(),
        table.rows(),
        table.columns().len(),
        table.notes()
    );
    println!("opened in {:.3} s", clock.elapsed().as_secs_f64());
    let clock = Instant::now();
    let names: Vec<&str> = table.columns().iter().take(4).map(|column| column.name.as_str()).collect();
    for (name, values) in names.iter().zip(table.read(&names)?) {
        match values {
            Values::Numbers(numbers) => println!("{name}: {} values", numbers.iter().flatten().count()),
            Values::Words { picks, words } => println!("{name}: {} of {} words", picks.len(), words.len()),
        }
    }
    println!("four columns in {:.3} s", clock.elapsed().as_secs_f64());
    let clock = Instant::now();
    let wrong =
        (0..table.rows()).step_by(table.rows().div_ceil(50)).filter(|&i| table.row(i) != Ok(row(i))).count();
    println!("fifty rows in {:.3} s, {wrong} of them wrong", clock.elapsed().as_secs_f64());
    Ok(())
}

fn columns() -> Vec<Column> {
    let kind =
        |at: usize| [Kind::Integer, Kind::Real, Kind::Text, Kind::Flag, Kind::Real, Kind::Integer][at % 6];
    let named = |at| Column { name: format!("{:?}_{at}", kind(at)).to_lowercase(), kind: kind(at) };
    (0..COLUMNS).map(named).collect()
}

/// A row as a sweep has them: seeds, counts, measures, settings, reasons, and what was not measured.
fn row(index: usize) -> Row {
    let cell = |at: usize| {
        let mixed = mix((index * COLUMNS + at) as u64);
        match at {
            0 => Cell::Integer(mixed as i64),
            2 => Cell::Text(format!("{mixed:016x}")),
            6 => Cell::Integer(index as i64),
            _ if at > 30 && mixed.is_multiple_of(5) => Cell::Empty,
            _ => match at % 6 {
                0 => Cell::Integer((mixed % 700) as i64),
                1 => Cell::Real((mixed >> 11) as f64 / 1e9),
                2 => Cell::Text(
                    ["full", "no more \"doors\"", "stuck,\nat once", "größer"][mixed as usize % 4].into(),
                ),
                3 => Cell::Flag(mixed.is_multiple_of(3)),
                4 => Cell::Real((mixed % 1000) as f64 / 1000.0),
                _ => Cell::Integer(-((mixed % 12) as i64)),
            },
        }
    };
    (0..COLUMNS).map(cell).collect()
}

/// SplitMix64: a hash, so that a row is known from its number alone.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
