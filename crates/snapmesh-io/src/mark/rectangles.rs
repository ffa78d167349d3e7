//! The largest rectangle that a piece fills, seen from above.

use snapmesh::glam::DVec2;

/// A place that a piece takes up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    pub(super) place: DVec2,
    pub(super) bottom: f64,
    pub(super) top: f64,
    /// The floor that doorways lead to.
    pub(super) floor: Option<f64>,
    /// Whether a box has it already.
    pub(super) covered: bool,
}

/// A rectangle that may be turned, in metres.
#[derive(Clone, Debug)]
pub(super) struct Rectangle {
    /// Its first direction; the second is at a right angle.
    pub(super) along: DVec2,
    low: DVec2,
    high: DVec2,
    /// How many samples it has that no other has.
    pub(super) gain: u32,
}

impl Rectangle {
    pub(super) fn contains(&self, place: DVec2) -> bool {
        let p = within(place, self.along);
        p.cmpge(self.low).all() && p.cmple(self.high).all()
    }

    pub(super) fn half(&self) -> DVec2 {
        (self.high - self.low) / 2.0
    }

    pub(super) fn area(&self) -> f64 {
        let size = self.high - self.low;
        size.x * size.y
    }

    pub(super) fn middle(&self) -> DVec2 {
        let middle = (self.low + self.high) / 2.0;
        self.along * middle.x + self.along.perp() * middle.y
    }

    /// Its two parts at a share of its way along one of its directions.
    pub(super) fn cut(&self, share: f64, axis: usize) -> [Self; 2] {
        let mut parts = [self.clone(), self.clone()];
        let at = self.low[axis] + (self.high[axis] - self.low[axis]) * share;
        parts[0].high[axis] = at;
        parts[1].low[axis] = at;
        parts
    }
}

/// A place by its ways along a direction and across it.
fn within(place: DVec2, along: DVec2) -> DVec2 {
    DVec2::new(place.dot(along), place.dot(along.perp()))
}

/// Cells along the longer side of the grid that rectangles are looked for in.
const MOST_CELLS: f64 = 96.0;
/// A grid that is turned against the samples has larger cells, or some would be missed.
const TURNED: f64 = 1.5;

/// The rectangle in a direction that has most samples which no other has, and nothing but what the piece fills.
pub(super) fn largest(samples: &[Sample], along: DVec2, cell: f64) -> Option<Rectangle> {
    let grid = Grid::new(samples, along, cell)?;
    let mut best: Option<([usize; 4], u32)> = None;
    for top in 0..grid.rows {
        let mut full = vec![true; grid.columns];
        for bottom in top..grid.rows {
            for (column, full) in full.iter_mut().enumerate() {
                *full &= grid.filled[bottom * grid.columns + column];
            }
            let mut column = 0;
            while column < grid.columns {
                let run = full[column..].iter().take_while(|full| **full).count();
                if run > 0 {
                    let bounds = [column, column + run, top, bottom + 1];
                    let gain = grid.open_in(bounds);
                    if best.is_none_or(|(_, most)| gain > most) {
                        best = Some((bounds, gain));
                    }
                }
                column += run + 1;
            }
        }
    }
    let (bounds, gain) = best.filter(|(_, gain)| *gain > 0)?;
    Some(grid.rectangle(samples, bounds, gain))
}

/// The piece seen from above, in cells along a direction.
struct Grid {
    along: DVec2,
    low: DVec2,
    step: f64,
    columns: usize,
    rows: usize,
    filled: Vec<bool>,
    /// Sums of the samples that no rectangle has, over all cells before: one row and column more than there are cells.
    open: Vec<u32>,
}

