//! What a piece takes up, column by column.

use super::cells::Survey;
use super::reached::Reached;
use snapmesh::glam::DVec3;

/// The columns that a piece takes up, seen from above.
#[derive(Clone, Debug)]
pub struct Footprint {
    /// The corner of the first cell, in metres, in the space of the piece.
    pub origin: DVec3,
    /// The width of a cell, in metres.
    pub cell: f64,
    /// Cells along each side.
    pub side: u32,
    /// What there is in each column, row by row.
    pub stacks: Vec<Option<Stack>>,
}

/// From where to where a piece reaches in a column, in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stack {
    /// The lowest point.
    pub bottom: f64,
    /// The highest, with the room that a body needs above floors that doorways lead to.
    pub top: f64,
    /// The lowest of those floors, if there are any.
    pub floor: Option<f64>,
}

impl Survey {
    /// What the piece takes up. `reached` may come from a look at it in other cells.
    pub fn footprint(&self, reached: &Reached<'_>) -> Footprint {
        let base = self.grid.origin.y;
        let stack = |column: u32| {
            let solids = self.solids(column);
            let (first, last) = (solids.first()?, solids.last()?);
            let (x, z) = (f64::from(column % self.grid.tile) + 0.5, f64::from(column / self.grid.tile) + 0.5);
            let point = |y: f64| self.grid.point(DVec3::new(x, y, z));
            let heights = || self.floors(column).iter().map(|span| f64::from(span.top));
            let floors = || heights().filter(|y| reached.contains(point(*y)));
            let heads = floors().map(|floor| floor + self.agent.height);
            Some(Stack {
                bottom: base + f64::from(first.bottom),
                top: base + heads.fold(f64::from(last.top), f64::max),
                floor: floors().next().map(|floor| base + floor),
            })
        };
        let stacks = (0..self.grid.tile * self.grid.tile).map(stack).collect();
        Footprint { origin: self.grid.origin, cell: self.grid.cell, side: self.grid.tile, stacks }
    }
}
