//! From pieces to faces.

use super::clip;
use super::color::paint;
use super::solid::solid;
use super::view::View;
use crate::kit_file::LoadedKit;
use crate::piece_file::{Model, Part};
use snapmesh::glam::{DVec3, Vec3};
use snapmesh::{Bounds, Drawn, Map, OrientedBox, Piece, Pose};
use std::borrow::Cow;

/// Triangles with a corner farther from the origin than this are not drawn, nor those smaller than that; in
/// metres.
const FARTHEST: f64 = 1e12;
const SMALLEST: f64 = 1e-9;

/// All there is to draw, moved and scaled into a ball of radius 1 around the origin: so 32-bit numbers are as
/// exact a million metres from the origin of the map as at it.
#[derive(Default)]
pub(super) struct Scene {
    pub(super) faces: Vec<Face>,
    pub(super) paints: Vec<Paint>,
    /// The height at which each piece that is drawn is cut; infinite where it is not.
    pub(super) cuts: Vec<f32>,
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
    /// Its place in the list of paints.
    pub(super) paint: u32,
    /// The place among all that is drawn of what it belongs to.
    pub(super) piece: u32,
    /// Whether there is matter behind it.
    pub(super) solid: bool,
}

/// What a face is painted with, as light.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    pub(super) color: Vec3,
    pub(super) glow: Vec3,
}

impl Scene {
    /// From the space of the map to that of the scene.
    pub(super) fn scaled(&self, p: DVec3) -> Vec3 {
        ((p - self.middle) / self.radius).as_vec3()
    }

    /// Whether a face can be left out where only its back is seen: something of the same body is in front of
    /// it.
    pub(super) fn one_sided(&self, face: &Face) -> bool {
        face.solid && self.cuts[face.piece as usize].is_infinite()
    }

    /// Gathers and cuts the triangles of all placed pieces.
    pub(super) fn new(kit: &LoadedKit, map: &Map, view: &View) -> Self {
        let mut draft = Draft::default();
        // What every copy of a piece has in common is made for the first one.
        let mut looks: Vec<Option<Look>> = kit.kit().ids().map(|_| None).collect();
        let count = map.pieces.len() + map.doors.len();
        for (index, Drawn { piece, pose, .. }) in map.drawn().enumerate() {
            let look = looks[piece.index()]
                .get_or_insert_with(|| Look::new(kit.model(piece), kit.kit().piece(piece), view));
            let over = paint(view, (index, count), (piece.index(), kit.kit().library().len()));
            draft.add(look, &pose, over);
        }
        draft.finish()
    }

    /// Gathers and cuts the triangles of some models.
    pub(super) fn of(sights: &[Sight<'_>]) -> Self {
        let mut draft = Draft::default();
        for &Sight { model, cut } in sights {
            let look = Look { solid: solid(model), model: Cow::Borrowed(model), cut };
            draft.add(&look, &Pose::ORIGIN, None);
        }
        draft.finish()
    }
}

/// A model that is looked at where it stands.
pub(super) struct Sight<'a> {
    pub(super) model: &'a Model,
    /// The height above which it is cut away.
    pub(super) cut: f64,
}

/// A piece, ready to be placed.
struct Look<'a> {
    model: Cow<'a, Model>,
    /// Which triangles of each part have matter behind them.
    solid: Vec<Vec<bool>>,
    /// The height of the cut in the space of the piece.
    cut: f64,
}

impl<'a> Look<'a> {
    fn new(model: &'a Model, piece: &Piece, view: &View) -> Self {
        let drawn = model.parts.iter().any(|part| !part.triangles.is_empty());
        let model = if drawn { Cow::Borrowed(model) } else { Cow::Owned(boxes(&piece.boxes)) };
        let connectors = piece.connectors.iter().map(|connector| connector.position.y);
        let floor = connectors.reduce(f64::min).unwrap_or(model.bounds().min.y);
        let cut = view.cut_above.map_or(f64::INFINITY, |height| floor + height);
        Self { solid: solid(&model), model, cut: if cut.is_finite() { cut } else { f64::INFINITY } }
    }
}

/// A piece that has no mesh is shown by its boxes.
pub(super) fn boxes(boxes: &[OrientedBox]) -> Model {
    const SIDES: [[u32; 4]; 6] =
        [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let triangles: Vec<[u32; 3]> = SIDES.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    let part = |shape: &OrientedBox| Part {
        double_sided: true,
        ..Part::plain(shape.corners().to_vec(), triangles.clone(), [0.6, 0.6, 0.6, 1.0])
    };
    Model { parts: boxes.iter().map(part).collect(), ..Model::default() }
}

/// A scene in the space of the map.
#[derive(Default)]
struct Draft {
    corners: Vec<[DVec3; 3]>,
    /// Faces without their corners.
    faces: Vec<Face>,
    paints: Vec<Paint>,
    cuts: Vec<f64>,
}

impl Draft {
    fn add(&mut self, look: &Look<'_>, pose: &Pose, over: Option<Vec3>) {
        let cut = pose.position.y + look.cut;
        let piece = self.cuts.len() as u32;
        let mut is_cut = false;
        for (number, part) in look.model.parts.iter().enumerate() {
            let paint = self.paints.len() as u32;
            self.paints.push(mixed(part, over));
            for (i, triangle) in part.triangles.iter().enumerate() {
                let corners = triangle.map(|corner| pose.point(part.positions[corner as usize]));
                let solid = look.solid[number][i];
                is_cut |= corners.iter().any(|corner| corner.y > cut);
                for corners in clip::below(corners, cut) {
                    self.face(
                        corners,
                        Face { corners: [Vec3::ZERO; 3], normal: Vec3::ZERO, paint, piece, solid },
                    );
                }
            }
        }
        self.cuts.push(if is_cut { cut } else { f64::INFINITY });
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

    fn finish(self) -> Scene {
        let bounds = Bounds::around(self.corners.iter().flatten().copied());
        if self.faces.is_empty() {
            return Scene {
                paints: self.paints,
                cuts: vec![f32::INFINITY; self.cuts.len()],
                ..Scene::default()
            };
        }
        let (middle, radius) = ((bounds.min + bounds.max) / 2.0, bounds.size().length() / 2.0);
        let cuts = self.cuts.iter().map(|cut| ((cut - middle.y) / radius) as f32).collect();
        let mut scene = Scene { paints: self.paints, cuts, middle, radius, ..Scene::default() };
        (scene.low, scene.high) = (scene.scaled(bounds.min), scene.scaled(bounds.max));
        let scaled = |corners: [DVec3; 3]| corners.map(|corner| scene.scaled(corner));
        scene.faces = self
            .faces
            .into_iter()
            .zip(self.corners)
            .map(|(face, at)| Face { corners: scaled(at), ..face })
            .collect();
        scene
    }
}

/// The paint of a part. A color laid over keeps a little of the light and dark of the materials below.
fn mixed(part: &Part, over: Option<Vec3>) -> Paint {
    let sane =
        |color: [f32; 3]| Vec3::from(color.map(|c| if c.is_finite() { c.clamp(0.0, 1.0) } else { 0.0 }));
    let [red, green, blue, _] = part.color;
    let color = sane([red, green, blue]);
    let Some(over) = over else { return Paint { color, glow: sane(part.emissive) } };
    let bright = color.dot(Vec3::new(0.2126, 0.7152, 0.0722)).sqrt();
    Paint { color: (over * (0.75 + 0.4 * bright)).min(Vec3::ONE), glow: Vec3::ZERO }
}
