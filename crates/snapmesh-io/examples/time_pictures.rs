//! How long pictures take: `cargo run --release --example time_pictures -- KIT...`. The least of several runs.

use snapmesh::selection::STANDARD;
use snapmesh_io::picture::{View, render};
use snapmesh_io::{Folder, OpenKit, Overrides};
use std::time::{Duration, Instant};

const RUNS: usize = 5;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for kit in std::env::args().skip(1) {
        let presets: Vec<Option<String>> = {
            let open = OpenKit::open(&Folder::new(&kit), &Overrides::default(), STANDARD)?;
            std::iter::once(None).chain(open.presets.iter().map(|preset| Some(preset.clone()))).collect()
        };
        for preset in presets {
            let wish = Overrides { preset: preset.clone(), ..Overrides::default() };
            let open = OpenKit::open(&Folder::new(&kit), &wish, STANDARD)?;
            let map = open.recipe()?.grow(open.settings.generation.seed);
            let mut best = [Duration::MAX; 2];
            for _ in 0..RUNS {
                let start = Instant::now();
                let image = render(&open.kit, &map, &View::default());
                let drawn = start.elapsed();
                std::hint::black_box(image.to_png());
                let whole = start.elapsed();
                best = [best[0].min(drawn), best[1].min(whole)];
            }
            let [drawn, whole] = best.map(|time| time.as_secs_f64() * 1e3);
            println!(
                "{kit} {}: {whole:.0} ms, {drawn:.0} ms of it drawing",
                preset.as_deref().unwrap_or("-")
            );
        }
    }
    Ok(())
}
