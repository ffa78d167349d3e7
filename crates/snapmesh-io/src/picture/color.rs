//! Colors that mean something in a picture, and the way from light to its bytes.

use super::view::{Coloring, View};
use crate::color::{linear, linear_bytes, ramp};
use snapmesh::glam::Vec3;

/// What pieces are painted with where nothing else is known.
const GREY: [f32; 3] = [0.75, 0.75, 0.74];

/// Steps of the table from light to bytes: fine enough that its error stays under a quarter of a byte.
const STEPS: usize = 1 << 14;

/// From light to bytes.
pub(super) struct Encoder(Vec<u8>);

impl Encoder {
    pub(super) fn new() -> Self {
        let encode = |step: usize| {
            let c = step as f64 / STEPS as f64;
            let c = if c <= 0.003_130_8 { 12.92 * c } else { 1.055 * libm::pow(c, 1.0 / 2.4) - 0.055 };
            (c * 255.0 + 0.5) as u8
        };
        Self((0..=STEPS).map(encode).collect())
    }

    pub(super) fn bytes(&self, light: Vec3) -> [u8; 3] {
        light.to_array().map(|c| self.0[((c * STEPS as f32 + 0.5) as usize).min(STEPS)])
    }
}

/// The color of one of `count` kinds: hues of the same strength all around the circle (Oklab), every second
/// one lighter, because neighbors on the circle look alike.
pub(super) fn hue(kind: usize, count: usize) -> Vec3 {
    let angle = std::f64::consts::TAU * (kind as f64 / count.max(1) as f64 + 0.09);
    let lightness = if kind.is_multiple_of(2) { 0.68 } else { 0.79 };
    let (a, b) = (0.09 * libm::cos(angle), 0.09 * libm::sin(angle));
    let cube = |x: f64| x * x * x;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548 * b);
    let red = 4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s;
    let green = -1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s;
    let blue = -0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701 * s;
    Vec3::new(red as f32, green as f32, blue as f32).clamp(Vec3::ZERO, Vec3::ONE)
}

/// Names that a browser knows, as on a screen.
const NAMES: &[(&str, u32)] = &[
    ("white", 0xff_ffff),
    ("black", 0x00_0000),
    ("grey", 0x80_8080),
    ("gray", 0x80_8080),
    ("silver", 0xc0_c0c0),
    ("red", 0xff_0000),
    ("maroon", 0x80_0000),
    ("orange", 0xff_a500),
    ("brown", 0xa5_2a2a),
    ("gold", 0xff_d700),
    ("yellow", 0xff_ff00),
    ("olive", 0x80_8000),
    ("lime", 0x00_ff00),
    ("green", 0x00_8000),
    ("teal", 0x00_8080),
    ("cyan", 0x00_ffff),
    ("aqua", 0x00_ffff),
    ("blue", 0x00_00ff),
    ("navy", 0x00_0080),
    ("purple", 0x80_0080),
    ("violet", 0xee_82ee),
    ("magenta", 0xff_00ff),
    ("fuchsia", 0xff_00ff),
    ("pink", 0xff_c0cb),
];

/// The color of a connector by its name, or by its digits, `#rrggbb`.
pub(super) fn named(name: &str) -> Option<Vec3> {
    let digits = name.strip_prefix('#').filter(|digits| digits.len() == 6);
    let known = || NAMES.iter().find(|(known, _)| *known == name).map(|(_, color)| *color);
    let color = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).or_else(known)?;
    let [_, red, green, blue] = color.to_be_bytes();
    Some(linear_bytes([red, green, blue]))
}

/// What is painted over the materials of a placed piece; none keeps them.
///
/// `index` is its place among `placed` pieces, `kind` its place among `kinds` in the library.
pub(super) fn paint(
    view: &View,
    (index, placed): (usize, usize),
    (kind, kinds): (usize, usize),
) -> Option<Vec3> {
    match &view.coloring {
        Coloring::Material => None,
        Coloring::Order => Some(linear_bytes(ramp(index as f64 / (placed.max(2) - 1) as f64))),
        Coloring::Piece => Some(hue(kind, kinds)),
        Coloring::Custom(colors) => Some(linear(*colors.get(index).unwrap_or(&GREY))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_survives_the_way_to_light_and_back() {
        let encoder = Encoder::new();
        for c in 0..=255 {
            assert_eq!(encoder.bytes(linear_bytes([c, 0, 255])), [c, 0, 255]);
        }
    }

    #[test]
    fn light_out_of_range_is_clamped() {
        assert_eq!(Encoder::new().bytes(Vec3::new(-1.0, 9.0, f32::NAN)), [0, 255, 0]);
    }

    #[test]
    fn colors_have_names_or_digits() {
        assert_eq!(named("red"), Some(Vec3::X));
        assert_eq!(named("#0000ff"), Some(Vec3::Z));
        for other in ["hall", "#12", "#zzzzzz", "", "#\u{fffd}\u{fffd}"] {
            assert_eq!(named(other), None);
        }
    }

    #[test]
    fn kinds_have_colors_of_their_own() {
        let encoder = Encoder::new();
        let colors: std::collections::BTreeSet<_> =
            (0..12).map(|kind| encoder.bytes(hue(kind, 12))).collect();
        assert_eq!(colors.len(), 12);
    }
}
