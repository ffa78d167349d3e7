//! Patches joined to one mesh.

use super::patches::PatchId;
use super::triangles::{NavMesh, NavTriangle};
use super::triangulate::PatchMesh;
use crate::surface::Surface;
use crate::union_find::UnionFind;
use rustc_hash::FxHashMap;
use snapmesh::glam::DVec3;

/// A door between two patches, seen from the one with the smaller number.
type Door = (PatchId, PatchId, (i64, i64), (i64, i64));

/// One mesh of all patches: neighbors know each other, and share the corners of their doors.
pub(super) fn join(surface: &Surface, patches: impl Iterator<Item = Option<PatchMesh>>) -> NavMesh {
    let mut joining = Joining::default();
    let mut lost = 0;
    for patch in patches {
        match patch {
            Some(patch) => joining.add(&patch),
            None => lost += 1,
        }
    }
    joining.finish(surface, lost)
}

#[derive(Default)]
struct Joining {
    corners: Vec<DVec3>,
    /// Corners that are one.
    same: Vec<(u32, u32)>,
    triangles: Vec<NavTriangle>,
    /// Doors whose other side was not seen yet: the triangle, the edge, and the corners of its start and end.
    doors: FxHashMap<Door, (u32, usize, [u32; 2])>,
}

impl Joining {
    fn add(&mut self, patch: &PatchMesh) {
        let (first_corner, first) = (self.corners.len() as u32, self.triangles.len() as u32);
        let places =
            patch.corners.iter().map(|corner| DVec3::new(corner.x as f64, corner.height, corner.z as f64));
        self.corners.extend(places);
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
                self.open(patch, beyond, triangle, side, [a, b], first_corner);
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

    fn finish(mut self, surface: &Surface, lost: usize) -> NavMesh {
        let mut union_find = UnionFind::new(self.corners.len());
        for &(a, b) in &self.same {
            union_find.union(a, b);
        }
        let (number, count) = union_find.numbered();
        // Two patches may differ a little in height where they meet.
        let mut positions = vec![(DVec3::ZERO, 0.0); count];
        for (corner, &number) in self.corners.iter().zip(&number) {
            let (sum, count) = &mut positions[number as usize];
            *sum = DVec3::new(corner.x, sum.y + corner.y, corner.z);
            *count += 1.0;
        }
        for triangle in &mut self.triangles {
            triangle.corners = triangle.corners.map(|corner| number[corner as usize]);
        }
        let average =
            |(sum, count): (DVec3, f64)| surface.grid.point(DVec3::new(sum.x, sum.y / count, sum.z));
        let positions = positions.into_iter().map(average).collect();
        NavMesh { positions, triangles: self.triangles, lost }
    }
}
