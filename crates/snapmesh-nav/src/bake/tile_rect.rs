//! A rectangle of tiles.

/// A rectangle of tiles: rows and columns.
pub(super) struct TileRect {
    pub(super) low: (f64, f64),
    pub(super) high: (f64, f64),
}

impl TileRect {
    pub(super) fn count(&self) -> f64 {
        (self.high.0 - self.low.0 + 1.0) * (self.high.1 - self.low.1 + 1.0)
    }

    pub(super) fn tiles(&self) -> impl Iterator<Item = (i64, i64)> + use<> {
        let (rows, columns) =
            (self.low.0 as i64..=self.high.0 as i64, self.low.1 as i64..=self.high.1 as i64);
        rows.flat_map(move |z| columns.clone().map(move |x| (z, x)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rectangle_of_tiles_counts_what_it_lists() {
        let rect = TileRect { low: (-1.0, 2.0), high: (0.0, 4.0) };
        let tiles: Vec<_> = rect.tiles().collect();
        assert_eq!(tiles, [(-1, 2), (-1, 3), (-1, 4), (0, 2), (0, 3), (0, 4)]);
        assert_eq!(rect.count(), 6.0);
    }
}
