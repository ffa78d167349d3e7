//! The mesh of a piece: all that is drawn of it, in the space of the piece, as one mesh.
//!
//! One mesh for one piece is what lets every copy of it be a single node. Nodes inside the piece are baked into its
//! vertices; skins and shape keys stay behind.

use super::bin::{Bin, Elements, Target};
use super::materials::Materials;
use crate::piece_file::document::{Document, Node};
use crate::piece_file::names::{MeshRole, mesh_role};
use crate::piece_file::triangles;
use gltf::accessor::{DataType, Dimensions};
use serde_json::{Map, Value, json};
use snapmesh::glam::{DMat3, DMat4, DVec3};
use snapmesh::{Problem, Problems};
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
            let wrong = |message: String| Problem::error(source, message).at_node(&node.name);
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
    fn primitive(&mut self, node: &Node, primitive: &gltf::Primitive<'_>) -> Result<Option<Value>, String> {
        if primitive.get(&gltf::Semantic::Positions).is_none() {
            return Ok(None);
        }
        let mut attributes = Map::new();
        for (semantic, accessor) in primitive.attributes() {
            let name = semantic.to_string();
            // Without a skin there is nothing for joints and weights to do.
            if !(name.starts_with("JOINTS") || name.starts_with("WEIGHTS")) {
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

    fn attribute(&mut self, node: &Node, name: &str, accessor: &gltf::Accessor<'_>) -> Result<usize, String> {
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
        let elements = packed(self.document, accessor, 4)?;
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
    fn indices(&mut self, node: &Node, primitive: &gltf::Primitive<'_>) -> Result<Option<usize>, String> {
        let mirrored = node.world.determinant() < 0.0 && primitive.mode() == gltf::mesh::Mode::Triangles;
        let accessor = primitive.indices();
        if !mirrored {
            let Some(accessor) = accessor else { return Ok(None) };
            let key = (accessor.index(), Role::Indices, None);
            if let Some(&number) = self.known.get(&key) {
                return Ok(Some(number));
            }
            let number = self.bin.accessor(&packed(self.document, &accessor, 1)?, Some(Target::Indices));
            self.known.insert(key, number);
            return Ok(Some(number));
        }
        let corners = primitive.get(&gltf::Semantic::Positions).map_or(0, |positions| positions.count());
        let mut indices = triangles::indices(self.document, primitive, corners)?;
        indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
        Ok(Some(self.bin.accessor(&Elements::indices(indices), Some(Target::Indices))))
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
