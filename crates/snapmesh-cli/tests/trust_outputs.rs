//! Outputs that are links, which a kit's author may have laid out as traps.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::hostile::{PATIENCE, Told, guarded};
use common::{Folder, room};
use std::os::unix::fs::symlink;

const OLD: &str = "what was there before";

/// A folder with `kit`, `elsewhere` with a victim and a folder of victims, and a map and a table of the kit.
fn scene() -> Folder {
    let folder = Folder::new();
    for name in ["kit", "elsewhere", "elsewhere/deep", "mine"] {
        std::fs::create_dir(folder.path(name)).unwrap();
    }
    folder
        .write("kit/kit.toml", "[selection]\nmax_pieces = 3\n")
        .write("kit/Room.glb", room(1, "white"))
        .write("elsewhere/victim", OLD)
        .write("elsewhere/deep/victim.csv", OLD)
        .write("elsewhere/deep/0123456789ab-00000001.csv", OLD);
    let (kit, map, table) = (folder.text("kit"), folder.text("mine/map.json"), folder.text("mine/rows.csv"));
    assert_eq!(run(&["generate", &kit, "-o", &map]).code, Some(0));
    assert_eq!(run(&["sweep", &kit, "-o", &table, "--seeds", "2", "--no-validate"]).code, Some(0));
    folder
}

fn run(args: &[&str]) -> Told {
    let told = guarded(args, PATIENCE);
    told.tame(&args.join(" "));
    told
}

/// All that lies elsewhere, with what is in it.
fn elsewhere(folder: &Folder) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for place in ["elsewhere", "elsewhere/deep"] {
        for entry in std::fs::read_dir(folder.path(place)).unwrap() {
            let path = entry.unwrap().path();
            let content = if path.is_dir() { String::new() } else { std::fs::read_to_string(&path).unwrap() };
            all.push((path.display().to_string(), content));
        }
    }
    all.sort();
    all
}

/// The verbs that write, each into this file of the kit's folder.
fn into(folder: &Folder, name: &str) -> Vec<Vec<String>> {
    let (kit, map, table) = (folder.text("kit"), folder.text("mine/map.json"), folder.text("mine/rows.csv"));
    let out = folder.text(&format!("kit/{name}"));
    let all: Vec<Vec<&str>> = match name.rsplit('.').next().unwrap() {
        "csv" | "parquet" => vec![
            vec!["sweep", &kit, "--seeds", "2", "--no-validate", "-o", &out],
            vec!["sweep", &kit, "--seeds", "2", "--no-validate", "--fresh", "-o", &out],
        ],
        "html" => vec![vec!["report", &table, "--kit", &kit, "-o", &out]],
        "jsonl" => vec![
            vec!["generate", &kit, "--trace", &out],
            vec!["explain", &map, "--kit", &kit, "--trace", &out],
        ],
        _ => vec![
            vec!["generate", &kit, "-o", &out],
            vec!["search", &kit, "--tries", "2", "-o", &out],
            vec!["render", &map, "--kit", &kit, "-o", &out],
        ],
    };
    all.into_iter().map(|args| args.into_iter().map(String::from).collect()).collect()
}

/// Every verb that could write there is refused, and nothing elsewhere is touched; allowed, they go on.
fn is_a_trap(folder: &Folder, name: &str) {
    let before = elsewhere(folder);
    for args in into(folder, name) {
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let told = run(&args);
        assert_eq!(elsewhere(folder), before, "{args:?}");
        assert_eq!(told.code, Some(2), "{args:?}: {}", told.shortly());
        assert!(told.stderr.contains("--allow-outside"), "{args:?}: {}", told.shortly());
        assert!(told.stderr.contains(name.split('/').next().unwrap()), "{args:?}: {}", told.shortly());
    }
}

#[test]
fn an_output_in_the_kit_that_is_a_link_out_of_it_is_refused() {
    for name in [
        "map.json",
        "map.glb",
        "map.svg",
        "map.png",
        "map.obj",
        "t.jsonl",
        "rows.csv",
        "rows.parquet",
        "p.html",
    ] {
        for target in ["../elsewhere/victim", "../elsewhere/new", "../mine/../elsewhere/victim", "hop"] {
            let folder = scene();
            symlink("../elsewhere/victim", folder.path("kit/hop")).unwrap();
            symlink(target, folder.path(&format!("kit/{name}"))).unwrap();
            is_a_trap(&folder, name);
        }
    }
}

#[test]
fn an_output_through_a_linked_folder_of_the_kit_is_refused() {
    let folder = scene();
    symlink("../elsewhere", folder.path("kit/out")).unwrap();
    for name in ["out/map.json", "out/deep/map.glb", "out/rows.csv", "out/t.jsonl", "out/page.html"] {
        is_a_trap(&folder, name);
    }
}

