//! Where settings stand, for what turns out wrong later.

use snapmesh::value::Inside;
use snapmesh::{Location, Value};
use std::collections::BTreeMap;

/// Where each item of a list, or each row of a table, was given: by `section.key` and item.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(BTreeMap<(String, String), Location>);

impl Places {
    pub(super) fn get(&self, path: &str, item: &str) -> Option<&Location> {
        self.0.get(&(path.into(), item.into()))
    }

    pub(super) fn insert(&mut self, path: &str, item: &str, location: Location) {
        let key = if path.starts_with("connection.color_matrix") {
            // Colors are the same in any case.
            (path.to_lowercase(), item.to_lowercase())
        } else if path.starts_with("ends.") {
            (path.to_lowercase(), item.into())
        } else {
            (path.into(), item.into())
        };
        self.0.insert(key, location);
    }

    /// Keeps where the items of a list and the rows of a table come from. `locate` finds a part of the value: what it holds,
    /// or the name it has there.
    pub(super) fn remember(&mut self, path: &str, value: &Value, locate: &dyn Fn(&[Inside]) -> Location) {
        self.remember_within(path, value, &mut Vec::new(), locate);
    }

    fn remember_within(
        &mut self,
        path: &str,
        value: &Value,
        way: &mut Vec<Inside>,
        locate: &dyn Fn(&[Inside]) -> Location,
    ) {
        match value {
            Value::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if let Value::String(text) = item {
                        way.push(Inside::Item(index));
                        self.insert(path, text, locate(way));
                        way.pop();
                    }
                }
            }
            Value::Table(rows) => {
                for (name, row) in rows {
                    way.push(Inside::Row(name.clone()));
                    self.insert(path, name, locate(way));
                    self.remember_within(&format!("{path}.{name}"), row, way, locate);
                    way.pop();
                }
            }
            _ => {}
        }
    }
}
