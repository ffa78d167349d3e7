//! A piece as a GLB file.

use crate::buffer::{Buffer, pack};
use crate::piece::{Material, Piece};
use glam::{DVec3, Vec3};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The bytes of the file: the same on every machine.
pub(crate) fn bytes(piece: &Piece) -> Vec<u8> {
    let mut buffer = Buffer::default();
    let mut materials: Vec<Material> = Vec::new();
    for face in &piece.faces {
        if !materials.contains(&face.material) {
            materials.push(face.material);
        }
    }
    let primitives: Vec<Value> = materials
        .iter()
        .enumerate()
        .map(|(index, material)| primitive(&mut buffer, piece, *material, index))
        .collect();
    let mut nodes =
        vec![json!({ "name": piece.name }), json!({ "name": format!("{}_mesh", piece.name), "mesh": 0 })];
    nodes.extend(connectors(piece));
    nodes.extend(colliders(piece));
    nodes[0]["children"] = json!([1]);
    // Blender writes children in the order of their names, and roots as they are: connectors keep their numbers.
    let roots: Vec<usize> = (0..nodes.len()).filter(|&node| node != 1).collect();
    let root = json!({
        "asset": { "version": "2.0", "generator": "snapmesh kits" },
        "scene": 0,
        "scenes": [{ "nodes": roots }],
        "nodes": nodes,
        "meshes": [{ "name": piece.name, "primitives": primitives }],
        "materials": materials.iter().map(material).collect::<Vec<_>>(),
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{ "byteLength": buffer.bytes.len() }],
    });
    pack(&root, buffer.bytes)
}

fn material(material: &Material) -> Value {
    let linear = material.color.map(|byte| {
        let x = f64::from(byte) / 255.0;
        let y = if x <= 0.04045 { x / 12.92 } else { libm::pow((x + 0.055) / 1.055, 2.4) };
        (y * 1e4).round() / 1e4
    });
    let mut value = json!({
        "name": material.name,
        "pbrMetallicRoughness": {
            "baseColorFactor": [linear[0], linear[1], linear[2], 1.0],
            "metallicFactor": material.metallic,
            "roughnessFactor": material.roughness,
        },
    });
    if material.glow {
        value["emissiveFactor"] = json!(linear);
    }
    if !material.walkable {
        value["extras"] = json!({ "walkable": false });
    }
    value
}

/// Rounded to a tenth of a millimetre, without negative zeros: easy on the eye of whoever opens the file.
fn tidy(v: DVec3) -> [f64; 3] {
    v.to_array().map(|x| (x * 1e4).round() / 1e4 + 0.0)
}

/// The turn about the vertical axis that carries -z onto a level heading; a heading straight up or down is told
/// by an `axis` property instead.
fn rotation(heading: DVec3) -> [f64; 4] {
    let cos = -heading.z;
    let (half_sin, half_cos) = (((1.0 - cos) / 2.0).max(0.0).sqrt(), f64::midpoint(1.0, cos).max(0.0).sqrt());
    let y = if heading.x > 0.0 { -half_sin } else { half_sin };
    [0.0, y, 0.0, half_cos].map(|x| (x * 1e9).round() / 1e9 + 0.0)
}

fn connectors(piece: &Piece) -> Vec<Value> {
    let mut names: BTreeMap<String, usize> = BTreeMap::new();
    let node = |connector: &crate::piece::Connector| {
        let name = format!("connector_{}_{}", connector.pins, connector.color);
        let copies = names.entry(name.clone()).or_default();
        let unique = if *copies == 0 { name } else { format!("{name}.{copies:03}") };
        *copies += 1;
        let mut extras = json!({ "pins": connector.pins, "color": connector.color });
        let mut node = json!({ "name": unique, "translation": tidy(connector.at) });
        if connector.heading.y.abs() > 0.5 {
            extras["axis"] = json!(if connector.heading.y > 0.0 { "+Y" } else { "-Y" });
        } else {
            node["rotation"] = json!(rotation(connector.heading));
        }
        node["extras"] = extras;
        node
    };
    piece.connectors.iter().map(node).collect()
}

