//! Sun and sky.

use super::camera::{Camera, azimuth, sin_cos, towards};
use super::depth_map::DepthMap;
use super::pass::PASSES;
use super::scene::Scene;
use super::view::{View, size};
use snapmesh::glam::Vec3;
use snapmesh_nav::parallel::prelude::*;

/// Where the sun stands: over the left shoulder of the camera, so that every view has lit and shaded walls.
const SUN: (f64, f64) = (58.0, 47.0);

/// Directions of the sky that each pass looks at, for scenes of up to so many faces. Few are enough where
/// faces are many, and small.
const PER_PASS: [(usize, usize); 3] = [(12, 20_000), (9, 60_000), (8, usize::MAX)];

/// Limits of the texels across the depth maps of the sun, and of a direction of the sky: as many as the
/// picture has use for.
const SUN_SIZE: (usize, usize) = (512, 4096);
const SKY_SIZE: (usize, usize) = (192, 608);

/// Points of the sun's map that a pixel looks at, all passes taken together.
const TAPS: usize = 16;

/// How soft the shadows of the sun are, in texels of its map to either side of their edge.
const SOFT: f32 = 1.6;

/// The golden angle, in degrees: steps of it fill a circle evenly, however many they are.
const GOLDEN: f64 = 137.507_764_05;

/// The depth maps of all lights.
pub(super) struct Light {
    /// Unit vector to the sun.
    pub(super) towards_sun: Vec3,
    sun_map: DepthMap,
    /// Points spread evenly over a circle of radius 1.
    taps: [[f32; 2]; TAPS],
    /// The directions of the sky, one pass after the other.
    patches: Vec<Patch>,
}

/// A part of the sky.
pub(super) struct Patch {
    /// Unit vector to its middle.
    towards: Vec3,
    /// What it adds to a face that looks straight at it. The whole sky adds 1 to level ground, in every pass.
    weight: f32,
    map: DepthMap,
}

impl Light {
    pub(super) fn new(scene: &Scene, camera: &Camera, view: &View) -> Self {
        let (turn, right) = (azimuth(view), camera.right.as_vec3());
        let sun = towards(turn + SUN.0, SUN.1).as_vec3();
        let (width, height) = size(view);
        let side = width.max(height) as usize;
        let texels = (side * 3 / 2).clamp(SUN_SIZE.0, SUN_SIZE.1);
        let sky_texels = (side * 3 / 8).clamp(SKY_SIZE.0, SKY_SIZE.1);
        let enough = PER_PASS.iter().find(|(_, faces)| scene.faces.len() <= *faces);
        let per_pass = enough.map_or(1, |(per_pass, _)| *per_pass);
        let count = per_pass * PASSES;
        let mut sky = Vec::with_capacity(count);
        for pass in 0..PASSES {
            let chosen: Vec<Vec3> =
                (0..per_pass).map(|i| direction(i * PASSES + pass, count, turn)).collect();
            let open: f32 = chosen.iter().map(|towards| towards.y * radiance(*towards, sun)).sum();
            sky.extend(chosen.into_iter().map(|towards| (towards, radiance(towards, sun) / open)));
        }
        // The map of the sun is the largest, so it is begun with.
        let wanted: Vec<(Vec3, usize)> = [(sun, texels)]
            .into_iter()
            .chain(sky.iter().map(|(towards, _)| (*towards, sky_texels)))
            .collect();
        let mut maps: Vec<DepthMap> = wanted
            .into_par_iter()
            .map(|(towards, texels)| DepthMap::new(scene, towards, right, texels))
            .collect();
        let sun_map = maps.remove(0);
        let patches =
            sky.into_iter().zip(maps).map(|((towards, weight), map)| Patch { towards, weight, map });
        Self { towards_sun: sun, sun_map, taps: std::array::from_fn(tap), patches: patches.collect() }
    }

    /// How much of the sun reaches a point of a face in a pass, from 0 to 1. Passes look at different points
    /// of the sun, and together see soft shadows.
    pub(super) fn sun_in_pass(&self, at: Vec3, normal: Vec3, pass: usize) -> f32 {
        // All taps must clear the face itself, so it is lifted by the reach of the taps, too.
        let lifted = at + normal * (self.sun_map.lift * (1.0 + 1.5 * SOFT));
        let [x, y, depth] = self.sun_map.project(lifted);
        let taps = self.taps.iter().skip(pass).step_by(PASSES);
        let lit = taps.filter(|[dx, dy]| self.sun_map.reaches([x + dx * SOFT, y + dy * SOFT, depth])).count();
        lit as f32 / (TAPS / PASSES) as f32
    }

