//! Where a map can be walked, in every output that shows it.
#![expect(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

mod common;

use common::{grow, kits, open};
use serde_json::{Value, json};
use snapmesh::Map;
use snapmesh::glam::DVec3;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::picture::View;
use snapmesh_io::piece_file::read_piece;
use snapmesh_io::{Folder, NavLayer, OpenKit};
use snapmesh_nav::{Agent, NavMesh, NavTriangle, Point, Walkability};
use std::collections::BTreeMap;
use std::path::Path;

fn starter() -> (OpenKit, Map) {
    let open = open(&kits().join("starter"), Some("arena"), &["selection.max_pieces=30"]);
    let map = grow(&open);
    (open, map)
}

/// The floors of the pieces as they are, with every third piece cut off from the rest, and a point in each triangle.
fn floors(folder: &OpenKit, map: &Map) -> NavLayer {
    let geometry = folder.kit.geometry();
    let mut layer = NavLayer::default();
    let mut known = BTreeMap::new();
    for (index, placed) in map.pieces.iter().enumerate() {
        let ground = &geometry[placed.piece.index()];
        let region = u32::from(index % 3 == 2);
        for (corners, _) in ground.triangles.iter().filter(|(_, walk)| *walk != Walkability::Never) {
            let [a, b, c] = corners.map(|corner| placed.pose.point(ground.positions[corner as usize]));
            if (b - a).cross(c - a).normalize_or_zero().y > 0.7 {
                let corners = [a, b, c].map(|p| corner(p, region, &mut known, &mut layer.mesh.positions));
                layer.mesh.triangles.push(NavTriangle { corners, neighbors: [None; 3], region });
                layer.points.push(Point { position: (a + b + c) / 3.0, region });
            }
        }
    }
    join(&mut layer.mesh);
    layer
}

/// The number of a corner; those of one region within a millimetre are one.
fn corner(
    p: DVec3,
    region: u32,
    known: &mut BTreeMap<(u32, [i64; 3]), u32>,
    positions: &mut Vec<DVec3>,
) -> u32 {
    let key = (region, p.to_array().map(|x| (x * 1e3).round() as i64));
    *known.entry(key).or_insert_with(|| {
        positions.push(p);
        positions.len() as u32 - 1
    })
}

/// Makes triangles neighbors that have an edge in common.
fn join(mesh: &mut NavMesh) {
    let edge = |triangle: &NavTriangle, i: usize| (triangle.corners[i], triangle.corners[(i + 1) % 3]);
    let mut edges = BTreeMap::new();
    for (number, triangle) in mesh.triangles.iter().enumerate() {
        edges.extend((0..3).map(|i| (edge(triangle, i), number as u32)));
    }
    for triangle in &mut mesh.triangles {
        for i in 0..3 {
            let (from, to) = edge(triangle, i);
            triangle.neighbors[i] = edges.get(&(to, from)).copied();
        }
    }
}

fn write(folder: &OpenKit, map: &Map, ending: &str, navigation: Option<NavLayer>) -> Vec<u8> {
    let view = View { azimuth: 180.0, elevation: 90.0, width: 320, height: 240, ..View::default() };
    let exporter = exporter_for(Path::new(&format!("map.{ending}"))).unwrap();
    (exporter.write)(&folder.kit, &folder.settings, map, &Options { view, navigation, ..Options::default() })
        .unwrap()
}

fn json_of(glb: &[u8]) -> Value {
    serde_json::from_slice(&gltf::binary::Glb::from_slice(glb).unwrap().json).unwrap()
}

fn node<'a>(root: &'a Value, name: &str) -> Option<&'a Value> {
    root["nodes"].as_array()?.iter().find(|other| other["name"] == name)
}

/// The corners and indices of all that a node shows.
fn counts(root: &Value, name: &str) -> Option<(u64, u64)> {
    let primitives = &root["meshes"][node(root, name)?["mesh"].as_u64()? as usize]["primitives"];
    let count = |accessor: &Value| root["accessors"][accessor.as_u64().unwrap() as usize]["count"].as_u64();
    let of = |primitive: &Value| {
        Some((count(&primitive["attributes"]["POSITION"])?, count(&primitive["indices"])?))
    };
    primitives.as_array()?.iter().map(of).try_fold((0, 0), |(a, b), next| next.map(|(c, d)| (a + c, b + d)))
}

