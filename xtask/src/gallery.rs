//! A picture and a plan of every preset of every kit, for the docs.

use crate::kit_folders::{grow, kits, layer, open, told};
use crate::repository::root;
use snapmesh::selection::STANDARD;
use snapmesh::{Kept, Map, PlacedId, Value};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::{Coloring, Cut, View};
use snapmesh_io::{Folder, OpenKit, Override, Overrides};

/// Kits with roofs are cut open above this height, in metres.
const CUTS: &[(&str, f64)] = &[("dungeon", 2.0)];

/// A picture that a page needs besides.
struct More {
    file: &'static str,
    kit: &'static str,
    preset: Option<&'static str>,
    set: fn() -> Vec<Override>,
    /// Whether it shows where one can walk.
    nav: bool,
}

fn pieces(count: i64) -> Override {
    Override::new("selection", "max_pieces", count)
}

fn seed(seed: i64) -> Vec<Override> {
    vec![pieces(40), Override::new("generation", "seed", seed)]
}

fn garden() -> Vec<Override> {
    vec![Override::new("kit", "pieces", Value::strings(["Garden.glb"])), pieces(1)]
}

/// The same corridor by each way to go on where it is blocked.
fn blocked(how: &str) -> Vec<Override> {
    let growth = Override::new("growth", "when_blocked", how);
    vec![growth, pieces(30), Override::new("generation", "seed", 4)]
}

/// The kinds of connectors of the starter kit.
const KINDS: [&str; 3] = ["2 white", "1 white", "1 red"];

/// The same tree with and without what closes and what stands in its doorways.
fn ends(caps: bool, doors: bool) -> Vec<Override> {
    let none = |key: &str| (key.to_string(), Value::List(vec![]));
    let mut keys = vec![("free".to_string(), "may".into())];
    keys.extend((!caps).then(|| none("cap")));
    keys.extend((!doors).then(|| none("door")));
    KINDS.map(|kind| Override::new("ends", kind, Value::Table(keys.clone()))).into()
}

/// Half of a map is kept, and the rest grown anew by each of these seeds.
const REGROWN: [i64; 3] = [1, 2, 3];
const KEPT: usize = 15;

const MORE: &[More] = &[
    More { file: "starter.png", kit: "starter", preset: None, set: Vec::new, nav: false },
    More { file: "dungeon.png", kit: "dungeon", preset: None, set: Vec::new, nav: false },
    More { file: "artistic.png", kit: "artistic", preset: None, set: Vec::new, nav: false },
    More { file: "ends-open.png", kit: "starter", preset: None, set: || ends(false, false), nav: false },
    More { file: "ends-capped.png", kit: "starter", preset: None, set: || ends(true, false), nav: false },
    More { file: "ends-doors.png", kit: "starter", preset: None, set: || ends(true, true), nav: false },
    More {
        file: "blocked-stop.png",
        kit: "dungeon",
        preset: Some("corridor"),
        set: || blocked("stop"),
        nav: false,
    },
    More {
        file: "blocked-skip.png",
        kit: "dungeon",
        preset: Some("corridor"),
        set: || blocked("skip"),
        nav: false,
    },
    More {
        file: "blocked-undo.png",
        kit: "dungeon",
        preset: Some("corridor"),
        set: || blocked("undo"),
        nav: false,
    },
    More { file: "piece.svg", kit: "starter", preset: Some("arena"), set: garden, nav: false },
    More { file: "seed-68.png", kit: "starter", preset: None, set: || seed(68), nav: false },
    More { file: "seed-83.png", kit: "starter", preset: None, set: || seed(83), nav: false },
    More { file: "seed-88.png", kit: "starter", preset: None, set: || seed(88), nav: false },
    More { file: "walk.png", kit: "benchmark", preset: Some("g"), set: Vec::new, nav: true },
    More { file: "walk.svg", kit: "dungeon", preset: Some("star"), set: Vec::new, nav: true },
];

