//! Corners by where they are.

use super::vertex::Vertex;
use rustc_hash::FxHashMap;

/// Cells along the side of a bucket.
const SIDE: i64 = 16;

/// Corners in buckets.
#[derive(Default)]
pub(super) struct Buckets(FxHashMap<(i64, i64), Vec<u32>>);

impl Buckets {
    pub(super) fn add(&mut self, corner: u32, place: &Vertex) {
        self.0.entry(bucket(place)).or_default().push(corner);
    }

    /// The corners in a triangle and some around it, row of buckets by row: of a long wall, only those along it.
    pub(super) fn near(&self, triangle: [&Vertex; 3]) -> impl Iterator<Item = u32> {
        let rows = triangle.map(|place| bucket(place).1);
        let (first, last) =
            (rows.iter().copied().min().unwrap_or(0), rows.iter().copied().max().unwrap_or(0));
        let columns = move |row: i64| {
            let (west, east) = extent(triangle, row * SIDE, (row + 1) * SIDE);
            (west..=east).map(move |column| (column, row))
        };
        (first..=last).flat_map(columns).filter_map(|place| self.0.get(&place)).flatten().copied()
    }
}

fn bucket(place: &Vertex) -> (i64, i64) {
    (place.x.div_euclid(SIDE), place.z.div_euclid(SIDE))
}

/// The first and the last column of buckets that a triangle is in, between two rows of cells.
fn extent(triangle: [&Vertex; 3], low: i64, high: i64) -> (i64, i64) {
    let (mut west, mut east) = (i64::MAX, i64::MIN);
    let mut take = |x: i64| (west, east) = (west.min(x), east.max(x));
    for (i, a) in triangle.iter().enumerate() {
        let b = triangle[(i + 1) % 3];
        if (low..=high).contains(&a.z) {
            take(a.x);
        }
        for line in [low, high].into_iter().filter(|line| (a.z < *line) != (b.z < *line)) {
            // A cell to each side, as this is cut off to a whole number.
            let x = a.x + (b.x - a.x) * (line - a.z) / (b.z - a.z);
            take(x - 1);
            take(x + 1);
        }
    }
    if west > east { (0, -1) } else { (west.div_euclid(SIDE), east.div_euclid(SIDE)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::vertex::facing;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn whatever_is_in_a_triangle_is_near_it(
            places in prop::collection::vec((-99..99_i64, -99..99_i64), 60),
            triangle in prop::array::uniform3((-99..99_i64, -99..99_i64)),
        ) {
            let place = |(x, z): (i64, i64)| Vertex { x, z, height: 0.0 };
            let mut buckets = Buckets::default();
            for (number, &at) in (0..).zip(&places) {
                buckets.add(number, &place(at));
            }
            let [a, b, c] = triangle.map(place);
            let near: Vec<u32> = buckets.near([&a, &b, &c]).collect();
            for (number, &at) in (0..).zip(&places) {
                let sides = [(&a, &b), (&b, &c), (&c, &a)].map(|(p, q)| facing(p, q, &place(at)));
                let within = sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0);
                let flat = facing(&a, &b, &c) == 0;
                prop_assert!(flat || !within || near.contains(&number), "{at:?}");
            }
        }
    }

    #[test]
    fn along_a_long_wall_only_its_buckets_are_looked_into() {
        let mut buckets = Buckets::default();
        let place = |x, z| Vertex { x, z, height: 0.0 };
        for (number, (x, z)) in (0..).zip((0..100).flat_map(|z| (0..100).map(move |x| (x * SIDE, z * SIDE))))
        {
            buckets.add(number, &place(x, z));
        }
        let wall = [&place(0, 0), &place(1600, 1600), &place(801, 800)];
        assert!(buckets.near(wall).count() < 400);
    }
}
