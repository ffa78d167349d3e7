//! Walking on maps.

use crate::clock::Work;
use crate::recast::Recast;
use crate::{kits, plain};
use snapmesh::Map;
use snapmesh_io::OpenKit;
use snapmesh_nav::{
    Budget, NavMesh, Paths, Sample, Surface, Terrain, bake, compose, measure, scatter, validate,
};

fn baked(terrain: &Terrain, map: &Map) -> Surface {
    bake(terrain, map, &Budget::default()).expect("within the budget")
}

fn grown(kit: &str, preset: &str) -> (OpenKit, Map) {
    let open = kits::open(kit, preset, &[]);
    let map = kits::grown(&open);
    (open, map)
}

pub(crate) fn bake_against_recast(kit: &str, preset: &str) -> [Work; 2] {
    let (open, map) = grown(kit, preset);
    let (terrain, recast) = (kits::terrain(&open), Recast::new(&open, &map));
    [Box::new(move || baked(&terrain, &map).cells()), Box::new(move || recast.cells().0)]
}

pub(crate) fn mesh_against_recast(kit: &str, preset: &str) -> [Work; 2] {
    let (open, map) = grown(kit, preset);
    let (terrain, recast) = (kits::terrain(&open), Recast::new(&open, &map));
    let mesh = move || NavMesh::new(&baked(&terrain, &map)).triangles.len();
    [Box::new(mesh), Box::new(move || recast.polygons())]
}

fn surface() -> Surface {
    let (open, map) = grown("starter", "branch");
    baked(&kits::terrain(&open), &map)
}

fn counted(surface: Surface, points: usize) -> Work {
    Box::new(move || measure(&surface.regions, &scatter(&surface, points, 1)).points)
}

pub(crate) fn metrics_against_pairs() -> [Work; 2] {
    let surface = surface();
    let mesh = NavMesh::new(&surface);
    let points = scatter(&surface, 50, 1);
    let counted_pairs = measure(&surface.regions, &points).connectivity;
    let pairs = move || {
        let connectivity = plain::connectivity(&Paths::new(&mesh), &points);
        assert!((connectivity - counted_pairs).abs() < 1e-9, "the same number, by paths");
        points.len()
    };
    [counted(surface, 50), Box::new(pairs)]
}

pub(crate) fn many_points() -> [Work; 2] {
    [5000, 50].map(|points| counted(surface(), points))
}

pub(crate) fn whole() -> [Work; 2] {
    [5000, 50].map(|points| -> Work {
        let (open, map) = grown("starter", "branch");
        let (terrain, sample) = (kits::terrain(&open), Sample { points, seed: 1 });
        Box::new(move || {
            let validation = validate(&terrain, &map, sample, &Budget::default());
            validation.expect("within the budget").points.len()
        })
    })
}

/// Verdicts on twenty maps, composed once their pieces are known.
pub(crate) fn composed(kit: &str) -> [Work; 2] {
    let open = kits::open(kit, "arena", &["growth.when_blocked=undo"]);
    let recipe = kits::recipe(&open);
    let maps: Vec<Map> = (1..=20).map(|seed| recipe.grow(seed)).collect();
    let (terrain, same) = (kits::terrain(&open), maps.clone());
    let known =
        move |map: &Map| compose(&terrain, map, Budget::default().memory).map_or(0, |walk| walk.regions);
    assert!(maps.iter().all(|map| known(map) > 0), "a verdict on every map");
    let terrain = kits::terrain(&open);
    [
        Box::new(move || maps.iter().map(&known).sum()),
        Box::new(move || same.iter().map(|map| baked(&terrain, map).regions.len()).sum()),
    ]
}

pub(crate) fn long_corridor() -> [Work; 2] {
    [(1000, 1), (100, 10)].map(|(pieces, times)| -> Work {
        let open = kits::corridor(pieces);
        let (map, terrain) = (kits::grown(&open), kits::terrain(&open));
        Box::new(move || (0..times).map(|_| baked(&terrain, &map).cells()).sum())
    })
}
