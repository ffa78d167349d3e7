//! The walkable surface as triangles: for paths, for the eye and for engines.
//!
//! Cells that do not lie above each other make a patch ([`patches`]). Its outline is walked and made simple
//! ([`outline`], [`simplify`]), filled with triangles ([`triangulate`]), and the patches are joined where an agent can
//! step from one to the next ([`join`]). Outlines of two patches have the same corners there, so triangles meet edge
//! to edge, and two of them hang together exactly when their cells do.

mod join;
mod outline;
mod patches;
mod simplify;
mod triangulate;

use crate::surface::Surface;
use rayon::prelude::*;
use snapmesh::glam::DVec3;

/// The walkable surface as triangles that share their edges.
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
    /// Makes triangles of a surface.
    pub fn new(surface: &Surface) -> Self {
        let tiles = 0..surface.tiles.len();
        let patches: Vec<_> =
            tiles.clone().into_par_iter().map(|tile| patches::split(surface, tile)).collect();
        let meshes: Vec<_> = tiles
            .into_par_iter()
            .flat_map_iter(|tile| {
                let sheet = outline::Sheet::new(surface, &patches, tile);
                (0..patches[tile].count)
                    .map(move |patch| triangulate::fill(&sheet, patch))
                    .collect::<Vec<_>>()
            })
            .collect();
        join::join(surface, meshes)
    }

    /// The corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [DVec3; 3] {
        self.triangles[triangle as usize].corners.map(|corner| self.positions[corner as usize])
    }
}
