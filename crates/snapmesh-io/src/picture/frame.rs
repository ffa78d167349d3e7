//! The picture, band by band.

use super::camera::Camera;
use super::color::Encoder;
use super::image::Image;
use super::light::Light;
use super::lines;
use super::raster::UNITS;
use super::scene::Scene;
use super::shade;
use super::stage::Stage;
use snapmesh::glam::Vec3;

/// The picture is drawn this many times, each time through another point of every pixel, and averaged.
pub(super) const PASSES: usize = 4;

/// The points, in eighths of a pixel: no two in a row or a column, which smooths edges better than a square
/// does.
const POINTS: [[u8; 2]; PASSES] = [[1, 5], [3, 1], [5, 7], [7, 3]];

/// Rows drawn at a time, so that the buffers stay small whatever the size of the picture.
const BAND: usize = 64;

/// One of the drawings that make the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    pub(super) number: usize,
    /// The point of each pixel it looks through, in pixels from the top left of it.
    pub(super) point: [f32; 2],
}

impl Pass {
    fn new(number: usize) -> Self {
        Self { number, point: POINTS[number].map(|p| f32::from(p) / 8.0) }
    }

    /// The point in units of a grid.
    pub(super) fn units(&self) -> [i64; 2] {
        self.point.map(|p| (f64::from(p) * UNITS) as i64)
    }
}

/// What all passes together see at a pixel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sum {
    pub(super) light: Vec3,
    /// How many passes see nothing but background.
    pub(super) bare: f32,
}

/// Draws the scene.
pub(super) fn draw(scene: &Scene, camera: &Camera, light: &Light, (width, height): (u32, u32)) -> Image {
    let stage = Stage::new(scene, camera, light, (width as usize, height as usize));
    let encoder = Encoder::new();
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 3);
    for top in (0..height as usize).step_by(BAND) {
        let rows = top..(top + BAND).min(height as usize);
        let sums = band(&stage, rows.clone());
        for (row, sums) in rows.zip(sums.chunks(width as usize)) {
            for (column, sum) in sums.iter().enumerate() {
                let behind = if sum.bare > 0.0 { shade::background(&stage, column, row) } else { Vec3::ZERO };
                pixels.extend(encoder.bytes((sum.light + behind * sum.bare) / PASSES as f32));
            }
        }
    }
    Image { width, height, pixels }
}

/// Some rows of the picture.
fn band(stage: &Stage<'_>, rows: std::ops::Range<usize>) -> Vec<Sum> {
    let (width, height) = stage.size;
    let mut sums = vec![Sum::default(); width * rows.len()];
    // Lines look at the pixels around.
    let reach = lines::reach(stage.size);
    let around = rows.start.saturating_sub(reach)..(rows.end + reach).min(height);
    for pass in (0..PASSES).map(Pass::new) {
        let buffer = stage.buffer(around.clone(), &pass);
        for (row, sums) in rows.clone().zip(sums.chunks_mut(width)) {
            shade::row(stage, &buffer, &pass, row, sums);
        }
    }
    sums
}
