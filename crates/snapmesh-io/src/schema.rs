//! Every setting as a JSON schema: for editors that complete a `kit.toml`, and for panels that are made from it.

use crate::map_file::json_of;
use serde_json::{Map as Object, Value as Json, json};
use snapmesh::Method;
use snapmesh::settings::{ListedKey, keys};
use snapmesh::value::{Key, KeyType, Limits};

/// The schema of a `kit.toml`, with the parameters of these methods. Units, and the methods that a parameter belongs to,
/// stand beside what JSON schema knows.
pub fn schema(methods: &[&'static Method]) -> Json {
    let mut sections = Object::new();
    for listed in keys(methods) {
        let section = sections
            .entry(listed.section)
            .or_insert_with(|| json!({ "type": "object", "additionalProperties": false, "properties": {} }));
        if listed.any_name {
            section["additionalProperties"] = property(&listed, methods);
        } else {
            section["properties"][listed.key.name] = property(&listed, methods);
        }
    }
    let preset = json!({ "type": "object", "additionalProperties": false, "properties": Json::Object(sections.clone()) });
    let help = "named sets of changes to any of the above";
    sections.insert(
        "presets".into(),
        json!({ "type": "object", "description": help, "additionalProperties": preset }),
    );
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "kit.toml",
        "type": "object",
        "additionalProperties": false,
        "properties": sections,
    })
}

