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
