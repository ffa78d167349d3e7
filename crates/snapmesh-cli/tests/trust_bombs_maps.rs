//! Maps and tables that ask for much. Each is handled or refused with a number.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::hostile::{Model, calm, kit, many, sign, tame};
use common::{Folder, snapmesh};

/// A map of the kit, with its last piece so many times more.
fn long_map(folder: &Folder, times: usize) -> String {
    let map = folder.path("map.json");
    assert_eq!(
        tame(&["generate", &folder.root(), "-o", &folder.text("map.json"), "--no-validate"]).code,
        Some(0)
    );
    let text = std::fs::read_to_string(&map).unwrap();
    let (before, after) = text.split_once("\n  ],").unwrap();
    let last = before.lines().last().unwrap().to_string();
    let more = format!(",\n{last}").repeat(times);
    std::fs::write(&map, format!("{before}{more}\n  ],{after}")).unwrap();
    sign(&map, &folder.root());
    folder.text("map.json")
}

#[test]
fn a_map_of_a_million_pieces() {
    let folder = kit("[selection]\nmax_pieces = 2\n");
    folder.write("Room.glb", Model::walkable().glb());
    let map = long_map(&folder, 1_000_000);
    let outputs = ["glb", "svg", "png", "obj"].map(|ending| folder.text(&format!("view.{ending}")));
    tame(&["validate", &map]);
    calm(&["explain", &map, "--quiet"]);
    for output in &outputs {
        tame(&["render", &map, "-o", output]);
    }
}

#[test]
fn maps_with_places_that_are_far_or_none() {
    let folder = kit("[selection]\nmax_pieces = 2\n");
    folder.write("Room.glb", Model::walkable().glb());
    let (map, root) = (folder.text("map.json"), folder.root());
    let outputs = ["glb", "svg", "png", "obj", "json"].map(|ending| folder.text(&format!("view.{ending}")));
    for far in [
        "1e300",
        "-1e300",
        "1e39",
        "3e38",
        "1e30",
        "1e16",
        "1e9",
        "1e999",
        "NaN",
        "-Infinity",
        "\"NaN\"",
        "null",
    ] {
        long_map(&folder, 0);
        let text = std::fs::read_to_string(&map).unwrap();
        let at = text.rfind("\"position\":[").unwrap() + 12;
        folder.write("map.json", format!("{}{far}{}", &text[..at], &text[at + 3..]));
        sign(&folder.path("map.json"), &root);
        calm(&["validate", &map]);
        calm(&["validate", &map, "--json"]);
        calm(&["explain", &map, "--quiet"]);
        for output in &outputs {
            let _ = std::fs::remove_file(output);
            let told = calm(&["render", &map, "-o", output]);
            let written = std::fs::read(output).unwrap_or_default();
            assert_eq!(told.code == Some(0), !written.is_empty(), "{far}: {}", told.shortly());
            let text = String::from_utf8_lossy(&written);
            let bad = ["NaN", "nan", "inf", "[null", ",null"].iter().find(|bad| text.contains(**bad));
            assert_eq!(bad, None, "{far} in {output}");
        }
    }
}

#[test]
fn maps_as_deep_and_as_long_as_one_likes() {
    let folder = kit("");
    let (map, root) = (folder.text("map.json"), folder.root());
    assert_eq!(tame(&["generate", &root, "-o", &map]).code, Some(0));
    let text = std::fs::read_to_string(&map).unwrap();
    for more in [
        format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)),
        "[".repeat(5_000_000),
        format!("{}1{}", "{\"a\":".repeat(200_000), "}".repeat(200_000)),
        format!("[{}0]", "[],".repeat(15_000_000)),
        format!("\"{}\"", "x".repeat(100_000_000)),
    ] {
        folder.write("map.json", text.replacen('{', &format!("{{\"more\": {more},"), 1));
        tame(&["validate", &map, "--quiet"]);
        tame(&["explain", &map, "--quiet"]);
    }
}

#[test]
fn tables_of_long_lines_and_many_columns() {
    let folder = kit("");
    let table = folder.text("rows.csv");
    let page = folder.text("page.html");
    assert_eq!(tame(&["sweep", &folder.root(), "--seeds", "2", "--no-validate", "-o", &table]).code, Some(0));
    let text = std::fs::read_to_string(&table).unwrap();
    let (header, rows) = text.split_once('\n').unwrap();
    let columns = many(1_000_000, |i| format!(",use.p{i}"));
    let zeros = ",0".repeat(1_000_000);
    let wide = rows.lines().fold(format!("{header}{columns}\n"), |wide, row| wide + row + &zeros + "\n");
    for bomb in [
        format!("{}\n", "x".repeat(100_000_000)),
        format!("{}\n", ",".repeat(100_000_000)),
        format!("{header}\n{}", "1".repeat(100_000_000)),
        format!("{header}\n\"{}", ",\n".repeat(50_000_000)),
        format!("{text}{}", rows.lines().last().unwrap().replacen("1,", &"1".repeat(50_000_000), 1)),
        wide,
        format!("{columns}\n"),
    ] {
        folder.write("rows.csv", &bomb);
        drop(bomb);
        calm(&["report", &table, "-o", &page]);
    }
}

