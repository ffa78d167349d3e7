//! Two connectors in one place: a forgotten duplicate, and a doorway that would be joined twice.

use crate::piece::{Connector, Piece};
use crate::problem::Problem;
use std::collections::BTreeMap;

/// Metres.
const CLOSE: f64 = 0.01;
/// Cosine of the angle under which two headings are the same: about 2.5 degrees.
const SAME_HEADING: f64 = 0.999;

pub(super) fn check(piece: &Piece) -> Vec<Problem> {
    // Along x only those within reach are compared, so that a piece may have thousands of connectors.
    let mut order: Vec<usize> = (0..piece.connectors.len()).collect();
    let x = |i: usize| piece.connectors[i].position.x;
    order.sort_by(|&a, &b| x(a).total_cmp(&x(b)));
    // One problem for one connector, however many it shares its place with.
    let mut twin_of = BTreeMap::new();
    for (at, &a) in order.iter().enumerate() {
        let mut near = order[at + 1..].iter().take_while(|&&b| x(b) - x(a) < CLOSE);
        if let Some(&b) = near.find(|&&b| are_twins(&piece.connectors[a], &piece.connectors[b])) {
            twin_of.insert(a.max(b), a.min(b));
        }
    }
    twin_of.into_iter().map(|(b, a)| problem(piece, a, b)).collect()
}

fn are_twins(a: &Connector, b: &Connector) -> bool {
    a.position.distance(b.position) < CLOSE && a.heading.dot(b.heading) > SAME_HEADING
}

fn problem(piece: &Piece, a: usize, b: usize) -> Problem {
    let (a, b) = (&piece.connectors[a], &piece.connectors[b]);
    let distance = a.position.distance(b.position);
    let message = format!("is {distance:.4} m from `{}` and has the same heading", a.name);
    Problem::error(&piece.source, message)
        .at_node(&b.name)
        .help("delete one of the two, or move them at least 1 cm apart")
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;
    use super::*;
    use glam::DVec3;

    #[test]
    fn twins_are_found_and_neighbours_are_not() {
        let at = |z: f64, heading| Connector::new(DVec3::new(1.0, 0.0, z), heading);
        assert_eq!(check(&cube(vec![at(0.0, DVec3::X), at(0.009, DVec3::X)])).len(), 1);
        assert!(check(&cube(vec![at(0.0, DVec3::X), at(0.011, DVec3::X)])).is_empty());
        assert!(check(&cube(vec![at(0.0, DVec3::X), at(0.0, DVec3::Z)])).is_empty());
    }

    #[test]
    fn ten_thousand_connectors_take_no_time() {
        let all = (0..10_000).map(|i| Connector::new(DVec3::X * f64::from(i) * 0.1, DVec3::Z));
        assert!(check(&cube(all.collect())).is_empty());
    }
}
