//! Files made by code, and what becomes of them.
#![allow(clippy::unwrap_used, reason = "these are tests, and should read shortly")]

use super::grow;
use base64::Engine as _;
use serde_json::{Value, json};
use snapmesh::Severity::{self, Error};
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::piece_file::{PieceFile, read_piece};
use snapmesh_io::{Memory, OpenKit, Overrides};
use std::path::Path;

/// A file under way: its JSON, whose data is in URIs.
pub(crate) struct File(pub(crate) Value);

/// The numbers of glTF for bits of components.
pub(crate) const I8: u32 = 5120;
pub(crate) const U8: u32 = 5121;
pub(crate) const U16: u32 = 5123;
pub(crate) const F32: u32 = 5126;

impl File {
    /// A room with two doors, a box and a floor of one triangle that can be walked on.
    pub(crate) fn room() -> Self {
        let mut file = Self(json!({
            "asset": { "version": "2.0" },
            "scenes": [{ "nodes": [0, 1, 2, 3] }],
            "nodes": [
                { "name": "floor", "mesh": 0 },
                { "name": "box", "extras": { "collider": "box", "size": [4, 1, 4] } },
                { "name": "north", "translation": [0, 0, -2], "extras": { "pins": 1 } },
                { "name": "south", "translation": [0, 0, 2], "extras": { "pins": 1, "axis": "+Z" } },
            ],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0 }, "indices": 1 }] }],
            "accessors": [], "bufferViews": [], "buffers": [],
        }));
        file.accessor(&floats(&[-2.0, 0.0, -2.0, -2.0, 0.0, 2.0, 2.0, 0.0, -2.0]), F32, "VEC3", 3);
        file.0["accessors"][0]["min"] = json!([-2, 0, -2]);
        file.0["accessors"][0]["max"] = json!([2, 0, 2]);
        file.accessor(&[0, 0, 1, 0, 2, 0], U16, "SCALAR", 3);
        file
    }

    pub(crate) fn add(&mut self, list: &str, item: Value) -> usize {
        if self.0.get(list).is_none() {
            self.0[list] = json!([]);
        }
        let list = self.0[list].as_array_mut().unwrap();
        list.push(item);
        list.len() - 1
    }

    pub(crate) fn view(&mut self, bytes: &[u8]) -> usize {
        let buffer = self.add("buffers", json!({ "byteLength": bytes.len(), "uri": data(bytes) }));
        self.add("bufferViews", json!({ "buffer": buffer, "byteLength": bytes.len() }))
    }

    pub(crate) fn accessor(&mut self, bytes: &[u8], kind: u32, shape: &str, count: usize) -> usize {
        let view = self.view(bytes);
        let item = json!({ "bufferView": view, "componentType": kind, "type": shape, "count": count });
        self.add("accessors", item)
    }

    /// An attribute of the floor whose elements are four bytes each.
    pub(crate) fn attribute(&mut self, name: &str, element: [u8; 4], kind: u32, shape: &str) -> usize {
        let accessor = self.accessor(&element.repeat(3), kind, shape, 3);
        let view = self.0["accessors"][accessor]["bufferView"].as_u64().unwrap() as usize;
        self.0["bufferViews"][view]["byteStride"] = json!(4);
        self.floor()["attributes"][name] = json!(accessor);
        accessor
    }

    pub(crate) fn floor(&mut self) -> &mut Value {
        &mut self.0["meshes"][0]["primitives"][0]
    }

    /// Gives the floor a texture, with its coordinates.
    pub(crate) fn texture(mut self, texture: &Value, images: &[Value]) -> Self {
        let accessor = self.attribute("TEXCOORD_0", [0, 0, 255, 255], U16, "VEC2");
        self.0["accessors"][accessor]["normalized"] = json!(true);
        self.floor()["material"] = json!(0);
        self.0["materials"] = json!([{ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } }]);
        self.0["textures"] = json!([texture]);
        self.0["images"] = json!(images);
        self
    }

    pub(crate) fn with(mut self, change: impl FnOnce(&mut Value)) -> Self {
        change(&mut self.0);
        self
    }

    pub(crate) fn using(self, list: &str, extension: &str) -> Self {
        self.with(|json| json[list] = json!([extension]))
    }

    pub(crate) fn read(&self) -> Read {
        let files = [("Room.gltf", self.0.to_string().into_bytes()), ("kit.toml", Vec::new())];
        let files = Memory::new("kit", files);
        let (piece, told) = read_piece(&files, "Room.gltf");
        let map = piece.is_some().then(|| {
            let open = OpenKit::open(&files, &Overrides::default(), STANDARD).unwrap();
            let exporter = exporter_for(Path::new("map.glb")).unwrap();
            (exporter.write)(&open.kit, &open.settings, &grow(&open), &Options::default()).unwrap()
        });
        let told = told.iter().map(|problem| (problem.severity, problem.to_string())).collect();
        Read { piece, told, map }
    }
}

