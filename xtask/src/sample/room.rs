//! The room with every kind of thing in it, as a GLB.

use super::looks::{self, GLOW, GRATE, LACQUER, LAID, PLASTER, SIGN, TILES};
use super::things::{ANIMATION, GROUPS, Kind, Thing, things, turn};
use crate::buffer::{Buffer, pack};
use glam::{DQuat, DVec3};
use serde_json::{Value, json};

/// The room reaches so far to each side.
pub(super) const HALF: f64 = 3.0;
pub(super) const HEIGHT: f64 = 2.6;

/// A part of the room's own mesh: a node that is moved, so that parts are merged through their matrices.
const PARTS: [(&str, usize, DVec3, DVec3); 9] = [
    ("floor", TILES, DVec3::new(0.0, -0.1, 0.0), DVec3::new(3.0, 0.1, 3.0)),
    ("wall_west", PLASTER, DVec3::new(-2.9, 1.3, 0.0), DVec3::new(0.1, 1.3, 3.0)),
    ("wall_east", PLASTER, DVec3::new(2.9, 1.3, 0.0), DVec3::new(0.1, 1.3, 3.0)),
    ("wall_nw", PLASTER, DVec3::new(-1.9, 1.3, -2.9), DVec3::new(0.9, 1.3, 0.1)),
    ("wall_ne", PLASTER, DVec3::new(1.9, 1.3, -2.9), DVec3::new(0.9, 1.3, 0.1)),
    ("wall_sw", PLASTER, DVec3::new(-1.9, 1.3, 2.9), DVec3::new(0.9, 1.3, 0.1)),
    ("wall_se", PLASTER, DVec3::new(1.9, 1.3, 2.9), DVec3::new(0.9, 1.3, 0.1)),
    ("bulb", GLOW, DVec3::new(1.25, 2.3, 0.5), DVec3::splat(0.1)),
    ("exit_sign", SIGN, DVec3::new(0.0, 2.5, -2.9), DVec3::new(0.4, 0.1, 0.02)),
];

/// A screen before the east wall, to be seen through.
const SCREEN: (&str, usize, DVec3, DVec3) =
    ("screen", GRATE, DVec3::new(2.5, 1.0, -1.5), DVec3::new(0.02, 1.0, 0.5));

/// How many draw calls a copy of the room's own mesh takes, once parts of one material are merged.
pub(super) const DRAWS: usize = 5;

/// The file.
pub(super) fn bytes() -> Vec<u8> {
    let mut file = File::default();
    let root = file.node(None, json!({ "name": "Room" }));
    for (name, material, at, half) in PARTS.into_iter().chain([SCREEN]) {
        let mesh = file.block(name, material, -half, half);
        file.node(Some(root), json!({ "name": name, "translation": at.to_array(), "mesh": mesh }));
    }
    let groups = GROUPS.map(|(name, at, degrees)| {
        let about = turn(DVec3::Y, degrees).to_array();
        file.node(Some(root), json!({ "name": name, "translation": at.to_array(), "rotation": about }))
    });
    for thing in things() {
        file.thing(thing.group.map_or(root, |group| groups[group]), &thing);
    }
    for (name, z, heading) in [("north", -HALF, 0.0), ("south", HALF, 180.0)] {
        let about = turn(DVec3::Y, heading).to_array();
        let extras = json!({ "pins": 2, "color": "white" });
        let name = format!("connector_{name}");
        file.node(
            Some(root),
            json!({ "name": name, "translation": [0.0, 0.0, z], "rotation": about, "extras": extras }),
        );
    }
    let size = [2.0 * HALF - 0.1, HEIGHT, 2.0 * HALF - 0.1];
    let extras = json!({ "collider": "box", "size": size });
    file.node(
        Some(root),
        json!({ "name": "keep_out", "translation": [0.0, HEIGHT / 2.0, 0.0], "extras": extras }),
    );
    file.finish()
}

/// A glTF file in the making.
#[derive(Default)]
struct File {
    buffer: Buffer,
    nodes: Vec<Value>,
    meshes: Vec<Value>,
    lights: Vec<Value>,
    animations: Vec<Value>,
}

impl File {
    fn node(&mut self, parent: Option<usize>, node: Value) -> usize {
        let index = self.nodes.len();
        self.nodes.push(node);
        if let Some(parent) = parent {
            let children = &mut self.nodes[parent]["children"];
            match children.as_array_mut() {
                Some(list) => list.push(json!(index)),
                None => *children = json!([index]),
            }
        }
        index
    }

