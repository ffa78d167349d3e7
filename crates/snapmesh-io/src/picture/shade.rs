//! Light and color of a row of pixels.

use super::buffer::{Buffer, Seen};
use super::lines;
use super::pass::{DrawPass, Sum};
use super::stage::{Appearance, Stage};
use snapmesh::glam::Vec3;

/// The light of the sun on a face that looks at it, of the whole sky on level ground, and of lit things
/// around where no sky is seen.
const SUN: Vec3 = Vec3::new(1.03, 0.97, 0.87);
const SKY: Vec3 = Vec3::new(0.36, 0.39, 0.44);
const BOUNCE: Vec3 = Vec3::new(0.10, 0.093, 0.085);

/// The background at the top of the picture, #f7f5f0, and at the bottom.
const TOP: Vec3 = Vec3::new(0.9301, 0.9131, 0.8714);
const BOTTOM: Vec3 = Vec3::new(0.8070, 0.7913, 0.7454);

/// What is left of the light of sky and surroundings where no sky is seen.
const DEEP: f32 = 0.35;

/// Light up to here is shown as it is; what is brighter approaches 1.
const KNEE: f32 = 0.75;

/// A point that light falls on. They are many, and gone through once for each part of the sky: so they are small.
struct Lit {
    column: u32,
    nearness: f32,
    at: Vec3,
    normal: Vec3,
    /// The light of the sky: 1 on open level ground.
    sky: f32,
    /// The same if nothing were in the way.
    open: f32,
}

/// Adds what a pass sees of a row.
pub(super) fn row(stage: &Stage<'_>, buffer: &Buffer, pass: &DrawPass, row: usize, sums: &mut [Sum]) {
    let mut points = Vec::with_capacity(sums.len());
    for (column, sum) in sums.iter_mut().enumerate() {
        let Seen { nearness, face } = buffer.at(column, row);
        if let Some(surface) = stage.surface(face) {
            let at = stage.eye + stage.ray(pass.through(column, row)) / nearness;
            let (column, normal) = (column as u32, surface.normal);
            points.push(Lit { column, nearness, at, normal, sky: 0.0, open: 0.0 });
        } else {
            sum.bare += 1.0;
        }
    }
    // One direction after the other, because neighbors then look at the same place of a depth map.
    for patch in stage.light.patches(pass.number) {
        for point in &mut points {
            let (light, open) = patch.light(point.at, point.normal);
            point.sky += light;
            point.open += open;
        }
    }
    for point in &points {
        let column = point.column as usize;
        let Some(surface) = stage.surface(buffer.at(column, row).face) else { continue };
        let look = stage.look(surface, &stage.spot(surface, [column, row], pass, point.nearness));
        let line = lines::darkness(stage, buffer, column, row);
        sums[column].light += lit(stage, point, &look, pass.number) * (1.0 - line);
    }
}

/// The background of a pixel, with the shadow of the map. It is soft, so the middle of the pixel speaks for
/// all of it.
pub(super) fn background(stage: &Stage<'_>, column: usize, row: usize) -> Vec3 {
    let down = row as f32 / stage.size.1 as f32;
    let plain = TOP + (BOTTOM - TOP) * down * down;
    let ray = stage.ray([column as f32 + 0.5, row as f32 + 0.5]);
    stage.ground.as_ref().map_or(plain, |ground| plain * ground.seen(stage.eye, ray))
}

/// The light that comes from a point that looks so.
fn lit(stage: &Stage<'_>, point: &Lit, look: &Appearance, pass: usize) -> Vec3 {
    let color = look.color.truncate();
    if look.unlit {
        return (color + look.glow).map(shown);
    }
    let facing = point.normal.dot(stage.light.towards_sun);
    let sun = if facing > 0.0 { facing * stage.light.sun_in_pass(point.at, point.normal, pass) } else { 0.0 };
    // Corners are darker than in nature: a model on a table is small, and its shadows are dense. What looks
    // down sees no sky anyway.
    let open = (point.sky + 0.05) / (point.open + 0.05);
    let around = SKY * point.sky + BOUNCE * (1.0 - point.sky).max(0.0);
    let light = SUN * sun + around * (DEEP + (1.0 - DEEP) * open);
    (color * light + look.glow).map(shown)
}

/// Bends what is too bright for a screen back into its range.
fn shown(light: f32) -> f32 {
    let over = (light - KNEE) / (1.0 - KNEE);
    if over > 0.0 { KNEE + (1.0 - KNEE) * over / (1.0 + over) } else { light }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::linear_bytes;

    #[test]
    fn the_background_is_the_one_of_the_plan() {
        assert!((linear_bytes([0xf7, 0xf5, 0xf0]) - TOP).length() < 1e-3);
    }

    #[test]
    fn bright_light_stays_in_range_and_in_order() {
        assert_eq!(shown(0.5), 0.5);
        let shades = [0.7, 0.75, 0.8, 1.0, 2.0, 50.0].map(shown);
        assert!(shades.is_sorted() && shades[5] < 1.0 && shades[2] > shades[1]);
    }
}
