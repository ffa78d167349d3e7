//! Where pieces are cut open: above the floors that their doorways stand on.

use crate::piece_check::doorway_floor;
use crate::piece_file::Model;
use snapmesh::glam::{DVec3, Vec3};
use snapmesh::{Piece, Pose};

/// Headings that rise or fall more than this (sine) are those of shafts, not of doorways.
const STEEP: f64 = 0.5;

/// How far a doorway may be from the slope through the others, in metres, and how steep a slope may be (rise over run).
const OFF: f64 = 0.1;
const STEEPEST: f64 = 1.5;

/// What is above it is cut away: points whose product with the normal is more than the height.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CutPlane {
    /// Unit vector; up, or up and along a slope.
    pub(super) normal: DVec3,
    /// Infinite where nothing is cut.
    pub(super) height: f64,
}

/// The same in the space of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct ScenePlane {
    pub(super) normal: Vec3,
    pub(super) height: f32,
}

impl ScenePlane {
    /// Nothing is cut.
    pub(super) const NONE: Self = Self { normal: Vec3::Y, height: f32::INFINITY };
}

impl CutPlane {
    /// Nothing is cut.
    pub(super) const NONE: Self = Self::level(f64::INFINITY);

    /// At a height.
    pub(super) const fn level(height: f64) -> Self {
        Self { normal: DVec3::Y, height }
    }

    /// So many metres above the floors of a piece's doorways. If they lie on a slope, as those of stairs do, the cut
    /// follows it. Else it is level, and above the highest of them, so that it takes no doorway away. Shafts count
    /// only where there is nothing else.
    pub(super) fn above_doorways(piece: &Piece, model: &Model, metres: f64) -> Self {
        let floors = floors(piece, model);
        let Some(highest) = floors.iter().map(|floor| floor.y).reduce(f64::max) else {
            return Self::level(model.bounds().min.y + metres);
        };
        let normal = slope(&floors).unwrap_or(DVec3::Y);
        let height = floors
            .iter()
            .map(|floor| normal.dot(*floor + DVec3::Y * metres))
            .fold(f64::NEG_INFINITY, f64::max);
        let height = if normal == DVec3::Y { highest + metres } else { height };
        if height.is_finite() { Self { normal, height } } else { Self::NONE }
    }

    /// Carried along with a piece.
    pub(super) fn at(&self, pose: &Pose) -> Self {
        let normal = pose.direction(self.normal);
        Self { normal, height: self.height + normal.dot(pose.position) }
    }

    /// In the space of a scene of this middle and radius.
    pub(super) fn scaled(&self, middle: DVec3, radius: f64) -> ScenePlane {
        ScenePlane {
            normal: self.normal.as_vec3(),
            height: ((self.height - self.normal.dot(middle)) / radius) as f32,
        }
    }

    /// How far a point is above it.
    pub(super) fn over(&self, p: DVec3) -> f64 {
        self.normal.dot(p) - self.height
    }
}

/// The places of a piece's doorways, on their floors.
fn floors(piece: &Piece, model: &Model) -> Vec<DVec3> {
    let is_level = |heading: DVec3| heading.y.abs() <= STEEP;
    let any_level = piece.connectors.iter().any(|connector| is_level(connector.heading));
    let counted = piece.connectors.iter().filter(|connector| !any_level || is_level(connector.heading));
    let floor = doorway_floor(piece, model);
    counted
        .map(|connector| connector.position.with_y(floor(connector).unwrap_or(connector.position.y)))
        .collect()
}

/// The normal of the slope that all floors lie on, if there is one: level across the way from the lowest to the highest.
fn slope(floors: &[DVec3]) -> Option<DVec3> {
    let lowest = floors.iter().copied().min_by(|a, b| a.y.total_cmp(&b.y))?;
    let highest = floors.iter().copied().max_by(|a, b| a.y.total_cmp(&b.y))?;
    let (rise, way) = (highest.y - lowest.y, (highest - lowest).with_y(0.0));
    let run = way.length();
    if rise <= OFF || rise > STEEPEST * run {
        return None;
    }
    let normal = (DVec3::Y * run - way / run * rise).normalize();
    floors.iter().all(|floor| (*floor - lowest).dot(normal).abs() <= OFF).then_some(normal)
}
