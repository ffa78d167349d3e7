//! The scene as the camera sees it.

use super::buffer::{Buffer, NOTHING};
use super::camera::Camera;
use super::ground::GroundPlane;
use super::light::Light;
use super::paint::Spot;
use super::pass::DrawPass;
use super::raster::Flat;
use super::scene::{Face, PLAIN, Scene};
use snapmesh::glam::{Vec3, Vec4};
use snapmesh_nav::parallel::prelude::*;
use std::ops::Range;

/// The color of cut bodies: dark, as in plans.
const CUT: Vec3 = Vec3::new(0.075, 0.07, 0.07);

/// All that is needed to draw any part of the picture.
pub(super) struct Stage<'a> {
    pub(super) scene: &'a Scene,
    pub(super) light: &'a Light,
    pub(super) ground: Option<GroundPlane>,
    pub(super) eye: Vec3,
    /// See [`Camera::rays`].
    rays: [Vec3; 3],
    /// Width and height of the picture.
    pub(super) size: (usize, usize),
    /// Focal length in pixels.
    pub(super) focal: f32,
    /// The faces that cover something, with their numbers.
    flats: Vec<(Flat, u32)>,
    /// All faces, and then the cut of each piece.
    surfaces: Vec<Surface>,
}

/// What shading has to know of a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surface {
    /// Towards the viewer, whichever side that is.
    pub(super) normal: Vec3,
    /// How nearness changes to the right and down.
    pub(super) slope: [f32; 2],
    /// See [`super::scene::Face`]; none for a cut.
    paint: Option<(u32, u32)>,
    /// The index of the placed piece.
    pub(super) piece: u32,
}

/// What a point looks like before light falls on it.
pub(super) struct Appearance {
    /// Red, green, blue and alpha.
    pub(super) color: Vec4,
    pub(super) glow: Vec3,
    pub(super) unlit: bool,
}

impl<'a> Stage<'a> {
    pub(super) fn new(scene: &'a Scene, camera: &Camera, light: &'a Light, size: (u32, u32)) -> Self {
        let size = (size.0 as usize, size.1 as usize);
        let (eye, rays) = (camera.eye.as_vec3(), camera.rays());
        let focal = rays[1].length().recip();
        let (mut flats, mut surfaces) = (Vec::new(), Vec::new());
        let project = |face: &Face| {
            let seen = face.corners.map(|corner| camera.project(corner));
            Flat::new(seen.map(|(at, _)| at), seen.map(|(_, near)| near as f32))
        };
        let projected: Vec<Option<Flat>> = scene.faces.par_iter().map(project).collect();
        for (face, flat) in scene.faces.iter().zip(projected) {
            let front = flat.is_none_or(|flat| flat.front);
            if front || !scene.one_sided(face) {
                flats.extend(flat.map(|flat| (flat, surfaces.len() as u32)));
            }
            surfaces.push(Surface {
                normal: if front { face.normal } else { -face.normal },
                slope: flat.map_or([0.0; 2], |flat| flat.slope.map(|slope| slope as f32)),
                paint: Some((face.paint, face.skin)),
                piece: face.piece,
            });
        }
        for (piece, cut) in scene.cuts.iter().enumerate() {
            let above = cut.height - cut.normal.dot(eye);
            let slope = [rays[1], rays[2]].map(|way| cut.normal.dot(way) / above);
            surfaces.push(Surface { normal: cut.normal, slope, paint: None, piece: piece as u32 });
        }
        let ground = GroundPlane::new(scene, light, camera.right.as_vec3());
        Self { scene, light, ground, eye, rays, size, focal, flats, surfaces }
    }

    /// The rows of the picture that each face which covers something may touch.
    pub(super) fn rows(&self) -> impl Iterator<Item = Range<usize>> {
        self.flats.iter().map(|(flat, _)| flat.rows(self.size.1))
    }

    /// What a pass sees in some rows of the faces that touch them, given by their places among those of `rows`.
    pub(super) fn buffer(&self, rows: Range<usize>, pass: &DrawPass, touching: &[u32]) -> Buffer {
        let mut buffer = Buffer::new(self.size.0, rows);
        for (flat, face) in touching.iter().map(|at| &self.flats[*at as usize]) {
            let paint = &self.scene.paints[self.scene.faces[*face as usize].paint as usize];
            let least = paint.least_in_pass(pass.number);
            if least <= 0.0 {
                buffer.draw(flat, *face, pass.units());
                continue;
            }
            let surface = &self.surfaces[*face as usize];
            buffer.draw_where(flat, *face, pass.units(), |column, row, nearness| {
                let spot = self.spot(surface, [column, row], pass, nearness);
                self.look(surface, &spot).color.w >= least
            });
        }
        let piece = |at: &u32| self.surfaces[self.flats[*at as usize].1 as usize].piece;
        for touching in touching.chunk_by(|a, b| piece(a) == piece(b)) {
            self.close_cut(touching, &mut buffer, pass);
        }
        buffer
    }

    /// Where one looks into the bodies of a piece that is cut open, puts the cut in front.
    fn close_cut(&self, touching: &[u32], buffer: &mut Buffer, pass: &DrawPass) {
        let faces = &self.scene.faces;
        let flats = touching.iter().map(|at| &self.flats[*at as usize]);
        let piece = self.surfaces[self.flats[touching[0] as usize].1 as usize].piece;
        let cut = self.scene.cuts[piece as usize];
        let above = cut.height - cut.normal.dot(self.eye);
        if above < 0.0 {
            let bodies = flats.filter(|flat| faces[flat.1 as usize].solid).map(|(flat, _)| flat);
            buffer.close(bodies, faces.len() as u32 + piece, pass.units(), |column, row| {
                cut.normal.dot(self.ray(pass.through(column, row))) / above
            });
        }
    }

    /// The surface with a number, if there is one.
    #[inline]
    pub(super) fn surface(&self, face: u32) -> Option<&Surface> {
        if face == NOTHING { None } else { Some(&self.surfaces[face as usize]) }
    }

    /// The point of a surface that a pass sees at a pixel, and the steps to its neighbors.
    pub(super) fn spot(
        &self,
        surface: &Surface,
        [column, row]: [usize; 2],
        pass: &DrawPass,
        nearness: f32,
    ) -> Spot {
        let ray = self.ray(pass.through(column, row));
        let way = ray / nearness;
        let step = |i: usize| {
            // At the rim of a face that is seen from the side, its plane may end behind the next pixel.
            let next = (nearness + surface.slope[i]).max(0.25 * nearness);
            (ray + self.rays[i + 1]) / next - way
        };
        let plain = surface.paint.is_none_or(|(_, skin)| skin == PLAIN);
        Spot { at: self.eye + way, steps: if plain { [Vec3::ZERO; 2] } else { [step(0), step(1)] } }
    }

    /// What a surface looks like at a point of it, before light falls on it.
    pub(super) fn look(&self, surface: &Surface, spot: &Spot) -> Appearance {
        let Some((paint, skin)) = surface.paint else {
            return Appearance { color: CUT.extend(1.0), glow: Vec3::ZERO, unlit: false };
        };
        let (color, glow) = self.scene.look((paint, skin, surface.piece), spot);
        Appearance { color, glow, unlit: self.scene.paints[paint as usize].unlit }
    }

    /// The way from the eye through a point of the picture, one unit deep.
    #[inline]
    pub(super) fn ray(&self, at: [f32; 2]) -> Vec3 {
        self.rays[0] + self.rays[1] * at[0] + self.rays[2] * at[1]
    }
}
