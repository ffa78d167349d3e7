//! Ways with known lengths.

mod common;

use common::{Scene, agent};
use snapmesh::glam::DVec3;
use snapmesh_nav::{NavMesh, Paths, Surface, Walkability};

fn with_paths(scene: &Scene, ask: impl FnOnce(&Surface, &Paths<'_>)) {
    let surface = scene.bake(&agent());
    let mesh = NavMesh::new(&surface);
    ask(&surface, &Paths::new(&mesh));
}

fn plate() -> Scene {
    Scene::default().block([0.0, -0.2, 0.0], [20.0, 0.0, 20.0])
}

#[test]
fn on_an_open_floor_the_way_is_straight() {
    with_paths(&plate(), |_, paths| {
        let path = paths.path(DVec3::new(2.0, 0.0, 3.0), DVec3::new(17.0, 0.0, 11.0)).unwrap();
        assert_eq!(path.points.len(), 2);
        assert!((path.length() - 17.0).abs() < 1e-6, "{}", path.length());
    });
}

#[test]
fn around_a_wall_the_way_bends_at_its_end() {
    let wall = plate().block([9.9, 0.0, 0.0], [10.1, 3.0, 14.0]);
    with_paths(&wall, |_, paths| {
        let (from, to) = (DVec3::new(5.0, 0.0, 5.0), DVec3::new(15.0, 0.0, 5.0));
        let path = paths.path(from, to).unwrap();
        // The agent's middle passes the end of the wall at a radius of 0.3 m and up to two cells more.
        let (near, far) = (DVec3::new(9.6, 0.0, 14.3), DVec3::new(9.4, 0.0, 14.6));
        let length = |corner: DVec3| 2.0 * from.distance(corner) + 2.0 * (10.0 - corner.x);
        assert!(path.length() > length(near) - 0.2 && path.length() < length(far) + 0.3, "{}", path.length());
        assert!(path.points.iter().all(|point| (point.x - 10.0).abs() > 0.3 || point.z > 14.2), "{path:?}");
    });
}

#[test]
fn over_a_ramp_the_way_is_as_long_as_the_ramp() {
    let scene = Scene::default()
        .block([0.0, -0.2, 0.0], [6.0, 0.0, 6.0])
        .ramp([6.0, 0.0], [14.0, 6.0], [0.0, 6.0], Walkability::BySlope)
        .block([14.0, 5.8, 0.0], [20.0, 6.0, 6.0]);
    with_paths(&scene, |_, paths| {
        let path = paths.path(DVec3::new(3.0, 0.0, 3.0), DVec3::new(17.0, 6.0, 3.0)).unwrap();
        assert!((path.length() - 16.0).abs() < 0.2, "{}", path.length());
        let middle = path.points.iter().filter(|point| (6.5..13.5).contains(&point.x));
        for point in middle {
            assert!((point.y - (point.x - 6.0) * 0.75).abs() < 0.2, "{point}");
        }
    });
}

#[test]
fn under_a_bridge_and_over_it_are_two_ways() {
    let scene = plate()
        .ramp([2.0, 0.0], [7.0, 3.0], [8.0, 12.0], Walkability::BySlope)
        .block([7.0, 2.8, 8.0], [13.0, 3.0, 12.0])
        .ramp([18.0, 0.0], [13.0, 3.0], [8.0, 12.0], Walkability::BySlope);
    // The second ramp was made the other way round; a plate has two sides.
    let mut scene = scene;
    let count = scene.0.triangles.len();
    for (corners, _) in &mut scene.0.triangles[count - 2..] {
        corners.swap(1, 2);
    }
    with_paths(&scene, |surface, paths| {
        assert_eq!(surface.regions.len(), 1);
        let under = paths.path(DVec3::new(10.0, 0.0, 2.0), DVec3::new(10.0, 0.0, 18.0)).unwrap();
        assert!((under.length() - 16.0).abs() < 0.01, "{}", under.length());
        assert!(under.points.iter().all(|point| point.y < 0.5));
        let over = paths.path(DVec3::new(10.0, 3.0, 10.0), DVec3::new(10.0, 0.0, 10.0)).unwrap();
        assert!(over.length() > 15.0, "{}", over.length());
    });
}

#[test]
fn between_islands_there_is_no_way() {
    let scene = plate().block([30.0, -0.2, 0.0], [40.0, 0.0, 10.0]);
    with_paths(&scene, |_, paths| {
        assert_eq!(paths.path(DVec3::new(5.0, 0.0, 5.0), DVec3::new(35.0, 0.0, 5.0)), None);
    });
}

#[test]
fn a_point_off_the_map_is_taken_to_its_edge() {
    with_paths(&plate(), |_, paths| {
        let place = paths.nearest(DVec3::new(1e6, 50.0, 10.0)).unwrap();
        assert!((place.position.x - 19.6).abs() < 0.2, "{place:?}");
        assert!(paths.path(DVec3::new(-1e6, 0.0, 10.0), DVec3::new(1e6, 0.0, 10.0)).is_some());
    });
    with_paths(&Scene::default(), |surface, paths| {
        assert_eq!(paths.nearest(DVec3::ZERO), None);
        assert_eq!(paths.path(DVec3::ZERO, DVec3::ONE), None);
        assert!(paths.tour(surface, 5, 1).stops.is_empty());
    });
}

#[test]
fn a_tour_stays_in_the_largest_region_and_comes_back() {
    let scene = plate().block([30.0, -0.2, 0.0], [45.0, 0.0, 15.0]).block([9.0, 0.0, 9.0], [11.0, 3.0, 11.0]);
    with_paths(&scene, |surface, paths| {
        let tour = paths.tour(surface, 12, 7);
        assert_eq!((tour.stops.len(), tour.legs.len()), (12, 12));
        assert!(tour.stops.iter().all(|stop| stop.x < 20.0));
        for (index, leg) in tour.legs.iter().enumerate() {
            let near = |a: DVec3, b: DVec3| a.distance(b) < 0.3;
            assert!(near(leg.points[0], tour.stops[index]));
            assert!(near(leg.points[leg.points.len() - 1], tour.stops[(index + 1) % 12]));
        }
        assert!(tour.length() > 20.0);
        assert_eq!(tour, paths.tour(surface, 12, 7));
    });
}
