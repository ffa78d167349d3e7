//! Searching, sweeping and reporting, as users of the command do it.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, Run, hearing, room, run, snapmesh, starter};
use serde_json::{Value, json};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Maps of thirty pieces that keep doorways open.
const OPEN: [&str; 4] = ["--preset", "arena", "--set", "selection.max_pieces=30"];

fn search(more: &[&str]) -> Run {
    let kit = starter();
    snapmesh([&["search", &kit], &OPEN[..], more].concat())
}

#[test]
fn the_first_seed_that_meets_the_demands_is_found_with_any_number_of_threads() {
    let demands =
        ["--min-pieces", "30", "--max-free-connectors", "10", "--min-connectivity", "0.95", "--json"];
    let with = |threads: &str| search(&[&demands[..], &["--threads", threads]].concat());
    let found = with("1");
    assert_eq!(found.code, 0, "{}", found.stderr);
    let json = found.json();
    assert_eq!(json["found"], true);
    assert_eq!(json["pieces"], 30);
    assert!(json["free_connectors"].as_u64().unwrap() <= 10 && json["digest"].is_string());
    assert!(json["navigation"]["connectivity"].as_f64().unwrap() >= 0.95);
    assert_eq!(found.stdout, with("2").stdout);
    assert_eq!(found.stdout, with("8").stdout);
    // No seed before it does: that is what the lowest means.
    let (seed, tried) = (json["seed"].as_i64().unwrap(), json["tried"].as_i64().unwrap());
    let before = search(&[&demands[..], &["--tries", &(tried - 1).to_string()]].concat());
    assert_eq!((before.code, &before.json()["found"]), (1, &json!(false)));
    let generate = ["generate", &starter(), "--seed", &seed.to_string(), "--json"];
    assert_eq!(snapmesh([&generate[..], &OPEN].concat()).json()["digest"], json["digest"]);
}

#[test]
fn the_best_are_ranked_and_written_with_any_number_of_threads() {
    let folder = Folder::new();
    let map = folder.text("map.json");
    let args = ["--best", "3", "--by", "free_connectors", "--lowest", "--tries", "300", "--json", "-o", &map];
    let with = |threads: &str| search(&[&args[..], &["--threads", threads]].concat());
    let best = with("1");
    assert_eq!(best.code, 0, "{}", best.stderr);
    let maps = best.json()["maps"].as_array().unwrap().clone();
    let free: Vec<u64> = maps.iter().map(|map| map["free_connectors"].as_u64().unwrap()).collect();
    assert!(free.len() == 3 && free.is_sorted(), "{free:?}");
    assert_eq!(best.stdout, with("8").stdout);
    assert_eq!(folder.files(), ["map-1.json", "map-2.json", "map-3.json"]);
    let first: Value = serde_json::from_slice(&std::fs::read(folder.path("map-1.json")).unwrap()).unwrap();
    assert_eq!(first["digest"], maps[0]["digest"]);
}

#[test]
fn what_is_not_found_says_what_came_close_and_what_was_hardest() {
    let told = search(&["--min-pieces", "25", "--max-free-connectors", "1", "--tries", "200"]);
    assert_eq!(told.code, 1, "{}", told.stdout);
    assert!(told.stdout.starts_with("not found: 200 seeds tried from 28 onwards"), "{}", told.stdout);
    assert!(told.stdout.contains("--max-free-connectors 1: missed by 200 of 200 maps"), "{}", told.stdout);
    assert!(told.stdout.contains("<- the hardest"), "{}", told.stdout);
    assert!(told.stdout.contains("close: seed "), "{}", told.stdout);
}