/// A starter kit with a map and a table of it.
fn made() -> Folder {
    let folder = Folder::new();
    let (root, map, table) = (folder.text("kit"), folder.text("map.json"), folder.text("rows.csv"));
    assert_eq!(snapmesh(["new", &root, "--quiet"]).code, 0);
    assert_eq!(snapmesh(["generate", &root, "-o", &map, "--set", "selection.max_pieces=3"]).code, 0);
    assert_eq!(snapmesh(["sweep", &root, "-o", &table, "--seeds", "2", "--no-validate"]).code, 0);
    folder
}

#[test]
fn maps_whose_settings_have_no_end() {
    let folder = made();
    let (root, map, trace) = (folder.text("kit"), folder.text("map.json"), folder.text("t.jsonl"));
    let whole = std::fs::read_to_string(&map).unwrap();
    let tight = "\"inside\":{\"min\":[-30,-9,-30],\"max\":[30,9,30]}";
    for (old, new) in [
        ("\"max_pieces\":3", "\"max_pieces\":1000000000".to_string()),
        ("\"max_pieces\":3", "\"max_pieces\":100000000".to_string()),
        ("\"max_pieces\":3", "\"max_pieces\":9000000000000000000".to_string()),
        ("\"method\":\"arena\"", "\"method\":\"star\",\"arm_length\":1000000000".to_string()),
        (
            "\"max_pieces\":3}",
            format!(
                "\"max_pieces\":900}},\"growth\":{{\"when_blocked\":\"undo\",\"budget\":1000000000,{tight}}},\"x\":{{}}"
            ),
        ),
        ("\"points\":250", "\"points\":1000000000".to_string()),
        ("\"cell_size\":0.13333333333333333", "\"cell_size\":0.001".to_string()),
        ("\"cell_size\":0.13333333333333333", "\"cell_size\":0.02".to_string()),
        ("\"max_climb\":0.3", "\"max_climb\":1e300".to_string()),
    ] {
        assert!(whole.contains(old), "{old} in {whole}");
        folder.write("map.json", whole.replace(old, &new));
        sign(&folder.path("map.json"), &root);
        for verb in [
            &["explain"][..],
            &["explain", "--trace", &trace, "--quiet"],
            &["validate"],
            &["render", "--nav", "-o", &folder.text("view.svg")],
        ] {
            calm(&[&verb[..1], &[&map, "--kit", &root], &verb[1..]].concat());
        }
    }
}

#[test]
fn tables_whose_settings_have_no_end() {
    let folder = made();
    let (root, table) = (folder.text("kit"), folder.text("rows.csv"));
    let whole = std::fs::read_to_string(&table).unwrap();
    let old = ",arena,0,30,undo,";
    assert!(whole.contains(old), "{whole}");
    for new in [
        ",arena,0,1000000000,undo,",
        ",corridor,0,1000000000,skip,",
        ",arena,0,100000000,stop,",
        ",arena,0,99999999999999,undo,",
    ] {
        folder.write("rows.csv", whole.replace(old, new));
        calm(&["report", &table, "--kit", &root, "-o", &folder.text("page.html")]);
    }
}

/// Pages of columns say how long they are, before and after they were packed, and how many values they have; a
/// reader that believes it makes room. All of these are numbers after a byte 0x15.
#[test]
fn a_table_whose_pages_claim_gigabytes() {
    let folder = kit("");
    let (table, page) = (folder.text("rows.parquet"), folder.text("page.html"));
    assert_eq!(tame(&["sweep", &folder.root(), "--seeds", "2", "--no-validate", "-o", &table]).code, Some(0));
    let whole = std::fs::read(&table).unwrap();
    let claims =
        [[0xfe, 0xff, 0xff, 0xff, 0x0f], [0x80, 0x80, 0x80, 0x80, 0x08], [0x80, 0x94, 0xeb, 0xdc, 0x03]];
    let starts: Vec<usize> = (4..whole.len() - 20).filter(|&at| whole[at] == 0x15).collect();
    assert!(starts.len() > 100, "the pages begin otherwise: {:02x?}", &whole[..40]);
    // All numbers of the first pages, and some of those of the others.
    let some = starts[..20].iter().chain(starts[20..].iter().step_by(starts.len() / 60 + 1));
    for (i, &at) in some.enumerate() {
        let length = 1 + whole[at + 1..].iter().position(|byte| byte & 0x80 == 0).unwrap();
        folder.write("rows.parquet", [&whole[..=at], &claims[i % 3], &whole[at + 1 + length..]].concat());
        calm(&["report", &table, "-o", &page]);
    }
}
