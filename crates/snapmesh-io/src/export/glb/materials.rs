//! Materials, textures and images, each once, whichever pieces they come from.

use super::bin::Bin;
use super::naming::dotless;
use crate::export::exporter::Textures;
use crate::fingerprint::digest_bytes;
use crate::piece_file::document::Document;
use crate::piece_file::materials::{extensions, slots, strip};
use crate::piece_file::textures::{ImageKind, images};
use crate::piece_file::wrong::Wrong;
use serde_json::{Map, Value, json};
use snapmesh::Problems;
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
    /// Extensions that materials and textures have; and those without which a piece cannot be read, or a texture has no
    /// image at all.
    pub(super) extensions: BTreeSet<String>,
    pub(super) required: BTreeSet<String>,
    wanted: Textures,
}

impl Materials {
    pub(super) fn new(wanted: Textures) -> Self {
        Self { wanted, ..Self::default() }
    }

    /// The number of a piece's material in the map.
    pub(super) fn take(
        &mut self,
        document: &Document,
        index: usize,
        source: &str,
        bin: &mut Bin,
    ) -> Result<usize, Problems> {
        let mut material = document.json["materials"][index].clone();
        strip(&mut material);
        for slot in slots(&material) {
            self.slot(&mut material, &slot, document, source, bin)?;
        }
        let required = |name: &str| {
            let listed = document.json["extensionsRequired"].as_array();
            listed.is_some_and(|listed| listed.iter().any(|listed| listed == name))
        };
        for name in extensions(&material) {
            self.extensions.insert(name.into());
            if required(name) {
                self.required.insert(name.into());
            }
        }
        let name = material["name"].as_str().unwrap_or("material").to_string();
        Ok(self.named(material, &dotless(&name)))
    }

    /// Points a reference to a texture to that of the map, or takes it out when the texture has no image that can be
    /// passed on.
    fn slot(
        &mut self,
        material: &mut Value,
        slot: &str,
        document: &Document,
        source: &str,
        bin: &mut Bin,
    ) -> Result<(), Problems> {
        let index = material.pointer(slot).and_then(|info| info["index"].as_u64());
        let texture = index.map(|index| &document.json["textures"][index as usize]);
        let new = texture.map(|texture| self.texture(texture, document, source, bin)).transpose()?.flatten();
        match (new, material.pointer_mut(slot)) {
            (Some(new), Some(info)) => {
                info["index"] = json!(once(&mut self.textures, &mut self.same_textures, new));
            }
            _ => remove(material, slot),
        }
        Ok(())
    }

    /// A texture as the map has it, with every image where its kind belongs; none without any.
    fn texture(
        &mut self,
        texture: &Value,
        document: &Document,
        source: &str,
        bin: &mut Bin,
    ) -> Result<Option<Value>, Problems> {
        let mut new = json!({});
        let mut brought = Map::new();
        for image in images(texture) {
            // What cannot be read, or is of no known kind, was told when the piece was read.
            let Some((bytes, kind)) = document.image(image).ok().and_then(|b| Some((b, ImageKind::of(b)?)))
            else {
                continue;
            };
            let known = kind.extension.map_or(new.get("source").is_some(), |name| brought.contains_key(name));
            if known || (self.wanted == Textures::Browser && !kind.browser) {
                continue;
            }
            let number = self.image(&document.json["images"][image], bytes, kind, source, bin)?;
            match kind.extension {
                None => new["source"] = json!(number),
                Some(name) => _ = brought.insert(name.into(), json!({ "source": number })),
            }
            self.extensions.extend(kind.extension.map(str::to_string));
        }
        if new.get("source").is_none() {
            self.required.extend(brought.keys().cloned());
            if brought.is_empty() {
                return Ok(None);
            }
        }
        if !brought.is_empty() {
            new["extensions"] = Value::Object(brought);
        }
        if let Some(sampler) = texture["sampler"].as_u64() {
            let mut sampler = document.json["samplers"][sampler as usize].clone();
            if let Some(sampler) = sampler.as_object_mut() {
                sampler.retain(|key, _| key != "name" && key != "extensions");
            }
            new["sampler"] = json!(once(&mut self.samplers, &mut self.same_samplers, sampler));
        }
        Ok(Some(new))
    }

