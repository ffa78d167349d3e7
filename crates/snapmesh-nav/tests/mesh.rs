//! The mesh says what the cells say.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{agent, maps, pieces};
use proptest::prelude::*;
use snapmesh::Map;
use snapmesh_nav::bake::bake_in_tiles;
use snapmesh_nav::{Budget, NavMesh, Paths, Surface, Terrain, measure, scatter};

/// Small tiles, so that many patches have to be joined.
fn baked(map: &Map) -> Surface {
    bake_in_tiles(&Terrain::new(&pieces(), agent()).unwrap(), map, &Budget::default(), 24).unwrap()
}

/// How many parts of a mesh do not hang together, by walking over its neighbors.
fn parts(mesh: &NavMesh) -> usize {
    let mut seen = vec![false; mesh.triangles.len()];
    let mut count = 0;
    for start in 0..seen.len() {
        if seen[start] {
            continue;
        }
        count += 1;
        let mut open = vec![start];
        while let Some(triangle) = open.pop() {
            if !std::mem::replace(&mut seen[triangle], true) {
                open.extend(mesh.triangles[triangle].neighbors.iter().flatten().map(|&next| next as usize));
            }
        }
    }
    count
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]
    #[test]
    fn triangles_hang_together_exactly_when_their_cells_do(map in maps()) {
        let surface = baked(&map);
        let mesh = NavMesh::new(&surface);
        prop_assert_eq!(mesh.lost, 0);
        prop_assert_eq!(parts(&mesh), surface.regions.len());
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            for beyond in triangle.neighbors.iter().flatten() {
                let other = &mesh.triangles[*beyond as usize];
                prop_assert_eq!(other.region, triangle.region);
                prop_assert!(other.neighbors.contains(&Some(index as u32)), "neighbors know each other");
            }
            let [a, b, c] = mesh.corners(index as u32);
            prop_assert!((b - a).cross(c - a).y > 0.0, "triangles face up");
        }
    }

    #[test]
    fn an_outline_that_crosses_itself_loses_nothing(map in maps(), error in 2.0..60.0f64) {
        let surface = baked(&map);
        let mesh = NavMesh::with_error(&surface, error);
        prop_assert_eq!((mesh.lost, parts(&mesh)), (0, surface.regions.len()));
    }

    #[test]
    fn the_mesh_covers_about_the_area_of_the_cells(map in maps()) {
        let surface = baked(&map);
        let mesh = NavMesh::new(&surface);
        let area: f64 = (0..mesh.triangles.len() as u32)
            .map(|triangle| {
                let [a, b, c] = mesh.corners(triangle);
                (b - a).cross(c - a).y / 2.0
            })
            .sum();
        // A straightened wall may be off by a cell; small regions are little but wall.
        let slack = 0.1 * surface.area() + 0.1 * surface.regions.len() as f64;
        prop_assert!((area - surface.area()).abs() <= slack, "{area} and {}", surface.area());
    }

    #[test]
    fn all_pairs_of_points_have_a_path_exactly_when_they_share_a_region(map in maps(), seed: i64) {
        let surface = baked(&map);
        let mesh = NavMesh::new(&surface);
        let paths = Paths::new(&mesh);
        let points = scatter(&surface, 20, seed);
        let mut connected = 0;
        for a in &points {
            for b in &points {
                let path = paths.path(a.position, b.position);
                prop_assert_eq!(path.is_some(), a.region == b.region);
                connected += usize::from(path.is_some());
                if let Some(path) = path {
                    let apart = path.points[0].distance(path.points[path.points.len() - 1]);
                    prop_assert!(path.length() >= apart - 1e-9);
                }
            }
        }
        if points.len() > 1 {
            let (n, all) = (points.len() as f64, connected as f64);
            let connectivity = measure(&surface.regions, &points).connectivity;
            prop_assert!((connectivity - (all - n) / (n * (n - 1.0))).abs() < 1e-12);
        }
    }

    #[test]
    fn a_point_is_near_the_mesh_it_lies_on(map in maps(), seed: i64) {
        let surface = baked(&map);
        let mesh = NavMesh::new(&surface);
        let paths = Paths::new(&mesh);
        for point in scatter(&surface, 50, seed) {
            let place = paths.nearest(point.position).unwrap();
            prop_assert!(place.position.distance(point.position) < 0.5, "{point:?} {place:?}");
            prop_assert_eq!(mesh.triangles[place.triangle as usize].region, point.region);
        }
    }
}
