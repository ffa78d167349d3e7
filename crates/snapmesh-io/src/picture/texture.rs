//! Textures: looking up the color at a place of an image, near or far.

use super::color::Encoder;
use super::decode::Pixels;
use crate::color::linear_bytes;
use snapmesh::glam::{Vec2, Vec3, Vec4};

/// What is beyond the edge of an image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Wrap {
    /// The image again.
    #[default]
    Repeat,
    /// Its mirror image.
    Mirror,
    /// Its outermost pixels.
    Clamp,
}

/// How an image is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sampler {
    /// Across, and down.
    pub(super) wrap: [Wrap; 2],
    /// Whether pixels stay squares from close by.
    pub(super) nearest: bool,
}

/// An image in all sizes down to one pixel, each half the one before: what is far away is looked up in a small one, so
/// that it does not flicker.
#[derive(Clone, Debug)]
pub(super) struct Texture(Vec<Pixels>);

impl Texture {
    /// `light` is the light of each byte, `leave_out` how many of the largest sizes are not kept.
    pub(super) fn new(pixels: Pixels, leave_out: usize, tables: &Tables) -> Self {
        let mut levels = vec![pixels];
        let mut left_out = 0;
        while let Some(last) = levels.last().filter(|last| last.width.max(last.height) > 1) {
            let next = half(last, tables);
            if left_out < leave_out {
                levels.clear();
                left_out += 1;
            }
            levels.push(next);
        }
        Self(levels)
    }

    /// The color, as light, and the alpha at a place: `at` in images, `steps` to the same place seen by the pixels to
    /// the right and below.
    pub(super) fn look_up(&self, tables: &Tables, at: Vec2, steps: [Vec2; 2], sampler: Sampler) -> Vec4 {
        let size = Vec2::new(self.0[0].width as f32, self.0[0].height as f32);
        let [right, down] = steps.map(|step| (step * size).length());
        // Four passes look at each pixel, so each looks after a quarter of it.
        let wide = right.max(down) * 0.5;
        if wide.is_nan() || wide <= 1.0 {
            let level = &self.0[0];
            return if sampler.nearest {
                nearest(level, tables, at, sampler)
            } else {
                smooth(level, tables, at, sampler)
            };
        }
        let (level, part) = exponent(wide);
        let last = self.0.len() - 1;
        let near = smooth(&self.0[level.min(last)], tables, at, sampler);
        if level >= last { near } else { near.lerp(smooth(&self.0[level + 1], tables, at, sampler), part) }
    }
}

/// The whole part of a logarithm to base two, of a number from 1 up, and about the rest of it: straight between powers.
fn exponent(x: f32) -> (usize, f32) {
    let bits = x.min(1e9).to_bits();
    let rest = f32::from_bits(bits & 0x007f_ffff | 1.0_f32.to_bits()) - 1.0;
    ((bits >> 23) as usize - 127, rest)
}

/// From bytes to light and back.
pub(super) struct Tables {
    light: [f32; 256],
    encoder: Encoder,
}

impl Tables {
    pub(super) fn new() -> Self {
        let light = std::array::from_fn(|byte| linear_bytes([byte as u8; 3]).x);
        Self { light, encoder: Encoder::new() }
    }

    #[inline]
    fn decoded(&self, [red, green, blue, alpha]: [u8; 4]) -> Vec4 {
        let [red, green, blue] = [red, green, blue].map(|byte| self.light[byte as usize]);
        Vec4::new(red, green, blue, f32::from(alpha) / 255.0)
    }
}

