//! Pieces of blocks in named nodes, for tests.

use crate::files::Memory;
use crate::piece_file::{PieceFile, read_piece};
use serde_json::{Value, json};
use snapmesh::glam::{DVec2, DVec3};

/// By node, in order, the corners of its blocks, eight each.
#[derive(Clone, Default)]
pub(crate) struct Blocks(Vec<(String, Vec<DVec3>)>);

/// The faces of a block, seen from outside; the bits of a corner's number say on which side of each axis it is.
const FACES: [u32; 36] = [
    0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7,
    5,
];

impl Blocks {
    /// Along the axes, from corner to corner.
    pub(crate) fn block(self, node: &str, min: [f64; 3], max: [f64; 3]) -> Self {
        let (min, max) = (DVec3::from(min), DVec3::from(max));
        self.beam(node, (min + max) / 2.0, (max - min) / 2.0, DVec2::X)
    }

    /// Turned about the vertical, so that its first axis lies along a direction.
    pub(crate) fn beam(mut self, node: &str, center: DVec3, half: DVec3, along: DVec2) -> Self {
        let corner = |i: u32| {
            let [x, y, z] = [0, 1, 2].map(|axis| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] });
            let flat = along * x + along.perp() * z;
            center + DVec3::new(flat.x, y, flat.y)
        };
        if self.0.last().is_none_or(|(name, _)| name != node) {
            self.0.push((node.into(), vec![]));
        }
        if let Some((_, corners)) = self.0.last_mut() {
            corners.extend((0..8).map(corner));
        }
        self
    }

    /// As a file.
    pub(crate) fn gltf(&self) -> Vec<u8> {
        let (mut bytes, mut views, mut accessors) = (Vec::<u8>::new(), vec![], vec![]);
        let (mut nodes, mut meshes): (Vec<Value>, Vec<Value>) = (vec![], vec![]);
        for (name, corners) in &self.0 {
            let low = corners.iter().copied().reduce(DVec3::min).expect("a node has a block");
            let high = corners.iter().copied().reduce(DVec3::max).expect("a node has a block");
            let count = corners.len();
            let indices = (0..count as u32 / 8).flat_map(|block| FACES.map(|corner| 8 * block + corner));
            let places = corners.iter().flat_map(|p| p.as_vec3().to_array());
            let parts: [Vec<u8>; 2] =
                [places.flat_map(f32::to_le_bytes).collect(), indices.flat_map(u32::to_le_bytes).collect()];
            let first = views.len();
            for part in parts {
                views.push(json!({ "buffer": 0, "byteOffset": bytes.len(), "byteLength": part.len() }));
                bytes.extend(part);
            }
            accessors
                .push(json!({ "bufferView": first, "componentType": 5126, "count": count, "type": "VEC3",
                "min": low.as_vec3().to_array(), "max": high.as_vec3().to_array() }));
            accessors.push(json!({ "bufferView": first + 1, "componentType": 5125, "count": count / 8 * 36,
                "type": "SCALAR" }));
            let mesh =
                json!({ "primitives": [{ "attributes": { "POSITION": first }, "indices": first + 1 }] });
            nodes.push(json!({ "name": name, "mesh": meshes.len() }));
            meshes.push(mesh);
        }
        let uri = base64::Engine::encode(&base64::engine::general_purpose::STANDARD, &bytes);
        let all: Vec<usize> = (0..nodes.len()).collect();
        let json = json!({
            "asset": { "version": "2.0" }, "scenes": [{ "nodes": all }], "nodes": nodes, "meshes": meshes,
            "accessors": accessors, "bufferViews": views,
            "buffers": [{ "byteLength": bytes.len(), "uri": format!("data:application/octet-stream;base64,{uri}") }],
        });
        json.to_string().into_bytes()
    }

    /// As a piece that was read.
    pub(crate) fn file(&self) -> PieceFile {
        let (file, problems) = read_piece(&Memory::new("kit", [("A.gltf", self.gltf())]), "A.gltf");
        file.unwrap_or_else(|| panic!("{problems}"))
    }

    /// A straight hall of six metres with walls of 30 cm and doorways of this width at its ends.
    pub(crate) fn hall(width: f64) -> Self {
        let (inner, outer) = (width / 2.0, width / 2.0 + 0.3);
        Self::default()
            .block("Floor", [-outer, -0.2, -3.0], [outer, 0.0, 3.0])
            .block("Walls", [-outer, 0.0, -3.0], [-inner, 3.0, 3.0])
            .block("Walls", [inner, 0.0, -3.0], [outer, 3.0, 3.0])
    }

    /// Stairs between walls, with landings at both ends, that rise by so much a step; they are open above and below.
    pub(crate) fn stairs(steps: u32, rise: f64) -> Self {
        let top = rise * f64::from(steps);
        let end = 4.0 + 0.3 * f64::from(steps);
        let slab = |blocks: Self, y: f64, from: f64, to: f64| {
            blocks
                .block("Steps", [-1.3, y - 0.5, from], [1.3, y, to])
                .block("Walls", [-1.3, y - 0.5, from], [-1.0, y + 3.0, to])
                .block("Walls", [1.0, y - 0.5, from], [1.3, y + 3.0, to])
        };
        let mut blocks = slab(slab(Self::default(), 0.0, 0.0, 4.0), top, end, end + 4.0);
        for step in 0..steps {
            let from = 4.0 + 0.3 * f64::from(step);
            blocks = slab(blocks, rise * f64::from(step + 1), from, from + 0.3);
        }
        blocks
    }
}
