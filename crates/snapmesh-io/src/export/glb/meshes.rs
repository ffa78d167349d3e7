//! The meshes of a map: all that is drawn of a piece and stays where it is, in the space of the piece, as one mesh; and
//! what moves in it, each as it is.
//!
//! One mesh for one piece is what lets every copy of it be a single node, and one primitive for each of its materials is
//! what lets it be drawn in few calls. Nodes inside the piece are baked into its vertices, and so are copies; skins and
//! shape keys stay behind. Whatever bits corners are stored in, maps are core glTF.

use super::bin::{Bin, Elements};
use super::materials::Materials;
use super::primitives::{Attribute, Group, Groups};
use crate::piece_file::accessors::{dense, vectors};
use crate::piece_file::document::Document;
use crate::piece_file::names::{MeshRole, mesh_role};
use crate::piece_file::nodes::Node;
use crate::piece_file::triangles;
use crate::piece_file::wrong::Wrong;
use gltf::accessor::{DataType, Dimensions};
use gltf::mesh::Mode;
use serde_json::Value;
use snapmesh::Problems;
use snapmesh::glam::{DMat3, DMat4, DVec3};

/// A piece whose meshes are written.
pub(super) struct Baker<'a> {
    pub(super) document: &'a Document,
    /// What to call it in messages.
    pub(super) source: &'a str,
    pub(super) bin: &'a mut Bin,
    pub(super) materials: &'a mut Materials,
}

impl Baker<'_> {
    /// The primitives of all that is drawn and does not move; none if nothing is.
    pub(super) fn still(&mut self) -> Result<Vec<Value>, Problems> {
        let document = self.document;
        let mut groups = Groups::default();
        let drawn = |node: &&Node| !node.moves && mesh_role(&node.name) == MeshRole::Drawn;
        for node in document.nodes.iter().filter(drawn) {
            let Some(mesh) = triangles::mesh_of(document, node) else { continue };
            for place in &node.places {
                self.add(&mut groups, &mesh, *place, &node.name)?;
            }
        }
        Ok(groups.write(self.bin))
    }

    /// The primitives of a mesh of the file in its own space. `node` is what to call what shows it.
    pub(super) fn moving(&mut self, mesh: usize, node: &str) -> Result<Vec<Value>, Problems> {
        let mut groups = Groups::default();
        if let Some(mesh) = self.document.gltf.meshes().nth(mesh) {
            self.add(&mut groups, &mesh, DMat4::IDENTITY, node)?;
        }
        Ok(groups.write(self.bin))
    }

    fn add(
        &mut self,
        groups: &mut Groups,
        mesh: &gltf::Mesh<'_>,
        place: DMat4,
        node: &str,
    ) -> Result<(), Problems> {
        for primitive in mesh.primitives() {
            let wrong = |wrong: Wrong| wrong.at(self.source).at_node(node);
            let room = Room { bin: self.bin, taken: groups.bytes() };
            let baked = bake(self.document, &primitive, place, &room).map_err(wrong)?;
            let Some(mut group) = baked else { continue };
            if let Some(index) = primitive.material().index() {
                group.material = Some(self.materials.take(self.document, index, self.source, self.bin)?);
            }
            groups.join(group);
        }
        Ok(())
    }
}

/// What a file may still take.
struct Room<'a> {
    bin: &'a Bin,
    /// Bytes that wait to be written.
    taken: usize,
}

impl Room<'_> {
    fn check(&self, bytes: usize) -> Result<(), Wrong> {
        Ok(self.bin.check_room(self.taken.saturating_add(bytes))?)
    }
}

