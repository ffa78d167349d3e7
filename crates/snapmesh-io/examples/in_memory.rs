//! A whole run without a file system or a clock: the bytes of a kit in, the bytes of a map out, and can it be walked?
//!
//! This is what a page, a game or a server does. The kit is the starter kit, put into the program when it is compiled.

use snapmesh::selection::STANDARD;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::{MapFile, Memory, OpenKit, Overrides};
use snapmesh_kits::STARTER;
use snapmesh_nav::{Budget, Cores, Sample, validate};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let files = STARTER.iter().map(|(name, content)| (*name, content.to_vec()));

    // Read once, checked once.
    let open = OpenKit::open(&Memory::new("starter", files), &Overrides::default(), STANDARD)?;
    let recipe = open.recipe()?;

    // A seed is all that is missing.
    let map = recipe.grow(7);
    let file = MapFile::new(&open.kit, &open.settings, &map);
    let glb = exporter_for("map.glb".as_ref())?;
    let glb = (glb.write)(&open.kit, &open.settings, &map, &Options::default())?;
    println!("{} pieces, map.json of {} bytes, GLB of {}", map.pieces.len(), file.to_text().len(), glb.len());

    // One core, no time limit: no thread is started and no clock is looked at.
    let navigation = &open.settings.navigation;
    let terrain = open.kit.terrain(navigation)?;
    let budget = Budget { cores: Cores::One, ..Budget::default() };
    let metrics = validate(&terrain, &map, Sample::from(navigation), &budget)?.metrics;
    println!("connectivity {:.3}, largest region {:.3}", metrics.connectivity, metrics.largest_region);
    Ok(())
}
