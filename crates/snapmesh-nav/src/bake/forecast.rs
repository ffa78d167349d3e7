//! How much a bake will take, told while little of it is done: some tiles are baked, and stand for all.

use super::layout::{Layout, TileInput, TilePiece};
use crate::budget::CELL;
use crate::meter::Halt;
use snapmesh::Placed;

/// Tiles that are looked at: the more, the nearer; a large map has thousands.
const LOOKS: u32 = 32;

/// Bytes that the cells of a map take at most, or somewhat more: some ten times what they do.
pub(super) fn at_most(layout: &Layout<'_>) -> f64 {
    let cells = |placed: &Placed| layout.terrain.piece(placed.piece).cells(layout.grid.cell);
    layout.placed.iter().map(cells).sum::<f64>() * CELL as f64
}

/// Bytes that its cells are expected to take. `count` tells the cells that can be stood on, on each of some tiles.
///
/// A tile is looked at the more often the more its triangles may fill, and counts the less: so a tower on a plain is neither
/// missed nor taken for the whole map.
pub(super) fn of<'a>(
    layout: &'a Layout<'_>,
    count: impl FnOnce(&[&'a TileInput]) -> Result<Vec<usize>, Halt>,
) -> Result<f64, Halt> {
    let fills: Vec<f64> = layout.inputs.iter().map(|input| may_fill(layout, input)).collect();
    let portion = fills.iter().sum::<f64>() / f64::from(LOOKS);
    let (mut inputs, mut shares) = (Vec::new(), Vec::new());
    let (mut before, mut looks) = (0.0, 0);
    for (input, &fill) in layout.inputs.iter().zip(&fills) {
        before += fill;
        let due = ((before / portion + 0.5) as u32).min(LOOKS);
        if due > looks {
            inputs.push(input);
            shares.push(f64::from(due - looks) * portion / fill);
            looks = due;
        }
    }
    let cells: f64 = count(&inputs)?.into_iter().zip(shares).map(|(cells, share)| cells as f64 * share).sum();
    Ok(cells * CELL as f64)
}

/// How many cells the triangles of a tile fill at most, or somewhat more.
fn may_fill(layout: &Layout<'_>, input: &TileInput) -> f64 {
    let columns = f64::from(layout.window(input).columns());
    let of = |share: &TilePiece| {
        let piece = layout.piece(share.placed);
        let all = piece.triangles.len() as f64;
        let given = share.triangles.as_ref().map_or(all, |triangles| triangles.len() as f64);
        // A triangle fills every column once.
        (piece.cells(layout.grid.cell) * (given / all)).min(given * columns)
    };
    input.pieces.iter().map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{bake_in_tiles, expected};
    use super::*;
    use crate::budget::Budget;
    use crate::meter::{Meter, Pool};
    use crate::piece_geometry::PieceGeometry;
    use crate::terrain::Terrain;
    use crate::testing::{AGENT, floors, map_of};
    use snapmesh::Map;
    use snapmesh::glam::DVec3;

    /// The bytes that are expected of the cells of a map, and those that they are.
    fn told(pieces: &[PieceGeometry], map: &Map) -> (f64, f64) {
        let (terrain, budget) = (Terrain::new(pieces, AGENT).unwrap(), Budget::default());
        let pool = Pool::of(&budget);
        let meter = Meter::start(&budget, &pool);
        let layout = Layout::new(&terrain, map, 32, &meter).unwrap();
        let surface = bake_in_tiles(&terrain, map, &budget, 32).unwrap();
        (expected(&layout, &meter).unwrap(), (surface.cells() * CELL) as f64)
    }

    #[test]
    fn a_tower_on_a_plain_is_neither_missed_nor_taken_for_the_whole_map() {
        let plain = floors(&[([0.0, 20.0], [0.0, 20.0], 0.0)]);
        let at = |x: i32, z: i32| DVec3::new(f64::from(x), 0.0, f64::from(z)) * 20.0;
        for storeys in [1, 30, 1000] {
            let storey = |i: i32| ([3.0, 11.0], [3.0, 11.0], 3.0 + f64::from(i) * 3.0);
            let tower = floors(&(0..storeys).map(storey).collect::<Vec<_>>());
            let mut places: Vec<_> = (0..400).map(|i| (0, at(i % 20, i / 20))).collect();
            places.push((1, at(13, 7)));
            let (expected, taken) = told(&[plain.clone(), tower], &map_of(&places));
            let ratio = expected / taken;
            assert!((0.7..1.4).contains(&ratio), "{storeys} storeys: {expected} expected, {taken} taken");
        }
    }

    #[test]
    fn a_map_of_nothing_takes_nothing() {
        assert_eq!(told(&[PieceGeometry::default()], &map_of(&[(0, DVec3::ZERO)])), (0.0, 0.0));
    }
}
