//! Scenes made by hand, with answers known beforehand.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{Scene, agent, alone, map_of, settings};
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{ConnectorId, Joint, PieceId, Placed, PlacedId, Pose, Role, Turn};
use snapmesh_nav::{Agent, Budget, Surface, Terrain, Walkability, bake, measure, scatter};

/// Ten metres square, its top at 0.
fn plate() -> Scene {
    Scene::default().block([0.0, -0.2, 0.0], [10.0, 0.0, 10.0])
}

#[test]
fn one_plate_is_one_region() {
    let surface = plate().bake(&agent());
    assert_eq!(surface.regions.len(), 1);
    let metrics = measure(&surface.regions, &scatter(&surface, 250, 1));
    assert_eq!((metrics.connectivity, metrics.largest_region), (1.0, 1.0));
    assert_eq!((metrics.exact.connectivity, metrics.exact.largest_region), (1.0, 1.0));
    // The agent's middle stays a radius from the edge, or up to two cells more.
    let side = surface.area().sqrt();
    assert!((9.0..=9.4).contains(&side), "{side}");
}

#[test]
fn two_plates_apart_share_by_area() {
    let scene = plate().block([20.0, -0.2, 0.0], [24.0, 0.0, 10.0]);
    let surface = scene.bake(&agent());
    let [large, small] = surface.regions[..] else { panic!("{:?}", surface.regions) };
    let (a, b) = (large.area, small.area);
    assert!((a / (a + b) - 0.73).abs() < 0.01, "{}", large.share);
    let metrics = measure(&surface.regions, &scatter(&surface, 20_000, 1));
    assert!((metrics.exact.largest_region - a / (a + b)).abs() < 1e-12);
    assert!((metrics.exact.connectivity - (a * a + b * b) / (a + b).powi(2)).abs() < 1e-12);
    assert!((metrics.largest_region - metrics.exact.largest_region).abs() < 0.01);
    assert!((metrics.connectivity - metrics.exact.connectivity).abs() < 0.01);
    assert!((small.at - DVec3::new(22.0, 0.0, 5.0)).length() < 0.2, "{}", small.at);
}

/// A plate with a step of this height in the middle.
fn step(height: f64) -> Vec<f64> {
    plate().block([5.0, -0.2, 0.0], [10.0, height, 10.0]).shares()
}

#[test]
fn a_step_just_below_the_climb_is_taken_and_one_just_above_is_not() {
    assert_eq!(step(0.29).len(), 1);
    assert_eq!(step(0.3).len(), 1);
    assert_eq!(step(0.31).len(), 2);
}

/// A plate, a ramp of this many degrees up, and a plate there.
fn ramp(degrees: f64) -> Vec<f64> {
    let rise = 4.0 * libm::tan(degrees.to_radians());
    plate()
        .ramp([10.0, 0.0], [14.0, rise], [0.0, 10.0], Walkability::BySlope)
        .block([14.0, rise - 0.2, 0.0], [20.0, rise, 10.0])
        .shares()
}

#[test]
fn a_ramp_just_below_the_slope_is_walked_and_one_just_above_is_not() {
    assert_eq!(ramp(44.5).len(), 1);
    assert_eq!(ramp(45.5).len(), 2);
}

#[test]
fn a_ramp_needs_no_climb() {
    let feet = Agent { climb: 0.01, ..agent() };
    let scene = plate()
        .ramp([10.0, 0.0], [14.0, 3.0], [0.0, 10.0], Walkability::BySlope)
        .block([14.0, 2.8, 0.0], [20.0, 3.0, 10.0]);
    assert_eq!(scene.bake(&feet).regions.len(), 1);
}

/// Two rooms with a doorway of this width and height between them.
fn doorway(width: f64, height: f64) -> Vec<f64> {
    let (near, far) = (5.0 - width / 2.0, 5.0 + width / 2.0);
    plate()
        .block([4.9, 0.0, 0.0], [5.1, 3.0, near])
        .block([4.9, 0.0, far], [5.1, 3.0, 10.0])
        .block([4.9, height, near], [5.1, 3.0, far])
        .shares()
}

#[test]
fn a_doorway_wider_than_the_agent_lets_it_through_and_a_narrower_one_does_not() {
    assert_eq!(doorway(0.55, 2.5).len(), 2);
    // The agent is 0.6 m wide, and its way is measured in cells of 0.1 m.
    assert_eq!(doorway(0.9, 2.5).len(), 1);
}

#[test]
fn a_low_lintel_stops_the_agent_and_one_of_its_height_does_not() {
    assert_eq!(doorway(2.0, 1.79).len(), 2);
    assert_eq!(doorway(2.0, 1.8).len(), 1);
}

