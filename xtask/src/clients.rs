//! Our files, read by real clients: the Khronos validator, three.js and gltf-transform, in Node.

use crate::gallery::layer;
use crate::root;
use crate::test::run_in_root;
use serde_json::{Value, json};
use snapmesh::selection::STANDARD;
use snapmesh::{Bounds, Generator, Map, Problem};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::{Changes, KitFolder, MapFile, NavLayer};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Writes a map of every preset of every kit, plain and with each option, and has them read.
pub(crate) fn run() -> Result<(), String> {
    if Command::new("npm").arg("--version").output().is_err() {
        println!(
            "> clients skipped: install Node.js (20 or newer, with npm) to have our files read by real clients"
        );
        return Ok(());
    }
    let folder = root().join("target/clients");
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut manifest = Vec::new();
    for kit in kits()? {
        manifest.extend(pieces(&kit)?);
        manifest.extend(maps(&kit, &folder)?);
    }
    let list = folder.join("manifest.json");
    std::fs::write(&list, json!(manifest).to_string()).map_err(|error| error.to_string())?;
    run_in_root(Command::new("npm").args(["ci", "--prefix", "clients", "--silent"]))?;
    run_in_root(Command::new("node").arg("clients/check.mjs").arg(&list))
}

/// Every folder with a kit in it.
pub(crate) fn kits() -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(root().join("kits")).map_err(|error| error.to_string())?;
    let folders = entries.filter_map(Result::ok).map(|entry| entry.path());
    let mut kits: Vec<PathBuf> = folders.filter(|folder| folder.join("kit.toml").is_file()).collect();
    kits.sort();
    Ok(kits)
}

fn pieces(kit: &Path) -> Result<Vec<Value>, String> {
    let folder = open(kit, None)?;
    Ok(folder.files.iter().map(|file| json!({ "file": file })).collect())
}

pub(crate) fn open(kit: &Path, preset: Option<&str>) -> Result<KitFolder, String> {
    let changes = Changes { preset: preset.map(Into::into), ..Changes::default() };
    KitFolder::open(kit, &changes, STANDARD).map_err(|problems| told(&problems))
}

pub(crate) fn told(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn maps(kit: &Path, out: &Path) -> Result<Vec<Value>, String> {
    let mut files = Vec::new();
    for preset in open(kit, None)?.presets {
        let folder = open(kit, Some(&preset))?;
        let map = Generator::new(&folder.kit, &folder.settings).map_err(|error| error.message)?.run();
        let layer = layer(&folder, &map)?;
        let variants = [
            ("plain", Options::default()),
            ("connectors", Options { connectors: true, ..Options::default() }),
            ("colliders", Options { colliders: true, ..Options::default() }),
            ("instancing", Options { instancing: true, ..Options::default() }),
            ("all", Options { connectors: true, colliders: true, instancing: true, ..Options::default() }),
            ("navigation", Options { navigation: Some(layer), ..Options::default() }),
        ];
        for (name, options) in variants {
            let path = out.join(format!("{}-{preset}-{name}.glb", folder.kit.name()));
            let exporter = exporter_for(&path).map_err(|problems| told(&problems))?;
            let bytes = (exporter.write)(&folder, &map, &options).map_err(|problems| told(&problems))?;
            std::fs::write(&path, bytes).map_err(|error| format!("{}: {error}", path.display()))?;
            let expect = if name == "plain" { expect(&folder, &map) } else { Value::Null };
            let navigation = options.navigation.as_ref().map(expect_navigation);
            files.push(json!({ "file": path, "expect": expect, "navigation": navigation }));
        }
    }
    Ok(files)
}

fn expect_navigation(layer: &NavLayer) -> Value {
    let reachable = layer.points.iter().filter(|point| point.region == 0).count();
    json!({
        "navmesh-navmesh": layer.mesh.triangles.len(),
        "nav_points_reachable": 8 * reachable,
        "nav_points_isolated": 8 * (layer.points.len() - reachable),
    })
}

/// What the map file and the pieces imply.
fn expect(folder: &KitFolder, map: &Map) -> Value {
    let used = |piece: &usize| map.pieces.iter().any(|placed| placed.piece == *piece);
    let drawn = (0..folder.models.len()).filter(used).filter(|&piece| !folder.models[piece].parts.is_empty());
    let parts = drawn.clone().map(|piece| folder.models[piece].parts.len());
    let mut bounds = Bounds::EMPTY;
    for placed in &map.pieces {
        let corners = folder.models[placed.piece].parts.iter().flat_map(|part| &part.positions);
        bounds = bounds.join(Bounds::around(corners.map(|corner| placed.pose.point(*corner))));
    }
    let bounds = [bounds.min.to_array(), bounds.max.to_array()].concat();
    json!({
        "pieces": MapFile::new(folder, map).pieces,
        "nodes": map.pieces.len() + 1,
        "meshes": drawn.count(),
        "primitives": parts.sum::<usize>(),
        "bounds": bounds,
    })
}
