//! Materials as files tell them: extensions that maps pass on, and where textures are referred to.

use serde_json::{Map, Value};

/// Where on its image a texture is: the one extension that is passed on with a reference to a texture.
pub(crate) const TRANSFORM: &str = "KHR_texture_transform";

/// How the names of extensions begin that are a part of a material, and refer to nothing but textures.
const OF_MATERIALS: &[&str] = &["ADOBE_materials_", "EXT_materials_", "KHR_materials_"];

/// It says which material a primitive has, and is no part of any.
const VARIANTS: &str = "KHR_materials_variants";

/// Whether an extension of materials, or of their references to textures, is passed on into maps.
pub(crate) fn passed_on(name: &str) -> bool {
    name == TRANSFORM || is_of_material(name)
}

fn is_of_material(name: &str) -> bool {
    OF_MATERIALS.iter().any(|start| name.starts_with(start)) && name != VARIANTS
}

/// Leaves of a material what is core glTF, and the extensions that are passed on.
pub(crate) fn strip(material: &mut Value) {
    let Some(object) = material.as_object_mut() else { return };
    retain(object, is_of_material);
    let inner = object.get_mut("extensions").and_then(Value::as_object_mut);
    inner.into_iter().flat_map(Map::values_mut).for_each(strip_inner);
    object
        .iter_mut()
        .filter(|(key, _)| *key != "extensions" && *key != "extras")
        .for_each(|(_, value)| strip_inner(value));
}

/// The same for what is in a material: references to textures, at any depth.
fn strip_inner(value: &mut Value) {
    let Some(object) = value.as_object_mut() else { return };
    retain(object, |name| name == TRANSFORM);
    let inner = object.iter_mut().filter(|(key, _)| *key != "extensions" && *key != "extras");
    inner.for_each(|(_, value)| strip_inner(value));
}

fn retain(object: &mut Map<String, Value>, keep: impl Fn(&str) -> bool) {
    let Some(extensions) = object.get_mut("extensions") else { return };
    if let Some(extensions) = extensions.as_object_mut() {
        extensions.retain(|name, value| keep(name) && value.is_object());
    }
    if extensions.as_object().is_none_or(Map::is_empty) {
        object.remove("extensions");
    }
}

/// The names of extensions that a material has, or that its references to textures have.
pub(crate) fn extensions(material: &Value) -> Vec<&str> {
    let own = material["extensions"].as_object().into_iter().flat_map(Map::keys).map(String::as_str);
    let moved = slots(material)
        .into_iter()
        .any(|slot| material.pointer(&slot).is_some_and(|info| info["extensions"].get(TRANSFORM).is_some()));
    own.filter(|name| is_of_material(name)).chain(moved.then_some(TRANSFORM)).collect()
}

/// Where a material refers to textures, as JSON pointers: in core glTF, and in extensions that are passed on.
pub(crate) fn slots(material: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let Some(object) = material.as_object() else { return found };
    for (key, value) in object.iter().filter(|(key, _)| *key != "extensions") {
        look(key, value, "", &mut found);
    }
    let extensions = object.get("extensions").and_then(Value::as_object).into_iter().flatten();
    for (name, extension) in extensions.filter(|(name, _)| is_of_material(name)) {
        for (key, value) in extension.as_object().into_iter().flatten() {
            look(key, value, &format!("/extensions/{name}"), &mut found);
        }
    }
    found
}

fn look(key: &str, value: &Value, path: &str, found: &mut Vec<String>) {
    let plain = key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let Some(object) = value.as_object().filter(|_| plain && key != "extras" && key != "extensions") else {
        return;
    };
    let path = format!("{path}/{key}");
    if key.to_ascii_lowercase().ends_with("texture") && object.get("index").is_some_and(Value::is_u64) {
        found.push(path);
    } else {
        object.iter().for_each(|(key, value)| look(key, value, &path, found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn coat() -> Value {
        json!({
            "name": "coat",
            "pbrMetallicRoughness": { "baseColorTexture": {
                "index": 0, "extensions": { TRANSFORM: { "scale": [2, 2] }, "X_y": {} },
            } },
            "normalTexture": { "index": 1, "extensions": { "X_y": {} } },
            "extras": { "walkable": true, "someTexture": { "index": 7 }, "extensions": 3 },
            "extensions": {
                "KHR_materials_clearcoat": { "clearcoatNormalTexture": { "index": 2, "scale": 0.5 }, "extensions": {} },
                "KHR_materials_sheen": { "sheenColorFactor": [1, 0, 0] },
                "X_toon": { "rampTexture": { "index": 3 } },
            },
        })
    }

    #[test]
    fn textures_are_found_in_core_and_in_what_is_passed_on() {
        let want = [
            "/pbrMetallicRoughness/baseColorTexture",
            "/normalTexture",
            "/extensions/KHR_materials_clearcoat/clearcoatNormalTexture",
        ];
        assert_eq!(slots(&coat()), want);
        assert!(
            slots(&json!(3)).is_empty() && slots(&json!({ "normalTexture": { "index": -1 } })).is_empty()
        );
    }

    #[test]
    fn what_is_passed_on_stays_and_all_else_goes() {
        let mut material = coat();
        strip(&mut material);
        assert_eq!(extensions(&material), ["KHR_materials_clearcoat", "KHR_materials_sheen", TRANSFORM]);
        assert!(material["normalTexture"].get("extensions").is_none());
        assert_eq!(
            material["pbrMetallicRoughness"]["baseColorTexture"]["extensions"],
            json!({ TRANSFORM: { "scale": [2, 2] } })
        );
        assert_eq!(material["extras"]["extensions"], 3, "what is their own is not looked at");
        let mut odd = json!({ "extensions": [1], "normalTexture": 3 });
        strip(&mut odd);
        assert_eq!(odd, json!({ "normalTexture": 3 }));
    }

    #[test]
    fn names_tell_what_is_passed_on() {
        for name in [TRANSFORM, "KHR_materials_unlit", "EXT_materials_bump"] {
            assert!(passed_on(name), "{name}");
        }
        for name in [VARIANTS, "KHR_lights_punctual", "VRMC_materials_mtoon"] {
            assert!(!passed_on(name), "{name}");
        }
    }
}
