//! The mesh says what the cells say.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{agent, maps, pieces};
use proptest::prelude::*;
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh_nav::bake::bake_in_tiles;
use snapmesh_nav::{Budget, NavMesh, Paths, Surface, Terrain, measure, scatter};
use std::collections::BTreeMap;

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

/// The cells whose middles lie in a triangle, each with its height there. Each lies in one of two that share an edge.
fn middles(surface: &Surface, mesh: &NavMesh, triangle: u32) -> Vec<((i64, i64), f64)> {
    // A hair off the middle, where no edge between corners of cells goes: 13 to 7 was the way of one.
    const MIDDLE: [f64; 2] = [0.501_3, 0.500_707_106_781];
    let [a, b, c] = mesh.corners(triangle).map(|corner| surface.grid.cells(corner));
    let twice = |a: DVec3, b: DVec3, c: DVec3| (b.z - a.z) * (c.x - a.x) - (b.x - a.x) * (c.z - a.z);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let mut found = vec![];
    for z in low.z.floor() as i64..=high.z.ceil() as i64 {
        for x in low.x.floor() as i64..=high.x.ceil() as i64 {
            let p = DVec3::new(x as f64 + MIDDLE[0], 0.0, z as f64 + MIDDLE[1]);
            let weights = [twice(p, b, c), twice(a, p, c), twice(a, b, p)];
            if weights.iter().all(|weight| *weight >= 0.0) {
                let sum: f64 = weights.iter().sum();
                found.push(((x, z), (a.y * weights[0] + b.y * weights[1] + c.y * weights[2]) / sum));
            }
        }
    }
    found
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
    fn an_edge_between_two_triangles_is_that_of_both_and_of_no_other(map in maps()) {
        let mesh = NavMesh::new(&baked(&map));
        let mut edges = BTreeMap::new();
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            for side in 0..3 {
                let edge = (triangle.corners[side], triangle.corners[(side + 1) % 3]);
                prop_assert!(edges.insert(edge, (index as u32, triangle.neighbors[side])).is_none(), "{edge:?}");
            }
        }
        for (&(from, to), &(triangle, beyond)) in &edges {
            let back = edges.get(&(to, from));
            prop_assert_eq!(back.map(|(other, _)| *other), beyond);
            prop_assert!(back.is_none_or(|(_, back)| *back == Some(triangle)));
        }
    }

    #[test]
    fn triangles_do_not_overlap_and_leave_no_place_out(map in maps()) {
        let surface = baked(&map);
        let mesh = NavMesh::new(&surface);
        let mut on: BTreeMap<(i64, i64), Vec<(f64, u32)>> = BTreeMap::new();
        for triangle in 0..mesh.triangles.len() as u32 {
            for (cell, height) in middles(&surface, &mesh, triangle) {
                on.entry(cell).or_default().push((height, mesh.triangles[triangle as usize].region));
            }
        }
        for heights in on.values_mut() {
            heights.sort_by(|a, b| a.0.total_cmp(&b.0));
            let apart = heights.windows(2).all(|pair| pair[1].0 - pair[0].0 > agent().height / 2.0);
            prop_assert!(apart, "two floors at one place: {heights:?}");
        }
        // A cell whose neighbors are all there, on the same floor, is farther from walls than these were moved.
        let mut cells: BTreeMap<(i64, i64, u32), Vec<f64>> = BTreeMap::new();
        for (tile, span) in surface.spans() {
            let (x, z) = surface.cell_of(tile, span);
            let height = f64::from(f32::midpoint(span.low, span.top));
            cells.entry((x, z, span.region)).or_default().push(height);
        }
        let cell_size = agent().cell_size;
        for (&(x, z, region), heights) in &cells {
            for height in heights {
                let mut around = (-4..=4).flat_map(|dx| (-4..=4).map(move |dz| (dx, dz)));
                let inside = around.all(|(dx, dz): (i64, i64)| {
                    let rise = agent().climb + cell_size * dx.abs().max(dz.abs()) as f64;
                    let there = cells.get(&(x + dx, z + dz, region)).into_iter().flatten();
                    there.into_iter().any(|other| (other - height).abs() <= rise)
                });
                let found = on.get(&(x, z)).into_iter().flatten();
                let near = found.filter(|(at, of)| *of == region && (at - height).abs() < agent().climb + 0.1);
                prop_assert!(!inside || near.count() == 1, "at {}, {}, {}", x, height, z);
            }
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
        // Each patch is off by a cell along its walls at first, and small regions are little but wall.
        let slack = 0.03 * surface.area() + 0.1 * surface.regions.len() as f64;
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
                let place = |point| paths.place_of(point).unwrap();
                let path = paths.path_between(place(a), place(b));
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
            let place = paths.place_of(&point).unwrap();
            prop_assert!(place.position.distance(point.position) < 0.5, "{point:?} {place:?}");
            prop_assert_eq!(mesh.triangles[place.triangle as usize].region, point.region);
            let nearest = paths.nearest(point.position).unwrap();
            prop_assert!(nearest.position.distance(point.position) <= place.position.distance(point.position));
        }
    }
}
