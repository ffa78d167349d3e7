//! Huge maps: what is smaller than a pixel is left out of their pieces, so that they are drawn in bounded memory.

use super::view::{View, size};
use crate::kit_file::LoadedKit;
use crate::piece_file::Part;
use rustc_hash::FxHashSet;
use snapmesh::Map;
use snapmesh::glam::DVec3;

/// Maps of up to so many triangles are drawn as they are; of larger ones, as many are left if that can be.
const FINE: u64 = 1_000_000;

/// The largest cell that corners are drawn together in, in pixels.
const COARSEST: f64 = 8.0;

/// The metres within which the corners of a map's pieces are drawn together; none for maps that are drawn as they are.
pub(super) fn cell(kit: &LoadedKit, map: &Map, view: &View) -> Option<f64> {
    let copies = copies(kit, map);
    if total(kit, &copies, None) <= FINE {
        return None;
    }
    let (width, height) = size(view);
    let pixel = map.bounds(kit.kit()).size().length() / f64::from(width.max(height));
    let cells = [1.0, 2.0, 4.0, COARSEST].map(|pixels| pixels * pixel);
    let enough = cells.into_iter().find(|cell| total(kit, &copies, Some(*cell)) <= FINE);
    Some(enough.unwrap_or(COARSEST * pixel)).filter(|cell| cell.is_finite() && *cell > 0.0)
}

/// How many triangles are drawn of a map.
pub(crate) fn drawn_triangles(kit: &LoadedKit, map: &Map, view: &View) -> u64 {
    total(kit, &copies(kit, map), cell(kit, map, view))
}

/// How often each piece of a kit is drawn.
fn copies(kit: &LoadedKit, map: &Map) -> Vec<u64> {
    let mut copies = vec![0; kit.kit().library().len()];
    map.drawn().for_each(|drawn| copies[drawn.piece.index()] += 1);
    copies
}

fn total(kit: &LoadedKit, copies: &[u64], cell: Option<f64>) -> u64 {
    let drawn = kit.kit().ids().zip(copies).filter(|(_, copies)| **copies > 0);
    let triangles = drawn.map(|(piece, copies)| {
        let parts = kit.model(piece).parts.iter();
        let of_part = |part: &Part| match cell {
            Some(cell) => kept(part, cell).filter(|kept| *kept).count() as u64,
            None => part.triangles.len() as u64,
        };
        parts.map(of_part).sum::<u64>().saturating_mul(*copies)
    });
    triangles.fold(0, u64::saturating_add)
}

/// Where a corner is drawn: at the middle of its cell.
pub(super) fn snapped(corner: DVec3, cell: f64) -> DVec3 {
    (corner / cell).round() * cell
}

/// For each triangle of a part, whether anything is left of it, and it is the first of those that became alike.
pub(super) fn kept(part: &Part, cell: f64) -> impl Iterator<Item = bool> {
    let mut known = FxHashSet::default();
    part.triangles.iter().map(move |triangle| {
        let mut cells = triangle
            .map(|corner| (part.positions[corner as usize] / cell).round().to_array().map(|x| x as i64));
        cells.sort_unstable();
        let [a, b, c] = cells;
        a != b && b != c && known.insert(cells)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picture::tests::{block, part};

    #[test]
    fn what_is_smaller_than_a_cell_is_left_out_and_what_is_larger_stays() {
        let large = block(DVec3::ZERO, DVec3::splat(10.0));
        assert!(kept(&large, 1.0).all(|kept| kept));
        let flat = block(DVec3::ZERO, DVec3::new(10.0, 0.2, 10.0));
        assert_eq!(
            kept(&flat, 1.0).filter(|kept| *kept).count(),
            2,
            "top and bottom are one, and its sides are gone"
        );
        let small = block(DVec3::splat(0.1), DVec3::splat(0.3));
        assert_eq!(kept(&small, 1.0).filter(|kept| *kept).count(), 0);
        assert_eq!(snapped(DVec3::new(0.4, 0.6, -1.2), 1.0), DVec3::new(0.0, 1.0, -1.0));
    }

    #[test]
    fn triangles_that_become_alike_are_drawn_once() {
        let corners = [[0.0, 0.0], [3.1, 0.0], [0.0, 3.1], [3.0, 0.1]].map(|[x, z]| DVec3::new(x, 0.0, z));
        let part = part(corners.to_vec(), vec![[0, 1, 2], [0, 3, 2], [0, 0, 1]]);
        assert_eq!(kept(&part, 1.0).collect::<Vec<_>>(), [true, false, false]);
    }
}