#[test]
fn the_chunks_of_a_sweep_are_not_laid_into_or_cleared_from_a_folder_elsewhere() {
    let folder = scene();
    symlink("../elsewhere/deep", folder.path("kit/rows.csv.part")).unwrap();
    let before = elsewhere(&folder);
    for more in [&[][..], &["--allow-outside"]] {
        for args in into(&folder, "rows.csv") {
            let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
            let told = run(&args);
            assert_eq!(elsewhere(&folder), before, "{args:?}");
            assert_eq!(told.code, Some(2), "{args:?}: {}", told.shortly());
            assert!(told.stderr.contains("rows.csv.part: is a link"), "{args:?}: {}", told.shortly());
        }
    }
}

#[test]
fn what_lies_in_the_folder_of_chunks_is_no_way_out_either() {
    for name in ["lock", ".lock", "plan", "sweep.json", "sweep", "0123456789ab-00000000.csv"] {
        for target in ["../../elsewhere/victim", "../../elsewhere/new"] {
            let folder = scene();
            std::fs::create_dir(folder.path("kit/rows.csv.part")).unwrap();
            symlink(target, folder.path(&format!("kit/rows.csv.part/{name}"))).unwrap();
            let before = elsewhere(&folder);
            for args in into(&folder, "rows.csv") {
                let told = run(&args.iter().map(String::as_str).collect::<Vec<_>>());
                assert_eq!(elsewhere(&folder), before, "{name} {args:?}: {}", told.shortly());
            }
        }
    }
}

#[test]
fn a_page_beside_a_table_of_the_kit_is_not_written_through_a_link() {
    let folder = scene();
    std::fs::copy(folder.path("mine/rows.csv"), folder.path("kit/rows.csv")).unwrap();
    symlink("../elsewhere/victim", folder.path("kit/rows.html")).unwrap();
    let before = elsewhere(&folder);
    let told = run(&["report", &folder.text("kit/rows.csv")]);
    assert_eq!((told.code, elsewhere(&folder)), (Some(2), before), "{}", told.shortly());
}

#[test]
fn the_best_of_a_search_are_not_written_through_links() {
    let folder = scene();
    symlink("../elsewhere/victim", folder.path("kit/map-2.json")).unwrap();
    let before = elsewhere(&folder);
    let (kit, out) = (folder.text("kit"), folder.text("kit/map.json"));
    let told = run(&["search", &kit, "--best", "3", "--by", "pieces", "--tries", "5", "-o", &out]);
    assert_eq!((told.code, elsewhere(&folder)), (Some(2), before), "{}", told.shortly());
}

#[test]
fn whoever_runs_the_command_may_allow_it() {
    for name in ["map.json", "map.glb", "t.jsonl", "rows.csv", "p.html"] {
        let folder = scene();
        symlink("../elsewhere/new", folder.path(&format!("kit/{name}"))).unwrap();
        for mut args in into(&folder, name) {
            args.push("--allow-outside".into());
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let told = run(&args);
            assert_eq!(told.code, Some(0), "{args:?}: {}", told.shortly());
        }
    }
}

#[test]
fn links_within_the_kit_and_links_of_ones_own_are_written_to_as_ever() {
    let folder = scene();
    symlink("real.json", folder.path("kit/map.json")).unwrap();
    symlink("../elsewhere/mine.json", folder.path("mine/link.json")).unwrap();
    symlink("../elsewhere", folder.path("mine/folder")).unwrap();
    let kit = folder.text("kit");
    for out in ["kit/map.json", "mine/link.json", "mine/folder/map.json"] {
        let told = run(&["generate", &kit, "-o", &folder.text(out)]);
        assert_eq!(told.code, Some(0), "{out}: {}", told.shortly());
        assert!(std::fs::read_to_string(folder.path(out)).unwrap().contains("snapmesh-map/1"), "{out}");
    }
    // A kit that is a link itself has its outputs where the kit is.
    symlink("kit", folder.path("door")).unwrap();
    let told = run(&["generate", &folder.text("door"), "-o", &folder.text("door/other.json")]);
    assert_eq!(told.code, Some(0), "{}", told.shortly());
    assert!(folder.path("kit/other.json").exists());
}

#[test]
fn one_file_by_two_names_is_one_file_and_no_two_outputs() {
    let folder = scene();
    symlink("two.json", folder.path("mine/two.svg")).unwrap();
    let (json, svg) = (folder.text("mine/two.json"), folder.text("mine/two.svg"));
    let told = run(&["generate", &folder.text("kit"), "-o", &json, "-o", &svg]);
    assert_eq!(told.code, Some(2), "{}", told.shortly());
    assert!(!folder.path("mine/two.json").exists());
}
