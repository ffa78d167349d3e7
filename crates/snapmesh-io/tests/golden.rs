//! Golden digests: a change of behaviour cannot pass unseen.
//!
//! A digest covers every byte of the map file. When one changes on purpose, the CHANGELOG says so.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits, open};
use snapmesh::selection::STANDARD;
use snapmesh::{ConnectorId, Link, PlacedId, Port};
use snapmesh_io::{Folder, MapFile, OpenKit};

fn starter(preset: &str, seed: i64, set: &[&str]) -> OpenKit {
    let seed = format!("generation.seed={seed}");
    open(&kits().join("starter"), Some(preset), &[&[&*seed], set].concat())
}

fn grown(open: &OpenKit) -> MapFile {
    MapFile::new(&open.kit, &open.settings, &grow(open))
}

/// Rules of every kind, and volumes.
const RULES: &[&str] = &[
    "growth.when_blocked=undo",
    "growth.inside={ min = [-90, -30, -90], max = [90, 30, 90] }",
    "growth.outside=[{ min = [20, -9, 20], max = [30, 9, 30] }]",
    "rules.Hall={ weight = 2.0, run = 2 }",
    "rules.Shrine={ count = [1, 3], apart = 3, depth = [1, 99] }",
    "rules.\"*\"={ height = [-9.0, 9.0] }",
];

#[test]
fn maps_of_the_starter_kit_are_what_they_always_were() {
    let mut told = Vec::new();
    for (mode, set) in [
        ("", vec!["growth.when_blocked=stop"]),
        ("skip ", vec!["growth.when_blocked=skip"]),
        ("undo ", vec!["growth.when_blocked=undo"]),
        ("rules ", RULES.to_vec()),
    ] {
        for preset in ["arena", "corridor", "star", "branch"] {
            for (seed, rng) in [(1, "chacha8"), (-2, "chacha8"), (3, "unity")] {
                let rng_is = format!("generation.rng=\"{rng}\"");
                let file = grown(&starter(preset, seed, &[&set[..], &[&rng_is]].concat()));
                told.push(format!(
                    "{mode}{preset} {seed} {rng}: {} pieces, {}",
                    file.pieces.len(),
                    file.digest
                ));
            }
        }
    }
    let golden = include_str!("golden.txt");
    let golden: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(told, golden, "the new lines:\n{}\n", told.join("\n"));
}

/// Kits as they are when no preset is chosen: rules, caps and doors.
#[test]
fn maps_of_the_kits_at_their_best_are_what_they_always_were() {
    are_as_kept(include_str!("golden_kits.txt"), "growth.loops=0");
}

#[test]
fn loops_of_the_kits_are_what_they_always_were() {
    are_as_kept(include_str!("golden_loops.txt"), "growth.loops=[1,3]");
}

fn are_as_kept(golden: &str, loops: &str) {
    let mut told = Vec::new();
    for kit in ["starter", "dungeon", "artistic"] {
        for seed in [1, -2, 3] {
            let seed_key = format!("generation.seed={seed}");
            let file = grown(&open(&kits().join(kit), None, &["growth.when_blocked=undo", loops, &seed_key]));
            let (pieces, doors) = (file.pieces.len(), file.doors.len());
            told.push(format!("{kit} {seed}: {pieces} pieces and caps, {doors} doors, {}", file.digest));
        }
    }
    let golden: Vec<&str> = golden.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(told, golden, "the new lines:\n{}\n", told.join("\n"));
}

#[test]
fn a_map_file_is_read_back_as_it_was_written() {
    for preset in [Some("branch"), None] {
        read_back(&open(&kits().join("starter"), preset, &["generation.seed=5", "growth.when_blocked=undo"]));
    }
}

