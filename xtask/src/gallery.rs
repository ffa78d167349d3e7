//! A picture and a plan of every preset of every kit, for the docs.

use crate::clients::{kits, open, told};
use crate::root;
use snapmesh::Generator;
use snapmesh::selection::STANDARD;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::View;
use snapmesh_io::{Changes, KitFolder};

/// Kits with roofs are cut open above this height, in metres.
const CUTS: &[(&str, f64)] = &[("dungeon", 2.0)];

/// Pictures that pages need besides: name, kit, and what to set.
const MORE: &[(&str, &str, &[&str])] = &[
    ("piece.svg", "starter", &["kit.pieces=[\"Garden.glb\"]", "selection.max_pieces=1"]),
    ("seed-68.png", "starter", &["selection.max_pieces=40", "generation.seed=68"]),
    ("seed-83.png", "starter", &["selection.max_pieces=40", "generation.seed=83"]),
    ("seed-88.png", "starter", &["selection.max_pieces=40", "generation.seed=88"]),
];

/// Writes `docs/images/KIT-PRESET.png`, plans of the starter kit, and what the pages need besides.
pub(crate) fn run() -> Result<(), String> {
    for kit in kits()? {
        for preset in open(&kit, None)?.presets {
            let folder = open(&kit, Some(&preset))?;
            let name = folder.kit.name().to_string();
            let endings: &[&str] = if name == "starter" { &["png", "svg"] } else { &["png"] };
            for ending in endings {
                draw(&folder, &format!("{name}-{preset}.{ending}"))?;
            }
        }
    }
    for (file, kit, set) in MORE {
        let changes = Changes { set: set.iter().map(ToString::to_string).collect(), ..Changes::default() };
        let folder = KitFolder::open(&root().join("kits").join(kit), &changes, STANDARD);
        draw(&folder.map_err(|problems| told(&problems))?, file)?;
    }
    Ok(())
}

fn draw(folder: &KitFolder, file: &str) -> Result<(), String> {
    let map = Generator::new(&folder.kit, &folder.settings).map_err(|error| error.message)?.run();
    let cut_above = CUTS.iter().find(|(kit, _)| *kit == folder.kit.name()).map(|(_, height)| *height);
    let view = View { width: 1120, height: 700, cut_above, ..View::default() };
    let path = root().join("docs/images").join(file);
    let exporter = exporter_for(&path).map_err(|problems| told(&problems))?;
    let options = Options { view, ..Options::default() };
    let bytes = (exporter.write)(folder, &map, &options).map_err(|problems| told(&problems))?;
    std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
    println!("wrote {} ({} pieces)", path.display(), map.pieces.len());
    Ok(())
}