/// A primitive where its node shows it; none if it has no corners.
fn bake(
    document: &Document,
    primitive: &gltf::Primitive<'_>,
    place: DMat4,
    room: &Room<'_>,
) -> Result<Option<Group>, Wrong> {
    let Some(positions) = primitive.get(&gltf::Semantic::Positions) else { return Ok(None) };
    let corners = positions.count();
    room.check(4 * primitive.indices().map_or(corners, |indices| indices.count()))?;
    let mut indices = triangles::indices(document, primitive, corners)?;
    let mode = match primitive.mode() {
        Mode::Triangles | Mode::TriangleStrip | Mode::TriangleFan => {
            indices = triangles::triangles(primitive.mode(), &indices).into_flattened();
            if place.determinant() < 0.0 {
                // A mirrored node turns triangles inside out; turning their corners around mends it.
                indices.chunks_exact_mut(3).for_each(|triangle| triangle.swap(1, 2));
            }
            Mode::Triangles
        }
        other => other,
    };
    let mut attributes = Vec::new();
    for (semantic, accessor) in primitive.attributes() {
        let name = semantic.to_string();
        // Without a skin there is nothing for joints and weights to do.
        if name.starts_with("JOINTS") || name.starts_with("WEIGHTS") {
            continue;
        }
        if accessor.count() != corners {
            let has = accessor.count();
            return Err(format!("its {name} has {has} elements for {corners} corners").into());
        }
        room.check(accessor.size().next_multiple_of(4).max(16).saturating_mul(corners))?;
        let elements = elements(document, &name, &accessor, place)?;
        attributes.push(Attribute { name, elements });
    }
    Ok(Some(Group::new(mode, attributes, indices)))
}

/// What an attribute holds for each corner, moved to a place, as core glTF has it.
fn elements(
    document: &Document,
    name: &str,
    accessor: &gltf::Accessor<'_>,
    place: DMat4,
) -> Result<Elements, String> {
    let moved = place != DMat4::IDENTITY;
    Ok(match (name, accessor.dimensions()) {
        ("POSITION", _) => {
            let point = |p: [f64; 3]| place.transform_point3(p.into()).as_vec3().to_array();
            Elements::floats(vectors(&document.buffers, accessor, "positions")?.into_iter().map(point))
        }
        ("NORMAL", _) => {
            // A direction that needs no turning keeps its bits.
            let exact = !moved && accessor.data_type() == DataType::F32;
            let turn = normals(place);
            let normal = |v: [f64; 3]| {
                let v = DVec3::from(v);
                let v = if exact { v } else { (turn * v).normalize_or(DVec3::Y) };
                v.as_vec3().to_array()
            };
            Elements::floats(vectors(&document.buffers, accessor, "normals")?.into_iter().map(normal))
        }
        ("TANGENT", _) => {
            let exact = !moved && accessor.data_type() == DataType::F32;
            let mirror = if place.determinant() < 0.0 { -1.0 } else { 1.0 };
            let tangent = |[x, y, z, w]: [f64; 4]| {
                let v = DVec3::new(x, y, z);
                let v = if exact { v } else { place.transform_vector3(v).normalize_or(DVec3::X) };
                let hand = if w < 0.0 { -1.0 } else { 1.0 };
                [v.x as f32, v.y as f32, v.z as f32, hand * mirror]
            };
            Elements::floats(vectors(&document.buffers, accessor, "tangents")?.into_iter().map(tangent))
        }
        _ if is_core(name, accessor) => packed(document, accessor)?,
        // What only `KHR_mesh_quantization` allows becomes 32-bit numbers.
        (_, Dimensions::Vec2) => converted::<2>(document, name, accessor)?,
        (_, Dimensions::Vec3) => converted::<3>(document, name, accessor)?,
        _ => converted::<4>(document, name, accessor)?,
    })
}

fn converted<const N: usize>(
    document: &Document,
    name: &str,
    accessor: &gltf::Accessor<'_>,
) -> Result<Elements, String> {
    let numbers = vectors::<N>(&document.buffers, accessor, name)?;
    Ok(Elements::floats(numbers.into_iter().map(|numbers| numbers.map(|x| x as f32))))
}

/// Normals stay at right angles to what they stand on, however the node is stretched.
fn normals(place: DMat4) -> DMat3 {
    let linear = DMat3::from_mat4(place);
    if linear.determinant() == 0.0 { linear } else { linear.inverse().transpose() }
}

/// Whether core glTF has an attribute in these bits. Those of one's own may have any.
fn is_core(name: &str, accessor: &gltf::Accessor<'_>) -> bool {
    let part = accessor.normalized() && matches!(accessor.data_type(), DataType::U8 | DataType::U16);
    let colors_or_places = name.starts_with("TEXCOORD_") || name.starts_with("COLOR_");
    name.starts_with('_') || accessor.data_type() == DataType::F32 || (part && colors_or_places)
}