fn read_back(kit: &OpenKit) {
    let file = grown(kit);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");
    std::fs::write(&path, file.to_text()).unwrap();
    let read = MapFile::read(&path, &snapmesh::Limits::DEFAULT).unwrap();
    assert_eq!(read, file);
    assert_eq!(read.to_text(), file.to_text());
    let settings = read.settings("map.json", STANDARD).unwrap();
    let again = OpenKit::with_settings(&Folder::new(kits().join("starter")), settings).unwrap();
    assert_eq!(grown(&again).to_text(), file.to_text(), "the settings in the file grow the same map");
    let map = read.map("map.json", &again.kit).unwrap();
    let text = MapFile::new(&again.kit, &again.settings, &map).to_text();
    assert!(text == file.to_text(), "and the map that was read is written as it was");
}

/// A map from before fingerprints were rounded: made with `generate kits/starter --preset corridor --seed 7`.
#[test]
fn a_map_with_an_exact_fingerprint_is_read_and_no_byte_but_that_has_changed() {
    let path = "tests/samples/map_exact_fingerprint.json";
    let read = MapFile::read(path.as_ref(), &snapmesh::Limits::DEFAULT).unwrap();
    let settings = read.settings(path, STANDARD).unwrap();
    let kit = OpenKit::with_settings(&Folder::new(kits().join("starter")), settings).unwrap();
    assert_ne!(read.kit.fingerprint, kit.kit.fingerprint());
    let map = read.map(path, &kit.kit).unwrap();
    let today = grown(&kit);
    assert_eq!(MapFile::new(&kit.kit, &kit.settings, &map), today);
    let text = std::fs::read_to_string(path).unwrap();
    assert_eq!(today.named(&read.kit).to_text(), text);
}

#[test]
fn a_map_of_other_pieces_or_one_that_was_changed_is_refused() {
    let kit = starter("arena", 1, &[]);
    let file = grown(&kit);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("map.json");

    std::fs::write(&path, file.to_text().replace("\"Hall\"", "\"Bend\"")).unwrap();
    assert!(
        MapFile::read(&path, &snapmesh::Limits::DEFAULT).unwrap_err()[0]
            .message
            .contains("was changed since it was written")
    );

    std::fs::write(&path, file.to_text().replace("snapmesh-map/1", "snapmesh-map/9")).unwrap();
    assert!(
        MapFile::read(&path, &snapmesh::Limits::DEFAULT).unwrap_err()[0]
            .message
            .contains("is of the format \"snapmesh-map/9\"")
    );

    let fewer = starter("arena", 1, &["kit.pieces=[\"Hall.glb\", \"Bend.glb\"]"]);
    assert!(file.map("map.json", &fewer.kit).unwrap_err()[0].message.contains("made with other pieces"));
}

/// Maps without links say nothing of them.
#[test]
fn links_go_both_ways_and_must_join_what_is_there() {
    let kit = starter("arena", 1, &[]);
    let mut map = grow(&kit);
    let used = map.used_connectors(kit.kit.kit());
    let free = |placed: usize| {
        let connector = used[placed].iter().position(|used| !used)?;
        Some(Port { placed: PlacedId::new(placed), connector: ConnectorId::new(connector) })
    };
    let mut ports = (0..map.pieces.len()).filter_map(free);
    let (from, to) = (ports.next().unwrap(), ports.next().unwrap());
    assert!(!MapFile::new(&kit.kit, &kit.settings, &map).to_text().contains("links"));
    map.links.push(Link { from, to, gap: 0.001, turn: 0.25 });
    let file = MapFile::new(&kit.kit, &kit.settings, &map);
    let read = MapFile::parse(file.to_text().as_bytes(), "map.json", &snapmesh::Limits::DEFAULT).unwrap();
    let again = read.map("map.json", &kit.kit).unwrap();
    assert!(again.links == map.links && again.seed == map.seed && again.stop == map.stop);
    map.links[0].to.connector = ConnectorId::new(99);
    let told = MapFile::new(&kit.kit, &kit.settings, &map).map("map.json", &kit.kit).unwrap_err();
    assert!(
        told.to_string().contains("connector 99 of piece ") && told.to_string().contains("is not there"),
        "{told}"
    );
    map.links[0].to = from;
    let told = MapFile::new(&kit.kit, &kit.settings, &map).map("map.json", &kit.kit).unwrap_err();
    assert!(told.to_string().contains("is joined twice"), "{told}");
}
