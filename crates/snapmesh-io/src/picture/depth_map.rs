//! What a light far away sees first.

use super::paint::Spot;
use super::scene::Scene;
use super::slant::Slant;
use snapmesh::glam::Vec3;

/// Depths from 1, the farthest, to this; 0 is nothing at all.
const STEPS: f32 = 32_000.0;

/// Depths are stepped along a row in this part of 1.
const FINE: f32 = (1 << 10) as f32;

/// How much nearer than the point something must be to hide it: the rounding of depths, and a little more.
const BIAS: f32 = 6.0;

/// A map of depths as seen along a direction, fitted to the scene.
pub(super) struct DepthMap {
    size: usize,
    /// From a point to its column, row and depth: a direction and what is added.
    axes: [(Vec3, f32); 3],
    depths: Vec<i16>,
    /// How far a point is to be lifted off its face, so that the face cannot hide it: the half-diagonal of a
    /// texel.
    pub(super) lift: f32,
}

impl DepthMap {
    /// The depths seen from a light in the direction of a unit vector. What lies along `right` lies along a
    /// row of the map: so whoever looks up one row of the picture after the other does not jump about in
    /// memory.
    pub(super) fn new(scene: &Scene, towards: Vec3, right: Vec3, size: usize) -> Self {
        let side =
            (right - towards * right.dot(towards)).try_normalize().unwrap_or(right.any_orthonormal_vector());
        let directions = [side, towards.cross(side), towards];
        let (mut low, mut high) = (Vec3::INFINITY, Vec3::NEG_INFINITY);
        for corner in scene.faces.iter().flat_map(|face| face.corners) {
            let p = Vec3::from(directions.map(|direction| direction.dot(corner)));
            (low, high) = (low.min(p), high.max(p));
        }
        if scene.faces.is_empty() {
            (low, high) = (Vec3::ZERO, Vec3::ONE);
        }
        let extent = (high - low).max(Vec3::splat(1e-6));
        let scale = [(size - 2) as f32 / extent.x, (size - 2) as f32 / extent.y, (STEPS - 1.0) / extent.z];
        let axes = [0, 1, 2].map(|i| (directions[i] * scale[i], 1.0 - low[i] * scale[i]));
        let lift = 0.5 * (1.0 / (scale[0] * scale[0]) + 1.0 / (scale[1] * scale[1])).sqrt();
        let mut map = Self { size, axes, depths: vec![0; size * size], lift };
        map.fill(scene);
        map
    }

    fn fill(&mut self, scene: &Scene) {
        for face in &scene.faces {
            if scene.one_sided(face) && face.normal.dot(self.axes[2].0) < 0.0 {
                continue;
            }
            let Some(slant) = Slant::new(face.corners.map(|corner| self.project(corner))) else { continue };
            let paint = &scene.paints[face.paint as usize];
            if paint.least_in_light() > 0.0 {
                self.fill_where(&slant, |at| {
                    let (color, _) = scene.look((face.paint, face.skin, face.piece), &at);
                    color.w >= paint.least_in_light()
                });
                continue;
            }
            let step = (slant.slope[0] * FINE) as i32;
            slant.runs(self.size as i32, |row, start, end, depth| {
                let from = row as usize * self.size;
                let mut depth = (depth * FINE) as i32;
                for texel in &mut self.depths[from + start as usize..from + end as usize] {
                    *texel = (*texel).max((depth >> 10) as i16);
                    depth = depth.wrapping_add(step);
                }
            });
        }
    }

    /// The same for a triangle with holes in it.
    fn fill_where(&mut self, slant: &Slant, is_there: impl Fn(Spot) -> bool) {
        let back = self.axes.map(|(axis, _)| axis / axis.length_squared());
        let steps = [0, 1].map(|i| back[i] + back[2] * slant.slope[i]);
        slant.runs(self.size as i32, |row, start, end, depth| {
            for column in start..end {
                let depth = depth + (column - start) as f32 * slant.slope[0];
                let place = [column as f32 + 0.5, row as f32 + 0.5, depth];
                let at = (0..3).map(|i| back[i] * (place[i] - self.axes[i].1)).sum();
                let texel = &mut self.depths[row as usize * self.size + column as usize];
                if depth as i16 > *texel && is_there(Spot { at, steps }) {
                    *texel = depth as i16;
                }
            }
        });
    }

    /// A point in columns, rows and depths.
    #[inline]
    pub(super) fn project(&self, p: Vec3) -> [f32; 3] {
        self.axes.map(|(axis, add)| axis.dot(p) + add)
    }

    /// Whether the light reaches a place.
    #[inline]
    pub(super) fn reaches(&self, [x, y, depth]: [f32; 3]) -> bool {
        // Negative numbers become zero: there is an empty row and column, and nothing is as deep as that.
        let (x, y, depth) = (x as i32 as usize, y as i32 as usize, (depth + BIAS).max(0.0) as i16);
        x >= self.size || y >= self.size || self.depths[y * self.size + x] <= depth
    }
}
