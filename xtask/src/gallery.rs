//! A picture and a plan of every preset of every kit, for the docs.

use crate::kit_folders::{grow, kits, layer, open, told};
use crate::repository::root;
use snapmesh::Value;
use snapmesh::selection::STANDARD;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::View;
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

const MORE: &[More] = &[
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
    More { file: "piece.svg", kit: "starter", preset: None, set: garden, nav: false },
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
    Ok(())
}

fn draw(open: &OpenKit, file: &str, nav: bool) -> Result<(), String> {
    let map = grow(open)?;
    let cut_above = CUTS.iter().find(|(kit, _)| *kit == open.kit.kit().name()).map(|(_, height)| *height);
    let view = View { width: 1120, height: 700, cut_above, ..View::default() };
    let path = root().join("docs/images").join(file);
    let exporter = exporter_for(&path).map_err(told)?;
    let navigation = if nav { Some(layer(open, &map)?) } else { None };
    let options = Options { view, navigation, ..Options::default() };
    let bytes = (exporter.write)(&open.kit, &open.settings, &map, &options).map_err(told)?;
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {} ({} pieces)", path.display(), map.pieces.len());
    Ok(())
}
