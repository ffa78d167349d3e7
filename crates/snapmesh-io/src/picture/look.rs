//! Pieces, ready to be placed: what all copies of one have in common.

use super::coarse::{kept, snapped};
use super::cut::CutPlane;
use super::material::{Alpha, Material, Slot, corner_colors};
use super::paint::{Layer, Paint, Skin};
use super::solid::solid;
use super::textures::{Images, used};
use super::view::View;
use crate::kit_file::LoadedKit;
use crate::piece_file::document::Document;
use crate::piece_file::{Model, Part, PieceFile};
use snapmesh::glam::{Vec2, Vec3, Vec4};
use snapmesh::{OrientedBox, PieceId};
use std::borrow::Cow;

/// A piece, ready to be placed.
pub(super) struct Look<'a> {
    pub(super) model: Cow<'a, Model>,
    /// Which triangles of each part have matter behind them.
    pub(super) solid: Vec<Vec<bool>>,
    /// What each part is painted with.
    pub(super) paints: Vec<Paint>,
    /// For each part a skin of every triangle, or none at all where a plain color will do.
    pub(super) skins: Vec<Vec<Skin>>,
    /// Where it is cut, in the space of the piece.
    pub(super) cut: CutPlane,
}

impl<'a> Look<'a> {
    /// A model by itself, in plain colors.
    pub(super) fn plain(model: Cow<'a, Model>, cut: CutPlane) -> Self {
        let paints = model.parts.iter().map(plain_paint).collect();
        let skins = model.parts.iter().map(|_| vec![]).collect();
        Self { solid: solid(&model, |_| true), paints, skins, model, cut }
    }

    /// A piece by itself, with its textures.
    pub(super) fn of_file(file: &'a PieceFile, view: &View, images: &Images<'_>, cut: CutPlane) -> Self {
        let mut look = Self::plain(Cow::Borrowed(&file.model), cut);
        look.dress(&file.document, view, images);
        look
    }

    /// A piece of a kit, with its textures.
    pub(super) fn of_piece(
        kit: &'a LoadedKit,
        piece: PieceId,
        view: &View,
        images: &Images<'_>,
        cut: Option<f64>,
    ) -> Self {
        let model = kit.model(piece);
        let drawn = model.parts.iter().any(|part| !part.triangles.is_empty());
        let boxes = &kit.kit().piece(piece).boxes;
        let model = if drawn { Cow::Borrowed(model) } else { Cow::Owned(box_model(boxes)) };
        let cut = cut.filter(|metres| metres.is_finite()).map_or(CutPlane::NONE, |metres| {
            CutPlane::above_doorways(kit.kit().piece(piece), &model, metres)
        });
        let mut look = Self::plain(model, cut);
        if let Some(document) = kit.document(piece).filter(|_| drawn) {
            look.dress(document, view, images);
        }
        look
    }

    /// Takes textures, alpha and the colors of corners from the file of the piece.
    fn dress(&mut self, document: &Document, view: &View, images: &Images<'_>) {
        for (number, part) in self.model.parts.iter().enumerate() {
            let material = Material::of(document, part);
            let layer = |slot: &Slot<'_>| {
                Some((images.place(slot.image)?, slot.coordinates(document, part)?, slot.sampler))
            };
            let is_used = |slot: &&Slot<'_>| used(&material, view).any(|used| std::ptr::eq(used, *slot));
            let [base, light] =
                [&material.base, &material.light].map(|slot| slot.as_ref().filter(is_used).and_then(layer));
            let colors = corner_colors(document, part);
            let paint = &mut self.paints[number];
            paint.glow = sane(part.emissive) * material.strength;
            (paint.alpha, paint.unlit) = (material.alpha, material.unlit);
            let taken = |layer: &Option<(u32, Vec<Vec2>, _)>| {
                layer.as_ref().map(|(texture, _, sampler)| Layer { texture: *texture, sampler: *sampler })
            };
            (paint.base, paint.light) = (taken(&base), taken(&light));
            if paint.is_plain() && colors.is_none() {
                continue;
            }
            let at = |layer: &Option<(u32, Vec<Vec2>, _)>, corner: usize| {
                layer.as_ref().map_or(Vec2::ZERO, |(_, at, _)| at[corner])
            };
            let has = |corner: u32| {
                let corner = corner as usize;
                (
                    at(&base, corner),
                    at(&light, corner),
                    colors.as_ref().map_or(Vec4::ONE, |colors| colors[corner]),
                )
            };
            let skin = |triangle: &[u32; 3]| {
                Skin::new(triangle.map(|corner| part.positions[corner as usize]), triangle.map(has))
            };
            self.skins[number] = part.triangles.iter().map(skin).collect();
        }
        // What can be seen through bounds nothing.
        if self.paints.iter().any(|paint| paint.alpha != Alpha::Opaque) {
            self.solid = solid(&self.model, |part| self.paints[part].alpha == Alpha::Opaque);
        }
    }

    /// Draws corners together that lie in one cell, and leaves out what then has no area. It has no matter any more.
    pub(super) fn coarsen(&mut self, cell: f64) {
        let parts = &mut self.model.to_mut().parts;
        for ((part, solid), skins) in parts.iter_mut().zip(&mut self.solid).zip(&mut self.skins) {
            let kept: Vec<bool> = kept(part, cell).collect();
            let mut each = kept.iter();
            part.triangles.retain(|_| each.next() == Some(&true));
            let mut each = kept.iter();
            skins.retain(|_| each.next() == Some(&true));
            *solid = vec![false; part.triangles.len()];
            part.positions.iter_mut().for_each(|corner| *corner = snapped(*corner, cell));
        }
    }
}

/// The paint of a part without its textures.
fn plain_paint(part: &Part) -> Paint {
    let [red, green, blue, alpha] = part.color;
    let alpha = if alpha.is_finite() { alpha.clamp(0.0, 1.0) } else { 1.0 };
    Paint { color: sane([red, green, blue]).extend(alpha), glow: sane(part.emissive), ..Paint::default() }
}

fn sane(color: [f32; 3]) -> Vec3 {
    Vec3::from(color.map(|c| if c.is_finite() { c.clamp(0.0, 1.0) } else { 0.0 }))
}

/// A piece that has no mesh is shown by its boxes.
pub(super) fn box_model(boxes: &[OrientedBox]) -> Model {
    const SIDES: [[u32; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[u32; 3]> = SIDES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let part = |shape: &OrientedBox| Part {
        double_sided: true,
        ..Part::plain(shape.corners().to_vec(), triangles.clone(), [0.6, 0.6, 0.6, 1.0])
    };
    Model { parts: boxes.iter().map(part).collect(), ..Model::default() }
}
