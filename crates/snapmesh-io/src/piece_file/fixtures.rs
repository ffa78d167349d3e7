//! What stands in a piece and stays a node in maps: lights, markers, and what moves.
//!
//! All else that is drawn becomes one mesh. A marker is an empty that is no connector: a spawn point, a place for loot. What
//! moves is what an animation moves, or what its maker wants to (`keep` in its extras), with all that hangs on it.

use super::extras::flag;
use super::names::{self, MeshRole, mesh_role, short};
use super::nodes::Node;
use super::raw::RawFile;
use super::trs::Trs;
use serde_json::{Map, Value};
use snapmesh::glam::DMat4;
use std::collections::{BTreeMap, BTreeSet};

/// The extension that brings lights.
pub(crate) const LIGHTS: &str = "KHR_lights_punctual";

/// Extras of the piece as a whole, which make no marker of the node that has them.
const HINTS: &[&str] = &["weight", "max", "tags"];
/// Extras that say what a node is to us.
const OURS: &[&str] = &["pins", "connector", "collider"];

/// A node that stays one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Fixture {
    /// The number of its node in the file; none for one that only holds another where its parents had it.
    pub(crate) node: Option<usize>,
    /// The fixture that it hangs on, which comes before it in the list; none if that is the piece.
    pub(crate) parent: Option<usize>,
    pub(crate) name: String,
    /// In the space of its parent.
    pub(crate) place: Trs,
    /// Its mesh in the file, if that is drawn.
    pub(crate) mesh: Option<usize>,
    /// Its light in the file.
    pub(crate) light: Option<usize>,
    pub(crate) extras: Map<String, Value>,
}

/// What a file says about its nodes elsewhere.
pub(super) struct Elsewhere {
    /// Nodes that animations move.
    pub(super) animated: BTreeSet<usize>,
    /// Nodes that are bones.
    bones: BTreeSet<usize>,
    /// How many lights there are.
    lights: usize,
}

impl Elsewhere {
    /// By the JSON of a file; its animations are looked at elsewhere.
    pub(super) fn new(json: &Value) -> Self {
        let skins = json["skins"].as_array().into_iter().flatten();
        let bones = skins.flat_map(|skin| skin["joints"].as_array().into_iter().flatten());
        Self {
            animated: BTreeSet::new(),
            bones: bones.filter_map(Value::as_u64).map(|node| node as usize).collect(),
            lights: json["extensions"][LIGHTS]["lights"].as_array().map_or(0, Vec::len),
        }
    }
}

/// Finds the fixtures of a file, and marks the nodes whose meshes are theirs.
pub(super) fn find(raw: &RawFile, roots: &[usize], nodes: &mut [Node], file: &Elsewhere) -> Vec<Fixture> {
    let place: BTreeMap<usize, usize> = nodes.iter().enumerate().map(|(i, node)| (node.index, i)).collect();
    let mut finder = Finder { raw, nodes, place: &place, file, found: vec![] };
    let mut open: Vec<(usize, Option<usize>)> = roots.iter().rev().map(|&root| (root, None)).collect();
    while let Some((index, carrier)) = open.pop() {
        let carrier = finder.visit(index, carrier);
        open.extend(raw.nodes[index].children.iter().rev().map(|&child| (child, carrier)));
    }
    let kept = needed(finder.found);
    for fixture in kept.iter().filter(|fixture| fixture.mesh.is_some()) {
        if let Some(&node) = fixture.node.and_then(|node| place.get(&node)) {
            nodes[node].moves = true;
        }
    }
    kept
}

struct Finder<'a> {
    raw: &'a RawFile,
    nodes: &'a [Node],
    place: &'a BTreeMap<usize, usize>,
    file: &'a Elsewhere,
    /// With whether each stands for something, and is not just there to hold others.
    found: Vec<(Fixture, bool)>,
}

