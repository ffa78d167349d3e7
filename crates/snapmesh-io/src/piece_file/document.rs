//! A glTF file opened: its JSON, its buffers, and where its nodes stand.
//!
//! Meshes are read with the `gltf` crate. Nodes are read here, in 64 bits: the crate rounds transforms to 32, and
//! the rounding of one doorway would add up over a thousand joints.

use super::accessors::{self, Bytes};
use super::animations::{self, Animation};
use super::fixtures::{self, Elsewhere, Fixture};
use super::instances;
use super::left_out::LeftOut;
use super::names::short;
use super::nodes::{Node, roots, world_transforms};
use super::raw::RawFile;
use super::refused;
use super::wrong::Wrong;
use crate::files::{SharedFiles, one_line};
use crate::json::count_values;
use base64::Engine as _;
use gltf::json::validation::{Error as Invalid, Validate as _};
use serde::Deserialize;
use serde_json::{Map, Value};
use snapmesh::limits::within;
use snapmesh::{Problem, Problems};
use std::sync::Arc;

/// A file that was opened and whose references are sound.
pub(crate) struct Document {
    pub(crate) gltf: gltf::Document,
    pub(crate) buffers: Vec<Bytes>,
    /// The nodes of the default scene, in the order of the file.
    pub(crate) nodes: Vec<Node>,
    /// The roots of the default scene, as indices into the file's nodes.
    pub(crate) roots: Vec<usize>,
    /// What stays a node in maps, and how it moves.
    pub(crate) fixtures: Vec<Fixture>,
    pub(crate) animations: Vec<Animation>,
    /// Extensions of the whole file.
    pub(crate) extensions: Map<String, Value>,
    /// The JSON of the file, but for what is read of it by now and what is not read at all.
    pub(crate) json: Value,
    /// What it has and a map will not.
    pub(super) left_out: Problems,
    /// What its images hold. One that is missing is told to whoever wants to see it.
    images: Vec<Result<Image, String>>,
    /// The files it keeps beside itself.
    pub(crate) beside: Vec<String>,
    /// Whether anything in the file carries custom properties.
    pub(crate) has_extras: bool,
}

const NOT_GLTF: &str = "is not a glTF file, or is cut short";

/// JSON has no word for what is not a number, so such a file does not even parse.
fn broken(text: &str, error: &serde_json::Error) -> String {
    let odd = ["NaN", "Infinity"].iter().find(|word| text.contains(**word));
    match odd {
        Some(word) => format!("its JSON has {word}, which is not a number: {error}"),
        None => format!("{NOT_GLTF}: {error}"),
    }
}

/// Lists that are not asked for after our own reading, whatever is in them.
const NOT_ASKED_FOR: &[&str] = &["animations", "cameras", "nodes", "scene", "scenes", "skins"];

