//! Pieces made by hand, whose doorways are known.

mod common;

use common::Scene;
use proptest::prelude::*;
use snapmesh::glam::{DQuat, DVec3};
use snapmesh_nav::survey::{Opening, Survey};
use snapmesh_nav::{Agent, PieceGeometry, Walkability};

const AGENT: Agent = Agent {
    radius: 0.35,
    height: 1.8,
    climb: 0.4,
    slope: std::f64::consts::FRAC_1_SQRT_2,
    cell_size: 0.35 / 8.0,
    cell_height: 0.02,
};

/// The same in the cells of navigation.
fn walker() -> Agent {
    Agent { cell_size: 0.35 / 3.0, ..AGENT }
}

/// A floor of `width` by `depth` metres around the origin with walls around it, 0.3 m thick and 3 m high, and gaps in the
/// walls: each on a side (0 north, 1 east, 2 south, 3 west), from where to where along it.
fn room(width: f64, depth: f64, gaps: &[(usize, f64, f64)]) -> Scene {
    let (x, z) = (width / 2.0, depth / 2.0);
    let mut scene = Scene::default().block([-x, -0.2, -z], [x, 0.0, z]);
    for side in 0..4 {
        let half = if side % 2 == 0 { x } else { z };
        let mut gaps: Vec<(f64, f64)> =
            gaps.iter().filter(|gap| gap.0 == side).map(|gap| (gap.1, gap.2)).collect();
        gaps.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut from = -half;
        for (low, high) in gaps.into_iter().chain([(half, half)]) {
            if low > from {
                scene = wall(scene, side, (x, z), from, low);
            }
            from = high;
        }
    }
    scene
}

fn wall(scene: Scene, side: usize, (x, z): (f64, f64), from: f64, to: f64) -> Scene {
    const THICK: f64 = 0.3;
    match side {
        0 => scene.block([from, 0.0, -z], [to, 3.0, -z + THICK]),
        1 => scene.block([x - THICK, 0.0, from], [x, 3.0, to]),
        2 => scene.block([from, 0.0, z - THICK], [to, 3.0, z]),
        _ => scene.block([-x, 0.0, from], [-x + THICK, 3.0, to]),
    }
}

fn turned(mut scene: Scene, degrees: f64) -> Scene {
    let turn = DQuat::from_rotation_y(degrees.to_radians());
    for position in &mut scene.0.positions {
        *position = turn * *position;
    }
    scene
}

fn openings(scene: &Scene) -> Vec<Opening> {
    Survey::new(&scene.0, &AGENT).expect("there are triangles").openings()
}

/// Where the gap of a wall is, and the way out of it.
fn doorway(width: f64, depth: f64, (side, from, to): (usize, f64, f64)) -> (DVec3, DVec3) {
    let (x, z, middle) = (width / 2.0, depth / 2.0, f64::midpoint(from, to));
    match side {
        0 => (DVec3::new(middle, 0.0, -z), DVec3::NEG_Z),
        1 => (DVec3::new(x, 0.0, middle), DVec3::X),
        2 => (DVec3::new(middle, 0.0, z), DVec3::Z),
        _ => (DVec3::new(-x, 0.0, middle), DVec3::NEG_X),
    }
}

fn is_at(opening: &Opening, at: DVec3, heading: DVec3) -> bool {
    opening.at.distance(at) < 0.02 && opening.heading.dot(heading) > 0.9999
}

#[test]
fn a_room_has_the_doorways_that_its_walls_leave_and_no_tops_of_walls() {
    let gaps = [(0, -0.8, 0.8), (1, 0.5, 2.0)];
    let found = openings(&room(6.0, 8.0, &gaps));
    assert_eq!(found.len(), 2, "{found:#?}");
    for gap in gaps {
        let (at, heading) = doorway(6.0, 8.0, gap);
        let opening = found.iter().find(|opening| is_at(opening, at, heading)).expect("it is there");
        assert!(opening.framed && (opening.width - (gap.2 - gap.1)).abs() < 0.01, "{opening:?}");
        assert_eq!(opening.headroom, f64::INFINITY);
    }
}

#[test]
fn a_gap_that_the_agent_does_not_fit_through_is_no_doorway() {
    assert!(openings(&room(6.0, 6.0, &[(0, -0.25, 0.25)])).is_empty());
}

