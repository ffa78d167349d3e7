//! Which regions count where only those do that a doorway leads to.

#![expect(clippy::unwrap_used, reason = "tests")]

mod common;

use common::{Scene, map_of};
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId, Placed, Pose, Role};
use snapmesh_nav::{Agent, Budget, PieceGeometry, Surface, Terrain, bake, measure, scatter};

/// The surface of pieces with these doorways, each at a place.
fn baked(pieces: &[(Scene, Vec<Connector>, DVec3)], settings: &Navigation) -> Surface {
    let body = OrientedBox::aligned(-DVec3::ONE, DVec3::ONE);
    let names = (0..).map(|number| format!("P{number}"));
    let library = names.zip(pieces).map(|(name, (_, doors, _))| Piece::new(&name, doors.clone(), vec![body]));
    let (kit, _) = Kit::new("kit", library.collect()).validate().unwrap();
    let geometry: Vec<PieceGeometry> = pieces.iter().map(|(scene, ..)| scene.0.clone()).collect();
    let terrain = Terrain::new(&geometry, Agent::from(settings)).unwrap().counting_doorways(&kit);
    let placed = |(number, (.., position)): (usize, &(Scene, Vec<Connector>, DVec3))| Placed {
        role: Role::Piece,
        piece: PieceId::new(number),
        pose: Pose { position: *position, ..Pose::ORIGIN },
        joint: None,
    };
    let map = map_of(pieces.iter().enumerate().map(placed).collect());
    bake(&terrain, &map, &Budget::default()).unwrap()
}

fn one(scene: Scene, doors: Vec<Connector>, settings: &Navigation) -> Surface {
    baked(&[(scene, doors, DVec3::ZERO)], settings)
}

fn agent(radius: f64) -> Navigation {
    Navigation { agent_radius: radius, ..Navigation::default() }
}

fn door(at: [f64; 3], heading: DVec3) -> Connector {
    Connector::new(DVec3::from(at), heading)
}

/// A room of eight metres with walls this thick and three metres high, and an opening this wide to the east, under a
/// lintel that is as thick. Its outer faces are four metres from the middle.
fn room(thick: f64, opening: f64) -> Scene {
    let (inner, half) = (4.0 - thick, opening / 2.0);
    Scene::default()
        .block([-4.0, -0.2, -4.0], [4.0, 0.0, 4.0])
        .block([-4.0, 0.0, -4.0], [-inner, 3.0, 4.0])
        .block([-inner, 0.0, -4.0], [4.0, 3.0, -inner])
        .block([-inner, 0.0, inner], [4.0, 3.0, 4.0])
        .block([inner, 0.0, -inner], [4.0, 3.0, -half])
        .block([inner, 0.0, half], [4.0, 3.0, inner])
        .block([inner, 2.4, -half], [4.0, 3.0, half])
}

/// The heights of regions that count, and of those that are left out.
fn heights(surface: &Surface) -> (Vec<f64>, Vec<f64>) {
    let of = |regions: &[snapmesh_nav::Region]| regions.iter().map(|region| region.at.y).collect();
    (of(surface.counted()), of(surface.left_out()))
}

