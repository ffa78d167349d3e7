//! Materials of every kind, and their pictures.

use crate::buffer::Buffer;
use serde_json::{Value, json};

/// Materials by their place in `materials`.
pub(super) const TILES: usize = 0;
pub(super) const PLASTER: usize = 1;
pub(super) const GLOW: usize = 2;
pub(super) const SIGN: usize = 3;
pub(super) const GRATE: usize = 4;
pub(super) const LACQUER: usize = 5;

/// How often the tiles are laid along an edge of the floor, before the material repeats them once more.
pub(super) const LAID: f32 = 3.0;

pub(super) fn materials() -> Vec<Value> {
    let rough =
        |color: [f64; 4]| json!({ "baseColorFactor": color, "metallicFactor": 0.0, "roughnessFactor": 0.8 });
    let mut tiles = rough([0.9, 0.8, 0.7, 1.0]);
    let laid = json!({ "KHR_texture_transform": { "offset": [0.25, 0.5], "scale": [2.0, 4.0] } });
    tiles["baseColorTexture"] = json!({ "index": 0, "extensions": laid });
    let mut grate = rough([1.0; 4]);
    grate["baseColorTexture"] = json!({ "index": 1 });
    let coat = json!({
        "clearcoatFactor": 0.8, "clearcoatRoughnessFactor": 0.2, "clearcoatTexture": { "index": 2 },
    });
    vec![
        json!({ "name": "tiles", "pbrMetallicRoughness": tiles }),
        json!({ "name": "plaster", "pbrMetallicRoughness": rough([0.5, 0.6, 0.4, 1.0]), "extras": { "walkable": false } }),
        json!({
            "name": "glow", "pbrMetallicRoughness": rough([0.1, 0.1, 0.1, 1.0]), "emissiveFactor": [1.0, 0.5, 0.25],
            "extensions": { "KHR_materials_emissive_strength": { "emissiveStrength": 5.0 } },
        }),
        json!({
            "name": "sign", "pbrMetallicRoughness": rough([0.1, 0.7, 0.2, 1.0]),
            "extensions": { "KHR_materials_unlit": {} },
        }),
        json!({
            "name": "grate", "pbrMetallicRoughness": grate,
            "alphaMode": "MASK", "alphaCutoff": 0.4, "doubleSided": true,
        }),
        json!({
            "name": "lacquer", "pbrMetallicRoughness": rough([0.6, 0.1, 0.1, 1.0]),
            "extensions": { "KHR_materials_clearcoat": coat },
        }),
    ]
}

/// Width and height of each picture: all differ, so that a reader can tell which one it got.
pub(super) const PICTURES: [u32; 3] = [8, 4, 2];

/// Images of textures 0 to 2: tiles, the holes of the grate, where the lacquer is.
pub(super) fn images(buffer: &mut Buffer) -> Vec<Value> {
    let image = |(index, size): (usize, u32)| {
        let view = buffer.raw(&png(size, index == 1));
        json!({ "name": format!("picture{size}"), "mimeType": "image/png", "bufferView": view })
    };
    PICTURES.into_iter().enumerate().map(image).collect()
}

/// A board of light and dark fields; with holes, dark fields are clear.
fn png(size: u32, holes: bool) -> Vec<u8> {
    let field = |i: u32| {
        let light = (i % size + i / size).is_multiple_of(2);
        let shade = if light { 230 } else { 90 };
        [shade, shade, 255 - shade / 2, if light || !holes { 255 } else { 0 }]
    };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, size, size);
    encoder.set_color(png::ColorType::Rgba);
    let pixels: Vec<u8> = (0..size * size).flat_map(field).collect();
    let mut writer = encoder.write_header().expect("a vector takes all that is written to it");
    writer.write_image_data(&pixels).expect("the picture has as many pixels as it says");
    writer.finish().expect("a vector takes all that is written to it");
    bytes
}
