//! The picture, band by band.

use super::color::Encoder;
use super::dots::Dot;
use super::image::Image;
use super::lines;
use super::overlay::Overlay;
use super::pass::{DrawPass, PASSES, Sum};
use super::shade;
use super::stage::Stage;
use snapmesh::glam::Vec3;
use std::ops::Range;

/// Rows drawn at a time, so that the buffers stay small whatever the size of the picture.
const BAND: usize = 64;

/// Draws the scene.
pub(super) fn draw(stage: &Stage<'_>, overlay: &Overlay) -> Image {
    let (width, height) = stage.size;
    let encoder = Encoder::new();
    let mut pixels = Vec::with_capacity(width * height * 3);
    for top in (0..height).step_by(BAND) {
        let lights = band(stage, overlay, top..(top + BAND).min(height));
        pixels.extend(lights.into_iter().flat_map(|light| encoder.bytes(light)));
    }
    Image { width: width as u32, height: height as u32, pixels }
}

/// The light of some rows of the picture.
fn band(stage: &Stage<'_>, overlay: &Overlay, rows: Range<usize>) -> Vec<Vec3> {
    let (width, height) = stage.size;
    let mut sums = vec![Sum::default(); width * rows.len()];
    let mut dots: Vec<Dot> = Vec::new();
    // Lines look at the pixels around, and dots reach into them.
    let reach = lines::reach(stage.size).max(overlay.reach());
    let around = rows.start.saturating_sub(reach)..(rows.end + reach).min(height);
    for pass in (0..PASSES).map(DrawPass::new) {
        let buffer = stage.buffer(around.clone(), &pass);
        let mut seen = vec![Sum::default(); sums.len()];
        for (row, seen) in rows.clone().zip(seen.chunks_mut(width)) {
            shade::row(stage, &buffer, &pass, row, seen);
        }
        overlay.cover(stage, &buffer, rows.clone(), &pass, &mut seen);
        sums.iter_mut().zip(&seen).for_each(|(sum, seen)| sum.add(seen));
        if pass.number == 0 {
            dots.extend(overlay.dots(stage, &buffer, &rows).copied());
        }
    }
    let mut lights = Vec::with_capacity(sums.len());
    for (row, sums) in rows.clone().zip(sums.chunks(width)) {
        lights.extend(sums.iter().enumerate().map(|(column, sum)| light(stage, sum, column, row)));
    }
    for dot in dots {
        dot.paint(overlay.radius, rows.clone(), &mut lights);
    }
    lights
}

/// The light of the pixel of which all passes together see this.
fn light(stage: &Stage<'_>, sum: &Sum, column: usize, row: usize) -> Vec3 {
    let behind = if sum.bare > 0.0 { shade::background(stage, column, row) } else { Vec3::ZERO };
    (sum.light + behind * sum.bare) / PASSES as f32
}