impl Finder<'_> {
    /// Looks at a node. Returns the fixture that carries what hangs on it, if any does.
    fn visit(&mut self, index: usize, carrier: Option<usize>) -> Option<usize> {
        let Some(&place) = self.place.get(&index) else {
            // What is not to be imported is not there, but moves what hangs on it.
            let local = Trs::of_node(&self.raw.nodes[index]).ok();
            return match (carrier, local) {
                (Some(_), Some(local)) => Some(self.hold("holder".into(), local, carrier)),
                _ => carrier,
            };
        };
        let node = &self.nodes[place];
        let mut carrier = carrier;
        if carrier.is_none() && self.moves(node) {
            // An animation says where a node is in the space of its parent, so that must be there.
            let away = node.parent != DMat4::IDENTITY;
            let parent = Trs::of_matrix(node.parent);
            carrier = away.then(|| self.hold(format!("{}_place", short(&node.name)), parent, None));
            return Some(self.add(node, node.local, carrier, true));
        }
        if carrier.is_some() {
            return Some(self.add(node, node.local, carrier, true));
        }
        if self.light(node).is_some() || self.is_marker(node) {
            self.add(node, Trs::of_matrix(node.world), None, false);
        }
        None
    }

    fn hold(&mut self, name: String, place: Trs, parent: Option<usize>) -> usize {
        let fixture =
            Fixture { node: None, parent, name, place, mesh: None, light: None, extras: Map::new() };
        self.found.push((fixture, false));
        self.found.len() - 1
    }

    fn add(&mut self, node: &Node, place: Trs, parent: Option<usize>, carried: bool) -> usize {
        let drawn = mesh_role(&node.name) == MeshRole::Drawn && node.places.len() == 1;
        let (mesh, light) = (node.mesh.filter(|_| carried && drawn), self.light(node));
        let stands = mesh.is_some() || light.is_some() || self.is_marker(node);
        let extras = if stands { node.extras.clone() } else { Map::new() };
        let fixture =
            Fixture { node: Some(node.index), parent, name: short(&node.name), place, mesh, light, extras };
        self.found.push((fixture, stands));
        self.found.len() - 1
    }

    /// Whether a node moves, or is to be moved by others.
    fn moves(&self, node: &Node) -> bool {
        let asked = node.extras.get("keep").and_then(flag) == Some(true);
        let bone = self.file.bones.contains(&node.index);
        (asked || self.file.animated.contains(&node.index)) && !bone && node.places.len() == 1
    }

    fn light(&self, node: &Node) -> Option<usize> {
        let light = node.extensions.get(LIGHTS)?["light"].as_u64()? as usize;
        (light < self.file.lights).then_some(light)
    }

    /// Whether a node is an empty that stands for something: it has a name or extras, and is no connector, box, bone or
    /// camera. One with children is a group, unless it has something to say; one that only speaks for the piece is none.
    fn is_marker(&self, node: &Node) -> bool {
        let raw = &self.raw.nodes[node.index];
        let empty = node.mesh.is_none() && raw.camera.is_none() && raw.skin.is_none();
        let said = |key: &String| !HINTS.contains(&key.as_str());
        let says = node.extras.keys().any(said) && !node.extras.contains_key("format");
        let silent = node.extras.is_empty();
        let ours = OURS.iter().any(|key| node.extras.contains_key(*key))
            || names::connector(&node.name).is_some()
            || mesh_role(&node.name) != MeshRole::Drawn
            || node.extensions.keys().any(|name| name.contains("_physics_"));
        let bone = self.file.bones.contains(&node.index);
        empty && !ours && !bone && (says || (silent && raw.children.is_empty() && node.named))
    }
}

