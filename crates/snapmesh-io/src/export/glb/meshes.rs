//! The mesh of a piece: all that is drawn of it, in the space of the piece, as one mesh.
//!
//! One mesh for one piece is what lets every copy of it be a single node. Nodes inside the piece are baked into its
//! vertices, and so are copies; skins and shape keys stay behind. Whatever bits corners are stored in, maps are core glTF.

use super::bin::{Bin, Elements, Target};
use super::materials::Materials;
use crate::piece_file::accessors::{dense, vectors};
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
        let places = Place::all(node);
        for (place, primitive) in places.iter().flat_map(|place| mesh.primitives().map(move |p| (place, p))) {
            let wrong = |wrong: Wrong| wrong.at(source).at_node(&node.name);
            let Some(mut baked) = baker.primitive(place, &primitive).map_err(wrong)? else { continue };
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

/// A place where a mesh is shown: a node, and which of its copies.
struct Place {
    number: (usize, usize),
    world: DMat4,
}

impl Place {
    fn all(node: &Node) -> Vec<Self> {
        let places = node.places.iter().enumerate();
        places.map(|(copy, world)| Self { number: (node.index, copy), world: *world }).collect()
    }

    /// Normals stay at right angles to what they stand on, however the node is stretched.
    fn normals(&self) -> DMat3 {
        let linear = DMat3::from_mat4(self.world);
        if linear.determinant() == 0.0 { linear } else { linear.inverse().transpose() }
    }
}

/// What was copied: an accessor by its number in the file, what it is read as, and the place that moves it, if any.
type Copied = (usize, Role, Option<(usize, usize)>);

struct Baker<'a> {
    document: &'a Document,
    bin: &'a mut Bin,
    /// Accessors of the map by what they were copied from.
    known: BTreeMap<Copied, usize>,
}