impl Grid {
    fn new(samples: &[Sample], along: DVec2, cell: f64) -> Option<Self> {
        let places = samples.iter().map(|sample| within(sample.place, along));
        let (low, high) = places.fold((DVec2::MAX, DVec2::MIN), |(low, high), p| (low.min(p), high.max(p)));
        if samples.is_empty() {
            return None;
        }
        let fine = if along == DVec2::X { cell } else { TURNED * cell };
        let step = fine.max((high - low).max_element() / MOST_CELLS);
        // Samples lie in the middles of cells, where rounding cannot move them into others.
        let (low, high) = (low - step / 2.0, high + step / 2.0);
        let count = |length: f64| (length / step) as usize + 1;
        let (columns, rows) = (count(high.x - low.x), count(high.y - low.y));
        let mut grid =
            Self { along, low, step, columns, rows, filled: vec![false; columns * rows], open: vec![] };
        let mut counts = vec![0; columns * rows];
        for sample in samples {
            let (column, row) = grid.cell_of(sample.place);
            grid.filled[row * columns + column] = true;
            counts[row * columns + column] += u32::from(!sample.covered);
        }
        grid.fill_holes();
        grid.open = sums(&counts, columns, rows);
        Some(grid)
    }

    fn cell_of(&self, place: DVec2) -> (usize, usize) {
        let p = (within(place, self.along) - self.low) / self.step;
        ((p.x as usize).min(self.columns - 1), (p.y as usize).min(self.rows - 1))
    }

    /// What the piece goes around is its own.
    fn fill_holes(&mut self) {
        let (columns, rows) = (self.columns, self.rows);
        let mut outside = vec![false; columns * rows];
        let border = |index: usize| {
            let (column, row) = (index % columns, index / columns);
            column == 0 || row == 0 || column + 1 == columns || row + 1 == rows
        };
        let mut open: Vec<usize> =
            (0..columns * rows).filter(|&index| border(index) && !self.filled[index]).collect();
        for &index in &open {
            outside[index] = true;
        }
        while let Some(index) = open.pop() {
            let (column, row) = (index % columns, index / columns);
            let beside = [
                (column > 0).then(|| index - 1),
                (column + 1 < columns).then(|| index + 1),
                (row > 0).then(|| index - columns),
                (row + 1 < rows).then(|| index + columns),
            ];
            for next in beside.into_iter().flatten() {
                if !self.filled[next] && !std::mem::replace(&mut outside[next], true) {
                    open.push(next);
                }
            }
        }
        for (filled, outside) in self.filled.iter_mut().zip(outside) {
            *filled = !outside;
        }
    }

    /// The samples between columns and rows that no rectangle has.
    fn open_in(&self, [left, right, top, bottom]: [usize; 4]) -> u32 {
        let sum = |column: usize, row: usize| self.open[row * (self.columns + 1) + column];
        sum(right, bottom) + sum(left, top) - sum(left, bottom) - sum(right, top)
    }

    /// The rectangle between columns and rows, as wide as most of the samples along each of its sides.
    fn rectangle(&self, samples: &[Sample], [left, right, top, bottom]: [usize; 4], gain: u32) -> Rectangle {
        let mut sides: [Vec<f64>; 4] = Default::default();
        for sample in samples {
            let (column, row) = self.cell_of(sample.place);
            if !((left..right).contains(&column) && (top..bottom).contains(&row)) {
                continue;
            }
            let p = within(sample.place, self.along);
            let at = [
                (column == left, p.x),
                (column + 1 == right, p.x),
                (row == top, p.y),
                (row + 1 == bottom, p.y),
            ];
            for (side, (there, x)) in sides.iter_mut().zip(at) {
                side.extend(there.then_some(x));
            }
        }
        let edge = |cells: usize, low: f64| low + cells as f64 * self.step;
        let [left, right] = [edge(left, self.low.x), edge(right, self.low.x)];
        let [top, bottom] = [edge(top, self.low.y), edge(bottom, self.low.y)];
        let [a, b, c, d] = sides;
        Rectangle {
            along: self.along,
            low: DVec2::new(outline(a, true).unwrap_or(left), outline(c, true).unwrap_or(top)),
            high: DVec2::new(outline(b, false).unwrap_or(right), outline(d, false).unwrap_or(bottom)),
            gain,
        }
    }
}

/// What most numbers reach to, at their low or at their high end: an eighth of them may be farther out.
fn outline(mut numbers: Vec<f64>, low: bool) -> Option<f64> {
    numbers.sort_by(f64::total_cmp);
    let few = numbers.len() / 8;
    let index = if low { few } else { numbers.len().saturating_sub(1 + few) };
    numbers.get(index).copied()
}