#[test]
fn a_window_and_a_low_lintel_are_no_doorways_and_a_door_of_the_right_height_is() {
    let gap = (0, -0.8, 0.8);
    let mut window = room(6.0, 6.0, &[gap]);
    window = window.block([-0.8, 0.0, -3.0], [0.8, 1.0, -2.7]);
    assert!(openings(&window).is_empty(), "a sill of a metre");
    let mut low = room(6.0, 6.0, &[gap]);
    low = low.block([-0.8, 1.5, -3.0], [0.8, 3.0, -2.7]);
    assert!(openings(&low).is_empty(), "a lintel at 1.5 m");
    let mut door = room(6.0, 6.0, &[gap]);
    door = door.block([-0.8, 2.2, -3.0], [0.8, 3.0, -2.7]);
    let found = openings(&door);
    assert_eq!(found.len(), 1);
    assert!((found[0].headroom - 2.2).abs() < 0.01, "{found:?}");
}

#[test]
fn a_roof_is_not_walked_onto_and_a_doorway_below_it_is_found() {
    let mut scene = room(6.0, 6.0, &[(2, -1.0, 1.0)]);
    scene = scene.block([-3.2, 3.0, -3.2], [3.2, 3.2, 3.2]);
    let found = openings(&scene);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(is_at(&found[0], DVec3::new(0.0, 0.0, 3.0), DVec3::Z));
}

/// Ten steps of 0.2 m from z = 2 up to z = -2, two metres wide, with a metre of floor before and behind.
fn stairs() -> Scene {
    let mut scene = Scene::default();
    scene = scene.block([-1.0, -0.2, 2.0], [1.0, 0.0, 3.0]);
    for step in 0..10 {
        let (z, y) = (2.0 - 0.4 * f64::from(step), 0.2 * f64::from(step + 1));
        scene = scene.block([-1.0, -0.2, z - 0.4], [1.0, y, z]);
    }
    scene = scene.block([-1.0, -0.2, -3.0], [1.0, 2.0, -2.0]);
    scene
}

#[test]
fn stairs_are_entered_below_and_above_and_not_by_their_long_sides() {
    let found = openings(&stairs());
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(is_at(&found[0], DVec3::new(0.0, 0.0, 3.0), DVec3::Z), "{:?}", found[0]);
    assert!(is_at(&found[1], DVec3::new(0.0, 2.0, -3.0), DVec3::NEG_Z), "{:?}", found[1]);
    let survey = Survey::new(&stairs().0, &walker()).expect("there are triangles");
    assert!(survey.joins(&found));
    let lame = Survey::new(&stairs().0, &Agent { climb: 0.15, ..walker() }).expect("there are triangles");
    assert!(!lame.joins(&found), "steps of 0.2 m are too much");
}

#[test]
fn a_platform_without_walls_is_open_on_its_sides_and_a_walkway_at_its_ends() {
    let mut platform = Scene::default();
    platform = platform.block([-2.0, -0.3, -2.0], [2.0, 0.0, 2.0]);
    let found = openings(&platform);
    assert_eq!(found.len(), 4);
    assert!(found.iter().all(|opening| !opening.framed && (opening.width - 4.0).abs() < 0.01));
    let mut walkway = Scene::default();
    walkway = walkway.block([-1.0, -0.3, -5.0], [1.0, 0.0, 5.0]);
    let ends = openings(&walkway);
    assert_eq!(ends.len(), 2, "{ends:#?}");
    assert!(ends.iter().all(|opening| opening.heading.z.abs() > 0.999));
}

#[test]
fn a_wall_and_a_barrel_have_no_doorways_on_top() {
    let mut wall = Scene::default();
    wall = wall.block([-2.0, 0.0, -0.5], [2.0, 4.0, 0.5]);
    assert!(openings(&wall).is_empty());
    let mut barrel = Scene::default();
    barrel = barrel.block([-0.5, 0.0, -0.5], [0.5, 2.0, 0.5]);
    assert!(openings(&barrel).is_empty());
}

#[test]
fn a_plinth_before_the_walls_does_not_hide_that_they_frame_a_doorway() {
    let mut hall = Scene::default();
    hall = hall.block([-2.0, -0.2, -4.0], [2.0, 0.0, 4.0]);
    for side in [-1.0_f64, 1.0] {
        hall =
            hall.block([(1.5 * side).min(2.0 * side), 0.0, -4.0], [(1.5 * side).max(2.0 * side), 0.26, 4.0]);
        hall =
            hall.block([(1.7 * side).min(2.0 * side), 0.0, -4.0], [(1.7 * side).max(2.0 * side), 3.0, 4.0]);
    }
    let found = openings(&hall);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found.iter().all(|opening| opening.framed && (opening.width - 3.0).abs() < 0.02), "{found:#?}");
}

