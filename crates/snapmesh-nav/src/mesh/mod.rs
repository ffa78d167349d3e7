//! The walkable surface as triangles: for paths, for the eye and for engines.
//!
//! Cells that do not lie above each other make a patch (`patches`). Its outline is walked and made simple
//! (`outline`, `simplify`), filled with triangles (`triangulate`), and the patches are joined where an agent can
//! step from one to the next (`join`). Outlines of two patches have the same corners there, so triangles meet edge
//! to edge, and two of them hang together exactly when their cells do.

// What it comes to.
mod triangles;
// Cells that do not lie above each other.
mod patches;
// The edges around them.
mod outline;
// Fewer edges.
mod simplify;
// Triangles between them.
mod triangulate;
// All patches together.
mod join;

pub use triangles::{NavMesh, NavTriangle};

use crate::parallel::prelude::*;
use crate::surface::Surface;
use outline::Sheet;
use triangulate::{Floor, fill};

/// How far a wall may be moved, in cells: less shows the steps of the cells, more cuts corners.
const MAX_ERROR: f64 = 1.3;

impl NavMesh {
    /// Makes triangles of a surface.
    pub fn new(surface: &Surface) -> Self {
        Self::with_error(surface, MAX_ERROR)
    }

    /// The same with walls that may be moved by so many cells, however foolish that is.
    #[doc(hidden)]
    pub fn with_error(surface: &Surface, cells: f64) -> Self {
        let tiles = 0..surface.tiles.len();
        let patches: Vec<_> =
            tiles.clone().into_par_iter().map(|tile| patches::split(surface, tile)).collect();
        let meshes: Vec<Vec<_>> = tiles
            .into_par_iter()
            .map(|tile| {
                let sheet = Sheet::new(surface, &patches, tile);
                let mut floor = Floor::of(&sheet);
                (0..patches[tile].count).map(|patch| fill(&sheet, &mut floor, patch, cells)).collect()
            })
            .collect();
        join::join(surface, meshes.into_iter().flatten())
    }
}
