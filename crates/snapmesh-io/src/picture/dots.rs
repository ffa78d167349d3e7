//! Dots on the picture, of one size however far away they are.

use crate::color::linear_bytes;
use crate::navigation::Standing;
use snapmesh::glam::Vec3;
use std::ops::Range;

/// The radius of a dot, as a part of the shorter side of the picture, and the least, in pixels.
const SIZE: f32 = 0.004;
const LEAST: f32 = 2.0;

/// The radius of what is colored, as a part of that of the dot. The rest is a rim, so that a dot stands out from
/// whatever it lies on.
const CORE: f32 = 0.72;
const RIM: Vec3 = Vec3::new(0.95, 0.95, 0.93);

/// A point as the camera sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    /// Pixels right and down.
    pub(super) at: [f32; 2],
    /// One over its distance.
    pub(super) nearness: f32,
    pub(super) standing: Standing,
}

/// The radius of dots on a picture, in pixels.
pub(super) fn radius((width, height): (u32, u32)) -> f32 {
    (width.min(height) as f32 * SIZE).max(LEAST)
}

impl Dot {
    /// Paints it over some rows of a picture.
    pub(super) fn paint(&self, radius: f32, rows: Range<usize>, lights: &mut [Vec3]) {
        let columns = lights.len() / rows.len();
        let color = linear_bytes(self.standing.point());
        let around = |middle: f32, limits: Range<usize>| {
            let (first, last) = ((middle - radius - 1.0) as usize, (middle + radius + 1.0) as usize);
            first.max(limits.start)..(last + 1).min(limits.end)
        };
        for row in around(self.at[1], rows.clone()) {
            for column in around(self.at[0], 0..columns) {
                let (x, y) = (column as f32 + 0.5 - self.at[0], row as f32 + 0.5 - self.at[1]);
                let distance = (x * x + y * y).sqrt();
                // The part of the pixel that a circle covers, near enough.
                let covered = |radius: f32| (radius + 0.5 - distance).clamp(0.0, 1.0);
                let light = &mut lights[(row - rows.start) * columns + column];
                *light = light.lerp(RIM, covered(radius)).lerp(color, covered(radius * CORE));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dot_is_the_same_whole_or_in_bands_and_stays_in_the_picture() {
        for at in [[10.2, 8.0], [0.0, 0.0], [19.9, 15.9]] {
            let dot = Dot { at, nearness: 1.0, standing: Standing::Isolated };
            let mut whole = vec![Vec3::ZERO; 20 * 16];
            dot.paint(3.0, 0..16, &mut whole);
            let mut bands = vec![Vec3::ZERO; 20 * 16];
            let (top, bottom) = bands.split_at_mut(20 * 8);
            dot.paint(3.0, 0..8, top);
            dot.paint(3.0, 8..16, bottom);
            assert_eq!(whole, bands);
            let middle = whole[at[1] as usize * 20 + at[0] as usize];
            assert_eq!(middle, linear_bytes(Standing::Isolated.point()));
        }
    }
}
