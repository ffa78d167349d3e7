//! What of a file is ground.

use serde_json::{Value, json};
use snapmesh::{Problems, Severity};
use snapmesh_io::piece_file::{Model, read_piece};
use snapmesh_io::{Folder, Memory};
use snapmesh_nav::Walkability;

/// Reads a piece of one triangle that every node shows, under names that give it different roles. The material of
/// each node is its own.
fn read(nodes: &[(&str, Value)]) -> (Model, Problems) {
    let corners = [0.0_f32, 0.0, 0.0, 0.0, 0.0, 2.0, 1.0, 0.0, 0.0];
    let bytes: Vec<u8> = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    let node = |(i, (name, _)): (usize, &(&str, Value))| json!({ "name": name, "mesh": i, "translation": [0, i, 0] });
    let mesh =
        |material| json!({ "primitives": [{ "attributes": { "POSITION": 0 }, "material": material }] });
    let root = json!({
        "asset": { "version": "2.0" },
        "nodes": nodes.iter().enumerate().map(node).collect::<Vec<_>>(),
        "meshes": (0..nodes.len()).map(mesh).collect::<Vec<_>>(),
        "materials": nodes.iter().map(|(_, material)| material).collect::<Vec<_>>(),
        "accessors": [
            { "bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 0, 2] },
        ],
        "bufferViews": [{ "buffer": 0, "byteLength": 36 }],
        "buffers": [{ "byteLength": 36, "uri": "piece.bin" }],
    });
    let files = [("Piece.gltf", root.to_string().into_bytes()), ("piece.bin", bytes)];
    let (file, problems) = read_piece(&Memory::new("kit", files), "Piece.gltf");
    (file.expect("the piece can be read").model, problems)
}

/// The height of each triangle of the ground, and whether it is floor.
fn ground(model: &Model) -> Vec<(f64, Walkability)> {
    let ground = model.geometry();
    ground.triangles.iter().map(|(corners, walk)| (ground.positions[corners[0] as usize].y, *walk)).collect()
}

#[test]
fn all_that_is_drawn_is_ground_and_nothing_else() {
    let plain = json!({});
    let (model, problems) = read(&[
        ("Floor", plain.clone()),
        ("Floor-colonly", plain.clone()),
        ("Floor-convcolonly", plain.clone()),
        ("UBX_Floor", plain.clone()),
        ("UCX_Floor", plain.clone()),
        ("Guide-noimp", plain.clone()),
        ("Roof", json!({ "name": "NOWALK_tiles" })),
        ("Slide", json!({ "extras": { "walkable": true } })),
        ("Lava", json!({ "name": "lava", "extras": { "walkable": "hot" } })),
    ]);
    assert_eq!(
        ground(&model),
        [
            (0.0, Walkability::BySlope),
            (6.0, Walkability::Never),
            (7.0, Walkability::Always),
            (8.0, Walkability::BySlope)
        ]
    );
    let told: Vec<_> = problems.iter().filter(|p| p.message.contains("walkable")).collect();
    assert_eq!(told.len(), 1, "{problems:?}");
    assert_eq!(told[0].severity, Severity::Warning);
    assert!(told[0].message.contains("\"lava\"") && told[0].message.contains("\"hot\""), "{}", told[0]);
}

#[test]
fn a_navmesh_is_the_ground_and_is_not_drawn() {
    let nowalk = json!({ "name": "nowalk", "extras": { "walkable": false } });
    let (model, _) =
        read(&[("Floor", json!({})), ("Floor-navmesh", nowalk), ("Loft-navmesh.001", json!({}))]);
    assert_eq!(ground(&model), [(1.0, Walkability::Always), (2.0, Walkability::Always)]);
    assert_eq!((model.parts.len(), model.navmesh.len()), (1, 2));
    assert_eq!(model.bounds().max.y, 0.0, "the navmesh is not part of what is seen");
}

/// The room as Blender writes it: drawn stone and floor, a collider, and a navmesh over them that is a flat box.
#[test]
fn nothing_of_a_navmesh_faces_down() {
    let samples = Folder::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/samples"));
    let model = read_piece(&samples, "piece_room.glb").0.unwrap().model;
    let ground = model.geometry();
    assert_eq!(model.navmesh.len(), 1);
    assert_eq!(ground.triangles.len(), model.navmesh[0].triangles.len());
    for (corners, walk) in ground.triangles {
        let [a, b, c] = corners.map(|corner| ground.positions[corner as usize]);
        assert!(walk == Walkability::Always && (b - a).cross(c - a).y >= 0.0);
    }
}
