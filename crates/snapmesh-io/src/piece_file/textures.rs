//! The textures of a file: which images stand behind them, and of what kind these are.

use super::document::Document;
use super::materials::slots;
use crate::files::one_line;
use serde_json::Value;
use snapmesh::{Problem, Problems};
use std::collections::BTreeSet;

/// A kind of images.
#[derive(Debug, PartialEq)]
pub(crate) struct ImageKind {
    /// What glTF calls it.
    pub(crate) mime: &'static str,
    /// The extension that brings it; none for what every reader knows.
    pub(crate) extension: Option<&'static str>,
    /// Whether a browser can draw it.
    pub(crate) browser: bool,
    name: &'static str,
    /// How such images begin: what stands where.
    begins: &'static [(usize, &'static [u8])],
}

/// Every kind that is known; of a texture, each goes where its kind belongs.
pub(crate) const IMAGE_KINDS: [ImageKind; 6] = [
    kind("PNG", "image/png", None, true, &[(0, b"\x89PNG")]),
    kind("JPEG", "image/jpeg", None, true, &[(0, b"\xff\xd8")]),
    kind("WebP", "image/webp", Some("EXT_texture_webp"), true, &[(0, b"RIFF"), (8, b"WEBP")]),
    kind("KTX2", "image/ktx2", Some("KHR_texture_basisu"), false, &[(0, b"\xabKTX 20\xbb")]),
    kind("AVIF", "image/avif", Some("EXT_texture_avif"), true, &[(4, b"ftypavi")]),
    kind("DDS", "image/vnd-ms.dds", Some("MSFT_texture_dds"), false, &[(0, b"DDS ")]),
];

const fn kind(
    name: &'static str,
    mime: &'static str,
    extension: Option<&'static str>,
    browser: bool,
    begins: &'static [(usize, &'static [u8])],
) -> ImageKind {
    ImageKind { mime, extension, browser, name, begins }
}

impl ImageKind {
    /// The kind of an image, by how it begins.
    pub(crate) fn of(bytes: &[u8]) -> Option<&'static Self> {
        let has = |(at, text): &(usize, &[u8])| bytes.get(*at..).is_some_and(|rest| rest.starts_with(text));
        IMAGE_KINDS.iter().find(|kind| kind.begins.iter().all(has))
    }
}

/// The images of a texture: its own, then those that extensions bring.
pub(crate) fn images(texture: &Value) -> impl Iterator<Item = usize> {
    let extensions = IMAGE_KINDS.iter().filter_map(|kind| kind.extension);
    let brought = extensions.map(|name| &texture["extensions"][name]["source"]);
    [&texture["source"]].into_iter().chain(brought).filter_map(Value::as_u64).map(|image| image as usize)
}

/// Tells of textures that maps will be without, and of those that not every reader of a map will see.
pub(super) fn look(document: &Document, source: &str, problems: &mut Problems) {
    let (mut looked_at, mut needed) = (BTreeSet::new(), BTreeSet::new());
    for texture in used(document) {
        let mut kinds = Vec::new();
        for image in images(&document.json["textures"][texture]) {
            let kind = document.image(image).map(ImageKind::of);
            kinds.extend(kind.as_ref().ok().copied().flatten());
            if looked_at.insert(image) {
                problems.extend(lost(document, image, kind, source));
            }
        }
        if kinds.iter().all(|kind| kind.extension.is_some()) {
            needed.extend(kinds.iter().filter_map(|kind| Some((kind.name, kind.extension?))));
        }
    }
    if !needed.is_empty() {
        let (names, extensions): (Vec<_>, Vec<_>) = needed.into_iter().unzip();
        let message = format!(
            "has textures that are {} alone: a GLB map with them needs a reader that knows {}",
            names.join(" or "),
            extensions.join(" and ")
        );
        let help = "if yours does not, export again with PNG or JPEG textures";
        problems.push(Problem::warning(source, message).help(help));
    }
}

/// The textures of the materials that meshes have, in order.
fn used(document: &Document) -> BTreeSet<usize> {
    let primitives = document.gltf.meshes().flat_map(|mesh| mesh.primitives());
    let materials: BTreeSet<usize> =
        primitives.filter_map(|primitive| primitive.material().index()).collect();
    let textures = materials.into_iter().flat_map(|material| {
        let material = &document.json["materials"][material];
        let texture = |slot: String| material.pointer(&slot)?["index"].as_u64();
        slots(material).into_iter().filter_map(texture).map(|index| index as usize)
    });
    textures.collect()
}

