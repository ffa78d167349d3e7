//! Why regions are cut off, in scenes whose answers are known.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Scene, agent, alone, map_of};
use snapmesh::glam::DVec3;
use snapmesh::{Map, PieceId, Placed, Pose, Role};
use snapmesh_nav::{Budget, CutOff, Obstacle, Terrain, Walkability, bake, why_cut_off};

/// Why the second region of a map is cut off. Radius 0.3, height 1.8, climb 0.3, slope 45 degrees, cells of 0.1 m.
fn asked(terrain: &Terrain, map: &Map) -> Option<CutOff> {
    let surface = bake(terrain, map, &Budget::default()).unwrap();
    assert!(surface.regions.len() > 1, "{:?}", surface.regions);
    why_cut_off(terrain, map, &surface, 1, &Budget::default()).unwrap()
}

fn why(scene: &Scene) -> CutOff {
    asked(&scene.terrain(&agent()), &alone()).unwrap()
}

fn plate() -> Scene {
    Scene::default().block([0.0, -0.2, 0.0], [10.0, 0.0, 10.0])
}

#[track_caller]
fn close(told: f64, truth: f64, error: f64) {
    assert!((told - truth).abs() <= error, "{told}, and {truth} is the truth");
}

#[test]
fn a_step_is_told_as_tall_as_it_is() {
    for height in [0.31, 0.43, 0.9, 1.5] {
        let found = why(&plate().block([6.0, -0.2, 0.0], [10.0, height, 10.0]));
        let Obstacle::Step(step) = found.obstacle else { panic!("{found:?}") };
        close(step, height, 1e-5);
        assert_eq!((found.from, found.pieces), (0, [0, 0]));
        close(found.at.x, 6.0, 0.2);
        assert_eq!(
            found.obstacle.words(&agent()),
            format!("a step of {height:.2} m, where 0.3 m can be climbed")
        );
    }
}

#[test]
fn a_step_is_told_up_and_down() {
    let found = why(&plate().block([4.0, -0.2, 0.0], [10.0, 0.5, 10.0]));
    assert!(matches!(found.obstacle, Obstacle::Step(step) if (step - 0.5).abs() < 1e-5), "{found:?}");
}

#[test]
fn a_gap_is_told_as_wide_as_it_is() {
    for width in [0.25, 0.5, 1.0, 2.0] {
        let found = why(&plate().block([10.0 + width, -0.2, 0.0], [16.0, 0.0, 10.0]));
        let Obstacle::Gap(gap) = found.obstacle else { panic!("{found:?}") };
        close(gap, width, 0.01);
        assert_eq!(found.obstacle.words(&agent()), format!("a gap of {gap:.2} m without floor"));
    }
}

#[test]
fn a_gap_that_lies_across_is_measured_across() {
    let floor = |corners: [[f64; 2]; 4]| {
        let [a, b, c, d] = corners.map(|[x, z]| [x, 0.0, z]);
        Scene::default().triangle([a, b, c], Walkability::BySlope).triangle([a, c, d], Walkability::BySlope)
    };
    // The second floor begins where x + z is so much more that half a metre is between them.
    let more = 0.5 * 2.0_f64.sqrt();
    let near = floor([[0.0, 0.0], [0.0, 8.0], [4.0, 8.0], [12.0, 0.0]]).0;
    let far = floor([[12.0 + more, 0.0], [4.0 + more, 8.0], [9.0, 8.0], [16.0, 0.0]]).0;
    let terrain = Terrain::new(&[near, far], agent()).unwrap();
    let placed =
        |piece| Placed { role: Role::Piece, piece: PieceId::new(piece), pose: Pose::ORIGIN, joint: None };
    let found = asked(&terrain, &map_of(vec![placed(0), placed(1)])).unwrap();
    let Obstacle::Gap(gap) = found.obstacle else { panic!("{found:?}") };
    close(gap, 0.5, 0.015);
    assert_eq!(found.pieces, [1, 0], "from the region that is cut off to the larger one");
}

#[test]
fn lava_is_a_gap() {
    let lava = plate().tagged([6.0, 0.0, 0.0], [6.8, 0.02, 10.0], Walkability::Never);
    let found = why(&lava);
    let Obstacle::Gap(gap) = found.obstacle else { panic!("{found:?}") };
    close(gap, 0.8, 0.02);
}

