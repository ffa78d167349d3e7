//! Loops of real kits are real: looked at by code that shares nothing with the code that closes them.

mod common;

use common::loop_check::Check;
use common::{kits, open};
use rayon::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::{Map, Recipe, Role};
use snapmesh_io::{MapFile, OpenKit};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

const PIECES: usize = 25;

/// `SNAPMESH_LOOP_SEEDS` asks for more than a quick test looks at.
fn seeds() -> std::ops::Range<i64> {
    let said = std::env::var("SNAPMESH_LOOP_SEEDS").ok();
    0..said.map_or(25, |text| text.parse().expect("SNAPMESH_LOOP_SEEDS is a number"))
}

/// The kits of the repository, and one that nobody here modelled where it is beside it.
fn folders() -> Vec<PathBuf> {
    let mut folders: Vec<_> =
        ["starter", "benchmark", "dungeon", "artistic"].iter().map(|kit| kits().join(kit)).collect();
    folders.extend(stranger());
    folders
}

fn stranger() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/third-party/kaykit-dungeon");
    folder.join("kit.toml").is_file().then_some(folder)
}

/// A kit under its own rules, caps and doors, with loops.
fn looping(folder: &Path, more: &[&str]) -> OpenKit {
    looping_by(folder, None, more)
}

/// The same with what a preset says: those named after methods clear rules, caps and doors.
fn looping_by(folder: &Path, preset: Option<&str>, more: &[&str]) -> OpenKit {
    let set = [
        "growth.when_blocked=undo",
        "growth.loops=[1, 3]",
        "selection.method=arena",
        &format!("selection.max_pieces={PIECES}"),
    ];
    open(folder, preset, &[&set[..], more].concat())
}

fn recipe(open: &OpenKit) -> Arc<Recipe> {
    open.recipe().expect("the settings can hold")
}

fn check(open: &OpenKit, map: &Map) -> Vec<String> {
    Check { kit: open.kit.kit(), settings: &open.settings, map }.problems()
}

/// What is wrong with the loops of a kit, and how many of its maps have as many as promised.
fn look_at(folder: &Path, more: &[&str]) -> (Vec<String>, usize) {
    let open = looping(folder, more);
    let recipe = recipe(&open);
    let mut problems = Vec::new();
    let (mut kept, mut links, mut chained, mut widest, mut crooked) = (0, 0, 0, 0.0_f64, 0.0_f64);
    for seed in seeds() {
        let map = recipe.grow(seed);
        let mut wrong = check(&open, &map);
        if map.asked_for().len() != PIECES {
            wrong.push(format!("{} pieces of {PIECES}; {:?}", map.asked_for().len(), map.promises));
        }
        problems.extend(wrong.into_iter().map(|problem| format!("seed {seed}: {problem}")));
        kept += usize::from(map.promises.iter().all(|promise| promise.kept));
        links += map.links.len();
        chained += map.grown().len() - map.asked_for().len();
        widest = map.links.iter().fold(widest, |widest, link| widest.max(link.gap));
        crooked = map.links.iter().fold(crooked, |crooked, link| crooked.max(link.turn));
    }
    println!(
        "{}: {kept} of {} maps keep all promises; {links} links, {chained} pieces in chains; the widest gap is {widest} m, \
         the largest turn {crooked} degrees",
        open.kit.kit().name(),
        seeds().end,
    );
    (problems, kept)
}

#[test]
fn every_link_of_every_kit_is_real() {
    for folder in folders() {
        let (problems, kept) = look_at(&folder, &[]);
        assert!(problems.is_empty(), "{}: {problems:#?}", folder.display());
        assert_eq!(kept as i64, seeds().end, "{}: all promises are kept", folder.display());
    }
    if stranger().is_none() {
        eprintln!("skipped: the kit of a stranger is not beside the repository");
    }
}

/// Chance decides how many loops there are, not whether those that are owed are there.
#[test]
fn as_many_loops_as_are_asked_for_exactly() {
    for (folder, preset, loops) in [
        ("starter", "arena", 0),
        ("starter", "arena", 2),
        ("benchmark", "a", 3),
        ("dungeon", "arena", 2),
        ("artistic", "arena", 1),
    ] {
        let set = format!("growth.loops=[{loops}, {loops}]");
        let open = looping_by(&kits().join(folder), Some(preset), &[&set]);
        for seed in seeds().take(8) {
            let map = recipe(&open).grow(seed);
            assert_eq!(
                map.links.len(),
                loops,
                "{folder} {seed}: nothing must be closed, so nothing is beyond"
            );
            assert_eq!(check(&open, &map), [""; 0], "{folder} {seed}");
        }
    }
}

#[test]
fn without_loops_maps_of_presets_are_what_they_were_and_have_no_link() {
    let mut looked_at = 0;
    for folder in folders() {
        for preset in &open(&folder, None, &[]).presets {
            for blocked in ["stop", "undo"] {
                let blocked = format!("growth.when_blocked={blocked}");
                let plain = open(&folder, Some(preset), &[&blocked]);
                let said = ["growth.loops=[0, 0]", "growth.loop_length=3", "growth.loop_gap=0.1", &blocked];
                let off = open(&folder, Some(preset), &said);
                let (plain, off) = (recipe(&plain).grow(5), recipe(&off).grow(5));
                assert_eq!(plain, off, "{preset} {blocked}");
                assert!(off.links.is_empty() && off.pieces.iter().all(|placed| placed.role != Role::Loop));
                looked_at += 1;
            }
        }
    }
    assert!(looked_at >= 40, "{looked_at}");
}

