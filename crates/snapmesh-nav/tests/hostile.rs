//! Pieces from strangers: however they are made, a bake ends soon, within its memory, with a surface or with a number.
//!
//! Limits of time are generous, for slow machines: before, these took minutes, or memory without end.

#![expect(clippy::unwrap_used, reason = "tests")]

use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Map, PieceId, Placed, Pose, Role, Stop};
use snapmesh_nav::{Agent, BakeError, Budget, NavMesh, PieceGeometry, Sample, Surface, Terrain};
use snapmesh_nav::{Walkability, bake, validate};
use std::time::{Duration, Instant};

const MB: u64 = 1 << 20;
const SOON: Duration = Duration::from_secs(30);

/// Floors of this width: where they start, and how high their west and east ends are.
fn floors(width: f64, plates: impl IntoIterator<Item = (f64, [f64; 2])>) -> PieceGeometry {
    let mut piece = PieceGeometry::default();
    for (x, [west, east]) in plates {
        let first = piece.positions.len() as u32;
        let corners = [(x, west, 0.0), (x, west, width), (x + width, east, width), (x + width, east, 0.0)];
        piece.positions.extend(corners.map(|(x, y, z)| DVec3::new(x, y, z)));
        for triangle in [[0, 1, 2], [0, 2, 3]] {
            piece.triangles.push((triangle.map(|corner| corner + first), Walkability::BySlope));
        }
    }
    piece
}

/// So many floors above each other, this far apart, rising by so much.
fn stack(count: u32, width: f64, apart: f64, rise: f64) -> PieceGeometry {
    floors(width, (0..count).map(|i| (0.0, [f64::from(i) * apart, f64::from(i) * apart + rise])))
}

fn map(places: &[DVec3]) -> Map {
    let placed = |&position: &DVec3| Placed {
        role: Role::Piece,
        piece: PieceId::new(0),
        pose: Pose { position, ..Pose::ORIGIN },
        joint: None,
    };
    let pieces = places.iter().map(placed).collect();
    Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces) }
}

fn baked(piece: &PieceGeometry, places: &[DVec3], budget: &Budget) -> Result<Surface, BakeError> {
    let agent = Agent::from(&Navigation::default());
    let terrain = Terrain::new(std::slice::from_ref(piece), agent).unwrap();
    let start = Instant::now();
    let answer = bake(&terrain, &map(places), budget);
    assert!(start.elapsed() < SOON, "{:?}", start.elapsed());
    answer
}

fn once(piece: &PieceGeometry, budget: &Budget) -> Result<Surface, BakeError> {
    baked(piece, &[DVec3::ZERO], budget)
}

#[test]
fn two_thousand_floors_above_each_other_are_two_thousand_regions() {
    for rise in [0.0, 1.0] {
        let surface = once(&stack(2000, 3.0, 3.0, rise), &Budget::default()).unwrap();
        assert_eq!(surface.regions.len(), 2000);
        assert!(surface.regions.iter().all(|region| region.cells == surface.regions[0].cells));
    }
}

#[test]
fn floors_too_close_to_stand_between_leave_the_uppermost() {
    let surface = once(&stack(2000, 5.0, 0.5, 0.0), &Budget::default()).unwrap();
    assert_eq!((surface.regions.len(), surface.regions[0].at.y), (1, 999.5));
}

#[test]
fn the_mesh_of_two_thousand_floors_is_made_soon() {
    let surface = once(&stack(2000, 3.0, 3.0, 0.0), &Budget::default()).unwrap();
    let start = Instant::now();
    let mesh = NavMesh::new(&surface);
    assert!(start.elapsed() < SOON);
    assert_eq!((mesh.triangles.len(), mesh.lost), (4000, 0));
}

#[test]
fn one_piece_that_fills_the_memory_by_itself_is_refused() {
    // 1.8 million floors of a cell: more than 100 MB if they were all taken in before they are counted.
    let small = Budget { memory: 40 * MB, ..Budget::default() };
    let refused = once(&stack(2000, 5.0, 3.0, 0.0), &small);
    assert_eq!(refused.unwrap_err(), BakeError::TooLarge { need: 41, may: 40 });
}

#[test]
fn a_bake_ends_when_its_time_is_over_also_within_a_tile() {
    let time = Duration::from_millis(50);
    let budget = Budget { memory: 4096 * MB, time: Some(time), ..Budget::default() };
    for apart in [3.0, 0.5] {
        assert_eq!(once(&stack(20_000, 8.0, apart, 0.0), &budget).unwrap_err(), BakeError::TooSlow(time));
    }
}

#[test]
fn a_floor_of_two_kilometres_is_refused_after_a_look_at_some_of_it() {
    let error = once(&floors(2000.0, [(0.0, [0.0; 2])]), &Budget::default()).unwrap_err();
    // 144 million cells of 24 bytes.
    assert!(matches!(error, BakeError::TooLarge { need: 3200..3500, may: 512 }), "{error}");
}

