//! The shadow of the map on the ground below it.

use super::light::Light;
use super::scene::Scene;
use snapmesh::glam::Vec3;
use snapmesh_nav::parallel::prelude::*;

/// Cells along the longer side.
const CELLS: f32 = 256.0;

/// How far around the map there is shadow, in heights of the map.
const REACH: f32 = 2.0;

/// What the shadows of sun and sky take from the light of the ground.
const SUN: Vec3 = Vec3::new(0.17, 0.165, 0.15);
const SKY: Vec3 = Vec3::new(0.55, 0.53, 0.49);

/// The blur, in cells to either side, and how often: three times a box is close to a bell.
const BLUR: usize = 2;
const TIMES: usize = 3;

/// What is left of the light of the ground, on a grid: it is so soft that a picture of it is enough. Its
/// columns lie along the picture.
pub(super) struct GroundPlane {
    height: f32,
    /// The directions of columns and rows.
    axes: [Vec3; 2],
    /// The corner of the grid, and cells per unit.
    from: [f32; 2],
    scale: f32,
    columns: usize,
    cells: Vec<Vec3>,
}

impl GroundPlane {
    /// The ground under a scene; none if there is nothing to cast a shadow. `right` is level.
    pub(super) fn new(scene: &Scene, light: &Light, right: Vec3) -> Option<Self> {
        let (low, high) = (scene.low, scene.high);
        let axes = [right, right.cross(Vec3::Y)];
        let reach = REACH * (high.y - low.y) + 0.02;
        // How far the box around the scene reaches to either side of its middle.
        let half = axes.map(|axis| axis.abs().dot(high - low) / 2.0 + reach);
        let from = [0, 1].map(|i| axes[i].dot(low + high) / 2.0 - half[i]);
        let scale = CELLS / (2.0 * half[0].max(half[1]));
        let [columns, rows] = half.map(|half| (2.0 * half * scale) as usize + 2);
        if scene.faces.is_empty() {
            return None;
        }
        let row = |row: usize| -> Vec<Vec3> {
            let start = axes[0] * from[0] + axes[1] * (from[1] + row as f32 / scale) + Vec3::Y * low.y;
            let points: Vec<Vec3> =
                (0..columns).map(|column| start + right * (column as f32 / scale)).collect();
            let sky = light.sky(&points);
            let shadows = points.into_iter().zip(sky).map(|(at, sky)| {
                let off = (low - at).max(at - high).max(Vec3::ZERO);
                let share = 1.0 - (off.x * off.x + off.z * off.z).sqrt() / reach;
                shadow(light.sun(at), sky) * share.clamp(0.0, 1.0)
            });
            shadows.collect()
        };
        let mut cells = (0..rows).into_par_iter().map(row).collect::<Vec<_>>().concat();
        for _ in 0..TIMES {
            cells = blurred(&blurred(&cells, columns), rows);
        }
        Some(Self { height: low.y, axes, from, scale, columns, cells })
    }

    /// What is left of the light where a ray from the eye meets the ground, between the cells around.
    pub(super) fn seen(&self, eye: Vec3, ray: Vec3) -> Vec3 {
        let distance = (self.height - eye.y) / ray.y;
        if !(ray.y < 0.0 && distance > 0.0) {
            return Vec3::ONE;
        }
        let at = eye + ray * distance;
        let [x, z] = [0, 1].map(|i| (self.axes[i].dot(at) - self.from[i]) * self.scale);
        let rows = self.cells.len() / self.columns;
        if !(x >= 0.0 && z >= 0.0 && x < (self.columns - 1) as f32 && z < (rows - 1) as f32) {
            return Vec3::ONE;
        }
        let first = z as usize * self.columns + x as usize;
        let second = first + self.columns;
        let (x, z) = (x - (x as usize) as f32, z - (z as usize) as f32);
        let top = self.cells[first].lerp(self.cells[first + 1], x);
        Vec3::ONE - top.lerp(self.cells[second].lerp(self.cells[second + 1], x), z)
    }
}

/// What the shadows take where this much of sun and sky is left.
fn shadow(sun: f32, sky: f32) -> Vec3 {
    Vec3::ONE - (Vec3::ONE - SUN * (1.0 - sun)) * (Vec3::ONE - SKY * (1.0 - sky).max(0.0))
}

/// Blurs along the rows of `columns` cells, and makes them the columns of what comes out.
fn blurred(cells: &[Vec3], columns: usize) -> Vec<Vec3> {
    let rows = cells.len() / columns;
    let mut out = vec![Vec3::ZERO; cells.len()];
    for (row, cells) in cells.chunks(columns).enumerate() {
        for column in 0..columns {
            let near = &cells[column.saturating_sub(BLUR)..(column + BLUR + 1).min(columns)];
            out[column * rows + row] = near.iter().sum::<Vec3>() / (2 * BLUR + 1) as f32;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_blur_spreads_and_keeps_the_sum() {
        let mut cells = vec![Vec3::ZERO; 11 * 9];
        cells[4 * 11 + 5] = Vec3::ONE;
        let out = blurred(&blurred(&cells, 11), 9);
        let sum: Vec3 = out.iter().sum();
        assert!((sum - Vec3::ONE).length() < 1e-5);
        assert_eq!(out[4 * 11 + 5], out[6 * 11 + 7]);
        assert_eq!(out[4 * 11 + 8], Vec3::ZERO);
    }
}
