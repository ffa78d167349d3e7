//! Grows a map and draws it: `cargo run --release --example render_map -- KIT OUT.png [AZIMUTH ELEVATION]`.
//!
//! Without arguments, the starter kit is drawn into the folder for temporary files.

use snapmesh::selection::STANDARD;
use snapmesh::{Generator, Problem};
use snapmesh_io::picture::{View, render};
use snapmesh_io::{Changes, KitFolder};
use std::path::PathBuf;

fn main() {
    if let Err(problems) = run() {
        for problem in problems {
            eprintln!("{}: {}", problem.place.file, problem.message);
        }
        std::process::exit(1);
    }
}

fn run() -> Result<(), Vec<Problem>> {
    let mut args = std::env::args().skip(1);
    let starter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../kits/starter");
    let kit = args.next().unwrap_or_else(|| starter.into());
    let out = args.next().map_or_else(|| std::env::temp_dir().join("map.png"), PathBuf::from);
    let mut angle = |usual: f64| args.next().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let usual = View::default();
    let view = View { azimuth: angle(usual.azimuth), elevation: angle(usual.elevation), ..usual };

    let folder = KitFolder::open(kit.as_ref(), &Changes::default(), STANDARD)?;
    let generator = Generator::new(&folder.kit, &folder.settings)
        .map_err(|error| vec![Problem::error(&*kit, error.message)])?;
    let picture = render(&folder, &generator.run(), &view).to_png();
    std::fs::write(&out, picture)
        .map_err(|error| vec![Problem::error(out.display().to_string(), error.to_string())])?;
    println!("{}", out.display());
    Ok(())
}
