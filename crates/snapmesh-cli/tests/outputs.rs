//! What is left in a folder, whatever happens: kills, signals, several outputs, links, locks.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, hearing, snapmesh, starter};
use std::path::Path;

/// The names of all files below a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn what_a_killed_run_left_is_gone_after_the_next_run_in_that_folder() {
    let folder = Folder::new();
    folder.write(".snapmesh-abc123.tmp", "").write(".snapmesh-abc123-0.tmp", "half a map");
    folder.write(".snapmesh-notes", "mine").write(".snapmesh-abc123-notes.tmp", "mine");
    let told = snapmesh(["generate", &starter(), "--no-validate", "-o", &folder.text("map.json")]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(folder.files(), [".snapmesh-abc123-notes.tmp", ".snapmesh-notes", "map.json"]);
}

#[test]
fn what_a_run_that_lives_is_writing_is_left_to_it() {
    let folder = Folder::new();
    folder.write(".snapmesh-abc123.tmp", "").write(".snapmesh-abc123-0.tmp", "half a map");
    let lock = std::fs::File::open(folder.path(".snapmesh-abc123.tmp")).unwrap();
    lock.try_lock().unwrap();
    let told = snapmesh(["generate", &starter(), "--no-validate", "-o", &folder.text("map.json")]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(folder.files(), [".snapmesh-abc123-0.tmp", ".snapmesh-abc123.tmp", "map.json"]);
}

#[test]
fn every_place_of_a_search_for_the_best_is_checked_before_it_searches() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("map-3.json")).unwrap();
    let map = folder.text("map.json");
    let args = ["--best", "3", "--by", "pieces", "--tries", "1000000000", "-o", &map];
    let told = snapmesh([&["search", &starter()], &args[..]].concat());
    assert_eq!(told.code, 2, "{}", told.stdout);
    assert!(told.stderr.contains("map-3.json: is a folder; name a file in it"), "{}", told.stderr);
    assert_eq!(folder.files(), ["map-3.json"]);
}

#[test]
fn a_new_kit_that_was_begun_is_finished_and_anything_else_is_refused() {
    let folder = Folder::new();
    let kit = folder.text("kit");
    assert_eq!(snapmesh(["new", &kit]).code, 0);
    let whole = names(&folder.path("kit"));
    assert!(!whole.iter().any(|name| name.starts_with('.')), "{whole:?}");
    let refused = snapmesh(["new", &kit]);
    assert_eq!(refused.code, 2, "a kit is there: {}", refused.stdout);
    // As a run leaves it that is killed between two moves.
    std::fs::remove_file(folder.path("kit/kit.toml")).unwrap();
    std::fs::remove_file(folder.path("kit/Hall.glb")).unwrap();
    folder.write("kit/.snapmesh-abc123.tmp", "").write("kit/.snapmesh-abc123-4.tmp", "half");
    let finished = snapmesh(["new", &kit]);
    assert_eq!(finished.code, 0, "{}", finished.stderr);
    assert_eq!(names(&folder.path("kit")), whole);
    // The same names, but another file.
    std::fs::remove_file(folder.path("kit/kit.toml")).unwrap();
    folder.write("kit/README.md", "mine");
    let refused = snapmesh(["new", &kit]);
    assert!(refused.code == 2 && refused.stderr.contains("is not empty"), "{}", refused.stderr);
    assert_eq!(std::fs::read(folder.path("kit/README.md")).unwrap(), b"mine");
}

#[test]
fn a_broken_parquet_file_is_told_as_such_and_not_as_a_bug() {
    let folder = Folder::new();
    let table = folder.text("rows.parquet");
    let sweep = snapmesh(["sweep", &starter(), "--seeds", "20", "--no-validate", "-o", &table]);
    assert_eq!(sweep.code, 0, "{}", sweep.stderr);
    let bytes = std::fs::read(&table).unwrap();
    // Everywhere in turn: pages, statistics, the footer and its length.
    for place in (4..bytes.len()).step_by(bytes.len() / 60) {
        let mut broken = bytes.clone();
        broken[place..].iter_mut().take(8).for_each(|byte| *byte ^= 0xff);
        std::fs::write(&table, broken).unwrap();
        let told = snapmesh(["report", &table, "--quiet", "-o", &folder.text("report.html")]);
        assert!(told.code == 0 || told.code == 2, "at {place}: {} {}", told.code, told.stderr);
        assert!(!told.stderr.contains("fault"), "at {place}: {}", told.stderr);
    }
}

/// What only Unix has: links without rights, signals, kills.
#[cfg(unix)]
mod unix {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    #[test]
    fn two_names_of_a_file_that_is_not_there_yet_are_one_output() {
        let folder = Folder::new();
        symlink("a.json", folder.path("b.glb")).unwrap();
        let (a, b) = (folder.text("a.json"), folder.text("b.glb"));
        let told = snapmesh(["generate", &starter(), "--no-validate", "-o", &a, "-o", &b]);
        assert_eq!(told.code, 2, "{}", told.stdout);
        assert!(told.stderr.contains("b.glb: is named twice as an output"), "{}", told.stderr);
        assert_eq!(folder.files(), ["b.glb"]);
        let told = snapmesh(["generate", &starter(), "--no-validate", "-o", &b]);
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(folder.path("b.glb").is_symlink());
        assert!(std::fs::read(folder.path("a.json")).unwrap().starts_with(b"glTF"), "what the link leads to");
    }

