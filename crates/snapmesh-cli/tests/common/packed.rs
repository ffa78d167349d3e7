//! Pieces as packing programs write them: few bits, sparse data, copies, textures that extensions bring, plain data beside compressed.

use super::hostile::glb_of;
use serde_json::{Value, json};

/// What the pieces are called.
pub(crate) const PACKED: [&str; 5] =
    ["Quantized.glb", "Sparse.glb", "Copies.glb", "Pictures.glb", "Draco.glb"];

/// A piece of each kind, in that order.
pub(crate) fn packed() -> [Vec<u8>; 5] {
    [quantized(), sparse(), copies(), pictures(), draco()]
        .map(|piece| glb_of(piece.json.to_string(), &piece.bytes))
}

/// A file under way.
struct Packed {
    json: Value,
    bytes: Vec<u8>,
}

impl Packed {
    /// A room with doors to the north and the south, and a floor.
    fn room() -> Self {
        let mut piece = Self {
            json: json!({
                "asset": { "version": "2.0" },
                "scenes": [{ "nodes": [0, 1, 2] }],
                "nodes": [
                    { "name": "floor", "mesh": 0 },
                    { "name": "connector_1_white", "translation": [0, 0, -2] },
                    { "name": "connector_1_white", "translation": [0, 0, 2], "rotation": [0, 1, 0, 0] },
                ],
                "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
                "accessors": [], "bufferViews": [], "buffers": [{ "byteLength": 0 }],
            }),
            bytes: vec![],
        };
        let corners = [[-2, -2], [-2, 2], [2, 2], [2, -2_i8]].map(|[x, z]| [f32::from(x), 0.0, f32::from(z)]);
        let accessor = piece.accessor(&floats(corners.as_flattened()), 5126, "VEC3", 4);
        piece.bounds(accessor, 2);
        piece.accessor(&[0, 0, 1, 0, 2, 0, 0, 0, 2, 0, 3, 0], 5123, "SCALAR", 6);
        piece
    }

