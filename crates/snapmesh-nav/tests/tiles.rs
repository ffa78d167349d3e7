//! The surface does not depend on tiles or threads.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{agent, maps, pieces};
use proptest::prelude::*;
use snapmesh::Map;
use snapmesh_nav::bake::bake_in_tiles;
use snapmesh_nav::surface::Span;
use snapmesh_nav::{Budget, NavMesh, Surface, Terrain, measure, scatter};

fn baked(map: &Map, tile: u32) -> Surface {
    bake_in_tiles(&Terrain::new(&pieces(), agent()).unwrap(), map, &Budget::default(), tile).unwrap()
}

/// Every span with its place on the map, in the order of their places.
fn spans(surface: &Surface) -> Vec<((i64, i64), Span)> {
    let tiles = surface.tiles.iter();
    let mut all: Vec<_> = tiles
        .flat_map(|tile| {
            tile.spans.iter().map(|span| (surface.cell_of(tile, span), Span { cell: 0, ..*span }))
        })
        .collect();
    all.sort_by(|(a, s), (b, t)| (a.1, a.0).cmp(&(b.1, b.0)).then(s.top.total_cmp(&t.top)));
    all
}

/// Regions of one size may change places; which spans are together may not.
fn partition(surface: &Surface) -> Vec<((i64, i64), u32)> {
    let mut seen = std::collections::BTreeMap::new();
    spans(surface)
        .into_iter()
        .map(|(place, span)| {
            let next = seen.len() as u32;
            (place, *seen.entry(span.region).or_insert(next))
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(25))]
    #[test]
    fn tiles_of_any_size_give_the_surface_of_one_tile(map in maps()) {
        let whole = baked(&map, 512);
        prop_assert!(whole.tiles.len() <= 4);
        for tile in [16, 37, 128] {
            let tiled = baked(&map, tile);
            let strip = |surface: &Surface| -> Vec<_> {
                spans(surface).into_iter().map(|(place, span)| (place, Span { region: 0, ..span })).collect()
            };
            prop_assert_eq!(strip(&tiled), strip(&whole));
            prop_assert_eq!(partition(&tiled), partition(&whole));
            let shares = |surface: &Surface| surface.regions.iter().map(|region| region.cells).collect::<Vec<_>>();
            prop_assert_eq!(shares(&tiled), shares(&whole));
        }
    }

    #[test]
    fn any_number_of_threads_gives_the_same_numbers(map in maps(), seed: i64) {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let surface = baked(&map, 32);
                let points = scatter(&surface, 60, seed);
                let metrics = measure(&surface.regions, &points);
                (spans(&surface), points, metrics, NavMesh::new(&surface))
            })
        };
        let alone = with(1);
        prop_assert_eq!(&with(2), &alone);
        prop_assert_eq!(&with(8), &alone);
    }
}