    fn thing(&mut self, parent: usize, thing: &Thing) {
        let mut node = json!({
            "name": thing.name, "translation": thing.at.to_array(), "rotation": thing.turn.to_array(),
        });
        if thing.scale != DVec3::ONE {
            node["scale"] = json!(thing.scale.to_array());
        }
        if let Some(extras) = &thing.extras {
            node["extras"] = extras.clone();
        }
        match &thing.kind {
            Kind::Light(light) => {
                node["extensions"] = json!({ "KHR_lights_punctual": { "light": self.lights.len() } });
                self.lights.push(light.clone());
            }
            Kind::Moving { block: [min, max], .. } => {
                node["mesh"] = json!(self.block(thing.name, LACQUER, *min, *max));
            }
            Kind::Camera => node["camera"] = json!(0),
            Kind::Marker => {}
        }
        let index = self.node(Some(parent), node);
        if let Kind::Moving { opened: Some(opened), .. } = thing.kind {
            self.animate(index, thing.turn, opened);
        }
    }

    /// A turn from one to another, in a second.
    fn animate(&mut self, node: usize, from: DQuat, to: DQuat) {
        let input = self.buffer.keys(&[[0.0], [1.0]]);
        let output = self.buffer.keys(&[from, to].map(|turn| turn.to_array().map(|x| x as f32)));
        self.animations.push(json!({
            "name": ANIMATION,
            "channels": [{ "sampler": 0, "target": { "node": node, "path": "rotation" } }],
            "samplers": [{ "input": input, "output": output }],
        }));
    }

    /// A block of one material, with texture coordinates where that has a texture.
    fn block(&mut self, name: &str, material: usize, min: DVec3, max: DVec3) -> usize {
        let (mut places, mut normals, mut laid, mut indices) = (vec![], vec![], vec![], vec![]);
        for (axis, sign) in (0..3).flat_map(|axis| [(axis, 1.0), (axis, -1.0)]) {
            let [normal, u, v] = [axis, (axis + 1) % 3, (axis + 2) % 3].map(|i| DVec3::AXES[i]);
            let first = places.len() as u32;
            for (s, t) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)] {
                let away = if sign > 0.0 { normal } else { DVec3::ZERO };
                // Going round the other way on the other side.
                let (s, t) = if sign > 0.0 { (s, t) } else { (t, s) };
                let corner = min + (max - min) * (away + u * s + v * t);
                places.push(corner.as_vec3().to_array());
                normals.push((normal * sign).as_vec3().to_array());
                laid.push([s as f32 * LAID, t as f32 * LAID]);
            }
            indices.extend([0, 1, 2, 0, 2, 3].map(|i| first + i));
        }
        let mut attributes =
            json!({ "POSITION": self.buffer.places(&places), "NORMAL": self.buffer.vectors(&normals) });
        if [TILES, GRATE, LACQUER].contains(&material) {
            attributes["TEXCOORD_0"] = json!(self.buffer.vectors(&laid));
        }
        let indices = self.buffer.indices(&indices);
        let primitive = json!({ "attributes": attributes, "indices": indices, "material": material });
        self.meshes.push(json!({ "name": name, "primitives": [primitive] }));
        self.meshes.len() - 1
    }

    fn finish(mut self) -> Vec<u8> {
        let images = looks::images(&mut self.buffer);
        let texture = |source: usize| json!({ "source": source, "sampler": 0 });
        let lens = json!({ "yfov": 0.8, "znear": 0.1 });
        let root = json!({
            "asset": { "version": "2.0", "generator": "snapmesh samples" },
            "extensionsUsed": [
                "KHR_lights_punctual", "KHR_texture_transform", "KHR_materials_emissive_strength",
                "KHR_materials_unlit", "KHR_materials_clearcoat",
            ],
            "extensions": { "KHR_lights_punctual": { "lights": self.lights } },
            "scene": 0,
            "scenes": [{ "nodes": [0] }],
            "nodes": self.nodes,
            "meshes": self.meshes,
            "cameras": [{ "type": "perspective", "perspective": lens }],
            "animations": self.animations,
            "materials": looks::materials(),
            "textures": (0..images.len()).map(texture).collect::<Vec<_>>(),
            "samplers": [{ "wrapS": 10497, "wrapT": 10497, "magFilter": 9728, "minFilter": 9728 }],
            "images": images,
            "accessors": self.buffer.accessors,
            "bufferViews": self.buffer.views,
            "buffers": [{ "byteLength": self.buffer.bytes.len() }],
        });
        pack(&root, self.buffer.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_of_a_block_look_outwards() {
        let mut file = File::default();
        file.block("b", TILES, DVec3::ZERO, DVec3::ONE);
        let floats: Vec<f32> = file.buffer.bytes[..24 * 24]
            .chunks(4)
            .map(|b| f32::from_le_bytes(b.try_into().expect("four bytes")))
            .collect();
        let vector = |i: usize| {
            DVec3::from_slice(&floats[3 * i..3 * i + 3].iter().map(|x| f64::from(*x)).collect::<Vec<_>>())
        };
        for face in 0..6 {
            let [a, b, c] = [0, 1, 2].map(|i| vector(4 * face + i));
            assert_eq!((b - a).cross(c - a), vector(24 + 4 * face), "face {face}");
        }
    }
}
