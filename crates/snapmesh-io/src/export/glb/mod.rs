//! The map as a GLB that every engine opens as it is: core glTF, one node per placed piece, everything shared.

mod naming;
mod bin;
mod materials;
mod meshes;
mod nodes;
mod navigation;

use super::exporter::{Exporter, Options, refusal};
use crate::kit_file::LoadedKit;
use crate::map_file::MapFile;
use bin::Bin;
use materials::Materials;
use naming::dotless;
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
    within("glb_nodes", nodes::count(kit.kit(), map, options), kit.limits().glb_nodes)
        .map_err(|exceeded| refusal(kit, &exceeded))?;
    let mut bin = Bin::new(kit.limits());
    let mut materials = Materials::new(options.textures);
    let mut meshes = Vec::new();
    let mut mesh_of = vec![None; kit.kit().library().len()];
    let used: BTreeSet<PieceId> = map.drawn().map(|drawn| drawn.piece).collect();
    for id in used {
        let (piece, Some(document)) = (kit.kit().piece(id), kit.document(id)) else { continue };
        if let Some(primitives) = meshes::mesh(document, &piece.source, &mut bin, &mut materials)? {
            mesh_of[id.index()] = Some(meshes.len());
            let name = format!("m{}_{}", meshes.len(), dotless(&piece.id));
            meshes.push(json!({ "name": name, "primitives": primitives }));
        }
    }
    let mut scene = nodes::scene(kit.kit(), map, options, &mesh_of, &mut bin);
    scene.nodes[0]["extras"] = extras(kit, settings, map);
    if let Some(layer) = &options.navigation {
        for mut shape in navigation::shapes(layer, &mut bin, &mut materials) {
            shape.node["mesh"] = json!(meshes.len());
            meshes.push(shape.mesh);
            scene.hang(shape.node);
        }
    }
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
    put("accessors", bin.accessors);
    put("bufferViews", bin.views);
    if !bin.bytes.is_empty() {
        put("buffers", vec![json!({ "byteLength": bin.bytes.len() })]);
    }
    let used = scene.extensions.iter().chain(&materials.extensions);
    put("extensionsUsed", used.map(|name| json!(name)).collect());
    put("extensionsRequired", materials.required.iter().map(|name| json!(name)).collect());
    if !scene.shapes.is_empty() {
        root["extensions"] = json!({ "OMI_physics_shape": { "shapes": scene.shapes } });
    }
    Ok(pack(&root, bin.bytes))
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
    let ends = [("caps", map.caps().len()), ("doors", map.doors.len()), ("kept", map.kept)];
    ends.into_iter().filter(|(_, count)| *count > 0).for_each(|(key, count)| extras[key] = json!(count));
    extras
}

fn pack(root: &Value, bin: Vec<u8>) -> Vec<u8> {
    let header = gltf::binary::Header { magic: *b"glTF", version: 2, length: 0 };
    let bin = (!bin.is_empty()).then(|| bin.into());
    let glb = gltf::binary::Glb { header, json: root.to_string().into_bytes().into(), bin };
    glb.to_vec().expect("a vector takes all that is written to it")
}
