//! Narrow places, where what hangs together depends on how the cells of a bake lie: composed verdicts against baked ones.

mod common;

use common::Scene;
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Map, PieceId, Placed, PlacedId, Pose, Turn};
use snapmesh_nav::{Agent, Budget, PieceGeometry, Terrain, Unknown, bake, compose};

const MEMORY: u64 = 1 << 30;

/// A room of ten metres with walls in it; and a plate for somewhere else.
fn terrain(walls: &[([f64; 2], [f64; 2])]) -> Terrain {
    let floor = Scene::default().block([-5.0, -0.2, -5.0], [5.0, 0.0, 5.0]);
    let wall =
        |scene: Scene, [x0, z0]: [f64; 2], [x1, z1]: [f64; 2]| scene.block([x0, 0.0, z0], [x1, 3.0, z1]);
    let outer = [
        ([-5.0, -5.0], [5.0, -4.8]),
        ([-5.0, 4.8], [5.0, 5.0]),
        ([-5.0, -4.8], [-4.8, 4.8]),
        ([4.8, -4.8], [5.0, 4.8]),
    ];
    let room = outer.iter().chain(walls).fold(floor, |scene, (from, to)| wall(scene, *from, *to));
    let plate = Scene::default().block([-2.0, -0.2, -2.0], [2.0, 0.0, 2.0]);
    Terrain::new(&[room.0, plate.0], Agent::from(&Navigation::default())).expect("cells of a sensible size")
}

/// With a closet in a corner, behind a gap that is so wide.
fn with_closet(gap: f64) -> Terrain {
    terrain(&[([3.1, 3.1], [3.3, 4.8]), ([3.3, 3.1], [4.8 - gap, 3.3])])
}

/// With a wall across it, but for a gap that is so wide.
fn with_wall(gap: f64) -> Terrain {
    terrain(&[([1.0, -4.8], [1.2, 1.0]), ([1.0, 1.0 + gap], [1.2, 4.8])])
}

/// The room, turned; and the plate far away, where the cells of the map begin.
fn map(degrees: f64, [east, south]: [f64; 2]) -> Map {
    let placed = |piece, position, turn| Placed::alone(PieceId::new(piece), Pose { position, turn });
    Map::of(vec![
        placed(0, DVec3::ZERO, Turn::of_degrees(degrees)),
        placed(1, DVec3::new(-20.0 - east, 0.0, -20.0 - south), Turn::NONE),
    ])
}

/// Maps whose cells begin in many places.
fn maps(degrees: f64, cell: f64) -> impl DoubleEndedIterator<Item = Map> {
    let at = move |index: u32, next: f64| (f64::from(index) * next).fract() * cell;
    (0..40).map(move |index| map(degrees, [at(index, 0.7548), at(index, 0.5698)]))
}

#[test]
fn a_closet_behind_a_narrow_gap_is_cut_off_where_a_bake_has_it_cut_off() {
    let mut times = [0; 2];
    for (gap, degrees) in
        [1.2, 1.25, 1.3, 1.4].into_iter().flat_map(|gap| [0.0, 90.0, 17.0, 200.0].map(|turn| (gap, turn)))
    {
        let terrain = with_closet(gap);
        for map in maps(degrees, terrain.agent().cell_size) {
            let surface = bake(&terrain, &map, &Budget::default()).expect("within the budget");
            let composed = compose(&terrain, &map, MEMORY).expect("it can be told");
            let baked = surface.counted();
            assert_eq!(composed.regions, baked.len(), "{gap} {degrees}");
            assert!((composed.exact.largest_region - baked[0].share).abs() < 0.01, "{composed:?} {baked:?}");
            times[usize::from(baked.len() > 2)] += 1;
        }
    }
    assert!(times.iter().all(|times| *times > 100), "open and cut off: {times:?}");
}

#[test]
fn of_two_rooms_with_a_narrow_gap_between_them_nothing_is_told_that_is_wrong() {
    let mut times = [0; 3];
    for (gap, degrees) in
        [1.15, 1.2, 1.25, 1.3, 1.4].into_iter().flat_map(|gap| [0.0, 90.0, 17.0].map(|turn| (gap, turn)))
    {
        let terrain = with_wall(gap);
        for map in maps(degrees, terrain.agent().cell_size) {
            let surface = bake(&terrain, &map, &Budget::default()).expect("within the budget");
            let baked = surface.counted();
            match compose(&terrain, &map, MEMORY) {
                Ok(composed) => {
                    assert_eq!(composed.regions, baked.len(), "{gap} {degrees}");
                    let off = composed.exact.largest_region - baked[0].share;
                    // How much floor there is depends on how cells lie, too, and this map is small.
                    assert!(off.abs() < 0.02, "{composed:?} {baked:?}");
                    times[usize::from(baked.len() > 2)] += 1;
                }
                Err(unknown) => {
                    assert_eq!((unknown, baked.len()), (Unknown::Narrow(PlacedId::new(0)), 3));
                    times[2] += 1;
                }
            }
        }
    }
    assert!(times.iter().all(|times| *times > 50), "open, cut off and not known: {times:?}");
}

#[test]
fn what_is_seen_in_a_nook_does_not_depend_on_what_was_seen_before() {
    let (forth, back) = (with_closet(1.25), with_closet(1.25));
    let verdict = |terrain: &Terrain, map: &Map| compose(terrain, map, MEMORY).expect("it can be told");
    let maps = || [0.0, 17.0].into_iter().flat_map(|degrees| maps(degrees, forth.agent().cell_size));
    let one: Vec<_> = maps().map(|map| verdict(&forth, &map)).collect();
    let mut other: Vec<_> = maps().rev().map(|map| verdict(&back, &map)).collect();
    other.reverse();
    assert_eq!(one, other);
}

#[test]
fn a_piece_without_triangles_has_no_nooks() {
    let nothing = PieceGeometry::default();
    let room = Scene::default().block([-3.0, -0.2, -3.0], [3.0, 0.0, 3.0]).0;
    let terrain =
        Terrain::new(&[room, nothing], Agent::from(&Navigation::default())).expect("sensible cells");
    let composed = compose(&terrain, &map(0.0, [0.0; 2]), MEMORY).expect("it can be told");
    assert_eq!((composed.regions, composed.exact.largest_region), (1, 1.0));
}