fn property(listed: &ListedKey, methods: &[&'static Method]) -> Json {
    let mut property = described(listed.key, methods);
    if !listed.methods.is_empty() {
        property.insert("methods".into(), json!(listed.methods));
    }
    Json::Object(property)
}

/// A key with all that is known about it.
fn described(key: &Key, methods: &[&'static Method]) -> Object<String, Json> {
    let mut property = Object::from_iter([("description".to_string(), json!(key.help))]);
    property.extend(type_of(&key.takes, methods));
    if let Some(default) = key.default.value() {
        property.insert("default".into(), json_of(&default));
    }
    if !key.unit.is_empty() {
        property.insert("unit".into(), json!(key.unit));
    }
    property
}

/// What a key takes, in the words of JSON schema.
fn type_of(takes: &KeyType, methods: &[&'static Method]) -> Object<String, Json> {
    let words = match takes {
        KeyType::Integer { min: i64::MIN, .. } => json!({ "type": "integer" }),
        KeyType::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max }),
        KeyType::Real(Limits::AtLeast(low)) => json!({ "type": "number", "minimum": low }),
        KeyType::Real(Limits::Above(low)) => json!({ "type": "number", "exclusiveMinimum": low }),
        KeyType::Real(Limits::Within(low, high)) => {
            json!({ "type": "number", "minimum": low, "maximum": high })
        }
        KeyType::Bool => json!({ "type": "boolean" }),
        KeyType::Choice(names) => json!({ "type": "string", "enum": names }),
        KeyType::Method => {
            let names: Vec<&str> = methods.iter().map(|method| method.name).collect();
            json!({ "type": "string", "enum": names })
        }
        KeyType::String => json!({ "type": "string" }),
        KeyType::List(of) => json!({ "type": "array", "items": type_of(of, methods) }),
        KeyType::Table(of) => json!({ "type": "object", "additionalProperties": type_of(of, methods) }),
        KeyType::Range(of) => {
            let one = Json::Object(type_of(of, methods));
            json!({ "anyOf": [one, { "type": "array", "items": one, "minItems": 2, "maxItems": 2 }] })
        }
        KeyType::Vector(limits) => {
            let number = Json::Object(type_of(&KeyType::Real(*limits), methods));
            json!({ "type": "array", "items": number, "minItems": 3, "maxItems": 3 })
        }
        KeyType::Record(keys) => record(keys, methods),
        KeyType::Forms(forms) => {
            json!({ "anyOf": forms.iter().map(|keys| record(keys, methods)).collect::<Vec<_>>() })
        }
        KeyType::Volume => {
            let corner =
                json!({ "type": "array", "items": { "type": "number" }, "minItems": 3, "maxItems": 3 });
            json!({
                "type": "object", "additionalProperties": false, "required": ["min", "max"],
                "properties": { "min": corner, "max": corner },
            })
        }
        // No words for it: anything goes.
        _ => json!({}),
    };
    match words {
        Json::Object(words) => words,
        _ => Object::new(),
    }
}

/// A table with these keys.
fn record(keys: &[Key], methods: &[&'static Method]) -> Json {
    let property = |key: &Key| (key.name.to_string(), Json::Object(described(key, methods)));
    let properties: Object<String, Json> = keys.iter().map(property).collect();
    let mut record = json!({ "type": "object", "additionalProperties": false, "properties": properties });
    let required: Vec<&str> = keys.iter().filter(|key| key.is_required()).map(|key| key.name).collect();
    if !required.is_empty() {
        record["required"] = json!(required);
    }
    record
}

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::selection::STANDARD;

    #[test]
    fn every_key_is_there_with_type_bounds_default_unit_and_help() {
        let schema = schema(STANDARD);
        let key = |path: &str| {
            schema.pointer(&format!("/properties/{}", path.replace('.', "/properties/"))).unwrap()
        };
        assert_eq!(
            *key("generation.max_fails"),
            json!({ "description": "tentative pieces tried with a guide before it is given up",
                    "type": "integer", "minimum": 1, "maximum": 1_000_000_000, "default": 10 })
        );
        assert_eq!(key("generation.piece_distance")["unit"], "m");
        assert_eq!(key("generation.piece_distance")["maximum"], 1e6);
        assert_eq!(key("navigation.agent_radius")["exclusiveMinimum"], 0.0);
        let names: Vec<&str> = STANDARD.iter().map(|method| method.name).collect();
        assert_eq!(key("selection.method")["enum"], json!(names));
        assert_eq!(key("selection.max_pieces")["methods"][0], "arena");
        assert_eq!(key("connection.color_matrix")["additionalProperties"]["type"], "array");
        assert_eq!(key("navigation.cell_size").get("default"), None);
        assert!(schema["properties"]["presets"]["additionalProperties"]["properties"]["kit"].is_object());
        let rule = &schema["properties"]["rules"]["additionalProperties"];
        assert_eq!(rule["properties"]["apart"]["unit"], "joints");
        assert_eq!(rule["properties"]["count"]["anyOf"][1]["minItems"], 2);
        assert_eq!(key("growth.inside")["required"], json!(["min", "max"]));
        assert_eq!((&key("kit.scale")["default"], &key("kit.scale")["unit"]), (&json!(1.0), &json!("m")));
        let notes = &schema["properties"]["pieces"]["additionalProperties"]["properties"];
        assert_eq!(notes["connectors"]["items"]["required"], json!(["at", "heading"]));
        assert_eq!(notes["connectors"]["items"]["properties"]["at"]["maxItems"], 3);
        assert_eq!(notes["boxes"]["items"]["anyOf"][1]["required"], json!(["center", "half"]));
        assert_eq!(notes["floor"]["items"]["type"], "string");
        for listed in keys(STANDARD).iter().filter(|listed| !listed.any_name) {
            assert!(key(&format!("{}.{}", listed.section, listed.key.name))["description"].is_string());
        }
    }

    #[test]
    fn every_type_has_its_words() {
        let words = |takes: KeyType| Json::Object(type_of(&takes, STANDARD));
        assert_eq!(words(KeyType::Integer { min: i64::MIN, max: i64::MAX }), json!({ "type": "integer" }));
        assert_eq!(
            words(KeyType::Integer { min: 1, max: 5 }),
            json!({ "type": "integer", "minimum": 1, "maximum": 5 })
        );
        let words_of_three = words(KeyType::Integer { min: 0, max: 3 });
        assert_eq!(words_of_three, json!({ "type": "integer", "minimum": 0, "maximum": 3 }));
        assert_eq!(words(KeyType::Real(Limits::AtLeast(0.5))), json!({ "type": "number", "minimum": 0.5 }));
        assert_eq!(
            words(KeyType::Real(Limits::Above(0.5))),
            json!({ "type": "number", "exclusiveMinimum": 0.5 })
        );
        assert_eq!(
            words(KeyType::Real(Limits::Within(0.5, 1.5))),
            json!({ "type": "number", "minimum": 0.5, "maximum": 1.5 })
        );
        assert_eq!(words(KeyType::Bool), json!({ "type": "boolean" }));
        assert_eq!(words(KeyType::Choice(&["a", "b"])), json!({ "type": "string", "enum": ["a", "b"] }));
        assert_eq!(
            words(KeyType::Table(&KeyType::List(&KeyType::String))),
            json!({
                "type": "object",
                "additionalProperties": { "type": "array", "items": { "type": "string" } },
            })
        );
    }

    #[test]
    fn nothing_but_the_known_is_allowed_at_any_depth() {
        let schema = schema(&[]);
        assert_eq!(schema["additionalProperties"], false);
        let sections = schema["properties"].as_object().unwrap();
        let names: Vec<_> = sections.keys().map(String::as_str).collect();
        let paper = ["kit", "connection", "generation", "selection"];
        assert_eq!(
            names,
            [&paper[..], &["growth", "rules", "ends", "pieces", "navigation", "presets"]].concat()
        );
        for (name, section) in sections.iter().filter(|(name, _)| *name != "presets") {
            let entry = section["additionalProperties"].as_object();
            let closed =
                entry.map_or(&section["additionalProperties"], |entry| &entry["additionalProperties"]);
            assert_eq!(*closed, false, "{name}");
            assert_eq!(schema["properties"]["presets"]["additionalProperties"]["properties"][name], *section);
        }
        assert_eq!(sections["selection"]["properties"]["method"]["enum"], json!([]), "no method, no name");
        assert!(sections["selection"]["properties"].get("max_pieces").is_none());
    }
}