fn colliders(piece: &Piece) -> Vec<Value> {
    let node = |(index, collider): (usize, &crate::piece::Collider)| {
        json!({
            "name": format!("collider_{index}"),
            "translation": tidy(collider.center),
            "rotation": rotation(-collider.along),
            "scale": tidy(collider.half),
            "extras": { "collider": "box" },
        })
    };
    piece.colliders.iter().enumerate().map(node).collect()
}

/// The faces of one material, cut into triangles. Corners that agree in place and direction are shared.
fn primitive(buffer: &mut Buffer, piece: &Piece, material: Material, index: usize) -> Value {
    let mut corners: Vec<[Vec3; 2]> = Vec::new();
    let mut known: BTreeMap<[u32; 6], u32> = BTreeMap::new();
    let mut indices: Vec<u32> = Vec::new();
    for face in piece.faces.iter().filter(|face| face.material == material) {
        // A face that closes up to a line or a point has no normal, and nothing to show.
        let Some(normal) = normal(&face.corners) else { continue };
        let normal = normal.as_vec3();
        let numbers: Vec<u32> = face
            .corners
            .iter()
            .map(|corner| {
                let corner = DVec3::from(tidy(*corner)).as_vec3();
                let key = [corner.x, corner.y, corner.z, normal.x, normal.y, normal.z].map(f32::to_bits);
                *known.entry(key).or_insert_with(|| {
                    corners.push([corner, normal]);
                    corners.len() as u32 - 1
                })
            })
            .collect();
        // Every face is convex, so that a fan will do.
        for i in 1..numbers.len() - 1 {
            let triangle = [numbers[0], numbers[i], numbers[i + 1]];
            let [a, b, c] = triangle.map(|i| corners[i as usize][0]);
            if (b - a).cross(c - a).length() > 1e-7 {
                indices.extend(triangle);
            }
        }
    }
    let positions = buffer.places(&corners.iter().map(|[corner, _]| corner.to_array()).collect::<Vec<_>>());
    let normals = buffer.vectors(&corners.iter().map(|[_, normal]| normal.to_array()).collect::<Vec<_>>());
    let indices = buffer.indices(&indices);
    json!({ "attributes": { "POSITION": positions, "NORMAL": normals }, "indices": indices, "material": index })
}

/// Newell's way: right for any flat outline.
fn normal(corners: &[DVec3]) -> Option<DVec3> {
    let pairs = corners.iter().zip(corners.iter().cycle().skip(1));
    pairs.fold(DVec3::ZERO, |sum, (a, b)| sum + (*a - *b).cross(*a + *b)).try_normalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// They once pointed into the pieces: our own pictures do not read them, but every engine does.
    #[test]
    fn normals_point_the_way_the_corners_wind() {
        let floor = [DVec3::ZERO, DVec3::Z, DVec3::new(1.0, 0.0, 1.0), DVec3::X];
        assert_eq!(normal(&floor), Some(DVec3::Y));
        assert_eq!(normal(&[DVec3::ZERO, DVec3::X, DVec3::X * 2.0]), None);
    }

    #[test]
    fn stored_normals_agree_with_stored_triangles() {
        let mut piece = Piece::new("Block");
        let stone = Material::floor("stone", [1, 2, 3]);
        piece.block(stone, DVec3::ZERO, DVec3::ONE);
        piece.beam(stone, DVec3::ZERO, DVec3::Z, 0.2, 0.0, 1.0);
        piece.frustum([stone, stone], &Piece::ring(DVec3::ZERO, 1.0, 6, 0.0), 0.0, 1.0, 0.3);
        let glb = gltf::Gltf::from_slice(&bytes(&piece)).expect("it is a GLB");
        let blob = glb.blob.as_ref().expect("it has a binary part");
        for primitive in glb.meshes().flat_map(|mesh| mesh.primitives().collect::<Vec<_>>()) {
            let reader = primitive.reader(|_| Some(blob));
            let corners: Vec<Vec3> = reader.read_positions().expect("positions").map(Vec3::from).collect();
            let normals: Vec<Vec3> = reader.read_normals().expect("normals").map(Vec3::from).collect();
            let indices: Vec<usize> =
                reader.read_indices().expect("indices").into_u32().map(|i| i as usize).collect();
            for triangle in indices.chunks(3) {
                let [a, b, c] = [0, 1, 2].map(|i| corners[triangle[i]]);
                assert!((b - a).cross(c - a).dot(normals[triangle[0]]) > 0.0);
            }
        }
    }
}
