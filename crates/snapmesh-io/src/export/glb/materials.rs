//! Materials, textures and images, each once, whichever pieces they come from.

use super::bin::Bin;
use super::naming::dotless;
use crate::files::one_line;
use crate::fingerprint::digest_bytes;
use crate::piece_file::document::Document;
use crate::piece_file::wrong::Wrong;
use serde_json::{Map, Value, json};
use snapmesh::{Problem, Problems};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Materials {
    pub(super) materials: Vec<Value>,
    pub(super) textures: Vec<Value>,
    pub(super) samplers: Vec<Value>,
    pub(super) images: Vec<Value>,
    /// Images by what they hold, and by where that was read from.
    known: BTreeMap<String, usize>,
    places: BTreeMap<(usize, usize), usize>,
    /// Bytes of images that were compared.
    looked_at: u64,
    /// Materials by their content with the name they came with; the names that are taken; copies of a name.
    same: BTreeMap<String, usize>,
    names: BTreeSet<String>,
    copies: BTreeMap<String, usize>,
    same_textures: BTreeMap<String, usize>,
    same_samplers: BTreeMap<String, usize>,
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
            new["sampler"] = json!(once(&mut self.samplers, &mut self.same_samplers, sampler));
        }
        info["index"] = json!(once(&mut self.textures, &mut self.same_textures, new));
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
        let bytes = document.image(index).map_err(|message| Problem::error(source, message))?;
        // Many images may be one: of a file that pieces share, or of one view.
        let place = (bytes.as_ptr().addr(), bytes.len());
        if let Some(&known) = self.places.get(&place) {
            return Ok(known);
        }
        let file = image["uri"].as_str().filter(|uri| !uri.starts_with("data:"));
        let name = image["name"].as_str().or(file).unwrap_or("image");
        let mime = mime_of(bytes, name).map_err(|wrong| wrong.at(source))?;
        self.looked_at += bytes.len() as u64;
        let room = bin.check_bytes(self.looked_at).and_then(|()| bin.check_room(bytes.len()));
        room.map_err(|exceeded| Wrong::from(exceeded).at(source))?;
        let digest = digest_bytes(bytes);
        let number = match self.known.get(&digest) {
            Some(&known) => known,
            None => {
                let view = bin.view(bytes, None, None);
                let name = format!("t{}_{}", self.images.len(), dotless(name));
                self.images.push(json!({ "name": name, "mimeType": mime, "bufferView": view }));
                self.images.len() - 1
            }
        };
        self.known.insert(digest, number);
        self.places.insert(place, number);
        Ok(number)
    }

    /// Adds a material under a name that no other has, unless the very same one is there.
    pub(super) fn named(&mut self, mut material: Value, name: &str) -> usize {
        material["name"] = json!(name);
        let number = self.materials.len();
        if let Some(&known) = self.same.get(&material.to_string()) {
            return known;
        }
        self.same.insert(material.to_string(), number);
        // Copies are counted, not looked for: there may be thousands without a name.
        let copies = self.copies.entry(name.into()).or_default();
        let mut unique = name.to_string();
        while !self.names.insert(unique.clone()) {
            *copies += 1;
            unique = format!("{name}_{}", *copies + 1);
        }
        material["name"] = json!(unique);
        self.materials.push(material);
        number
    }
}

/// The kind of a picture, by how it begins.
fn mime_of(bytes: &[u8], name: &str) -> Result<&'static str, Wrong> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Ok("image/png"),
        [0xff, 0xd8, ..] => Ok("image/jpeg"),
        _ => {
            let name = one_line(name);
            let message = format!(
                "the texture \"{name}\" is neither a PNG nor a JPEG, which is all that plain glTF has"
            );
            Err(Wrong::from(message).help("save the texture as PNG and export again"))
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

/// The number of a value in a list, which it is added to if it is not there yet.
fn once(list: &mut Vec<Value>, known: &mut BTreeMap<String, usize>, value: Value) -> usize {
    *known.entry(value.to_string()).or_insert_with(|| {
        list.push(value);
        list.len() - 1
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{data_uri, gltf, piece};
    use snapmesh::Limits;

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
        let (mut bin, mut all) = (Bin::new(&Limits::DEFAULT), Materials::default());
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
        let (mut bin, mut all) = (Bin::new(&Limits::DEFAULT), Materials::default());
        all.take(&document, 0, "P", &mut bin).unwrap();
        assert_eq!(all.materials, [json!({ "name": "a", "doubleSided": true })]);
        assert!(all.textures.is_empty() && bin.bytes.is_empty());
    }

    #[test]
    fn a_picture_of_another_kind_is_told() {
        let mut document = document(json!([{ "occlusionTexture": { "index": 0 } }]));
        document.json["textures"][0]["source"] = json!(2);
        let told =
            Materials::default().take(&document, 0, "P.glb", &mut Bin::new(&Limits::DEFAULT)).unwrap_err();
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

    #[test]
    fn fifteen_hundred_materials_without_a_name_are_numbered_one_by_one() {
        let mut all = Materials::default();
        let material = |rough: i32| json!({ "pbrMetallicRoughness": { "roughnessFactor": rough } });
        for round in 0..2 {
            for number in 0..1500 {
                assert_eq!(all.named(material(number), "material"), number as usize, "round {round}");
            }
        }
        assert_eq!(all.named(json!({}), "material_2"), 1500, "the name is taken by a copy");
        let name = |index: usize| all.materials[index]["name"].as_str().unwrap();
        assert_eq!((name(0), name(1), name(1499)), ("material", "material_2", "material_1500"));
        assert_eq!(name(1500), "material_2_2");
    }
}