/// Tables are made anew in each pool, and maps grown in it.
#[test]
fn the_same_seed_is_the_same_map_whatever_the_threads() {
    for folder in folders() {
        let grown = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads start");
            pool.install(|| {
                let open = looping(&folder, &[]);
                let recipe = recipe(&open);
                let text = |seed| MapFile::new(&open.kit, &open.settings, &recipe.grow(seed)).to_text();
                (0..4).map(text).collect::<Vec<_>>()
            })
        };
        let once = grown(1);
        assert!(once.iter().all(|text| text.contains("\"links\"")), "{}", folder.display());
        for threads in [1, 2, 8] {
            assert!(grown(threads) == once, "{}: {threads} threads", folder.display());
        }
    }
}

/// Maps grow at the same time from one recipe, whose tables are made by whoever needs them first.
#[test]
fn maps_that_grow_at_the_same_time_share_their_tables_and_nothing_else() {
    let open = looping(&kits().join("starter"), &[]);
    let alone: Vec<Map> = (0..8).map(|seed| recipe(&open).grow(seed)).collect();
    let shared = recipe(&open);
    let together: Vec<Map> = std::thread::scope(|scope| {
        let growing: Vec<_> = (0..8)
            .map(|seed| {
                scope.spawn({
                    let shared = &shared;
                    move || shared.grow(seed)
                })
            })
            .collect();
        growing.into_iter().map(|one| one.join().expect("nothing panics")).collect()
    });
    assert_eq!(together, alone);
}

/// A map with a chain, to be spoiled.
fn sound() -> (OpenKit, Map) {
    let open = looping_by(&kits().join("starter"), Some("arena"), &[]);
    let map = (0..100)
        .map(|seed| recipe(&open).grow(seed))
        .find(|map| map.links.len() >= 2 && map.grown().len() > map.asked_for().len() + 2);
    (open, map.expect("there are such maps"))
}

/// A way to break a map; it is told where the last piece of its last chain is.
type Spoil = fn(&mut Map, usize);

/// The check that finds nothing would find something.
#[test]
fn what_is_wrong_with_a_loop_is_seen() {
    let (open, map) = sound();
    assert_eq!(check(&open, &map), [""; 0]);
    let last = map.grown().len() - 1;
    let spoiled: [(&str, Spoil); 9] = [
        ("misses by", |map, last| map.pieces[last].pose.position += DVec3::X * 0.01),
        ("tells another gap", |map, _| map.links[0].gap += 0.0001),
        ("tells another turn", |map, _| map.links[0].turn += 0.01),
        ("is joined twice", |map, _| map.links[1].to = map.links[0].to),
        ("is joined twice", |map, _| map.links[0].to = map.links[1].from),
        ("a Piece among the Loops", |map, last| map.pieces[last].role = Role::Piece),
        ("closes no loop", |map, _| map.links.truncate(map.links.len() - 1)),
        ("says nothing of loops", |map, _| map.promises.clear()),
        ("it says Promise", |map, _| map.promises.iter_mut().for_each(|promise| promise.value += 1)),
    ];
    for (words, spoil) in spoiled {
        let mut map = map.clone();
        spoil(&mut map, last);
        let told = check(&open, &map).join("\n");
        assert!(told.contains(words), "{words}: {told}");
    }
    // What two pieces of a map would be if neither stood where it does.
    let mut crowded = map.clone();
    crowded.links.clear();
    crowded.promises.clear();
    crowded.pieces.truncate(map.asked_for().len());
    let two = looping_by(&kits().join("starter"), Some("arena"), &["growth.loops=[0, 0]"]);
    let tolerant = |map: &Map| Check { kit: two.kit.kit(), settings: &two.settings, map }.overlaps();
    assert!(tolerant(&crowded).is_empty());
    crowded.pieces[20].pose = crowded.pieces[3].pose;
    assert!(!tolerant(&crowded).is_empty());
}

/// Rules that nearly every map would break.
#[test]
fn rules_hold_for_pieces_of_loops() {
    let rules = [
        "rules.Plaza={ count = [0, 3], apart = 3 }",
        "rules.Stairs={ depth = [2, 6] }",
        "rules.Hall={ run = 1 }",
        "rules.Garden={ run = 1 }",
    ];
    let mut loops = 0;
    let open = looping(&kits().join("starter"), &rules);
    for seed in seeds() {
        let map = recipe(&open).grow(seed);
        assert_eq!(check(&open, &map), [""; 0], "seed {seed}");
        loops += map.links.len();
    }
    assert!(loops > 10, "{loops}");
}

/// The tables of chains were made on all threads, and a thread that waited for the others took up another map meanwhile: that needed
/// the same tables, and nobody ever went on.
#[test]
fn maps_with_loops_grow_on_many_threads_from_a_recipe_that_nobody_has_used() {
    let (done, wait) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(8).build().expect("threads can be started");
        let open = looping(&kits().join("starter"), &[]);
        for _ in 0..40 {
            let recipe = recipe(&open);
            let links = |seed: i64| recipe.grow(seed).links.len();
            let links: usize = pool.install(|| (0..16).into_par_iter().map(links).sum());
            done.send(links).expect("somebody waits");
        }
    });
    for _ in 0..40 {
        let links = wait.recv_timeout(Duration::from_mins(5)).expect("the maps are grown");
        assert!(links >= 16, "{links}");
    }
}
