//! The nodes of a map: the root, the placed pieces with what stands in them, and doors.

use super::art::{Art, BODY};
use super::bin::{Bin, Elements};
use super::naming::{dotless, inert};
use crate::export::exporter::Options;
use crate::piece_file::animations::Path;
use crate::piece_file::fixtures::LIGHTS;
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::{Door, Drawn, Map, PieceId, Placed, Role, ValidKit};
use std::collections::{BTreeMap, BTreeSet};

/// All that hangs on the root, and what goes with it.
pub(super) struct NodeList {
    pub(super) nodes: Vec<Value>,
    /// Shapes of bodies, and which mesh each is of.
    pub(super) shapes: Vec<Value>,
    known_shapes: BTreeMap<usize, usize>,
    pub(super) animations: Vec<Value>,
    pub(super) extensions: BTreeSet<&'static str>,
}

const INSTANCING: &str = "EXT_mesh_gpu_instancing";
/// Says to Godot that the root is the scene itself, so that what the map is stands where one looks for it.
const SINGLE_ROOT: &str = "GODOT_single_root";
const BODIES: &str = "OMI_physics_body";
pub(super) const SHAPES: &str = "OMI_physics_shape";

/// How many nodes a map has, as far as they are wanted, and channels that move them.
pub(super) fn count(kit: &ValidKit, map: &Map, options: &Options, art: &[Art<'_>]) -> u64 {
    let standing = |piece: PieceId| {
        let art = &art[piece.index()];
        art.fixtures.len() + art.motions.iter().map(|motion| motion.channels.len()).sum::<usize>()
    };
    let nodes = map.pieces.iter().map(|placed| {
        let piece = kit.piece(placed.piece);
        let connectors = if options.connectors { piece.connectors.len() } else { 0 };
        let boxes = if options.boxes { piece.boxes.len() } else { 0 };
        let moving = art[placed.piece.index()].fixtures.iter().filter(|fixture| fixture.mesh.is_some());
        let bodies = if options.colliders { 1 + moving.count() } else { 0 };
        (1 + connectors + boxes + bodies + standing(placed.piece)) as u64
    });
    let doors = map.doors.iter().map(|door| (1 + standing(door.piece)) as u64);
    nodes.chain(doors).fold(0, u64::saturating_add)
}

pub(super) fn scene(
    kit: &ValidKit,
    map: &Map,
    options: &Options,
    art: &[Art<'_>],
    bin: &mut Bin,
) -> NodeList {
    // Extras come before the long list of children: a look at the start of the file tells that it is a map.
    let root = json!({ "name": format!("{}_map", dotless(kit.name())), "extras": {} });
    let mut scene = NodeList::new(root);
    let mut children = Vec::new();
    if options.instancing {
        children.extend(scene.instances(kit, map, art, bin));
    }
    // What is drawn by instances has a node of its own only for what hangs on it.
    let marked = options.connectors || options.boxes || options.colliders;
    let stands = |art: &Art<'_>| !options.instancing || !art.fixtures.is_empty();
    let mesh = |art: &Art<'_>| art.mesh.filter(|_| !options.instancing);
    let used = map.used_connectors(kit);
    for (index, placed) in map.pieces.iter().enumerate() {
        let (piece, art) = (kit.piece(placed.piece), &art[placed.piece.index()]);
        if !(marked || stands(art)) {
            continue;
        }
        let number = scene.piece(&piece.id, index, placed, mesh(art));
        children.push(number);
        let mut inner = scene.stand(&format!("p{index}"), art, options.colliders);
        if options.connectors {
            inner.extend(scene.connectors(piece, index, &used[index]));
        }
        if options.boxes {
            inner.extend(scene.boxes(piece, index));
        }
        if options.colliders {
            inner.extend(art.mesh.map(|mesh| scene.body(&format!("p{index}_{BODY}"), mesh)));
        }
        hang(&mut scene.nodes[number], &inner);
    }
    for (number, door) in map.doors.iter().enumerate() {
        let (piece, art) = (kit.piece(door.piece), &art[door.piece.index()]);
        if stands(art) {
            let node = scene.door(&piece.id, number, door, mesh(art));
            children.push(node);
            // As in walking, a door is in nobody's way.
            let first = scene.nodes.len();
            let inner = scene.stand(&format!("d{number}"), art, false);
            // Nor are its leaves, if the map is a piece.
            let leaves = scene.nodes[first..].iter_mut().filter(|leaf| leaf.get("mesh").is_some());
            leaves.for_each(|leaf| leaf["extras"]["role"] = json!("door"));
            hang(&mut scene.nodes[node], &inner);
        }
    }
    hang(&mut scene.nodes[0], &children);
    scene
}

impl NodeList {
    fn new(root: Value) -> Self {
        Self {
            nodes: vec![root],
            shapes: vec![],
            known_shapes: BTreeMap::new(),
            animations: vec![],
            extensions: [SINGLE_ROOT].into(),
        }
    }

    /// Hangs a node on the root, beside the pieces.
    pub(super) fn hang(&mut self, node: Value) {
        let number = self.add(node);
        hang(&mut self.nodes[0], &[number]);
    }

    pub(super) fn add(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn piece(&mut self, id: &str, index: usize, placed: &Placed, mesh: Option<usize>) -> usize {
        let mut node = json!({
            "name": format!("p{index}_{}", inert(id, "piece")),
            "translation": short(floats(placed.pose.position)),
            "extras": { "piece": id, "index": index },
        });
        if placed.role != Role::Piece {
            node["extras"]["role"] = json!(placed.role.name());
        }
        turned(&mut node, placed.pose.turn.quaternion());
        shown(&mut node, mesh);
        self.add(node)
    }

    fn door(&mut self, id: &str, number: usize, door: &Door, mesh: Option<usize>) -> usize {
        let (at, connector) = (door.at.placed.index(), door.at.connector.index());
        let mut node = json!({
            "name": format!("d{number}_{}", inert(id, "door")),
            "translation": short(floats(door.pose.position)),
            "extras": { "piece": id, "door": number, "role": "door", "at": at, "at_connector": connector },
        });
        turned(&mut node, door.pose.turn.quaternion());
        shown(&mut node, mesh);
        self.add(node)
    }

    /// What stands in a copy of a piece. Returns what hangs on the piece itself.
    fn stand(&mut self, copy: &str, art: &Art<'_>, bodies: bool) -> Vec<usize> {
        let first = self.nodes.len();
        let mut top = Vec::new();
        for art in &art.fixtures {
            let fixture = art.fixture;
            let place = &fixture.place;
            let mut node = json!({ "name": format!("{copy}_{}", art.name) });
            if place.translation != DVec3::ZERO {
                node["translation"] = short(floats(place.translation));
            }
            turned(&mut node, place.rotation.to_array());
            if place.scale != DVec3::ONE {
                node["scale"] = short(floats(place.scale));
            }
            shown(&mut node, art.mesh);
            if let Some(light) = art.light {
                node["extensions"] = json!({ LIGHTS: { "light": light } });
                self.extensions.insert(LIGHTS);
            }
            if !fixture.extras.is_empty() {
                node["extras"] = Value::Object(fixture.extras.clone());
            }
            let number = self.add(node);
            match fixture.parent {
                Some(parent) => hang(&mut self.nodes[first + parent], &[number]),
                None => top.push(number),
            }
        }
        for (i, art) in art.fixtures.iter().enumerate().filter(|_| bodies) {
            if let Some(mesh) = art.mesh {
                let body = self.body(&format!("{copy}_{}_{BODY}", art.name), mesh);
                hang(&mut self.nodes[first + i], &[body]);
            }
        }
        self.move_fixtures(copy, art, first);
        top
    }

    /// The animations of a copy, whose fixtures are the nodes from `first` on.
    fn move_fixtures(&mut self, copy: &str, art: &Art<'_>, first: usize) {
        for motion in &art.motions {
            let channel = |(sampler, (fixture, path)): (usize, &(usize, _))| {
                let target = json!({ "node": first + fixture, "path": Path::name(*path) });
                json!({ "sampler": sampler, "target": target })
            };
            self.animations.push(json!({
                "name": format!("{copy}_{}", motion.name),
                "channels": motion.channels.iter().enumerate().map(channel).collect::<Value>(),
                "samplers": motion.samplers,
            }));
        }
    }

    /// A body as what is drawn: its shape is the mesh itself. It has a node of its own, as Godot does not draw one that is
    /// a body; and it stays where its parent is, as a body that moves by itself would not follow what it hangs on.
    fn body(&mut self, name: &str, mesh: usize) -> usize {
        let shape = *self.known_shapes.entry(mesh).or_insert_with(|| {
            self.shapes.push(json!({ "type": "trimesh", "trimesh": { "mesh": mesh } }));
            self.shapes.len() - 1
        });
        self.extensions.extend([BODIES, SHAPES]);
        let body = json!({ "motion": { "type": "static" }, "collider": { "shape": shape } });
        self.add(json!({ "name": name, "extensions": { BODIES: body } }))
    }

    /// One node for each kind of piece, with the places of all its copies.
    fn instances(&mut self, kit: &ValidKit, map: &Map, art: &[Art<'_>], bin: &mut Bin) -> Vec<usize> {
        let mut numbers = Vec::new();
        let drawn = art.iter().enumerate().filter_map(|(piece, art)| Some((piece, art.mesh?)));
        for (piece, mesh) in drawn {
            let copies = || map.drawn().filter(move |drawn: &Drawn| drawn.piece.index() == piece);
            let places = Elements::floats(copies().map(|drawn| floats(drawn.pose.position)));
            let turns =
                Elements::floats(copies().map(|drawn| drawn.pose.turn.quaternion().map(|x| x as f32)));
            let (places, turns) = (bin.accessor(&places, None), bin.accessor(&turns, None));
            let id = &kit.piece(PieceId::new(piece)).id;
            self.extensions.insert(INSTANCING);
            numbers.push(self.add(json!({
                "name": format!("i{piece}_{}", inert(id, "pieces")),
                "mesh": mesh,
                "extensions": { INSTANCING: { "attributes": { "TRANSLATION": places, "ROTATION": turns } } },
                "extras": { "piece": id, "copies": copies().count() },
            })));
        }
        numbers
    }
}

/// Adds children to a node, if there are any.
fn hang(node: &mut Value, children: &[usize]) {
    match node.get_mut("children").and_then(Value::as_array_mut) {
        Some(list) => list.extend(children.iter().map(|child| json!(child))),
        None if !children.is_empty() => node["children"] = json!(children),
        None => {}
    }
}

fn shown(node: &mut Value, mesh: Option<usize>) {
    if let Some(mesh) = mesh {
        node["mesh"] = json!(mesh);
    }
}

/// 32 bits are what engines read.
pub(super) fn floats(v: DVec3) -> [f32; 3] {
    (v + 0.0).as_vec3().to_array()
}

/// The shortest numbers that read as these 32 bits: the file is half as long.
pub(super) fn short<const N: usize>(numbers: [f32; N]) -> Value {
    numbers.iter().map(|x| x.to_string().parse::<f64>().expect("a number was just written")).collect()
}

pub(super) fn turned(node: &mut Value, [x, y, z, w]: [f64; 4]) {
    if [x, y, z, w] != [0.0, 0.0, 0.0, 1.0] {
        node["rotation"] = short([x, y, z, w].map(|x| (x + 0.0) as f32));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_shortest_that_read_as_the_same_32_bits() {
        assert_eq!(short([0.1_f32, 1.0, -2.5]).to_string(), "[0.1,1.0,-2.5]");
        assert_eq!(floats(DVec3::new(-0.0, 0.1, 1e-60)), [0.0, 0.1, 0.0]);
        assert_eq!(short(floats(DVec3::new(-0.0, 0.0, 0.0))).to_string(), "[0.0,0.0,0.0]");
    }

    #[test]
    fn a_node_that_is_not_turned_has_no_rotation() {
        let mut node = json!({});
        turned(&mut node, [0.0, 0.0, 0.0, 1.0]);
        assert_eq!(node, json!({}));
        turned(&mut node, [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(node, json!({ "rotation": [0.0, 1.0, 0.0, 0.0] }));
    }

    #[test]
    fn what_is_hung_on_the_root_is_its_child() {
        let mut list = NodeList::new(json!({ "name": "root" }));
        list.hang(json!({ "name": "a" }));
        list.hang(json!({ "name": "b" }));
        assert_eq!(list.nodes[0]["children"], json!([1, 2]));
    }
}