#[test]
fn there_is_no_floor_under_a_low_ceiling() {
    let covered = plate().block([0.0, 1.7, 0.0], [10.0, 1.9, 5.0]).bake(&agent());
    let floor: f64 =
        covered.regions.iter().filter(|region| region.at.y < 1.0).map(|region| region.area).sum();
    assert!((39.0..41.0).contains(&floor), "{floor}");
}

#[test]
fn a_roof_is_a_region_of_its_own_unless_it_is_tagged() {
    let house = |walk| plate().tagged([2.0, 3.0, 2.0], [8.0, 3.2, 8.0], walk).shares();
    assert_eq!(house(Walkability::BySlope).len(), 2);
    assert_eq!(house(Walkability::Never), [1.0]);
}

#[test]
fn what_is_tagged_is_not_stepped_over_and_what_is_not_is() {
    let kerb = |walk| plate().tagged([4.8, 0.0, 0.0], [5.2, 0.2, 10.0], walk).shares().len();
    assert_eq!(kerb(Walkability::BySlope), 1);
    assert_eq!(kerb(Walkability::Never), 2);
}

/// Lava a finger above the floor is lava, though the two are closer than surfaces that count as one.
#[test]
fn what_is_tagged_lies_on_the_floor_and_is_none() {
    let lava =
        |height| plate().tagged([4.8, 0.0, 0.0], [5.2, height, 10.0], Walkability::Never).shares().len();
    assert_eq!(lava(0.02), 2);
    assert_eq!(lava(0.005), 2);
}

#[test]
fn a_slope_that_is_tagged_as_floor_is_floor() {
    let rise = 4.0;
    let scene = |walk| {
        plate()
            .ramp([10.0, 0.0], [12.0, rise], [0.0, 10.0], walk)
            .block([12.0, rise - 0.2, 0.0], [18.0, rise, 10.0])
            .shares()
            .len()
    };
    assert_eq!(scene(Walkability::BySlope), 2);
    assert_eq!(scene(Walkability::Always), 1);
}

/// Two plates joined by a connector, this far apart.
fn joined(piece_distance: f64) -> Surface {
    let turn = Turn::between(DVec3::X, DVec3::new(0.8, 0.0, 0.6)).unwrap();
    let first = Pose { position: DVec3::new(3.0, 1.0, 4.0), turn };
    let second = Pose { position: first.point(DVec3::new(10.0 + piece_distance, 0.0, 0.0)), turn };
    let door = ConnectorId::new(0);
    let joint = Some(Joint { guide: PlacedId::new(0), guide_connector: door, connector: door });
    let piece = PieceId::new(0);
    let pieces = vec![
        Placed { role: Role::Piece, piece, pose: first, joint: None },
        Placed { role: Role::Piece, piece, pose: second, joint },
    ];
    bake(&plate().terrain(&agent()), &map_of(pieces), &Budget::default()).unwrap()
}

#[test]
fn a_gap_of_piece_distance_is_stepped_over_and_a_wide_one_is_not() {
    assert_eq!(joined(0.0001).regions.len(), 1);
    assert_eq!(joined(0.0).regions.len(), 1);
    let apart = joined(1.0);
    assert_eq!(apart.regions.len(), 2);
    let mut pieces: Vec<usize> = apart.regions.iter().map(|region| region.piece).collect();
    pieces.sort_unstable();
    assert_eq!(pieces, [0, 1]);
}

#[test]
fn stairs_are_climbed_and_floors_above_each_other_are_kept_apart() {
    let mut scene = Scene::default().block([0.0, -0.2, 0.0], [4.0, 0.0, 3.0]);
    for i in 0..15 {
        let (x, y) = (4.0 + 0.3 * f64::from(i), 0.2 * f64::from(i + 1));
        scene = scene.block([x, y - 0.2, 0.0], [x + 0.3, y, 3.0]);
    }
    let up = scene.clone().block([8.5, 2.8, 0.0], [12.0, 3.0, 3.0]);
    assert_eq!(up.shares().len(), 1);
    // A floor above the first that the stairs do not lead to.
    let above = scene.block([0.0, 2.8, 0.0], [3.0, 3.0, 3.0]).shares();
    assert_eq!(above.len(), 2);
}

/// A riser between two cells once belonged to the lower step alone, and if it was tagged, it cut the stairs in two.
#[test]
fn stairs_with_tagged_sides_are_climbed_wherever_they_stand() {
    for shift in 0..64 {
        let from = 0.1 * f64::from(shift) / 64.0;
        // What lies furthest west is the corner of the map, and so of its cells.
        let mut scene = Scene::default().block([-1.0, 1.8, 0.0], [4.0 + from, 2.0, 3.0]);
        for i in 0..10 {
            let (x, y) = (4.0 + from + 0.45 * f64::from(i), 1.8 - 0.2 * f64::from(i));
            scene = scene.tagged([x, y - 0.5, 0.0], [x + 0.45, y, 3.0], Walkability::Never);
            scene = scene.ramp([x, y], [x + 0.45, y], [0.0, 3.0], Walkability::BySlope);
        }
        assert_eq!(scene.shares().len(), 1, "{shift}");
    }
}

