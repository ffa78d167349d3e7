//! Maps with every option, for engines to open.

use crate::kit_folders::{grow, kits, layer, open, told};
use crate::repository::{put, root};
use crate::sample;
use serde_json::{Value, json};
use snapmesh::{Map, Placed};
use snapmesh_io::export::{Options, exporter_for};
use snapmesh_io::{MapFile, NavLayer, OpenKit};
use std::path::Path;

/// Writes maps of our kits, of the sample, and of a kit of somebody else's if that lies beside the repository.
pub(super) fn write(folder: &Path) -> Result<Vec<Value>, String> {
    let maps = folder.join("maps");
    std::fs::create_dir_all(&maps).map_err(|error| error.to_string())?;
    let downloaded = root().join("../shared/third-party/kaykit-dungeon");
    let downloaded = downloaded.join("kit.toml").is_file().then_some(downloaded);
    let mut entries = Vec::new();
    for kit in kits()?.into_iter().chain(downloaded).chain([sample::write(folder)?]) {
        entries.extend(of_kit(&kit, &maps)?);
    }
    println!("> {} maps are in {}", entries.len(), maps.display());
    Ok(entries)
}

/// The kit's own map with each option, and a map of every preset with all that go together.
fn of_kit(kit: &Path, maps: &Path) -> Result<Vec<Value>, String> {
    let mut entries = Vec::new();
    let presets = open(kit, None)?.presets.into_iter().map(Some).chain([None]);
    for preset in presets {
        let open = open(kit, preset.as_deref())?;
        let map = grow(&open)?;
        let layer = layer(&open, &map)?;
        let name = format!("{}-{}", open.kit.kit().name(), preset.as_deref().unwrap_or("best"));
        let write = |file: &Path, options: &Options| {
            let exporter = exporter_for(file).map_err(told)?;
            put(file, &(exporter.write)(&open.kit, &open.settings, &map, options).map_err(told)?)
        };
        let poses = maps.join(format!("{name}.json"));
        write(&poses, &Options::default())?;
        for (variant, options) in variants(&layer) {
            if preset.is_none() || variant == "all" {
                let file = maps.join(format!("{name}-{variant}.glb"));
                write(&file, &options)?;
                let mut entry = entry(&open, &map, &options);
                entry["name"] = json!(format!("{name}-{variant}"));
                entry["file"] = json!(file);
                entry["map"] = json!(poses);
                if kit.ends_with(sample::NAME) && !options.instancing {
                    entry["wanted"] = sample::wanted();
                }
                entries.push(entry);
            }
        }
    }
    Ok(entries)
}

fn variants(layer: &NavLayer) -> Vec<(&'static str, Options)> {
    let plain = Options::default();
    let navigation = Some(layer.clone());
    vec![
        ("plain", plain.clone()),
        ("connectors", Options { connectors: true, ..plain.clone() }),
        ("colliders", Options { colliders: true, ..plain.clone() }),
        ("boxes", Options { boxes: true, ..plain.clone() }),
        ("nav", Options { navigation: navigation.clone(), ..plain.clone() }),
        ("instancing", Options { instancing: true, ..plain.clone() }),
        ("all", Options { connectors: true, colliders: true, boxes: true, navigation, ..plain }),
    ]
}

/// What a reader has to know about a map beside its `map.json`.
fn entry(open: &OpenKit, map: &Map, options: &Options) -> Value {
    let navigation = &open.settings.navigation;
    let point =
        |point: &snapmesh_nav::Point| json!({ "at": point.position.to_array(), "region": point.region });
    let layer = options.navigation.as_ref();
    let drawn = |placed: &&Placed| !open.kit.model(placed.piece).parts.is_empty();
    json!({
        "connectors": options.connectors,
        "colliders": options.colliders,
        "boxes": options.boxes,
        "instancing": options.instancing,
        "drawn": map.pieces.iter().filter(drawn).count(),
        "agent": {
            "radius": navigation.agent_radius, "height": navigation.agent_height, "climb": navigation.max_climb,
        },
        "points": layer.map(|layer| layer.points.iter().map(point).collect::<Vec<_>>()),
        "pieces": MapFile::new(&open.kit, &open.settings, map).pieces,
        "wanted": null,
    })
}
