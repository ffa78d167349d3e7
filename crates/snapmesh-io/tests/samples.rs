//! Files as Blender really writes them.

use snapmesh::glam::DVec3;
use snapmesh::{Location, Piece, Problem, Problems, Severity};
use snapmesh_io::Folder;
use snapmesh_io::piece_file::{PieceFile, read_piece};

fn read(name: &str) -> (Option<PieceFile>, Problems) {
    read_piece(&Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples")), name)
}

fn piece(name: &str) -> Piece {
    read(name).0.expect("the sample is a piece").piece
}

fn told(problems: &[Problem], node: &str, words: &str) -> bool {
    let at =
        |problem: &Problem| matches!(&problem.location, Location::Node { node: found, .. } if found == node);
    problems.iter().any(|problem| at(problem) && problem.message.contains(words))
}

fn close(a: DVec3, b: DVec3) -> bool {
    (a - b).length() < 1e-5
}

#[test]
fn a_clean_room_has_two_connectors_and_the_box_of_its_colonly_mesh() {
    let (file, problems) = read("piece_room.glb");
    let file = file.unwrap();
    assert_eq!(problems, Problems::NONE);
    let [red, blue] = &file.piece.connectors[..] else { panic!("{:?}", file.piece.connectors) };
    assert_eq!((red.pins, &*red.color), (2, "red"));
    assert_eq!((blue.pins, &*blue.color), (3, "blue"));
    assert!(close(red.heading, DVec3::NEG_Z) && close(red.position, DVec3::new(0.0, 0.0, -2.0)));
    assert!(close(blue.heading, DVec3::X) && close(blue.position, DVec3::new(3.0, 0.0, 0.0)));
    assert_eq!(file.piece.boxes.len(), 1);
    // Two parts: the stone and the floor. The navmesh and the collider are not drawn.
    assert_eq!(file.model.parts.len(), 2);
}

#[test]
fn both_versions_of_blender_give_the_same_room() {
    let (old, new) = (piece("addon_3.4.1.glb"), piece("addon_5.0.1.glb"));
    assert_eq!(old.connectors.len(), 2);
    for (a, b) in old.connectors.iter().zip(&new.connectors) {
        assert_eq!((a.pins, &a.color), (b.pins, &b.color));
        assert!(close(a.position, b.position) && close(a.heading, b.heading));
    }
    // Turned by 60 degrees to the right of north.
    assert!(close(old.connectors[0].heading, DVec3::new(0.75_f64.sqrt(), 0.0, -0.5)));
    assert_eq!(old.boxes.len(), 1);
    assert_eq!(read("addon_5.0.1.glb").1[0].severity, Severity::Note, "no collider is worth a note");
}

#[test]
fn the_probe_tells_of_everything_odd_at_once() {
    for name in ["probe_piece.glb", "probe_piece_bpy45.glb", "probe_piece_bpy50.glb"] {
        let (file, problems) = read(name);
        let connectors = file.unwrap().piece.connectors;
        assert_eq!(connectors.len(), 12, "{name}");
        assert!(told(&problems, "MirroredParent", "negative scale"), "{name}");
        assert!(told(&problems, "Connector_east", "its name says east and its properties blue"), "{name}");
        assert!(told(&problems, "Connector", "the heading points straight down"), "{name}");
        let east = connectors.iter().find(|c| c.name == "Connector_east_y").unwrap();
        assert!(close(east.heading, DVec3::X) && east.pins == 4 && east.color == "blue");
        // A child of a parent that was moved and turned is where Blender shows it.
        let moved = connectors.iter().find(|c| c.name == "Connector_parentinv").unwrap();
        assert!(close(moved.position, DVec3::new(40.0, 0.0, -7.0)), "{}", moved.position);
    }
}

#[test]
fn without_custom_properties_names_are_all_that_is_left() {
    let (file, problems) = read("probe_piece_noextras.glb");
    let connectors = file.unwrap().piece.connectors;
    assert!(problems.iter().any(|problem| problem.message.contains("no custom properties at all")));
    assert!(connectors.iter().all(|connector| connector.pins == 1));
    assert_eq!(connectors.iter().find(|c| c.name == "Connector_north_y").unwrap().color, "north_y");
}

#[test]
fn pitfalls_are_read_through_world_matrices_and_told() {
    for name in ["pitfalls_34.glb", "pitfalls_50.glb"] {
        let (file, problems) = read(name);
        let piece = file.unwrap().piece;
        for node in ["connector_negx", "connector_negy", "connector_neg_all"] {
            assert!(told(&problems, node, "negative scale"), "{name}");
        }
        let heading = |node: &str| piece.connectors.iter().find(|c| c.name == node).unwrap().heading;
        assert!(close(heading("connector_neg_all"), DVec3::Z));
        assert!(close(heading("connector_negx"), DVec3::NEG_Z));
        // Stretched three times along x by its parent: the heading leans over with it and keeps its length.
        assert!(close(heading("connector_shear"), DVec3::new(-3.0, 0.0, -1.0).normalize()));
        // Both copies of the instanced collection arrive, under one name.
        assert_eq!(piece.connectors.iter().filter(|c| c.name == "connector_1_red").count(), 2);
        assert!(problems.iter().any(|problem| problem.message.contains("no collider and no mesh")));
    }
}