impl Document {
    /// Opens a file. `source` is what to call it in messages, `scale` how many metres its units are.
    pub(crate) fn open(
        files: &SharedFiles<'_>,
        name: &str,
        source: &str,
        scale: f64,
    ) -> Result<Self, Problems> {
        let one = |wrong: Wrong| Problems::from(wrong.at(source));
        let bytes = files.read(name).map_err(|error| one(Wrong::unreadable(&error)))?;
        // Our own reading comes first: it names the node, and takes nothing for granted that the crate's does.
        refused::check_container(&bytes).map_err(one)?;
        let json = json_chunk(&bytes);
        let mut value = parse_json(json, files).map_err(one)?;
        refused::check(&value).map_err(one)?;
        let raw = RawFile::deserialize(&value)
            .map_err(|error| one(format!("the nodes of the glTF file make no sense: {error}").into()))?;
        within("nodes", raw.nodes.len() as u64, files.limits().nodes).map_err(|error| one(error.into()))?;
        raw.check(source)?;
        let has_extras = contains(json, b"\"extras\"");
        let left_out = LeftOut::of(&value);
        let moving = value["animations"].take();
        let mut elsewhere = Elsewhere::new(&value);
        forget(&mut value);
        let gltf = parse_gltf(&value).map_err(one)?;
        let binary = binary_chunk(&bytes).map_err(one)?;
        // A file may be large, and all that is needed of it is copied by now.
        drop(bytes);
        validate(&gltf, source)?;
        let beside = Beside { files, folder: name.rsplit_once('/').map_or("", |(folder, _)| folder) };
        let buffers = buffers(&gltf, binary.as_ref(), &beside).map_err(one)?;
        accessors::check(&gltf, &buffers).map_err(|message| one(message.into()))?;
        let listed = value["images"].as_array().into_iter().flatten();
        let images = listed.map(|image| beside.image(image)).collect::<Result<_, _>>().map_err(one)?;
        let roots = roots(&raw);
        let mut nodes = world_transforms(&raw, &roots, scale)
            .map_err(|(node, message)| Problem::error(source, message).at_node(&raw.name_of(node)))?;
        instances::expand(&mut nodes, &gltf, &buffers, files.limits().nodes)
            .map_err(|(node, wrong)| wrong.at(source).at_node(&node))?;
        let mut animations = animations::read(&moving, &gltf);
        elsewhere.animated = animations::nodes(&animations);
        let fixtures = fixtures::find(&raw, &roots, &mut nodes, &elsewhere);
        animations::keep(&mut animations, &fixtures.iter().filter_map(|fixture| fixture.node).collect());
        let still = animations::count(&moving) > animations.iter().map(|it| it.channels.len()).sum();
        let beside = ["buffers", "images"]
            .iter()
            .flat_map(|list| uris(&value, list).map(|uri| beside.name(uri)))
            .collect();
        let extensions = raw.extensions;
        Ok(Self {
            gltf,
            buffers,
            nodes,
            roots,
            fixtures,
            animations,
            extensions,
            json: value,
            left_out: left_out.told(still, source),
            images,
            beside,
            has_extras,
        })
    }

    /// What a mesh or a material of the file is called; nothing if it has no name.
    pub(crate) fn name_in(&self, list: &str, index: Option<usize>) -> String {
        let name = index.and_then(|index| self.json[list][index]["name"].as_str()).unwrap_or_default();
        one_line(&short(name))
    }

    /// The bytes of an image, by its number.
    pub(crate) fn image(&self, index: usize) -> Result<&[u8], String> {
        match self.images.get(index) {
            None => Err(format!("there is no image {index}")),
            Some(Err(message)) => Err(message.clone()),
            Some(Ok(Image::Bytes(bytes))) => Ok(bytes),
            Some(Ok(Image::View(view))) => {
                let view = self.gltf.views().nth(*view);
                Ok(view.map_or(&[], |view| {
                    &self.buffers[view.buffer().index()][view.offset()..][..view.length()]
                }))
            }
        }
    }
}

/// Where an image is.
enum Image {
    /// In its URI, or in a file of its own.
    Bytes(Bytes),
    /// In a view of a buffer.
    View(usize),
}

/// The JSON of a file, unless it has too much in it.
fn parse_json(json: &[u8], files: &SharedFiles<'_>) -> Result<Value, Wrong> {
    within("json_values", count_values(json), files.limits().json_values)?;
    let text = std::str::from_utf8(json).map_err(|_| NOT_GLTF)?;
    Ok(serde_json::from_str(text).map_err(|error| broken(text, &error))?)
}

/// Takes out what could stop the crate, and nobody needs: an animation may aim at what is no node, and shape keys are at rest.
fn forget(json: &mut Value) {
    let Some(root) = json.as_object_mut() else { return };
    root.retain(|key, _| !NOT_ASKED_FOR.contains(&key.as_str()));
    let meshes = root.get_mut("meshes").and_then(Value::as_array_mut).into_iter().flatten();
    for mesh in meshes.filter_map(Value::as_object_mut) {
        mesh.remove("weights");
        let primitives = mesh.get_mut("primitives").and_then(Value::as_array_mut).into_iter().flatten();
        primitives.filter_map(Value::as_object_mut).for_each(|primitive| _ = primitive.remove("targets"));
    }
}

