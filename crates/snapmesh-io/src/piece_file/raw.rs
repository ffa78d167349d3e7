//! The JSON of a glTF file as far as we read it ourselves: nodes in 64 bits, and what they refer to.

use crate::files::one_line;
use serde::Deserialize;
use serde_json::{Map, Value};
use snapmesh::{Problem, Problems};
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub(super) struct RawFile {
    #[serde(default)]
    pub(super) nodes: Vec<RawNode>,
    #[serde(default)]
    pub(super) scenes: Vec<RawScene>,
    pub(super) scene: Option<usize>,
    #[serde(default)]
    pub(super) meshes: Vec<RawMesh>,
    #[serde(default)]
    pub(super) accessors: Vec<Value>,
    #[serde(default)]
    pub(super) extensions: Map<String, Value>,
}

/// Coordinates beyond this are a mistake, and products of them would not stay finite.
pub(crate) const FARTHEST: f64 = 1e12;

impl RawFile {
    /// What to call a node: its name, or its number. Names may come with anything in them; what would move a
    /// terminal's cursor is shown as a box.
    pub(super) fn name_of(&self, index: usize) -> String {
        match self.nodes[index].name.as_deref() {
            None | Some("") => format!("#{index}"),
            Some(name) => one_line(name),
        }
    }

    /// References that lead nowhere, and numbers that are none.
    pub(super) fn check(&self, source: &str) -> Result<(), Problems> {
        let mut problems = Problems::NONE;
        let mut wrong = |node: Option<usize>, message: String| {
            let problem = Problem::error(source, message);
            problems.push(match node {
                Some(node) => problem.at_node(&self.name_of(node)),
                None => problem,
            });
        };
        for (index, node) in self.nodes.iter().enumerate() {
            if let Some(child) = node.children.iter().find(|child| **child >= self.nodes.len()) {
                wrong(
                    Some(index),
                    format!("has the child {child}, but there are {} nodes", self.nodes.len()),
                );
            }
            if let Some(mesh) = node.mesh.filter(|mesh| *mesh >= self.meshes.len()) {
                wrong(
                    Some(index),
                    format!("has the mesh {mesh}, but there are {} meshes", self.meshes.len()),
                );
            }
            if let Some(x) = node.numbers().find(|x| x.abs() >= FARTHEST) {
                wrong(
                    Some(index),
                    format!("its place must be finite numbers below {FARTHEST:e}, found {x:e}"),
                );
            }
        }
        if let Some(scene) = self.scene.filter(|scene| *scene >= self.scenes.len()) {
            wrong(None, format!("the default scene is {scene}, but there are {} scenes", self.scenes.len()));
        }
        for node in
            self.scenes.iter().flat_map(|scene| &scene.nodes).filter(|node| **node >= self.nodes.len())
        {
            wrong(None, format!("a scene has the node {node}, but there are {} nodes", self.nodes.len()));
        }
        for (index, mesh) in self.meshes.iter().enumerate() {
            let used = |p: &RawPrimitive| p.attributes.values().copied().chain(p.indices).max();
            let accessor = mesh.primitives.iter().filter_map(used).max();
            if let Some(accessor) = accessor.filter(|accessor| *accessor >= self.accessors.len()) {
                let there = self.accessors.len();
                wrong(
                    None,
                    format!("mesh {index} has the accessor {accessor}, but there are {there} accessors"),
                );
            }
        }
        problems.into_result()
    }
}

#[derive(Deserialize)]
pub(super) struct RawMesh {
    #[serde(default)]
    pub(super) primitives: Vec<RawPrimitive>,
}

#[derive(Deserialize)]
pub(super) struct RawPrimitive {
    #[serde(default)]
    pub(super) attributes: BTreeMap<String, usize>,
    pub(super) indices: Option<usize>,
}

#[derive(Deserialize)]
pub(super) struct RawScene {
    #[serde(default)]
    pub(super) nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(super) struct RawNode {
    pub(super) name: Option<String>,
    pub(super) mesh: Option<usize>,
    #[serde(default)]
    pub(super) children: Vec<usize>,
    pub(super) translation: Option<[f64; 3]>,
    pub(super) rotation: Option<[f64; 4]>,
    pub(super) scale: Option<[f64; 3]>,
    pub(super) matrix: Option<[f64; 16]>,
    pub(super) extras: Option<Value>,
    pub(super) camera: Option<Value>,
    pub(super) skin: Option<Value>,
    #[serde(default)]
    pub(super) extensions: Map<String, Value>,
}

impl RawNode {
    /// Every number of its transform.
    fn numbers(&self) -> impl Iterator<Item = f64> {
        let flat = self.translation.into_iter().flatten().chain(self.scale.into_iter().flatten());
        flat.chain(self.rotation.into_iter().flatten()).chain(self.matrix.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn told(json: Value) -> Vec<String> {
        let file: RawFile = serde_json::from_value(json).unwrap();
        file.check("P.glb").err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_file_with_nothing_in_it_is_sound() {
        assert!(told(json!({})).is_empty());
        assert!(told(json!({ "nodes": [{ "children": [1] }, {}], "scenes": [{ "nodes": [0] }] })).is_empty());
    }

    #[test]
    fn references_that_lead_nowhere_are_all_told() {
        let told = told(json!({
            "nodes": [{ "name": "A", "children": [0, 7] }, { "mesh": 1 }],
            "meshes": [{ "primitives": [{ "attributes": { "POSITION": 0, "NORMAL": 5 }, "indices": 4 }] }],
            "accessors": [{}],
            "scene": 2,
            "scenes": [{ "nodes": [1, 9] }],
        }));
        assert_eq!(
            told,
            [
                "error: P.glb: node `A`: has the child 7, but there are 2 nodes",
                "error: P.glb: node `#1`: has the mesh 1, but there are 1 meshes",
                "error: P.glb: the default scene is 2, but there are 1 scenes",
                "error: P.glb: a scene has the node 9, but there are 2 nodes",
                "error: P.glb: mesh 0 has the accessor 5, but there are 1 accessors",
            ]
        );
    }

    #[test]
    fn every_number_of_a_place_is_looked_at() {
        let mut matrix = [0.0; 16];
        matrix[13] = -1e12;
        for node in [
            json!({ "translation": [0, 1e12, 0] }),
            json!({ "scale": [1, 1, -2e12] }),
            json!({ "rotation": [3e12, 0, 0, 1] }),
            json!({ "matrix": matrix }),
        ] {
            let told = told(json!({ "nodes": [node] }));
            assert!(told.len() == 1 && told[0].contains("finite numbers below 1e12, found"), "{told:?}");
        }
        assert!(told(json!({ "nodes": [{ "translation": [9.9e11, 0, 0] }] })).is_empty());
    }

    #[test]
    fn a_node_is_called_by_its_name_or_its_number_and_moves_no_cursor() {
        let nodes = json!([{ "name": "Door" }, {}, { "name": "" }, { "name": "a\u{1b}[2Jb" }]);
        let file: RawFile = serde_json::from_value(json!({ "nodes": nodes })).unwrap();
        assert_eq!([0, 1, 2, 3].map(|node| file.name_of(node)), ["Door", "#1", "#2", "a\u{fffd}[2Jb"]);
    }
}
