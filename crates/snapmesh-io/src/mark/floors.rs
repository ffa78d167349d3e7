//! What of a piece is floor, where one material covers all of it.

use super::leaves::is_leaf;
use crate::piece_file::{Model, Part};
use snapmesh::glam::DVec3;
use snapmesh_nav::survey::Reached;
use std::collections::BTreeMap;

/// The names of what can be walked on, if there are parts that only seem to be: they can be stood on, and no doorway leads
/// there. None if there are no such parts, or if they cannot be told by their names.
pub(super) fn propose(model: &Model, reached: &Reached<'_>) -> Option<Vec<String>> {
    let mut areas: BTreeMap<&str, [f64; 2]> = BTreeMap::new();
    for part in model.parts.iter().filter(|part| !is_leaf(part)) {
        let sum = areas.entry(name(part)?).or_default();
        sum[0] += area(part, |point| reached.contains(point));
        sum[1] += area(part, |point| reached.misses(point));
    }
    // What nobody would stand on is no top of a wall: pebbles on a floor stay a part of it. And a wall may have a ledge.
    let (floor, other): (Vec<_>, Vec<_>) = areas.into_iter().partition(|(_, [on, off])| on >= off);
    let told: Vec<String> = floor.into_iter().map(|(name, _)| name.into()).collect();
    (!other.is_empty() && !told.is_empty()).then_some(told)
}

/// What to call a part in `floor`; none if it has no name that patterns would take as it is.
fn name(part: &Part) -> Option<&str> {
    let name = if part.node.is_empty() { &part.mesh } else { &part.node };
    (!name.is_empty() && !name.contains(['*', '?', '['])).then_some(name.as_str())
}

/// Square metres of its triangles that face up and are there, seen from above.
fn area(part: &Part, is_there: impl Fn(DVec3) -> bool) -> f64 {
    let triangles = part.triangles.iter().map(|triangle| {
        let [a, b, c] = triangle.map(|corner| part.positions[corner as usize]);
        let middle = (a + b + c) / 3.0;
        let looks = [middle, middle.midpoint(a), middle.midpoint(b), middle.midpoint(c)];
        let seen = looks.into_iter().filter(|look| is_there(*look)).count() as f64 / looks.len() as f64;
        seen * ((b - a).cross(c - a).y / 2.0).max(0.0)
    });
    triangles.sum()
}

#[cfg(test)]
mod tests {
    use super::super::proposal::{Options, propose};
    use super::super::testing::Blocks;

    fn floor(blocks: &Blocks) -> Option<Vec<String>> {
        propose(&blocks.file(), &Options::default()).floor
    }

    /// A hall whose walls are so thick that one could stand on them.
    fn thick(floor: &str, walls: &str) -> Blocks {
        Blocks::default()
            .block(floor, [-3.0, -0.2, -3.0], [3.0, 0.0, 3.0])
            .block(walls, [-3.0, 0.0, -3.0], [-1.5, 3.0, 3.0])
            .block(walls, [1.5, 0.0, -3.0], [3.0, 3.0, 3.0])
    }

    #[test]
    fn what_doorways_lead_to_is_floor_and_tops_of_walls_are_not() {
        assert_eq!(floor(&thick("Ground", "Walls")), Some(vec!["Ground".into()]));
        assert_eq!(
            floor(&Blocks::stairs(8, 0.25).block("Crate", [-0.9, 0.0, 1.0], [0.0, 1.5, 2.0])),
            Some(vec!["Steps".into()])
        );
    }

    #[test]
    fn where_names_cannot_tell_nothing_is_said() {
        assert_eq!(floor(&thick("all", "all")), None, "one node for all");
        assert_eq!(floor(&thick("", "Walls")), None, "a part without a name");
        assert_eq!(floor(&thick("Ground*", "Walls")), None, "a name that would be read as a pattern");
        assert_eq!(
            floor(&Blocks::default().block("Tile", [-3.0, -0.2, -3.0], [3.0, 0.0, 3.0])),
            None,
            "all is floor"
        );
    }
}