/// A file as the crate reads it.
fn parse_gltf(json: &Value) -> Result<gltf::Document, Wrong> {
    let root = gltf::json::Root::deserialize(json).map_err(|error| format!("{NOT_GLTF}: {error}"))?;
    Ok(gltf::Document::from_json_without_validation(root))
}

/// The binary part of a `.glb`.
fn binary_chunk(bytes: &[u8]) -> Result<Option<Bytes>, Wrong> {
    if !bytes.starts_with(b"glTF") {
        return Ok(None);
    }
    let glb =
        gltf::binary::Glb::from_slice(bytes).map_err(|error| format!("{NOT_GLTF}: {}", describe(&error)))?;
    Ok(glb.bin.map(|binary| Arc::from(&*binary)))
}

/// The URIs in a list of a file that lead to other files.
fn uris<'v>(json: &'v Value, list: &str) -> impl Iterator<Item = &'v str> {
    let items = json[list].as_array().into_iter().flatten();
    items.filter_map(|item| item["uri"].as_str()).filter(|uri| !uri.starts_with("data:"))
}

/// What lies beside a file.
struct Beside<'a> {
    files: &'a SharedFiles<'a>,
    /// The folder of the file, in the kit.
    folder: &'a str,
}

impl Beside<'_> {
    /// The name of what a URI leads to.
    fn name(&self, uri: &str) -> String {
        let plain = unescape(uri);
        if self.folder.is_empty() || plain.starts_with('/') {
            plain
        } else {
            format!("{}/{plain}", self.folder)
        }
    }

    /// The bytes behind a URI: in the URI itself, or in a file beside the piece.
    fn fetch(&self, uri: &str) -> Result<Bytes, Wrong> {
        if let Some(data) = uri.strip_prefix("data:") {
            return self.inline(data);
        }
        self.files.shared(&self.name(uri)).map_err(|error| Wrong::beside(uri, &error))
    }

    /// The bytes in a data URI.
    fn inline(&self, data: &str) -> Result<Bytes, Wrong> {
        let (_, text) = data.split_once(";base64,").ok_or("a data URI is not in base64")?;
        self.files.spend(text.len() as u64 / 4 * 3)?;
        let decoded = base64::engine::general_purpose::STANDARD.decode(text);
        Ok(decoded.map_err(|error| format!("a data URI is not in base64: {error}"))?.into())
    }

    /// Where an image is; or what to say when it is wanted. Only what we refuse to read is wrong at once.
    fn image(&self, image: &Value) -> Result<Result<Image, String>, Wrong> {
        match (image["uri"].as_str(), image["bufferView"].as_u64()) {
            (Some(uri), _) => match self.fetch(uri) {
                Ok(bytes) => Ok(Ok(Image::Bytes(bytes))),
                Err(wrong) if wrong.refused => Err(wrong),
                Err(wrong) => Ok(Err(wrong.message)),
            },
            (None, Some(view)) => Ok(Ok(Image::View(view as usize))),
            (None, None) => Ok(Err("an image has neither a URI nor a view of a buffer".into())),
        }
    }
}

fn describe(error: &gltf::Error) -> String {
    match error {
        gltf::Error::Binary(gltf::binary::Error::Magic(_)) => "it does not begin with \"glTF\"".into(),
        error => error.to_string(),
    }
}

fn contains(text: &[u8], word: &[u8]) -> bool {
    text.windows(word.len()).any(|window| window == word)
}

