//! Pictures of pieces with textures.

use super::camera::Camera;
use super::decode::{decode, size as image_size};
use super::scene::Scene;
use super::textures::Images;
use super::{Coloring, View, render, size};
use crate::export::{Options, exporter_for};
use crate::files::Memory;
use crate::kit_file::{OpenKit, Overrides};
use crate::piece_file::testing::{add, add_view, data_uri, floats, room};
use base64::Engine as _;
use serde_json::{Value, json};
use snapmesh::glam::DVec3;
use snapmesh::selection::STANDARD;
use snapmesh::{Limits, Map};

const RED: [u8; 4] = [255, 0, 0, 255];
const BLUE: [u8; 4] = [0, 0, 255, 255];
const NOTHING: [u8; 4] = [0, 0, 255, 0];

/// Red on the left and blue on the right, 16 by 8 pixels, as a browser writes it.
const JPEG: &str = "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7\
     gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8\
     fHx8fHx8fHz/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA\
     FAEBAAAAAAAAAAAAAAAAAAAABf/EABkRAAIDAQAAAAAAAAAAAAAAAAAFQoHBQ//aAAwDAQACEQMRAD8AlJgEEnStFG8Lw//Z";

fn png(
    width: u32,
    color: png::ColorType,
    depth: png::BitDepth,
    data: &[u8],
    more: impl FnOnce(&mut png::Encoder<'_, &mut Vec<u8>>),
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, 1);
    encoder.set_color(color);
    encoder.set_depth(depth);
    more(&mut encoder);
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    file
}

fn row(texels: &[[u8; 4]]) -> Vec<u8> {
    png(texels.len() as u32, png::ColorType::Rgba, png::BitDepth::Eight, texels.as_flattened(), |_| ())
}

/// A room with a floor from 0 to 8 m east and south, half of a square; an image spans the square.
fn textured(image: &[u8], material: &Value) -> Value {
    let mut json = room();
    json["nodes"][0]["scale"] = json!([8, 1, 8]);
    let view = add_view(&mut json, &floats(&[0.0, 0.0, 0.0, 1.0, 1.0, 0.0]));
    let at = add(
        &mut json,
        "accessors",
        json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": "VEC2" }),
    );
    let primitive = &mut json["meshes"][0]["primitives"][0];
    primitive["attributes"]["TEXCOORD_0"] = json!(at);
    primitive["material"] = json!(0);
    let mut plain = json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 } } });
    for (key, value) in material.as_object().unwrap() {
        plain[key] = value.clone();
    }
    json["materials"] = json!([plain]);
    json["textures"] = json!([{ "source": 0, "sampler": 0 }]);
    json["samplers"] = json!([{ "magFilter": 9728 }]);
    json["images"] = json!([{ "uri": data_uri(image) }]);
    json
}

fn open(json: &Value, limits: Limits) -> (OpenKit, Map) {
    let kit = "[kit]\nname = \"t\"\n[selection]\nmax_pieces = 1\n";
    let files = [("kit.toml", kit.as_bytes().to_vec()), ("P.gltf", json.to_string().into_bytes())];
    let open = OpenKit::open(&Memory::new("kit", files).with_limits(limits), &Overrides::default(), STANDARD)
        .unwrap();
    let map = open.recipe().unwrap().grow(1);
    (open, map)
}

fn above() -> View {
    View { azimuth: 180.0, elevation: 90.0, width: 120, height: 120, ..View::default() }
}

/// The color at places of the floor, east and south, seen from above.
fn seen<const N: usize>(json: &Value, view: &View, places: [[f64; 2]; N]) -> [[u8; 3]; N] {
    let (open, map) = open(json, Limits::DEFAULT);
    let scene = Scene::new(&open.kit, &map, view, &Images::new(&open.kit, &map, view), None);
    let camera = Camera::fit(&scene, view, size(view));
    let image = render(&open.kit, &map, view);
    places.map(|[x, z]| {
        let ([column, row], _) = camera.project(scene.scaled(DVec3::new(x, 0.0, z)));
        let at = 3 * (row as usize * image.width as usize + column as usize);
        [image.pixels[at], image.pixels[at + 1], image.pixels[at + 2]]
    })
}

/// What is far on the left of the floor, and far on the right.
const SIDES: [[f64; 2]; 2] = [[1.0, 2.5], [5.5, 1.0]];

fn is_red([r, g, b]: [u8; 3]) -> bool {
    r > 120 && g < 60 && b < 60
}

fn is_blue([r, g, b]: [u8; 3]) -> bool {
    b > 120 && g < 60 && r < 60
}

