//! A map file as text: short lines that can be compared by eye and by diff.

use serde_json::{Map as Object, Value as Json};

/// The text of a file: a line for every key; of a list of objects, and of an object of objects, a line for each.
pub(super) fn of(file: &Object<String, Json>) -> String {
    let keys: Vec<String> =
        file.iter().map(|(key, value)| format!("{}: {}", Json::from(&**key), lines(value))).collect();
    format!("{{\n  {}\n}}\n", keys.join(",\n  "))
}

fn lines(value: &Json) -> String {
    match value {
        Json::Array(items) if items.iter().all(Json::is_object) && !items.is_empty() => {
            let items: Vec<String> = items.iter().map(Json::to_string).collect();
            format!("[\n    {}\n  ]", items.join(",\n    "))
        }
        Json::Object(rows) if rows.values().all(Json::is_object) && !rows.is_empty() => {
            let rows: Vec<String> =
                rows.iter().map(|(key, row)| format!("{}: {row}", Json::from(&**key))).collect();
            format!("{{\n    {}\n  }}", rows.join(",\n    "))
        }
        value => value.to_string(),
    }
}