/// The JSON part of a `.glb`, or all of a `.gltf`.
fn json_chunk(bytes: &[u8]) -> &[u8] {
    let chunk = || {
        let length = u32::from_le_bytes(bytes.get(12..16)?.try_into().ok()?) as usize;
        bytes.get(20..)?.get(..length)
    };
    if bytes.starts_with(b"glTF") { chunk().unwrap_or(bytes) } else { bytes }
}

/// What the crate finds wrong, but for what is fine with us: extensions, of which others tell, and accessors without data,
/// which are all zeros.
fn validate(document: &gltf::Document, source: &str) -> Result<(), Problems> {
    let root = document.as_json();
    let mut problems = Problems::NONE;
    root.validate(root, gltf::json::Path::new, &mut |path, error| {
        let place = path().to_string();
        let no_data = place.starts_with("accessors[") && place.ends_with("].bufferView");
        if !(error == Invalid::Unsupported || error == Invalid::Missing && no_data) {
            problems.push(Problem::error(source, format!("{place}: {error}")));
        }
    });
    problems.into_result()
}

fn buffers(gltf: &gltf::Document, binary: Option<&Bytes>, beside: &Beside<'_>) -> Result<Vec<Bytes>, Wrong> {
    let read = |buffer: gltf::Buffer<'_>| {
        let data = match buffer.source() {
            gltf::buffer::Source::Bin => binary.cloned().ok_or("the file has no binary part")?,
            gltf::buffer::Source::Uri(uri) => beside.fetch(uri)?,
        };
        if data.len() < buffer.length() {
            let (index, want, got) = (buffer.index(), buffer.length(), data.len());
            return Err(format!("buffer {index} should have {want} bytes and has {got}").into());
        }
        Ok(data)
    };
    gltf.buffers().map(read).collect()
}

