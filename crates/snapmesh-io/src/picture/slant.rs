//! Triangles as a light far away sees them: most are smaller than a texel, so they are done with at once.

/// A triangle on the grid of a depth map, its corners from the top down.
pub(super) struct Slant {
    corners: [[f32; 3]; 3],
    /// How depth changes from a column, and from a row, to the next.
    pub(super) slope: [f32; 2],
}

impl Slant {
    /// Corners are given by column, row and depth; none if no middle of a texel can be inside.
    #[inline]
    pub(super) fn new(mut corners: [[f32; 3]; 3]) -> Option<Self> {
        let [[ax, ay, _], [bx, by, _], [cx, cy, _]] = corners;
        let misses = |low: f32, high: f32| first(low) >= first(high);
        if misses(ay.min(by).min(cy), ay.max(by).max(cy)) || misses(ax.min(bx).min(cx), ax.max(bx).max(cx)) {
            return None;
        }
        for (i, j) in [(0, 1), (1, 2), (0, 1)] {
            if corners[i][1] > corners[j][1] {
                corners.swap(i, j);
            }
        }
        let [a, b, c] = corners;
        let [b, c] = [b, c].map(|corner| [0, 1, 2].map(|i| corner[i] - a[i]));
        let area = b[0] * c[1] - b[1] * c[0];
        if area == 0.0 {
            return None;
        }
        let slope = [(b[2] * c[1] - c[2] * b[1]) / area, (c[2] * b[0] - b[2] * c[0]) / area];
        Some(Self { corners, slope })
    }

    /// Shows every run of texels whose middle is inside: the row, the first and one past the last column, and the
    /// depth at the first. An edge is followed from its upper end, so the two triangles that share it agree to the
    /// bit on where it is: of a texel on it exactly one has it.
    #[inline]
    pub(super) fn runs(&self, size: i32, mut each: impl FnMut(i32, i32, i32, f32)) {
        let [top, middle, bottom] = self.corners;
        let along = |from: [f32; 3], to: [f32; 3]| (to[0] - from[0]) / (to[1] - from[1]);
        let (long, upper, lower) = (along(top, bottom), along(top, middle), along(middle, bottom));
        let (low, high) = (top[2].min(middle[2]).min(bottom[2]), top[2].max(middle[2]).max(bottom[2]));
        for row in first(top[1]).max(0)..first(bottom[1]).min(size) {
            let y = row as f32 + 0.5;
            let x = top[0] + (y - top[1]) * long;
            let other = if y < middle[1] {
                top[0] + (y - top[1]) * upper
            } else {
                middle[0] + (y - middle[1]) * lower
            };
            let (start, end) = (first(x.min(other)).max(0), first(x.max(other)).min(size));
            if start < end {
                let across = start as f32 + 0.5 - top[0];
                let depth = top[2] + self.slope[0] * across + self.slope[1] * (y - top[1]);
                each(row, start, end, depth.clamp(low, high));
            }
        }
    }
}

/// The first texel whose middle is not before a coordinate.
#[inline]
fn first(x: f32) -> i32 {
    let x = x - 0.5;
    let whole = x as i32;
    whole + i32::from((whole as f32) < x)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covered(corners: [[f32; 2]; 3]) -> Vec<(i32, i32)> {
        let mut texels = Vec::new();
        if let Some(slant) = Slant::new(corners.map(|[x, y]| [x, y, 2.0 * x + 3.0 * y])) {
            slant.runs(16, |row, start, end, depth| {
                let plane = 2.0 * (start as f32 + 0.5) + 3.0 * (row as f32 + 0.5);
                assert!((depth - plane).abs() < 1e-3, "{depth} is not {plane}");
                texels.extend((start..end).map(|column| (column, row)));
            });
        }
        texels
    }

    #[test]
    fn a_triangle_between_two_middles_of_texels_is_missed() {
        assert!(
            covered([[3.6, 0.0], [3.9, 9.0], [4.3, 4.0]]).is_empty(),
            "from after one middle to before the next"
        );
        assert!(covered([[0.0, 3.6], [9.0, 3.9], [4.0, 4.3]]).is_empty());
        assert!(!covered([[3.4, 0.0], [3.9, 9.0], [4.3, 0.0]]).is_empty());
    }

    #[test]
    fn neighbors_share_no_texel_and_leave_none_out() {
        let around = [[0.5, 0.5], [8.5, 0.5], [13.1, 6.7], [12.5, 12.5], [3.3, 11.0], [0.5, 7.5]];
        for middle in [[5.5, 5.5], [6.02, 4.97], [3.5, 8.5]] {
            let mut texels = Vec::new();
            for i in 0..6 {
                texels.extend(covered([around[i], around[(i + 1) % 6], middle]));
            }
            let count = texels.len();
            texels.sort_unstable();
            texels.dedup();
            assert_eq!(texels.len(), count, "no texel twice");
            for row in 1..11 {
                let columns: Vec<i32> =
                    texels.iter().filter(|texel| texel.1 == row).map(|texel| texel.0).collect();
                assert_eq!(columns.len() as i32, columns[columns.len() - 1] - columns[0] + 1, "no hole");
            }
        }
    }

    #[test]
    fn what_is_outside_the_map_or_no_number_is_left_out() {
        assert_eq!(covered([[-100.0, -100.0], [300.0, -100.0], [-100.0, 300.0]]).len(), 256);
        assert!(covered([[1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]).is_empty(), "no area");
        assert!(covered([[f32::NAN, 1.0], [2.0, 2.0], [3.0, 1.0]]).len() < 9);
    }
}
