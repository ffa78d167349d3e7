//! Which cells of a grid a triangle covers.

/// A cell is this many units wide: corners are snapped to whole units, and all that follows is exact.
pub(super) const UNITS: f64 = 256.0;

const CELL: i64 = UNITS as i64;

/// A triangle on a grid: columns to the right, rows down, corners in units.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flat {
    corners: [[i32; 2]; 3],
    /// Whether its corners go around counterclockwise, as those of a front do.
    pub(super) front: bool,
    /// What is interpolated, at each corner.
    values: [f32; 3],
    /// How the value changes from a column, and from a row, to the next.
    pub(super) slope: [f64; 2],
}

impl Flat {
    /// Snaps the corners, given in cells; none if nothing is left of the triangle.
    pub(super) fn new(corners: [[f64; 2]; 3], values: [f32; 3]) -> Option<Self> {
        let snapped = corners.map(|corner| corner.map(|c| floor(c * UNITS + 0.5) as i32));
        let [a, b, c] = snapped.map(|corner| corner.map(f64::from));
        let (bx, by, cx, cy) = (b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]);
        let area = bx * cy - by * cx;
        if area == 0.0 {
            return None;
        }
        let [b, c] = [1, 2].map(|i| f64::from(values[i]) - f64::from(values[0]));
        let scale = UNITS / area;
        let slope = [(b * cy - c * by) * scale, (c * bx - b * cx) * scale];
        let corners = if area > 0.0 { snapped } else { [snapped[0], snapped[2], snapped[1]] };
        Some(Self { corners, front: area < 0.0, values, slope })
    }

    /// The rows that it may touch of those of a picture, whatever point of a cell is looked at.
    pub(super) fn rows(&self, rows: usize) -> std::ops::Range<usize> {
        let ys = self.corners.map(|[_, y]| i64::from(y).div_euclid(CELL).clamp(0, rows as i64) as usize);
        let [a, b, c] = ys;
        a.min(b).min(c).saturating_sub(1)..(a.max(b).max(c) + 1).min(rows)
    }

    /// Shows every run of cells in `rows` and the first `columns` whose sample point is inside: the row, the
    /// first and one past the last column, and the value at the first. The sample point lies `at` units from
    /// the top left of the cell. Of two triangles with a common edge exactly one has a point on it.
    #[inline]
    pub(super) fn runs(
        &self,
        columns: i64,
        rows: std::ops::Range<i64>,
        at: [i64; 2],
        mut each: impl FnMut(i64, i64, i64, f32),
    ) {
        let corners = self.corners.map(|[x, y]| [i64::from(x) - at[0], i64::from(y) - at[1]]);
        let [ys, xs] = [1, 0].map(|i| corners.map(|corner| corner[i]));
        let first_row = up(min(ys)).max(rows.start);
        let end_row = (max(ys).div_euclid(CELL) + 1).min(rows.end);
        let limits = (up(min(xs)).max(0), (max(xs).div_euclid(CELL) + 1).min(columns));
        if first_row >= end_row || limits.0 >= limits.1 {
            return;
        }
        let (low, high) = self.range();
        let edges = [0, 1, 2].map(|i| Edge::new(corners[i], corners[(i + 1) % 3]));
        for row in first_row..end_row {
            let (mut start, mut end) = limits;
            for edge in &edges {
                edge.narrow(row, &mut start, &mut end);
            }
            if start < end {
                let (x, y) = (start * CELL - corners[0][0], row * CELL - corners[0][1]);
                let moved = (self.slope[0] * x as f64 + self.slope[1] * y as f64) / UNITS;
                let value = (f64::from(self.values[0]) + moved) as f32;
                each(row, start, end, value.clamp(low, high));
            }
        }
    }

    /// The smallest and the largest value at a corner. Rounding could take the values of a sliver beyond
    /// them.
    fn range(&self) -> (f32, f32) {
        let [a, b, c] = self.values;
        (a.min(b).min(c), a.max(b).max(c))
    }
}

