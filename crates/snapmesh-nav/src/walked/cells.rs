//! Something for each cell of a rectangle.

use crate::surface::Grid;
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

    /// What is at a point.
    pub(crate) fn at(&self, point: DVec3) -> Option<&T> {
        let (x, z) = self.cell(point);
        self.get(x, z)
    }

    pub(crate) fn get_mut(&mut self, x: i64, z: i64) -> Option<&mut T> {
        let inside = (0..self.wide).contains(&x) && (0..self.deep).contains(&z);
        inside.then(|| &mut self.all[(z * self.wide + x) as usize])
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &T> {
        self.all.iter()
    }

    /// Its cells in squares with so many along each side, each cell with its middle.
    pub(crate) fn squares(&self, side: i64) -> impl Iterator<Item = impl Iterator<Item = (DVec3, &T)>> {
        let corners = (0..self.deep)
            .step_by(side as usize)
            .flat_map(move |z| (0..self.wide).step_by(side as usize).map(move |x| (x, z)));
        corners.map(move |(left, near)| {
            let (right, far) = ((left + side).min(self.wide), (near + side).min(self.deep));
            let places = (near..far).flat_map(move |z| (left..right).map(move |x| (x, z)));
            places.map(|(x, z)| {
                let middle = DVec3::new(x as f64 + 0.5, 0.0, z as f64 + 0.5) * self.cell;
                (self.corner + middle, &self.all[(z * self.wide + x) as usize])
            })
        })
    }

    /// Larger cells with so many of these along each side, and one more all around: in each, what is in it and in those beside it.
    pub(crate) fn around(&self, side: i64, nothing: T, join: impl Fn(T, T) -> T) -> Self
    where
        T: Copy,
    {
        let large = |cells: i64| (cells - 1).div_euclid(side) + 3;
        let (wide, deep) = (large(self.wide), large(self.deep));
        let mut all = vec![nothing; (wide * deep) as usize];
        for (index, &own) in (0..).zip(&self.all) {
            let (x, z) = (index % self.wide / side, index / self.wide / side);
            for at in (z..z + 3).flat_map(|z| (x..x + 3).map(move |x| (z * wide + x) as usize)) {
                all[at] = join(all[at], own);
            }
        }
        let cell = self.cell * side as f64;
        Self { corner: self.corner - DVec3::new(cell, 0.0, cell), cell, wide, deep, all }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells() -> Cells<i64> {
        let grid = Grid { origin: DVec3::new(1.0, 5.0, 2.0), cell: 0.5, tile: 8 };
        Cells::new(&grid, (-2, 0), (8, 4), |x, z| 100 * z + x)
    }

    #[test]
    fn squares_have_every_cell_once_each_where_it_is() {
        let cells = cells();
        let mut seen: Vec<i64> = cells
            .squares(4)
            .flatten()
            .map(|(middle, &own)| {
                let (x, z) = cells.cell(middle);
                assert_eq!(cells.get(x, z), Some(&own));
                own
            })
            .collect();
        seen.sort_unstable();
        let mut all: Vec<i64> = cells.all().copied().collect();
        all.sort_unstable();
        assert_eq!(seen, all);
        assert_eq!(cells.squares(4).count(), 3 * 2);
    }

    #[test]
    fn what_is_within_the_side_of_a_larger_cell_is_known_there() {
        let cells = cells();
        let highest = cells.around(4, i64::MIN, i64::max);
        for (middle, own) in cells.squares(1).flatten() {
            for (x, z) in [(-1.9, 0.0), (1.9, 1.9), (0.0, -1.9), (0.3, 0.4)] {
                let (x, z) = highest.cell(middle + DVec3::new(x, 0.0, z));
                assert!(highest.get(x, z).is_some_and(|known| known >= own));
            }
        }
    }
}
