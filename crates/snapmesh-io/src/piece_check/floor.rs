//! The floor of a piece, and how far it goes on from a place.

use crate::piece_file::Model;
use snapmesh::glam::DVec3;
use snapmesh_nav::Walkability;

/// How level a triangle must be to be floor, as the vertical part of its normal: about 45 degrees.
const LEVEL: f64 = 0.7;
/// Metres: gaps in a floor that nobody would notice.
const GAP: f64 = 0.1;
/// Metres: a floor goes on over a step that is no higher.
const STEP: f64 = 0.3;

/// All triangles of a piece that can be stood on.
pub(super) struct Floor(Vec<[DVec3; 3]>);

impl Floor {
    pub(super) fn of(model: &Model) -> Self {
        let geometry = model.geometry();
        let triangles = geometry.triangles.iter().filter_map(|(corners, walk)| {
            let [a, b, c] = corners.map(|corner| geometry.positions[corner as usize]);
            let normal = (b - a).cross(c - a);
            let floor = match walk {
                Walkability::Never => false,
                Walkability::BySlope => normal.y > LEVEL * normal.length(),
                Walkability::Always => true,
            };
            floor.then_some([a, b, c])
        });
        Self(triangles.collect())
    }

    /// How many triangles it has.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The floor under a line along a level direction.
    pub(super) fn cut(&self, from: DVec3, way: DVec3) -> Cut {
        let across = way.cross(DVec3::Y);
        let mut stretches: Vec<Stretch> = self
            .0
            .iter()
            .filter_map(|corners| {
                let beside = corners.map(|corner| (corner - from).dot(across));
                let crosses = beside.iter().any(|x| *x <= 0.0) && beside.iter().any(|x| *x >= 0.0);
                crosses.then(|| stretch(corners, beside, from, way)).flatten()
            })
            .collect();
        stretches.sort_by(|a, b| a.start.0.total_cmp(&b.start.0));
        Cut(stretches)
    }
}

/// Where a triangle is cut by the upright plane through a line: along the line, and in height.
fn stretch(corners: &[DVec3; 3], beside: [f64; 3], from: DVec3, way: DVec3) -> Option<Stretch> {
    let place = |p: DVec3| ((p - from).dot(way), p.y);
    let edges = [(0, 1), (1, 2), (2, 0)].into_iter().filter_map(|(a, b)| {
        let (x, y) = (beside[a], beside[b]);
        ((x <= 0.0) != (y <= 0.0)).then(|| place(corners[a].lerp(corners[b], x / (x - y))))
    });
    let touching = corners.iter().zip(beside).filter(|(_, x)| *x == 0.0).map(|(corner, _)| place(*corner));
    let places = || edges.clone().chain(touching.clone());
    let start = places().min_by(|a, b| a.0.total_cmp(&b.0))?;
    let end = places().max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(Stretch { start, end })
}

/// A straight part of the floor under a line: from one distance and height to another.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    start: (f64, f64),
    end: (f64, f64),
}

impl Stretch {
    fn height(&self, at: f64) -> f64 {
        let length = self.end.0 - self.start.0;
        let part = if length > 0.0 { ((at - self.start.0) / length).clamp(0.0, 1.0) } else { 0.0 };
        self.start.1 + (self.end.1 - self.start.1) * part
    }

    fn backwards(&self) -> Self {
        Self { start: (-self.end.0, self.end.1), end: (-self.start.0, self.start.1) }
    }
}

/// The floor under a line, by distance along it.
pub(super) struct Cut(Vec<Stretch>);

impl Cut {
    /// The heights of the floor at a distance, in no order.
    pub(super) fn heights(&self, at: f64) -> impl Iterator<Item = f64> {
        let under = self.0.iter().take_while(move |it| it.start.0 <= at).filter(move |it| it.end.0 >= at);
        under.map(move |it| it.height(at))
    }

    /// How far the floor goes on, in metres, from about a height at the beginning of the line; none if there is none.
    pub(super) fn ahead(&self, height: f64) -> Option<f64> {
        run(self.0.iter().copied(), height)
    }

    /// The same in the other direction.
    pub(super) fn behind(&self, height: f64) -> Option<f64> {
        let mut backwards: Vec<Stretch> = self.0.iter().map(Stretch::backwards).collect();
        backwards.sort_by(|a, b| a.start.0.total_cmp(&b.start.0));
        run(backwards.into_iter(), height)
    }
}

/// How far stretches, sorted by where they start, go on without a gap or a high step.
fn run(stretches: impl Iterator<Item = Stretch>, mut height: f64) -> Option<f64> {
    let mut reached = None;
    for it in stretches {
        let at = reached.unwrap_or(0.0);
        if it.start.0 > at + GAP {
            break;
        }
        if it.end.0 > at && (it.height(at) - height).abs() <= STEP {
            (reached, height) = (Some(it.end.0), it.end.1);
        }
    }
    reached
}