/// An image of half the size, averaged as light.
fn half(image: &Pixels, tables: &Tables) -> Pixels {
    let [width, height] = [image.width, image.height].map(|side| (side / 2).max(1));
    // Of an odd number, the neighbors share what lies between them.
    let range = |i: usize, of: usize, side: usize| i * side / of..((i + 1) * side).div_ceil(of);
    let mut texels = Vec::with_capacity(width * height);
    for row in 0..height {
        for column in 0..width {
            let (mut sum, mut alpha, mut weights, mut count) = (Vec3::ZERO, 0.0, 0.0, 0.0);
            for y in range(row, height, image.height) {
                for x in range(column, width, image.width) {
                    let texel = tables.decoded(image.texels[y * image.width + x]);
                    // What cannot be seen has a color, too, which is not to bleed into what can.
                    let weight = texel.w + 1.0 / 256.0;
                    (sum, weights) = (sum + texel.truncate() * weight, weights + weight);
                    (alpha, count) = (alpha + texel.w, count + 1.0);
                }
            }
            let [red, green, blue] = tables.encoder.bytes(sum / weights);
            texels.push([red, green, blue, (alpha / count * 255.0 + 0.5) as u8]);
        }
    }
    Pixels { width, height, texels }
}

/// The color between the four texels around a place.
fn smooth(level: &Pixels, tables: &Tables, at: Vec2, sampler: Sampler) -> Vec4 {
    let (left, right, x) = around(at.x, level.width, sampler.wrap[0]);
    let (upper, lower, y) = around(at.y, level.height, sampler.wrap[1]);
    let texel = |row: usize, column: usize| tables.decoded(level.texels[row * level.width + column]);
    let above = texel(upper, left).lerp(texel(upper, right), x);
    above.lerp(texel(lower, left).lerp(texel(lower, right), x), y)
}

fn nearest(level: &Pixels, tables: &Tables, at: Vec2, sampler: Sampler) -> Vec4 {
    let column = ((wrapped(at.x, sampler.wrap[0]) * level.width as f32) as usize).min(level.width - 1);
    let row = ((wrapped(at.y, sampler.wrap[1]) * level.height as f32) as usize).min(level.height - 1);
    tables.decoded(level.texels[row * level.width + column])
}

/// The two texels of a row or column that a coordinate lies between, and how far it is from the first to the second.
fn around(at: f32, count: usize, wrap: Wrap) -> (usize, usize, f32) {
    let at = wrapped(at, wrap) * count as f32 + 0.5;
    // One too many, so that none is negative.
    let whole = at as usize;
    let (before, after) = match wrap {
        Wrap::Repeat => ((whole + count - 1) % count, whole % count),
        Wrap::Mirror | Wrap::Clamp => (whole.saturating_sub(1).min(count - 1), whole.min(count - 1)),
    };
    (before, after, at - whole as f32)
}