/// Sums over all cells before each corner of cells.
fn sums(counts: &[u32], columns: usize, rows: usize) -> Vec<u32> {
    let mut sums = vec![0; (columns + 1) * (rows + 1)];
    for row in 0..rows {
        let mut line = 0;
        for column in 0..columns {
            line += counts[row * columns + column];
            sums[(row + 1) * (columns + 1) + column + 1] = sums[row * (columns + 1) + column + 1] + line;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    const CELL: f64 = 0.1;

    /// A sample in the middle of every cell of a square of four metres where the piece is.
    fn samples(is_there: impl Fn(DVec2) -> bool) -> Vec<Sample> {
        let middles =
            (0..40).flat_map(|row| (0..40).map(move |column| DVec2::new(f64::from(column), f64::from(row))));
        let places = middles.map(|cell| (cell + 0.5) * CELL).filter(|place| is_there(*place));
        places.map(|place| Sample { place, bottom: 0.0, top: 1.0, floor: None, covered: false }).collect()
    }

    fn is_near(found: DVec2, x: f64, z: f64) -> bool {
        (found - DVec2::new(x, z)).abs().max_element() <= CELL
    }

    #[test]
    fn what_is_full_is_one_rectangle_and_nothing_has_none() {
        let all = largest(&samples(|_| true), DVec2::X, CELL).expect("it is there");
        assert!(is_near(all.middle(), 2.0, 2.0) && is_near(all.half(), 2.0, 2.0), "{all:?}");
        assert_eq!(all.gain, 1600);
        assert!(largest(&[], DVec2::X, CELL).is_none());
    }

    #[test]
    fn the_larger_arm_of_an_l_comes_first_and_then_what_is_left() {
        let mut samples = samples(|place| place.x < 1.0 || place.y < 2.0);
        let first = largest(&samples, DVec2::X, CELL).expect("it is there");
        assert!(is_near(first.middle(), 2.0, 1.0) && is_near(first.half(), 2.0, 1.0), "{first:?}");
        for sample in samples.iter_mut().filter(|sample| first.contains(sample.place)) {
            sample.covered = true;
        }
        let second = largest(&samples, DVec2::X, CELL).expect("it is there");
        assert!(is_near(second.half(), 0.5, 2.0), "as long as it may be: {second:?}");
        assert!(second.gain <= 220 && !second.contains(DVec2::new(2.0, 3.0)), "{second:?}");
    }

    #[test]
    fn a_courtyard_is_the_pieces_own_and_a_bay_is_not() {
        let inside = |place: DVec2| (place - 2.0).abs().max_element() < 1.0;
        let yard = largest(&samples(|place| !inside(place)), DVec2::X, CELL).expect("it is there");
        assert!(is_near(yard.half(), 2.0, 2.0), "{yard:?}");
        let bay = largest(
            &samples(|place| !(inside(place) || (place.x > 2.0 && inside(DVec2::new(2.0, place.y))))),
            DVec2::X,
            CELL,
        );
        assert!(bay.is_some_and(|bay| !bay.contains(DVec2::new(3.0, 2.0))));
    }

    #[test]
    fn a_turned_piece_is_filled_best_by_a_turned_rectangle() {
        let along = DVec2::new(0.8, 0.6);
        let samples = samples(|place| {
            let p = within(place - 2.0, along);
            p.x.abs() < 1.8 && p.y.abs() < 0.5
        });
        let turned = largest(&samples, along, CELL).expect("it is there");
        let straight = largest(&samples, DVec2::X, CELL).expect("it is there");
        assert!(turned.gain > 2 * straight.gain, "{turned:?} {straight:?}");
        assert!(
            is_near(turned.middle(), 2.0, 2.0) && (turned.half().x - 1.8).abs() < 2.0 * CELL,
            "{turned:?}"
        );
    }

    #[test]
    fn a_cut_has_two_parts_that_are_the_whole() {
        let whole = largest(&samples(|_| true), DVec2::X, CELL).expect("it is there");
        for axis in [0, 1] {
            let [a, b] = whole.cut(0.25, axis);
            assert!(
                (a.area() + b.area() - whole.area()).abs() < 1e-9 && (b.area() - 3.0 * a.area()).abs() < 1e-9
            );
        }
    }
}
