//! Colors: from screens to light and back, and the colors that mean something.

use super::view::{Coloring, View};
use snapmesh::glam::Vec3;

/// What pieces are painted with where nothing else is known.
const GREY: [f32; 3] = [0.75, 0.75, 0.74];

/// Steps of the table from light to bytes: fine enough that its error stays under a quarter of a byte.
const STEPS: usize = 1 << 14;

/// A color as on a screen (sRGB), as light.
pub(super) fn linear(color: [f32; 3]) -> Vec3 {
    let channel = |c: f32| {
        let c = f64::from(c).clamp(0.0, 1.0);
        (if c <= 0.040_45 { c / 12.92 } else { libm::pow((c + 0.055) / 1.055, 2.4) }) as f32
    };
    Vec3::from(color.map(channel))
}

/// A color of 8 bits a channel, as light.
pub(crate) fn linear_bytes(color: [u8; 3]) -> Vec3 {
    linear(color.map(|c| f32::from(c) / 255.0))
}

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

/// Dark to light, as in the paper's figure: deep blue over teal to sand. `age` goes from 0 to 1.
pub(crate) fn ramp(age: f64) -> [u8; 3] {
    const STOPS: [[f64; 3]; 4] =
        [[38.0, 52.0, 92.0], [44.0, 110.0, 138.0], [110.0, 178.0, 152.0], [238.0, 214.0, 150.0]];
    let at = age * 3.0;
    let low = (at as usize).min(2);
    [0, 1, 2].map(|i| (STOPS[low][i] + (STOPS[low + 1][i] - STOPS[low][i]) * (at - low as f64)) as u8)
}

/// The color of one of `count` kinds: hues of the same strength all around the circle (Oklab), every second
/// one lighter, because neighbors on the circle look alike.
fn hue(kind: usize, count: usize) -> Vec3 {
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
    fn the_ramp_goes_from_dark_to_light() {
        assert_eq!(ramp(0.0), [0x26, 0x34, 0x5c]);
        assert_eq!(ramp(1.0), [0xee, 0xd6, 0x96]);
    }

    #[test]
    fn kinds_have_colors_of_their_own() {
        let encoder = Encoder::new();
        let colors: std::collections::BTreeSet<_> =
            (0..12).map(|kind| encoder.bytes(hue(kind, 12))).collect();
        assert_eq!(colors.len(), 12);
    }
}