impl Baker<'_> {
    fn primitive(&mut self, place: &Place, primitive: &gltf::Primitive<'_>) -> Result<Option<Value>, Wrong> {
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
                attributes.insert(name.clone(), json!(self.attribute(place, &name, &accessor)?));
            }
        }
        let mut baked = json!({ "attributes": attributes });
        let mode = primitive.mode();
        if mode != gltf::mesh::Mode::Triangles {
            baked["mode"] = json!(mode.as_gl_enum());
        }
        if let Some(indices) = self.indices(place, primitive)? {
            baked["indices"] = json!(indices);
        }
        Ok(Some(baked))
    }

    fn attribute(
        &mut self,
        place: &Place,
        name: &str,
        accessor: &gltf::Accessor<'_>,
    ) -> Result<usize, Wrong> {
        let role = match name {
            "POSITION" => Role::Position,
            "NORMAL" => Role::Normal,
            "TANGENT" => Role::Tangent,
            _ => Role::Other,
        };
        let moves = role != Role::Other && place.world != DMat4::IDENTITY;
        let key = (accessor.index(), role, moves.then_some(place.number));
        if let Some(&number) = self.known.get(&key) {
            return Ok(number);
        }
        let number = match role {
            Role::Position => {
                let point = |p: [f64; 3]| place.world.transform_point3(p.into()).as_vec3().to_array();
                let positions: Vec<[f32; 3]> =
                    self.numbers(accessor, "positions")?.into_iter().map(point).collect();
                self.bin.positions(&positions)
            }
            Role::Normal if moves => {
                let turn = place.normals();
                let normal =
                    |v: [f64; 3]| (turn * DVec3::from(v)).normalize_or(DVec3::Y).as_vec3().to_array();
                self.floats(self.numbers(accessor, "normals")?.into_iter().map(normal))
            }
            Role::Tangent if moves => {
                let hand = if place.world.determinant() < 0.0 { -1.0 } else { 1.0 };
                let tangent = |[x, y, z, w]: [f64; 4]| {
                    let v = place.world.transform_vector3(DVec3::new(x, y, z));
                    let v = v.normalize_or(DVec3::X).as_vec3();
                    [v.x, v.y, v.z, w as f32 * hand]
                };
                self.floats(self.numbers(accessor, "tangents")?.into_iter().map(tangent))
            }
            _ if is_core(name, accessor) => {
                let elements = self.packed(accessor, 4)?;
                self.bin.accessor(&elements, Some(Target::Vertices))
            }
            _ => self.converted(name, accessor)?,
        };
        self.known.insert(key, number);
        Ok(number)
    }

    /// What only `KHR_mesh_quantization` allows, as 32-bit numbers.
    fn converted(&mut self, name: &str, accessor: &gltf::Accessor<'_>) -> Result<usize, Wrong> {
        let direction = |v: [f64; 3]| DVec3::from(v).normalize_or(DVec3::Y).as_vec3().to_array();
        Ok(match (name, accessor.dimensions()) {
            ("NORMAL", _) => self.floats(self.numbers(accessor, "normals")?.into_iter().map(direction)),
            ("TANGENT", _) => {
                let tangent = |[x, y, z, w]: [f64; 4]| {
                    let v = DVec3::new(x, y, z).normalize_or(DVec3::X).as_vec3();
                    [v.x, v.y, v.z, if w < 0.0 { -1.0 } else { 1.0 }]
                };
                self.floats(self.numbers(accessor, "tangents")?.into_iter().map(tangent))
            }
            (_, Dimensions::Vec2) => self.floats(self.numbers(accessor, name)?.into_iter().map(short::<2>)),
            (_, Dimensions::Vec3) => self.floats(self.numbers(accessor, name)?.into_iter().map(short::<3>)),
            _ => self.floats(self.numbers(accessor, name)?.into_iter().map(short::<4>)),
        })
    }

    fn floats<const N: usize>(&mut self, vectors: impl Iterator<Item = [f32; N]>) -> usize {
        self.bin.accessor(&Elements::floats(vectors), Some(Target::Vertices))
    }

    /// The numbers of an accessor, if there is room for them.
    fn numbers<const N: usize>(
        &self,
        accessor: &gltf::Accessor<'_>,
        what: &str,
    ) -> Result<Vec<[f64; N]>, Wrong> {
        self.bin.check_room(accessor.count().saturating_mul(4 * N))?;
        Ok(vectors(&self.document.buffers, accessor, what)?)
    }

    /// A mirrored node turns triangles inside out; turning their corners around mends it.
    fn indices(&mut self, place: &Place, primitive: &gltf::Primitive<'_>) -> Result<Option<usize>, Wrong> {
        let mirrored = place.world.determinant() < 0.0 && primitive.mode() == gltf::mesh::Mode::Triangles;
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

/// Whether core glTF has an attribute in these bits. Those of one's own may have any.
fn is_core(name: &str, accessor: &gltf::Accessor<'_>) -> bool {
    let part = accessor.normalized() && matches!(accessor.data_type(), DataType::U8 | DataType::U16);
    let colors_or_places = name.starts_with("TEXCOORD_") || name.starts_with("COLOR_");
    name.starts_with('_') || accessor.data_type() == DataType::F32 || (part && colors_or_places)
}

fn short<const N: usize>(numbers: [f64; N]) -> [f32; N] {
    numbers.map(|x| x as f32)
}

/// The elements of an accessor, each starting at a multiple of so many bytes: four for vertices, one for indices.
fn packed(document: &Document, accessor: &gltf::Accessor<'_>, align: usize) -> Result<Elements, String> {
    let size = accessor.size();
    let stride = size.next_multiple_of(align);
    let bytes = dense(&document.buffers, accessor, align)?;
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
    use crate::piece_file::testing::{add, add_view, data_uri, floats, gltf, piece, triangle_bytes};
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

    /// The triangle with one more attribute, of of three elements in these bits, four bytes each.
    fn with_attribute(name: &str, kind: u32, shape: &str, normalized: bool, bytes: &[u8]) -> Value {
        let mut json = gltf(&json!([{ "name": "A", "mesh": 0 }]));
        let view = add_view(&mut json, bytes);
        json["bufferViews"][view]["byteStride"] = json!(4);
        let accessor = json!({
            "bufferView": view, "componentType": kind, "count": 3, "type": shape, "normalized": normalized,
        });
        add(&mut json, "accessors", accessor);
        json["meshes"][0]["primitives"][0]["attributes"][name] = json!(2);
        json
    }

    #[test]
    fn attributes_of_few_bits_are_written_as_core_gltf_has_them() {
        let written = |json: &Value, name: &str| {
            let (primitives, bin) = baked(json);
            let accessor = primitives[0]["attributes"][name].as_u64().unwrap() as usize;
            (bin.accessors[accessor]["componentType"].clone(), numbers(&bin, accessor))
        };
        let up = [0, 127, 0, 0].repeat(3);
        let (kind, normals) = written(&with_attribute("NORMAL", 5120, "VEC3", true, &up), "NORMAL");
        assert_eq!((kind, &normals[..3]), (json!(5126), &[0.0, 1.0, 0.0][..]));
        let along = [0x81, 0, 0, 0x81].repeat(3);
        let (_, tangents) = written(&with_attribute("TANGENT", 5120, "VEC4", true, &along), "TANGENT");
        assert_eq!(tangents[..4], [-1.0, 0.0, 0.0, -1.0]);
        let places = [16, 0, 0, 1].repeat(3);
        let json = with_attribute("TEXCOORD_0", 5123, "VEC2", false, &places);
        assert_eq!(written(&json, "TEXCOORD_0").1[..2], [16.0, 256.0]);
        let color = [255, 0, 0, 255].repeat(3);
        let (primitives, bin) = baked(&with_attribute("COLOR_0", 5121, "VEC4", true, &color));
        let accessor = primitives[0]["attributes"]["COLOR_0"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[accessor]["componentType"], 5121, "what core glTF has stays as it is");
    }

    #[test]
    fn sparse_attributes_and_indices_are_written_out() {
        let mut json = with_attribute("TEXCOORD_0", 5123, "VEC2", true, &[0; 12]);
        let mut sparse = |accessor: usize, place: u8, value: &[u8]| {
            let (place, value) = (add_view(&mut json, &[place]), add_view(&mut json, value));
            let indices = json!({ "bufferView": place, "componentType": 5121 });
            json["accessors"][accessor]["sparse"] =
                json!({ "count": 1, "indices": indices, "values": { "bufferView": value } });
        };
        sparse(2, 1, &[1, 2, 3, 4]);
        sparse(1, 0, &[2, 1]);
        let (primitives, bin) = baked(&json);
        let accessor = |value: &Value| value.as_u64().unwrap() as usize;
        assert!(bin.accessors.iter().all(|accessor| accessor.get("sparse").is_none()));
        let bytes = |value: &Value, length: usize| {
            let view = &bin.views[accessor(&bin.accessors[accessor(value)]["bufferView"])];
            &bin.bytes[accessor(&view["byteOffset"])..][..length]
        };
        assert_eq!(
            bytes(&primitives[0]["attributes"]["TEXCOORD_0"], 12),
            [0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0]
        );
        assert_eq!(bytes(&primitives[0]["indices"], 6), [2, 1, 1, 0, 2, 0]);
    }

    #[test]
    fn copies_are_baked_one_by_one_and_share_what_is_not_moved() {
        let mut json = gltf(&json!([{ "name": "A", "mesh": 0, "extensions": {
            "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": 2 } },
        } }]));
        let view = add_view(&mut json, &floats(&[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]));
        let accessor = json!({ "bufferView": view, "componentType": 5126, "count": 2, "type": "VEC3" });
        add(&mut json, "accessors", accessor);
        let (primitives, bin) = baked(&json);
        assert_eq!(primitives.len(), 2);
        assert_eq!(bin.accessors.len(), 3, "positions twice, indices once");
        assert_eq!(primitives[0]["indices"], primitives[1]["indices"]);
        let second = primitives[1]["attributes"]["POSITION"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[second]["min"], json!([3.0, 0.0, 0.0]));
    }

    #[test]
    fn nothing_drawn_is_no_mesh() {
        assert!(baked(&gltf(&json!([{ "name": "A" }, { "name": "A-colonly", "mesh": 0 }]))).0.is_empty());
    }
}
