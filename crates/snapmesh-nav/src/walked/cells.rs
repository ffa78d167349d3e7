//! Something for each cell of a rectangle.

use crate::surface::Grid;
use snapmesh::Bounds;
use snapmesh::glam::DVec3;

/// Something for each cell of a rectangle, row by row.
#[derive(Clone, Debug)]
pub(crate) struct Cells<T> {
    /// The corner of its first cell, and how wide a cell is.
    corner: DVec3,
    cell: f64,
    wide: i64,
    deep: i64,
    all: Vec<T>,
}

impl<T> Cells<T> {
    /// From one cell of a grid to another, both included.
    pub(crate) fn new(
        grid: &Grid,
        low: (i64, i64),
        high: (i64, i64),
        mut of: impl FnMut(i64, i64) -> T,
    ) -> Self {
        let corner = grid.point(DVec3::new(low.0 as f64, 0.0, low.1 as f64)).with_y(0.0);
        let (wide, deep) = (high.0 - low.0 + 1, high.1 - low.1 + 1);
        let places = (low.1..=high.1).flat_map(|z| (low.0..=high.0).map(move |x| (x, z)));
        Self { corner, cell: grid.cell, wide, deep, all: places.map(|(x, z)| of(x, z)).collect() }
    }

    /// The cell that a point is in, counted from the first.
    pub(crate) fn cell(&self, point: DVec3) -> (i64, i64) {
        let at = (point - self.corner) / self.cell;
        (at.x.floor() as i64, at.z.floor() as i64)
    }

    pub(crate) fn get(&self, x: i64, z: i64) -> Option<&T> {
        let inside = (0..self.wide).contains(&x) && (0..self.deep).contains(&z);
        inside.then(|| &self.all[(z * self.wide + x) as usize])
    }

    pub(crate) fn get_mut(&mut self, x: i64, z: i64) -> Option<&mut T> {
        let inside = (0..self.wide).contains(&x) && (0..self.deep).contains(&z);
        inside.then(|| &mut self.all[(z * self.wide + x) as usize])
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.all.iter()
    }

    /// The rectangle; as high as one likes.
    pub(crate) fn bounds(&self) -> Bounds {
        let size = DVec3::new(self.wide as f64, 0.0, self.deep as f64) * self.cell;
        Bounds { min: self.corner, max: self.corner + size }
    }

    /// The cells in a box seen from above, each with its middle.
    pub(crate) fn within(&self, bounds: &Bounds) -> impl Iterator<Item = (DVec3, &T)> {
        let (low, high) = (self.cell(bounds.min), self.cell(bounds.max));
        let columns = low.0.max(0)..(high.0 + 1).min(self.wide);
        let rows = low.1.max(0)..(high.1 + 1).min(self.deep);
        rows.flat_map(move |z| columns.clone().map(move |x| (x, z))).map(|(x, z)| {
            let middle = DVec3::new(x as f64 + 0.5, 0.0, z as f64 + 0.5) * self.cell;
            (self.corner + middle, &self.all[(z * self.wide + x) as usize])
        })
    }
}
