//! What is written is what is read, in both formats, whole or in chunks.

#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use proptest::prelude::*;
use snapmesh_sweep::files::{Format, Table, Values, join, write_chunk};
use snapmesh_sweep::{Cell, Column, Kind, Row};
use std::path::{Path, PathBuf};

const FORMATS: [Format; 2] = [Format::Csv, Format::Parquet];
const KINDS: [Kind; 4] = [Kind::Integer, Kind::Real, Kind::Flag, Kind::Text];

fn ending(format: Format) -> &'static str {
    Format::ALL.iter().find(|(_, known)| *known == format).unwrap().0
}

fn columns(kinds: &[Kind]) -> Vec<Column> {
    let named = |(at, kind): (usize, &Kind)| Column { name: format!("{kind:?} no. {at}"), kind: *kind };
    kinds.iter().enumerate().map(named).collect()
}

fn cell(kind: Kind) -> BoxedStrategy<Cell> {
    let edges = prop_oneof![Just(i64::MIN), Just(i64::MAX), Just(0), any::<i64>()];
    let hard = vec![5e-324, -0.0, 0.1, 1e300, -1e-300, f64::MAX, f64::INFINITY, f64::NEG_INFINITY, 1e16, 3.0];
    let real =
        prop_oneof![any::<f64>().prop_filter("never NaN", |v| !v.is_nan()), prop::sample::select(hard)];
    let text = prop_oneof![any::<String>(), "[ \"',;\r\n\tü€😀#]{1,9}", Just("PAR1".to_string())];
    let value = match kind {
        Kind::Integer => edges.prop_map(Cell::Integer).boxed(),
        Kind::Real => real.prop_map(Cell::Real).boxed(),
        Kind::Flag => any::<bool>().prop_map(Cell::Flag).boxed(),
        Kind::Text => text.prop_map(Cell::Text).boxed(),
    };
    prop_oneof![1 => Just(Cell::Empty), 4 => value].boxed()
}

fn table() -> impl Strategy<Value = (Vec<Column>, Vec<Row>)> {
    prop::collection::vec(prop::sample::select(&KINDS[..]), 1..7).prop_flat_map(|kinds| {
        let cells: Vec<_> = kinds.iter().map(|kind| cell(*kind)).collect();
        (Just(columns(&kinds)), prop::collection::vec(cells, 1..40))
    })
}

/// A table as CSV can tell it: what a column of words holds is known once a word is in it, and an empty text is none.
fn told_by_csv(columns: &mut [Column], rows: &mut [Row]) {
    for (at, column) in columns.iter_mut().enumerate() {
        if column.kind == Kind::Text {
            rows[0][at] = Cell::Text("a word".into());
        }
        for row in &mut *rows {
            if row[at] == Cell::Text(String::new()) {
                row[at] = Cell::Empty;
            }
        }
        if rows.iter().all(|row| row[at] == Cell::Empty) {
            column.kind = Kind::Text;
        }
    }
}

fn all_rows(path: &Path) -> (Vec<Column>, Vec<Row>) {
    let table = Table::open(path).unwrap();
    (table.columns().to_vec(), (0..table.rows()).map(|index| table.row(index).unwrap()).collect())
}

/// Rows that differ in the sign of a zero differ.
fn bits(rows: &[Row]) -> Vec<String> {
    rows.iter().map(|row| format!("{row:?}")).collect()
}