/// The same as the method, which is a slow call on processors that have no instruction for it.
#[inline]
fn floor(x: f64) -> i64 {
    let whole = x as i64;
    whole - i64::from(whole as f64 > x)
}

/// The first cell whose sample point is not before `unit`.
fn up(unit: i64) -> i64 {
    (unit + CELL - 1).div_euclid(CELL)
}

fn min([a, b, c]: [i64; 3]) -> i64 {
    a.min(b).min(c)
}

fn max([a, b, c]: [i64; 3]) -> i64 {
    a.max(b).max(c)
}

/// The half of the grid on the inner side of an edge: where `from + row * down + column * right` is not
/// negative.
struct Edge {
    from: i64,
    right: i64,
    down: i64,
}

impl Edge {
    #[inline]
    fn new([x, y]: [i64; 2], next: [i64; 2]) -> Self {
        let (dx, dy) = (next[0] - x, next[1] - y);
        // A point on the edge belongs to one of the two triangles that share it: the edge runs the other way
        // in the other one.
        let owned = dy < 0 || (dy == 0 && dx > 0);
        Self { from: dy * x - dx * y - i64::from(!owned), right: -dy * CELL, down: dx * CELL }
    }

    /// Takes the columns outside from a row.
    #[inline]
    fn narrow(&self, row: i64, start: &mut i64, end: &mut i64) {
        let here = self.from + row * self.down;
        // Whole numbers of this size divide exactly enough in floating point, and faster.
        let column = -(here as f64) / self.right as f64;
        match self.right {
            1.. => *start = (*start).max(-floor(-column)),
            0 if here < 0 => *end = *start,
            0 => {}
            _ => *end = (*end).min(floor(column) + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(corners: [[f64; 2]; 3]) -> Vec<(i64, i64)> {
        let mut cells = Vec::new();
        if let Some(flat) = Flat::new(corners, [0.0; 3]) {
            flat.runs(8, 0..8, [128, 128], |row, start, end, _| cells.extend((start..end).map(|x| (x, row))));
        }
        cells
    }

    #[test]
    fn a_triangle_covers_the_cells_whose_middle_is_inside() {
        let cells = covered([[1.0, 1.0], [4.0, 1.0], [1.0, 4.0]]);
        assert_eq!(cells, [(1, 1), (2, 1), (1, 2)], "the middles on the long edge belong to its neighbor");
        let turned = covered([[1.0, 1.0], [1.0, 4.0], [4.0, 1.0]]);
        assert_eq!(turned, cells, "the order of the corners does not matter");
    }

    #[test]
    fn neighbors_share_no_cell_and_leave_none_out() {
        let corners = [[0.5, 0.5], [6.5, 1.5], [7.5, 7.5], [1.5, 5.5]];
        let middle = [3.5, 3.5];
        let mut cells = Vec::new();
        for i in 0..4 {
            cells.extend(covered([corners[i], corners[(i + 1) % 4], middle]));
        }
        let count = cells.len();
        cells.sort_unstable();
        cells.dedup();
        assert_eq!(cells.len(), count);
        assert!(cells.contains(&(3, 3)));
    }

    #[test]
    fn what_is_outside_the_grid_is_left_out() {
        let cells = covered([[-100.0, -100.0], [300.0, -100.0], [-100.0, 300.0]]);
        assert_eq!(cells.len(), 64);
        assert!(covered([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]).is_empty(), "no area, no cells");
    }

    #[test]
    fn values_are_those_of_the_plane() {
        let corners = [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]];
        let flat = Flat::new(corners, [1.0, 9.0, 17.0]).unwrap();
        assert_eq!(flat.slope, [1.0, 2.0]);
        flat.runs(8, 0..8, [0, 0], |row, start, _, value| {
            assert!((value - (1.0 + start as f32 + 2.0 * row as f32)).abs() < 1e-5);
        });
    }
}
