//! The nodes of a map: the root, the placed pieces, and on request their connectors and boxes.

use super::bin::{Bin, Elements};
use super::naming::dotless;
use crate::export::exporter::Options;
use serde_json::{Value, json};
use snapmesh::glam::{DMat3, DQuat, DVec3};
use snapmesh::{Connector, Door, Drawn, Map, OrientedBox, PieceId, Placed, Role, ValidKit};

pub(super) struct NodeList {
    pub(super) nodes: Vec<Value>,
    pub(super) shapes: Vec<Value>,
    pub(super) extensions: Vec<&'static str>,
}

const INSTANCING: &str = "EXT_mesh_gpu_instancing";
const PHYSICS: [&str; 2] = ["OMI_physics_body", "OMI_physics_shape"];

/// How many nodes a map has, as far as they are wanted.
pub(super) fn count(kit: &ValidKit, map: &Map, options: &Options) -> u64 {
    let nodes = map.pieces.iter().map(|placed| {
        let piece = kit.piece(placed.piece);
        let connectors = if options.connectors { piece.connectors.len() } else { 0 };
        let boxes = if options.colliders { piece.boxes.len() } else { 0 };
        (1 + connectors + boxes) as u64
    });
    nodes.sum::<u64>() + map.doors.len() as u64
}

pub(super) fn scene(
    kit: &ValidKit,
    map: &Map,
    options: &Options,
    mesh_of: &[Option<usize>],
    bin: &mut Bin,
) -> NodeList {
    // Extras come before the long list of children: a look at the start of the file tells that it is a map.
    let root = json!({ "name": format!("{}_map", dotless(kit.name())), "extras": {} });
    let mut scene = NodeList { nodes: vec![root], shapes: vec![], extensions: vec![] };
    let mut children = Vec::new();
    if options.instancing && mesh_of.iter().any(Option::is_some) {
        scene.extensions.push(INSTANCING);
        children.extend(scene.instances(kit, map, mesh_of, bin));
    }
    let used = map.used_connectors(kit);
    let children_wanted = options.connectors || options.colliders;
    for (index, placed) in map.pieces.iter().enumerate() {
        if options.instancing && !children_wanted {
            break;
        }
        let number = scene.piece(
            kit,
            index,
            placed,
            if options.instancing { None } else { mesh_of[placed.piece.index()] },
        );
        children.push(number);
        let mut inner = Vec::new();
        if options.connectors {
            inner.extend(scene.connectors(kit, index, placed, &used[index]));
        }
        if options.colliders {
            inner.extend(scene.colliders(kit, index, placed));
        }
        if !inner.is_empty() {
            scene.nodes[number]["children"] = json!(inner);
        }
    }
    if !options.instancing {
        let doors = map.doors.iter().enumerate();
        children
            .extend(doors.map(|(number, door)| scene.door(kit, number, door, mesh_of[door.piece.index()])));
    }
    if !children.is_empty() {
        scene.nodes[0]["children"] = json!(children);
    }
    if !scene.shapes.is_empty() {
        scene.extensions.extend(PHYSICS);
    }
    scene
}

impl NodeList {
    /// Hangs a node on the root, beside the pieces.
    pub(super) fn hang(&mut self, node: Value) {
        let number = json!(self.add(node));
        match self.nodes[0]["children"].as_array_mut() {
            Some(children) => children.push(number),
            None => self.nodes[0]["children"] = json!([number]),
        }
    }

    fn add(&mut self, node: Value) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn piece(&mut self, kit: &ValidKit, index: usize, placed: &Placed, mesh: Option<usize>) -> usize {
        let id = &kit.piece(placed.piece).id;
        let mut node = json!({
            "name": format!("p{index}_{}", dotless(id)),
            "translation": short(floats(placed.pose.position)),
            "extras": { "piece": id, "index": index },
        });
        if placed.role != Role::Piece {
            node["extras"]["role"] = json!(placed.role.name());
        }
        turned(&mut node, placed.pose.turn.quaternion());
        if let Some(mesh) = mesh {
            node["mesh"] = json!(mesh);
        }
        self.add(node)
    }

    fn door(&mut self, kit: &ValidKit, number: usize, door: &Door, mesh: Option<usize>) -> usize {
        let id = &kit.piece(door.piece).id;
        let (at, connector) = (door.at.placed.index(), door.at.connector.index());
        let mut node = json!({
            "name": format!("d{number}_{}", dotless(id)),
            "translation": short(floats(door.pose.position)),
            "extras": { "piece": id, "door": number, "role": "door", "at": at, "at_connector": connector },
        });
        turned(&mut node, door.pose.turn.quaternion());
        if let Some(mesh) = mesh {
            node["mesh"] = json!(mesh);
        }
        self.add(node)
    }

