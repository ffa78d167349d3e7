//! What a material says beyond a plain color, read when it is drawn and not before.

use super::texture::{Sampler, Wrap};
use crate::piece_file::Part;
use crate::piece_file::accessors::vectors;
use crate::piece_file::document::Document;
use crate::piece_file::textures::images;
use gltf::Semantic;
use serde_json::Value;
use snapmesh::glam::{Vec2, Vec4};

/// What is drawn of what can be seen through.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) enum Alpha {
    /// All of it.
    #[default]
    Opaque,
    /// What has at least so much alpha.
    Mask(f32),
    /// A part of the passes, as large as the alpha: what lies behind shines through, and nothing needs to be sorted.
    Blend,
}

/// The brightest that a material can be made to shine.
const BRIGHTEST: f64 = 100.0;

/// A material of a file, as far as it is drawn.
#[derive(Default)]
pub(super) struct Material<'d> {
    pub(super) base: Option<Slot<'d>>,
    pub(super) light: Option<Slot<'d>>,
    /// How many times brighter than it says it shines.
    pub(super) strength: f32,
    pub(super) alpha: Alpha,
    pub(super) unlit: bool,
}

/// A texture as a material uses it.
#[derive(Clone, Copy)]
pub(super) struct Slot<'d> {
    /// The bytes of its image.
    pub(super) image: &'d [u8],
    pub(super) sampler: Sampler,
    /// Which coordinates of the corners are meant.
    set: u32,
    placing: Placing,
}

/// Where an image lies: `KHR_texture_transform`.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Placing {
    offset: Vec2,
    /// The cosine and sine of the turn.
    turn: [f32; 2],
    scale: Vec2,
}

impl<'d> Material<'d> {
    /// The material of a part that was read from this file.
    pub(super) fn of(document: &'d Document, part: &Part) -> Self {
        let index = primitive(document, part).and_then(|primitive| primitive.material().index());
        let Some(index) = index else { return Self { strength: 1.0, ..Self::default() } };
        let json = &document.json["materials"][index];
        let strength = &json["extensions"]["KHR_materials_emissive_strength"]["emissiveStrength"];
        Self {
            base: Slot::read(document, &json["pbrMetallicRoughness"]["baseColorTexture"]),
            light: Slot::read(document, &json["emissiveTexture"]),
            strength: strength.as_f64().unwrap_or(1.0).clamp(0.0, BRIGHTEST) as f32,
            alpha: match json["alphaMode"].as_str() {
                Some("MASK") => Alpha::Mask(json["alphaCutoff"].as_f64().unwrap_or(0.5) as f32),
                Some("BLEND") => Alpha::Blend,
                _ => Alpha::Opaque,
            },
            unlit: json["extensions"].get("KHR_materials_unlit").is_some(),
        }
    }
}

impl<'d> Slot<'d> {
    fn read(document: &'d Document, info: &Value) -> Option<Self> {
        let texture = &document.json["textures"][info["index"].as_u64()? as usize];
        let image = images(texture).find_map(|image| {
            document.image(image).ok().filter(|bytes| super::decode::size(bytes).is_some())
        })?;
        let sampler = texture["sampler"].as_u64().map(|index| &document.json["samplers"][index as usize]);
        let transform = &info["extensions"]["KHR_texture_transform"];
        let set = transform["texCoord"].as_u64().or(info["texCoord"].as_u64()).unwrap_or(0);
        Some(Self {
            image,
            sampler: sampler.map(read_sampler).unwrap_or_default(),
            set: set.min(u64::from(u32::MAX)) as u32,
            placing: Placing::read(transform),
        })
    }

    /// Where on the image each corner of a part is; none if the file does not say.
    pub(super) fn coordinates(&self, document: &Document, part: &Part) -> Option<Vec<Vec2>> {
        let accessor = primitive(document, part)?.get(&Semantic::TexCoords(self.set))?;
        if accessor.count() != part.positions.len() {
            return None;
        }
        let coordinates = vectors::<2>(&document.buffers, &accessor, "texture coordinates").ok()?;
        Some(
            coordinates.into_iter().map(|[u, v]| self.placing.apply(Vec2::new(u as f32, v as f32))).collect(),
        )
    }
}

/// The color of each corner of a part, which is one factor more; none if the file does not say.
pub(super) fn corner_colors(document: &Document, part: &Part) -> Option<Vec<Vec4>> {
    let accessor = primitive(document, part)?.get(&Semantic::Colors(0))?;
    if accessor.count() != part.positions.len() {
        return None;
    }
    let what = "colors";
    let colors = match vectors::<3>(&document.buffers, &accessor, what) {
        Ok(colors) => colors.into_iter().map(|[r, g, b]| [r, g, b, 1.0]).collect(),
        Err(_) => vectors::<4>(&document.buffers, &accessor, what).ok()?,
    };
    let sane = |c: f64| if c.is_finite() { c.clamp(0.0, 1.0) as f32 } else { 0.0 };
    Some(colors.into_iter().map(|color| Vec4::from(color.map(sane))).collect())
}

fn primitive<'d>(document: &'d Document, part: &Part) -> Option<gltf::Primitive<'d>> {
    let origin = part.origin?;
    document.gltf.meshes().nth(origin.mesh)?.primitives().nth(origin.primitive)
}

fn read_sampler(sampler: &Value) -> Sampler {
    let wrap = |key: &str| match sampler[key].as_u64() {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    };
    Sampler { wrap: [wrap("wrapS"), wrap("wrapT")], nearest: sampler["magFilter"].as_u64() == Some(9728) }
}

impl Placing {
    fn read(transform: &Value) -> Self {
        let number = |value: &Value, usual: f64| value.as_f64().unwrap_or(usual);
        let pair = |key: &str, usual: f64| {
            Vec2::new(number(&transform[key][0], usual) as f32, number(&transform[key][1], usual) as f32)
        };
        let turn = number(&transform["rotation"], 0.0);
        Self {
            offset: pair("offset", 0.0),
            turn: [libm::cos(turn) as f32, libm::sin(turn) as f32],
            scale: pair("scale", 1.0),
        }
    }

    /// First the scale, then the turn, then the offset.
    fn apply(&self, at: Vec2) -> Vec2 {
        let ([cos, sin], at) = (self.turn, at * self.scale);
        Vec2::new(cos * at.x + sin * at.y, cos * at.y - sin * at.x) + self.offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_image_is_scaled_turned_and_moved_in_this_order() {
        let at = Vec2::new(0.5, 1.0);
        assert_eq!(Placing::read(&Value::Null).apply(at), at);
        let moved = json!({ "offset": [1, 2], "scale": [4, 3] });
        assert_eq!(Placing::read(&moved).apply(at), Vec2::new(3.0, 5.0));
        let turned = json!({ "offset": [0.25, 0], "scale": [2, 1], "rotation": std::f64::consts::FRAC_PI_2 });
        let found = Placing::read(&turned).apply(at);
        assert!((found - Vec2::new(1.25, -1.0)).length() < 1e-6, "{found}");
    }

    #[test]
    fn samplers_are_read_as_gltf_numbers_them() {
        let read = read_sampler(&json!({ "wrapS": 33071, "wrapT": 33648, "magFilter": 9728 }));
        assert_eq!(read, Sampler { wrap: [Wrap::Clamp, Wrap::Mirror], nearest: true });
        assert_eq!(read_sampler(&json!({ "magFilter": 9729 })), Sampler::default());
    }
}