/// Undoes percent escapes: glTF files may write a space as `%20`.
fn unescape(uri: &str) -> String {
    let bytes = uri.as_bytes();
    let mut plain = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = uri.get(at + 1..at + 3).filter(|_| bytes[at] == b'%');
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                plain.push(byte);
                at += 3;
            }
            None => {
                plain.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{add, data_uri, gltf, memory, piece, read, room, triangle_bytes};
    use serde_json::json;

    #[test]
    fn percent_escapes_are_undone_and_stray_signs_kept() {
        assert_eq!(unescape("old%20stone.bin"), "old stone.bin");
        assert_eq!(unescape("100%.bin"), "100%.bin");
        assert_eq!(unescape("t%C3%BCr.bin"), "tür.bin");
    }

    /// The floor of a piece, changed.
    fn floor(change: impl FnOnce(&mut Value)) -> Value {
        let mut json = gltf(&json!([{ "name": "Floor", "mesh": 0 }]));
        change(&mut json);
        json
    }

    fn wrong(change: impl FnOnce(&mut Value)) -> String {
        let (file, problems) = read(&floor(change));
        assert!(file.is_none(), "{problems}");
        problems.to_string()
    }

    #[test]
    fn what_is_no_gltf_at_all_is_told() {
        let open = |bytes: &[u8]| {
            let files = crate::files::Memory::new("kit", [("P.glb", bytes.to_vec())]);
            crate::piece_file::read_piece(&files, "P.glb").1.to_string()
        };
        assert!(open(b"").contains("is not a glTF file, or is cut short"));
        assert!(open(b"\xff\xfe").contains("is not a glTF file, or is cut short"));
        assert!(
            open(b"{\"nodes\": [{\"translation\": [NaN, 0, 0]}]}").contains("has NaN, which is not a number")
        );
        assert!(open(b"{\"nodes\": 3}").contains("the nodes of the glTF file make no sense"));
        assert!(open(b"{}").contains("is not a glTF file"), "an asset is asked for");
        assert!(open(b"glTF\x02\0\0\0").contains("is not a glTF file, or is cut short"));
        let none = crate::piece_file::read_piece(&memory(&[]), "P.glb").1.to_string();
        assert_eq!(none, "error: kit/P.glb: cannot be read: there is no such file");
    }

    #[test]
    fn buffers_beside_the_file_are_found_with_their_escapes_undone() {
        let json = floor(|json| json["buffers"][0]["uri"] = json!("old%20stone.bin"));
        let files = |name: &str| {
            crate::files::Memory::new(
                "kit",
                [("rooms/P.gltf", json.to_string().into_bytes()), (name, triangle_bytes())],
            )
        };
        let read = |name: &str| crate::piece_file::read_piece(&files(name), "rooms/P.gltf");
        let (file, _) = read("rooms/old stone.bin");
        assert_eq!(file.unwrap().document.beside, ["rooms/old stone.bin"]);
        let (none, problems) = read("old stone.bin");
        assert!(none.is_none());
        assert!(
            problems
                .to_string()
                .contains("the file \"old%20stone.bin\" beside it cannot be read: there is no"),
            "{problems}"
        );
    }

    #[test]
    fn data_uris_must_be_base64_and_long_enough() {
        let uri = |uri: &str| wrong(|json| json["buffers"][0]["uri"] = json!(uri));
        assert!(uri("data:text/plain,hello").contains("a data URI is not in base64"));
        assert!(uri("data:;base64,###").contains("a data URI is not in base64"));
        let short = uri(&data_uri(&triangle_bytes()[..40]));
        assert!(short.contains("buffer 0 should have 44 bytes and has 40"), "{short}");
        let none = wrong(|json| _ = json["buffers"][0].as_object_mut().unwrap().remove("uri"));
        assert!(none.contains("the file has no binary part"), "{none}");
    }

    #[test]
    fn views_and_accessors_stay_within_their_bounds() {
        let view = wrong(|json| json["bufferViews"][1]["byteOffset"] = json!(40));
        assert!(view.contains("buffer view 1 reaches out of its buffer"), "{view}");
        let accessor = wrong(|json| json["accessors"][0]["count"] = json!(4));
        assert!(accessor.contains("accessor 0 reaches out of its buffer view"), "{accessor}");
        let offset = wrong(|json| json["accessors"][1]["byteOffset"] = json!(2));
        assert!(offset.contains("accessor 1 reaches out of its buffer view"), "{offset}");
        let empty = wrong(|json| json["accessors"][1]["count"] = json!(0));
        assert!(empty.contains("accessor 1 has no elements"), "{empty}");
        let stride = wrong(|json| json["bufferViews"][0]["byteStride"] = json!(8));
        assert!(stride.contains("elements longer than the stride of its view, 8"), "{stride}");
    }

    #[test]
    fn what_is_not_asked_for_stops_no_file() {
        let json = floor(|json| {
            json["animations"] = json!([{ "channels": [{ "sampler": 7, "target": { "path": "pointer" } }] }]);
            json["skins"] = json!([{ "joints": "none" }]);
            json["cameras"] = json!(["odd"]);
            json["meshes"][0]["weights"] = json!("heavy");
            json["meshes"][0]["primitives"][0]["targets"] = json!([{ "POSITION": 99 }]);
            json["textures"] = json!([{ "extensions": { "EXT_texture_webp": { "source": 0 } } }]);
            add(json, "accessors", json!({ "componentType": 5126, "count": 3, "type": "VEC3" }));
        });
        assert_eq!(piece(&json).model.parts.len(), 1);
    }

    #[test]
    fn images_come_from_uris_of_every_kind() {
        let json = floor(|json| {
            json["images"] = json!([{ "uri": "t%C3%BCr.png" }, { "uri": data_uri(b"abc") }]);
        });
        let document = piece(&json).document;
        assert_eq!(document.beside, ["tür.png"]);
        assert_eq!(document.image(1).unwrap(), b"abc");
        assert!(document.image(0).unwrap_err().contains("cannot be read"));
        assert_eq!(document.image(2), Err("there is no image 2".into()));
        assert!(piece(&room()).document.has_extras && !document.has_extras);
    }
}
