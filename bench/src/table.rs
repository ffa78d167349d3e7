//! The table as text, and its place in the docs.

use crate::clock;
use crate::kits::root;
use crate::rows::Row;
use std::time::Duration;

const FILE: &str = "docs/speed.md";
/// The lines around the table in the docs.
const BEGIN: &str = "<!-- cargo xtask bench -->";
const END: &str = "<!-- end -->";
const HEAD: &str = "| what | ours | another | who | ratio |\n|---|---:|---:|---|---:|";

/// Measures the rows, prints and returns them.
pub(crate) fn lines(rows: &[Row]) -> Vec<String> {
    println!("{HEAD}");
    rows.iter().map(line).collect()
}

fn line(row: &Row) -> String {
    let [ours, other] = clock::least(&mut (row.works)());
    let ratio = other.as_secs_f64() / ours.as_secs_f64();
    let line =
        format!("| {} | {} | {} | {} | {} |", row.name, told(ours), told(other), row.other, times(ratio));
    println!("{line}");
    line
}

/// A time with three digits.
fn told(time: Duration) -> String {
    let micros = time.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{} µs", three(micros)),
        ..1e6 => format!("{} ms", three(micros / 1e3)),
        _ => format!("{} s", three(micros / 1e6)),
    }
}

/// How many times the other takes what we take.
fn times(ratio: f64) -> String {
    match ratio {
        ..0.1 => format!("{ratio:.4}"),
        ..10.0 => format!("{ratio:.2}"),
        _ => format!("{ratio:.0}"),
    }
}

fn three(number: f64) -> String {
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$}")
}

/// Puts the table into the docs.
pub(crate) fn write(lines: &[String]) -> Result<(), String> {
    let path = root().join(FILE);
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{FILE}: {error}"))?;
    let table = format!("{HEAD}\n{}", lines.join("\n"));
    let text = between(&text, &table).ok_or_else(|| format!("{FILE} has no lines {BEGIN} and {END}"))?;
    std::fs::write(&path, text).map_err(|error| format!("{FILE}: {error}"))
}

/// A text with another table between the two lines.
fn between(text: &str, table: &str) -> Option<String> {
    let (before, rest) = text.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n{table}\n{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rows::ROWS;

    #[test]
    fn the_docs_have_the_rows_of_the_list_and_no_others() {
        let text = std::fs::read_to_string(root().join(FILE)).expect("the docs are there");
        let table = text.split_once(BEGIN).and_then(|(_, rest)| rest.split_once(END)).expect("a table").0;
        let cells = |line: &str, cell: usize| line.split(" | ").nth(cell).map(ToString::to_string);
        let told: Vec<_> =
            table.trim().lines().skip(2).map(|line| (cells(line, 0), cells(line, 3))).collect();
        let listed: Vec<_> =
            ROWS.iter().map(|row| (Some(format!("| {}", row.name)), Some(row.other.into()))).collect();
        assert_eq!(told, listed, "`cargo xtask bench --write` writes them");
    }

    #[test]
    fn every_row_can_be_worked_on() {
        for row in ROWS {
            for work in &mut (row.works)() {
                assert!(work() > 0, "{}", row.name);
            }
        }
    }

    #[test]
    fn times_have_three_digits_and_large_ratios_none_behind_the_point() {
        let of = |nanos| told(Duration::from_nanos(nanos));
        assert_eq!(
            [of(9_512), of(76_000), of(4_700_000), of(146_000_000)],
            ["9.51 µs", "76.0 µs", "4.70 ms", "146 ms"]
        );
        assert_eq!(of(3_300_000_000), "3.30 s");
        assert_eq!([times(0.00234), times(0.954), times(12.6)], ["0.0023", "0.95", "13"]);
    }

    #[test]
    fn what_stands_around_the_table_stays() {
        let text = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        assert_eq!(between(&text, "new").as_deref(), Some(&*format!("a\n{BEGIN}\nnew\n{END}\nb\n")));
        assert_eq!(between("a", "new"), None);
    }
}
