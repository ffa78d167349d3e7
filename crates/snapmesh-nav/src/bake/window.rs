//! The cells that a tile sees.

/// The cells that a tile sees: its own and a border.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The first cell.
    pub(crate) x: i64,
    pub(crate) z: i64,
    /// Cells from west to east, and from north to south.
    pub(crate) wide: u32,
    pub(crate) deep: u32,
}

impl Window {
    /// As many cells in both directions.
    pub(crate) fn square(x: i64, z: i64, side: u32) -> Self {
        Self { x, z, wide: side, deep: side }
    }

    /// How many columns of cells there are.
    pub(crate) fn columns(&self) -> u32 {
        self.wide * self.deep
    }

    /// The column at a place in the window, row by row.
    pub(crate) fn column(&self, x: u32, z: u32) -> u32 {
        z * self.wide + x
    }

    /// The column beside another, if the window has it.
    pub(crate) fn neighbor(&self, column: u32, (dx, dz): (i64, i64)) -> Option<u32> {
        let (x, z) = (i64::from(column % self.wide) + dx, i64::from(column / self.wide) + dz);
        let inside = (0..i64::from(self.wide)).contains(&x) && (0..i64::from(self.deep)).contains(&z);
        inside.then(|| self.column(x as u32, z as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::surface::SIDES;

    #[test]
    fn the_column_beside_another_is_none_beyond_the_window() {
        let window = Window::square(0, 0, 3);
        let beside = |column: u32| SIDES.map(|side| window.neighbor(column, side));
        assert_eq!(beside(4), [Some(3), Some(7), Some(5), Some(1)]);
        assert_eq!(beside(0), [None, Some(3), Some(1), None]);
        assert_eq!(beside(8), [Some(7), None, None, Some(5)]);
    }

    #[test]
    fn a_window_may_be_wider_than_deep() {
        let window = Window { x: 0, z: 0, wide: 4, deep: 2 };
        let beside = |column: u32| SIDES.map(|side| window.neighbor(column, side));
        assert_eq!((window.columns(), window.column(3, 1)), (8, 7));
        assert_eq!(beside(7), [Some(6), None, None, Some(3)]);
        assert_eq!(beside(4), [None, None, Some(5), Some(0)]);
    }
}
