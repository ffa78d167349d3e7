//! The way from one place to another.

use super::funnel;
use super::locate::{Face, nearest_on_triangle};
use crate::mesh::NavMesh;
use crate::points::Point;
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

/// How a stop was reached on the way.
#[derive(Clone, Copy)]
struct Reached {
    /// Metres walked so far, and those to the end as the crow flies.
    walked: f64,
    left: f64,
    at: DVec3,
    /// The stop before it.
    from: Stop,
    done: bool,
}

/// Where the way may enter a triangle: over which of its sides, and at which place of it. The first stop of all is in its
/// triangle already.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Stop {
    triangle: u32,
    side: u8,
    place: u8,
}

impl Stop {
    fn first(triangle: u32) -> Self {
        Self { triangle, side: 3, place: 0 }
    }
}

/// Places of a side where the way may cross it: ways bend at corners; and triangles are large, so that without the middle ways
/// along their edges would seem longer than they are.
const PLACES: [f64; 3] = [0.0, 0.5, 1.0];
/// The place where the straight line to the end would cross it.
const AHEAD: u8 = PLACES.len() as u8;

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

    /// The place on the mesh where a point of its surface is: the nearest in its own region. Walls of a mesh are not where those
    /// of cells are, so another region may be nearer.
    pub fn place_of(&self, point: &Point) -> Option<MeshPoint> {
        let faces = self.faces.nearest_neighbor_iter(point.position.to_array());
        let own = |face: &&Face| self.mesh.triangles[face.triangle as usize].region == point.region;
        let triangle = faces.into_iter().find(own)?.triangle;
        let position = nearest_on_triangle(point.position, self.mesh.corners(triangle));
        Some(MeshPoint { triangle, position })
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
        let first = Stop::first(from.triangle);
        let left = from.position.distance(to.position);
        let start = Reached { walked: 0.0, left, at: from.position, from: first, done: false };
        let mut reached = rustc_hash::FxHashMap::from_iter([(first, start)]);
        let mut open = BinaryHeap::from([(Reverse(Metres(left)), Reverse(first))]);
        while let Some((_, Reverse(stop))) = open.pop() {
            let Some(here) = reached.get_mut(&stop).filter(|here| !here.done) else { continue };
            here.done = true;
            let here = *here;
            if stop.triangle == to.triangle {
                return Some(retrace(&reached, stop));
            }
            for (next, at) in self.stops_beyond(stop, here.at, to.position) {
                let (walked, left) = (here.walked + here.at.distance(at), at.distance(to.position));
                let sooner = |known: &Reached| !known.done && walked + left < known.walked + known.left;
                if reached.get(&next).is_none_or(sooner) {
                    reached.insert(next, Reached { walked, left, at, from: stop, done: false });
                    open.push((Reverse(Metres(walked + left)), Reverse(next)));
                }
            }
        }
        None
    }

    /// The stops behind the other sides of a triangle, and where they are for who comes from a point.
    fn stops_beyond(&self, stop: Stop, from: DVec3, to: DVec3) -> impl Iterator<Item = (Stop, DVec3)> {
        let neighbors = self.mesh.triangles[stop.triangle as usize].neighbors;
        let corners = self.mesh.corners(stop.triangle);
        let sides = (0..3).filter(move |side| *side != usize::from(stop.side));
        let beyond = sides.filter_map(move |side| Some((side, neighbors[side]?)));
        beyond.flat_map(move |(side, triangle)| {
            let back = self.mesh.triangles[triangle as usize].neighbors;
            let entered = back.iter().position(|&back| back == Some(stop.triangle)).unwrap_or(3) as u8;
            let (a, b) = (corners[side], corners[(side + 1) % 3]);
            let ahead = funnel::share_of_edge(a, b, from, to);
            let places = PLACES.into_iter().chain([ahead]).zip(0..=AHEAD);
            places.map(move |(share, place)| (Stop { triangle, side: entered, place }, a.lerp(b, share)))
        })
    }
}