/// Walls and a floor of no thickness, as light kits have them, and a wall that begins where the floor ends.
#[test]
fn walls_without_thickness_and_walls_beside_the_floor_frame_doorways_too() {
    let (half, way) = (Walkability::BySlope, [-4.0, 4.0]);
    let thin = Scene::default()
        .ramp([-1.5, 0.0], [1.5, 0.0], way, half)
        .block([-1.5, 0.0, -4.0], [-1.5, 3.0, 4.0])
        .block([1.5, 0.0, -4.0], [1.5, 3.0, 4.0]);
    let beside = Scene::default()
        .block([-1.5, -0.1, -4.0], [1.5, 0.0, 4.0])
        .block([-2.0, -0.1, -4.5], [-1.5, 3.0, 4.5])
        .block([1.5, -0.1, -4.5], [2.0, 3.0, 4.5]);
    for (name, hall) in [("thin", thin), ("beside", beside)] {
        let found = openings(&hall);
        assert_eq!(found.len(), 2, "{name}: {found:#?}");
        assert!(is_at(&found[0], DVec3::new(0.0, 0.0, -4.0), DVec3::NEG_Z), "{name}: {found:#?}");
        assert!(found.iter().all(|opening| opening.framed && (opening.width - 3.0).abs() < 0.05), "{name}");
    }
}

#[test]
fn a_corridor_with_slanted_walls_and_a_ceiling_is_entered_at_its_ends() {
    let never = Walkability::BySlope;
    let wall = |scene: Scene, x: [f64; 2], y: [f64; 2]| {
        let corners = [[x[0], y[0], -5.0], [x[0], y[0], 5.0], [x[1], y[1], 5.0], [x[1], y[1], -5.0]];
        scene
            .triangle([corners[0], corners[1], corners[2]], never)
            .triangle([corners[0], corners[2], corners[3]], never)
    };
    let mut tube = Scene::default().block([-1.0, -0.1, -5.0], [1.0, 0.0, 5.0]);
    for (x, y) in [
        ([-1.0, -1.6], [0.0, 1.0]),
        ([-1.6, -1.6], [1.0, 1.8]),
        ([-1.6, -1.0], [1.8, 2.6]),
        ([-1.0, 1.0], [2.6, 2.6]),
        ([1.0, 1.6], [2.6, 1.8]),
        ([1.6, 1.6], [1.8, 1.0]),
        ([1.6, 1.0], [1.0, 0.0]),
    ] {
        tube = wall(tube, x, y);
    }
    let found = openings(&tube);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(is_at(&found[0], DVec3::new(0.0, 0.0, -5.0), DVec3::NEG_Z), "{found:#?}");
    assert!(found.iter().all(|opening| opening.framed && (opening.headroom - 2.6).abs() < 0.3), "{found:#?}");
}

#[test]
fn a_ramp_is_entered_at_the_heights_of_its_ends() {
    let ramp = Scene::default()
        .ramp([-4.0, 0.0], [4.0, 3.0], [-1.5, 1.5], Walkability::BySlope)
        .block([-4.0, 0.0, -1.7], [4.0, 5.0, -1.5])
        .block([-4.0, 0.0, 1.5], [4.0, 5.0, 1.7]);
    let found = openings(&ramp);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(is_at(&found[0], DVec3::new(-4.0, 0.0, 0.0), DVec3::NEG_X), "{found:#?}");
    assert!(is_at(&found[1], DVec3::new(4.0, 3.0, 0.0), DVec3::X), "{found:#?}");
    assert!(found.iter().all(|opening| opening.bumps == 0.0));
}

/// A floor that ends in the middle of its wall is meant to, as walls of tiles stand on their edges; one that ends before that
/// leaves its doorway as deep as the wall.
#[test]
fn a_doorway_is_at_the_outer_face_of_its_wall_or_in_its_middle() {
    let room = |inner: f64, outer: f64| {
        let mut scene = Scene::default().block([-3.0, -0.2, -3.0], [3.0, 0.0, 3.0]);
        for (from, to) in [(-3.5, -0.8), (0.8, 3.5)] {
            scene = scene.block([from, 0.0, inner], [to, 3.0, outer]);
        }
        let rest =
            scene.block([-3.5, 0.0, -3.5], [3.5, 3.0, -3.0]).block([-3.5, 0.0, -3.0], [-3.0, 3.0, 3.0]);
        openings(&rest.block([3.0, 0.0, -3.0], [3.5, 3.0, 3.0]))
    };
    for (inner, outer, z) in [(2.5, 3.5, 3.0), (3.0, 3.3, 3.3), (2.9, 3.3, 3.3), (2.7, 3.0, 3.0)] {
        let found = room(inner, outer);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert!(is_at(&found[0], DVec3::new(0.0, 0.0, z), DVec3::Z), "{inner} to {outer}: {found:#?}");
    }
}

