//! The triangles of a piece, read from its meshes.

use super::accessors::{vectors, whole};
use super::document::Document;
use super::model::{Model, Origin, Part};
use super::names::{MeshRole, mesh_role, short};
use super::nodes::Node;
use super::raw::FARTHEST;
use super::{walkability, walked};
use gltf::mesh::Mode;
use snapmesh::glam::{DMat4, DVec3};
use snapmesh::{Problem, Problems};
use snapmesh_nav::Walkability;

/// Reads every mesh that is drawn or walked.
pub(crate) fn read(document: &Document, source: &str, problems: &mut Problems) -> Model {
    let walks = walkability::of_materials(document, source, problems);
    let mut model = Model::default();
    let mut baked = Vec::new();
    for (node, mesh) in document.nodes.iter().filter_map(|node| Some((node, mesh_of(document, node)?))) {
        let parts = match mesh_role(&node.name) {
            MeshRole::Drawn => &mut model.parts,
            MeshRole::Navmesh if walked::is_baked(node) => &mut baked,
            MeshRole::Navmesh => &mut model.navmesh,
            MeshRole::Collider | MeshRole::LeftOut => continue,
        };
        for primitive in mesh.primitives() {
            match shown(document, node, &primitive, &walks) {
                Ok(found) => parts.extend(found),
                Err(message) => problems.push(Problem::error(source, message).at_node(&node.name)),
            }
        }
    }
    // What it was made of is gone: it is all there is to walk on.
    if model.parts.is_empty() && model.navmesh.is_empty() {
        model.navmesh = baked;
    }
    model
}

/// How many corners and indices its nodes show, each as often as it is shown.
pub(crate) fn count(document: &Document) -> u64 {
    let lengths = document.gltf.meshes().map(|mesh| {
        let primitives = mesh.primitives().map(|primitive| {
            let corners = primitive.get(&gltf::Semantic::Positions).map_or(0, |accessor| accessor.count());
            let indices = primitive.indices().map_or(0, |accessor| accessor.count());
            (corners as u64).saturating_add(indices as u64)
        });
        primitives.fold(0, u64::saturating_add)
    });
    let lengths: Vec<u64> = lengths.collect();
    let shown = document
        .nodes
        .iter()
        .filter_map(|node| Some(lengths.get(node.mesh?)?.saturating_mul(node.places.len() as u64)));
    shown.fold(0, u64::saturating_add)
}

/// The mesh of a node.
pub(crate) fn mesh_of<'a>(document: &'a Document, node: &Node) -> Option<gltf::Mesh<'a>> {
    document.gltf.meshes().nth(node.mesh?)
}

/// The corners of a mesh in its own space.
pub(crate) fn corners(document: &Document, mesh: &gltf::Mesh<'_>) -> Result<Vec<DVec3>, String> {
    let mut all = Vec::new();
    for primitive in mesh.primitives() {
        all.extend(positions(document, &primitive)?);
    }
    Ok(all)
}

fn positions(document: &Document, primitive: &gltf::Primitive<'_>) -> Result<Vec<DVec3>, String> {
    let Some(accessor) = primitive.get(&gltf::Semantic::Positions) else { return Ok(vec![]) };
    let positions = vectors::<3>(&document.buffers, &accessor, "positions")?;
    let positions: Vec<DVec3> = positions.into_iter().map(DVec3::from).collect();
    match positions.iter().position(|p| !p.is_finite()) {
        Some(i) => Err(format!("corner {i} must have finite numbers, found {}", positions[i])),
        None => Ok(positions),
    }
}

/// The indices of a primitive, or the numbers of its corners if it has none.
pub(crate) fn indices(
    document: &Document,
    primitive: &gltf::Primitive<'_>,
    corners: usize,
) -> Result<Vec<u32>, String> {
    let Some(accessor) = primitive.indices() else { return Ok((0..corners as u32).collect()) };
    let indices = whole(&document.buffers, &accessor, "indices")?;
    match indices.iter().find(|&&index| index as usize >= corners) {
        Some(index) => Err(format!("index {index} is beyond its {corners} corners")),
        None => Ok(indices),
    }
}