/// The triangles on the way to a stop.
fn retrace(reached: &rustc_hash::FxHashMap<Stop, Reached>, end: Stop) -> Vec<u32> {
    let mut triangles = vec![end.triangle];
    let mut at = end;
    while reached[&at].from != at {
        at = reached[&at].from;
        triangles.push(at.triangle);
    }
    triangles.reverse();
    triangles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::Surface;
    use crate::testing::{drawn, strip};

    /// A place in cells, on the lowest floor.
    fn cells(surface: &Surface, x: f64, z: f64) -> DVec3 {
        surface.grid.point(DVec3::new(x, 0.0, z))
    }

    /// The turns of a way over a drawing, in cells.
    fn way(layers: &[(f32, &[&str])], from: (f64, f64), to: (f64, f64)) -> Option<Vec<(f64, f64)>> {
        let mut ways = [2, 3, 16].map(|tile| {
            let surface = drawn(tile, layers);
            let mesh = NavMesh::with_error(&surface, 0.5);
            let path =
                Paths::new(&mesh).path(cells(&surface, from.0, from.1), cells(&surface, to.0, to.1))?;
            let turns = path.points.iter().map(|&point| surface.grid.cells(point));
            Some(turns.map(|point| ((point.x * 1e6).round() / 1e6, (point.z * 1e6).round() / 1e6)).collect())
        });
        assert_eq!(ways[0], ways[2], "the way does not depend on the tiles");
        assert_eq!(ways[1], ways[2], "the way does not depend on the tiles");
        ways[2].take()
    }

    #[test]
    fn on_an_open_floor_the_way_is_straight() {
        let plate = ["000000"; 6];
        assert_eq!(way(&[(0.0, &plate)], (0.5, 1.5), (5.5, 3.0)), Some(vec![(0.5, 1.5), (5.5, 3.0)]));
    }

    #[test]
    fn within_one_triangle_the_way_is_a_line_and_to_itself_a_point() {
        let plate = ["000000"; 6];
        assert_eq!(way(&[(0.0, &plate)], (0.5, 1.0), (0.25, 1.5)), Some(vec![(0.5, 1.0), (0.25, 1.5)]));
        assert_eq!(way(&[(0.0, &plate)], (0.5, 1.0), (0.5, 1.0)), Some(vec![(0.5, 1.0)]));
    }

    #[test]
    fn around_a_corner_the_way_bends_there() {
        let rows = ["00000", "....0", "....0", "....0"];
        let turns = vec![(0.5, 0.5), (4.0, 1.0), (4.5, 3.5)];
        assert_eq!(way(&[(0.0, &rows)], (0.5, 0.5), (4.5, 3.5)), Some(turns));
        let rows = ["000", "0..", "000", "..0", "000"];
        let turns = vec![(2.5, 0.5), (1.0, 1.0), (1.0, 2.0), (2.0, 3.0), (2.0, 4.0), (0.5, 4.5)];
        assert_eq!(way(&[(0.0, &rows)], (2.5, 0.5), (0.5, 4.5)), Some(turns));
    }

    #[test]
    fn of_two_ways_around_a_lake_the_shorter_is_taken() {
        let rows = ["0000000", "0.....0", "0.....0", "0.....0", "0000000"];
        let north = vec![(0.5, 2.0), (1.0, 1.0), (6.0, 1.0), (6.5, 2.0)];
        assert_eq!(way(&[(0.0, &rows)], (0.5, 2.0), (6.5, 2.0)), Some(north));
        let south = vec![(0.5, 3.0), (1.0, 4.0), (6.0, 4.0), (6.5, 3.0)];
        assert_eq!(way(&[(0.0, &rows)], (0.5, 3.0), (6.5, 3.0)), Some(south));
    }

    #[test]
    fn between_regions_there_is_no_way() {
        assert_eq!(way(&[(0.0, &["00.00"])], (0.5, 0.5), (4.5, 0.5)), None);
        // A step that is too high for the agent; the second place is nearer to the upper floor.
        assert_eq!(way(&[(0.0, &["00"]), (1.0, &["..000000"])], (0.5, 0.5), (7.5, 0.5)), None);
    }

    #[test]
    fn without_an_edge_to_cross_there_is_no_way_in_one_region_either() {
        let mut mesh = strip(&[
            [[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]],
            [[1.0, 0.0, -1.0], [1.0, 0.0, 1.0]],
            [[2.0, 0.0, -1.0], [2.0, 0.0, 1.0]],
        ]);
        let (from, to) = (DVec3::new(0.5, 0.0, 0.0), DVec3::new(1.5, 0.0, 0.0));
        assert_eq!(Paths::new(&mesh).path(from, to).map(|path| path.points), Some(vec![from, to]));
        mesh.triangles[1].neighbors[1] = None;
        mesh.triangles[2].neighbors[0] = None;
        assert_eq!(Paths::new(&mesh).path(from, to), None);
    }

    #[test]
    fn the_corridor_is_the_triangles_in_their_order() {
        let mesh = strip(&[0.0, 1.0, 2.0, 3.0].map(|x| [[x, 0.0, -1.0], [x, 0.0, 1.0]]));
        let paths = Paths::new(&mesh);
        let place = |x: f64, z: f64| paths.nearest(DVec3::new(x, 0.0, z)).unwrap();
        let (first, last) = (place(0.1, 0.9), place(2.9, -0.9));
        assert_eq!((first.triangle, last.triangle), (0, 5));
        assert_eq!(paths.corridor(first, last), Some(vec![0, 1, 2, 3, 4, 5]));
        assert_eq!(paths.corridor(last, first), Some(vec![5, 4, 3, 2, 1, 0]));
        assert_eq!(paths.corridor(first, first), Some(vec![0]));
    }

    #[test]
    fn the_nearest_place_is_on_the_nearest_floor() {
        let surface = drawn(8, &[(0.0, &["000"]), (4.0, &["000"])]);
        let mesh = NavMesh::new(&surface);
        let paths = Paths::new(&mesh);
        let height = |y: f64| paths.nearest(DVec3::new(10.5, 1.0 + y, 20.25)).unwrap().position.y - 1.0;
        assert_eq!([-3.0, 1.9, 2.1, 90.0].map(height), [0.0, 0.0, 4.0, 4.0]);
        let beside = paths.nearest(DVec3::new(99.0, 1.0, 20.25)).unwrap();
        assert_eq!(beside.position, DVec3::new(11.5, 1.0, 20.25));
        assert_eq!(Paths::new(&NavMesh::default()).nearest(DVec3::ZERO), None);
    }

    #[test]
    fn a_way_is_as_long_as_its_legs() {
        let points = vec![DVec3::ZERO, DVec3::new(3.0, 0.0, 4.0), DVec3::new(3.0, 2.0, 4.0)];
        assert_eq!(Path { points }.length(), 7.0);
        assert_eq!(Path { points: vec![DVec3::ONE] }.length(), 0.0);
    }
}
