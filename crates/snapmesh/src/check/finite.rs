//! Numbers that are not numbers would spread through every pose: they are errors.

use crate::piece::Piece;
use crate::problem::Problem;
use glam::DVec3;

pub(super) fn check(piece: &Piece) -> Vec<Problem> {
    let connectors = piece.connectors.iter().filter_map(|connector| {
        let parts = [connector.position, connector.heading, connector.up];
        let value = parts.into_iter().find(|v| !sound(*v))?;
        let message = format!("position and heading must be finite numbers below 1e12, found {value}");
        Some(Problem::error(&piece.source, message).at_node(&connector.name))
    });
    let boxes = piece.boxes.iter().enumerate().filter_map(|(i, shape)| {
        let parts = [shape.center, shape.half, shape.axes[0], shape.axes[1], shape.axes[2]];
        let value = parts.into_iter().find(|v| !sound(*v))?;
        Some(Problem::error(
            &piece.source,
            format!("box {i} must have finite numbers below 1e12, found {value}"),
        ))
    });
    connectors.chain(boxes).collect()
}

/// Finite, and small enough that products of coordinates stay finite too.
fn sound(v: DVec3) -> bool {
    v.is_finite() && v.abs().max_element() < 1e12
}

#[cfg(test)]
mod tests {
    use super::super::testing::cube;
    use super::*;
    use crate::piece::Connector;
    use crate::problem::Location;

    #[test]
    fn not_a_number_and_infinity_are_errors_at_the_node() {
        for bad in [f64::NAN, f64::INFINITY, 1e300] {
            let piece = cube(vec![Connector::new(DVec3::new(0.0, bad, 0.0), DVec3::X)]);
            let problems = check(&piece);
            assert_eq!(problems.len(), 1, "{bad}");
            assert_eq!(
                problems[0].location,
                Location::Node { file: "Cube".into(), node: "connector".into() }
            );
        }
    }

    #[test]
    fn a_box_without_end_is_an_error() {
        let mut piece = cube(vec![]);
        piece.boxes[0].half.x = f64::INFINITY;
        assert!(check(&piece)[0].message.starts_with("box 0 must have finite numbers"));
    }

    #[test]
    fn every_part_of_a_connector_is_looked_at() {
        let sound = Connector::new(DVec3::X, DVec3::X);
        let bad = DVec3::new(0.0, 0.0, f64::NEG_INFINITY);
        let parts = [
            Connector { position: bad, ..sound.clone() },
            Connector { heading: bad, ..sound.clone() },
            Connector { up: bad, ..sound.clone() },
        ];
        for part in parts {
            let problems = check(&cube(vec![sound.clone(), part]));
            assert_eq!(problems.len(), 1);
            assert!(problems[0].message.ends_with("found [0, 0, -inf]"), "{}", problems[0]);
        }
    }

    #[test]
    fn every_part_of_a_box_is_looked_at_and_its_number_told() {
        let sound = cube(vec![]).boxes[0];
        let mut piece = cube(vec![]);
        let bad = DVec3::new(f64::NAN, 0.0, 0.0);
        let axes = |i: usize| {
            let mut shape = sound;
            shape.axes[i] = bad;
            shape
        };
        let center = crate::boxes::OrientedBox { center: bad, ..sound };
        piece.boxes = vec![sound, center, axes(0), axes(1), axes(2)];
        let told: Vec<_> = check(&piece).into_iter().map(|problem| problem.message).collect();
        assert_eq!(told.len(), 4);
        for (i, message) in told.iter().enumerate() {
            assert!(message.starts_with(&format!("box {} must", i + 1)), "{message}");
        }
    }

    #[test]
    fn far_away_is_sound_and_farther_than_products_hold_is_not() {
        assert!(sound(DVec3::splat(9.9e11)) && sound(DVec3::splat(-9.9e11)));
        assert!(!sound(DVec3::new(0.0, 1e12, 0.0)) && !sound(DVec3::new(-1e12, 0.0, 0.0)));
        assert!(check(&cube(vec![Connector::new(DVec3::X, DVec3::X)])).is_empty());
    }
}
