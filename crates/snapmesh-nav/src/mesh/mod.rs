//! The walkable surface as triangles: for paths, for the eye and for engines.
//!
//! Cells that do not lie above each other make a patch (`patches`). Its outline is walked and made simple
//! (`outline`, `simplify`), filled with triangles (`triangulate`), and the patches are joined where an agent can
//! step from one to the next (`join`). Outlines of two patches have the same corners there, so triangles meet edge
//! to edge, and two of them hang together exactly when their cells do. Corners that only tiles and patches needed are
//! then taken out again (`thin`), as engines search among triangles: Godot among 4,096 at the most.

// What it comes to.
mod triangles;
// Its corners, while they are counted in cells.
mod vertex;
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
// The corners around one of them, filled without it, where nothing else is.
mod star;
mod ears;
mod buckets;
// Fewer triangles.
mod thin;

pub use triangles::{NavMesh, NavTriangle};

use crate::budget::{BakeError, Budget, Cores};
use crate::meter::{Halt, Meter, Pool};
use crate::parallel::prelude::*;
use crate::surface::Surface;
use join::Joined;
use outline::Sheet;
use snapmesh::glam::DVec3;
use triangulate::{Floor, PatchMesh, Tolerance, fill};

/// How far a wall may be moved, in cells: less shows the steps of the cells, more cuts corners.
const MAX_ERROR: f64 = 1.3;
/// How far triangles may be from the floor they stand for, in parts of the climb; and again from there, once some are
/// taken out. So they are no more than a step above or below it.
const HEIGHT_ERROR: f64 = 0.5;

impl NavMesh {
    /// Makes triangles of a surface.
    pub fn new(surface: &Surface) -> Self {
        Self::with_error(surface, MAX_ERROR)
    }

    /// The same unless it takes more time or memory than it may. What the surface takes is not counted.
    pub fn within(surface: &Surface, budget: &Budget) -> Result<Self, BakeError> {
        let pool = Pool::of(budget);
        let meter = Meter::start(budget, &pool);
        build(surface, MAX_ERROR, &meter).map_err(|halt| meter.refusal(halt))
    }

    /// The same with walls that may be moved by so many cells, however foolish that is.
    #[doc(hidden)]
    pub fn with_error(surface: &Surface, cells: f64) -> Self {
        let budget = Budget { memory: u64::MAX, time: None, stop: None, cores: Cores::All };
        let pool = Pool::of(&budget);
        // Whatever it costs, it may.
        build(surface, cells, &Meter::start(&budget, &pool)).unwrap_or_default()
    }
}

/// Bytes for every span of a tile while its patches are found and filled: where steps lead, and a patch of its own.
const SPAN: u64 = 128;
/// Bytes for every span of the surface while patches are known.
const SPLIT: u64 = 4;

fn build(surface: &Surface, cells: f64, meter: &Meter<'_>) -> Result<NavMesh, Halt> {
    let agent = &surface.agent;
    let most = Tolerance { cells, metres: (agent.climb * HEIGHT_ERROR).max(agent.cell_height) };
    let joined = joined(surface, &most, meter)?;
    meter.lease().cover(thin::bytes(&joined))?;
    let cells: Vec<usize> = surface.regions.iter().map(|region| region.cells).collect();
    let limits = thin::Limits { metres: most.metres, room: agent.height, cells: &cells };
    Ok(finish(surface, thin::thin(joined, &limits, meter.clock())?))
}

/// All patches together, each as if it were alone.
fn joined(surface: &Surface, most: &Tolerance, meter: &Meter<'_>) -> Result<Joined, Halt> {
    let tiles = 0..surface.tiles.len();
    let largest = surface.tiles.iter().map(|tile| tile.spans.len()).max().unwrap_or(0);
    meter.lease().cover(SPAN * largest as u64)?;
    meter.keep(SPLIT * surface.cells() as u64)?;
    let split = |tile| meter.clock().check().map(|()| patches::split(surface, tile));
    let patches: Vec<_> = tiles.clone().into_par_iter().map(split).collect::<Result<_, _>>()?;
    let filled = |tile: usize| -> Result<Vec<_>, Halt> {
        meter.clock().check()?;
        let sheet = Sheet::new(surface, &patches, tile);
        let mut floor = Floor::of(&sheet);
        let filled = |patch| {
            meter.clock().check()?;
            let mesh = fill(&sheet, &mut floor, patch, most);
            meter.keep(mesh.as_ref().map_or(0, PatchMesh::bytes))?;
            Ok(mesh)
        };
        (0..patches[tile].count).map(filled).collect()
    };
    let meshes: Vec<Vec<_>> = tiles.into_par_iter().map(filled).collect::<Result<_, _>>()?;
    drop(patches);
    Ok(join::join(meshes.into_iter().flatten()))
}

/// The mesh in metres.
fn finish(surface: &Surface, Joined { corners, triangles, lost, .. }: Joined) -> NavMesh {
    let point = |corner: &vertex::Vertex| {
        surface.grid.point(DVec3::new(corner.x as f64, corner.height, corner.z as f64))
    };
    NavMesh { positions: corners.iter().map(point).collect(), triangles, lost }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::drawn;
    use std::time::Duration;

    #[test]
    fn a_mesh_within_its_budget_is_the_mesh_and_beyond_it_there_is_none() {
        let surface = drawn(4, &[(0.0, &["00000000", "0..0...0"]), (3.0, &["..000000"])]);
        assert_eq!(NavMesh::within(&surface, &Budget::default()), Ok(NavMesh::new(&surface)));
        let small = Budget { memory: 1 << 16, ..Budget::default() };
        assert_eq!(NavMesh::within(&surface, &small), Err(BakeError::TooLarge { need: 1, may: 0 }));
        let brief = Budget { time: Some(Duration::ZERO), ..Budget::default() };
        assert_eq!(NavMesh::within(&surface, &brief), Err(BakeError::TooSlow(Duration::ZERO)));
    }
}
