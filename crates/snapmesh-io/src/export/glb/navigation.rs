//! Where the map can be walked: its surface as a mesh that Godot makes a navigation region of, and points as markers.

use super::bin::{Bin, Elements, Target};
use super::materials::Materials;
use super::nodes::{floats, short};
use crate::color::linear_bytes;
use crate::navigation::{NavLayer, Standing};
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh_nav::{NavMesh, NavTriangle, Point};

/// The name of the surface: Godot goes by the suffix.
const SURFACE: &str = "navmesh-navmesh";

/// The name of what no doorway leads to.
const LEFT_OUT: &str = "nav_left_out";

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
    // What is left out is to be seen, and not to be walked on.
    let (left_out, walked): (Vec<&NavTriangle>, Vec<&NavTriangle>) = layer
        .mesh
        .triangles
        .iter()
        .partition(|triangle| layer.standing(triangle.region) == Standing::LeftOut);
    let parts = [
        (walked, SURFACE, "navmesh", Standing::Reachable),
        (left_out, LEFT_OUT, LEFT_OUT, Standing::LeftOut),
    ];
    for (triangles, node, name, standing) in parts {
        if !triangles.is_empty() {
            let primitive = surface(&layer.mesh, &triangles, (name, standing), bin, materials);
            shapes.push(shape(node, name, &primitive));
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

fn surface(
    mesh: &NavMesh,
    triangles: &[&NavTriangle],
    (name, standing): (&str, Standing),
    bin: &mut Bin,
    materials: &mut Materials,
) -> Value {
    // The corners that these triangles have, in their order.
    let mut used: Vec<u32> = triangles.iter().flat_map(|triangle| triangle.corners).collect();
    used.sort_unstable();
    used.dedup();
    let positions: Vec<[f32; 3]> =
        used.iter().map(|&corner| floats(mesh.positions[corner as usize])).collect();
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
    primitive(&positions, &normals, indices, material, bin)
}

fn markers(points: &[&Point], standing: Standing, bin: &mut Bin, materials: &mut Materials) -> NavShape {
    let name = match standing {
        Standing::Reachable => "nav_points_reachable",
        Standing::Isolated | Standing::LeftOut => "nav_points_isolated",
    };
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
    shape(name, name, &primitive(&positions, &normals, indices, material, bin))
}

fn shape(node: &str, mesh: &str, primitive: &Value) -> NavShape {
    NavShape { mesh: json!({ "name": mesh, "primitives": [primitive] }), node: json!({ "name": node }) }
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
