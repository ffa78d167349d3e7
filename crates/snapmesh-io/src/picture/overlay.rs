//! The walkable surface, laid over what is seen.

use super::buffer::{Buffer, Seen};
use super::camera::{Camera, directions};
use super::depth_map::DepthMap;
use super::dots::{Dot, radius};
use super::pass::{DrawPass, Sum};
use super::raster::Flat;
use super::scene::Scene;
use super::stage::Stage;
use super::view::{View, size};
use crate::color::linear_bytes;
use crate::navigation::{NavLayer, Standing};
use snapmesh::glam::{DVec3, Vec3};
use std::ops::Range;

/// How far behind what is seen the surface still counts as lying on it, in metres: steps stand out of the slope
/// that is laid over them. Only what faces up this much (a sine) can be lain on; or it would be seen through walls.
const ON_IT: f64 = 0.4;
const UP: f32 = 0.4;

/// How much of what lies below the surface it hides.
const STRENGTH: f32 = 0.7;

/// How bright the surface is in the dark, and how much of the light below it takes: shadows and the joints of
/// stones go on through it.
const DARK: f32 = 0.5;
const TAKEN: f32 = 0.8;

/// Texels across the depth map that tells what is hidden.
const TEXELS: usize = 1024;

/// What the eye makes of light.
const LUMA: Vec3 = Vec3::new(0.2126, 0.7152, 0.0722);

/// The surface and its points as the camera sees them. The default is a map without.
#[derive(Default)]
pub(super) struct Overlay {
    /// Triangles that look at the camera.
    flats: Vec<(Flat, Standing)>,
    /// Points, the farthest first.
    dots: Vec<Dot>,
    /// The radius of a dot, in pixels.
    pub(super) radius: f32,
    /// How far it may lie behind what is seen, and before it, in the units of the scene.
    behind: f32,
    before: f32,
}

impl Overlay {
    pub(super) fn new(layer: &NavLayer, scene: &Scene, camera: &Camera, view: &View) -> Self {
        if scene.faces.is_empty() {
            return Self::default();
        }
        let project = |p| Some(camera.project(scene.scaled(p))).filter(|(_, near)| *near > 0.0);
        let flats = layer.mesh.triangles.iter().filter_map(|triangle| {
            let [a, b, c] = triangle.corners.map(|corner| project(layer.mesh.positions[corner as usize]));
            let seen = [a?, b?, c?];
            let flat = Flat::new(seen.map(|(at, _)| at), seen.map(|(_, near)| near as f32))?;
            flat.front.then_some((flat, layer.standing(triangle.region)))
        });
        let dots = layer.points.iter().filter_map(|point| {
            let (at, near) = project(point.position)?;
            let standing = layer.standing(point.region);
            Some(Dot { at: at.map(|x| x as f32), nearness: near as f32, standing })
        });
        let mut dots: Vec<Dot> = dots.collect();
        dots.sort_by(|a, b| a.nearness.total_cmp(&b.nearness));
        let behind = (ON_IT / scene.radius) as f32;
        // Without a cut, a surface over nothing is worth seeing; with one, it lies on what was cut away.
        let before = if scene.is_cut { behind } else { f32::INFINITY };
        Self { flats: flats.collect(), radius: radius(size(view)), dots, behind, before }
    }

    /// How many rows around a band decide what it shows.
    pub(super) fn reach(&self) -> usize {
        if self.dots.is_empty() { 0 } else { self.radius as usize + 2 }
    }

    /// Lays the surface over some rows of a pass.
    pub(super) fn cover(
        &self,
        stage: &Stage<'_>,
        buffer: &Buffer,
        rows: Range<usize>,
        pass: &DrawPass,
        sums: &mut [Sum],
    ) {
        if self.flats.is_empty() {
            return;
        }
        let columns = stage.size.0;
        let mut veil = Buffer::new(columns, rows.clone());
        for (flat, standing) in &self.flats {
            veil.draw_where(flat, *standing as u32, pass.units(), |column, row, nearness| {
                self.lies_on(stage, nearness, buffer.at(column, row))
            });
        }
        let tints = Standing::ALL.map(|standing| linear_bytes(standing.surface()));
        for (row, sums) in rows.zip(sums.chunks_mut(columns)) {
            for (column, sum) in sums.iter_mut().enumerate() {
                if let Some(tint) = tints.get(veil.at(column, row).face as usize) {
                    *sum = veiled(sum, *tint);
                }
            }
        }
    }

    /// The dots that touch some rows and are not hidden. The buffer must reach as far around the rows as the
    /// overlay says.
    pub(super) fn dots<'a>(
        &'a self,
        stage: &'a Stage<'_>,
        buffer: &'a Buffer,
        rows: &Range<usize>,
    ) -> impl Iterator<Item = &'a Dot> {
        let near = rows.start as f32 - self.radius..rows.end as f32 + self.radius;
        let touching = self.dots.iter().filter(move |dot| near.contains(&dot.at[1]));
        touching.filter(|dot| {
            let [column, row] = dot.at.map(|x| x as usize);
            self.lies_on(stage, dot.nearness, buffer.at(column, row))
        })
    }

    /// Whether a point of the surface is to be seen where something else is.
    #[inline]
    fn lies_on(&self, stage: &Stage<'_>, nearness: f32, seen: Seen) -> bool {
        let Some(surface) = stage.surface(seen.face) else { return self.before.is_infinite() };
        let deeper = nearness.recip() - seen.nearness.recip();
        deeper <= if surface.normal.y > UP { self.behind } else { 0.0 } && -deeper <= self.before
    }
}

/// Whether most of a surface cannot be seen by a camera that stands as the view says.
pub(super) fn is_hidden(layer: &NavLayer, scene: &Scene, view: &View) -> bool {
    let [right, _, forward] = directions(view).map(DVec3::as_vec3);
    if scene.faces.is_empty() || forward.y >= 0.0 {
        return false;
    }
    let map = DepthMap::new(scene, -forward, right, TEXELS);
    let lift = DVec3::Y * ON_IT;
    let (mut hidden, mut all) = (0.0, 0.0);
    for triangle in &layer.mesh.triangles {
        let [a, b, c] = triangle.corners.map(|corner| layer.mesh.positions[corner as usize]);
        let area = (b - a).cross(c - a).length();
        all += area;
        if !map.reaches(map.project(scene.scaled((a + b + c) / 3.0 + lift))) {
            hidden += area;
        }
    }
    hidden > 0.5 * all
}

/// What a pass sees through the surface.
fn veiled(sum: &Sum, tint: Vec3) -> Sum {
    let bright = DARK + TAKEN * (sum.light.dot(LUMA) + sum.bare);
    Sum { light: sum.light.lerp(tint * bright, STRENGTH), bare: sum.bare * (1.0 - STRENGTH) }
}
