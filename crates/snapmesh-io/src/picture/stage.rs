//! The scene as the camera sees it.

use super::buffer::{Buffer, NOTHING};
use super::camera::Camera;
use super::ground::GroundPlane;
use super::light::Light;
use super::pass::DrawPass;
use super::raster::Flat;
use super::scene::{Paint, Scene};
use snapmesh::glam::Vec3;
use std::ops::Range;

/// The paint of cut bodies: dark, as in plans.
const CUT: Paint = Paint { color: Vec3::new(0.075, 0.07, 0.07), glow: Vec3::ZERO };

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
    pub(super) paint: Paint,
    /// The index of the placed piece.
    pub(super) piece: u32,
}

impl<'a> Stage<'a> {
    pub(super) fn new(scene: &'a Scene, camera: &Camera, light: &'a Light, size: (u32, u32)) -> Self {
        let size = (size.0 as usize, size.1 as usize);
        let (eye, rays) = (camera.eye.as_vec3(), camera.rays());
        let focal = rays[1].length().recip();
        let (mut flats, mut surfaces) = (Vec::new(), Vec::new());
        for face in &scene.faces {
            let seen = face.corners.map(|corner| camera.project(corner));
            let flat = Flat::new(seen.map(|(at, _)| at), seen.map(|(_, near)| near as f32));
            let front = flat.is_none_or(|flat| flat.front);
            if front || !scene.one_sided(face) {
                flats.extend(flat.map(|flat| (flat, surfaces.len() as u32)));
            }
            surfaces.push(Surface {
                normal: if front { face.normal } else { -face.normal },
                slope: flat.map_or([0.0; 2], |flat| flat.slope.map(|slope| slope as f32)),
                paint: scene.paints[face.paint as usize],
                piece: face.piece,
            });
        }
        for (piece, cut) in scene.cuts.iter().enumerate() {
            let slope = [rays[1].y, rays[2].y].map(|y| y / (cut - eye.y));
            surfaces.push(Surface { normal: Vec3::Y, slope, paint: CUT, piece: piece as u32 });
        }
        let ground = GroundPlane::new(scene, light, camera.right.as_vec3());
        Self { scene, light, ground, eye, rays, size, focal, flats, surfaces }
    }

    /// What a pass sees in some rows.
    pub(super) fn buffer(&self, rows: Range<usize>, pass: &DrawPass) -> Buffer {
        let mut buffer = Buffer::new(self.size.0, rows);
        for (flat, face) in &self.flats {
            buffer.draw(flat, *face, pass.units());
        }
        let piece = |flat: &(Flat, u32)| self.surfaces[flat.1 as usize].piece;
        for flats in self.flats.chunk_by(|a, b| piece(a) == piece(b)) {
            self.close_cut(flats, &mut buffer, pass);
        }
        buffer
    }

    /// Where one looks into the bodies of a piece that is cut open, puts the cut in front.
    fn close_cut(&self, flats: &[(Flat, u32)], buffer: &mut Buffer, pass: &DrawPass) {
        let faces = &self.scene.faces;
        let piece = faces[flats[0].1 as usize].piece;
        let down = self.scene.cuts[piece as usize] - self.eye.y;
        if down < 0.0 {
            let bodies = flats.iter().filter(|flat| faces[flat.1 as usize].solid).map(|(flat, _)| flat);
            buffer.close(bodies, faces.len() as u32 + piece, pass.units(), |column, row| {
                self.ray([column as f32 + pass.point[0], row as f32 + pass.point[1]]).y / down
            });
        }
    }

    /// The surface with a number, if there is one.
    #[inline]
    pub(super) fn surface(&self, face: u32) -> Option<&Surface> {
        if face == NOTHING { None } else { Some(&self.surfaces[face as usize]) }
    }

    /// The way from the eye through a point of the picture, one unit deep.
    #[inline]
    pub(super) fn ray(&self, at: [f32; 2]) -> Vec3 {
        self.rays[0] + self.rays[1] * at[0] + self.rays[2] * at[1]
    }
}
