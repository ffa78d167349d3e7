//! The JSON of a glTF file as far as we read it ourselves: nodes in 64 bits, and what they refer to.

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
pub(super) const FARTHEST: f64 = 1e12;

impl RawFile {
    /// What to call a node: its name, or its number. Names may come with anything in them; what would move a
    /// terminal's cursor is shown as a box.
    pub(super) fn name_of(&self, index: usize) -> String {
        match self.nodes[index].name.as_deref() {
            None | Some("") => format!("#{index}"),
            Some(name) => name.replace(char::is_control, "\u{fffd}"),
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