/// What to say about an image that maps will be without.
fn lost(
    document: &Document,
    image: usize,
    kind: Result<Option<&ImageKind>, String>,
    source: &str,
) -> Option<Problem> {
    let (why, help) = match kind {
        Ok(Some(_)) => return None,
        Ok(None) => {
            let known = IMAGE_KINDS.map(|kind| kind.name).join(", ");
            (format!("it is none of {known}"), "save the texture as PNG and export again")
        }
        Err(why) => (why, "put the file where it belongs, or export again as .glb with the textures inside"),
    };
    let what = match document.json["images"][image]["name"].as_str() {
        Some(name) if !name.is_empty() => format!("the texture \"{}\"", one_line(name)),
        _ => format!("the texture of image {image}"),
    };
    Some(Problem::warning(source, format!("{what} is left out of GLB maps: {why}")).help(help))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{data_uri, room, told};
    use serde_json::json;

    #[test]
    fn images_are_known_by_how_they_begin() {
        let mime = |bytes: &[u8]| ImageKind::of(bytes).map(|kind| kind.mime);
        assert_eq!(mime(b"\x89PNG\r\n"), Some("image/png"));
        assert_eq!(mime(b"\xff\xd8\xff\xe0"), Some("image/jpeg"));
        assert_eq!(mime(b"RIFF\x10\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(mime(b"\xabKTX 20\xbb\r\n\x1a\n"), Some("image/ktx2"));
        assert_eq!(mime(b"\0\0\0\x1cftypavif"), Some("image/avif"));
        assert_eq!(mime(b"DDS |"), Some("image/vnd-ms.dds"));
        for other in [&b""[..], b"GIF89a", b"RIFF\x10\0\0\0WAVE", b"RIFF"] {
            assert_eq!(mime(other), None);
        }
    }

    /// A room whose floor has a texture, and an image that is not used.
    fn textured(texture: &Value, image: &Value) -> Value {
        let mut json = room();
        json["meshes"][0]["primitives"][0]["material"] = json!(0);
        json["materials"] =
            json!([{ "normalTexture": { "index": 0 } }, { "emissiveTexture": { "index": 1 } }]);
        json["textures"] = json!([texture, { "source": 1 }]);
        json["images"] = json!([image, { "uri": "nobody asks.png" }]);
        json
    }

    #[test]
    fn a_texture_that_is_not_there_is_told_once_and_only_if_it_is_used() {
        let mut json = textured(&json!({ "source": 0 }), &json!({ "uri": "moss.png", "name": "moss" }));
        json["materials"][0]["occlusionTexture"] = json!({ "index": 0 });
        assert_eq!(
            told(&json),
            "warning: kit/P.gltf: the texture \"moss\" is left out of GLB maps: the file \"moss.png\" beside it cannot \
             be read: there is no such file\n  help: put the file where it belongs, or export again as .glb with the \
             textures inside"
        );
        json["meshes"][0]["primitives"][0].as_object_mut().unwrap().remove("material");
        assert_eq!(told(&json), "");
    }

    #[test]
    fn an_image_of_an_unknown_kind_is_told() {
        let told = told(&textured(&json!({ "source": 0 }), &json!({ "uri": data_uri(b"GIF89a") })));
        let words =
            "the texture of image 0 is left out of GLB maps: it is none of PNG, JPEG, WebP, KTX2, AVIF, DDS";
        assert!(told.contains(words), "{told}");
    }

    #[test]
    fn a_texture_without_a_plain_image_is_read_and_told_once() {
        let webp = json!({ "uri": data_uri(b"RIFF\x10\0\0\0WEBPVP8 ") });
        let texture = json!({ "extensions": { "EXT_texture_webp": { "source": 0 } } });
        let mut json = textured(&texture, &webp);
        let alone = told(&json);
        assert_eq!(alone.lines().count(), 2);
        assert!(
            alone.contains("has textures that are WebP alone: a GLB map with them needs a reader that knows")
        );
        json["textures"][0]["source"] = json!(1);
        json["images"][1]["uri"] = json!(data_uri(b"\x89PNG"));
        assert_eq!(told(&json), "", "with a plain one beside it every reader is fine");
    }
}