    /// An empty for each connector, its -Z along the heading, as in the pieces themselves.
    fn connectors(&mut self, kit: &ValidKit, index: usize, placed: &Placed, used: &[bool]) -> Vec<usize> {
        let connectors = kit.piece(placed.piece).connectors.iter().zip(used).enumerate();
        let node = |(number, (connector, used)): (usize, (&Connector, &bool))| {
            let state = if *used { "used" } else { "free" };
            let mut node = json!({
                "name": format!("p{index}_c{number}_{state}"),
                "translation": short(floats(connector.position)),
                // A used one is switched off, so that the map can itself be taken as a piece.
                "extras": { "pins": connector.pins, "color": connector.color, "connector": !used, "used": used },
            });
            let right = connector.heading.cross(connector.up);
            turned(&mut node, quaternion([right, connector.up, -connector.heading]));
            node
        };
        connectors.map(node).map(|node| self.add(node)).collect()
    }

    fn colliders(&mut self, kit: &ValidKit, index: usize, placed: &Placed) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (number, shape) in kit.piece(placed.piece).boxes.iter().enumerate() {
            let size = json!({ "type": "box", "box": { "size": short(floats(shape.half * 2.0)) } });
            let known = self.shapes.iter().position(|known| *known == size).unwrap_or_else(|| {
                self.shapes.push(size);
                self.shapes.len() - 1
            });
            let mut node = json!({
                "name": format!("p{index}_box{number}"),
                "translation": short(floats(shape.center)),
                "extensions": { "OMI_physics_body": { "collider": { "shape": known } } },
            });
            turned(&mut node, quaternion(right_handed(shape)));
            numbers.push(self.add(node));
        }
        numbers
    }

    /// One node for each kind of piece, with the places of all its copies.
    fn instances(
        &mut self,
        kit: &ValidKit,
        map: &Map,
        mesh_of: &[Option<usize>],
        bin: &mut Bin,
    ) -> Vec<usize> {
        let mut numbers = Vec::new();
        for (piece, mesh) in mesh_of.iter().enumerate().filter_map(|(piece, mesh)| Some((piece, (*mesh)?))) {
            let copies = || map.drawn().filter(move |drawn: &Drawn| drawn.piece.index() == piece);
            let places = Elements::floats(copies().map(|drawn| floats(drawn.pose.position)));
            let turns =
                Elements::floats(copies().map(|drawn| drawn.pose.turn.quaternion().map(|x| x as f32)));
            let (places, turns) = (bin.accessor(&places, None), bin.accessor(&turns, None));
            let id = &kit.piece(PieceId::new(piece)).id;
            numbers.push(self.add(json!({
                "name": format!("i{piece}_{}", dotless(id)),
                "mesh": mesh,
                "extensions": { INSTANCING: { "attributes": { "TRANSLATION": places, "ROTATION": turns } } },
                "extras": { "piece": id, "copies": copies().count() },
            })));
        }
        numbers
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

fn turned(node: &mut Value, [x, y, z, w]: [f64; 4]) {
    if [x, y, z, w] != [0.0, 0.0, 0.0, 1.0] {
        node["rotation"] = short([x as f32, y as f32, z as f32, w as f32]);
    }
}

fn quaternion(axes: [DVec3; 3]) -> [f64; 4] {
    let [x, y, z] = axes;
    DQuat::from_mat3(&DMat3::from_cols(x, y, z)).normalize().to_array().map(|x| x + 0.0)
}

/// A box looks the same in a mirror: of a left-handed frame one axis is turned around.
fn right_handed(shape: &OrientedBox) -> [DVec3; 3] {
    let [x, y, z] = shape.axes;
    if x.cross(y).dot(z) < 0.0 { [x, y, -z] } else { [x, y, z] }
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
    fn a_left_handed_box_is_turned_into_a_right_handed_one() {
        let left =
            OrientedBox { center: DVec3::ZERO, half: DVec3::ONE, axes: [DVec3::X, DVec3::Y, DVec3::NEG_Z] };
        assert_eq!(right_handed(&left), [DVec3::X, DVec3::Y, DVec3::Z]);
        assert_eq!(quaternion(right_handed(&left)), [0.0, 0.0, 0.0, 1.0]);
        let turned = OrientedBox { axes: [DVec3::NEG_X, DVec3::Y, DVec3::NEG_Z], ..left };
        assert_eq!(right_handed(&turned), turned.axes);
    }

    #[test]
    fn what_is_hung_on_the_root_is_its_child() {
        let mut list =
            NodeList { nodes: vec![json!({ "name": "root" })], shapes: vec![], extensions: vec![] };
        list.hang(json!({ "name": "a" }));
        list.hang(json!({ "name": "b" }));
        assert_eq!(list.nodes[0]["children"], json!([1, 2]));
    }
}
