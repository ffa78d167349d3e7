//! The mesh of a piece: all that is drawn of it, in the space of the piece, as one mesh.
//!
//! One mesh for one piece is what lets every copy of it be a single node. Nodes inside the piece are baked into its
//! vertices; skins and shape keys stay behind.

use super::bin::{Bin, Elements, Target};
use super::materials::Materials;
use crate::piece_file::document::Document;
use crate::piece_file::names::{MeshRole, mesh_role};
use crate::piece_file::nodes::Node;
use crate::piece_file::triangles;
use crate::piece_file::wrong::Wrong;
use gltf::accessor::{DataType, Dimensions};
use serde_json::{Map, Value, json};
use snapmesh::Problems;
use snapmesh::glam::{DMat3, DMat4, DVec3};
use std::collections::BTreeMap;

/// Reads a piece's drawn meshes into the buffer; none if nothing of it is drawn.
pub(super) fn mesh(
    document: &Document,
    source: &str,
    bin: &mut Bin,
    materials: &mut Materials,
) -> Result<Option<Vec<Value>>, Problems> {
    let mut baker = Baker { document, bin, known: BTreeMap::new() };
    let mut primitives = Vec::new();
    let drawn = document.nodes.iter().filter(|node| mesh_role(&node.name) == MeshRole::Drawn);
    for node in drawn {
        let Some(mesh) = node.mesh.and_then(|mesh| document.gltf.meshes().nth(mesh)) else { continue };
        for primitive in mesh.primitives() {
            let wrong = |wrong: Wrong| wrong.at(source).at_node(&node.name);
            let Some(mut baked) = baker.primitive(node, &primitive).map_err(wrong)? else { continue };
            if let Some(index) = primitive.material().index() {
                baked["material"] = json!(materials.take(document, index, source, baker.bin)?);
            }
            primitives.push(baked);
        }
    }
    Ok((!primitives.is_empty()).then_some(primitives))
}

/// What an accessor is read as: one may serve as several.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Position,
    Normal,
    Tangent,
    Other,
    Indices,
}

struct Baker<'a> {
    document: &'a Document,
    bin: &'a mut Bin,
    /// Accessors that were copied, by their number in the file and the node that moves them, if any.
    known: BTreeMap<(usize, Role, Option<usize>), usize>,
}

impl Baker<'_> {
    fn primitive(&mut self, node: &Node, primitive: &gltf::Primitive<'_>) -> Result<Option<Value>, Wrong> {
        let Some(positions) = primitive.get(&gltf::Semantic::Positions) else { return Ok(None) };
        let mut attributes = Map::new();
        for (semantic, accessor) in primitive.attributes() {
            let name = semantic.to_string();
            // Without a skin there is nothing for joints and weights to do.
            if !(name.starts_with("JOINTS") || name.starts_with("WEIGHTS")) {
                let (has, corners) = (accessor.count(), positions.count());
                if has != corners {
                    return Err(format!("its {name} has {has} elements for {corners} corners").into());
                }
                attributes.insert(name.clone(), json!(self.attribute(node, &name, &accessor)?));
            }
        }
        let mut baked = json!({ "attributes": attributes });
        let mode = primitive.mode();
        if mode != gltf::mesh::Mode::Triangles {
            baked["mode"] = json!(mode.as_gl_enum());
        }
        if let Some(indices) = self.indices(node, primitive)? {
            baked["indices"] = json!(indices);
        }
        Ok(Some(baked))
    }

    fn attribute(&mut self, node: &Node, name: &str, accessor: &gltf::Accessor<'_>) -> Result<usize, Wrong> {
        let role = match name {
            "POSITION" => Role::Position,
            "NORMAL" => Role::Normal,
            "TANGENT" => Role::Tangent,
            _ => Role::Other,
        };
        let moves = role != Role::Other && node.world != DMat4::IDENTITY;
        let key = (accessor.index(), role, moves.then_some(node.index));
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let elements = self.packed(accessor, 4)?;
        let number = match name {
            "POSITION" => {
                let point = |p: [f32; 3]| {
                    node.world.transform_point3(DVec3::from(p.map(f64::from))).as_vec3().to_array()
                };
                let positions: Vec<[f32; 3]> = vectors(&elements)?.into_iter().map(point).collect();
                self.bin.positions(&positions)
            }
            "NORMAL" if moves => {
                let turn = normals_of(node);
                let direction =
                    |v: [f32; 3]| (turn * DVec3::from(v.map(f64::from))).normalize_or(DVec3::Y).as_vec3();
                let normals = vectors(&elements)?.into_iter().map(|v| direction(v).to_array());
                self.bin.accessor(&Elements::floats(normals), Some(Target::Vertices))
            }
            "TANGENT" if moves => {
                let hand = if node.world.determinant() < 0.0 { -1.0 } else { 1.0 };
                let tangent = |[x, y, z, w]: [f32; 4]| {
                    let v = node.world.transform_vector3(DVec3::from([x, y, z].map(f64::from)));
                    let v = v.normalize_or(DVec3::X).as_vec3();
                    [v.x, v.y, v.z, w * hand]
                };
                let tangents = vectors(&elements)?.into_iter().map(tangent);
                self.bin.accessor(&Elements::floats(tangents), Some(Target::Vertices))
            }
            _ => self.bin.accessor(&elements, Some(Target::Vertices)),
        };
        self.known.insert(key, number);
        Ok(number)
    }

    /// A mirrored node turns triangles inside out; turning their corners around mends it.
    fn indices(&mut self, node: &Node, primitive: &gltf::Primitive<'_>) -> Result<Option<usize>, Wrong> {
        let mirrored = node.world.determinant() < 0.0 && primitive.mode() == gltf::mesh::Mode::Triangles;
        let accessor = primitive.indices();
        if !mirrored {
            let Some(accessor) = accessor else { return Ok(None) };
            let key = (accessor.index(), Role::Indices, None);
            if let Some(&number) = self.known.get(&key) {
                return Ok(Some(number));
            }
            let elements = self.packed(&accessor, 1)?;
            let number = self.bin.accessor(&elements, Some(Target::Indices));
            self.known.insert(key, number);
            return Ok(Some(number));
        }
        let corners = primitive.get(&gltf::Semantic::Positions).map_or(0, |positions| positions.count());
        self.bin.check_room(4 * accessor.map_or(corners, |accessor| accessor.count()))?;
        let mut indices = triangles::indices(self.document, primitive, corners)?;
        indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
        Ok(Some(self.bin.accessor(&Elements::indices(indices), Some(Target::Indices))))
    }

    /// The elements of an accessor, if there is room for them. One without data may claim billions.
    fn packed(&self, accessor: &gltf::Accessor<'_>, align: usize) -> Result<Elements, Wrong> {
        self.bin.check_room(accessor.size().next_multiple_of(align).saturating_mul(accessor.count()))?;
        Ok(packed(self.document, accessor, align)?)
    }
}

