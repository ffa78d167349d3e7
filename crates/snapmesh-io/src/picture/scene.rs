//! From pieces to faces.

use super::clip;
use super::coarse;
use super::color::paint;
use super::cut::{CutPlane, ScenePlane};
use super::doorways;
use super::look::Look;
use super::paint::{Frame, Paint, Skin, Spot};
use super::textures::{Images, Textures};
use super::view::View;
use crate::kit_file::LoadedKit;
use snapmesh::glam::{DVec3, Vec3, Vec4};
use snapmesh::{Bounds, Drawn, Map, Pose};
use std::borrow::Cow;
use std::sync::Arc;

/// Triangles with a corner farther from the origin than this are not drawn, nor those smaller than that; in
/// metres.
const FARTHEST: f64 = 1e12;
const SMALLEST: f64 = 1e-9;

/// All there is to draw, moved and scaled into a ball of radius 1 around the origin: so 32-bit numbers are as
/// exact a million metres from the origin of the map as at it.
pub(super) struct Scene {
    pub(super) faces: Vec<Face>,
    pub(super) paints: Vec<Paint>,
    skins: Vec<Skin>,
    textures: Arc<Textures>,
    /// Where each piece that is drawn is cut; infinitely high where it is not.
    pub(super) cuts: Vec<ScenePlane>,
    /// The way into the space of each.
    frames: Vec<Frame>,
    /// Whether a cut was asked for.
    pub(super) is_cut: bool,
    /// The corners of the box around all faces.
    pub(super) low: Vec3,
    pub(super) high: Vec3,
    /// The middle of that box in the space of the map, and how many metres a unit is.
    middle: DVec3,
    pub(super) radius: f64,
}

/// A triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Face {
    pub(super) corners: [Vec3; 3],
    /// Unit vector out of its front.
    pub(super) normal: Vec3,
    /// Its place in the list of paints, and in that of skins; `PLAIN` if it has none.
    pub(super) paint: u32,
    pub(super) skin: u32,
    /// The place among all that is drawn of what it belongs to.
    pub(super) piece: u32,
    /// Whether there is matter behind it.
    pub(super) solid: bool,
}

/// The skin of a face that has a plain color.
pub(super) const PLAIN: u32 = u32::MAX;

impl Scene {
    /// From the space of the map to that of the scene.
    pub(super) fn scaled(&self, p: DVec3) -> Vec3 {
        ((p - self.middle) / self.radius).as_vec3()
    }

    /// Whether a face can be left out where only its back is seen: something of the same body is in front of
    /// it.
    pub(super) fn one_sided(&self, face: &Face) -> bool {
        face.solid && self.cuts[face.piece as usize].height.is_infinite()
    }

    /// The color, with its alpha, and the light given off at a point: by paint, skin and piece.
    #[inline]
    pub(super) fn look(&self, (paint, skin, piece): (u32, u32, u32), spot: &Spot) -> (Vec4, Vec3) {
        let paint = &self.paints[paint as usize];
        let skin = (skin != PLAIN).then(|| (&self.skins[skin as usize], &self.frames[piece as usize]));
        paint.look(&self.textures, skin, spot)
    }