/// Fixtures without those that hold nothing.
fn needed(found: Vec<(Fixture, bool)>) -> Vec<Fixture> {
    let mut needed: Vec<bool> = found.iter().map(|(_, stands)| *stands).collect();
    for (i, (fixture, _)) in found.iter().enumerate().rev() {
        if let (true, Some(parent)) = (needed[i], fixture.parent) {
            needed[parent] = true;
        }
    }
    let mut number = vec![0; found.len()];
    let mut kept: Vec<Fixture> = Vec::new();
    for (i, (mut fixture, _)) in found.into_iter().enumerate().filter(|(i, _)| needed[*i]) {
        number[i] = kept.len();
        fixture.parent = fixture.parent.map(|parent| number[parent]);
        kept.push(fixture);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::piece_file::testing::{add, add_view, floats, gltf, piece};
    use serde_json::json;
    use snapmesh::glam::DVec3;

    fn fixtures(json: &Value) -> Vec<Fixture> {
        piece(json).document.fixtures
    }

    fn names(json: &Value) -> Vec<String> {
        fixtures(json).into_iter().map(|fixture| fixture.name).collect()
    }

    /// A file with these nodes, of which only some are roots.
    fn scene(nodes: &Value, roots: &[usize]) -> Value {
        let mut json = gltf(nodes);
        json["scenes"][0]["nodes"] = json!(roots);
        json
    }

    #[test]
    fn empties_that_are_no_connectors_are_markers_where_they_stand() {
        let json = scene(
            &json!([
                { "name": "Group", "translation": [1, 0, 0], "children": [1, 2] },
                { "name": "Spawn", "translation": [0, 2, 0], "extras": { "kind": "goblin" } },
                { "name": "connector_2_red" },
                { "name": "Loot" },
                { "name": "Box", "extras": { "collider": "box" } },
                { "name": "Shut", "extras": { "connector": false } },
                { "mesh": 0, "name": "Floor" },
                { "name": "Eye", "camera": 0 },
                {},
                { "name": "UBX_hull" },
            ]),
            &[0, 3, 4, 5, 6, 7, 8, 9],
        );
        let found = fixtures(&json);
        assert_eq!(found.iter().map(|fixture| &*fixture.name).collect::<Vec<_>>(), ["Spawn", "Loot"]);
        assert_eq!(found[0].place.translation, DVec3::new(1.0, 2.0, 0.0));
        assert_eq!(Value::Object(found[0].extras.clone()), json!({ "kind": "goblin" }));
        assert!(found.iter().all(|fixture| fixture.parent.is_none()));
    }

    #[test]
    fn a_group_with_something_to_say_is_a_marker_and_hints_and_maps_say_nothing() {
        let group = |extras: Value| {
            names(&scene(
                &json!([{ "name": "Wave", "extras": extras, "children": [1] }, { "name": "F", "mesh": 0 }]),
                &[0],
            ))
        };
        assert_eq!(group(json!({ "wave": 2 })), ["Wave"]);
        assert!(group(json!({ "weight": 2, "tags": "wet" })).is_empty());
        assert!(names(&gltf(&json!([{ "name": "Root", "extras": { "tags": "wet" } }]))).is_empty());
        assert!(group(json!({ "format": "snapmesh-map/1", "seed": "7" })).is_empty());
    }

    #[test]
    fn lights_stay_and_those_that_are_not_there_do_not() {
        let light = |number: u32| json!({ LIGHTS: { "light": number } });
        let mut json = gltf(&json!([
            { "name": "Lamp", "mesh": 0, "translation": [0, 3, 0], "extensions": light(0) },
            { "name": "Ghost", "mesh": 0, "extensions": light(1) },
        ]));
        json["extensions"] = json!({ LIGHTS: { "lights": [{ "type": "point" }] } });
        json["extensionsUsed"] = json!([LIGHTS]);
        let found = fixtures(&json);
        assert_eq!((found.len(), found[0].light, found[0].mesh), (1, Some(0), None), "its mesh stays still");
        assert_eq!(found[0].place.translation.y, 3.0);
    }

    #[test]
    fn what_is_to_be_kept_carries_all_that_hangs_on_it() {
        let json = scene(
            &json!([
                { "name": "Frame", "mesh": 0, "translation": [5, 0, 0], "children": [1] },
                { "name": "Leaf", "mesh": 0, "translation": [1, 0, 0], "extras": { "keep": 1 }, "children": [2, 3, 4] },
                { "name": "Knob", "mesh": 0, "translation": [0, 1, 0] },
                { "name": "connector" },
                { "name": "Hull-colonly", "mesh": 0 },
            ]),
            &[0],
        );
        let file = piece(&json);
        let found = &file.document.fixtures;
        let seen: Vec<_> = found.iter().map(|it| (&*it.name, it.parent, it.mesh.is_some())).collect();
        assert_eq!(
            seen,
            [("Leaf_place", None, false), ("Leaf", Some(0), true), ("Knob", Some(1), true)],
            "a holder is where the frame is"
        );
        assert_eq!(found[0].place.translation.x, 5.0);
        assert_eq!(found[1].place.translation.x, 1.0);
        let moves: Vec<bool> = file.document.nodes.iter().map(|node| node.moves).collect();
        assert_eq!(moves, [false, true, true, false, false]);
        assert_eq!(file.model.parts.len(), 3, "all are drawn where they are at rest");
    }

    #[test]
    fn what_an_animation_moves_stays_and_bones_do_not() {
        let mut json = gltf(&json!([{ "name": "Leaf", "mesh": 0 }, { "name": "Still", "mesh": 0 }]));
        for (numbers, count, shape) in [(&[0.0, 1.0][..], 2, "SCALAR"), (&[0.0; 6], 2, "VEC3")] {
            let view = add_view(&mut json, &floats(numbers));
            let item = json!({ "bufferView": view, "componentType": 5126, "count": count, "type": shape });
            add(&mut json, "accessors", item);
        }
        json["animations"] = json!([{
            "samplers": [{ "input": 2, "output": 3 }],
            "channels": [{ "sampler": 0, "target": { "node": 0, "path": "translation" } }],
        }]);
        assert_eq!(names(&json), ["Leaf"]);
        assert_eq!(piece(&json).document.animations[0].channels.len(), 1);
        json["skins"] = json!([{ "joints": [0] }]);
        let bone = piece(&json).document;
        assert!(bone.fixtures.is_empty() && bone.animations.is_empty());
    }

    #[test]
    fn what_is_not_imported_still_moves_what_hangs_on_it() {
        let json = scene(
            &json!([
                { "name": "Arm", "extras": { "keep": true }, "children": [1] },
                { "name": "Guide-noimp", "mesh": 0, "translation": [0, 4, 0], "children": [2] },
                { "name": "Hand", "mesh": 0 },
            ]),
            &[0],
        );
        let found = fixtures(&json);
        let seen: Vec<_> = found.iter().map(|it| (&*it.name, it.parent, it.place.translation.y)).collect();
        assert_eq!(seen, [("Arm", None, 0.0), ("holder", Some(0), 4.0), ("Hand", Some(1), 0.0)]);
        assert_eq!(found[1].mesh, None);
    }
}
