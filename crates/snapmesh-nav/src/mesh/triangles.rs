//! Triangles that share their edges.

use snapmesh::glam::DVec3;

/// The walkable surface as triangles that share their edges.
///
/// ```
#[doc = include_str!("../example.txt")]
/// let surface = bake(&terrain, &map, &Budget::default())?;
/// let mesh = NavMesh::new(&surface);
/// // Rooms on one level, for engines that read triangles.
/// assert!(mesh.positions.iter().all(|corner| corner.y.abs() < 0.01));
/// assert!(mesh.triangles.iter().all(|triangle| triangle.region == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NavMesh {
    /// Corners, in metres.
    pub positions: Vec<DVec3>,
    /// The triangles, counterclockwise seen from above.
    pub triangles: Vec<NavTriangle>,
    /// Patches that no triangles could be made of. None are expected, and none would change a metric.
    pub lost: usize,
}

/// A triangle of a [`NavMesh`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavTriangle {
    /// Indices of its corners.
    pub corners: [u32; 3],
    /// The triangle beyond the edge from each corner to the next.
    pub neighbors: [Option<u32>; 3],
    /// The region it lies in; 0 is the largest.
    pub region: u32,
}

impl NavMesh {
    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].corners.map(|corner| self.positions[corner as usize])
    }
}
