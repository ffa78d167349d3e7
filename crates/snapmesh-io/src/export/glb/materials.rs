//! Materials, textures and images, each once, whichever pieces they come from.

use super::bin::Bin;
use super::naming::dotless;
use crate::fingerprint::digest_bytes;
use crate::piece_file::document::Document;
use serde_json::{Map, Value, json};
use snapmesh::{Problem, Problems};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Materials {
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<Value>,
    /// Images by what they hold.
    known: BTreeMap<String, usize>,
}

/// Where a material refers to a texture.
const SLOTS: &[&[&str]] = &[
    &["pbrMetallicRoughness", "baseColorTexture"],
    &["pbrMetallicRoughness", "metallicRoughnessTexture"],
    &["normalTexture"],
    &["occlusionTexture"],
    &["emissiveTexture"],
];

impl Materials {
    /// The number of a piece's material in the map.
    pub(super) fn take(
        &mut self,
        document: &Document,
        index: usize,
        source: &str,
        bin: &mut Bin,
    ) -> Result<usize, Problems> {
        let mut material = document.json["materials"][index].clone();
        plain(&mut material);
        for slot in SLOTS {
            let parent =
                slot[..slot.len() - 1].iter().try_fold(&mut material, |value, key| value.get_mut(key));
            let Some(parent) = parent.and_then(Value::as_object_mut) else { continue };
            self.slot(parent, slot[slot.len() - 1], document, source, bin)?;
        }
        let name = material["name"].as_str().unwrap_or("material").to_string();
        Ok(self.named(material, &dotless(&name)))
    }

    /// Points a texture slot to the texture in the map, or empties it when the texture has no plain image.
    fn slot(
        &mut self,
        parent: &mut Map<String, Value>,
        key: &str,
        document: &Document,
        source: &str,
        bin: &mut Bin,
    ) -> Result<(), Problems> {
        let Some(info) = parent.get_mut(key) else { return Ok(()) };
        plain(info);
        let texture = info["index"].as_u64().map(|index| &document.json["textures"][index as usize]);
        let image = texture.and_then(|texture| texture["source"].as_u64());
        let (Some(texture), Some(image)) = (texture, image) else {
            parent.remove(key);
            return Ok(());
        };
        let mut new = json!({ "source": self.image(document, image as usize, source, bin)? });
        if let Some(sampler) = texture["sampler"].as_u64() {
            let mut sampler = document.json["samplers"][sampler as usize].clone();
            plain(&mut sampler);
            if let Some(sampler) = sampler.as_object_mut() {
                sampler.remove("name");
            }
            new["sampler"] = json!(once(&mut self.samplers, sampler));
        }
        info["index"] = json!(once(&mut self.textures, new));
        Ok(())
    }

    fn image(
        &mut self,
        document: &Document,
        index: usize,
        source: &str,
        bin: &mut Bin,
    ) -> Result<usize, Problems> {
        let image = &document.json["images"][index];
        let bytes = match (image["uri"].as_str(), image["bufferView"].as_u64()) {
            (Some(uri), _) => document.image(uri).map_err(|message| Problem::error(source, message))?,
            (None, Some(view)) => view_bytes(document, view as usize).into(),
            (None, None) => [].into(),
        };
        let file = image["uri"].as_str().filter(|uri| !uri.starts_with("data:"));
        let name = image["name"].as_str().or(file).unwrap_or("image");
        let mime = match &bytes[..] {
            [0x89, b'P', b'N', b'G', ..] => "image/png",
            [0xff, 0xd8, ..] => "image/jpeg",
            _ => {
                let message = format!(
                    "the texture \"{name}\" is neither a PNG nor a JPEG, which is all that plain glTF has"
                );
                return Err(Problem::error(source, message)
                    .help("save the texture as PNG and export again")
                    .into());
            }
        };
        let digest = digest_bytes(&bytes);
        if let Some(&known) = self.known.get(&digest) {
            return Ok(known);
        }
        let view = bin.view(&bytes, None, None);
        let name = format!("t{}_{}", self.images.len(), dotless(name));
        self.images.push(json!({ "name": name, "mimeType": mime, "bufferView": view }));
        self.known.insert(digest, self.images.len() - 1);
        Ok(self.images.len() - 1)
    }

    /// Adds a material under a name that no other has, unless the very same one is there.
    pub(super) fn named(&mut self, mut material: Value, name: &str) -> usize {
        let taken = |name: &str, all: &[Value]| all.iter().position(|other| other["name"] == name);
        let mut unique = name.to_string();
        let mut copy = 1;
        loop {
            material["name"] = json!(unique);
            match taken(&unique, &self.materials) {
                Some(index) if self.materials[index] == material => return index,
                Some(_) => {
                    copy += 1;
                    unique = format!("{name}_{copy}");
                }
                None => {
                    self.materials.push(material);
                    return self.materials.len() - 1;
                }
            }
        }
    }
}