fn write_chunks(
    folder: &Path,
    format: Format,
    columns: &[Column],
    rows: &[Row],
    each: usize,
) -> Vec<PathBuf> {
    let chunks = rows.chunks(each).enumerate().map(|(index, rows)| {
        let path = folder.join(format!("{index}.{}", ending(format)));
        write_chunk(&path, format, columns, rows, &[]).unwrap();
        path
    });
    chunks.collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn rows_are_read_as_they_were_written((mut columns, mut rows) in table()) {
        let folder = tempfile::tempdir().unwrap();
        for format in [Format::Parquet, Format::Csv] {
            if format == Format::Csv {
                told_by_csv(&mut columns, &mut rows);
            }
            let path = folder.path().join(format!("rows.{}", ending(format)));
            write_chunk(&path, format, &columns, &rows, &[]).unwrap();
            let (found, read) = all_rows(&path);
            prop_assert_eq!(&found, &columns);
            prop_assert_eq!(bits(&read), bits(&rows));
        }
    }

    #[test]
    fn columns_hold_what_rows_hold((columns, rows) in table()) {
        let folder = tempfile::tempdir().unwrap();
        for format in FORMATS {
            let chunks = write_chunks(folder.path(), format, &columns, &rows, 7);
            let path = folder.path().join(format!("rows.{}", ending(format)));
            join(&chunks, &path, format, &[]).unwrap();
            let table = Table::open(&path).unwrap();
            let names: Vec<&str> = table.columns().iter().rev().map(|column| column.name.as_str()).collect();
            let read = table.read(&names).unwrap();
            for index in 0..rows.len() {
                for (cell, values) in table.row(index).unwrap().iter().rev().zip(&read) {
                    prop_assert_eq!(cell, &picked(values, index, cell));
                }
            }
        }
    }

    #[test]
    fn chunks_put_together_are_the_table((columns, rows) in table(), each in 1_usize..12) {
        let folder = tempfile::tempdir().unwrap();
        for format in FORMATS {
            let chunks = write_chunks(folder.path(), format, &columns, &rows, each);
            let [whole, joined, again] = ["whole", "joined", "again"]
                .map(|name| folder.path().join(format!("{name}.{}", ending(format))));
            write_chunk(&whole, format, &columns, &rows, &[]).unwrap();
            join(&chunks, &joined, format, &[]).unwrap();
            prop_assert_eq!(all_rows(&joined).0, all_rows(&whole).0);
            prop_assert_eq!(bits(&all_rows(&joined).1), bits(&all_rows(&whole).1));
            if format == Format::Csv {
                prop_assert_eq!(std::fs::read(&joined).unwrap(), std::fs::read(&whole).unwrap());
            }
            // Parts that are joined themselves, as machines hand them in.
            let (left, right) = chunks.split_at(chunks.len() / 2);
            let half = folder.path().join(format!("half.{}", ending(format)));
            join(right, &half, format, &[]).unwrap();
            join(&[left, &[half]].concat(), &again, format, &[]).unwrap();
            prop_assert_eq!(std::fs::read(&again).unwrap(), std::fs::read(&joined).unwrap());
        }
    }

    #[test]
    fn the_same_rows_are_the_same_bytes((columns, rows) in table()) {
        let folder = tempfile::tempdir().unwrap();
        let notes = [("kit".to_string(), "größe".to_string())];
        for format in FORMATS {
            let written = ["a", "b"].map(|name| {
                let path = folder.path().join(format!("{name}.{}", ending(format)));
                write_chunk(&path, format, &columns, &rows, &notes).unwrap();
                std::fs::read(path).unwrap()
            });
            prop_assert_eq!(&written[0], &written[1]);
        }
    }
}

/// The value of a row in a column that was read whole, as a cell of the kind of another.
fn picked(values: &Values, index: usize, like: &Cell) -> Cell {
    match (values, like) {
        (Values::Words { picks, words }, _) => {
            picks[index].map_or(Cell::Empty, |pick| Cell::Text(words[pick as usize].clone()))
        }
        (Values::Numbers(numbers), like) => match (numbers[index], like) {
            (None, _) => Cell::Empty,
            // Beyond 2^53 the column is rounded, and the row is not.
            (Some(number), Cell::Integer(exact)) if number == *exact as f64 => Cell::Integer(*exact),
            (Some(number), Cell::Flag(_)) => Cell::Flag(number == 1.0),
            (Some(number), _) => Cell::Real(number),
        },
    }
}

fn sample(folder: &Path, format: Format, rows: usize) -> PathBuf {
    let path = folder.join(format!("rows.{}", ending(format)));
    let row = |index: usize| {
        let (count, share) = (Cell::Integer(index as i64), Cell::Real(index as f64 / 7.0));
        vec![count, share, Cell::Flag(index.is_multiple_of(2)), Cell::Text(format!("word {}", index % 3))]
    };
    let notes = [("kit".to_string(), "starter".to_string())];
    write_chunk(&path, format, &columns(&KINDS), &(0..rows).map(row).collect::<Vec<_>>(), &notes).unwrap();
    path
}