#[test]
fn a_texture_lies_where_its_coordinates_say() {
    let image = row(&[RED, BLUE]);
    let [left, right] = seen(&textured(&image, &json!({})), &above(), SIDES);
    assert!(is_red(left) && is_blue(right), "{left:?} {right:?}");
    // Half an image further: blue comes first.
    let transform = json!({ "KHR_texture_transform": { "offset": [0.5, 0] } });
    let moved =
        json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0, "extensions": transform } } });
    let [left, right] = seen(&textured(&image, &moved), &above(), SIDES);
    assert!(is_blue(left) && is_red(right), "{left:?} {right:?}");
}

#[test]
fn the_slot_or_its_transform_chooses_the_coordinates() {
    let image = row(&[RED, BLUE]);
    for slot in [
        json!({ "index": 0, "texCoord": 1 }),
        json!({ "index": 0, "extensions": { "KHR_texture_transform": { "texCoord": 1 } } }),
    ] {
        let mut json = textured(&image, &json!({ "pbrMetallicRoughness": { "baseColorTexture": slot } }));
        let view = add_view(&mut json, &floats(&[0.9; 6]));
        let at = add(
            &mut json,
            "accessors",
            json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": "VEC2" }),
        );
        json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = json!(at);
        assert!(seen(&json, &above(), SIDES).into_iter().all(is_blue));
    }
}

#[test]
fn the_color_of_the_material_and_of_corners_are_factors() {
    let white = row(&[[255; 4]]);
    let factor = json!({ "pbrMetallicRoughness": { "baseColorTexture": { "index": 0 }, "baseColorFactor": [1, 0, 0, 1] } });
    assert!(seen(&textured(&white, &factor), &above(), SIDES).into_iter().all(is_red));
    let mut json = textured(&white, &json!({}));
    let view = add_view(&mut json, &floats(&[0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0]));
    let at = add(
        &mut json,
        "accessors",
        json!({ "bufferView": view, "componentType": 5126, "count": 3, "type": "VEC3" }),
    );
    json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = json!(at);
    let [left, right] = seen(&json, &above(), [[0.4, 2.5], [7.3, 0.4]]);
    assert!(left[2] > left[0] + 60 && right[0] > right[2] + 60, "{left:?} {right:?}");
}

#[test]
fn what_is_cut_out_is_not_there() {
    let image = row(&[RED, NOTHING]);
    let masked = textured(&image, &json!({ "alphaMode": "MASK" }));
    for view in [above(), View { coloring: Coloring::Piece, ..above() }] {
        let [left, right] = seen(&masked, &view, SIDES);
        assert!(right.iter().all(|c| *c > 180), "one looks through it onto the ground: {right:?}");
        assert!(left.iter().any(|c| *c < 180), "{left:?}");
    }
    let [_, right] = seen(&textured(&image, &json!({})), &above(), SIDES);
    assert!(is_blue(right), "an opaque material has no alpha: {right:?}");
    let kept = seen(&textured(&image, &json!({ "alphaMode": "MASK", "alphaCutoff": 0.0 })), &above(), SIDES);
    assert!(is_blue(kept[1]), "{kept:?}");
}

#[test]
fn what_is_half_there_is_half_seen() {
    let image = row(&[RED, [0, 0, 255, 128]]);
    let [left, right] = seen(&textured(&image, &json!({ "alphaMode": "BLEND" })), &above(), SIDES);
    assert!(is_red(left));
    assert!(right[2] > 150 && (100..220).contains(&right[0]), "blue and what is behind it: {right:?}");
}

#[test]
fn other_meanings_of_colors_leave_textures_out() {
    let view = View { coloring: Coloring::Piece, ..above() };
    let [left, right] = seen(&textured(&row(&[RED, BLUE]), &json!({})), &view, SIDES);
    assert!(left.iter().zip(right).all(|(a, b)| a.abs_diff(b) < 12), "{left:?} {right:?}");
}

#[test]
fn light_has_textures_and_strength() {
    let shining = |strength: f64| {
        let material = json!({
            "pbrMetallicRoughness": { "baseColorFactor": [0, 0, 0, 1] },
            "emissiveTexture": { "index": 0 }, "emissiveFactor": [0.2, 0.2, 0.2],
            "extensions": { "KHR_materials_emissive_strength": { "emissiveStrength": strength } },
        });
        seen(&textured(&row(&[RED, BLUE]), &material), &above(), SIDES)
    };
    let ([dim, _], [left, right]) = (shining(1.0), shining(4.0));
    assert!(is_red(left) && is_blue(right) && left[0] > dim[0] + 40, "{left:?} {right:?} {dim:?}");
}

