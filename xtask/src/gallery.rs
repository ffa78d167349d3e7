//! A picture and a plan of every preset of every kit, for the docs.

use crate::clients::{kits, open, told};
use crate::root;
use snapmesh::Generator;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::View;

/// Kits with roofs are cut open above this height, in metres.
const CUTS: &[(&str, f64)] = &[("dungeon", 2.0)];

/// Writes `docs/images/KIT-PRESET.png`, and plans of the starter kit.
pub(crate) fn run() -> Result<(), String> {
    for kit in kits()? {
        for preset in open(&kit, None)?.presets {
            let folder = open(&kit, Some(&preset))?;
            let map = Generator::new(&folder.kit, &folder.settings).map_err(|error| error.message)?.run();
            let name = folder.kit.name();
            let cut_above = CUTS.iter().find(|(kit, _)| *kit == name).map(|(_, height)| *height);
            let view = View { width: 1120, height: 700, cut_above, ..View::default() };
            let options = Options { view, ..Options::default() };
            let endings: &[&str] = if name == "starter" { &["png", "svg"] } else { &["png"] };
            for ending in endings {
                let path = root().join(format!("docs/images/{name}-{preset}.{ending}"));
                let exporter = exporter_for(&path).map_err(|problems| told(&problems))?;
                let bytes = (exporter.write)(&folder, &map, &options).map_err(|problems| told(&problems))?;
                std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
                println!("wrote {} ({} pieces)", path.display(), map.pieces.len());
            }
        }
    }
    Ok(())
}
