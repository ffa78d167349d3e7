//! The drawings that make the picture, and what they see.

use super::raster::UNITS;
use snapmesh::glam::Vec3;

/// The picture is drawn this many times, each time through another point of every pixel, and averaged.
pub(super) const PASSES: usize = 4;

/// The points, in eighths of a pixel: no two in a row or a column, which smooths edges better than a square
/// does.
const POINTS: [[u8; 2]; PASSES] = [[1, 5], [3, 1], [5, 7], [7, 3]];

/// One of the drawings that make the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct DrawPass {
    pub(super) number: usize,
    /// The point of each pixel it looks through, in pixels from the top left of it.
    point: [f32; 2],
}

impl DrawPass {
    pub(super) fn new(number: usize) -> Self {
        Self { number, point: POINTS[number].map(|p| f32::from(p) / 8.0) }
    }

    /// The point of a pixel it looks through, in pixels from the top left of the picture.
    pub(super) fn through(&self, column: usize, row: usize) -> [f32; 2] {
        [column as f32 + self.point[0], row as f32 + self.point[1]]
    }

    /// The point in units of a grid.
    pub(super) fn units(&self) -> [i64; 2] {
        self.point.map(|p| (f64::from(p) * UNITS) as i64)
    }
}

/// What one or more passes see at a pixel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) light: Vec3,
    /// How many passes see nothing but background.
    pub(super) bare: f32,
}

impl Sum {
    pub(super) fn add(&mut self, other: &Self) {
        self.light += other.light;
        self.bare += other.bare;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_passes_look_through_one_row_or_column_of_a_pixel() {
        for axis in 0..2 {
            let mut seen: Vec<i64> = (0..PASSES).map(|pass| DrawPass::new(pass).units()[axis]).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), PASSES);
            assert!(seen.iter().all(|&at| at > 0 && (at as f64) < UNITS));
        }
        let middle: f32 = (0..PASSES).map(|pass| DrawPass::new(pass).point[0]).sum();
        assert_eq!(middle / PASSES as f32, 0.5, "together they look through the middle");
    }

    #[test]
    fn what_passes_see_adds_up() {
        let mut sum = Sum { light: Vec3::X, bare: 1.0 };
        sum.add(&Sum { light: Vec3::new(1.0, 2.0, 0.0), bare: 0.5 });
        assert_eq!((sum.light, sum.bare), (Vec3::new(2.0, 2.0, 0.0), 1.5));
    }
}
