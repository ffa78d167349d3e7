//! What is seen at every pixel of a band.

use super::raster::Flat;
use std::ops::Range;

/// No face at all.
pub(super) const NOTHING: u32 = u32::MAX;

/// How many times nearer something must be to hide what was drawn before: faces of two pieces in one plane
/// differ by rounding only, and would break through each other in patches.
const CLEARLY: f32 = 1.000_000_5;

/// What a pixel shows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Seen {
    /// One over the distance: it changes evenly across the picture of a plane.
    pub(super) nearness: f32,
    /// The number of the face.
    pub(super) face: u32,
}

/// Some rows of the picture, all columns.
pub(super) struct Buffer {
    columns: usize,
    rows: Range<usize>,
    pixels: Vec<Seen>,
    /// Backs less fronts at each pixel, while a hole is closed; zero otherwise.
    backs: Vec<i32>,
}

impl Buffer {
    pub(super) fn new(columns: usize, rows: Range<usize>) -> Self {
        let empty = Seen { nearness: 0.0, face: NOTHING };
        Self { columns, pixels: vec![empty; columns * rows.len()], rows, backs: vec![] }
    }

    /// Draws a face where nothing is nearer, through the point `at` of each pixel. Of equals the first stays.
    pub(super) fn draw(&mut self, flat: &Flat, face: u32, at: [i64; 2]) {
        self.draw_where(flat, face, at, |_, _, _| true);
    }

    /// The same, but only where it may be: asked by column, row and nearness.
    #[inline]
    pub(super) fn draw_where(
        &mut self,
        flat: &Flat,
        face: u32,
        at: [i64; 2],
        may: impl Fn(usize, usize, f32) -> bool,
    ) {
        let slope = flat.slope[0] as f32;
        let rows = self.rows.start as i64..self.rows.end as i64;
        flat.runs(self.columns as i64, rows.clone(), at, |row, start, end, first| {
            let from = (row - rows.start) as usize * self.columns;
            let run = &mut self.pixels[from + start as usize..from + end as usize];
            for (i, pixel) in run.iter_mut().enumerate() {
                let nearness = first + i as f32 * slope;
                if nearness > pixel.nearness * CLEARLY && may(start as usize + i, row as usize, nearness) {
                    *pixel = Seen { nearness, face };
                }
            }
        });
    }

    /// Draws `face` wherever more of the flats show their back than their front: there one looks into a
    /// closed body through a hole, and the face closes the hole. Its nearness is asked for by column and row.
    pub(super) fn close<'a>(
        &mut self,
        flats: impl Iterator<Item = &'a Flat>,
        face: u32,
        at: [i64; 2],
        nearness: impl Fn(usize, usize) -> f32,
    ) {
        self.backs.resize(self.pixels.len(), 0);
        let mut runs = Vec::new();
        let (columns, top) = (self.columns, self.rows.start);
        for flat in flats {
            let sign = if flat.front { -1 } else { 1 };
            flat.runs(columns as i64, top as i64..self.rows.end as i64, at, |row, start, end, _| {
                let from = (row as usize - top) * columns;
                let run = from + start as usize..from + end as usize;
                self.backs[run.clone()].iter_mut().for_each(|backs| *backs += sign);
                runs.push(run);
            });
        }
        for pixel in runs.into_iter().flatten() {
            if std::mem::take(&mut self.backs[pixel]) > 0 {
                let nearness = nearness(pixel % columns, top + pixel / columns);
                if nearness > self.pixels[pixel].nearness {
                    self.pixels[pixel] = Seen { nearness, face };
                }
            }
        }
    }

    /// What a pixel shows, or the one closest to it if it is beyond the buffer.
    #[inline]
    pub(super) fn at(&self, column: usize, row: usize) -> Seen {
        let row = row.clamp(self.rows.start, self.rows.end - 1) - self.rows.start;
        self.pixels[row * self.columns + column.min(self.columns - 1)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MIDDLE: [i64; 2] = [128, 128];

    fn square(nearness: f32) -> [Flat; 2] {
        let corners = [[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]], [[0.0, 0.0], [4.0, 4.0], [0.0, 4.0]]];
        corners.map(|corners| Flat::new(corners, [nearness; 3]).unwrap())
    }

    #[test]
    fn the_nearest_face_is_seen_whatever_the_order() {
        for order in [[0, 1], [1, 0]] {
            let mut buffer = Buffer::new(8, 0..8);
            for face in order {
                for flat in square(if face == 0 { 0.5 } else { 0.25 }) {
                    buffer.draw(&flat, face, MIDDLE);
                }
            }
            assert_eq!(buffer.at(2, 2), Seen { nearness: 0.5, face: 0 });
            assert_eq!(buffer.at(5, 2), Seen { nearness: 0.0, face: NOTHING });
        }
    }

    #[test]
    fn faces_that_pierce_each_other_are_parted_where_they_meet() {
        let mut buffer = Buffer::new(8, 0..8);
        for flat in square(0.5) {
            buffer.draw(&flat, 0, MIDDLE);
        }
        let corners = [[0.0, 0.0], [8.0, 0.0], [0.0, 8.0]];
        buffer.draw(&Flat::new(corners, [0.25, 1.25, 0.25]).unwrap(), 1, MIDDLE);
        let row: Vec<u32> = (0..4).map(|x| buffer.at(x, 1).face).collect();
        assert_eq!(row, [0, 0, 1, 1], "nearness 0.25 + x / 8 passes 0.5 at x = 2");
    }

    #[test]
    fn a_hole_is_closed_where_backs_outnumber_fronts() {
        let corners = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]];
        let [back, front] = [corners, [corners[0], corners[2], corners[1]]];
        let [back, front] = [back, front].map(|corners| Flat::new(corners, [0.1; 3]).unwrap());
        assert!(front.front && !back.front);
        let mut buffer = Buffer::new(8, 0..8);
        buffer.close([&back, &front].into_iter(), 3, MIDDLE, |_, _| 0.5);
        assert_eq!(buffer.at(1, 1).face, NOTHING, "one looks through the body from side to side");
        buffer.close([&back, &front, &back].into_iter(), 3, MIDDLE, |column, _| column as f32);
        assert_eq!(buffer.at(1, 1), Seen { nearness: 1.0, face: 3 });
        assert_eq!(buffer.at(5, 5).face, NOTHING);
        assert!(buffer.backs.iter().all(|&backs| backs == 0));
    }

    #[test]
    fn a_band_shows_what_the_whole_picture_shows() {
        let (mut whole, mut band) = (Buffer::new(8, 0..8), Buffer::new(8, 2..5));
        let flat = Flat::new([[0.3, 0.2], [7.9, 2.2], [3.3, 7.7]], [0.1, 0.9, 0.4]).unwrap();
        whole.draw(&flat, 7, [32, 160]);
        band.draw(&flat, 7, [32, 160]);
        for (x, y) in (0..8).flat_map(|x| (2..5).map(move |y| (x, y))) {
            assert_eq!(whole.at(x, y), band.at(x, y));
        }
        assert_eq!(band.at(3, 0), band.at(3, 2), "beyond the band is its border");
    }
}