fn refusal(path: &Path) -> String {
    Table::open(path).unwrap_err()[0].to_string().replace(&path.display().to_string(), "FILE")
}

#[test]
fn csv_is_written_as_people_would_write_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows.csv");
    let rows = [
        vec![Cell::Integer(i64::MIN), Cell::Real(1e-7), Cell::Flag(true), Cell::Text("a \"b\", c".into())],
        vec![Cell::Empty, Cell::Real(2.0), Cell::Empty, Cell::Text("two\nlines".into())],
        vec![Cell::Integer(3), Cell::Real(f64::NAN), Cell::Flag(false), Cell::Empty],
    ];
    write_chunk(&path, Format::Csv, &columns(&KINDS), &rows, &[]).unwrap();
    let text = "Integer no. 0,Real no. 1,Flag no. 2,Text no. 3\n\
                -9223372036854775808,1e-7,true,\"a \"\"b\"\", c\"\n\
                ,2.0,,\"two\nlines\"\n\
                3,,false,\n";
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn notes_come_back_from_parquet_and_those_of_a_join_are_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path(), Format::Parquet, 3);
    assert_eq!(Table::open(&path).unwrap().notes(), [("kit".to_string(), "starter".to_string())]);
    let (out, notes) = (folder.path().join("all.parquet"), [("shard".to_string(), "1/2".to_string())]);
    join(&[path], &out, Format::Parquet, &notes).unwrap();
    assert_eq!(Table::open(&out).unwrap().notes(), notes);
    assert_eq!(Table::open(&sample(folder.path(), Format::Csv, 3)).unwrap().notes(), []);
}

#[test]
fn a_file_cut_short_is_refused_wherever_it_is_cut() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let path = sample(folder.path(), format, 5);
        let bytes = std::fs::read(&path).unwrap();
        for length in 0..bytes.len() {
            // A text that ends with a line is a whole text: nothing in it says that there were more.
            if format == Format::Csv && bytes[..length].ends_with(b"\n") {
                continue;
            }
            std::fs::write(&path, &bytes[..length]).unwrap();
            assert!(Table::open(&path).is_err(), "{format:?} cut to {length} of {}", bytes.len());
            let out = folder.path().join("out");
            let joined = join(std::slice::from_ref(&path), &out, format, &[]);
            assert!(joined.is_err() && !out.exists(), "{format:?} cut to {length} of {}", bytes.len());
        }
    }
}

#[test]
fn a_parquet_file_with_a_broken_byte_is_refused_or_read_but_never_a_panic() {
    let folder = tempfile::tempdir().unwrap();
    let path = sample(folder.path(), Format::Parquet, 50);
    let bytes = std::fs::read(&path).unwrap();
    for place in 0..bytes.len() {
        for broken in [0x00, 0xFF, bytes[place] ^ 0x01, bytes[place] ^ 0x80] {
            let mut bytes = bytes.clone();
            bytes[place] = broken;
            std::fs::write(&path, &bytes).unwrap();
            let Ok(table) = Table::open(&path) else { continue };
            let names: Vec<&str> = table.columns().iter().map(|column| column.name.as_str()).collect();
            drop((table.read(&names), table.row(table.rows().saturating_sub(1))));
        }
    }
}