/// The triangles of a primitive, once for every place where its node shows it.
fn shown(
    document: &Document,
    node: &Node,
    primitive: &gltf::Primitive<'_>,
    walks: &[Walkability],
) -> Result<Vec<Part>, String> {
    let positions = positions(document, primitive)?;
    let indices = indices(document, primitive, positions.len())?;
    let triangles = triangles(primitive.mode(), &indices);
    if triangles.is_empty() {
        return Ok(vec![]);
    }
    let material = primitive.material();
    let color = material.pbr_metallic_roughness().base_color_factor();
    let (emissive, double_sided) = (material.emissive_factor(), material.double_sided());
    let walk = material.index().map_or(Walkability::BySlope, |index| walks[index]);
    let opens = walked::opens(node);
    let own = if node.named { short(&node.name) } else { String::new() };
    let origin = node.mesh.map(|mesh| Origin { mesh, primitive: primitive.index() });
    let names = [own, document.name_in("meshes", node.mesh), document.name_in("materials", material.index())];
    let part = |place: &DMat4| {
        let (positions, triangles) = at(*place, &positions, &triangles)?;
        let [node, mesh, material] = names.clone();
        let plain = Part::plain(positions, triangles, color);
        Ok(Part { emissive, double_sided, walk, opens, node, mesh, material, origin, ..plain })
    };
    node.places.iter().map(part).collect()
}

/// Triangles carried to a place in the piece.
fn at(
    place: DMat4,
    positions: &[DVec3],
    triangles: &[[u32; 3]],
) -> Result<(Vec<DVec3>, Vec<[u32; 3]>), String> {
    let mut triangles = triangles.to_vec();
    if place.determinant() < 0.0 {
        // A mirrored node turns triangles inside out.
        for triangle in &mut triangles {
            triangle.swap(1, 2);
        }
    }
    let positions: Vec<DVec3> = positions.iter().map(|p| place.transform_point3(*p)).collect();
    match positions.iter().find(|p| !p.is_finite() || p.abs().max_element() >= FARTHEST) {
        Some(far) => Err(format!("its corners must be finite numbers below {FARTHEST:e}, found {far}")),
        None => Ok((positions, triangles)),
    }
}