    /// Gathers and cuts the triangles of all placed pieces, so many metres above their doorways.
    pub(super) fn new(
        kit: &LoadedKit,
        map: &Map,
        view: &View,
        images: &Images<'_>,
        cut: Option<f64>,
    ) -> Self {
        let mut draft = Draft::default();
        let cell = coarse::cell(kit, map, view);
        // What every copy of a piece has in common is made for the first one.
        let mut looks: Vec<Option<(Look<'_>, u32)>> = kit.kit().ids().map(|_| None).collect();
        let count = map.pieces.len() + map.doors.len();
        for (index, Drawn { piece, pose, .. }) in map.drawn().enumerate() {
            let (look, skins) = looks[piece.index()].get_or_insert_with(|| {
                let mut look = Look::of_piece(kit, piece, view, images, cut);
                if let Some(cell) = cell {
                    look.coarsen(cell);
                }
                let skins = draft.take_skins(&look);
                (look, skins)
            });
            let over = paint(view, (index, count), (piece.index(), kit.kit().library().len()));
            draft.add(look, *skins, &pose, over);
        }
        if view.doorways {
            let arrows = doorways::model(kit, map);
            draft.add(&Look::plain(Cow::Owned(arrows), CutPlane::NONE), 0, &Pose::ORIGIN, None);
        }
        Self { is_cut: cut.is_some(), ..draft.finish(images.textures.clone()) }
    }

    /// Gathers and cuts the triangles of what is looked at where it stands.
    pub(super) fn of(looks: &[Look<'_>], textures: Arc<Textures>) -> Self {
        let mut draft = Draft::default();
        for look in looks {
            let skins = draft.take_skins(look);
            draft.add(look, skins, &Pose::ORIGIN, None);
        }
        draft.finish(textures)
    }
}

/// A scene in the space of the map.
#[derive(Default)]
struct Draft {
    corners: Vec<[DVec3; 3]>,
    /// Faces without their corners.
    faces: Vec<Face>,
    paints: Vec<Paint>,
    skins: Vec<Skin>,
    cuts: Vec<CutPlane>,
    poses: Vec<Pose>,
}

impl Draft {
    /// Takes over the skins of a piece, and says where the first of them is.
    fn take_skins(&mut self, look: &Look<'_>) -> u32 {
        let first = self.skins.len() as u32;
        self.skins.extend(look.skins.iter().flatten());
        first
    }

    fn add(&mut self, look: &Look<'_>, mut skins: u32, pose: &Pose, over: Option<Vec3>) {
        let cut = look.cut.at(pose);
        let piece = self.cuts.len() as u32;
        let mut is_cut = false;
        for (number, part) in look.model.parts.iter().enumerate() {
            let paint = self.paints.len() as u32;
            self.paints.push(mixed(look.paints[number], over));
            let has_skins = !look.skins[number].is_empty();
            for (i, triangle) in part.triangles.iter().enumerate() {
                let corners = triangle.map(|corner| pose.point(part.positions[corner as usize]));
                let solid = look.solid[number][i];
                let skin = if has_skins { skins + i as u32 } else { PLAIN };
                let face = Face { corners: [Vec3::ZERO; 3], normal: Vec3::ZERO, paint, skin, piece, solid };
                if corners.iter().any(|corner| cut.over(*corner) > 0.0) {
                    is_cut = true;
                    clip::below(corners, &cut).for_each(|corners| self.face(corners, face));
                } else {
                    self.face(corners, face);
                }
            }
            skins += look.skins[number].len() as u32;
        }
        self.cuts.push(if is_cut { cut } else { CutPlane::NONE });
        self.poses.push(*pose);
    }

    /// Keeps a face that can be seen: not one without an area, nor one beyond all reason.
    fn face(&mut self, corners: [DVec3; 3], face: Face) {
        let [a, b, c] = corners;
        let size = (b - a).abs().max((c - a).abs()).max_element();
        let normal = ((b - a) / size).cross((c - a) / size).normalize_or_zero();
        let sane = corners.iter().all(|corner| corner.abs().max_element() < FARTHEST);
        if size > SMALLEST && normal != DVec3::ZERO && sane {
            self.corners.push(corners);
            self.faces.push(Face { normal: normal.as_vec3(), ..face });
        }
    }

    fn finish(self, textures: Arc<Textures>) -> Scene {
        let bounds = Bounds::around(self.corners.iter().flatten().copied());
        let empty = self.faces.is_empty();
        let (middle, radius) = if empty {
            (DVec3::ZERO, 1.0)
        } else {
            ((bounds.min + bounds.max) / 2.0, bounds.size().length() / 2.0)
        };
        let scaled = |p: DVec3| ((p - middle) / radius).as_vec3();
        let cuts = self.cuts.iter().map(|cut| cut.scaled(middle, radius));
        let faces = self.faces.into_iter().zip(self.corners);
        Scene {
            cuts: if empty { vec![ScenePlane::NONE; self.cuts.len()] } else { cuts.collect() },
            frames: self.poses.iter().map(|pose| Frame::new(pose, middle, radius)).collect(),
            low: if empty { Vec3::ZERO } else { scaled(bounds.min) },
            high: if empty { Vec3::ZERO } else { scaled(bounds.max) },
            faces: faces.map(|(face, at)| Face { corners: at.map(scaled), ..face }).collect(),
            paints: self.paints,
            skins: self.skins,
            textures,
            is_cut: false,
            middle,
            radius,
        }
    }
}

/// The paint of a part. A color laid over keeps a little of the light and dark of the materials below.
fn mixed(paint: Paint, over: Option<Vec3>) -> Paint {
    let Some(over) = over else { return paint };
    let bright = paint.color.truncate().dot(Vec3::new(0.2126, 0.7152, 0.0722)).sqrt();
    let color = (over * (0.75 + 0.4 * bright)).min(Vec3::ONE).extend(paint.color.w);
    Paint { color, glow: Vec3::ZERO, light: None, unlit: false, painted: true, ..paint }
}
