//! Grows a map and draws it: `cargo run --release --example render_map -- KIT OUT.png [AZIMUTH ELEVATION]`.
//!
//! Without arguments, the starter kit is drawn into the folder for temporary files.

use snapmesh::selection::STANDARD;
use snapmesh_io::picture::{View, render};
use snapmesh_io::{Files, Folder, Memory, OpenKit, Overrides};
use snapmesh_kits::STARTER;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let kit = args.next();
    let out = args.next().map_or_else(|| std::env::temp_dir().join("map.png"), PathBuf::from);
    let mut angle = |usual: f64| args.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let usual = View::default();
    let view = View { azimuth: angle(usual.azimuth), elevation: angle(usual.elevation), ..usual };

    let starter = || Memory::new("starter", STARTER.iter().map(|(name, content)| (*name, content.to_vec())));
    let files: Box<dyn Files> = match kit {
        Some(folder) => Box::new(Folder::new(folder)),
        None => Box::new(starter()),
    };
    let open = OpenKit::open(&*files, &Overrides::default(), STANDARD)?;
    let map = open.recipe()?.grow(open.settings.generation.seed);
    std::fs::write(&out, render(&open.kit, &map, &view).to_png())?;
    println!("{}", out.display());
    Ok(())
}