/// Normals stay at right angles to what they stand on, however the node is stretched.
fn normals_of(node: &Node) -> DMat3 {
    let linear = DMat3::from_mat4(node.world);
    if linear.determinant() == 0.0 { linear } else { linear.inverse().transpose() }
}

fn vectors<const N: usize>(elements: &Elements) -> Result<Vec<[f32; N]>, String> {
    if elements.component != 5126 || elements.size != 4 * N {
        return Err("has positions, normals or tangents that are not 32-bit numbers".into());
    }
    let number = |bytes: &[u8]| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
    let vector = |bytes: &[u8]| std::array::from_fn(|i| number(&bytes[4 * i..]));
    Ok(elements.bytes.chunks_exact(elements.stride).map(vector).collect())
}

/// The elements of an accessor, each starting at a multiple of so many bytes: four for vertices, one for indices.
fn packed(document: &Document, accessor: &gltf::Accessor<'_>, align: usize) -> Result<Elements, String> {
    if accessor.sparse().is_some() {
        return Err("has sparse data, which is not supported: export the mesh as it is".into());
    }
    let size = accessor.size();
    let stride = size.next_multiple_of(align);
    let mut bytes = vec![0; stride * accessor.count()];
    if let Some(view) = accessor.view() {
        let data = &document.buffers[view.buffer().index()];
        let start = view.offset() + accessor.offset();
        let step = view.stride().unwrap_or(size);
        for (i, element) in bytes.chunks_exact_mut(stride).enumerate() {
            element[..size].copy_from_slice(&data[start + i * step..][..size]);
        }
    }
    let component = match accessor.data_type() {
        DataType::I8 => 5120,
        DataType::U8 => 5121,
        DataType::I16 => 5122,
        DataType::U16 => 5123,
        DataType::U32 => 5125,
        DataType::F32 => 5126,
    };
    let shape = match accessor.dimensions() {
        Dimensions::Scalar => "SCALAR",
        Dimensions::Vec2 => "VEC2",
        Dimensions::Vec3 => "VEC3",
        Dimensions::Vec4 => "VEC4",
        Dimensions::Mat2 => "MAT2",
        Dimensions::Mat3 => "MAT3",
        Dimensions::Mat4 => "MAT4",
    };
    Ok(Elements { bytes, stride, component, shape, normalized: accessor.normalized(), size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{data_uri, gltf, piece, triangle_bytes};
    use snapmesh::Limits;

    /// The primitives of a file, and what is written for them.
    fn baked(json: &Value) -> (Vec<Value>, Bin) {
        let (mut bin, mut materials) = (Bin::new(&Limits::DEFAULT), Materials::default());
        let document = piece(json).document;
        let primitives = mesh(&document, "P.glb", &mut bin, &mut materials).unwrap();
        (primitives.unwrap_or_default(), bin)
    }

    fn numbers(bin: &Bin, accessor: usize) -> Vec<f32> {
        let view = &bin.views[bin.accessors[accessor]["bufferView"].as_u64().unwrap() as usize];
        let [start, length] = ["byteOffset", "byteLength"].map(|key| view[key].as_u64().unwrap() as usize);
        let number = |bytes: &[u8]| f32::from_le_bytes(bytes.try_into().unwrap());
        bin.bytes[start..start + length].chunks_exact(4).map(number).collect()
    }

    /// The triangle with normals that look up, as accessor 2.
    fn with_normals(nodes: &Value) -> Value {
        let mut json = gltf(nodes);
        let up = [[0.0, 1.0, 0.0_f32]; 3];
        let bytes: Vec<u8> =
            triangle_bytes().into_iter().chain(up.iter().flatten().flat_map(|x| x.to_le_bytes())).collect();
        json["buffers"][0] = json!({ "byteLength": bytes.len(), "uri": data_uri(&bytes) });
        json["bufferViews"]
            .as_array_mut()
            .unwrap()
            .push(json!({ "buffer": 0, "byteOffset": 44, "byteLength": 36 }));
        let accessors = json["accessors"].as_array_mut().unwrap();
        accessors.push(json!({ "bufferView": 2, "componentType": 5126, "count": 3, "type": "VEC3" }));
        json["meshes"][0]["primitives"][0]["attributes"]["NORMAL"] = json!(2);
        json
    }

    #[test]
    fn nodes_are_baked_into_their_corners() {
        let (primitives, bin) =
            baked(&gltf(&json!([{ "name": "A", "mesh": 0, "translation": [5, 0, 0], "scale": [2, 2, 2] }])));
        assert_eq!(primitives.len(), 1);
        let positions = primitives[0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
        assert_eq!(numbers(&bin, positions), [5.0, 0.0, 0.0, 5.0, 0.0, 2.0, 7.0, 0.0, 0.0]);
        assert_eq!(bin.accessors[positions]["max"], json!([7.0, 0.0, 2.0]));
        assert_eq!(primitives[0].get("mode"), None, "triangles are what is meant anyway");
    }

    #[test]
    fn what_two_nodes_share_is_written_once_unless_one_moves_it() {
        let same = baked(&gltf(&json!([{ "name": "A", "mesh": 0 }, { "name": "B", "mesh": 0 }]))).1;
        assert_eq!(same.accessors.len(), 2);
        let moved = json!([{ "name": "A", "mesh": 0 }, { "name": "B", "mesh": 0, "translation": [1, 0, 0] }]);
        assert_eq!(baked(&gltf(&moved)).1.accessors.len(), 3, "positions twice, indices once");
    }

    #[test]
    fn a_mirrored_node_has_its_corners_turned_around() {
        let (primitives, bin) = baked(&gltf(&json!([{ "name": "A", "mesh": 0, "scale": [-1, 1, 1] }])));
        let indices = primitives[0]["indices"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[indices]["componentType"], 5125);
        assert!(bin.bytes.ends_with(&[0, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0]), "{:?}", bin.bytes);
    }

    #[test]
    fn normals_stay_upright_on_a_floor_however_it_is_stretched() {
        let json = with_normals(&json!([{ "name": "A", "mesh": 0, "scale": [7, 0.5, 3] }]));
        let (primitives, bin) = baked(&json);
        let normals = primitives[0]["attributes"]["NORMAL"].as_u64().unwrap() as usize;
        assert_eq!(numbers(&bin, normals), [0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
        // On a slope they lean the other way: a wall that is made long looks less along its length.
        let half = std::f64::consts::FRAC_1_SQRT_2;
        let mut nodes =
            json!([{ "name": "P", "scale": [1, 2, 1], "children": [1] }, { "name": "A", "mesh": 0 }]);
        nodes[1]["rotation"] = json!([half * 0.5_f64.sqrt(), 0, 0, 0.75_f64.sqrt()]);
        let mut json = with_normals(&nodes);
        json["scenes"][0]["nodes"] = json!([0]);
        let (primitives, bin) = baked(&json);
        let normal = numbers(&bin, primitives[0]["attributes"]["NORMAL"].as_u64().unwrap() as usize);
        let corners = numbers(&bin, primitives[0]["attributes"]["POSITION"].as_u64().unwrap() as usize);
        let along: f32 = (0..3).map(|axis| (corners[3 + axis] - corners[axis]) * normal[axis]).sum();
        assert!(along.abs() < 1e-6, "at right angles to its edge: {along}");
    }

    #[test]
    fn nothing_drawn_is_no_mesh_and_sparse_data_is_told() {
        assert!(baked(&gltf(&json!([{ "name": "A" }, { "name": "A-colonly", "mesh": 0 }]))).0.is_empty());
        let mut json = gltf(&json!([{ "name": "A", "mesh": 0 }]));
        json["accessors"][1]["sparse"] = json!({
            "count": 1, "indices": { "bufferView": 1, "componentType": 5123 }, "values": { "bufferView": 1 },
        });
        let document = piece(&json).document;
        let told =
            mesh(&document, "P.glb", &mut Bin::new(&Limits::DEFAULT), &mut Materials::default()).unwrap_err();
        assert!(told.to_string().starts_with("error: P.glb: node `A`: has sparse data"), "{told}");
    }
}