#[test]
fn a_ceiling_is_told_as_low_as_it_is() {
    for room in [1.0, 1.5, 1.75] {
        let low = plate().block([6.0, room, 0.0], [7.0, 9.0, 10.0]);
        let found = why(&low);
        let Obstacle::Ceiling(told) = found.obstacle else { panic!("{room}: {found:?}") };
        close(told, room, 1e-5);
        let words = format!("a ceiling of {room:.2} m, where 1.8 m are needed");
        assert_eq!(found.obstacle.words(&agent()), words);
    }
}

#[test]
fn a_slope_is_told_as_steep_as_it_is() {
    for degrees in [46.0_f64, 50.0, 60.0] {
        let rise = 2.0 * libm::tan(degrees.to_radians());
        let scene = plate()
            .ramp([10.0, 0.0], [12.0, rise], [0.0, 10.0], Walkability::BySlope)
            .block([12.0, rise - 0.2, 0.0], [18.0, rise, 10.0]);
        let found = why(&scene);
        let Obstacle::Slope(told) = found.obstacle else { panic!("{degrees}: {found:?}") };
        close(told, degrees, 1e-6);
        let words = format!("a slope of {degrees:.1} degrees, where 45 can be walked");
        assert_eq!(found.obstacle.words(&agent()), words);
    }
}

/// Two rooms with a doorway of this width between them, and a wall up to the sky.
fn doorway(width: f64) -> Scene {
    let (near, far) = (5.0 - width / 2.0, 5.0 + width / 2.0);
    plate().block([5.9, 0.0, 0.0], [6.1, 9.0, near]).block([5.9, 0.0, far], [6.1, 9.0, 10.0])
}

#[test]
fn a_passage_is_told_as_wide_as_it_is() {
    for width in [0.4, 0.5, 0.55] {
        let found = why(&doorway(width));
        let Obstacle::Passage(told) = found.obstacle else { panic!("{width}: {found:?}") };
        close(told, width, 0.01);
        let words = format!("a passage of {told:.2} m, where 0.6 m are needed");
        assert_eq!(found.obstacle.words(&agent()), words);
    }
    // As wide as the agent, but not as cells see it.
    let found = why(&doorway(0.65));
    assert_eq!(
        found.obstacle.words(&agent()),
        "a passage of 0.65 m, where 0.6 m and up to three cells of 0.100 m are needed"
    );
}

#[test]
fn a_wall_from_floor_to_ceiling_is_something_solid() {
    let roof = Walkability::Never;
    let closed =
        plate().block([5.9, 0.0, -1.0], [6.1, 3.0, 11.0]).tagged([0.0, 3.0, 0.0], [10.0, 3.2, 10.0], roof);
    let found = why(&closed);
    assert_eq!((found.obstacle, found.pieces), (Obstacle::Wall, [0, 0]));
}

#[test]
fn a_step_in_the_doorway_is_the_reason_and_not_the_wall_beside_it() {
    let found = why(&doorway(1.5).block([6.0, -0.2, 0.0], [10.0, 0.43, 10.0]));
    assert!(matches!(found.obstacle, Obstacle::Step(step) if (step - 0.43).abs() < 1e-5), "{found:?}");
    close(found.at.z, 5.0, 0.8);
}

#[test]
fn the_pieces_on_both_sides_are_named() {
    let placed = |x: f64, y: f64| Placed {
        role: Role::Piece,
        piece: PieceId::new(0),
        pose: Pose { position: DVec3::new(x, y, 0.0), ..Pose::ORIGIN },
        joint: None,
    };
    let map = map_of(vec![placed(0.0, 0.0), placed(10.0001, 0.0), placed(20.0002, 0.43)]);
    let found = asked(&plate().terrain(&agent()), &map).unwrap();
    assert_eq!(found.pieces, [2, 1]);
    assert!(matches!(found.obstacle, Obstacle::Step(step) if (step - 0.43).abs() < 1e-5), "{found:?}");
}

#[test]
fn what_is_far_away_has_no_reason() {
    let mut map = alone();
    let mut far = map.pieces[0];
    far.pose.position = DVec3::new(1e5, 0.0, 0.0);
    map.pieces.push(far);
    assert_eq!(asked(&plate().terrain(&agent()), &map), None);
}

#[test]
fn a_budget_holds_for_reasons_too() {
    let scene = plate().block([6.0, -0.2, 0.0], [10.0, 0.5, 10.0]);
    let terrain = scene.terrain(&agent());
    let surface = bake(&terrain, &alone(), &Budget::default()).unwrap();
    let tight = Budget { memory: 10_000, ..Budget::default() };
    assert!(why_cut_off(&terrain, &alone(), &surface, 1, &tight).is_err());
    let brief = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    assert!(why_cut_off(&terrain, &alone(), &surface, 1, &brief).is_err());
}
