//! The binary part of a GLB in the making, and the file around it.

use serde_json::{Value, json};

/// What a view of vertices is for, in glTF's numbers.
const VERTICES: u32 = 34962;
const INDICES: u32 = 34963;

/// Bytes, and what lies where in them.
#[derive(Default)]
pub(crate) struct Buffer {
    pub(crate) bytes: Vec<u8>,
    pub(crate) views: Vec<Value>,
    pub(crate) accessors: Vec<Value>,
}

impl Buffer {
    /// Bytes that are no numbers of ours, such as a picture.
    pub(crate) fn raw(&mut self, bytes: &[u8]) -> usize {
        self.view(bytes, None)
    }

    fn view(&mut self, bytes: &[u8], target: Option<u32>) -> usize {
        let offset = self.bytes.len();
        self.bytes.extend(bytes);
        while !self.bytes.len().is_multiple_of(4) {
            self.bytes.push(0);
        }
        let mut view = json!({ "buffer": 0, "byteOffset": offset, "byteLength": bytes.len() });
        if let Some(target) = target {
            view["target"] = json!(target);
        }
        self.views.push(view);
        self.views.len() - 1
    }

    fn accessor(&mut self, accessor: Value) -> usize {
        self.accessors.push(accessor);
        self.accessors.len() - 1
    }

    fn floats<const N: usize>(&mut self, vectors: &[[f32; N]], target: Option<u32>) -> Value {
        let bytes: Vec<u8> = vectors.iter().flatten().flat_map(|x| x.to_le_bytes()).collect();
        let view = self.view(&bytes, target);
        let kind = ["SCALAR", "VEC2", "VEC3", "VEC4"][N - 1];
        json!({ "bufferView": view, "componentType": 5126, "count": vectors.len(), "type": kind })
    }

    /// What a vertex has: directions, texture coordinates.
    pub(crate) fn vectors<const N: usize>(&mut self, vectors: &[[f32; N]]) -> usize {
        let accessor = self.floats(vectors, Some(VERTICES));
        self.accessor(accessor)
    }

    /// Where vertices are, with the bounds that glTF wants there.
    pub(crate) fn places(&mut self, places: &[[f32; 3]]) -> usize {
        let accessor = self.floats(places, Some(VERTICES));
        self.accessor(bounded(accessor, places))
    }

    /// What an animation is made of: times, turns.
    pub(crate) fn keys<const N: usize>(&mut self, keys: &[[f32; N]]) -> usize {
        let accessor = self.floats(keys, None);
        self.accessor(bounded(accessor, keys))
    }

    pub(crate) fn indices(&mut self, indices: &[u32]) -> usize {
        let bytes: Vec<u8> = indices
            .iter()
            .flat_map(|&i| u16::try_from(i).expect("a part has less than 65,536 corners").to_le_bytes())
            .collect();
        let view = self.view(&bytes, Some(INDICES));
        self.accessor(
            json!({ "bufferView": view, "componentType": 5123, "count": indices.len(), "type": "SCALAR" }),
        )
    }
}

fn bounded<const N: usize>(mut accessor: Value, vectors: &[[f32; N]]) -> Value {
    let bound = |pick: fn(f32, f32) -> f32| -> Vec<f32> {
        (0..N).filter_map(|i| vectors.iter().map(|v| v[i]).reduce(pick)).collect()
    };
    accessor["min"] = json!(bound(f32::min));
    accessor["max"] = json!(bound(f32::max));
    accessor
}

/// The file: what is said, and the bytes it speaks of.
pub(crate) fn pack(root: &Value, bin: Vec<u8>) -> Vec<u8> {
    let json = root.to_string().into_bytes();
    let header = gltf::binary::Header { magic: *b"glTF", version: 2, length: 0 };
    let glb = gltf::binary::Glb { header, json: json.into(), bin: Some(bin.into()) };
    glb.to_vec().expect("a vector takes all that is written to it")
}
