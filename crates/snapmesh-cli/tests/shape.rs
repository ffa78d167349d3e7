//! Maps shaped by hand are maps for the command: validate, render, explain, and growing on from them.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Folder, snapmesh, starter};
use snapmesh::selection::STANDARD;
use snapmesh::{Act, ConnectorId, PlacedId, Port, Shaped};
use snapmesh_io::{Folder as Files, MapFile, OpenKit, Overrides};
use std::path::Path;

/// A map of the starter kit without its caps: a piece goes, an end is closed, and a loop, if one can be.
fn shaped() -> (Folder, Shaped) {
    let files = Files::new(Path::new(&starter()));
    let overrides = Overrides { preset: Some("arena".into()), ..Overrides::default() };
    let open = OpenKit::open(&files, &overrides, STANDARD).unwrap();
    let recipe = open.recipe().unwrap();
    let mut shaped = Shaped::new(recipe.grow(3));
    shaped = shaped.act(&recipe, Act::Pin(PlacedId::new(2))).unwrap();
    shaped = shaped.act(&recipe, Act::Delete(PlacedId::new(39))).unwrap();
    let used = shaped.map().used_connectors(recipe.kit());
    let free: Vec<Port> = (0..used.len())
        .flat_map(|placed| {
            let free = (0..used[placed].len()).filter(|&it| !used[placed][it]).collect::<Vec<_>>();
            free.into_iter()
                .map(move |it| Port { placed: PlacedId::new(placed), connector: ConnectorId::new(it) })
        })
        .collect();
    let pairs = free.iter().flat_map(|from| free.iter().map(move |to| (*from, *to)));
    let mut closed =
        pairs.filter_map(|(from, to)| shaped.act(&recipe, Act::Close { from, to, seed: 1 }).ok());
    let shaped = closed.next().expect("forty pieces have a loop among them");
    let folder = Folder::new();
    folder.write("map.json", MapFile::new(&open.kit, &open.settings, shaped.map()).to_text());
    (folder, shaped)
}

#[test]
fn a_map_shaped_by_hand_is_validated_drawn_explained_and_grown_on() {
    let (folder, shaped) = shaped();
    let (kit, map) = (starter(), folder.text("map.json"));
    assert_eq!(snapmesh(["validate", &map, "--kit", &kit]).code, 0);
    assert_eq!(snapmesh(["render", &map, "--kit", &kit, "-o", &folder.text("map.svg")]).code, 0);
    let trace = folder.text("trace.jsonl");
    let told = snapmesh(["explain", &map, "--kit", &kit, "--trace", &trace]);
    assert_eq!(told.code, 0, "{}", told.stderr);
    assert!(told.stdout.contains("It was shaped by hand"), "{}", told.stdout);
    assert!(told.stdout.contains("A loop is closed: connector"), "{}", told.stdout);
    assert_eq!(told.stdout.matches("is joined by its").count(), shaped.map().pieces.len() - 1);
    let events = std::fs::read_to_string(trace).unwrap();
    assert_eq!(events.lines().count(), shaped.map().pieces.len() + shaped.map().links.len());
    let told = snapmesh(["explain", &map, "--kit", &kit, "--json"]).json();
    assert_eq!((&told["stop"]["reason"], &told["events"][0]["event"]), (&"by-hand".into(), &"kept".into()));
    let words = [
        "--from",
        &map,
        "--keep",
        "all",
        "--preset",
        "arena",
        "--no-validate",
        "-o",
        &folder.text("on.json"),
    ];
    let grown = snapmesh([&["generate", &*kit][..], &words].concat());
    assert_eq!(grown.code, 0, "{}", grown.stderr);
}
