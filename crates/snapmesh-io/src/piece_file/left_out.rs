//! What a file has and a map will not: nothing is lost without a word, and each kind is told once for the whole file.

use super::materials::passed_on;
use crate::files::one_line;
use serde_json::Value;
use snapmesh::{Problem, Problems};
use std::collections::BTreeSet;

/// Extensions that are read, or passed on into maps.
const KEPT: &[&str] = &[
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "EXT_texture_avif",
    "EXT_texture_webp",
    // What our own maps say to Godot, and nothing about a piece.
    "GODOT_single_root",
    "KHR_draco_mesh_compression",
    "KHR_implicit_shapes",
    "KHR_lights_punctual",
    "KHR_mesh_quantization",
    "KHR_meshopt_compression",
    "KHR_physics_rigid_bodies",
    "KHR_texture_basisu",
    "MSFT_texture_dds",
    "OMI_physics_body",
    "OMI_physics_shape",
];

/// How the names of extensions begin that say how things look, sound or move, and not where they are.
const HARMLESS: &[&str] = &[
    "ADOBE_materials_",
    "EXT_lights_",
    "EXT_materials_",
    "EXT_texture_",
    "KHR_animation_",
    "KHR_audio_",
    "KHR_lights_",
    "KHR_materials_",
    "KHR_techniques_",
    "KHR_texture_",
    "KHR_xmp",
    "MSFT_audio_",
];

/// So many names are told.
const SHOWN: usize = 6;

/// What a file has and maps do not, or not every reader of a map does.
pub(super) struct LeftOut {
    /// Required extensions that are not known.
    unknown: Vec<String>,
    /// Required extensions that are passed on.
    required: Vec<String>,
    gone: Vec<String>,
    at_rest: Vec<String>,
    no_triangles: Vec<String>,
}

impl LeftOut {
    /// By the JSON of a file.
    pub(super) fn of(json: &Value) -> Self {
        let unknown = required_but_unknown(json);
        let passed = names(json, "extensionsRequired").into_iter().filter(|name| passed_on(name));
        Self {
            required: passed.map(one_line).collect(),
            gone: gone(json, &unknown),
            at_rest: at_rest(json),
            no_triangles: no_triangles(json),
            unknown,
        }
    }

    /// Tells it; also whether there are animations that maps do not have.
    pub(super) fn told(mut self, animations: bool, source: &str) -> Problems {
        let mut problems = Problems::NONE;
        if !self.unknown.is_empty() {
            let message = format!(
                "needs {}, which is not known here: parts of it may be missing, or look different",
                listed(&self.unknown)
            );
            let help = "look at it with `snapmesh render`, or export again without the extension";
            problems.push(Problem::warning(source, message).help(help));
        }
        if !self.required.is_empty() {
            let required = listed(&self.required);
            let message = format!("needs {required}: a GLB map with it needs a reader that knows it, too");
            let help =
                "if yours does not, export again without the extension, or as one that is not required";
            problems.push(Problem::warning(source, message).help(help));
        }
        if animations {
            self.gone.insert(0, "animations of what is no node in maps".into());
        }
        let mut note = |what: &[String], say: &str| {
            if !what.is_empty() {
                problems.push(Problem::note(source, format!("has {}{say}", listed(what))));
            }
        };
        note(&self.gone, ": left out of maps");
        note(&self.at_rest, ": its meshes are used as they are at rest");
        note(&self.no_triangles, ": passed on into GLB maps, but not walked on and not in pictures");
        problems
    }
}

/// Names with commas between, and how many more there are.
fn listed(names: &[String]) -> String {
    let shown = names[..names.len().min(SHOWN)].join(", ");
    if names.len() > SHOWN { format!("{shown} and {} more", names.len() - SHOWN) } else { shown }
}

/// The names in a list of extensions, each once and in order.
fn names<'a>(json: &'a Value, list: &str) -> BTreeSet<&'a str> {
    json[list].as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn required_but_unknown(json: &Value) -> Vec<String> {
    let required = names(json, "extensionsRequired").into_iter();
    let harmless = |name: &str| HARMLESS.iter().any(|start| name.starts_with(start));
    required.filter(|name| !(is_kept(name) || harmless(name))).map(one_line).collect()
}