    #[test]
    fn the_lock_of_a_sweep_follows_no_link_and_empties_nothing() {
        let folder = Folder::new();
        let table = folder.text("rows.csv");
        let sweep = || snapmesh(["sweep", &starter(), "--seeds", "3", "--no-validate", "-o", &table]);
        folder.write("mine", "mine");
        std::fs::create_dir(folder.path("rows.csv.part")).unwrap();
        symlink("../mine", folder.path("rows.csv.part/lock")).unwrap();
        let told = sweep();
        assert!(told.code == 2 && told.stderr.contains("is a link or no file"), "{}", told.stderr);
        assert_eq!(std::fs::read(folder.path("mine")).unwrap(), b"mine");
        std::fs::remove_file(folder.path("rows.csv.part/lock")).unwrap();
        folder.write("rows.csv.part/lock", "mine").write("rows.csv.part/rows.csv", "mine");
        let told = sweep();
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert_eq!(names(&folder.path("rows.csv.part")), ["lock", "rows.csv"]);
        assert_eq!(std::fs::read(folder.path("rows.csv.part/lock")).unwrap(), b"mine");
    }

    /// A run that takes long, with its output where it does not disturb.
    fn start(args: &[&str]) -> Child {
        hearing().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn signal(child: &Child, name: &str) {
        let id = child.id().to_string();
        assert!(Command::new("kill").args(["-s", name, &id]).status().unwrap().success());
    }

    /// Waits for something to happen, for as long as a slow machine may take.
    fn wait_for(what: &str, mut happened: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !happened() {
            assert!(begun.elapsed() < Duration::from_mins(2), "waited for {what} in vain");
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// How many chunks of a sweep are there.
    fn chunks(part: &Path) -> usize {
        let entries = std::fs::read_dir(part).into_iter().flatten().flatten();
        entries.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "csv")).count()
    }

    /// A map that takes minutes, its story being written to a file all the while.
    fn start_endless(folder: &Folder) -> Child {
        let trace = folder.text("trace.jsonl");
        let long = ["--set", "selection.max_pieces=200000", "--set", "generation.max_fails=1000000"];
        let allowed = ["--limit", "map_pieces=200000", "--limit", "max_fails=1000000"];
        let generate = ["generate", &starter(), "--trace", &trace, "--no-validate"];
        let child = start(&[&generate[..], &long, &allowed].concat());
        wait_for("the trace", || folder.files().iter().any(|name| name.ends_with("-0.tmp")));
        child
    }

    #[test]
    fn a_run_that_is_told_to_end_leaves_nothing_behind() {
        for name in ["INT", "TERM", "HUP"] {
            let folder = Folder::new();
            let child = start_endless(&folder);
            signal(&child, name);
            let told = child.wait_with_output().unwrap();
            assert_eq!(told.status.code(), Some(130), "{name}");
            assert_eq!(folder.files(), Vec::<String>::new(), "{name}");
        }
    }

    #[test]
    fn a_run_that_is_killed_leaves_what_the_next_one_clears() {
        let folder = Folder::new();
        let mut child = start_endless(&folder);
        let alive = snapmesh(["generate", &starter(), "--no-validate", "-o", &folder.text("map.json")]);
        assert_eq!(alive.code, 0, "{}", alive.stderr);
        assert_eq!(folder.files().len(), 3, "what is being written stays: {:?}", folder.files());
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(folder.files().len(), 3, "{:?}", folder.files());
        let next = snapmesh(["generate", &starter(), "--no-validate", "-o", &folder.text("map.json")]);
        assert_eq!(next.code, 0, "{}", next.stderr);
        assert_eq!(folder.files(), ["map.json"]);
    }

    #[test]
    fn a_sweep_that_is_told_to_end_keeps_its_rows_whatever_the_signal() {
        for name in ["INT", "TERM", "HUP"] {
            let folder = Folder::new();
            let table = folder.text("rows.csv");
            let args = ["sweep", &starter(), "--seeds", "1000000", "--no-validate", "-o", &table];
            let child = start(&args);
            let part = folder.path("rows.csv.part");
            wait_for("a chunk", || chunks(&part) > 0);
            signal(&child, name);
            let told = child.wait_with_output().unwrap();
            let text = String::from_utf8_lossy(&told.stdout).into_owned();
            assert_eq!(told.status.code(), Some(1), "{name}: {text}");
            assert!(text.contains("rows are kept; the same command goes on from there"), "{name}: {text}");
            assert!(!names(&part).iter().any(|name| name.starts_with('.')), "{name}: {:?}", names(&part));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_is_to_outlive_its_terminal_does() {
        let folder = Folder::new();
        let table = folder.text("rows.csv");
        let mut command = Command::new("nohup");
        command.arg(env!("CARGO_BIN_EXE_snapmesh")).stdout(Stdio::null()).stderr(Stdio::null());
        command.args(["sweep", &starter(), "--seeds", "1000000", "--no-validate", "-o", &table]);
        let mut child = command.spawn().unwrap();
        let part = folder.path("rows.csv.part");
        wait_for("a chunk", || chunks(&part) > 0);
        signal(&child, "HUP");
        let before = chunks(&part);
        wait_for("more chunks", || chunks(&part) > before + 1);
        assert!(child.try_wait().unwrap().is_none(), "it is at work");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