#[test]
fn a_glb_has_the_surface_and_the_points_beside_the_pieces() {
    let (folder, map) = starter();
    let layer = floors(&folder, &map);
    let root = json_of(&write(&folder, &map, "glb", Some(layer.clone())));
    let (corners, triangles) = (layer.mesh.positions.len() as u64, layer.mesh.triangles.len() as u64);
    assert_eq!(counts(&root, "navmesh-navmesh"), Some((corners, 3 * triangles)));
    let isolated = layer.points.iter().filter(|point| point.region != 0).count() as u64;
    let reachable = layer.points.len() as u64 - isolated;
    assert_eq!(counts(&root, "nav_points_reachable-noimp"), Some((6 * reachable, 24 * reachable)));
    assert_eq!(counts(&root, "nav_points_isolated-noimp"), Some((6 * isolated, 24 * isolated)));
    assert_eq!(root["nodes"][0]["children"].as_array().unwrap().len(), map.pieces.len() + 3);
    assert_eq!(root["extensionsUsed"], json!(["GODOT_single_root"]));
}

#[test]
fn the_surface_lies_a_finger_above_the_floor_in_two_colors_and_tells_for_whom_it_is() {
    let (folder, map) = starter();
    let agent = Agent::from(&folder.settings.navigation);
    let layer = NavLayer { agent: Some(agent), ..floors(&folder, &map) };
    let root = json_of(&write(&folder, &map, "glb", Some(layer.clone())));
    let surface = node(&root, "navmesh-navmesh").unwrap();
    assert_eq!(surface["translation"], json!([0, 0.02, 0]));
    let settings = &folder.settings.navigation;
    let told = json!({
        "agent_radius": settings.agent_radius, "agent_height": settings.agent_height,
        "max_climb": settings.max_climb, "max_slope": settings.max_slope, "lift": 0.02,
    });
    assert_eq!(surface["extras"], told);
    let primitives =
        root["meshes"][surface["mesh"].as_u64().unwrap() as usize]["primitives"].as_array().unwrap();
    let colors: Vec<Vec<f64>> = primitives
        .iter()
        .map(|primitive| {
            let material = &root["materials"][primitive["material"].as_u64().unwrap() as usize];
            assert_eq!(material["alphaMode"], "BLEND");
            let color = material["pbrMetallicRoughness"]["baseColorFactor"].as_array().unwrap();
            color.iter().map(|part| part.as_f64().unwrap()).collect()
        })
        .collect();
    let [blue, red] = &colors[..] else { panic!("{colors:?}") };
    assert!(blue[2] > blue[0] && red[0] > red[2], "{colors:?}");
    // All can be reached: there is nothing red.
    let mut layer = layer;
    layer.mesh.triangles.iter_mut().for_each(|triangle| triangle.region = 0);
    let root = json_of(&write(&folder, &map, "glb", Some(layer)));
    let surface = node(&root, "navmesh-navmesh").unwrap();
    let mesh = &root["meshes"][surface["mesh"].as_u64().unwrap() as usize];
    assert_eq!(mesh["primitives"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_left_out_is_a_mesh_of_its_own_that_nobody_walks_on_and_grey_in_a_plan() {
    let (folder, map) = starter();
    let layer = NavLayer { left_out: Some(1), ..floors(&folder, &map) };
    let root = json_of(&write(&folder, &map, "glb", Some(layer.clone())));
    let left_out = layer.mesh.triangles.iter().filter(|triangle| triangle.region == 1).count() as u64;
    let (walked, walked_indices) = counts(&root, "navmesh-navmesh").unwrap();
    let (quiet, quiet_indices) = counts(&root, "nav_left_out-noimp").unwrap();
    assert_eq!((walked + quiet, quiet_indices), (layer.mesh.positions.len() as u64, 3 * left_out));
    assert_eq!(walked_indices, 3 * (layer.mesh.triangles.len() as u64 - left_out));
    assert_eq!(counts(&root, "nav_points_isolated-noimp"), None);
    let svg = String::from_utf8(write(&folder, &map, "svg", Some(layer))).unwrap();
    assert!(svg.contains("<path fill=\"#8c8c88\"") && !svg.contains("<path fill=\"#f0461e\""));
}

#[test]
fn what_is_empty_has_no_node() {
    let (folder, map) = starter();
    let plain = write(&folder, &map, "glb", None);
    assert!(plain == write(&folder, &map, "glb", Some(NavLayer::default())));
    let points = vec![Point { position: DVec3::Y, region: 0 }];
    let root = json_of(&write(&folder, &map, "glb", Some(NavLayer { points, ..NavLayer::default() })));
    assert_eq!(counts(&root, "nav_points_reachable-noimp"), Some((6, 24)));
    assert_eq!(counts(&root, "navmesh-navmesh"), None);
    assert_eq!(counts(&root, "nav_points_isolated-noimp"), None);
}

/// A map in the folder of its kit is no piece of it, and one that is listed by name is walked as if it had no surface: that
/// is made of what is drawn.
#[test]
fn a_map_with_its_surface_is_known_as_a_map_and_its_ground_is_what_is_drawn() {
    let (folder, map) = starter();
    let agent = Some(Agent::from(&folder.settings.navigation));
    let layer = NavLayer { agent, ..floors(&folder, &map) };
    let kit = tempfile::tempdir().unwrap();
    for name in folder.kit.inputs() {
        std::fs::copy(kits().join("starter").join(name), kit.path().join(name)).unwrap();
    }
    std::fs::write(kit.path().join("kit.toml"), "").unwrap();
    let ground = |layer: Option<NavLayer>| {
        std::fs::write(kit.path().join("map.glb"), write(&folder, &map, "glb", layer)).unwrap();
        assert_eq!(open(kit.path(), None, &[]).kit.inputs().len(), folder.kit.inputs().len());
        read_piece(&Folder::new(kit.path()), "map.glb").0.unwrap().model.geometry()
    };
    let (with, without) = (ground(Some(layer)), ground(None));
    assert!(!with.triangles.is_empty());
    assert_eq!((with.positions, with.triangles), (without.positions, without.triangles));
}

/// How many pixels are reddish, and how many bluish; the floors of the kit are the color of sand.
fn reds_and_blues(png: &[u8]) -> (usize, usize) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    let more = |strong: usize, weak: usize, by: i32| {
        pixels.chunks(3).filter(|p| i32::from(p[strong]) - i32::from(p[weak]) > by).count()
    };
    (more(0, 2, 70), more(2, 0, 30))
}

#[test]
fn a_picture_shows_what_can_be_reached_in_blue_and_the_rest_in_red() {
    let (folder, map) = starter();
    let layer = NavLayer { points: vec![], ..floors(&folder, &map) };
    let (plain_reds, plain_blues) = reds_and_blues(&write(&folder, &map, "png", None));
    let (reds, blues) = reds_and_blues(&write(&folder, &map, "png", Some(layer.clone())));
    assert!(reds > plain_reds + 1000 && blues > plain_blues + 1000, "{reds} red, {blues} blue");
    let mut reached = layer;
    reached.mesh.triangles.iter_mut().for_each(|triangle| triangle.region = 0);
    let (reds, more_blues) = reds_and_blues(&write(&folder, &map, "png", Some(reached)));
    assert!(reds <= plain_reds && more_blues > blues, "{reds} red, {more_blues} blue");
}

#[test]
fn a_plan_has_a_shape_for_each_region_and_a_circle_for_each_point() {
    let (folder, map) = starter();
    let layer = floors(&folder, &map);
    let circles = |svg: &str| svg.matches("<circle").count();
    let plain = String::from_utf8(write(&folder, &map, "svg", None)).unwrap();
    let svg = String::from_utf8(write(&folder, &map, "svg", Some(layer.clone()))).unwrap();
    assert_eq!(circles(&svg), circles(&plain) + layer.points.len());
    let start = svg.find("class=\"navmesh\"").unwrap();
    let group = &svg[start..start + svg[start..].find("</g>").unwrap()];
    assert_eq!(group.matches("<path").count(), 2);
    assert!(svg.find("<use").unwrap() < start, "it lies on the pieces");
}

#[test]
fn the_map_file_and_old_tools_are_left_alone() {
    let (folder, map) = starter();
    for ending in ["json", "obj"] {
        let layer = floors(&folder, &map);
        assert!(write(&folder, &map, ending, None) == write(&folder, &map, ending, Some(layer)), "{ending}");
    }
}