    fn add(&mut self, list: &str, item: Value) -> usize {
        let list = self.json[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    fn view(&mut self, bytes: &[u8]) -> usize {
        let view = json!({ "buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len() });
        self.bytes.extend(bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.json["buffers"][0]["byteLength"] = json!(self.bytes.len());
        self.add("bufferViews", view)
    }

    fn accessor(&mut self, bytes: &[u8], kind: u32, shape: &str, count: usize) -> usize {
        let view = self.view(bytes);
        self.add(
            "accessors",
            json!({ "bufferView": view, "componentType": kind, "type": shape, "count": count }),
        )
    }

    fn bounds(&mut self, accessor: usize, half: i32) {
        self.json["accessors"][accessor]["min"] = json!([-half, 0, -half]);
        self.json["accessors"][accessor]["max"] = json!([half, 0, half]);
    }

    /// An attribute of the floor in elements of four bytes.
    fn attribute(
        &mut self,
        name: &str,
        elements: [[u8; 4]; 4],
        kind: u32,
        shape: &str,
        normalized: bool,
    ) -> usize {
        let accessor = self.accessor(elements.as_flattened(), kind, shape, 4);
        let view = self.json["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
        self.json["bufferViews"][view]["byteStride"] = json!(4);
        self.json["accessors"][accessor]["normalized"] = json!(normalized);
        self.json["meshes"][0]["primitives"][0]["attributes"][name] = json!(accessor);
        accessor
    }
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn quantized() -> Packed {
    let mut piece = Packed::room();
    let corners = [[0x81, 0, 0x81, 0], [0x81, 0, 0x7f, 0], [0x7f, 0, 0x7f, 0], [0x7f, 0, 0x81, 0]];
    let accessor = piece.attribute("POSITION", corners, 5120, "VEC3", true);
    piece.bounds(accessor, 127);
    piece.attribute("NORMAL", [[0, 127, 0, 0]; 4], 5120, "VEC3", true);
    piece.attribute("TANGENT", [[127, 0, 0, 127]; 4], 5120, "VEC4", true);
    piece.attribute("TEXCOORD_0", [[0, 16, 1, 0]; 4], 5123, "VEC2", false);
    piece.attribute("COLOR_0", [[255, 128, 0, 255]; 4], 5121, "VEC4", true);
    piece.json["nodes"][0]["scale"] = json!([2, 2, 2]);
    piece.json["extensionsRequired"] = json!(["KHR_mesh_quantization"]);
    piece
}

fn sparse() -> Packed {
    let mut piece = Packed::room();
    let places = piece.accessor(&[0; 32], 5126, "VEC2", 4);
    piece.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_0"] = json!(places);
    piece.json["accessors"][1].as_object_mut().unwrap().remove("bufferView");
    let corners = floats(&[2.0, 0.5, 2.0, 2.0, 0.5, -2.0]);
    let indices = [1, 2, 0, 2, 3].iter().flat_map(|x: &u16| x.to_le_bytes()).collect();
    for (accessor, changed, values) in [
        (0, vec![2, 0, 3, 0], corners),
        (1, vec![1, 0, 2, 0, 3, 0, 4, 0, 5, 0], indices),
        (places, vec![1, 0], floats(&[0.5, 1.0])),
    ] {
        let (count, changed, values) = (changed.len() / 2, piece.view(&changed), piece.view(&values));
        let indices = json!({ "bufferView": changed, "componentType": 5123 });
        piece.json["accessors"][accessor]["sparse"] =
            json!({ "count": count, "indices": indices, "values": { "bufferView": values } });
    }
    piece
}

fn copies() -> Packed {
    let mut piece = Packed::room();
    let places = piece.accessor(&floats(&[0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.5, 6.0, 0.0]), 5126, "VEC3", 3);
    let turns = piece.accessor(&[0, 0, 0, 127, 0, 127, 0, 0, 0, 90, 0, 90], 5120, "VEC4", 3);
    piece.json["accessors"][turns]["normalized"] = json!(true);
    let scales = piece.accessor(&floats(&[1.0, 1.0, 1.0, 0.5, 0.5, 0.5, -1.0, 1.0, 1.0]), 5126, "VEC3", 3);
    let attributes = json!({ "TRANSLATION": places, "ROTATION": turns, "SCALE": scales });
    piece.json["nodes"][0]["extensions"] = json!({ "EXT_mesh_gpu_instancing": { "attributes": attributes } });
    piece.json["extensionsUsed"] = json!(["EXT_mesh_gpu_instancing"]);
    piece
}

fn pictures() -> Packed {
    let mut piece = Packed::room();
    piece.attribute("TEXCOORD_0", [[0, 0, 255, 255]; 4], 5123, "VEC2", true);
    let images: [&[u8]; 3] = [b"\x89PNG\r\n\x1a\n", b"RIFF\x04\0\0\0WEBP", b"\xabKTX 20\xbb\r\n\x1a\n"];
    let images = images.map(|bytes| json!({ "bufferView": piece.view(bytes), "mimeType": "image/webp" }));
    piece.json["images"] = json!(images);
    piece.json["textures"] = json!([
        { "source": 0, "extensions": { "EXT_texture_webp": { "source": 1 } } },
        { "extensions": { "KHR_texture_basisu": { "source": 2 } } },
        { "source": 1 },
    ]);
    let transform = json!({ "KHR_texture_transform": { "offset": [0.25, 0], "scale": [0.5, 0.5] } });
    piece.json["materials"] = json!([{
        "pbrMetallicRoughness": { "baseColorTexture": { "index": 0, "extensions": transform } },
        "normalTexture": { "index": 1 }, "emissiveTexture": { "index": 2 },
        "extensions": { "KHR_materials_unlit": {} },
    }]);
    piece.json["meshes"][0]["primitives"][0]["material"] = json!(0);
    piece.json["animations"] = json!([{ "channels": [{ "sampler": 0, "target": { "path": "pointer" } }] }]);
    piece.json["extensionsUsed"] = json!(["EXT_texture_webp", "KHR_texture_basisu", "KHR_animation_pointer"]);
    piece
}

fn draco() -> Packed {
    let mut piece = Packed::room();
    let view = piece.view(b"DRACO");
    piece.json["meshes"][0]["primitives"][0]["extensions"] =
        json!({ "KHR_draco_mesh_compression": { "bufferView": view, "attributes": { "POSITION": 0 } } });
    piece.json["bufferViews"][view]["extensions"] = json!({ "EXT_meshopt_compression": { "buffer": 0 } });
    piece.json["extensionsUsed"] = json!(["KHR_draco_mesh_compression", "EXT_meshopt_compression"]);
    piece
}