/// A coordinate within the image, from 0 to 1.
fn wrapped(at: f32, wrap: Wrap) -> f32 {
    let floor = |x: f32| {
        let whole = x as i32 as f32;
        if whole > x { whole - 1.0 } else { whole }
    };
    let inside = match wrap {
        Wrap::Repeat => at - floor(at),
        Wrap::Mirror => {
            let turn = at - 2.0 * floor(at * 0.5);
            if turn > 1.0 { 2.0 - turn } else { turn }
        }
        Wrap::Clamp => at,
    };
    // Also what is no number, or so large that nothing is left behind its point.
    if inside >= 0.0 { inside.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: [Vec2; 2] = [Vec2::ZERO; 2];

    /// Black, white, white, white in a row; red grows downwards.
    fn image() -> Pixels {
        let texel = |i: usize| if i.is_multiple_of(4) { [(i / 4 * 80) as u8, 0, 0, 255] } else { [255; 4] };
        Pixels { width: 4, height: 4, texels: (0..16).map(texel).collect() }
    }

    fn blue(at: f32, wrap: Wrap, nearest: bool) -> f32 {
        let tables = Tables::new();
        let texture = Texture::new(image(), 0, &tables);
        texture.look_up(&tables, Vec2::new(at, 0.1), FAR, Sampler { wrap: [wrap; 2], nearest }).z
    }

    #[test]
    fn beyond_the_edge_is_what_the_sampler_says() {
        for (at, repeat, mirror, clamp) in [
            (0.1, 0.0, 0.0, 0.0),
            (0.4, 1.0, 1.0, 1.0),
            (1.1, 0.0, 1.0, 1.0),
            (-0.1, 1.0, 0.0, 0.0),
            (2.1, 0.0, 0.0, 1.0),
            (-1.1, 1.0, 1.0, 0.0),
        ] {
            let found = [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp].map(|wrap| blue(at, wrap, true));
            assert_eq!(found, [repeat, mirror, clamp], "at {at}");
        }
    }

    #[test]
    fn between_texels_colors_blend_across_the_seam_only_where_the_image_repeats() {
        assert_eq!(blue(0.25, Wrap::Clamp, false), 0.5, "half way from black to white");
        assert_eq!(blue(0.0, Wrap::Repeat, false), 0.5, "and from the last column to the first");
        assert_eq!(blue(0.0, Wrap::Clamp, false), 0.0);
        assert_eq!(blue(0.0, Wrap::Mirror, false), 0.0);
        assert_eq!(blue(0.125, Wrap::Repeat, false), 0.0, "the middle of the first texel is its color");
    }

    #[test]
    fn far_away_an_image_is_its_average_and_in_between_it_is_between() {
        let tables = Tables::new();
        let texture = Texture::new(image(), 0, &tables);
        let seen = |step: f32| {
            let steps = [Vec2::new(step, 0.0), Vec2::new(0.0, step)];
            texture.look_up(&tables, Vec2::new(0.125, 0.125), steps, Sampler::default()).z
        };
        assert_eq!(seen(0.1), 0.0, "a texel is larger than a pixel");
        assert!((seen(9.0) - 0.75).abs() < 0.01, "three of four are white: {}", seen(9.0));
        let shades = [0.5, 0.6, 0.8, 1.0, 1.5, 2.0].map(seen);
        assert!(shades.is_sorted() && shades[1] > 0.0 && shades[3] < 0.75, "{shades:?}");
    }

    #[test]
    fn averages_are_of_light_and_of_what_can_be_seen() {
        let tables = Tables::new();
        let texels = vec![[255, 0, 0, 255], [0, 255, 0, 0]];
        let one = half(&Pixels { width: 2, height: 1, texels }, &tables);
        assert_eq!((one.width, one.height), (1, 1));
        let [red, green, _, alpha] = one.texels[0];
        assert!(red > 250 && green < 20 && alpha == 128, "{:?}", one.texels);
        let grey = half(&Pixels { width: 2, height: 1, texels: vec![[0, 0, 0, 255], [255; 4]] }, &tables);
        assert_eq!(grey.texels[0][0], 188, "half the light of white");
    }

    #[test]
    fn sizes_that_are_not_wanted_are_left_out_and_odd_ones_go_down_to_one() {
        let tables = Tables::new();
        let odd = Pixels { width: 7, height: 3, texels: vec![[9, 9, 9, 255]; 21] };
        let sizes = |leave_out| {
            Texture::new(odd.clone(), leave_out, &tables)
                .0
                .iter()
                .map(|level| (level.width, level.height))
                .collect::<Vec<_>>()
        };
        assert_eq!(sizes(0), [(7, 3), (3, 1), (1, 1)]);
        assert_eq!(sizes(1), [(3, 1), (1, 1)]);
        assert_eq!(sizes(9), [(1, 1)]);
    }

    #[test]
    fn coordinates_that_are_no_numbers_are_some_place_of_the_image() {
        for wrap in [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp] {
            for at in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 1e30, -1e30, 1.0, -0.0, -1e-9] {
                assert!((0.0..=1.0).contains(&wrapped(at, wrap)), "{at}");
                assert!(blue(at, wrap, true).is_finite() && blue(at, wrap, false).is_finite());
            }
        }
        let (level, part) = exponent(f32::INFINITY);
        assert!(level < 40 && part < 1.0);
    }
}
