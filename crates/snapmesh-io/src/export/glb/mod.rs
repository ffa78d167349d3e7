//! The map as a GLB that every engine opens as it is: core glTF, one node per placed piece, everything shared.

mod naming;
mod bin;
mod materials;
mod primitives;
mod meshes;
mod art;
mod nodes;
mod marks;
mod navigation;

use super::exporter::{Exporter, Options, refusal};
use crate::kit_file::LoadedKit;
use crate::map_file::MapFile;
use crate::piece_file::fixtures::LIGHTS;
use art::{Art, Workshop};
use bin::Bin;
use materials::Materials;
use nodes::{NodeList, SHAPES};
use serde_json::{Value, json};
use snapmesh::limits::within;
use snapmesh::{Map, PieceId, Problems, Settings};
use std::collections::BTreeSet;

pub(super) const GLB: Exporter = Exporter {
    ending: "glb",
    summary: "the map itself, for Blender, Godot, Bevy, three.js, Unity and Unreal",
    write,
};

fn write(kit: &LoadedKit, settings: &Settings, map: &Map, options: &Options) -> Result<Vec<u8>, Problems> {
    let mut workshop = Workshop::new(Bin::new(kit.limits()), Materials::new(options.textures));
    let art = art(kit, map, &mut workshop)?;
    within("glb_nodes", nodes::count(kit.kit(), map, options, &art), kit.limits().glb_nodes)
        .map_err(|exceeded| refusal(kit, &exceeded))?;
    // What stands in a piece is written once for each copy, and its makers may have had a lot to say.
    let words = map.drawn().map(|drawn| art[drawn.piece.index()].words).fold(0, usize::saturating_add);
    workshop.bin.check_room(words).map_err(|exceeded| refusal(kit, &exceeded))?;
    let mut scene = nodes::scene(kit.kit(), map, options, &art, &mut workshop.bin);
    scene.nodes[0]["extras"] = extras(kit, settings, map);
    if let Some(layer) = &options.navigation {
        for mut shape in navigation::shapes(layer, &mut workshop.bin, &mut workshop.materials) {
            shape.node["mesh"] = json!(workshop.meshes.len());
            workshop.meshes.push(shape.mesh);
            scene.hang(shape.node);
        }
    }
    Ok(assemble(scene, workshop))
}

/// What the copies of each piece share, by the number of the piece.
fn art<'a>(kit: &'a LoadedKit, map: &Map, workshop: &mut Workshop) -> Result<Vec<Art<'a>>, Problems> {
    let used: BTreeSet<PieceId> = map.drawn().map(|drawn| drawn.piece).collect();
    let one = |id: PieceId| match kit.document(id).filter(|_| used.contains(&id)) {
        Some(document) => workshop.art(kit.kit().piece(id), document),
        None => Ok(Art::default()),
    };
    kit.kit().ids().map(one).collect()
}

/// The file of all that was made.
fn assemble(scene: NodeList, workshop: Workshop) -> Vec<u8> {
    let Workshop { bin, materials, meshes, lights, .. } = workshop;
    let mut root = json!({
        "asset": { "version": "2.0", "generator": concat!("snapmesh ", env!("CARGO_PKG_VERSION")) },
        "scene": 0,
        "scenes": [{ "name": scene.nodes[0]["name"], "nodes": [0] }],
        "nodes": scene.nodes,
    });
    let mut put = |key: &str, list: Vec<Value>| {
        if !list.is_empty() {
            root[key] = json!(list);
        }
    };
    put("meshes", meshes);
    put("materials", materials.materials);
    put("textures", materials.textures);
    put("samplers", materials.samplers);
    put("images", materials.images);
    put("animations", scene.animations);
    put("accessors", bin.accessors);
    put("bufferViews", bin.views);
    if !bin.bytes.is_empty() {
        put("buffers", vec![json!({ "byteLength": bin.bytes.len() })]);
    }
    let used: BTreeSet<&str> =
        scene.extensions.iter().copied().chain(materials.extensions.iter().map(String::as_str)).collect();
    put("extensionsUsed", used.into_iter().map(Value::from).collect());
    put("extensionsRequired", materials.required.into_iter().map(Value::from).collect());
    let lists = [(LIGHTS, "lights", lights), (SHAPES, "shapes", scene.shapes)];
    for (extension, key, list) in lists.into_iter().filter(|(.., list)| !list.is_empty()) {
        root["extensions"][extension] = json!({ key: list });
    }
    pack(&root, bin.bytes)
}

/// What the map is, flat, so that every engine shows it; the seed as a text, as 64 bits are more than a double holds.
fn extras(kit: &LoadedKit, settings: &Settings, map: &Map) -> Value {
    let file = MapFile::new(kit, settings, map);
    let mut extras = json!({
        "format": file.format,
        "kit": file.kit.name,
        "fingerprint": file.kit.fingerprint,
        "method": settings.selection.method.name,
        "seed": map.seed.to_string(),
        "pieces": map.grown().len(),
        "stop": file.stop.reason,
        "digest": file.digest,
    });
    let counts = [
        ("caps", map.caps().len()),
        ("doors", map.doors.len()),
        ("links", map.links.len()),
        ("loop_pieces", map.grown().len() - map.asked_for().len()),
        ("kept", map.kept),
    ];
    counts.into_iter().filter(|(_, count)| *count > 0).for_each(|(key, count)| extras[key] = json!(count));
    extras
}

fn pack(root: &Value, bin: Vec<u8>) -> Vec<u8> {
    let header = gltf::binary::Header { magic: *b"glTF", version: 2, length: 0 };
    let bin = (!bin.is_empty()).then(|| bin.into());
    let glb = gltf::binary::Glb { header, json: root.to_string().into_bytes().into(), bin };
    glb.to_vec().expect("a vector takes all that is written to it")
}