/// Core glTF alone: extensions stay behind.
fn plain(value: &mut Value) {
    if let Some(object) = value.as_object_mut() {
        object.remove("extensions");
        object.values_mut().for_each(|value| {
            if value.is_object() && value.get("extensions").is_some() {
                plain(value);
            }
        });
    }
}

fn once(list: &mut Vec<Value>, value: Value) -> usize {
    list.iter().position(|known| *known == value).unwrap_or_else(|| {
        list.push(value);
        list.len() - 1
    })
}

fn view_bytes(document: &Document, view: usize) -> &[u8] {
    let view = document.gltf.views().nth(view);
    view.map_or(&[], |view| &document.buffers[view.buffer().index()][view.offset()..][..view.length()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{data_uri, gltf, piece};

    const PNG: &[u8] = b"\x89PNG and more";

    /// A file with these materials; texture 0 is a picture, texture 1 the same again, texture 2 has none. The reader of
    /// meshes knows no such texture, so it comes in later.
    fn document(materials: Value) -> Document {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        json["materials"] = materials;
        json["samplers"] = json!([{ "wrapS": 33071, "name": "mine" }]);
        json["textures"] = json!([{ "source": 0, "sampler": 0 }, { "source": 1, "sampler": 0 }]);
        json["images"] = json!([
            { "uri": data_uri(PNG), "mimeType": "image/png", "name": "moss.png" },
            { "uri": data_uri(PNG), "mimeType": "image/png" },
            { "uri": data_uri(b"GIF89a"), "mimeType": "image/png", "name": "old" },
        ]);
        json["textures"].as_array_mut().unwrap().push(json!({ "source": 0 }));
        let mut document = piece(&json).document;
        document.json["textures"][2] = json!({});
        document
    }

    #[test]
    fn one_picture_in_two_textures_is_written_once() {
        let document = document(json!([
            { "name": "a.b", "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } },
            { "name": "c", "normalTexture": { "index": 1, "scale": 0.5 } },
        ]));
        let (mut bin, mut all) = (Bin::default(), Materials::default());
        assert_eq!(all.take(&document, 0, "P", &mut bin).unwrap(), 0);
        assert_eq!(all.take(&document, 1, "P", &mut bin).unwrap(), 1);
        assert_eq!(all.take(&document, 0, "P", &mut bin).unwrap(), 0, "the very same is there");
        assert_eq!(all.images, [json!({ "name": "t0_moss_png", "mimeType": "image/png", "bufferView": 0 })]);
        assert_eq!((all.textures.len(), all.samplers), (1, vec![json!({ "wrapS": 33071 })]));
        assert_eq!(all.materials[0]["name"], "a_b");
        assert_eq!(all.materials[1]["normalTexture"], json!({ "index": 0, "scale": 0.5 }));
        assert!(bin.bytes.starts_with(PNG));
    }

    #[test]
    fn a_texture_without_a_plain_picture_leaves_its_slot_empty() {
        let document =
            document(json!([{ "name": "a", "emissiveTexture": { "index": 2 }, "doubleSided": true }]));
        let (mut bin, mut all) = (Bin::default(), Materials::default());
        all.take(&document, 0, "P", &mut bin).unwrap();
        assert_eq!(all.materials, [json!({ "name": "a", "doubleSided": true })]);
        assert!(all.textures.is_empty() && bin.bytes.is_empty());
    }

    #[test]
    fn a_picture_of_another_kind_is_told() {
        let mut document = document(json!([{ "occlusionTexture": { "index": 0 } }]));
        document.json["textures"][0]["source"] = json!(2);
        let told = Materials::default().take(&document, 0, "P.glb", &mut Bin::default()).unwrap_err();
        let told = told.to_string();
        assert!(told.starts_with("error: P.glb: the texture \"old\" is neither a PNG nor a JPEG"), "{told}");
        assert!(told.ends_with("help: save the texture as PNG and export again"), "{told}");
    }

    #[test]
    fn extensions_stay_behind_at_every_depth() {
        let mut value = json!({
            "extensions": { "X": 1 }, "a": { "extensions": {}, "b": 2 }, "c": { "d": 3 }, "e": [1],
        });
        plain(&mut value);
        assert_eq!(value, json!({ "a": { "b": 2 }, "c": { "d": 3 }, "e": [1] }));
    }

    #[test]
    fn materials_of_one_name_that_differ_are_numbered() {
        let mut all = Materials::default();
        let material = |side: bool| json!({ "doubleSided": side });
        assert_eq!(all.named(material(true), "moss"), 0);
        assert_eq!(all.named(material(false), "moss"), 1);
        assert_eq!(all.named(material(false), "moss"), 1);
        assert_eq!(all.named(material(true), "moss"), 0);
        let names: Vec<_> = all.materials.iter().map(|material| material["name"].clone()).collect();
        assert_eq!(names, ["moss", "moss_2"]);
    }
}