    fn image(
        &mut self,
        image: &Value,
        bytes: &[u8],
        kind: &ImageKind,
        source: &str,
        bin: &mut Bin,
    ) -> Result<usize, Problems> {
        // Many images may be one: of a file that pieces share, or of one view.
        let place = (bytes.as_ptr().addr(), bytes.len());
        if let Some(&known) = self.places.get(&place) {
            return Ok(known);
        }
        let file = image["uri"].as_str().filter(|uri| !uri.starts_with("data:"));
        let name = image["name"].as_str().or(file).unwrap_or("image");
        self.looked_at += bytes.len() as u64;
        let room = bin.check_bytes(self.looked_at).and_then(|()| bin.check_room(bytes.len()));
        room.map_err(|exceeded| Wrong::from(exceeded).at(source))?;
        let digest = digest_bytes(bytes);
        let number = match self.known.get(&digest) {
            Some(&known) => known,
            None => {
                let view = bin.view(bytes, None, None);
                let name = format!("t{}_{}", self.images.len(), dotless(name));
                self.images.push(json!({ "name": name, "mimeType": kind.mime, "bufferView": view }));
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

/// Takes out what a JSON pointer leads to.
fn remove(value: &mut Value, pointer: &str) {
    let Some((parent, key)) = pointer.rsplit_once('/') else { return };
    if let Some(Value::Object(parent)) = value.pointer_mut(parent) {
        parent.remove(key);
    }
}

/// The number of a value in a list, which it is added to if it is not there yet.
pub(super) fn once(list: &mut Vec<Value>, known: &mut BTreeMap<String, usize>, value: Value) -> usize {
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

    /// A file with these materials; texture 0 is a picture, texture 1 the same again, texture 2 has none.
    fn document(materials: Value) -> Document {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        json["materials"] = materials;
        json["samplers"] = json!([{ "wrapS": 33071, "name": "mine" }]);
        json["textures"] = json!([{ "source": 0, "sampler": 0 }, { "source": 1, "sampler": 0 }, {}]);
        json["images"] = json!([
            { "uri": data_uri(PNG), "mimeType": "image/png", "name": "moss.png" },
            { "uri": data_uri(PNG), "mimeType": "image/png" },
            { "uri": data_uri(b"GIF89a"), "mimeType": "image/png", "name": "old" },
        ]);
        piece(&json).document
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
    fn a_picture_that_nobody_knows_or_that_is_not_there_is_left_out() {
        let mut document = document(json!([{ "name": "a", "occlusionTexture": { "index": 0 } }]));
        for image in [2, 9] {
            document.json["textures"][0]["source"] = json!(image);
            let mut all = Materials::default();
            all.take(&document, 0, "P.glb", &mut Bin::new(&Limits::DEFAULT)).unwrap();
            assert_eq!(all.materials, [json!({ "name": "a" })], "it was told when the piece was read");
        }
    }

    /// What becomes of a texture of these images; the last is one that a browser cannot draw.
    fn passed_on(texture: &Value, wanted: Textures) -> Materials {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        json["materials"] = json!([{ "emissiveTexture": { "index": 0 } }]);
        json["textures"] = json!([texture]);
        let images: [&[u8]; 3] = [PNG, b"RIFF....WEBPVP8 ", b"\xabKTX 20\xbb\r\n\x1a\n"];
        json["images"] = images.iter().map(|bytes| json!({ "uri": data_uri(bytes) })).collect();
        let mut all = Materials::new(wanted);
        all.take(&piece(&json).document, 0, "P", &mut Bin::new(&Limits::DEFAULT)).unwrap();
        all
    }

    #[test]
    fn pictures_that_extensions_bring_are_passed_on_with_them() {
        let both = json!({ "source": 0, "extensions": { "EXT_texture_webp": { "source": 1 } } });
        let all = passed_on(&both, Textures::All);
        assert_eq!(all.textures, [both]);
        assert_eq!((all.extensions.len(), all.required.len()), (1, 0), "there is a plain one beside it");
        let alone = json!({ "extensions": { "KHR_texture_basisu": { "source": 2 } } });
        let all = passed_on(&alone, Textures::All);
        assert_eq!(all.images[0]["mimeType"], "image/ktx2");
        assert_eq!(all.required, BTreeSet::from(["KHR_texture_basisu".to_string()]));
        let all = passed_on(&alone, Textures::Browser);
        assert!(all.textures.is_empty() && all.required.is_empty() && all.extensions.is_empty());
        let misplaced = passed_on(&json!({ "source": 1 }), Textures::All);
        assert_eq!(misplaced.textures, [json!({ "extensions": { "EXT_texture_webp": { "source": 0 } } })]);
    }

    #[test]
    fn where_a_texture_is_on_its_picture_is_passed_on() {
        let transform = json!({ "KHR_texture_transform": { "scale": [0.5, 0.5] } });
        let document = document(json!([{
            "normalTexture": { "index": 0, "extensions": transform },
            "pbrMetallicRoughness": { "baseColorTexture": { "index": 1, "extensions": transform } },
        }]));
        let mut all = Materials::default();
        all.take(&document, 0, "P", &mut Bin::new(&Limits::DEFAULT)).unwrap();
        assert_eq!(all.materials[0]["normalTexture"], json!({ "index": 0, "extensions": transform }));
        let color = &all.materials[0]["pbrMetallicRoughness"]["baseColorTexture"];
        assert_eq!(*color, json!({ "index": 0, "extensions": transform }));
        assert_eq!(all.extensions, BTreeSet::from(["KHR_texture_transform".to_string()]));
        assert!(all.required.is_empty());
    }

    #[test]
    fn extensions_of_materials_are_passed_on_with_their_textures_and_required_where_the_piece_requires_them()
    {
        let mut document = document(json!([{
            "name": "coat",
            "extensions": {
                "KHR_materials_clearcoat": { "clearcoatTexture": { "index": 1 }, "clearcoatNormalTexture": { "index": 2 } },
                "KHR_materials_emissive_strength": { "emissiveStrength": 5.0 },
                "X_toon": { "rampTexture": { "index": 0 } },
            },
        }]));
        let mut bin = Bin::new(&Limits::DEFAULT);
        let mut all = Materials::default();
        all.take(&document, 0, "P", &mut bin).unwrap();
        let want = json!({
            "KHR_materials_clearcoat": { "clearcoatTexture": { "index": 0 } },
            "KHR_materials_emissive_strength": { "emissiveStrength": 5.0 },
        });
        assert_eq!(all.materials, [json!({ "name": "coat", "extensions": want })]);
        assert_eq!((all.extensions.len(), all.required.len()), (2, 0));
        document.json["extensionsRequired"] = json!(["KHR_materials_clearcoat", "KHR_materials_unlit"]);
        all.take(&document, 0, "P", &mut bin).unwrap();
        assert_eq!(all.required, BTreeSet::from(["KHR_materials_clearcoat".to_string()]));
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
