//! Where the map can be walked: its surface as a mesh that Godot makes a navigation region of, and points as markers.

use super::bin::{Bin, Elements, Target};
use super::materials::Materials;
use super::nodes::{floats, short};
use crate::color::linear_bytes;
use crate::navigation::{NavLayer, Standing};
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh_nav::{Agent, NavTriangle, Point};

/// The name of the surface: Godot goes by the suffix. So does who reads the map as a piece, and leaves what is `-noimp` out.
const SURFACE: &str = "navmesh-navmesh";

/// The name of what no doorway leads to: to be seen, and not to be walked on.
const LEFT_OUT: &str = "nav_left_out-noimp";

/// How far the surface lies above the floor, in metres: a finger, so that both can be seen.
const LIFT: f64 = 0.02;

/// How much of what lies below the surface it hides.
const ALPHA: f32 = 0.45;

/// The radius of a marker, in metres.
const RADIUS: f64 = 0.15;

/// The corners of a marker, in radii, and its faces: an octahedron is the least that looks like a dot from all sides.
const CORNERS: [DVec3; 6] = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
const FACES: [[u32; 3]; 8] =
    [[2, 4, 0], [2, 0, 5], [2, 5, 1], [2, 1, 4], [3, 0, 4], [3, 5, 0], [3, 1, 5], [3, 4, 1]];

/// A mesh, and the node that shows it, but for its number.
pub(super) struct NavShape {
    pub(super) mesh: Value,
    pub(super) node: Value,
}

/// What the layer adds to a map; nothing that is empty.
pub(super) fn shapes(layer: &NavLayer, bin: &mut Bin, materials: &mut Materials) -> Vec<NavShape> {
    let mut shapes = Vec::new();
    let parts = [
        (SURFACE, "navmesh", &[Standing::Reachable, Standing::Isolated][..]),
        (LEFT_OUT, "nav_left_out", &[Standing::LeftOut]),
    ];
    for (node, mesh, standings) in parts {
        // Godot makes one navigation region of a mesh, whatever its materials.
        let primitives: Vec<Value> =
            standings.iter().filter_map(|&standing| surface(layer, standing, bin, materials)).collect();
        if !primitives.is_empty() {
            let mut shape = shape(node, mesh, &primitives);
            shape.node["translation"] = json!([0, LIFT, 0]);
            if node == SURFACE {
                shape.node["extras"] = extras(layer);
            }
            shapes.push(shape);
        }
    }
    for standing in [Standing::Reachable, Standing::Isolated] {
        let points: Vec<&Point> =
            layer.points.iter().filter(|point| layer.standing(point.region) == standing).collect();
        if !points.is_empty() {
            shapes.push(markers(&points, standing, bin, materials));
        }
    }
    shapes
}

/// For whom the surface is, in metres and degrees: it keeps the radius from walls and drops.
fn extras(layer: &NavLayer) -> Value {
    let mut extras = json!({ "lift": LIFT });
    if let Some(Agent { radius, height, climb, slope, .. }) = layer.agent {
        // The agent has the cosine.
        let degrees = (libm::acos(slope).to_degrees() * 1e3).round() / 1e3;
        extras["agent_radius"] = json!(radius);
        extras["agent_height"] = json!(height);
        extras["max_climb"] = json!(climb);
        extras["max_slope"] = json!(degrees);
    }
    extras
}

/// The triangles of regions that stand so to the largest one, if there are any.
fn surface(layer: &NavLayer, standing: Standing, bin: &mut Bin, materials: &mut Materials) -> Option<Value> {
    let all = layer.mesh.triangles.iter();
    let triangles: Vec<&NavTriangle> =
        all.filter(|triangle| layer.standing(triangle.region) == standing).collect();
    if triangles.is_empty() {
        return None;
    }
    let name = match standing {
        Standing::Reachable => "navmesh_reachable",
        Standing::Isolated => "navmesh_isolated",
        Standing::LeftOut => "nav_left_out",
    };
    // The corners that these triangles have, in their order.
    let mut used: Vec<u32> = triangles.iter().flat_map(|triangle| triangle.corners).collect();
    used.sort_unstable();
    used.dedup();
    let positions: Vec<[f32; 3]> =
        used.iter().map(|&corner| floats(layer.mesh.positions[corner as usize])).collect();
    let normals = vec![DVec3::Y; positions.len()];
    let corners = triangles.iter().flat_map(|triangle| triangle.corners);
    let indices = corners.map(|corner| used.partition_point(|&other| other < corner) as u32);
    let [red, green, blue] = linear_bytes(standing.surface()).to_array();
    let material = json!({
        "name": name,
        "pbrMetallicRoughness": {
            "baseColorFactor": short([red, green, blue, ALPHA]), "metallicFactor": 0, "roughnessFactor": 1,
        },
        "alphaMode": "BLEND",
        "doubleSided": true,
    });
    let material = materials.named(material, name);
    Some(primitive(&positions, &normals, indices, material, bin))
}

fn markers(points: &[&Point], standing: Standing, bin: &mut Bin, materials: &mut Materials) -> NavShape {
    let name = match standing {
        Standing::Reachable => "nav_points_reachable",
        Standing::Isolated | Standing::LeftOut => "nav_points_isolated",
    };
    let node = format!("{name}-noimp");
    // They stand on the floor on their lower tips.
    let middles = points.iter().map(|point| point.position + DVec3::Y * RADIUS);
    let positions: Vec<[f32; 3]> =
        middles.flat_map(|middle| CORNERS.map(|corner| floats(middle + corner * RADIUS))).collect();
    let normals = points.iter().flat_map(|_| CORNERS).collect::<Vec<_>>();
    let bases = (0..points.len()).map(|i| (i * CORNERS.len()) as u32);
    let indices = bases.flat_map(|base| FACES.into_iter().flatten().map(move |corner| base + corner));
    let [red, green, blue] = linear_bytes(standing.point()).to_array();
    let material = json!({
        "name": name,
        "pbrMetallicRoughness": {
            "baseColorFactor": short([red, green, blue, 1.0]), "metallicFactor": 0, "roughnessFactor": 1,
        },
    });
    let material = materials.named(material, name);
    shape(&node, name, &[primitive(&positions, &normals, indices, material, bin)])
}

fn shape(node: &str, mesh: &str, primitives: &[Value]) -> NavShape {
    NavShape { mesh: json!({ "name": mesh, "primitives": primitives }), node: json!({ "name": node }) }
}

fn primitive(
    positions: &[[f32; 3]],
    normals: &[DVec3],
    indices: impl IntoIterator<Item = u32>,
    material: usize,
    bin: &mut Bin,
) -> Value {
    let normals = Elements::floats(normals.iter().copied().map(floats));
    json!({
        "attributes": {
            "POSITION": bin.positions(positions),
            "NORMAL": bin.accessor(&normals, Some(Target::Vertices)),
        },
        "indices": bin.accessor(&Elements::indices(indices), Some(Target::Indices)),
        "material": material,
    })
}
