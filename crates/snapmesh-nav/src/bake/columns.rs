//! Columns of cells: what is solid in them, and the open space above floors.

use super::layout::Window;
use super::raster::Shell;
use crate::agent::Agent;
use crate::surface::{SIDES, Span};
use crate::terrain::FloorKind;
use std::ops::Range;

/// Something solid in a column.
struct Solid {
    bottom: f32,
    top: f32,
    /// How low its top gets within the cell: on a slope, less than `top`.
    low: f32,
    piece: u32,
    kind: FloorKind,
}

/// The solids of a window, from below in each column.
pub(super) struct Columns {
    first: Vec<u32>,
    solids: Vec<Solid>,
}

/// The open spaces above floors, from below in each column.
pub(super) struct Open {
    first: Vec<u32>,
    pub(super) spans: Vec<Span>,
    side: u32,
}

impl Columns {
    pub(super) fn new(window: &Window, (shell_of, shells): (Vec<u32>, Vec<Shell>), agent: &Agent) -> Self {
        let mut columns =
            Self { first: Vec::with_capacity(shell_of.len()), solids: Vec::with_capacity(shells.len()) };
        debug_assert_eq!(shell_of.len(), (window.side * window.side) as usize + 1);
        columns.first.push(0);
        for range in shell_of.windows(2) {
            columns.fill(&shells[range[0] as usize..range[1] as usize], agent);
            columns.first.push(columns.solids.len() as u32);
        }
        columns
    }

    /// Shells that touch or nearly do are one solid.
    fn fill(&mut self, mut shells: &[Shell], agent: &Agent) {
        let gap = agent.cell_height as f32;
        while let Some(lowest) = shells.first() {
            let mut top = lowest.top;
            let mut count = 1;
            while let Some(shell) = shells.get(count).filter(|shell| shell.bottom <= top + gap) {
                top = top.max(shell.top);
                count += 1;
            }
            let (joined, rest) = shells.split_at(count);
            self.solids.push(solid(joined, top, agent));
            shells = rest;
        }
    }

    /// Steep things that are low enough above a floor are stepped over. What is tagged is not.
    pub(super) fn step_over_low_obstacles(&mut self, agent: &Agent) {
        let climb = agent.climb as f32 + agent.slack();
        for column in self.first.windows(2) {
            let mut floor_below = None;
            for solid in &mut self.solids[column[0] as usize..column[1] as usize] {
                let floor = (solid.kind == FloorKind::Floor).then_some(solid.top);
                let low = floor_below.is_some_and(|below| solid.top - below <= climb);
                if solid.kind == FloorKind::Steep && low {
                    solid.kind = FloorKind::Floor;
                }
                floor_below = floor;
            }
        }
    }

    /// The floors with enough room above them and no drop beside them.
    pub(super) fn open(&self, window: &Window, agent: &Agent) -> Open {
        let side = window.side;
        let room = agent.height as f32 - agent.slack();
        let mut open = Open { first: Vec::with_capacity(self.first.len()), spans: Vec::new(), side };
        open.first.push(0);
        for column in 0..side * side {
            let solids = self.column(column);
            for (index, solid) in
                solids.iter().enumerate().filter(|(_, solid)| solid.kind == FloorKind::Floor)
            {
                let ceiling = solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom);
                let Solid { low, top, piece, .. } = *solid;
                let span = Span { cell: column, low, top, ceiling, piece, region: 0 };
                if ceiling - top >= room && !self.beside_a_drop(column, side, &span, agent) {
                    open.spans.push(span);
                }
            }
            open.first.push(open.spans.len() as u32);
        }
        open
    }

    fn column(&self, column: u32) -> &[Solid] {
        let (first, next) = (self.first[column as usize], self.first[column as usize + 1]);
        &self.solids[first as usize..next as usize]
    }

    /// Whether there is room to fall from here. A floor fills every cell it touches; this takes back the last one.
    fn beside_a_drop(&self, column: u32, side: u32, span: &Span, agent: &Agent) -> bool {
        let climb = agent.climb as f32 + agent.slack();
        let room = agent.height as f32 - agent.slack();
        SIDES.iter().any(|&step| {
            let Some(beside) = neighbor(column, side, step) else { return true };
            let solids = self.column(beside);
            let below = solids.first().map_or(f32::INFINITY, |solid| solid.bottom);
            if below.min(span.ceiling) - span.top >= room {
                return true;
            }
            solids.iter().enumerate().any(|(index, solid)| {
                let ceiling = solids.get(index + 1).map_or(f32::INFINITY, |next| next.bottom);
                let passable = ceiling.min(span.ceiling) - span.top.max(solid.top) >= room;
                passable && span.low - solid.top > climb
            })
        })
    }
}

/// The column beside another, if the window has it.
pub(super) fn neighbor(column: u32, side: u32, (dx, dz): (i64, i64)) -> Option<u32> {
    let (x, z) = (i64::from(column % side) + dx, i64::from(column / side) + dz);
    let inside = |i: i64| (0..i64::from(side)).contains(&i);
    (inside(x) && inside(z)).then(|| z as u32 * side + x as u32)
}

/// What shells that touch make together: as high as the highest, and floor if the highest is, or if it is a steep
/// thing that can be stepped onto from a floor below it.
fn solid(shells: &[Shell], top: f32, agent: &Agent) -> Solid {
    if let [Shell { bottom, top, piece, kind, .. }] = *shells {
        return Solid { bottom, top, low: bottom, piece, kind };
    }
    let tie = top - agent.cell_height as f32;
    let step = top - agent.climb as f32 - agent.slack();
    let highest = |kind: FloorKind| {
        let tops = shells.iter().filter(|shell| shell.kind == kind).map(|shell| shell.top);
        tops.fold(f32::NEG_INFINITY, f32::max)
    };
    let (floor, never) = (highest(FloorKind::Floor), highest(FloorKind::Never));
    // At one height floor wins: where two pieces meet, their floors are as high as their sides.
    let kind = if never >= tie && never > floor + agent.slack() {
        FloorKind::Never
    } else if floor >= tie || floor >= step {
        FloorKind::Floor
    } else {
        FloorKind::Steep
    };
    let at_top = shells.iter().filter(|shell| shell.top >= tie);
    let best = at_top.max_by_key(|shell| shell.kind).unwrap_or(&shells[0]);
    // A slope may be of several triangles, each of them in a part of the cell.
    let floors = shells.iter().rev().filter(|shell| shell.kind == FloorKind::Floor);
    let low =
        floors.fold(top, |low, shell| if shell.top >= low.min(tie) { low.min(shell.bottom) } else { low });
    Solid { bottom: shells[0].bottom, top, low, piece: best.piece, kind }
}

impl Open {
    /// The spans of a column, by its place in the window.
    pub(super) fn column(&self, x: u32, z: u32) -> Range<usize> {
        self.at(z * self.side + x)
    }

    /// The spans of a column, by its number.
    pub(super) fn at(&self, column: u32) -> Range<usize> {
        self.first[column as usize] as usize..self.first[column as usize + 1] as usize
    }
}
