//! Grows a map and draws it: `cargo run --release --example render_map -- KIT OUT.png [AZIMUTH ELEVATION]`.
//!
//! Without arguments, the starter kit is drawn into the folder for temporary files.

use snapmesh::selection::STANDARD;
use snapmesh_io::picture::{View, render};
use snapmesh_io::{Folder, OpenKit, Overrides};
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits/starter");
    let kit = args.next().unwrap_or_else(|| starter.into());
    let out = args.next().map_or_else(|| std::env::temp_dir().join("map.png"), PathBuf::from);
    let mut angle = |usual: f64| args.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let usual = View::default();
    let view = View { azimuth: angle(usual.azimuth), elevation: angle(usual.elevation), ..usual };

    let open = OpenKit::open(&Folder::new(kit), &Overrides::default(), STANDARD)?;
    let map = open.recipe()?.grow(open.settings.generation.seed);
    std::fs::write(&out, render(&open.kit, &map, &view).to_png())?;
    println!("{}", out.display());
    Ok(())
}