/// Cuts strips and fans into triangles; points and lines have none.
pub(crate) fn triangles(mode: Mode, indices: &[u32]) -> Vec<[u32; 3]> {
    match mode {
        Mode::Triangles => indices.chunks_exact(3).map(|t| [t[0], t[1], t[2]]).collect(),
        Mode::TriangleStrip => {
            let turned =
                |(i, t): (usize, &[u32])| if i % 2 == 0 { [t[0], t[1], t[2]] } else { [t[1], t[0], t[2]] };
            indices.windows(3).enumerate().map(turned).collect()
        }
        Mode::TriangleFan => indices.windows(2).skip(1).map(|t| [indices[0], t[0], t[1]]).collect(),
        Mode::Points | Mode::Lines | Mode::LineLoop | Mode::LineStrip => vec![],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{gltf, piece, read, told};
    use serde_json::{Value, json};

    #[test]
    fn strips_and_fans_become_triangles_that_face_the_same_way() {
        assert_eq!(triangles(Mode::TriangleStrip, &[0, 1, 2, 3]), [[0, 1, 2], [2, 1, 3]]);
        assert_eq!(triangles(Mode::TriangleFan, &[0, 1, 2, 3]), [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(triangles(Mode::Triangles, &[0, 1, 2, 3]), [[0, 1, 2]]);
        assert!(triangles(Mode::Lines, &[0, 1]).is_empty());
    }

    fn floor(node: &Value, change: impl FnOnce(&mut Value)) -> Value {
        let mut json = gltf(&json!([node]));
        change(&mut json);
        json
    }

    fn wrong(change: impl FnOnce(&mut Value)) -> String {
        told(&floor(&json!({ "name": "Floor", "mesh": 0 }), change))
    }

    #[test]
    fn a_mirrored_node_has_its_triangles_turned_back() {
        let at = |scale: [f64; 3]| {
            let node = json!({ "name": "Floor", "mesh": 0, "scale": scale, "translation": [0, 2, 0] });
            piece(&floor(&node, |_| {})).model.parts.remove(0)
        };
        let (plain, mirrored) = (at([1.0; 3]), at([-1.0, 1.0, 1.0]));
        assert_eq!((&plain.triangles, &mirrored.triangles), (&vec![[0, 1, 2]], &vec![[0, 2, 1]]));
        assert_eq!(mirrored.positions[2], DVec3::new(-1.0, 2.0, 0.0));
        assert_eq!(at([-1.0, 1.0, -1.0]).triangles, [[0, 1, 2]], "two mirrors are none");
    }

    #[test]
    fn without_indices_corners_are_taken_in_their_order() {
        let json = floor(&json!({ "name": "Floor", "mesh": 0 }), |json| {
            json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("indices");
        });
        assert_eq!(piece(&json).model.parts[0].triangles, [[0, 1, 2]]);
    }

    #[test]
    fn meshes_are_drawn_walked_or_left_aside_by_the_names_of_their_nodes() {
        let nodes = ["Floor", "Floor-navmesh", "Floor-colonly", "Floor-noimp"];
        let nodes: Vec<Value> = nodes.iter().map(|name| json!({ "name": name, "mesh": 0 })).collect();
        let model = piece(&gltf(&json!(nodes))).model;
        assert_eq!((model.parts.len(), model.navmesh.len()), (1, 1));
    }

    #[test]
    fn data_of_the_wrong_kind_is_told_at_the_node() {
        let kind = wrong(|json| {
            json["meshes"][0]["primitives"][0]["indices"] = json!(0);
        });
        assert!(kind.contains("node `Floor`: its indices are not whole numbers"), "{kind}");
        let wide = wrong(|json| json["accessors"][0]["componentType"] = json!(5125));
        assert!(wide.contains("its positions are not 3 numbers each, of 8, 16 or 32 bits"), "{wide}");
    }

    #[test]
    fn an_index_beyond_the_corners_is_told() {
        let told = wrong(|json| {
            json["buffers"][0]["uri"] = json!(crate::piece_file::testing::data_uri(&{
                let mut bytes = crate::piece_file::testing::triangle_bytes();
                bytes[38] = 9;
                bytes
            }));
        });
        assert!(told.contains("node `Floor`: index 9 is beyond its 3 corners"), "{told}");
    }

    #[test]
    fn corners_that_are_no_numbers_or_too_far_are_told() {
        let mut bytes = crate::piece_file::testing::triangle_bytes();
        bytes[12..16].copy_from_slice(&f32::NAN.to_le_bytes());
        let told =
            wrong(|json| json["buffers"][0]["uri"] = json!(crate::piece_file::testing::data_uri(&bytes)));
        assert!(told.contains("corner 1 must have finite numbers"), "{told}");
        let (far, problems) = read(&floor(
            &json!({ "name": "Far", "mesh": 0, "translation": [9.9e11, 0, 0], "scale": [9e11, 1, 1] }),
            |_| {},
        ));
        assert!(
            far.is_some() && problems.to_string().contains("its corners must be finite numbers below 1e12")
        );
    }

    #[test]
    fn materials_give_color_light_sides_and_whether_it_is_floor() {
        let json = floor(&json!({ "name": "Floor", "mesh": 0 }), |json| {
            json["materials"] = json!([{}, {
                "name": "nowalk lava", "emissiveFactor": [1.0, 0.5, 0.0], "doubleSided": true,
                "pbrMetallicRoughness": { "baseColorFactor": [0.25, 0.5, 0.75, 1.0] },
            }]);
            json["meshes"][0]["primitives"][0]["material"] = json!(1);
        });
        let part = piece(&json).model.parts.remove(0);
        assert_eq!((part.color, part.emissive), ([0.25, 0.5, 0.75, 1.0], [1.0, 0.5, 0.0]));
        assert!(part.double_sided && part.walk == Walkability::Never);
        let plain = piece(&floor(&json!({ "name": "Floor", "mesh": 0 }), |_| {})).model.parts.remove(0);
        assert_eq!((plain.color, plain.walk), ([1.0; 4], Walkability::BySlope));
    }

    #[test]
    fn a_part_knows_the_names_of_its_node_its_mesh_and_its_material() {
        let json = floor(&json!({ "name": "Floor\n2", "mesh": 0 }), |json| {
            json["materials"] = json!([{ "name": "moss" }]);
            json["meshes"][0]["name"] = json!("m".repeat(5000));
            json["meshes"][0]["primitives"][0]["material"] = json!(0);
        });
        let part = piece(&json).model.parts.remove(0);
        assert_eq!((&*part.node, &*part.material), ("Floor\u{fffd}2", "moss"), "they move no cursor");
        assert_eq!(part.mesh.len(), 200, "a name that a thousand nodes share takes no memory to speak of");
        let bare = piece(&floor(&json!({ "mesh": 0 }), |_| {})).model.parts.remove(0);
        assert_eq!([bare.node, bare.mesh, bare.material], ["", "", ""]);
    }
}