/// The elements of an accessor as they are, each starting at a multiple of four bytes.
pub(super) fn packed(document: &Document, accessor: &gltf::Accessor<'_>) -> Result<Elements, String> {
    let size = accessor.size();
    let stride = size.next_multiple_of(4);
    let bytes = dense(&document.buffers, accessor, 4)?;
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
    use serde_json::json;
    use snapmesh::Limits;

    /// The primitives of a file, and what is written for them.
    fn baked(json: &Value) -> (Vec<Value>, Bin) {
        let (mut bin, mut materials) = (Bin::new(&Limits::DEFAULT), Materials::default());
        let document = &piece(json).document;
        let mut baker = Baker { document, source: "P.glb", bin: &mut bin, materials: &mut materials };
        (baker.still().unwrap(), bin)
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
    fn nodes_of_one_material_are_one_primitive() {
        let nodes = json!([{ "name": "A", "mesh": 0 }, { "name": "B", "mesh": 0, "translation": [1, 0, 0] }]);
        let (primitives, bin) = baked(&gltf(&nodes));
        assert_eq!((primitives.len(), bin.accessors.len()), (1, 2));
        let positions = primitives[0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[positions]["count"], 6);
        let indices = bin.views[1]["byteOffset"].as_u64().unwrap() as usize;
        assert_eq!(bin.bytes[indices..], [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
    }

    #[test]
    fn what_moves_is_a_mesh_of_its_own_in_its_own_space() {
        let leaf = json!({ "name": "Leaf", "mesh": 0, "translation": [9, 0, 0], "extras": { "keep": true } });
        let json = gltf(&json!([leaf, { "name": "Floor", "mesh": 0 }]));
        let (still, bin) = baked(&json);
        assert_eq!((still.len(), &bin.accessors[0]["count"]), (1, &json!(3)));
        let (mut bin, mut materials) = (Bin::new(&Limits::DEFAULT), Materials::default());
        let document = &piece(&json).document;
        let mut baker = Baker { document, source: "P.glb", bin: &mut bin, materials: &mut materials };
        let moving = baker.moving(0, "Leaf").unwrap();
        assert_eq!((moving.len(), &bin.accessors[0]["max"]), (1, &json!([1.0, 0.0, 1.0])));
    }

    #[test]
    fn a_mirrored_node_has_its_corners_turned_around() {
        let (primitives, bin) = baked(&gltf(&json!([{ "name": "A", "mesh": 0, "scale": [-1, 1, 1] }])));
        let indices = primitives[0]["indices"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[indices]["componentType"], 5123);
        assert!(bin.bytes.ends_with(&[0, 0, 2, 0, 1, 0, 0, 0]), "{:?}", bin.bytes);
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
        sparse(1, 0, &[2, 0]);
        let (primitives, bin) = baked(&json);
        let accessor = |value: &Value| value.as_u64().unwrap() as usize;
        assert!(bin.accessors.iter().all(|accessor| accessor.get("sparse").is_none()));
        let bytes = |value: &Value, length: usize| {
            let view = &bin.views[accessor(&bin.accessors[accessor(value)]["bufferView"])];
            &bin.bytes[accessor(&view["byteOffset"])..][..length]
        };
        // Corner 0 is in no triangle any more.
        assert_eq!(bytes(&primitives[0]["attributes"]["TEXCOORD_0"], 8), [1, 2, 3, 4, 0, 0, 0, 0]);
        assert_eq!(bytes(&primitives[0]["indices"], 6), [1, 0, 0, 0, 1, 0]);
    }

    #[test]
    fn copies_are_baked_one_by_one_into_one_primitive() {
        let mut json = gltf(&json!([{ "name": "A", "mesh": 0, "extensions": {
            "EXT_mesh_gpu_instancing": { "attributes": { "TRANSLATION": 2 } },
        } }]));
        let view = add_view(&mut json, &floats(&[0.0, 0.0, 0.0, 3.0, 0.0, 0.0]));
        let accessor = json!({ "bufferView": view, "componentType": 5126, "count": 2, "type": "VEC3" });
        add(&mut json, "accessors", accessor);
        let (primitives, bin) = baked(&json);
        assert_eq!(primitives.len(), 1);
        let positions = primitives[0]["attributes"]["POSITION"].as_u64().unwrap() as usize;
        assert_eq!(bin.accessors[positions]["max"], json!([4.0, 0.0, 1.0]));
    }

    #[test]
    fn nothing_drawn_is_no_mesh() {
        assert!(baked(&gltf(&json!([{ "name": "A" }, { "name": "A-colonly", "mesh": 0 }]))).0.is_empty());
    }
}
