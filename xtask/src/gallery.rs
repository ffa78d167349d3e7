//! A picture and a plan of every preset of every kit, for the docs.

use crate::clients::{kits, open, told};
use crate::root;
use snapmesh::selection::STANDARD;
use snapmesh::{Generator, Map};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::View;
use snapmesh_io::{Changes, KitFolder, NavLayer};
use snapmesh_nav::{Budget, validate};

/// Kits with roofs are cut open above this height, in metres.
const CUTS: &[(&str, f64)] = &[("dungeon", 2.0)];

/// A picture that a page needs besides.
struct More {
    file: &'static str,
    kit: &'static str,
    preset: Option<&'static str>,
    set: &'static [&'static str],
    /// Whether it shows where one can walk.
    nav: bool,
}

const SEED_68: &[&str] = &["selection.max_pieces=40", "generation.seed=68"];
const SEED_83: &[&str] = &["selection.max_pieces=40", "generation.seed=83"];
const SEED_88: &[&str] = &["selection.max_pieces=40", "generation.seed=88"];
const GARDEN: &[&str] = &["kit.pieces=[\"Garden.glb\"]", "selection.max_pieces=1"];

const MORE: &[More] = &[
    More { file: "piece.svg", kit: "starter", preset: None, set: GARDEN, nav: false },
    More { file: "seed-68.png", kit: "starter", preset: None, set: SEED_68, nav: false },
    More { file: "seed-83.png", kit: "starter", preset: None, set: SEED_83, nav: false },
    More { file: "seed-88.png", kit: "starter", preset: None, set: SEED_88, nav: false },
    More { file: "walk.png", kit: "benchmark", preset: Some("g"), set: &[], nav: true },
    More { file: "walk.svg", kit: "dungeon", preset: Some("star"), set: &[], nav: true },
];

/// Writes `docs/images/KIT-PRESET.png`, plans of the starter kit, and what the pages need besides.
pub(crate) fn run() -> Result<(), String> {
    for kit in kits()? {
        for preset in open(&kit, None)?.presets {
            let folder = open(&kit, Some(&preset))?;
            let name = folder.kit.name().to_string();
            let endings: &[&str] = if name == "starter" { &["png", "svg"] } else { &["png"] };
            for ending in endings {
                draw(&folder, &format!("{name}-{preset}.{ending}"), false)?;
            }
        }
    }
    for More { file, kit, preset, set, nav } in MORE {
        let set = set.iter().map(ToString::to_string).collect();
        let changes = Changes { preset: preset.map(Into::into), set, ..Changes::default() };
        let folder = KitFolder::open(&root().join("kits").join(kit), &changes, STANDARD);
        draw(&folder.map_err(|problems| told(&problems))?, file, *nav)?;
    }
    Ok(())
}

fn draw(folder: &KitFolder, file: &str, nav: bool) -> Result<(), String> {
    let map = Generator::new(&folder.kit, &folder.settings).map_err(|error| error.message)?.run();
    let cut_above = CUTS.iter().find(|(kit, _)| *kit == folder.kit.name()).map(|(_, height)| *height);
    let view = View { width: 1120, height: 700, cut_above, ..View::default() };
    let path = root().join("docs/images").join(file);
    let exporter = exporter_for(&path).map_err(|problems| told(&problems))?;
    let navigation = if nav { Some(layer(folder, &map)?) } else { None };
    let options = Options { view, navigation, ..Options::default() };
    let bytes = (exporter.write)(folder, &map, &options).map_err(|problems| told(&problems))?;
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {} ({} pieces)", path.display(), map.pieces.len());
    Ok(())
}

/// Where a map can be walked.
pub(crate) fn layer(folder: &KitFolder, map: &Map) -> Result<NavLayer, String> {
    let validation = validate(&folder.grounds(), map, &folder.settings.navigation, &Budget::default());
    Ok(NavLayer::from(&validation.map_err(|error| error.to_string())?))
}
