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

    #[test]
    fn the_later_of_two_twins_is_told_with_the_name_of_the_earlier() {
        let named = |name: &str, x: f64| Connector {
            name: name.into(),
            ..Connector::new(DVec3::new(x, 0.0, 0.0), DVec3::X)
        };
        // Along x the second comes first; in the file it is later all the same.
        let problems = check(&cube(vec![named("first", 1.0), named("second", 0.995)]));
        assert_eq!(
            problems[0].to_string(),
            "error: Cube: node `second`: is 0.0050 m from `first` and has the same heading\n  \
             help: delete one of the two, or move them at least 1 cm apart"
        );
    }

    #[test]
    fn many_in_one_place_are_one_problem_each_but_for_one() {
        let same = || Connector::new(DVec3::X, DVec3::X);
        let problems = check(&cube((0..5).map(|_| same()).collect()));
        assert_eq!(problems.len(), 4);
    }

    #[test]
    fn headings_a_little_apart_are_the_same_and_others_are_not() {
        let turned = |degrees: f64| {
            let (sin, cos) = (libm_sin(degrees), (1.0 - libm_sin(degrees).powi(2)).sqrt());
            Connector::new(DVec3::X, DVec3::new(cos, 0.0, sin))
        };
        assert_eq!(check(&cube(vec![turned(0.0), turned(2.0)])).len(), 1);
        assert!(check(&cube(vec![turned(0.0), turned(3.0)])).is_empty());
        assert!(check(&cube(vec![turned(0.0), Connector::new(DVec3::X, DVec3::NEG_X)])).is_empty());
    }

    /// Near enough for a few degrees.
    fn libm_sin(degrees: f64) -> f64 {
        let x = degrees.to_radians();
        x - x * x * x / 6.0
    }
}