#[test]
fn a_map_without_floor_has_no_metrics_but_zero() {
    for scene in [
        Scene::default(),
        Scene::default().ramp([0.0, 0.0], [1.0, 9.0], [0.0, 9.0], Walkability::BySlope),
        Scene::default().tagged([0.0, 0.0, 0.0], [9.0, 0.1, 9.0], Walkability::Never),
    ] {
        let surface = scene.bake(&agent());
        let points = scatter(&surface, 250, 1);
        let metrics = measure(&surface.regions, &points);
        assert_eq!((metrics.points, metrics.regions), (0, 0));
        assert_eq!((metrics.connectivity, metrics.largest_region), (0.0, 0.0));
        assert_eq!((metrics.exact.connectivity, metrics.exact.largest_region), (0.0, 0.0));
    }
}

#[test]
fn no_point_and_one_point_have_metrics_too() {
    let surface = plate().bake(&agent());
    let none = measure(&surface.regions, &scatter(&surface, 0, 1));
    assert_eq!((none.points, none.connectivity, none.largest_region), (0, 0.0, 0.0));
    assert_eq!(none.exact.connectivity, 1.0);
    let one = measure(&surface.regions, &scatter(&surface, 1, 1));
    assert_eq!((one.points, one.connectivity, one.largest_region), (1, 1.0, 1.0));
}

#[test]
fn triangles_without_area_change_nothing() {
    let before = plate().bake(&agent());
    let odd = plate()
        .triangle([[5.0, 1.0, 5.0]; 3], Walkability::BySlope)
        .triangle([[1.0, 0.5, 1.0], [5.0, 0.5, 5.0], [9.0, 0.5, 9.0]], Walkability::Always);
    assert_eq!(odd.bake(&agent()).tiles, before.tiles);
}

#[test]
fn a_million_metres_away_is_like_here() {
    let here = plate().bake(&agent());
    let mut map = alone();
    map.pieces[0].pose.position = DVec3::new(1e6, 1e6, -1e6);
    let there = bake(&plate().terrain(&agent()), &map, &Budget::default()).unwrap();
    assert_eq!(there.cells(), here.cells());
    assert!((there.regions[0].at.x - 1e6 - 5.0).abs() < 0.2);
}

#[test]
fn pieces_a_million_metres_apart_are_two_regions() {
    let mut map = alone();
    let mut far = map.pieces[0];
    far.pose.position = DVec3::new(1e6, 0.0, 0.0);
    map.pieces.push(far);
    let surface = bake(&plate().terrain(&agent()), &map, &Budget::default()).unwrap();
    assert_eq!(surface.regions.len(), 2);
    assert_eq!(surface.regions[0].cells, surface.regions[1].cells);
}

#[test]
fn an_agent_larger_than_the_map_finds_no_floor() {
    let giant = Agent::from(&Navigation { agent_radius: 50.0, agent_height: 90.0, ..settings() });
    assert_eq!(plate().bake(&giant).cells(), 0);
    let wide = Agent::from(&Navigation { agent_radius: 8.0, cell_size: Some(0.1), ..settings() });
    assert_eq!(plate().bake(&wide).cells(), 0);
}

#[test]
fn a_budget_that_is_exceeded_is_named() {
    let tight = Budget { memory: 10_000, ..Budget::default() };
    let error = bake(&plate().terrain(&agent()), &alone(), &tight).unwrap_err();
    assert!(error.to_string().contains("may take 0 MB"), "{error}");
    let brief = Budget { time: Some(std::time::Duration::ZERO), ..Budget::default() };
    let error = bake(&plate().terrain(&agent()), &alone(), &brief).unwrap_err();
    assert!(error.to_string().contains("not done within 0ns"), "{error}");
    let fine = Agent { cell_size: 1e-5, ..agent() };
    let error = Terrain::new(&[plate().0], fine).unwrap_err();
    assert!(error.to_string().contains("0.00001 m are too small"), "{error}");
    let huge = Scene::default().ramp([0.0, 0.0], [1e9, 0.0], [0.0, 1e9], Walkability::BySlope);
    assert!(bake(&huge.terrain(&agent()), &alone(), &Budget::default()).is_err());
    let thread = Scene::default()
        .triangle([[0.0, 0.0, 0.0], [1e8, 0.0, 1e8], [1e8, 0.0, 1e8 - 0.01]], Walkability::BySlope);
    assert!(bake(&thread.terrain(&agent()), &alone(), &Budget::default()).is_err());
}