#[test]
fn the_floor_behind_a_doorway_counts_and_the_wall_above_it_does_not() {
    for radius in [0.35, 0.5] {
        for opening in [1.0, 1.2, 2.0, 4.0] {
            for thick in [0.2, 0.5, 1.5] {
                // In the middle of the wall, at its faces, and a little before and behind them; on the floor and above.
                for depth in [-0.1, 0.0, 0.5, 1.0, 1.1] {
                    for height in [-0.1, 0.0, 1.2, 1.6] {
                        let at = [4.0 - depth * thick, height, 0.0];
                        let doors = vec![door(at, DVec3::X)];
                        let surface = one(room(thick, opening), doors, &agent(radius));
                        let (counted, left_out) = heights(&surface);
                        let case = format!("{radius} {opening} {thick} {depth} {height}");
                        assert!(counted.iter().all(|y| *y < 0.1), "{case}: {counted:?}");
                        assert_eq!(counted.len(), 1, "{case}");
                        assert_eq!(left_out.iter().any(|y| *y > 2.9), thick > 1.0, "{case}: {left_out:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn shares_areas_points_and_metrics_are_those_of_what_counts() {
    let doors = vec![door([4.0, 0.0, 0.0], DVec3::X)];
    let surface = one(room(1.5, 2.0), doors, &agent(0.35));
    let [floor] = *surface.counted() else { panic!("{:?}", surface.regions) };
    assert!(floor.share == 1.0 && (surface.area() - floor.area).abs() < 1e-9);
    assert!(!surface.left_out().is_empty() && surface.left_out().iter().all(|region| region.share == 0.0));
    assert_eq!(surface.counted_cells(), floor.cells);
    assert!(surface.cells() > floor.cells, "what is left out stays in the surface");
    let points = scatter(&surface, 500, 1);
    assert!(points.len() == 500 && points.iter().all(|point| point.position.y < 0.1));
    let metrics = measure(&surface.regions, &points);
    assert_eq!((metrics.connectivity, metrics.largest_region, metrics.regions), (1.0, 1.0, 1));
}

#[test]
fn a_table_in_the_room_is_left_out_wherever_it_stands() {
    for x in [-2.0, 0.0, 1.0, 1.8] {
        let scene = room(0.2, 2.0).block([x - 0.8, 0.0, -0.8], [x + 0.8, 0.8, 0.8]);
        for height in [0.0, 1.2] {
            let surface = one(scene.clone(), vec![door([4.0, height, 0.0], DVec3::X)], &agent(0.35));
            let (counted, left_out) = heights(&surface);
            assert_eq!(counted.len(), 1, "{x} {height}: {counted:?}");
            assert!(counted[0] < 0.1 && left_out.iter().any(|y| (*y - 0.8).abs() < 0.1), "{x} {height}");
        }
    }
}

/// Steps of half a metre each way, and a landing.
fn stairs(up: f64) -> Scene {
    let mut scene = Scene::default();
    for i in 0..4 {
        let (x, y) = (0.5 * f64::from(i), up * 0.5 * f64::from(i + 1));
        scene = scene.block([x, y - 0.5, -2.0], [x + 0.5, y, 2.0]);
    }
    scene.block([2.0, up * 2.0 - 0.5, -2.0], [6.0, up * 2.0, 2.0])
}

#[test]
fn stairs_that_begin_in_a_doorway_count_up_and_down() {
    let climber = Navigation { max_climb: 0.55, ..agent(0.35) };
    for up in [1.0, -1.0] {
        let surface = one(stairs(up), vec![door([0.0, 0.0, 0.0], DVec3::NEG_X)], &climber);
        assert_eq!((surface.counted().len(), surface.left_out().len()), (1, 0), "{up}");
    }
}

/// Somebody can walk neither from one room to the next nor back, but both are rooms.
#[test]
fn rooms_that_a_step_parts_both_count() {
    let plate = || Scene::default().block([-4.0, -0.2, -4.0], [4.0, 0.0, 4.0]);
    let doors = || vec![door([4.0, 0.0, 0.0], DVec3::X), door([-4.0, 0.0, 0.0], DVec3::NEG_X)];
    let east = DVec3::new(8.0001, 0.43, 0.0);
    let surface = baked(&[(plate(), doors(), DVec3::ZERO), (plate(), doors(), east)], &agent(0.35));
    assert_eq!((surface.counted().len(), surface.left_out().len()), (2, 0));
}

#[test]
fn a_shaft_leads_to_the_floor_below_it_or_around_it() {
    // A cellar with a hole in its ceiling, whose upper side is a roof.
    let cellar = Scene::default()
        .block([-4.0, -0.2, -4.0], [4.0, 0.0, 4.0])
        .block([-4.0, 5.0, -4.0], [-1.0, 5.2, 4.0])
        .block([1.0, 5.0, -4.0], [4.0, 5.2, 4.0])
        .block([-1.0, 5.0, -4.0], [1.0, 5.2, -1.0])
        .block([-1.0, 5.0, 1.0], [1.0, 5.2, 4.0]);
    let surface = one(cellar, vec![door([0.0, 5.2, 0.0], DVec3::Y)], &agent(0.35));
    let (counted, left_out) = heights(&surface);
    assert!(counted.len() == 1 && counted[0] < 0.1, "{counted:?}");
    assert!(left_out.len() == 1 && left_out[0] > 5.1, "{left_out:?}");
    // A floor with a hole, and a shelf above it.
    let well = Scene::default()
        .block([-4.0, -0.2, -4.0], [-0.5, 0.0, 4.0])
        .block([0.5, -0.2, -4.0], [4.0, 0.0, 4.0])
        .block([-0.5, -0.2, 0.5], [0.5, 0.0, 4.0])
        .block([-4.0, 3.0, -4.0], [-2.0, 3.2, 4.0]);
    let surface = one(well, vec![door([0.0, -0.2, 0.0], DVec3::NEG_Y)], &agent(0.35));
    let (counted, left_out) = heights(&surface);
    assert!(counted.len() == 1 && counted[0] < 0.1, "{counted:?}");
    assert!(left_out.len() == 1 && left_out[0] > 3.1, "{left_out:?}");
}

#[test]
fn where_no_doorway_leads_anywhere_nothing_counts() {
    let surface = one(room(1.5, 2.0), vec![door([90.0, 0.0, 0.0], DVec3::X)], &agent(0.35));
    assert!(surface.counted().is_empty() && surface.left_out().len() >= 2);
    let metrics = measure(&surface.regions, &scatter(&surface, 50, 1));
    assert_eq!((metrics.points, metrics.regions, metrics.connectivity), (0, 0, 0.0));
    assert_eq!((surface.area(), metrics.exact.largest_region), (0.0, 0.0));
}

#[test]
fn what_a_doorway_leads_to_is_the_same_wherever_the_map_lies() {
    let doors = || vec![door([4.0, 1.0, 0.0], DVec3::X)];
    let at = |place: DVec3| {
        let surface = baked(&[(room(1.5, 1.2), doors(), place)], &agent(0.35));
        surface.regions.iter().map(|region| (region.cells, region.counted)).collect::<Vec<_>>()
    };
    assert_eq!(at(DVec3::ZERO), at(DVec3::new(1e6, -1e5, -1e6)));
}