/// Whether an extension is read, or passed on into maps.
fn is_kept(name: &str) -> bool {
    KEPT.contains(&name) || passed_on(name)
}

/// What no map has: cameras, and whatever unknown extensions bring.
fn gone(json: &Value, told: &[String]) -> Vec<String> {
    let cameras = json["cameras"].as_array().is_some_and(|list| !list.is_empty());
    let used = names(json, "extensionsUsed").into_iter().filter(|name| !is_kept(name)).map(one_line);
    let used = used.filter(|name| !told.contains(name));
    cameras.then(|| "cameras".to_string()).into_iter().chain(used).collect()
}

fn primitives(json: &Value) -> impl Iterator<Item = &Value> {
    let meshes = json["meshes"].as_array().into_iter().flatten();
    meshes.flat_map(|mesh| mesh["primitives"].as_array().into_iter().flatten())
}

/// What would move the corners of meshes.
fn at_rest(json: &Value) -> Vec<String> {
    let nodes = json["nodes"].as_array().into_iter().flatten();
    let skins = nodes.into_iter().any(|node| node.get("skin").is_some());
    let keys = primitives(json).any(|primitive| primitive.get("targets").is_some());
    let found = [(skins, "skins"), (keys, "shape keys")].into_iter().filter(|(there, _)| *there);
    found.map(|(_, name)| name.to_string()).collect()
}

/// What is drawn and is no triangles.
fn no_triangles(json: &Value) -> Vec<String> {
    let has = |modes: std::ops::RangeInclusive<u64>| {
        primitives(json).any(|primitive| primitive["mode"].as_u64().is_some_and(|mode| modes.contains(&mode)))
    };
    let found = [(has(0..=0), "points"), (has(1..=3), "lines")].into_iter().filter(|(there, _)| *there);
    found.map(|(_, name)| name.to_string()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::room;
    use serde_json::json;

    fn told(change: &Value) -> Vec<String> {
        let mut json = room();
        for (key, value) in change.as_object().unwrap() {
            json[key] = value.clone();
        }
        let animations = !json["animations"].is_null();
        LeftOut::of(&json).told(animations, "P.glb").iter().map(ToString::to_string).collect()
    }

    #[test]
    fn required_extensions_that_nobody_knows_are_one_warning() {
        let told = told(&json!({
            "extensionsUsed": ["X_fold", "KHR_materials_unlit", "KHR_mesh_quantization", "X_bend"],
            "extensionsRequired": ["X_fold", "KHR_materials_unlit", "KHR_mesh_quantization", "X_bend", "X_fold"],
        }));
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(
            told[0].starts_with("warning: P.glb: needs X_bend, X_fold, which is not known here"),
            "{told:?}"
        );
        assert!(
            told[1]
                .starts_with("warning: P.glb: needs KHR_materials_unlit: a GLB map with it needs a reader"),
            "{told:?}"
        );
    }

    #[test]
    fn what_is_left_out_is_one_note() {
        let told = told(&json!({
            "animations": [{}], "cameras": [{}], "extensionsUsed": ["KHR_materials_variants", "KHR_animation_pointer"],
        }));
        let words =
            "animations of what is no node in maps, cameras, KHR_animation_pointer, KHR_materials_variants";
        assert_eq!(told, [format!("note: P.glb: has {words}: left out of maps")]);
    }

    #[test]
    fn meshes_that_could_move_or_are_no_triangles_are_a_note_each() {
        let part = |mode: u32| json!({ "attributes": { "POSITION": 0 }, "mode": mode, "targets": [] });
        let told = told(&json!({
            "nodes": [{ "mesh": 0, "skin": 0 }], "meshes": [{ "primitives": [part(0), part(1), part(3), part(5)] }],
        }));
        assert_eq!(
            told,
            [
                "note: P.glb: has skins, shape keys: its meshes are used as they are at rest",
                "note: P.glb: has points, lines: passed on into GLB maps, but not walked on and not in pictures",
            ]
        );
    }

    #[test]
    fn a_long_list_of_names_is_cut_and_moves_no_cursor() {
        let names: Vec<String> = (0..9).map(|i| format!("X_{i}\u{1b}")).collect();
        let told = told(&json!({ "extensionsRequired": names }));
        assert!(told[0].contains("X_5\u{fffd} and 3 more, which is not known"), "{told:?}");
    }
}