/// Writes `docs/images/KIT-PRESET.png`, plans of the starter kit, and what the pages need besides.
pub(crate) fn run() -> Result<(), String> {
    for kit in kits()? {
        for preset in open(&kit, None)?.presets {
            let open = open(&kit, Some(&preset))?;
            let name = open.kit.kit().name().to_string();
            let endings: &[&str] = if name == "starter" { &["png", "svg"] } else { &["png"] };
            for ending in endings {
                draw(&open, &format!("{name}-{preset}.{ending}"), false)?;
            }
        }
    }
    for More { file, kit, preset, set, nav } in MORE {
        let overrides = Overrides { preset: preset.map(Into::into), set: set(), ..Overrides::default() };
        let open = OpenKit::open(&Folder::new(root().join("kits").join(kit)), &overrides, STANDARD);
        draw(&open.map_err(told)?, file, *nav)?;
    }
    regrown()?;
    looped()
}

/// A map without loops, and the same with three.
fn looped() -> Result<(), String> {
    for (file, least, most) in [("loops-none.png", 0, 0), ("loops-three.png", 0, 3)] {
        let loops = Value::List(vec![least.into(), most.into()]);
        let set = vec![Override::new("growth", "loops", loops), Override::new("generation", "seed", LOOPED)];
        let overrides = Overrides { preset: Some("arena".into()), set, ..Overrides::default() };
        let open =
            OpenKit::open(&Folder::new(root().join("kits/starter")), &overrides, STANDARD).map_err(told)?;
        let map = grow(&open)?;
        let color = |index| HALVES[usize::from(index >= map.asked_for().len())];
        let coloring = Coloring::Custom((0..map.grown().len()).map(color).collect());
        draw_map(&open, &map, file, false, View { coloring, ..View::default() })?;
    }
    Ok(())
}

/// The seed of a map that is shown with and without loops.
const LOOPED: i64 = 56;

/// What is kept, and what is grown anew.
const HALVES: [[f32; 3]; 2] = [[0.62, 0.66, 0.72], [0.93, 0.6, 0.24]];

/// A map, and three that share the older half of it.
fn regrown() -> Result<(), String> {
    let open = open(&root().join("kits/starter"), None)?;
    let halves = |map: &Map| {
        let color = |index| HALVES[usize::from(index >= KEPT)];
        let coloring = Coloring::Custom((0..map.grown().len()).map(color).collect());
        View { coloring, ..View::default() }
    };
    let map = grow(&open)?;
    draw_map(&open, &map, "kept-first.png", false, halves(&map))?;
    let kept = Kept::new(&map, (0..KEPT).map(PlacedId::new)).map_err(|error| error.to_string())?;
    for seed in REGROWN {
        let again = open.recipe().map_err(told)?.grow_on(&kept, seed);
        draw_map(&open, &again, &format!("kept-{seed}.png"), false, halves(&again))?;
    }
    Ok(())
}

fn draw(open: &OpenKit, file: &str, nav: bool) -> Result<(), String> {
    draw_map(open, &grow(open)?, file, nav, View::default())
}

fn draw_map(open: &OpenKit, map: &Map, file: &str, nav: bool, view: View) -> Result<(), String> {
    let cut = CUTS.iter().find(|(kit, _)| *kit == open.kit.kit().name());
    let cut = cut.map_or(Cut::Auto, |(_, height)| Cut::Above(*height));
    let view = View { width: 1120, height: 700, cut, ..view };
    let path = root().join("docs/images").join(file);
    let exporter = exporter_for(&path).map_err(told)?;
    let navigation = if nav { Some(layer(open, map)?) } else { None };
    let options = Options { view, navigation, ..Options::default() };
    let bytes = (exporter.write)(&open.kit, &open.settings, map, &options).map_err(told)?;
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {} ({} pieces)", path.display(), map.grown().len());
    Ok(())
}
