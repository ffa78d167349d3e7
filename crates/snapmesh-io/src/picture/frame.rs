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
use snapmesh_nav::parallel::prelude::*;
use std::ops::Range;

/// Rows of a band, so that the buffers stay small whatever the size of the picture, and all cores have some.
const BAND: usize = 64;

/// Draws the scene.
pub(super) fn draw(stage: &Stage<'_>, overlay: &Overlay) -> Image {
    let (width, height) = stage.size;
    let encoder = Encoder::new();
    // Lines look at the pixels around, and dots reach into them.
    let reach = lines::reach(stage.size).max(overlay.reach());
    let bands = (0..height).step_by(BAND).map(|top| Band {
        rows: top..(top + BAND).min(height),
        around: top.saturating_sub(reach)..(top + BAND + reach).min(height),
        faces: vec![],
    });
    let mut bands: Vec<Band> = bands.collect();
    for (face, rows) in stage.rows().enumerate() {
        // Bands lie one below the other, and those that a face touches are neighbors.
        let first = rows.start.saturating_sub(reach) / BAND;
        let touched = bands.iter_mut().skip(first).take_while(|band| band.around.start < rows.end);
        touched.for_each(|band| band.faces.push(face as u32));
    }
    let drawn: Vec<Vec<u8>> = bands
        .into_par_iter()
        .map(|band| {
            light_of(stage, overlay, &band).into_iter().flat_map(|light| encoder.bytes(light)).collect()
        })
        .collect();
    Image { width: width as u32, height: height as u32, pixels: drawn.concat() }
}

/// Some rows of the picture.
struct Band {
    rows: Range<usize>,
    /// The rows that decide what these show.
    around: Range<usize>,
    /// The places of the faces that touch those, among all that cover something.
    faces: Vec<u32>,
}

/// The light of some rows of the picture.
fn light_of(stage: &Stage<'_>, overlay: &Overlay, Band { rows, around, faces }: &Band) -> Vec<Vec3> {
    let width = stage.size.0;
    let mut sums = vec![Sum::default(); width * rows.len()];
    let mut dots: Vec<Dot> = Vec::new();
    for pass in (0..PASSES).map(DrawPass::new) {
        let buffer = stage.buffer(around.clone(), &pass, faces);
        let mut seen = vec![Sum::default(); sums.len()];
        for (row, seen) in rows.clone().zip(seen.chunks_mut(width)) {
            shade::row(stage, &buffer, &pass, row, seen);
        }
        overlay.cover(stage, &buffer, rows.clone(), &pass, &mut seen);
        sums.iter_mut().zip(&seen).for_each(|(sum, seen)| sum.add(seen));
        if pass.number == 0 {
            dots.extend(overlay.dots(stage, &buffer, rows).copied());
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
