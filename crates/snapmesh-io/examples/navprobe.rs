//! probe
use snapmesh::generator::Generator;
use snapmesh::selection::STANDARD;
use snapmesh_io::{Changes, KitFolder};
use snapmesh_nav::*;
use std::time::Instant;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    for spec in &args[1..] {
        let (kit, rest) = spec.split_once(':').unwrap();
        let mut parts = rest.split(',');
        let preset = parts.next().unwrap();
        let set = parts.map(String::from).collect();
        let changes = Changes { preset: (!preset.is_empty()).then(|| preset.into()), seed: None, set };
        let folder = KitFolder::open(std::path::Path::new(kit), &changes, STANDARD).unwrap();
        let map = Generator::new(&folder.kit, &folder.settings).unwrap().run();
        let grounds = folder.grounds();
        let agent = Agent::from(&folder.settings.navigation);
        let t = Instant::now();
        let surface = bake(&grounds, &map, &agent, &Budget::default()).unwrap();
        if let Ok(n) = std::env::var("REPEAT") {
            let n: u32 = n.parse().unwrap();
            let t = Instant::now();
            for _ in 0..n {
                bake(&grounds, &map, &agent, &Budget::default()).unwrap();
            }
            println!("avg {:.1} ms", t.elapsed().as_secs_f64() * 1e3 / f64::from(n));
            return;
        }
        let bake_ms = t.elapsed().as_secs_f64() * 1e3;
        let t = Instant::now();
        let points = scatter(&surface, folder.settings.navigation.points as usize, 1);
        let m = measure(&surface.regions, &points);
        let metric_ms = t.elapsed().as_secs_f64() * 1e3;
        let t = Instant::now();
        let mesh = NavMesh::new(&surface);
        let mesh_ms = t.elapsed().as_secs_f64() * 1e3;
        let paths = Paths::new(&mesh);
        let pts = scatter(&surface, 100, 1);
        let c1 = measure(&surface.regions, &pts).connectivity;
        let places: Vec<_> = pts.iter().map(|p| paths.nearest(p.position).unwrap()).collect();
        let mut n = 0;
        for (i, a) in places.iter().enumerate() {
            for (j, b) in places.iter().enumerate() {
                if i != j && paths.path_between(*a, *b).is_some() {
                    n += 1;
                }
            }
        }
        let c2 = n as f64 / (100.0 * 99.0);
        println!(
            "{spec}: {} pieces, {} cells, {} tiles, bake {bake_ms:.1} ms, metrics {metric_ms:.2} ms, mesh {mesh_ms:.1} ms, {} tris {} lost; regions {} c {:.3} A {:.3} exact {:.3} {:.3}; paths {c1:.4} {c2:.4}; {:?}",
            map.pieces.len(),
            surface.cells(),
            surface.tiles.len(),
            mesh.triangles.len(),
            mesh.lost,
            m.regions,
            m.connectivity,
            m.largest_region,
            m.exact.connectivity,
            m.exact.largest_region,
            surface.regions.iter().take(6).map(|r| (r.area as u32, r.piece)).collect::<Vec<_>>()
        );
    }
}
