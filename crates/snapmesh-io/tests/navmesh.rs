//! The navmesh of maps of real kits: few triangles, and where the cells are.

mod common;

use common::{grow, kits, open, reference};
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh_io::OpenKit;
use snapmesh_nav::{Budget, NavMesh, Sample, Surface, validate};
use std::path::{Path, PathBuf};

/// Every preset of every kit of the repository, and of those beside it.
fn presets() -> Vec<(PathBuf, String)> {
    let own = ["starter", "artistic", "dungeon", "benchmark"].map(|kit| kits().join(kit));
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/third-party/kaykit-dungeon");
    let paper = reference().map(|folder| [folder.join("benchmark"), folder.join("artistic")]);
    let all = own.into_iter().chain([beside]).chain(paper.into_iter().flatten());
    let there = all.filter(|kit| kit.join("kit.toml").is_file());
    let of =
        |kit: PathBuf| open(&kit, None, &[]).presets.into_iter().map(move |preset| (kit.clone(), preset));
    there.flat_map(of).collect()
}

fn walked(open: &OpenKit, map: &Map) -> Surface {
    let settings = &open.settings.navigation;
    let terrain = open.kit.terrain(settings).expect("cells of a sensible size");
    validate(&terrain, map, Sample::from(settings), &Budget::default()).expect("within the budget").surface
}

/// How a mesh and the cells differ: square metres of the mesh, cells without it and it without cells, and the largest
/// difference in height.
struct Difference {
    area: f64,
    bare: usize,
    beyond: usize,
    height: f64,
}

fn difference(surface: &Surface, mesh: &NavMesh) -> Difference {
    let mut found = Difference { area: 0.0, bare: 0, beyond: 0, height: 0.0 };
    let mut covered: Vec<Vec<bool>> =
        surface.tiles.iter().map(|tile| vec![false; tile.spans.len()]).collect();
    let side = i64::from(surface.grid.tile);
    for triangle in 0..mesh.triangles.len() as u32 {
        let [a, b, c] = mesh.corners(triangle).map(|corner| surface.grid.cells(corner));
        let twice = |a: DVec3, b: DVec3, c: DVec3| (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
        let whole = twice(a, b, c);
        found.area += whole / 2.0 * surface.grid.cell * surface.grid.cell;
        let (low, high) = (a.min(b).min(c), a.max(b).max(c));
        for z in low.z.floor() as i64..=high.z.ceil() as i64 {
            for x in low.x.floor() as i64..=high.x.ceil() as i64 {
                let p = DVec3::new(x as f64 + 0.5, 0.0, z as f64 + 0.5);
                let [wa, wb, wc] = [twice(p, b, c), twice(a, p, c), twice(a, b, p)];
                if wa < 0.0 || wb < 0.0 || wc < 0.0 || whole <= 0.0 {
                    continue;
                }
                let height = (a.y * wa + b.y * wb + c.y * wc) / whole;
                let tile = surface.tile_at(x.div_euclid(side), z.div_euclid(side));
                let cell = (z.rem_euclid(side) * side + x.rem_euclid(side)) as u32;
                let near = tile.and_then(|tile| {
                    let spans = surface.tiles[tile].column(cell);
                    let miss = |span: usize| {
                        let span = &surface.tiles[tile].spans[span];
                        (f64::from(f32::midpoint(span.low, span.top)) - height).abs()
                    };
                    let of_region = spans.filter(|&span| {
                        surface.tiles[tile].spans[span].region == mesh.triangles[triangle as usize].region
                    });
                    let nearest = of_region.min_by(|&p, &q| miss(p).total_cmp(&miss(q)))?;
                    // What lies a storey below is another floor.
                    Some((tile, nearest, miss(nearest))).filter(|near| near.2 < surface.agent.height / 2.0)
                });
                match near {
                    Some((tile, span, miss)) => {
                        covered[tile][span] = true;
                        found.height = found.height.max(miss);
                    }
                    None => found.beyond += 1,
                }
            }
        }
    }
    found.bare = covered.iter().flatten().filter(|covered| !**covered).count();
    found
}

/// Godot's search for a path gives up where a navmesh has more polygons.
const MOST_OF_GODOT: usize = 4096;

#[test]
fn every_preset_has_few_triangles_that_lie_where_its_cells_do() {
    for (kit, preset) in presets() {
        let open = open(&kit, Some(&preset), &[]);
        let surface = walked(&open, &grow(&open));
        let mesh = NavMesh::new(&surface);
        let (cells, triangles) = (surface.cells() as f64, mesh.triangles.len());
        let whole = cells * surface.grid.cell * surface.grid.cell;
        let Difference { area, bare, beyond, height } = difference(&surface, &mesh);
        let [bare, beyond] = [bare, beyond].map(|count| 100.0 * count as f64 / cells);
        let told = format!(
            "{} {preset}: {triangles} triangles, {area:.1} of {whole:.1} m² ({:+.2} %), {bare:.2} % of the cells without, \
             {beyond:.2} % beyond, up to {height:.3} m above or below",
            open.kit.kit().name(),
            100.0 * (area / whole - 1.0),
        );
        println!("{told}");
        assert!(mesh.lost == 0 && triangles < MOST_OF_GODOT * 9 / 10, "{told}");
        assert!((area - whole).abs() < 0.011 * whole, "{told}");
        // Two cells at most along walls, of maps that are rooms and corridors.
        assert!(bare < 5.0 && beyond < 5.0, "{told}");
        assert!(height < surface.agent.climb + surface.agent.cell_height, "{told} {:?}", surface.agent);
    }
}
