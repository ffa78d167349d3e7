//! Values of settings as JSON, and back.

use serde_json::{Map as Object, Value as Json, json};
use snapmesh::{Settings, Value};

/// The settings of a map as JSON, section by section: those it was made with, and its own seed.
pub fn settings_of(settings: &Settings, seed: i64) -> Object<String, Json> {
    let mut sections = Object::new();
    for (section, key, value) in settings.entries() {
        let keys = sections.entry(section).or_insert_with(|| json!({}));
        keys[&*key] = json_of(&value);
    }
    sections["generation"]["seed"] = json!(seed);
    sections
}

/// A value as JSON.
pub fn json_of(value: &Value) -> Json {
    match value {
        Value::Integer(n) => json!(n),
        Value::Real(x) => json!(x),
        Value::Bool(flag) => json!(flag),
        Value::String(text) => json!(text),
        Value::List(items) => items.iter().map(json_of).collect(),
        Value::Table(rows) => {
            Json::Object(rows.iter().map(|(name, row)| (name.clone(), json_of(row))).collect())
        }
    }
}

/// A value that was written as JSON; none if it is null anywhere.
pub fn value_of(json: &Json) -> Option<Value> {
    Some(match json {
        Json::Bool(flag) => Value::Bool(*flag),
        Json::Number(number) => {
            number.as_i64().map(Value::Integer).or_else(|| number.as_f64().map(Value::Real))?
        }
        Json::String(text) => Value::String(text.clone()),
        Json::Array(items) => Value::List(items.iter().map(value_of).collect::<Option<_>>()?),
        Json::Object(rows) => Value::Table(
            rows.iter().map(|(name, row)| Some((name.clone(), value_of(row)?))).collect::<Option<_>>()?,
        ),
        Json::Null => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_go_both_ways_and_null_goes_none() {
        let table = Value::Table(vec![("a".into(), Value::List(vec![Value::Integer(1), Value::Real(0.5)]))]);
        for value in [table, Value::Bool(true), "x".into(), Value::Integer(i64::MIN), Value::Real(-1e300)] {
            assert_eq!(value_of(&json_of(&value)), Some(value));
        }
        assert_eq!(value_of(&json!([1, [null]])), None);
        assert_eq!(value_of(&json!({ "a": null })), None);
    }
}