#[test]
fn a_lintel_without_thickness_is_seen() {
    let hall = Scene::default()
        .ramp([-1.5, 0.0], [1.5, 0.0], [-4.0, 4.0], Walkability::BySlope)
        .block([-1.5, 0.0, -4.0], [-1.5, 3.0, 4.0])
        .block([1.5, 0.0, -4.0], [1.5, 3.0, 4.0])
        .block([-1.5, 2.2, -4.0], [1.5, 3.0, -4.0]);
    let found = openings(&hall);
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!((found[0].headroom - 2.2).abs() < 0.01 && found[1].headroom.is_infinite(), "{found:#?}");
}

#[test]
fn stones_on_a_floor_do_not_lift_its_doorway() {
    let mut scene = room(6.0, 6.0, &[(0, -1.0, 1.0)]);
    scene = scene.block([-0.9, 0.0, -3.0], [-0.3, 0.05, -2.4]).block([0.2, 0.0, -2.9], [0.8, 0.04, -2.5]);
    let found = openings(&scene);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].at.y, 0.0, "{found:?}");
    assert!((found[0].bumps - 0.05).abs() < 0.01);
}

#[test]
fn only_floors_that_doorways_lead_to_are_reached() {
    let mut scene = room(6.0, 6.0, &[(0, -1.0, 1.0)]);
    scene = scene.block([1.0, 0.0, 1.0], [2.2, 1.0, 2.2]);
    let survey = Survey::new(&scene.0, &walker()).expect("there are triangles");
    let reached = survey.reached_from(&openings(&scene));
    assert!(reached.contains(DVec3::new(-1.0, 0.0, 0.0)) && !reached.misses(DVec3::new(-1.0, 0.0, 0.0)));
    assert!(reached.misses(DVec3::new(1.6, 1.0, 1.6)), "the top of a table");
    assert!(reached.misses(DVec3::new(0.0, 3.0, 2.85)), "the top of a wall");
    assert!(!reached.misses(DVec3::new(0.0, 8.0, 0.0)), "the air");
}

#[test]
fn nothing_is_found_where_there_is_nothing() {
    assert!(Survey::new(&PieceGeometry::default(), &AGENT).is_none());
    let mut speck = Scene::default();
    speck = speck.block([0.0; 3], [1e-3; 3]);
    assert!(openings(&speck).is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Rooms of any size and turn: every gap is found where it is, and nothing else.
    #[test]
    fn every_doorway_of_a_turned_room_is_found_and_nothing_else(
        width in 4.0..12.0_f64,
        depth in 4.0..12.0_f64,
        degrees in 0.0..360.0_f64,
        wanted in proptest::collection::vec((0..4_usize, 0.0..1.0_f64, 0.9..2.5_f64), 1..4),
    ) {
        let mut gaps: Vec<(usize, f64, f64)> = Vec::new();
        for (side, place, wide) in wanted {
            let half = if side % 2 == 0 { width } else { depth } / 2.0 - 0.5 - wide / 2.0;
            let middle = -half + 2.0 * half * place;
            // One doorway a wall is enough to be told apart.
            if half > 0.0 && gaps.iter().all(|gap| gap.0 != side) {
                gaps.push((side, middle - wide / 2.0, middle + wide / 2.0));
            }
        }
        let found = openings(&turned(room(width, depth, &gaps), degrees));
        let turn = DQuat::from_rotation_y(degrees.to_radians());
        prop_assert_eq!(found.len(), gaps.len(), "{:#?}", found);
        for gap in gaps {
            let (at, heading) = doorway(width, depth, gap);
            let near = |opening: &&Opening| {
                opening.at.distance(turn * at) < 0.1 && opening.heading.dot(turn * heading) > 0.9962
            };
            prop_assert!(found.iter().any(|opening| near(&opening)), "{gap:?}: {found:#?}");
        }
    }
}
