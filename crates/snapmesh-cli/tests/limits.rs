//! The page about limits tells what is in force, and limits are the user's to change.

mod common;

use common::{Folder, room, snapmesh};
use snapmesh::limits::LIMITS;

/// A number as people write it: 1,600,000.
fn grouped(number: u64) -> String {
    let (thousands, rest) = (number / 1000, number % 1000);
    if thousands == 0 { rest.to_string() } else { format!("{},{rest:03}", grouped(thousands)) }
}

#[test]
fn the_page_lists_every_limit_with_its_number_and_nothing_else() {
    let page = include_str!("../../../docs/limits.md");
    let rows: Vec<&str> = page.lines().filter(|line| line.starts_with("| `")).collect();
    let wanted: Vec<String> = LIMITS
        .iter()
        .map(|limit| format!("| `{}` | {} | {} |", limit.name, grouped(limit.default), limit.help))
        .collect();
    assert_eq!(rows, wanted);
}

#[test]
fn a_limit_is_changed_by_its_user_up_and_down() {
    let folder = Folder::new();
    folder.write("kit.toml", "[selection]\nmax_pieces = 5\n").write("A.glb", room(1, "white"));
    let generate = |limit: &str| snapmesh(["generate", &folder.root(), "--limit", limit]);
    let refused = generate("map_pieces=4");
    assert_eq!(refused.code, 2);
    assert!(
        refused.stderr.contains("too much: 5 pieces of a map, where 4 are allowed"),
        "{}",
        refused.stderr
    );
    assert_eq!(generate("map_pieces=5").code, 0);
    assert_eq!(generate("nodes=1_000").code, 0);
    let unknown = generate("node=5");
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("--limit node=5: there is no such limit"), "{}", unknown.stderr);
    assert!(unknown.stderr.contains("did you mean nodes?"), "{}", unknown.stderr);
    for odd in ["nodes", "nodes=", "nodes=-1", "nodes=x", "=3"] {
        assert_eq!(generate(odd).code, 2, "{odd}");
    }
}

/// Each copy of a piece counts: thousands of boxes or connectors on one are millions on a map.
#[test]
fn what_all_pieces_of_a_map_have_together_is_counted_too() {
    let folder = Folder::new();
    folder.write("kit.toml", "[selection]\nmax_pieces = 5\n").write("A.glb", room(1, "white"));
    let generate = |limit: &str, output: &str, more: &str| {
        let output = folder.text(output);
        let args = ["generate", &folder.root(), "--no-validate", "--limit", limit, "-o", &output];
        snapmesh(args.into_iter().chain((!more.is_empty()).then_some(more)))
    };
    for (limit, number, output, more) in [
        ("map_boxes", 5, "map.json", ""),
        ("svg_marks", 15, "map.svg", ""),
        ("glb_nodes", 5, "map.glb", ""),
        ("glb_nodes", 15, "map.glb", "--connectors"),
        ("glb_nodes", 10, "map.glb", "--colliders"),
        ("glb_nodes", 10, "map.glb", "--boxes"),
    ] {
        let refused = generate(&format!("{limit}={}", number - 1), output, more);
        assert_eq!(refused.code, 2, "{limit} {output} {more}");
        assert!(refused.stderr.contains(&format!("too much: {number} ")), "{}", refused.stderr);
        assert!(!folder.path(output).exists());
        assert_eq!(generate(&format!("{limit}={number}"), output, more).code, 0, "{limit} {output} {more}");
        std::fs::remove_file(folder.path(output)).unwrap();
    }
}

#[test]
fn no_kit_changes_a_limit() {
    let folder = Folder::new();
    folder.write("A.glb", room(1, "white"));
    for text in ["[limits]\nnodes = 5\n", "[kit]\nallow_outside = true\n", "limit = 3\n"] {
        folder.write("kit.toml", text);
        assert_eq!(snapmesh(["check", &folder.root()]).code, 2, "{text}");
    }
}

/// In a container that allows no more threads, walking ended with a fault and searching was refused.
#[cfg(target_os = "linux")]
#[test]
fn where_no_thread_can_be_started_one_does_all_the_work() {
    use std::process::Command;
    let folder = Folder::new();
    folder.write("kit.toml", "[selection]\nmax_pieces = 5\n").write("A.glb", room(1, "white"));
    let map = folder.text("map.json");
    assert_eq!(snapmesh(["generate", &folder.root(), "-o", &map]).code, 0);
    // Root is allowed any number of processes, so it becomes nobody first, who may read all of this.
    let id = String::from_utf8(Command::new("id").arg("-u").output().unwrap().stdout).unwrap();
    let nobody =
        if id.trim() == "0" { &["setpriv", "--reuid=65534", "--clear-groups"][..] } else { &["env"] };
    assert!(Command::new("chmod").args(["-R", "a+rX", &folder.root()]).status().unwrap().success());
    let command = folder.text("snapmesh");
    std::fs::copy(env!("CARGO_BIN_EXE_snapmesh"), &command).unwrap();
    for args in [
        &["generate", &folder.root()][..],
        &["validate", &map],
        &["search", &folder.root(), "--tries", "3", "--max-free-connectors", "99"],
        &["search", &folder.root(), "--tries", "3", "--threads", "4", "--min-area", "0"],
    ] {
        let alone = [nobody, &["prlimit", "--nproc=1", &command], args].concat();
        let told = common::run(Command::new(alone[0]).args(&alone[1..]));
        assert_eq!(told.code, 0, "{alone:?}: {}", told.stderr);
    }
}
