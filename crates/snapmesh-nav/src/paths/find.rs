//! The way from one place to another.

use super::funnel;
use super::locate::{Face, nearest_on_triangle};
use crate::mesh::NavMesh;
use rstar::RTree;
use snapmesh::glam::DVec3;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Finds ways over a mesh.
///
/// ```
#[doc = include_str!("../example.txt")]
/// let mesh = NavMesh::new(&bake(&terrain, &map, &Budget::default())?);
/// let paths = Paths::new(&mesh);
/// let [first, last] = [&map.pieces[0], &map.pieces[map.pieces.len() - 1]].map(|placed| placed.pose.position);
/// let way = paths.path(first, last).expect("the rooms hang together");
/// assert!(way.length() > 0.9 * first.distance(last));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Paths<'a> {
    mesh: &'a NavMesh,
    faces: RTree<Face>,
}

/// A place on the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshPoint {
    /// The triangle it lies on.
    pub triangle: u32,
    /// Where it is, in metres.
    pub position: DVec3,
}

/// A way from one place to another.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// Where it starts, turns, rises or falls, and ends.
    pub points: Vec<DVec3>,
}

impl Path {
    /// Metres from its start to its end.
    pub fn length(&self) -> f64 {
        self.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
    }
}

/// How a triangle was reached on the way.
#[derive(Clone, Copy)]
struct Reached {
    /// Metres walked so far.
    walked: f64,
    /// Where its edge was crossed.
    at: DVec3,
    /// The triangle before it.
    from: u32,
    done: bool,
}

/// A number that is never NaN, in its order.
#[derive(Clone, Copy, PartialEq)]
struct Metres(f64);

impl Eq for Metres {}

impl PartialOrd for Metres {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Metres {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<'a> Paths<'a> {
    /// Prepares a mesh to be asked.
    pub fn new(mesh: &'a NavMesh) -> Self {
        let faces = (0..mesh.triangles.len() as u32).map(|triangle| Face::new(mesh, triangle)).collect();
        Self { mesh, faces: RTree::bulk_load(faces) }
    }

    /// The place on the mesh that is nearest to a point; none if the mesh is empty.
    pub fn nearest(&self, point: DVec3) -> Option<MeshPoint> {
        let face = self.faces.nearest_neighbor(point.to_array())?;
        let position = nearest_on_triangle(point, self.mesh.corners(face.triangle));
        Some(MeshPoint { triangle: face.triangle, position })
    }

    /// The way between the places nearest to two points; none if there is none.
    pub fn path(&self, from: DVec3, to: DVec3) -> Option<Path> {
        self.path_between(self.nearest(from)?, self.nearest(to)?)
    }

    /// The way between two places: the triangles that A* passes, and the shortest line through them.
    pub fn path_between(&self, from: MeshPoint, to: MeshPoint) -> Option<Path> {
        let triangles = self.corridor(from, to)?;
        Some(Path { points: funnel::pull(self.mesh, &triangles, from.position, to.position) })
    }

    /// The triangles from one place to another.
    fn corridor(&self, from: MeshPoint, to: MeshPoint) -> Option<Vec<u32>> {
        let region = |place: MeshPoint| self.mesh.triangles[place.triangle as usize].region;
        if region(from) != region(to) {
            return None;
        }
        let start = Reached { walked: 0.0, at: from.position, from: from.triangle, done: false };
        let mut reached = rustc_hash::FxHashMap::from_iter([(from.triangle, start)]);
        let mut open = BinaryHeap::from([(Reverse(Metres(0.0)), Reverse(from.triangle))]);
        while let Some((_, Reverse(triangle))) = open.pop() {
            let Some(here) = reached.get_mut(&triangle).filter(|here| !here.done) else { continue };
            here.done = true;
            let here = *here;
            if triangle == to.triangle {
                return Some(retrace(&reached, from.triangle, triangle));
            }
            for (side, beyond) in self.neighbors(triangle) {
                let at = self.crossing(triangle, side, here.at, to.position);
                let walked = here.walked + here.at.distance(at);
                if reached.get(&beyond).is_none_or(|known| !known.done && walked < known.walked) {
                    reached.insert(beyond, Reached { walked, at, from: triangle, done: false });
                    open.push((Reverse(Metres(walked + at.distance(to.position))), Reverse(beyond)));
                }
            }
        }
        None
    }

    fn neighbors(&self, triangle: u32) -> impl Iterator<Item = (usize, u32)> {
        let neighbors = self.mesh.triangles[triangle as usize].neighbors;
        (0..3).filter_map(move |side| Some((side, neighbors[side]?)))
    }

    /// Where an edge is best crossed on the way from one point to another.
    fn crossing(&self, triangle: u32, side: usize, from: DVec3, to: DVec3) -> DVec3 {
        let corners = self.mesh.corners(triangle);
        let (a, b) = (corners[side], corners[(side + 1) % 3]);
        a.lerp(b, funnel::share_of_edge(a, b, from, to))
    }
}

fn retrace(reached: &rustc_hash::FxHashMap<u32, Reached>, start: u32, end: u32) -> Vec<u32> {
    let mut triangles = vec![end];
    let mut at = end;
    while at != start {
        at = reached[&at].from;
        triangles.push(at);
    }
    triangles.reverse();
    triangles
}