#[test]
fn what_is_impossible_is_known_before_any_seed_is_tried() {
    let folder = Folder::new();
    folder.write("A.glb", room(1, "red")).write("B.glb", room(3, "blue")).write(
        "kit.toml",
        "[kit]\nuse_starters = true\nstarters = [\"A.glb\"]\n[selection]\nmax_pieces = 6\n",
    );
    let root = folder.root();
    for (args, why) in [
        (vec!["--must-have", "B"], "no connector can reach this piece"),
        (vec!["--min-pieces", "7"], "the parameters of arena allow 6 pieces at most"),
        (vec!["--must-have", "A=7"], "these are 7 pieces together, and the map can have 6 at most"),
        (vec!["--max-size", "1", "9", "9"], "a map starts from A or larger"),
    ] {
        let told = snapmesh([&["search", &root], &args[..]].concat());
        assert_eq!(told.code, 2, "{args:?} {}", told.stdout);
        assert!(told.stderr.contains("impossible, so no seed was tried"), "{}", told.stderr);
        assert!(told.stderr.contains(why), "{args:?}: {}", told.stderr);
        let json = snapmesh([&["search", &root, "--json"], &args[..]].concat()).json();
        assert_eq!((&json["found"], &json["tried"]), (&json!(false), &json!(0)));
    }
    // Of one piece that is named twice, the larger number counts.
    let twice = ["search", &root, "--must-have", "A=3", "--must-have", "A=6", "--min-pieces", "6"];
    assert_eq!(snapmesh(twice).code, 0);
    let cells = ["--set", "navigation.cell_size=0.0001", "--min-connectivity", "0"];
    let told = search(&cells);
    assert_eq!(told.code, 2, "{}", told.stdout);
    assert!(told.stderr.contains("too small for an agent"), "{}", told.stderr);
}

#[test]
fn bad_demands_are_refused_before_any_work() {
    let folder = Folder::new();
    let into = folder.root();
    for (args, what) in [
        (vec!["--must-have", "Plazza"], "did you mean \"Plaza\"?"),
        (vec!["--must-have", "Plaza=many"], "must be a piece, or a piece and a number"),
        (vec!["--min-pieces", "9", "--max-pieces", "8"], "is more than --max-pieces 8"),
        (vec!["--best", "2", "--by", "conectivity"], "did you mean connectivity?"),
        (vec!["--best", "0", "--by", "pieces"], "must be 1 or more"),
        (vec!["--best", "2"], "--by <METRIC>"),
        (vec!["--min-area", "2"], "must be a share from 0 to 1"),
        (vec!["--max-size", "1", "2", "-3"], "three numbers of metres above 0"),
        (vec!["--time", "-3"], "must be a number of seconds"),
        (vec!["--threads", "0"], "must be from 1 to 1024"),
        (vec!["-o", &into], "has no ending"),
    ] {
        let told = search(&args);
        assert_eq!(told.code, 2, "{args:?} {}", told.stdout);
        assert!(told.stderr.contains(what), "{args:?}: {}", told.stderr);
    }
    assert!(folder.files().is_empty());
}

#[test]
fn more_than_there_is_does_not_hang() {
    let many = u64::MAX.to_string();
    let told = search(&["--best", &many, "--by", "pieces", "--tries", "3", "--json"]);
    assert_eq!(told.json()["maps"].as_array().unwrap().len(), 3);
    let last = i64::MAX.to_string();
    let told = search(&[
        "--seed",
        &last,
        "--tries",
        &many,
        "--min-pieces",
        "30",
        "--max-free-connectors",
        "0",
        "--json",
    ]);
    assert_eq!((told.code, &told.json()["tried"]), (1, &json!(1)));
}

#[test]
fn a_search_ends_when_its_time_is_over() {
    let told = search(&[
        "--min-pieces",
        "30",
        "--max-free-connectors",
        "0",
        "--tries",
        "100000000",
        "--time",
        "0.3",
        "--json",
    ]);
    assert_eq!(told.code, 1, "{}", told.stderr);
    assert_eq!(told.json()["end"], "time");
    assert!(told.json()["tried"].as_u64().unwrap() > 0);
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_was_found_so_far() {
    let child = hearing()
        .args(["search", &starter(), "--best", "2", "--by", "depth", "--tries", "1000000000", "--json"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(0));
    let json: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["end"], "stopped");
    assert_eq!(json["maps"].as_array().unwrap().len(), 2);
}

fn sweep(out: &str, more: &[&str]) -> Run {
    let kit = starter();
    snapmesh([&["sweep", &kit, "-o", out], more].concat())
}

/// A CSV without the two columns that say how long things took.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let timeless: Vec<usize> = (0..header.len()).filter(|&i| !header[i].ends_with("_ms")).collect();
    assert_eq!(timeless.len(), header.len() - 2);
    let records = reader.records().map(Result::unwrap);
    records.map(|record| timeless.iter().map(|&i| record[i].to_string()).collect()).collect()
}

