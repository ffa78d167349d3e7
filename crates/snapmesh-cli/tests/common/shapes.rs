//! Pieces as a stranger models them: blocks in named nodes, without connectors or boxes, whose doorways are known.

use super::glb_with;
use serde_json::{Value, json};
use std::collections::BTreeMap;

type Point = [f64; 3];

/// A piece of blocks, and where its doorways were modelled.
#[derive(Clone, Default)]
pub(crate) struct Shape {
    /// By the name of the node, the corners of its blocks, eight each.
    nodes: BTreeMap<String, Vec<Point>>,
    /// Place and heading of each doorway.
    pub(crate) doorways: Vec<(Point, Point)>,
    /// More nodes, as JSON.
    more: Vec<Value>,
}

/// Sides of a room, and the way out of each.
const SIDES: [Point; 4] = [[0.0, 0.0, -1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [-1.0, 0.0, 0.0]];
/// Thickness and height of walls, and the height of lintels.
const THICK: f64 = 0.3;
const HIGH: f64 = 3.0;
const LINTEL: f64 = 2.4;

impl Shape {
    pub(crate) fn block(mut self, node: &str, min: Point, max: Point) -> Self {
        let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { min[axis] } else { max[axis] });
        self.nodes.entry(node.into()).or_default().extend((0..8).map(corner));
        self
    }

    pub(crate) fn doorway(mut self, at: Point, heading: Point) -> Self {
        self.doorways.push((at, heading));
        self
    }

    pub(crate) fn node(mut self, node: Value) -> Self {
        self.more.push(node);
        self
    }

    fn map(mut self, place: impl Fn(Point) -> Point, heading: impl Fn(Point) -> Point) -> Self {
        for corner in self.nodes.values_mut().flatten() {
            *corner = place(*corner);
        }
        for (at, out) in &mut self.doorways {
            (*at, *out) = (place(*at), heading(*out));
        }
        self
    }

    /// Turned by 30 degrees about the vertical.
    pub(crate) fn turned(self) -> Self {
        let (cos, sin) = (0.75_f64.sqrt(), 0.5);
        let turn = |[x, y, z]: Point| [cos * x + sin * z, y, cos * z - sin * x];
        self.map(turn, turn)
    }

    pub(crate) fn moved(self, by: Point) -> Self {
        self.map(|at| [0, 1, 2].map(|axis| at[axis] + by[axis]), |heading| heading)
    }

    pub(crate) fn scaled(self, by: f64) -> Self {
        self.map(|at| at.map(|x| by * x), |heading| heading)
    }

    /// A room of six metres, with doorways of two metres on these sides (0 north, 1 east, 2 south, 3 west): each so far from
    /// the middle of its side.
    pub(crate) fn room(doorways: &[(usize, f64)]) -> Self {
        let mut shape = Self::default().block("Floor", [-3.0, -0.2, -3.0], [3.0, 0.0, 3.0]);
        for (side, out) in SIDES.into_iter().enumerate() {
            let wall = |shape: Self, from: f64, to: f64, bottom: f64| {
                // From the inner side of the wall to its outer, and along it.
                let across = |x: f64| if x == 0.0 { (from, to) } else { (x * 3.0, x * (3.0 - THICK)) };
                let ((x, to_x), (z, to_z)) = (across(out[0]), across(out[2]));
                let (min, max) = ([x.min(to_x), bottom, z.min(to_z)], [x.max(to_x), HIGH, z.max(to_z)]);
                shape.block("Walls", min, max)
            };
            match doorways.iter().find(|(on, _)| *on == side) {
                None => shape = wall(shape, -3.0, 3.0, 0.0),
                Some((_, at)) => {
                    shape = wall(shape, -3.0, at - 1.0, 0.0);
                    shape = wall(shape, at + 1.0, 3.0, 0.0);
                    shape = wall(shape, at - 1.0, at + 1.0, LINTEL);
                    let along = [out[2].abs() * at, 0.0, out[0].abs() * at];
                    let place = [0, 1, 2].map(|axis| 3.0 * out[axis] + along[axis]);
                    shape = shape.doorway(place, out);
                }
            }
        }
        shape
    }

    /// A straight hall of six metres, open at both ends and above.
    pub(crate) fn hall() -> Self {
        Self::default()
            .block("Floor", [-1.3, -0.2, -3.0], [1.3, 0.0, 3.0])
            .block("Walls", [-1.3, 0.0, -3.0], [-1.0, HIGH, 3.0])
            .block("Walls", [1.0, 0.0, -3.0], [1.3, HIGH, 3.0])
            .doorway([0.0, 0.0, -3.0], SIDES[0])
            .doorway([0.0, 0.0, 3.0], SIDES[2])
    }

    /// Stairs of eight steps between walls, two metres up, with a landing at each end.
    pub(crate) fn stairs() -> Self {
        let mut shape = Self::default()
            .block("Steps", [-1.3, -0.2, -3.0], [1.3, 0.0, -1.2])
            .block("Steps", [-1.3, -0.2, 1.2], [1.3, 2.0, 3.0])
            .block("Walls", [-1.3, -0.2, -3.0], [-1.0, 5.0, 3.0])
            .block("Walls", [1.0, -0.2, -3.0], [1.3, 5.0, 3.0]);
        for step in 0..8 {
            let (from, top) = (-1.2 + 0.3 * f64::from(step), 0.25 * f64::from(step + 1));
            shape = shape.block("Steps", [-1.3, -0.2, from], [1.3, top, from + 0.3]);
        }
        shape.doorway([0.0, 0.0, -3.0], SIDES[0]).doorway([0.0, 2.0, 3.0], SIDES[2])
    }

    /// A room with one doorway, in which a leaf stands.
    pub(crate) fn vault() -> Self {
        Self::room(&[(2, 0.0)]).block("door", [-1.0, 0.0, 2.8], [1.0, LINTEL, 2.9])
    }

    pub(crate) fn barrel() -> Self {
        Self::default().block("Barrel", [-0.4, 0.0, -0.4], [0.4, 1.0, 0.4])
    }

    pub(crate) fn wall_tile() -> Self {
        Self::default().block("Wall", [-2.0, 0.0, -0.15], [2.0, HIGH, 0.15])
    }

    pub(crate) fn glb(&self) -> Vec<u8> {
        let mut bin: Vec<u8> = Vec::new();
        let (mut nodes, mut meshes, mut accessors, mut views) = (self.more.clone(), vec![], vec![], vec![]);
        let mut view = |bytes: Vec<u8>| {
            let length = bytes.len();
            views.push(json!({ "buffer": 0, "byteOffset": bin.len(), "byteLength": length }));
            bin.extend(bytes);
            views.len() - 1
        };
        for (name, corners) in &self.nodes {
            let bound = |pick: fn(f64, f64) -> f64| {
                [0, 1, 2].map(|axis| corners.iter().map(|corner| corner[axis]).reduce(pick).unwrap() as f32)
            };
            let (min, max) = (bound(f64::min), bound(f64::max));
            let places = corners.iter().flatten().flat_map(|x| (*x as f32).to_le_bytes()).collect();
            let blocks = corners.len() as u32 / 8;
            let indices: Vec<u32> =
                (0..blocks).flat_map(|block| TRIANGLES.map(|corner| 8 * block + corner)).collect();
            let numbers = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
            accessors.push(json!({
                "bufferView": view(places), "componentType": 5126, "count": corners.len(), "type": "VEC3",
                "min": min, "max": max,
            }));
            accessors.push(json!({
                "bufferView": view(numbers), "componentType": 5125, "count": indices.len(), "type": "SCALAR",
            }));
            let (position, index) = (accessors.len() - 2, accessors.len() - 1);
            let primitive = json!({ "attributes": { "POSITION": position }, "indices": index });
            nodes.push(json!({ "name": name, "mesh": meshes.len() }));
            meshes.push(json!({ "name": name, "primitives": [primitive] }));
        }
        let all: Vec<usize> = (0..nodes.len()).collect();
        let json = json!({
            "asset": { "version": "2.0" }, "scene": 0, "scenes": [{ "nodes": all }], "nodes": nodes,
            "meshes": meshes, "accessors": accessors, "bufferViews": views,
            "buffers": [{ "byteLength": bin.len() }],
        });
        glb_with(&json, &bin)
    }
}

/// The faces of a block, seen from outside; the bits of a corner's number say on which side of each axis it is.
const TRIANGLES: [u32; 36] = [
    0, 2, 1, 1, 2, 3, // -z
    4, 5, 6, 5, 7, 6, // +z
    0, 1, 4, 1, 5, 4, // -y
    2, 6, 3, 3, 6, 7, // +y
    0, 4, 2, 2, 4, 6, // -x
    1, 3, 5, 3, 7, 5, // +x
];
