//! Files that were damaged by chance or by malice, and runs that are ended in their middle.
//!
//! `SNAPMESH_HOSTILE` says how many files (150), `SNAPMESH_HOSTILE_FROM` at which case to start (0), and
//! `SNAPMESH_KILLS` how many runs are ended (15). A case is the same whenever its number is.
#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::hostile::{Model, PATIENCE, Told, binary, guarded, sign};
use common::mutate::{self, Chance};
use common::packed::{PACKED, packed};
use common::shapes::Shape;
use common::{Folder, starter};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const KIT: &str = r##"
[kit]
name = "seed"
pieces = ["Room.glb", "Hall.gltf", "Bend.glb", "Plaza.glb", "Quantized.glb", "Sparse.glb", "Copies.glb", "Pictures.glb", "Draco.glb", "Open.glb"]
scale = 1.0
use_starters = true
starters = ["Plaza.glb", "Room.glb"]
[connection]
matching_rules = "both"
pin_tolerance = 1
[connection.color_matrix]
white = ["white", "red"]
red = ["*"]
[generation]
seed = 7
max_fails = 12
piece_distance = 0.0001
clearance = 0.01
[selection]
method = "arena"
max_pieces = 9
arm_length = 3
branch_count = 2
[growth]
when_blocked = "undo"
budget = 2000
inside = { min = [-90.0, -20.0, -90.0], max = [90.0, 20.0, 90.0] }
outside = [ { min = [40, -5, 40], max = [50, 5, 50] } ]
[rules]
"Room" = { weight = 3.0, run = 2 }
"#open" = { count = [0, 4], apart = 1, depth = [0, 20], height = [-9.0, 9.0] }
[pieces.Plaza]
tags = ["open"]
[pieces.Open]
tags = ["hall", "open"]
connectors = [ { at = [0, 0, -3], heading = [0, 0, -1], pins = 1, color = "white", up = [0, 1, 0] }, { at = [0, 0, 3.0], heading = [0, 0, 1] } ]
boxes = [ { min = [-1.25, -0.15, -2.95], max = [1.25, 2.95, 0] }, { center = [0, 1.4, 1.5], half = [1.2, 1.5, 1.4], turn = 180.0 } ]
floor = ["Floor", "stairs*"]
[navigation]
agent_radius = 0.4
agent_height = 1.8
max_slope = 45.0
max_climb = 0.3
points = 50
seed = 3
[presets.star]
selection = { method = "star", arm_length = 4 }
generation = { seed = -3, rng = "unity" }
"##;

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// A kit, a map of it and tables of it: what is damaged.
fn seeds() -> Folder {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("kit")).unwrap();
    let mut hall =
        Model::room(3.0).node(r#"{"name":"floor","mesh":0,"extras":{"walkable":true}}"#).floor(3.0, 0.0);
    hall.primitive = r#","material":0"#.into();
    hall.more = r#","materials":[{"name":"stone","pbrMetallicRoughness":{"baseColorFactor":[1,0.5,0.5,1]},"extras":{"walkable":1}}]"#.into();
    folder
        .write("kit/kit.toml", KIT)
        .write(
            "kit/Room.glb",
            Model::walkable().node(r#"{"name":"root","extras":{"weight":2,"tags":"open, low"}}"#).glb(),
        )
        .write("kit/Hall.gltf", hall.json(r#","uri":"Hall.bin""#))
        .write("kit/Hall.bin", hall.bytes());
    for name in ["Bend.glb", "Plaza.glb"] {
        std::fs::copy(Path::new(&starter()).join(name), folder.path(&format!("kit/{name}"))).unwrap();
    }
    folder.write("kit/Open.glb", Shape::hall().glb()).write("kit/Vault.glb", Shape::vault().turned().glb());
    for (name, content) in PACKED.iter().zip(packed()) {
        folder.write(&format!("kit/{name}"), content);
    }
    let kit = folder.text("kit");
    let (map, csv, parquet) = (folder.text("map.json"), folder.text("rows.csv"), folder.text("rows.parquet"));
    for args in [
        vec!["generate", &kit, "-o", &map],
        vec!["sweep", &kit, "--seeds", "6", "-o", &csv],
        vec!["sweep", &kit, "--seeds", "6", "--no-validate", "-o", &parquet],
    ] {
        let told = guarded(&args, PATIENCE);
        assert!(matches!(told.tame("the seeds").code, Some(0 | 1)), "{args:?}: {}", told.shortly());
    }
    folder.write("rows.csv", timeless(&folder.path("rows.csv")));
    folder
}

/// A table that took no time, so that a case is the same on every machine.
fn timeless(path: &Path) -> Vec<u8> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&header).unwrap();
    for record in reader.records().map(Result::unwrap) {
        let still = |(i, field)| if header[i].ends_with("_ms") { "0.5" } else { field };
        writer.write_record(record.iter().enumerate().map(still)).unwrap();
    }
    writer.into_inner().unwrap()
}

/// What is damaged: files of every kind, among them pieces as packing programs write them.
const FILES: [&str; 15] = [
    "kit.toml",
    "Room.glb",
    "Plaza.glb",
    "Hall.gltf",
    "Hall.bin",
    "Open.glb",
    "Vault.glb",
    "map.json",
    "rows.csv",
    "rows.parquet",
    PACKED[0],
    PACKED[1],
    PACKED[2],
    PACKED[3],
    PACKED[4],
];

/// What is damaged for `mark`: models that nobody marked, and what a kit says of pieces.
const MODELS: [&str; 5] = ["Open.glb", "Vault.glb", "Hall.gltf", "Hall.bin", "kit.toml"];

/// A run that reads what was damaged, which is told with the places of files.
type Verb = fn(&str, &dyn Fn(&str) -> PathBuf, &mut Chance) -> Vec<String>;

/// One damaged file, and a run that reads it.
struct Case {
    folder: tempfile::TempDir,
    args: Vec<String>,
}

impl Case {
    fn new(seeds: &Folder, files: &[&str], verb: Verb, number: u64) -> Self {
        let chance = &mut Chance::new(number);
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        for place in ["kit", "out"] {
            std::fs::create_dir(at(place)).unwrap();
        }
        let within = std::fs::read_dir(seeds.path("kit")).unwrap().map(|entry| entry.unwrap().path());
        for path in within.chain(["map.json", "rows.csv", "rows.parquet"].map(|name| seeds.path(name))) {
            let name = path.strip_prefix(seeds.root()).unwrap();
            std::fs::copy(&path, folder.path().join(name)).unwrap();
        }
        let kind = *chance.pick(files);
        let inner =
            if kind.starts_with("map") || kind.starts_with("rows") { at(kind) } else { at("kit").join(kind) };
        damage(&inner, chance);
        if kind == "map.json" && !chance.one_in(3) {
            sign(&inner, &at("kit").display().to_string());
        }
        let args = verb(kind, &at, chance);
        Self { folder, args }
    }

    /// What went wrong, if anything did.
    fn run(&self, codes: &mut [usize; 3]) -> Option<String> {
        let told = guarded(&self.args, PATIENCE);
        if let Some(code @ 0..=2) = told.code {
            codes[code as usize] += 1;
        }
        let out = self.folder.path().join("out");
        let written: Vec<PathBuf> =
            std::fs::read_dir(out).unwrap().map(|entry| entry.unwrap().path()).collect();
        told.wild()
            .or_else(|| told.controls())
            .or_else(|| judge(&told, &self.args, &written))
            .map(|wrong| format!("{wrong}\n{}", told.shortly()))
    }
}

fn damage(path: &Path, chance: &mut Chance) {
    let mut content = std::fs::read(path).unwrap();
    let binary = path.extension().is_some_and(|ending| ending == "bin" || ending == "parquet");
    let glb = path.extension().is_some_and(|ending| ending == "glb");
    if glb && !chance.one_in(4) {
        mutate::inside_glb(&mut content, chance);
    } else if glb || binary || chance.one_in(5) {
        for _ in 0..*chance.pick(&[1, 1, 1, 1, 2, 4]) {
            mutate::bytes(&mut content, chance);
        }
    } else {
        let mut text = String::from_utf8(content).unwrap();
        for _ in 0..*chance.pick(&[1, 1, 1, 1, 2, 4]) {
            mutate::text(&mut text, chance);
        }
        content = text.into_bytes();
    }
    std::fs::write(path, content).unwrap();
}

/// Looks for doorways, often in a folder that is no kit yet.
fn marking(kind: &str, at: &dyn Fn(&str) -> PathBuf, chance: &mut Chance) -> Vec<String> {
    let text = |name: &str| at(name).display().to_string();
    if kind != "kit.toml" && !chance.one_in(3) {
        std::fs::remove_file(at("kit/kit.toml")).unwrap();
    }
    let mut args = vec!["mark".into(), text("kit")];
    for more in
        [vec!["--write".into()], vec!["--json".into()], vec!["--pictures".into(), text("out/pictures")]]
    {
        if chance.one_in(3) {
            args.extend(more);
        }
    }
    args
}

/// Any run that reads what was damaged.
fn any(kind: &str, at: &dyn Fn(&str) -> PathBuf, chance: &mut Chance) -> Vec<String> {
    let text = |name: &str| at(name).display().to_string();
    let outputs = ["out/o.json", "out/o.glb", "out/o.svg", "out/o.obj", "out/o.png"];
    let mut args: Vec<String> = match kind {
        "map.json" => match chance.below(3) {
            0 => vec!["validate".into(), text(kind), "--kit".into(), text("kit")],
            1 => vec!["explain".into(), text(kind), "--kit".into(), text("kit")],
            _ => vec![
                "render".into(),
                text(kind),
                "--kit".into(),
                text("kit"),
                "-o".into(),
                text(chance.pick::<&str>(&outputs)),
            ],
        },
        "rows.csv" | "rows.parquet" => {
            vec!["report".into(), text(kind), "--kit".into(), text("kit"), "-o".into(), text("out/o.html")]
        }
        _ => match chance.below(9) {
            8 => return marking(kind, at, chance),
            0 => vec!["check".into(), text("kit")],
            1 => vec![
                "search".into(),
                text("kit"),
                "--tries".into(),
                "3".into(),
                "-o".into(),
                text(chance.pick::<&str>(&outputs)),
            ],
            2 => vec![
                "sweep".into(),
                text("kit"),
                "--seeds".into(),
                "2".into(),
                "-o".into(),
                text(chance.pick::<&str>(&["out/o.csv", "out/o.parquet"])),
            ],
            _ => {
                let mut args = vec!["generate".into(), text("kit")];
                let count = if chance.one_in(8) { 5 } else { 3 };
                args.extend(outputs[..count].iter().flat_map(|name| ["-o".to_string(), text(name)]));
                for flag in ["--no-validate", "--log", "--nav", "--connectors", "--colliders", "--instancing"]
                {
                    if chance.one_in(4) {
                        args.push(flag.into());
                    }
                }
                if chance.one_in(4) {
                    args.extend(["--preset".into(), "star".into()]);
                }
                args
            }
        },
    };
    if kind == "map.json" && chance.one_in(2) {
        args.push("--accept-kit".into());
    }
    if chance.one_in(3) {
        args.push("--json".into());
    }
    args
}

/// Outputs are those that were asked for, whole, only if all went well, and every number in them is one.
fn judge(told: &Told, args: &[String], written: &[PathBuf]) -> Option<String> {
    if told.code == Some(2) && !written.is_empty() {
        return Some(format!("was refused, and wrote {written:?}"));
    }
    for path in written {
        if !args.iter().any(|arg| Path::new(arg) == path) {
            return Some(format!("left {} behind", path.display()));
        }
        if path.is_dir() {
            continue;
        }
        let content = std::fs::read(path).unwrap();
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if let Some(odd) = odd_numbers(&ending, &content) {
            return Some(format!("{}: {odd}", path.display()));
        }
    }
    None
}

fn odd_numbers(ending: &str, content: &[u8]) -> Option<String> {
    let no_number = |word: &str| ["NaN", "nan", "inf", "infinity", "null"].contains(&word);
    let words = |text: &str| {
        text.split(|c: char| !c.is_alphanumeric()).find(|word| no_number(word)).map(String::from)
    };
    match ending {
        "json" => json_null(&serde_json::from_slice(content).unwrap(), "the root"),
        "glb" => {
            let length = u32::from_le_bytes(content[12..16].try_into().unwrap()) as usize;
            json_null(&serde_json::from_slice(&content[20..20 + length]).unwrap(), "the root")
        }
        "svg" => {
            let text = String::from_utf8(content.to_vec()).unwrap();
            let drawn = text.split("<title>").map(|part| part.rsplit("</title>").next().unwrap_or(part));
            drawn.into_iter().find_map(words)
        }
        "obj" => {
            String::from_utf8_lossy(content).lines().filter(|line| line.starts_with('v')).find_map(words)
        }
        _ => None,
    }
}

/// The first null that stands where a number might: `joint` may be none, and extras are the author's own.
fn json_null(value: &Value, place: &str) -> Option<String> {
    match value {
        Value::Null => Some(format!("null in {place}")),
        Value::Array(items) => items.iter().find_map(|item| json_null(item, place)),
        Value::Object(entries) => {
            let checked =
                entries.iter().filter(|(key, _)| !["joint", "extras", "extensions"].contains(&key.as_str()));
            checked.into_iter().find_map(|(key, item)| json_null(item, key))
        }
        _ => None,
    }
}

/// Damages so many of these files, one at a time, and runs what reads it.
fn damage_many(files: &[&str], verb: Verb, count: u64) {
    let seeds = seeds();
    let from = number("SNAPMESH_HOSTILE_FROM", 0);
    println!("cases {from} to {}", from + count);
    let (mut wrong, mut codes) = (Vec::new(), [0; 3]);
    for case in from..from + count {
        let made = Case::new(&seeds, files, verb, case);
        if let Some(what) = made.run(&mut codes) {
            let args = made.args.join(" ");
            let kept = made.folder.keep();
            let line = format!("case {case}, kept in {}: {what}\n  snapmesh {args}", kept.display());
            println!("{line}"); // at once: a long run may be stopped
            wrong.push(line);
        }
    }
    println!("{} done, {} with findings, {} refused", codes[0], codes[1], codes[2]);
    // Damage that is always refused at the door would try nothing.
    assert!(count < 100 || codes[0] > 10 && codes[2] > 10, "{codes:?}");
    assert!(wrong.is_empty(), "{} of {count} cases:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn no_damaged_file_does_more_than_be_refused() {
    damage_many(&FILES, any, number("SNAPMESH_HOSTILE", 150));
}

#[test]
fn no_damaged_piece_of_few_bits_of_copies_or_of_sparse_data_does_more_than_be_refused() {
    damage_many(&PACKED, any, number("SNAPMESH_HOSTILE", 100));
}

#[test]
fn no_damaged_model_does_more_to_whoever_looks_for_doorways_than_be_refused() {
    damage_many(&MODELS, marking, number("SNAPMESH_HOSTILE", 50));
}

/// Starts a run, and ends it by a signal after so long.
fn interrupted(args: &[&str], after: Duration, signal: &str) {
    let mut command = Command::new(binary());
    let mut child = command.args(args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(after);
    let id = child.id().to_string();
    if child.try_wait().unwrap().is_none() {
        Command::new("kill").args([signal, &id]).stderr(Stdio::null()).status().unwrap();
    }
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if start.elapsed() > PATIENCE {
            child.kill().unwrap();
            child.wait().unwrap();
            panic!("{signal} after {after:?} did not end {args:?}");
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

const SIGNALS: [&str; 6] = ["-KILL", "-KILL", "-KILL", "-TERM", "-HUP", "-INT"];

#[test]
fn outputs_are_whole_whenever_a_run_is_ended() {
    let (kit, folder) = (starter(), Folder::new());
    let names = ["map.json", "map.glb", "map.svg"];
    let run = |place: &str, seed: &'static str| -> Vec<String> {
        let outputs =
            names.iter().flat_map(|name| ["-o".to_string(), folder.text(&format!("{place}/{name}"))]);
        let fixed = ["generate", &kit, "--seed", seed, "--set", "selection.max_pieces=12", "--quiet"]
            .map(String::from);
        fixed.into_iter().chain(outputs).collect()
    };
    let read =
        |place: &str| names.map(|name| std::fs::read(folder.path(&format!("{place}/{name}"))).unwrap());
    for place in ["old", "new", "out"] {
        std::fs::create_dir(folder.path(place)).unwrap();
    }
    let whole = |args: Vec<String>| {
        let told = guarded(&args, PATIENCE);
        assert_eq!(told.tame("a whole run").code, Some(0), "{}", told.shortly());
        told.took
    };
    whole(run("old", "1"));
    let usual = whole(run("new", "2"));
    let (old, new) = (read("old"), read("new"));
    assert!(old != new);
    for kill in 0..number("SNAPMESH_KILLS", 15) {
        let chance = &mut Chance::new(kill);
        for (name, content) in names.iter().zip(&old) {
            folder.write(&format!("out/{name}"), content);
        }
        let after = usual.mul_f64(chance.below(1000) as f64 / 1000.0);
        let signal = *chance.pick(&SIGNALS);
        let args = run("out", "2");
        interrupted(&args.iter().map(String::as_str).collect::<Vec<_>>(), after, signal);
        for (i, content) in read("out").iter().enumerate() {
            let good = *content == old[i] || *content == new[i];
            assert!(good, "kill {kill}, {signal} after {after:?}: {} is neither", names[i]);
        }
        whole(args);
        assert!(read("out") == new, "kill {kill}");
        let mut left: Vec<String> = std::fs::read_dir(folder.path("out"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        left.retain(|name| !names.contains(&name.as_str()));
        assert!(left.is_empty(), "kill {kill}, {signal} after {after:?}: {left:?} is left");
    }
}

/// The rows of a table, without the columns that say how long things took.
fn rows(path: &Path) -> Vec<Vec<String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let header = reader.headers().unwrap().clone();
    let timeless: Vec<usize> = (0..header.len()).filter(|&i| !header[i].ends_with("_ms")).collect();
    let records = reader.records().map(Result::unwrap);
    records.map(|record| timeless.iter().map(|&i| record[i].to_string()).collect()).collect()
}

#[test]
fn a_sweep_that_is_ended_again_and_again_has_the_same_rows() {
    let (kit, folder) = (starter(), Folder::new());
    let into = |out: &str| -> Vec<String> {
        let fixed = ["sweep", &kit, "--seeds", "12000", "--no-validate", "--threads", "2", "--quiet", "-o"];
        fixed.into_iter().chain([out]).map(String::from).collect()
    };
    let start = Instant::now();
    let told = guarded(into(&folder.text("whole.csv")), PATIENCE);
    assert_eq!(told.tame("a whole sweep").code, Some(0), "{}", told.shortly());
    let usual = start.elapsed();
    let args = into(&folder.text("rows.csv"));
    for kill in 0..number("SNAPMESH_KILLS", 15) {
        let chance = &mut Chance::new(1000 + kill);
        let after = usual.mul_f64(chance.below(600) as f64 / 1000.0);
        let signal = *chance.pick(&SIGNALS);
        interrupted(&args.iter().map(String::as_str).collect::<Vec<_>>(), after, signal);
        if folder.path("rows.csv").exists() {
            assert!(rows(&folder.path("rows.csv")) == rows(&folder.path("whole.csv")), "kill {kill}");
            std::fs::remove_file(folder.path("rows.csv")).unwrap();
        }
    }
    let told = guarded(&args, PATIENCE);
    assert_eq!(told.tame("the last run").code, Some(0), "{}", told.shortly());
    assert!(rows(&folder.path("rows.csv")) == rows(&folder.path("whole.csv")));
    assert_eq!(folder.files(), ["rows.csv", "whole.csv"], "nothing else is left");
}