#[test]
fn what_is_no_table_is_refused_with_the_place_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &[u8]| {
        std::fs::write(folder.path().join(name), text).unwrap();
        refusal(&folder.path().join(name))
    };
    let ragged = write("ragged.csv", b"a,b\n1,2\n\"3\n\",4\n5\n");
    assert!(ragged.starts_with("error: FILE:5:1: has 1 values, but 2 columns are named"), "{ragged}");
    assert!(ragged.contains("help: the file may have been cut short"), "{ragged}");
    assert!(write("cut.csv", b"a,b\n1,2\n3,4").contains("ends in the middle of a line"));
    assert!(write("empty.csv", b"").contains("is empty"));
    assert!(write("empty.parquet", b"").contains("is empty"));
    assert!(write("twice.csv", b"a,a\n1,2\n").contains("has two columns named `a`"));
    let bytes = write("bytes.csv", b"a,b\n1,2\n3,\xff\n");
    assert!(bytes.starts_with("error: FILE:3:1: value 2 is not text in UTF-8"), "{bytes}");
    assert!(write("other.parquet", b"a,b\n1,2\n").contains("is not a Parquet file"));
    assert!(write("rows.txt", b"a\n1\n").contains("out of .csv, .parquet"));
    assert!(refusal(&folder.path().join("none.csv")).contains("cannot be read: entity not found"));
    std::fs::create_dir(folder.path().join("folder.csv")).unwrap();
    assert!(refusal(&folder.path().join("folder.csv")).contains("is a folder"));
}

#[test]
fn a_column_or_row_that_is_not_there_is_named() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let table = Table::open(&sample(folder.path(), format, 5)).unwrap();
        let problems = table.read(&["Flag no. 2", "Real no 1"]).unwrap_err();
        assert!(problems[0].message.contains("has no column `Real no 1`"));
        assert_eq!(problems[0].help.as_deref(), Some("did you mean `Real no. 1`?"));
        assert!(table.row(5).unwrap_err()[0].message.contains("has 5 rows, counted from 0"));
    }
}

#[test]
fn files_of_other_columns_are_not_put_together_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let [a, b, c, out] = ["a", "b", "c", "out"].map(|name| folder.path().join(name));
        let mut columns = columns(&KINDS);
        write_chunk(&a, format, &columns, &[], &[]).unwrap();
        columns[2].name = "other".into();
        write_chunk(&b, format, &columns, &[], &[]).unwrap();
        write_chunk(&c, format, &columns[..2], &[], &[]).unwrap();
        let wrong = join(&[a.clone(), b.clone()], &out, format, &[]).unwrap_err();
        assert_eq!(wrong[0].location.file(), b.display().to_string());
        assert!(wrong[0].message.contains("column 3 is `other` "), "{}", wrong[0]);
        assert!(wrong[0].message.contains("it is `Flag no. 2` "), "{}", wrong[0]);
        let wrong = join(&[a, c], &out, format, &[]).unwrap_err();
        assert!(wrong[0].message.contains("column 3 is missing"), "{}", wrong[0]);
        assert!(join(&[], &out, format, &[]).is_err());
        assert!(!out.exists());
    }
}

#[test]
fn a_part_without_rows_adds_none() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let full = sample(folder.path(), format, 5);
        let (none, out) = (folder.path().join("none"), folder.path().join(format!("out.{}", ending(format))));
        write_chunk(&none, format, &columns(&KINDS), &[], &[]).unwrap();
        join(&[none.clone(), full.clone(), none], &out, format, &[]).unwrap();
        assert_eq!(all_rows(&out), all_rows(&full));
    }
}

#[test]
fn a_row_far_into_a_csv_is_found() {
    let folder = tempfile::tempdir().unwrap();
    let table = Table::open(&sample(folder.path(), Format::Csv, 2500)).unwrap();
    for index in [0, 999, 1000, 1001, 2499] {
        assert_eq!(table.row(index).unwrap()[0], Cell::Integer(index as i64));
    }
}

#[test]
fn a_csv_as_spreadsheets_write_it_is_read_and_put_together() {
    let folder = tempfile::tempdir().unwrap();
    let (path, out) = (folder.path().join("excel.csv"), folder.path().join("out.csv"));
    std::fs::write(&path, b"\xEF\xBB\xBFseed,name\r\n1,Hall\r\n2,\r\n").unwrap();
    let rows = vec![vec![Cell::Integer(1), Cell::Text("Hall".into())], vec![Cell::Integer(2), Cell::Empty]];
    assert_eq!(all_rows(&path).1, rows);
    assert_eq!(all_rows(&path).0[0].name, "seed");
    join(&[path.clone(), path], &out, Format::Csv, &[]).unwrap();
    assert_eq!(all_rows(&out).1, [rows.clone(), rows].concat());
}