#[test]
fn an_image_that_cannot_be_decoded_leaves_the_base_color() {
    let plain = seen(&textured(b"GIF89a", &json!({})), &above(), SIDES);
    let whole = row(&[RED, BLUE]);
    let jpeg = base64::engine::general_purpose::STANDARD.decode(JPEG).unwrap();
    let mut broken: Vec<Vec<u8>> =
        [&b"\x89PNG\r\n\x1a\n"[..], b"\xff\xd8\xff", b"RIFF\x10\0\0\0WEBPVP8 "].map(<[u8]>::to_vec).into();
    broken.extend([whole[..whole.len() / 2].to_vec(), jpeg[..100].to_vec()]);
    for image in broken {
        assert_eq!(seen(&textured(&image, &json!({})), &above(), SIDES), plain);
    }
    let mut json = textured(&whole, &json!({}));
    json["accessors"][2]["count"] = json!(2);
    assert_eq!(seen(&json, &above(), SIDES), plain, "too few coordinates");
}

#[test]
fn images_of_every_kind_are_read() {
    use png::{BitDepth, ColorType};
    let texels = |bytes: &[u8]| decode(bytes).unwrap().texels;
    assert_eq!(texels(&row(&[RED, NOTHING])), [RED, NOTHING]);
    assert_eq!(
        texels(&png(3, ColorType::Grayscale, BitDepth::One, &[0b0100_0000], |_| ())),
        [[0, 0, 0, 255], [255; 4], [0, 0, 0, 255]]
    );
    assert_eq!(texels(&png(1, ColorType::GrayscaleAlpha, BitDepth::Eight, &[7, 9], |_| ())), [[7, 7, 7, 9]]);
    assert_eq!(
        texels(&png(1, ColorType::Rgb, BitDepth::Sixteen, &[1, 99, 2, 99, 3, 99], |_| ())),
        [[1, 2, 3, 255]]
    );
    let indexed = png(2, ColorType::Indexed, BitDepth::Four, &[0x10], |encoder| {
        encoder.set_palette(vec![255, 0, 0, 0, 0, 255]);
        encoder.set_trns(vec![255, 0]);
    });
    assert_eq!(texels(&indexed), [NOTHING, RED]);
    let jpeg = texels(&base64::engine::general_purpose::STANDARD.decode(JPEG).unwrap());
    assert_eq!(jpeg.len(), 16 * 8);
    assert!(jpeg[0][0] > 200 && jpeg[0][2] < 60 && jpeg[15][2] > 200 && jpeg[15][0] < 60);
    let mut webp = Vec::new();
    let encoder = image_webp::WebPEncoder::new(&mut webp);
    encoder.encode([RED, NOTHING].as_flattened(), 2, 1, image_webp::ColorType::Rgba8).unwrap();
    let webp = texels(&webp);
    assert_eq!((webp[0], webp[1][3]), (RED, 0));
}

/// The first bytes of a PNG of this size: a bomb of a few bytes.
fn bomb(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    drop(encoder.write_header().unwrap());
    file
}

#[test]
fn a_bomb_is_refused_or_left_out_before_memory_is_taken() {
    assert_eq!(image_size(&bomb(8192, 8192)), Some((8192, 8192)));
    assert_eq!(image_size(&bomb(8193, 8192)), None);
    assert_eq!(image_size(&bomb(20_000, 1)), None);
    let plain = seen(&textured(b"GIF89a", &json!({})), &above(), SIDES);
    assert_eq!(seen(&textured(&bomb(100_000, 100_000), &json!({})), &above(), SIDES), plain);
}

#[test]
fn textures_of_too_many_pixels_are_refused_with_the_number() {
    let limits = Limits { texture_pixels: 15, ..Limits::DEFAULT };
    let (open, map) = open(&textured(&row(&[RED; 16]), &json!({})), limits);
    let png = exporter_for("map.png".as_ref()).unwrap();
    let told = (png.write)(&open.kit, &open.settings, &map, &Options::default()).unwrap_err().to_string();
    assert!(
        told.contains("too much: 16 pixels of the textures that a picture decodes, where 15 are allowed"),
        "{told}"
    );
    assert!(told.contains("--limit texture_pixels=16"), "{told}");
    let image = render(&open.kit, &map, &above());
    assert!(
        image.pixels.chunks(3).any(|pixel| pixel[0] > 100 && pixel[0].abs_diff(pixel[2]) < 40),
        "without it, it is white"
    );
    let view = View { coloring: Coloring::Order, ..View::default() };
    assert!(
        (png.write)(&open.kit, &open.settings, &map, &Options { view, ..Options::default() }).is_ok(),
        "nothing is decoded"
    );
}
