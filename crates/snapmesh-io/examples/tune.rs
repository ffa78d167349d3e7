//! Tune.
use snapmesh::Location;
use snapmesh::selection::STANDARD;
use snapmesh_io::{Folder, OpenKit, Override, Overrides};
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let seeds: i64 = args[2].parse().unwrap();
    for how in args[3].split(',') {
        for method in ["arena", "corridor", "star", "branch"] {
            let mut set = vec![format!("growth.when_blocked={how}"), format!("selection.method={method}")];
            set.extend(args[4..].iter().cloned());
            let set =
                set.iter().map(|t| Override::parse(t, Location::Request("x".into())).unwrap()).collect();
            let open = OpenKit::open(
                &Folder::new(std::path::Path::new(&args[1])),
                &Overrides { preset: None, seed: None, set },
                STANDARD,
            )
            .unwrap();
            let recipe = open.recipe().unwrap();
            let (mut kept, mut times, mut sizes, mut reasons) =
                (0, vec![], vec![], std::collections::BTreeMap::new());
            for seed in 1..=seeds {
                let t = Instant::now();
                let map = recipe.grow(seed);
                times.push(t.elapsed().as_secs_f64() * 1e6);
                let size = recipe.size(seed, &map.pieces).unwrap();
                kept += usize::from(size.kept);
                sizes.push(map.pieces.len());
                *reasons.entry(map.stop.to_string()).or_insert(0) += 1;
            }
            times.sort_by(f64::total_cmp);
            sizes.sort();
            let n = times.len();
            println!(
                "{how} {method}: kept {kept} of {seeds}; pieces median {} min {}; us median {:.0} p95 {:.0} max {:.0}; {reasons:?}",
                sizes[n / 2],
                sizes[0],
                times[n / 2],
                times[n * 95 / 100],
                times[n - 1]
            );
        }
    }
}