const VARY: [&str; 6] =
    ["--seeds", "40", "--vary", "selection.method=arena,star,branch", "--vary", "generation.max_fails=5,20"];

#[test]
fn a_sweep_has_a_row_for_every_seed_of_every_combination_with_any_number_of_threads() {
    let folder = Folder::new();
    let made = |name: &str, threads: &str| {
        let path = folder.text(name);
        let told = sweep(&path, &[&VARY[..], &["--threads", threads]].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        rows(&folder.path(name))
    };
    let alone = made("a.csv", "1");
    assert_eq!(alone.len(), 240);
    assert_eq!(alone, made("b.csv", "2"));
    assert_eq!(alone, made("c.csv", "8"));
    assert_eq!(folder.files(), ["a.csv", "b.csv", "c.csv"], "nothing else is left");
    let methods: Vec<bool> =
        ["arena", "star", "branch"].map(|m| alone.iter().any(|row| row.contains(&m.to_string()))).to_vec();
    assert_eq!(methods, [true; 3]);
}

#[test]
fn shards_put_together_are_the_whole_row_for_row() {
    let folder = Folder::new();
    let made = |name: &str, more: &[&str]| {
        let told = sweep(&folder.text(name), &[&VARY[..], &["--no-validate"], more].concat());
        assert_eq!(told.code, 0, "{}", told.stderr);
        rows(&folder.path(name))
    };
    let whole = made("whole.csv", &[]);
    let parts: Vec<_> =
        (1..=3).flat_map(|i| made(&format!("{i}.csv"), &["--shard", &format!("{i}/3")])).collect();
    assert_eq!(parts, whole);
    let page = folder.text("page.html");
    let shards = ["1.csv", "2.csv", "3.csv"].map(|name| folder.text(name));
    let report =
        snapmesh(["report", &shards[0], &shards[1], &shards[2], "--kit", &starter(), "-o", &page, "--json"]);
    assert_eq!(report.code, 0, "{}", report.stderr);
    assert_eq!(report.json()["rows"], 240);
}

/// Killed in the middle, a sweep goes on from the chunks that are there, and ends as if nothing had happened.
#[cfg(unix)]
#[test]
fn a_sweep_that_is_killed_goes_on_where_it_was() {
    let folder = Folder::new();
    let (out, kit) = (folder.text("rows.csv"), starter());
    let args = ["sweep", &kit, "-o", &out, "--seeds", "40000", "--no-validate", "--threads", "1"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_snapmesh")).args(args).spawn().unwrap();
    let is_chunk = |entry: &std::fs::DirEntry| entry.path().extension().is_some_and(|ending| ending == "csv");
    let part = || std::fs::read_dir(folder.path("rows.csv.part")).into_iter().flatten().flatten();
    while part().filter(is_chunk).count() < 1 && child.try_wait().unwrap().is_none() {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!folder.path("rows.csv").exists(), "it was killed before it was done");
    // Another sweep into the same file is refused; it would mix two tables.
    let other = sweep(&out, &["--seeds", "41000", "--no-validate"]);
    assert_eq!(other.code, 2);
    assert!(other.stderr.contains("holds the beginning of another sweep"), "{}", other.stderr);
    let resumed = run(Command::new(env!("CARGO_BIN_EXE_snapmesh")).args(args).arg("--json"));
    assert_eq!(resumed.code, 0, "{}", resumed.stderr);
    assert!(resumed.json()["resumed"].as_u64().unwrap() >= 4000, "{}", resumed.stdout);
    assert_eq!(folder.files(), ["rows.csv"]);
    let whole = folder.text("whole.csv");
    assert_eq!(sweep(&whole, &["--seeds", "40000", "--no-validate"]).code, 0);
    assert!(rows(&folder.path("rows.csv")) == rows(&folder.path("whole.csv")));
}

#[test]
fn a_fresh_sweep_takes_nothing_over_from_another() {
    let folder = Folder::new();
    let out = folder.text("rows.csv");
    let part = folder.path("rows.csv.part");
    std::fs::create_dir(&part).unwrap();
    // What a sweep with other settings left when it died, its first chunk gone.
    let stray = part.join("0123456789ab-00000001.csv");
    std::fs::write(&stray, "index\n7\n").unwrap();
    assert_eq!(sweep(&out, &["--seeds", "9", "--no-validate"]).code, 2);
    assert!(stray.exists());
    let fresh = sweep(&out, &["--seeds", "9", "--no-validate", "--fresh"]);
    assert_eq!(fresh.code, 0, "{}", fresh.stderr);
    assert_eq!(rows(&folder.path("rows.csv")).len(), 9);
    assert_eq!(folder.files(), ["rows.csv"]);
}

#[test]
fn shards_of_a_small_sweep_may_be_empty_and_are_reported_all_the_same() {
    let folder = Folder::new();
    let shards: Vec<String> = (1..=4).map(|i| folder.text(&format!("{i}.parquet"))).collect();
    for (i, shard) in shards.iter().enumerate() {
        let part = format!("{}/4", i + 1);
        assert_eq!(sweep(shard, &["--seeds", "2", "--no-validate", "--shard", &part]).code, 0);
    }
    let kit = starter();
    let mut args = vec!["report", "--kit", &kit, "--json"];
    args.extend(shards.iter().map(String::as_str));
    let told = snapmesh(args);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(told.json()["rows"], 2);
    assert_eq!(snapmesh(["report", &shards[0], "--kit", &kit]).code, 2, "it has no rows at all");
}

#[test]
fn bad_sweeps_are_refused_before_any_work() {
    let folder = Folder::new();
    let good = folder.text("rows.csv");
    for (out, args, what) in [
        (&good, vec!["--shard", "5/4"], "from 1/N to N/N"),
        (&good, vec!["--shard", "0/4"], "from 1/N to N/N"),
        (&good, vec!["--shard", "-1/4"], "from 1/N to N/N"),
        (&good, vec!["--vary", "generation.max_fials=1,2"], "did you mean `max_fails`?"),
        (&good, vec!["--vary", "generation.max_fails=1,many"], "generation.max_fails=1,many"),
        (&good, vec!["--vary", "generation.max_fails"], "has no `=`"),
        (&good, vec!["--vary", "generation.seed=1,2"], "seeds are counted"),
        (
            &good,
            vec!["--vary", "selection.max_pieces=9", "--vary", "selection.max_pieces=8"],
            "is varied twice",
        ),
        (
            &good,
            vec!["--vary", "selection.max_pieces=9,8", "--set", "selection.max_pieces=8"],
            "also given a value for all maps",
        ),
        (&good, vec!["--vary", "selection.max_pieces=9,8,9"], "names a value twice"),
        (
            &good,
            vec!["--vary", "selection.arm_length=1,2"],
            "belongs to a method that none of the maps is made with",
        ),
        (&good, vec!["--set", "navigation.cell_size=0.0001"], "too small for an agent"),
        (&good, vec!["--seeds", "0"], "must be 1 or more"),
        (&good, vec!["--seed", "9223372036854775807", "--seeds", "2"], "there are not so many seeds"),
        (&folder.text("rows.xlsx"), vec![], "rows.xlsx"),
        (&folder.root(), vec![], "ending"),
    ] {
        let told = sweep(out, &args);
        assert_eq!(told.code, 2, "{args:?} {}", told.stdout);
        assert!(told.stderr.contains(what), "{args:?}: {}", told.stderr);
    }
    std::fs::create_dir(folder.path("folder.csv")).unwrap();
    assert_eq!(sweep(&folder.text("folder.csv"), &["--seeds", "2"]).code, 2);
    assert_eq!(folder.files(), ["folder.csv"], "nothing was written");
}

#[test]
fn a_report_has_pictures_and_asks_nobody_for_anything() {
    let folder = Folder::new();
    let table = folder.text("rows.parquet");
    assert_eq!(sweep(&table, &VARY).code, 0);
    let told = snapmesh(["report", &table, "--kit", &starter()]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    let page = std::fs::read_to_string(folder.path("rows.html")).unwrap();
    for needed in ["data:image/png;base64,", "<svg", "Linearity", "Connectivity", "selection.method", "Plaza"]
    {
        assert!(page.contains(needed), "{needed}");
    }
    assert!(!page.contains("http://") && !page.contains("https://"));
    // Without its kit there are no pictures, and that is said.
    let bare = snapmesh(["report", &table, "-o", &folder.text("bare.html")]);
    assert_eq!(bare.code, 0);
    assert!(bare.stderr.contains("no pictures of maps"), "{}", bare.stderr);
}

/// A page once replaced the kit it was about.
#[test]
fn a_report_overwrites_nothing_but_a_page() {
    let folder = Folder::new();
    let kit = folder.text("kit");
    assert_eq!(snapmesh(["new", &kit]).code, 0);
    let table = format!("{kit}/rows.csv");
    let sweep = ["sweep", &kit, "-o", &table, "--seeds", "3", "--no-validate", "--quiet"];
    assert_eq!(snapmesh(sweep).code, 0);
    for target in ["kit.toml", "Plaza.glb", "rows.csv", "README.md"] {
        let path = format!("{kit}/{target}");
        let before = std::fs::read(&path).unwrap();
        assert_eq!(snapmesh(["report", &table, "-o", &path]).code, 2, "{target}");
        assert_eq!(std::fs::read(&path).unwrap(), before, "{target}");
    }
    assert_eq!(snapmesh(["report", &table]).code, 0);
    let twice = snapmesh(["report", &table, &table]);
    assert_eq!(twice.code, 2);
    assert!(twice.stderr.contains("it is no other shard"), "{}", twice.stderr);
}

#[test]
fn a_damaged_chunk_is_made_again_and_two_sweeps_do_not_mix() {
    let folder = Folder::new();
    let (out, kit) = (folder.text("rows.csv"), starter());
    let args = ["sweep", &kit, "-o", &out, "--seeds", "60000", "--no-validate", "--threads", "1", "--quiet"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_snapmesh")).args(args).spawn().unwrap();
    let part = folder.path("rows.csv.part");
    let chunks = || -> Vec<std::path::PathBuf> {
        let entries = std::fs::read_dir(&part).into_iter().flatten().flatten().map(|entry| entry.path());
        entries.filter(|path| path.extension().is_some_and(|ending| ending == "csv")).collect()
    };
    while chunks().len() < 2 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let second = snapmesh(args);
    assert_eq!(second.code, 2);
    assert!(second.stderr.contains("another sweep is at work here"), "{}", second.stderr);
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::write(&chunks()[0], "index,se").unwrap();
    let told = snapmesh(args);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert_eq!(rows(&folder.path("rows.csv")).len(), 60_000);
}

#[test]
fn a_report_of_something_else_is_refused() {
    let folder = Folder::new();
    folder.write("a.csv", "x,y\n1,2\n").write("b.parquet", "no table").write("c.csv", "");
    for (name, what) in [
        ("a.csv", "has no column `index`"),
        ("b.parquet", "b.parquet"),
        ("c.csv", "c.csv"),
        ("d.csv", "d.csv"),
    ] {
        let told = snapmesh(["report", &folder.text(name)]);
        assert_eq!(told.code, 2, "{name}");
        assert!(told.stderr.contains(what), "{name}: {}", told.stderr);
    }
    // A row that the kit does not make any more.
    let table = folder.text("rows.csv");
    assert_eq!(sweep(&table, &["--seeds", "3", "--no-validate"]).code, 0);
    let text = std::fs::read_to_string(&table).unwrap().replace("chacha8", "unity");
    folder.write("rows.csv", text);
    let told = snapmesh(["report", &table, "--kit", &starter()]);
    assert_eq!(told.code, 2, "{}", told.stdout);
    assert!(told.stderr.contains("it is another kit, or was changed since"), "{}", told.stderr);
}