    /// How much of the sun reaches a point of the ground, from 0 to 1.
    pub(super) fn sun(&self, at: Vec3) -> f32 {
        (0..PASSES).map(|pass| self.sun_in_pass(at, Vec3::Y, pass)).sum::<f32>() / PASSES as f32
    }

    /// The light of the sky at points of the ground: 1 where nothing is in the way.
    pub(super) fn sky(&self, points: &[Vec3]) -> Vec<f32> {
        let mut sums = vec![0.0; points.len()];
        for patch in &self.patches {
            for (sum, at) in sums.iter_mut().zip(points) {
                *sum += patch.light(*at, Vec3::Y).0 / PASSES as f32;
            }
        }
        sums
    }

    /// The patches of the sky that a pass looks at.
    pub(super) fn patches(&self, pass: usize) -> &[Patch] {
        let count = self.patches.len() / PASSES;
        &self.patches[pass * count..(pass + 1) * count]
    }
}

impl Patch {
    /// What it adds to the light at a point of a face, and what it would if nothing were in the way.
    #[inline]
    pub(super) fn light(&self, at: Vec3, normal: Vec3) -> (f32, f32) {
        let light = self.weight * normal.dot(self.towards);
        if light <= 0.0 {
            return (0.0, 0.0);
        }
        let reaches = self.map.reaches(self.map.project(at + normal * self.map.lift));
        (if reaches { light } else { 0.0 }, light)
    }
}

/// One of the points spread evenly over a circle.
fn tap(index: usize) -> [f32; 2] {
    let radius = ((index as f64 + 0.5) / TAPS as f64).sqrt();
    sin_cos(GOLDEN * index as f64).map(|x| (x * radius) as f32)
}

/// One of `count` directions spread evenly over the sky, on a spiral from the horizon up.
fn direction(index: usize, count: usize, turn: f64) -> Vec3 {
    let rise = 0.06 + 0.94 * (index as f64 + 0.5) / count as f64;
    let [sin, cos] = sin_cos(turn + GOLDEN * index as f64);
    let level = (1.0 - rise * rise).sqrt();
    Vec3::new((sin * level) as f32, rise as f32, (-cos * level) as f32)
}

/// The sky is brighter overhead and around the sun, so that walls in the shade differ by where they face.
fn radiance(towards: Vec3, sun: Vec3) -> f32 {
    (0.6 + 0.4 * towards.y) * (1.0 + 0.5 * towards.dot(sun))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_of_the_sky_are_above_the_horizon_and_spread_around() {
        let all: Vec<Vec3> = (0..64).map(|i| direction(i, 64, 30.0)).collect();
        assert!(all.iter().all(|way| way.y > 0.06 && (way.length() - 1.0).abs() < 1e-5));
        assert!(all.windows(2).all(|pair| pair[1].y > pair[0].y), "from the horizon up");
        let level: Vec3 = all.iter().sum::<Vec3>() / 64.0;
        assert!(level.x.abs() < 0.05 && level.z.abs() < 0.05, "{level}");
    }

    #[test]
    fn taps_fill_the_circle_evenly() {
        let taps: Vec<[f32; 2]> = (0..TAPS).map(tap).collect();
        let within = |radius: f32| taps.iter().filter(|[x, y]| x * x + y * y <= radius * radius).count();
        assert_eq!((within(1.0), within(0.5_f32.sqrt())), (TAPS, TAPS / 2), "half of them in half the area");
        let [x, y] = taps.iter().fold([0.0, 0.0], |[x, y], tap| [x + tap[0], y + tap[1]]);
        assert!(x.abs() < 1.5 && y.abs() < 1.5, "{x} {y}");
    }

    #[test]
    fn the_sky_is_brighter_overhead_and_around_the_sun() {
        let sun = Vec3::new(0.8, 0.6, 0.0);
        assert!(radiance(Vec3::Y, Vec3::Z) > radiance(Vec3::X, Vec3::Z));
        assert!(radiance(sun, sun) > radiance(Vec3::new(-0.8, 0.6, 0.0), sun));
    }
}
