//! The cells of a piece, and what an agent could do there.

use crate::agent::Agent;
use crate::bake::columns::{Columns, Open, Solid};
use crate::bake::erode::{NONE, links, standing};
use crate::bake::layout::snapped;
use crate::bake::raster::Shells;
use crate::bake::window::Window;
use crate::budget::BakeError;
use crate::meter::Clock;
use crate::piece_geometry::PieceGeometry;
use crate::surface::{Grid, Span};
use crate::terrain::{FloorKind, Prepared};
use crate::union_find::UnionFind;
use snapmesh::Bounds;
use snapmesh::glam::{DVec2, DVec3};

/// Cells along the side of the square that a piece is looked at in, at most.
const MOST_CELLS: f64 = 1024.0;
/// Cells that all triangles of a piece may take together: sheets upon sheets are looked at in larger ones.
const MOST_SHELLS: f64 = 4e6;
/// Cells around the piece: who stands outside stands there.
const MARGIN: f64 = 8.0;

/// The columns of a piece, and what an agent could do there.
pub struct Survey {
    pub(super) agent: Agent,
    pub(super) grid: Grid,
    pub(super) window: Window,
    pub(super) prepared: Prepared,
    columns: Columns,
    pub(super) open: Open,
    /// For each floor, where a step to each side leads.
    pub(super) links: Vec<[u32; 4]>,
    /// For each floor, the part of the standing room it belongs to; none where the agent has no room to stand.
    pub(super) room: Vec<Option<u32>>,
}

impl Survey {
    /// Looks at a piece with the eyes of an agent, in its cells, unless these are too many. There is nothing to look at without
    /// triangles.
    ///
    /// Doorways want small cells, an eighth of the radius or so; where one can walk is best seen in those of navigation, as
    /// a step in small cells is more than one.
    pub fn new(geometry: &PieceGeometry, agent: &Agent) -> Option<Self> {
        let prepared = Prepared::new(geometry, agent);
        if prepared.bounds.is_empty() {
            return None;
        }
        let size = prepared.bounds.size();
        let widest = size.x.max(size.z);
        let mut cell = agent.cell_size.max(widest / (MOST_CELLS - 2.0 * MARGIN - 2.0));
        while cell < widest && shells(&prepared, cell) > MOST_SHELLS {
            cell *= 2.0;
        }
        let side = ((widest / cell).ceil() + 2.0 * MARGIN + 1.0) as u32;
        let agent = Agent { cell_size: cell, ..*agent };
        let middle = (prepared.bounds.min + prepared.bounds.max) / 2.0;
        let half = f64::from(side) / 2.0 * cell;
        let origin = DVec3::new(middle.x - half, prepared.bounds.min.y, middle.z - half);
        let grid = Grid { origin, cell, tile: side };
        Self::look(agent, grid, prepared).ok()
    }

    fn look(agent: Agent, grid: Grid, prepared: Prepared) -> Result<Self, BakeError> {
        let window = Window::square(0, 0, grid.tile);
        let mut shells = Shells::new(window);
        for &(corners, kind) in &prepared.triangles {
            let corners = corners.map(|corner| snapped(&grid, prepared.positions[corner as usize]));
            shells.rasterize(&corners, kind, 0);
        }
        let mut columns = Columns::new(&window, shells.sorted(Clock::ENDLESS)?, &agent);
        columns.step_over_low_obstacles(&agent);
        let open = columns.floors(&window, &agent, Clock::ENDLESS, |_, _| true)?;
        let links = links(&window, &open, &agent, Clock::ENDLESS)?;
        let room = rooms(&links, &standing(&links, &agent));
        Ok(Self { agent, grid, window, prepared, columns, open, links, room })
    }

    /// The column at a place, in cells.
    pub(super) fn column_at(&self, place: DVec2) -> Option<u32> {
        let inside = |x: f64| (0.0..f64::from(self.grid.tile)).contains(&x);
        (inside(place.x) && inside(place.y)).then(|| self.window.column(place.x as u32, place.y as u32))
    }

    /// The column at a place of the piece, in metres.
    pub(super) fn column_of(&self, place: DVec2) -> Option<u32> {
        let cells = self.grid.cells(DVec3::new(place.x, 0.0, place.y));
        self.column_at(DVec2::new(cells.x, cells.z))
    }

    pub(super) fn solids(&self, column: u32) -> &[Solid] {
        self.columns.column(column)
    }

    /// The floors of a column.
    pub(super) fn floors(&self, column: u32) -> &[Span] {
        &self.open.spans[self.open.at(column)]
    }

    /// Whether the body of someone who stands at a height would bump into something in a column.
    pub(super) fn is_blocked(&self, column: u32, height: f32) -> bool {
        let (low, high) = (height + self.agent.climb as f32, height + self.agent.height as f32);
        self.solids(column).iter().any(|solid| solid.top > low && solid.bottom < high)
    }

    /// Whether there is something to step onto in a column, for who stands at a height.
    pub(super) fn has_step(&self, column: u32, height: f32) -> bool {
        let climb = self.agent.climb as f32 + self.agent.slack();
        self.solids(column)
            .iter()
            .any(|solid| solid.kind == FloorKind::Floor && (solid.top - height).abs() <= climb)
    }
}

/// About how many cells the triangles of a piece take together.
fn shells(prepared: &Prepared, cell: f64) -> f64 {
    let cells = |(corners, _): &([u32; 3], FloorKind)| {
        let bounds = Bounds::around(corners.iter().map(|&corner| prepared.positions[corner as usize]));
        let size = bounds.size() / cell;
        (size.x + 1.0) * (size.z + 1.0)
    };
    prepared.triangles.iter().map(cells).sum()
}

/// The parts of the standing room, each with a number.
fn rooms(links: &[[u32; 4]], standing: &[bool]) -> Vec<Option<u32>> {
    let mut union_find = UnionFind::new(links.len());
    for (span, sides) in (0..).zip(links) {
        for &beside in sides.iter().filter(|&&beside| beside != NONE && standing[beside as usize]) {
            if standing[span as usize] {
                union_find.union(span, beside);
            }
        }
    }
    let (numbers, _) = union_find.numbered();
    numbers.into_iter().zip(standing).map(|(number, &stands)| stands.then_some(number)).collect()
}