#[test]
fn a_floor_as_wide_as_a_country_is_refused_before_any_work() {
    let error = once(&floors(1e6, [(0.0, [0.0; 2])]), &Budget::default()).unwrap_err();
    assert!(matches!(error, BakeError::TooLarge { need: 100_000.., may: 512 }), "{error}");
}

#[test]
fn needles_across_the_world_are_refused_with_a_number() {
    let far = 1e12;
    let needle = |tip: DVec3, foot: DVec3| PieceGeometry {
        positions: vec![DVec3::ZERO, foot, tip],
        triangles: vec![([0, 1, 2], Walkability::Always), ([0, 2, 1], Walkability::Always)],
    };
    for tip in [DVec3::new(far, 0.0, far), DVec3::new(far, far, 1.0), DVec3::new(-far, 0.0, 0.5)] {
        for foot in [DVec3::Z * 0.5, DVec3::Y, DVec3::new(1.0, 1.0, 1.0)] {
            let error = once(&needle(tip, foot), &Budget::default()).unwrap_err();
            assert!(matches!(error, BakeError::TooLarge { need: 513.., may: 512 }), "{error}");
        }
    }
    // One that is not so long touches few of the tiles around it.
    let surface = once(&needle(DVec3::new(2e4, 0.0, 2e4), DVec3::Z * 0.5), &Budget::default()).unwrap();
    assert_eq!(surface.cells(), 0);
}

#[test]
fn pieces_at_both_ends_of_the_world_are_walked_on() {
    let places = [DVec3::new(-6e11, 0.0, 0.0), DVec3::new(6e11, -1e12, 6e11), DVec3::new(0.0, 1e12, 0.0)];
    let surface = baked(&floors(8.0, [(0.0, [0.0; 2])]), &places, &Budget::default()).unwrap();
    assert_eq!(surface.regions.len(), 3);
    for region in &surface.regions {
        assert!(places.iter().any(|&place| (region.at - place).length() < 1e5), "{}", region.at);
    }
}

#[test]
fn a_map_whose_cells_cannot_be_told_apart_is_refused() {
    let agent = Agent { radius: 0.1, cell_size: 0.01, ..Agent::from(&Navigation::default()) };
    let terrain = Terrain::new(&[floors(1.0, [(0.0, [0.0; 2])])], agent).unwrap();
    let answer = bake(&terrain, &map(&[DVec3::ZERO, DVec3::X * 1e12]), &Budget::default());
    assert_eq!(answer.unwrap_err(), BakeError::TooWide { cells: 100_000_000_000_100, may: 1 << 43 });
    let smallest = Agent { radius: 1e-300, cell_size: 1e-300, cell_height: 1e-300, ..agent };
    let terrain = Terrain::new(&[floors(1.0, [(0.0, [0.0; 2])])], smallest).unwrap();
    assert!(bake(&terrain, &map(&[DVec3::ZERO]), &Budget::default()).is_err());
}

#[test]
fn corners_that_no_triangle_has_cost_nothing_when_a_piece_is_copied() {
    let mut piece = floors(2.0, [(0.0, [0.0; 2])]);
    piece.positions.extend((0..1_000_000).map(|i| DVec3::X * f64::from(i)));
    let places: Vec<DVec3> =
        (0..10_000).map(|i| DVec3::new(f64::from(i % 100), 0.0, f64::from(i / 100)) * 3.0).collect();
    assert_eq!(baked(&piece, &places, &Budget::default()).unwrap().regions.len(), 10_000);
}

#[test]
fn whether_a_map_is_too_large_does_not_depend_on_the_threads() {
    let agent = Agent::from(&Navigation::default());
    // Tiles of many floors, and tiles of one.
    let piece =
        floors(12.0, (0..20).flat_map(|i| [(0.0, [f64::from(i) * 3.0; 2]), (f64::from(i) * 12.0, [0.0; 2])]));
    let terrain = Terrain::new(&[piece], agent).unwrap();
    let at = |threads: usize, memory: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let budget = Budget { memory, ..Budget::default() };
        let sample = Sample { points: 20, seed: 1 };
        let answer = pool.install(|| validate(&terrain, &map(&[DVec3::ZERO]), sample, &budget));
        answer.map(|validation| validation.metrics)
    };
    let answers: Vec<_> = (1..=8).map(|part| at(1, part * 3 * MB)).collect();
    assert!(answers[0].is_err() && answers[7].is_ok());
    for threads in [2, 5] {
        assert_eq!((1..=8).map(|part| at(threads, part * 3 * MB)).collect::<Vec<_>>(), answers);
    }
}
