//! Our files, read by real clients: the Khronos validator, three.js and gltf-transform, in Node.

use crate::kit_folders::{grow, kits, layer, open, told};
use crate::repository::{root, run_in_root};
use crate::sample;
use serde_json::{Value, json};
use snapmesh::{Bounds, Drawn, Map, PieceId};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::{KIT_FILE, MapFile, NavLayer, OpenKit};
use std::path::Path;
use std::process::Command;

/// Writes a map of every preset of every kit, and of the kit without one, plain and with each option, and has them read.
pub(crate) fn run() -> Result<(), String> {
    if !has_node() {
        println!(
            "> clients skipped: install Node.js (20 or newer, with npm) to have our files read by real clients"
        );
        return Ok(());
    }
    let folder = root().join("target/clients");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut manifest = Vec::new();
    for kit in kits()?.into_iter().chain([sample::write(&folder)?]) {
        manifest.extend(pieces(&kit)?);
        manifest.extend(maps(&kit, &folder)?);
    }
    let list = folder.join("manifest.json");
    std::fs::write(&list, json!(manifest).to_string()).map_err(|error| error.to_string())?;
    install()?;
    run_in_root(Command::new("node").arg("clients/check.mjs").arg(&list))
}

/// Whether Node.js is there.
pub(crate) fn has_node() -> bool {
    Command::new("npm").arg("--version").output().is_ok()
}

/// Fetches the clients that run in Node.js.
pub(crate) fn install() -> Result<(), String> {
    run_in_root(Command::new("npm").args(["ci", "--prefix", "clients", "--silent"]))
}

fn pieces(kit: &Path) -> Result<Vec<Value>, String> {
    let open = open(kit, None)?;
    let pieces = open.kit.inputs().iter().filter(|name| *name != KIT_FILE);
    Ok(pieces.map(|name| json!({ "file": kit.join(name) })).collect())
}

fn maps(kit: &Path, out: &Path) -> Result<Vec<Value>, String> {
    let mut files = Vec::new();
    let presets = open(kit, None)?.presets.into_iter().map(Some).chain([None]);
    for preset in presets {
        let open = open(kit, preset.as_deref())?;
        let preset = preset.as_deref().unwrap_or("best");
        let map = grow(&open)?;
        let layer = layer(&open, &map)?;
        let variants = [
            ("plain", Options::default()),
            ("connectors", Options { connectors: true, ..Options::default() }),
            ("colliders", Options { colliders: true, ..Options::default() }),
            ("boxes", Options { boxes: true, ..Options::default() }),
            ("instancing", Options { instancing: true, ..Options::default() }),
            (
                "all",
                Options {
                    connectors: true,
                    colliders: true,
                    boxes: true,
                    instancing: true,
                    ..Options::default()
                },
            ),
            ("navigation", Options { navigation: Some(layer), ..Options::default() }),
        ];
        for (name, options) in variants {
            let path = out.join(format!("{}-{preset}-{name}.glb", open.kit.kit().name()));
            let exporter = exporter_for(&path).map_err(told)?;
            let bytes = (exporter.write)(&open.kit, &open.settings, &map, &options).map_err(told)?;
            std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            let expect = if name == "plain" { expect(&open, &map) } else { Value::Null };
            let navigation = options.navigation.as_ref().map(expect_navigation);
            let mut file = json!({ "file": path, "expect": expect, "navigation": navigation });
            if kit.ends_with(sample::NAME) && !options.instancing {
                look_for_things(&mut file, &open, &map);
            }
            files.push(file);
        }
    }
    Ok(files)
}

/// What stands in the sample's pieces is looked for, and adds to what can be counted.
fn look_for_things(file: &mut Value, open: &OpenKit, map: &Map) {
    if let Some(expect) = file["expect"].as_object_mut() {
        expect.retain(|key, _| !["nodes", "meshes", "primitives"].contains(&key.as_str()));
    }
    file["pieces"] = json!(MapFile::new(&open.kit, &open.settings, map).pieces);
    file["wanted"] = sample::wanted();
}

fn expect_navigation(layer: &NavLayer) -> Value {
    let reachable = layer.points.iter().filter(|point| point.region == 0).count();
    let counts = |region: u32| layer.left_out.is_none_or(|first| region < first);
    let counted = layer.mesh.triangles.iter().filter(|triangle| counts(triangle.region)).count();
    json!({
        "navmesh-navmesh": counted,
        "nav_left_out-noimp": layer.mesh.triangles.len() - counted,
        "nav_points_reachable-noimp": 8 * reachable,
        "nav_points_isolated-noimp": 8 * (layer.points.len() - reachable),
    })
}

/// What the map file and the pieces imply.
fn expect(open: &OpenKit, map: &Map) -> Value {
    let parts = |piece: PieceId| &open.kit.model(piece).parts;
    let used = |piece: &PieceId| map.drawn().any(|drawn| drawn.piece == *piece);
    let drawn: Vec<PieceId> =
        open.kit.kit().ids().filter(used).filter(|&piece| !parts(piece).is_empty()).collect();
    let mut bounds = Bounds::EMPTY;
    for Drawn { piece, pose, .. } in map.drawn() {
        let corners = parts(piece).iter().flat_map(|part| &part.positions);
        bounds = bounds.join(Bounds::around(corners.map(|corner| pose.point(*corner))));
    }
    let bounds = [bounds.min.to_array(), bounds.max.to_array()].concat();
    let file = MapFile::new(&open.kit, &open.settings, map);
    json!({
        "pieces": file.pieces,
        "doors": file.doors,
        "nodes": map.drawn().count() + 1,
        "meshes": drawn.len(),
        "primitives": drawn.iter().map(|&piece| parts(piece).len()).sum::<usize>(),
        "bounds": bounds,
    })
}