/// What became of a file.
pub(crate) struct Read {
    pub(crate) piece: Option<PieceFile>,
    pub(crate) told: Vec<(Severity, String)>,
    pub(crate) map: Option<Vec<u8>>,
}

impl Read {
    /// Nothing is said.
    pub(crate) fn silent(&self) -> &Self {
        assert!(self.told.is_empty(), "{:?}", self.told);
        self
    }

    /// One thing is said, and it has these words.
    pub(crate) fn says(&self, severity: Severity, words: &str) -> &Self {
        assert!(self.told.len() == 1 && self.told[0].0 == severity, "{:?}", self.told);
        assert!(self.told[0].1.contains(words), "{words}: {:?}", self.told);
        self
    }

    pub(crate) fn refused(&self, words: &str) {
        assert!(self.says(Error, words).piece.is_none());
        assert!(self.told[0].1.contains("\n  help: "), "it says what to do: {:?}", self.told);
    }

    /// The corners of the floor.
    pub(crate) fn corners(&self) -> &[DVec3] {
        &self.piece.as_ref().unwrap().model.parts[0].positions
    }

    pub(crate) fn is_the_floor(&self) -> &Self {
        let want = [[-2.0, 0.0, -2.0], [-2.0, 0.0, 2.0], [2.0, 0.0, -2.0]].map(DVec3::from);
        assert_eq!(self.corners(), want);
        self
    }

    pub(crate) fn map(&self) -> Value {
        let glb = gltf::binary::Glb::from_slice(self.map.as_ref().unwrap()).unwrap();
        serde_json::from_slice(&glb.json).unwrap()
    }

    /// An accessor of the map by the name of its attribute.
    pub(crate) fn written(&self, name: &str) -> Value {
        let map = self.map();
        map["accessors"][map["meshes"][0]["primitives"][0]["attributes"][name].as_u64().unwrap() as usize]
            .clone()
    }

    /// The map has these extensions, beside the one that says to Godot what the root is.
    pub(crate) fn uses(&self, extensions: &[&str]) -> &Self {
        let map = self.map();
        let used = map["extensionsUsed"].as_array().unwrap().iter().filter_map(Value::as_str);
        assert_eq!(used.filter(|name| *name != "GODOT_single_root").collect::<Vec<_>>(), extensions);
        self
    }

    /// The map is core glTF.
    pub(crate) fn is_plain(&self) {
        assert!(self.uses(&[]).map().get("extensionsRequired").is_none());
    }

    /// A texture of the map requires an extension.
    pub(crate) fn requires(&self, extension: &str) {
        let map = self.uses(&[extension]).map();
        assert_eq!(map["extensionsRequired"], json!([extension]));
        assert_eq!(map["textures"][0]["extensions"][extension], json!({ "source": 0 }));
    }
}

pub(crate) fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

pub(crate) fn data(bytes: &[u8]) -> String {
    let text = base64::engine::general_purpose::STANDARD.encode(bytes);
    format!("data:application/octet-stream;base64,{text}")
}

pub(crate) fn image(bytes: &[u8]) -> Value {
    json!({ "uri": data(bytes), "name": "moss" })
}

/// A picture of one pixel.
pub(crate) fn png() -> Value {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, 1, 1);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.write_header().unwrap().write_image_data(&[9]).unwrap();
    image(&bytes)
}
