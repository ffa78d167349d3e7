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

/// The points, in eighths of a pixel: no two in a row or a column, which smooths edges better than a square does.
const POINTS: [[i64; 2]; PASSES] = [[1, 5], [3, 1], [5, 7], [7, 3]];

/// Rows drawn at a time, so that the buffers stay small whatever the size of the picture.
const BAND: usize = 64;

/// Draws the scene.
pub(super) fn draw(scene: &Scene, camera: &Camera, light: &Light, (width, height): (u32, u32)) -> Image {
    let stage = Stage::new(scene, camera, light, (width as usize, height as usize));
    let encoder = Encoder::new();
    let mut pixels = Vec::with_capacity(width as usize * height as usize * 3);
    for top in (0..height as usize).step_by(BAND) {
        let sums = band(&stage, top..(top + BAND).min(height as usize));
        pixels.extend(sums.iter().flat_map(|&sum| encoder.bytes(sum / PASSES as f32)));
    }
    Image { width, height, pixels }
}

/// Some rows of the picture, as the sum of all passes.
fn band(stage: &Stage<'_>, rows: std::ops::Range<usize>) -> Vec<Vec3> {
    let (width, height) = stage.size;
    let mut sums = vec![Vec3::ZERO; width * rows.len()];
    // Lines look at the pixels around.
    let reach = lines::reach(stage.size);
    let around = rows.start.saturating_sub(reach)..(rows.end + reach).min(height);
    for (pass, eighths) in POINTS.iter().enumerate() {
        let point = eighths.map(|p| p as f32 / 8.0);
        let buffer = stage.buffer(around.clone(), eighths.map(|p| p * UNITS as i64 / 8), point);
        for (row, sums) in rows.clone().zip(sums.chunks_mut(width)) {
            shade::row(stage, &buffer, (pass, point), row, sums);
        }
    }
    sums
}
