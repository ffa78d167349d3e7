//! Patches joined to one mesh.

use super::patches::PatchId;
use super::triangles::NavTriangle;
use super::triangulate::PatchMesh;
use super::vertex::Vertex;
use crate::union_find::UnionFind;
use rustc_hash::FxHashMap;

/// A door between two patches, seen from the one with the smaller number.
type Door = (PatchId, PatchId, (i64, i64), (i64, i64));

/// One mesh of all patches, in cells.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Joined {
    pub(super) corners: Vec<Vertex>,
    pub(super) triangles: Vec<NavTriangle>,
    /// Corners that walls leave aside, by the ends of each wall in the order of its triangle.
    pub(super) walls: Walls,
    /// Patches that no triangles could be made of.
    pub(super) lost: usize,
}

pub(super) type Walls = FxHashMap<(u32, u32), Vec<Vertex>>;

/// Joins patches: neighbors know each other, and share the corners of their doors.
pub(super) fn join(patches: impl Iterator<Item = Option<PatchMesh>>) -> Joined {
    let mut joining = Joining::default();
    let mut lost = 0;
    for patch in patches {
        match patch {
            Some(patch) => joining.add(patch),
            None => lost += 1,
        }
    }
    joining.finish(lost)
}

#[derive(Default)]
struct Joining {
    corners: Vec<Vertex>,
    /// Corners that are one.
    same: Vec<(u32, u32)>,
    triangles: Vec<NavTriangle>,
    walls: Vec<(u32, u32, Vec<Vertex>)>,
    /// Doors whose other side was not seen yet: the triangle, the edge, and the corners of its start and end.
    doors: FxHashMap<Door, (u32, usize, [u32; 2])>,
}

impl Joining {
    fn add(&mut self, mut patch: PatchMesh) {
        let (first_corner, first) = (self.corners.len() as u32, self.triangles.len() as u32);
        self.corners.extend(&patch.corners);
        let walls = std::mem::take(&mut patch.walls).into_iter();
        self.walls.extend(walls.map(|(a, b, passed)| (a + first_corner, b + first_corner, passed)));
        let mut edges: FxHashMap<(u32, u32), (u32, usize)> = FxHashMap::default();
        for (corners, triangle) in patch.triangles.iter().zip(first..) {
            for i in 0..3 {
                edges.insert((corners[i], corners[(i + 1) % 3]), (triangle, i));
            }
        }
        for corners in &patch.triangles {
            let beyond = |i: usize| edges.get(&(corners[(i + 1) % 3], corners[i])).map(|&(other, _)| other);
            let neighbors = [beyond(0), beyond(1), beyond(2)];
            let corners = corners.map(|corner| corner + first_corner);
            self.triangles.push(NavTriangle { corners, neighbors, region: patch.region });
        }
        for &(a, b, beyond) in &patch.doors {
            if let Some(&(triangle, side)) = edges.get(&(a, b)) {
                self.open(&patch, beyond, triangle, side, [a, b], first_corner);
            }
        }
    }

    /// Opens a door, or joins it with its other side.
    fn open(
        &mut self,
        patch: &PatchMesh,
        beyond: PatchId,
        triangle: u32,
        side: usize,
        ends: [u32; 2],
        first_corner: u32,
    ) {
        let [a, b] = ends.map(|end| &patch.corners[end as usize]).map(|corner| (corner.x, corner.z));
        let [start, end] = ends.map(|end| end + first_corner);
        let door = if patch.id < beyond { (patch.id, beyond, a, b) } else { (beyond, patch.id, b, a) };
        match self.doors.remove(&door) {
            None => {
                self.doors.insert(door, (triangle, side, [start, end]));
            }
            Some((other, other_side, [other_start, other_end])) => {
                self.triangles[triangle as usize].neighbors[side] = Some(other);
                self.triangles[other as usize].neighbors[other_side] = Some(triangle);
                self.same.extend([(start, other_end), (end, other_start)]);
            }
        }
    }

    fn finish(mut self, lost: usize) -> Joined {
        let mut union_find = UnionFind::new(self.corners.len());
        for &(a, b) in &self.same {
            union_find.union(a, b);
        }
        let (number, count) = union_find.numbered();
        let number = |corner: u32| number[corner as usize];
        // Two patches may differ a little in height where they meet.
        let mut sums = vec![(Vertex { x: 0, z: 0, height: 0.0 }, 0.0); count];
        for (corner, &place) in (0..).zip(&self.corners) {
            let (sum, count) = &mut sums[number(corner) as usize];
            *sum = Vertex { height: sum.height + place.height, ..place };
            *count += 1.0;
        }
        for triangle in &mut self.triangles {
            triangle.corners = triangle.corners.map(number);
        }
        let average = |(sum, count): (Vertex, f64)| Vertex { height: sum.height / count, ..sum };
        let corners = sums.into_iter().map(average).collect();
        let walls = self.walls.into_iter().map(|(a, b, passed)| ((number(a), number(b)), passed)).collect();
        Joined { corners, triangles: self.triangles, walls, lost }
    }
}

#[cfg(test)]
mod tests {
    use super::super::triangulate::Tolerance;
    use super::super::vertex::facing;
    use super::*;
    use crate::budget::Budget;
    use crate::meter::{Meter, Pool};
    use crate::surface::Surface;
    use crate::testing::drawn;

    /// The patches of a surface, with walls that may be moved by so many cells.
    fn joined(surface: &Surface, cells: f64) -> Joined {
        let (budget, most) = (Budget::default(), Tolerance { cells, metres: 0.5 });
        super::super::joined(surface, &most, &Meter::start(&budget, &Pool::of(&budget))).unwrap()
    }

    /// Square cells that the triangles of a mesh cover, seen from above.
    fn covered(mesh: &Joined) -> f64 {
        let area = |triangle: &NavTriangle| {
            let [a, b, c] = triangle.corners.map(|corner| &mesh.corners[corner as usize]);
            facing(a, b, c) as f64 / 2.0
        };
        mesh.triangles.iter().map(area).sum()
    }

    /// Every neighbor knows the triangle back, over an edge of the same corners, in the same region.
    fn assert_joined(mesh: &Joined) {
        for (index, triangle) in (0..).zip(&mesh.triangles) {
            for side in 0..3 {
                let Some(beyond) = triangle.neighbors[side] else { continue };
                let other = &mesh.triangles[beyond as usize];
                let back = other.neighbors.iter().position(|&back| back == Some(index)).unwrap();
                let edge = [triangle.corners[side], triangle.corners[(side + 1) % 3]];
                assert_eq!(edge, [other.corners[(back + 1) % 3], other.corners[back]]);
                assert_eq!(triangle.region, other.region);
            }
        }
    }

    /// Parts of a mesh that hang together.
    fn parts(mesh: &Joined) -> usize {
        let mut sets = UnionFind::new(mesh.triangles.len());
        for (index, triangle) in (0..).zip(&mesh.triangles) {
            triangle.neighbors.iter().flatten().for_each(|&beyond| sets.union(index, beyond));
        }
        sets.numbered().1
    }

    #[test]
    fn tiles_share_the_corners_of_their_doors() {
        let surface = drawn(2, &[(0.0, &["0000", "0000"])]);
        let mesh = joined(&surface, 1.3);
        assert_eq!((mesh.triangles.len(), mesh.corners.len(), mesh.lost), (4, 6, 0));
        assert_joined(&mesh);
        assert_eq!((parts(&mesh), covered(&mesh)), (1, 8.0));
        assert!(mesh.corners.contains(&Vertex { x: 4, z: 2, height: 0.0 }), "{:?}", mesh.corners);
    }

    #[test]
    fn triangles_hang_together_exactly_when_their_cells_do() {
        let rows: &[&str] = &["00000000", "0..0...0", "0..0.000", "0000.0..", "00000000"];
        for tile in [2, 3, 5, 16] {
            let surface = drawn(tile, &[(0.0, rows), (3.0, &["..000000"]), (6.0, &["", "", "0.0"])]);
            let mesh = joined(&surface, 0.5);
            assert_joined(&mesh);
            assert_eq!((surface.regions.len(), parts(&mesh), mesh.lost), (4, 4, 0), "{tile}");
            assert_eq!(covered(&mesh), surface.cells() as f64);
        }
    }

    #[test]
    fn where_patches_meet_a_corner_is_between_their_heights() {
        let surface = drawn(2, &[(0.0, &["00", "00"]), (0.5, &["..00", "..00"])]);
        let mesh = joined(&surface, 1.3);
        assert_joined(&mesh);
        let heights = |x: i64| -> Vec<f64> {
            mesh.corners.iter().filter(|place| place.x == x).map(|place| place.height).collect()
        };
        assert_eq!((heights(0), heights(2), heights(4)), (vec![0.0; 2], vec![0.25; 2], vec![0.5; 2]));
    }

    fn patch(number: u32, corners: [(i64, i64); 3], doors: &[(u32, u32, u32)]) -> PatchMesh {
        let id = |patch| PatchId { tile: 0, patch };
        PatchMesh {
            id: id(number),
            region: 0,
            corners: corners.map(|(x, z)| Vertex { x, z, height: 0.0 }).to_vec(),
            triangles: vec![[0, 1, 2]],
            doors: doors.iter().map(|&(a, b, beyond)| (a, b, id(beyond))).collect(),
            walls: vec![],
        }
    }

    #[test]
    fn a_door_leads_only_to_its_own_other_side() {
        // All three lie on the same edge; the first and the last belong together.
        let ours = || patch(0, [(0, 0), (0, 4), (4, 0)], &[(1, 2, 2)]);
        let stranger = || patch(1, [(0, 4), (4, 4), (4, 0)], &[(2, 0, 3)]);
        let theirs = || patch(2, [(0, 4), (4, 4), (4, 0)], &[(2, 0, 0)]);
        let mesh = join([Some(ours()), Some(stranger()), Some(theirs())].into_iter());
        assert_joined(&mesh);
        let neighbors: Vec<_> = mesh.triangles.iter().map(|triangle| triangle.neighbors).collect();
        assert_eq!(neighbors, [[None, Some(2), None], [None; 3], [None, None, Some(0)]]);
        assert_eq!(mesh.corners.len(), 7);
        // In the other order, it is the same.
        let mesh = join([Some(theirs()), Some(ours())].into_iter());
        assert_joined(&mesh);
        assert_eq!((parts(&mesh), mesh.corners.len()), (1, 4));
    }

    #[test]
    fn patches_without_triangles_are_counted() {
        let mesh = join([None, Some(patch(0, [(0, 0), (0, 1), (1, 0)], &[])), None].into_iter());
        assert_eq!((mesh.lost, mesh.triangles.len()), (2, 1));
        assert_eq!(join(std::iter::empty()), Joined::default());
    }
}
