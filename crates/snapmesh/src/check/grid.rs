//! A connector a little off where the others are in line: moved or turned by hand, and the pieces beyond stand askew.
//!
//! Only told where the others leave no doubt, as a kit may have any angles and places it likes.

use super::finite;
use crate::kit::Kit;
use crate::piece::{Connector, Piece};
use crate::problem::Problem;
use glam::DVec3;

/// Degrees that headings are multiples of, where a kit keeps to right angles and their parts.
const STEP_OF_ANGLES: f64 = 15.0;
/// Degrees: nearer to a multiple is on it, farther than the second is meant.
const ANGLE: (f64, f64) = (0.05, 2.5);
/// Rooms with up to so many sides have headings of their own that are meant, too.
const MOST_SIDES: u32 = 16;
/// Metres: the finest grid that kits keep to.
const GRID: f64 = 0.25;
/// Metres: nearer to the grid is on it, farther than the second is meant.
const PLACE: (f64, f64) = (0.001, 0.045);
/// Others that must be in line, at least.
const FEWEST: usize = 3;
/// A piece with one connector that is shorter than this along it, in metres, is a panel: it may stand where it likes.
const PANEL: f64 = 1.0;

pub(super) fn check(kit: &Kit) -> Vec<Problem> {
    let sound = kit.library.iter().filter(|piece| finite::check(piece).is_empty());
    let all: Vec<(&Piece, &Connector)> =
        sound.flat_map(|piece| piece.connectors.iter().map(move |connector| (piece, connector))).collect();
    [turned(&all), beside(&all), above(&all)].concat()
}

/// Whether all but a few are in line: one, or one in five.
fn in_line(off: usize, all: usize) -> bool {
    off > 0 && all >= off + FEWEST && off <= (all / 5).max(1)
}

/// How far a number is from the nearest multiple of a step.
fn beyond(x: f64, step: f64) -> f64 {
    x - (x / step).round() * step
}

/// Headings a little off the angles of the others.
fn turned(all: &[(&Piece, &Connector)]) -> Vec<Problem> {
    let level: Vec<_> = all
        .iter()
        .filter(|(_, connector)| connector.heading.y.abs() < 0.01)
        .map(|(piece, connector)| (*piece, *connector, off_angle(connector)))
        .collect();
    let off: Vec<_> = level.iter().filter(|(.., by)| by.abs() > ANGLE.0).collect();
    if !in_line(off.len(), level.len()) {
        return Vec::new();
    }
    let meant = |piece: &Piece, connector: &Connector, by: f64| {
        let degrees = degrees(connector.heading);
        let of_sides = (3..=MOST_SIDES).any(|n| beyond(degrees, 360.0 / f64::from(n)).abs() < ANGLE.0);
        // A piece that is turned as a whole joins as well as any.
        let others = piece.connectors.iter().filter(|other| !std::ptr::eq(*other, connector));
        let same = |other: &Connector| (off_angle(other) - by).abs() < ANGLE.0;
        by.abs() > ANGLE.1 || of_sides || (piece.connectors.len() > 1 && others.clone().all(same))
    };
    let slips = off.iter().filter(|(piece, connector, by)| !meant(piece, connector, *by));
    slips
        .map(|(piece, connector, by)| {
            let (by, others) = (by.abs(), level.len() - off.len());
            let message = format!(
                "the heading is {by:.1} degrees off: those of {others} others are multiples of \
                 {STEP_OF_ANGLES} degrees"
            );
            let help = "type its rotation in the sidebar (N) instead of turning it by hand";
            Problem::warning(&piece.source, message).at_node(&connector.name).help(help)
        })
        .collect()
}

/// The direction of a level heading, in degrees.
fn degrees(heading: DVec3) -> f64 {
    libm::atan2(heading.x, heading.z).to_degrees()
}

fn off_angle(connector: &Connector) -> f64 {
    beyond(degrees(connector.heading), STEP_OF_ANGLES)
}

/// Places a little off the grid of the others, on the level. Diagonals have numbers of their own, and are not asked.
fn beside(all: &[(&Piece, &Connector)]) -> Vec<Problem> {
    let straight = |connector: &Connector| connector.heading.abs().max_element() > 0.999;
    let all: Vec<_> =
        all.iter().filter(|(piece, connector)| straight(connector) && !is_panel(piece)).collect();
    let off = all.iter().filter(|(_, connector)| off_grid(connector).length() >= PLACE.0).count();
    if !in_line(off, all.len()) {
        return Vec::new();
    }
    let slip = |piece: &Piece, connector: &Connector| {
        let by = off_grid(connector);
        let others = piece.connectors.iter().filter(|other| !std::ptr::eq(*other, connector));
        // A piece whose origin is off the grid joins as well as any.
        let moved = |other: &Connector| off_grid(other).distance(by) < PLACE.0;
        let moved = piece.connectors.len() > 1 && others.clone().all(moved);
        by.length() >= PLACE.0 && by.abs().max_element() <= PLACE.1 && !moved
    };
    let slips = all.iter().filter(|(piece, connector)| slip(piece, connector));
    slips
        .map(|(piece, connector)| {
            let (by, others) = (off_grid(connector), all.len() - off);
            let at = connector.position;
            let message = format!(
                "is {:.3} m off the grid of {GRID} m that {others} others lie on: it is at x = {:.3}, z = {:.3}, \
                 and x = {:.2}, z = {:.2} would be on it",
                by.length(),
                at.x,
                at.z,
                // Adding zero makes 0.00 of -0.00.
                at.x - by.x + 0.0,
                at.z - by.z + 0.0,
            );
            let help =
                "type its location in the sidebar (N) instead of moving it by hand; z is Blender's -y";
            Problem::warning(&piece.source, message).at_node(&connector.name).help(help)
        })
        .collect()
}

fn off_grid(connector: &Connector) -> DVec3 {
    let DVec3 { x, z, .. } = connector.position;
    DVec3::new(beyond(x, GRID), 0.0, beyond(z, GRID))
}

fn is_panel(piece: &Piece) -> bool {
    let along = |connector: &Connector| piece.bounds().size().dot(connector.heading.abs()) < PANEL;
    piece.connectors.len() == 1 && piece.connectors.iter().all(along)
}

/// Heights a little off the one that most have.
fn above(all: &[(&Piece, &Connector)]) -> Vec<Problem> {
    let mut heights: Vec<f64> = all.iter().map(|(_, connector)| connector.position.y).collect();
    heights.sort_by(f64::total_cmp);
    let Some(&usual) = heights.get(heights.len() / 2) else { return Vec::new() };
    let by = |connector: &Connector| connector.position.y - usual;
    let usual_ones = all.iter().filter(|(_, connector)| by(connector).abs() < PLACE.0).count();
    if usual_ones < FEWEST || usual_ones * 2 <= all.len() {
        return Vec::new();
    }
    let slips = all.iter().filter(|(piece, connector)| {
        let mut others = piece.connectors.iter().filter(|other| !std::ptr::eq(*other, *connector));
        let alone = others.any(|other| (by(other) - by(connector)).abs() >= PLACE.0);
        (PLACE.0..=PLACE.1).contains(&by(connector).abs()) && alone
    });
    slips
        .map(|(piece, connector)| {
            let (off, at) = (by(connector).abs(), connector.position.y);
            let way = if by(connector) > 0.0 { "above" } else { "below" };
            let message = format!(
                "is {off:.3} m {way} the height of {usual_ones} others: it is at {at:.3} m, and they are at {:.2} m",
                usual + 0.0
            );
            let help = "type its height in the sidebar (N) instead of moving it by hand";
            Problem::warning(&piece.source, message).at_node(&connector.name).help(help)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;

    fn heading(degrees: f64) -> DVec3 {
        let radians = degrees.to_radians();
        DVec3::new(libm::sin(radians), 0.0, libm::cos(radians))
    }

    /// A room of so many metres to each side, with a door at each.
    fn room(id: &str, half: f64) -> Piece {
        let door = |i: u32| {
            let way = heading(f64::from(i) * 90.0);
            Connector { name: format!("door{i}"), ..Connector::new((way * half).round(), way) }
        };
        let shape = OrientedBox::aligned(DVec3::new(-half, 0.0, -half), DVec3::new(half, 3.0, half));
        Piece::new(id, (0..4).map(door).collect(), vec![shape])
    }

    fn told(pieces: Vec<Piece>) -> Vec<String> {
        check(&Kit::new("kit", pieces)).iter().map(ToString::to_string).collect()
    }

    /// What is told of two rooms of which a door was changed.
    fn changed(change: impl Fn(&mut Connector)) -> Vec<String> {
        let mut rooms = vec![room("A", 3.0), room("B", 5.0)];
        change(&mut rooms[1].connectors[1]);
        told(rooms)
    }

    #[test]
    fn a_heading_two_degrees_off_is_told_with_the_angle() {
        let two = changed(|door| door.heading = heading(92.0));
        assert_eq!(two.len(), 1, "{two:?}");
        assert!(two[0].starts_with(
            "warning: B: node `door1`: the heading is 2.0 degrees off: those of 7 others are multiples of 15"
        ));
        for meant in [90.0, 135.0, 105.0, 108.0, 102.857_142_857, 94.0] {
            assert!(changed(|door| door.heading = heading(meant)).is_empty(), "{meant}");
        }
        assert_eq!(changed(|door| door.heading = heading(88.5)).len(), 1);
    }

    #[test]
    fn three_centimetres_are_told_with_where_it_would_be_on_the_grid() {
        let along = changed(|door| door.position.z += 0.03);
        assert_eq!(along.len(), 1, "{along:?}");
        let want = "warning: B: node `door1`: is 0.030 m off the grid of 0.25 m that 7 others lie on: it is at \
                    x = 5.000, z = 0.030, and x = 5.00, z = 0.00 would be on it";
        assert!(along[0].starts_with(want), "{along:?}");
        assert_eq!(changed(|door| door.position.x -= 0.02).len(), 1);
        for meant in [0.0005, 0.1, 0.2, 0.5] {
            assert!(changed(|door| door.position.z += meant).is_empty(), "{meant}");
        }
    }

    #[test]
    fn a_height_a_little_off_that_of_the_others_is_told() {
        let up = changed(|door| door.position.y = 0.03);
        assert_eq!(up.len(), 1, "{up:?}");
        assert!(up[0].contains("is 0.030 m above the height of 7 others: it is at 0.030 m"), "{up:?}");
        assert!(changed(|door| door.position.y = -0.02)[0].contains("0.020 m below"));
        assert!(changed(|door| door.position.y = 1.98).is_empty(), "stairs end where they end");
    }

    #[test]
    fn a_kit_without_a_grid_is_left_alone() {
        let free = |id: &str, by: f64| {
            let mut free = room(id, 3.0);
            for (i, door) in (1..).zip(&mut free.connectors) {
                let i = f64::from(i);
                (door.position.x, door.heading) =
                    (door.position.x + by * i, heading(i * 90.0 + by * 40.0 * i));
            }
            free
        };
        assert!(told(vec![free("A", 0.013), free("B", 0.029)]).is_empty());
    }

    #[test]
    fn a_piece_that_is_moved_or_turned_as_a_whole_joins_as_well_as_any() {
        let mut moved = room("B", 5.0);
        for door in &mut moved.connectors {
            door.position += DVec3::new(0.03, 0.02, 0.0);
            door.heading = heading(degrees(door.heading) + 2.0);
        }
        let rooms: Vec<Piece> = (0..30).map(|i| room(&format!("R{i}"), 3.0)).chain([moved]).collect();
        assert_eq!(told(rooms), [] as [&str; 0]);
    }

    #[test]
    fn a_panel_may_stand_where_it_likes() {
        let shape = OrientedBox::aligned(DVec3::new(-1.0, 0.0, 0.0), DVec3::new(1.0, 2.0, 0.1));
        let panel = Piece::new("Cap", vec![Connector::new(DVec3::Z * 0.03, DVec3::NEG_Z)], vec![shape]);
        assert!(told(vec![room("A", 3.0), panel]).is_empty());
    }

    #[test]
    fn numbers_that_are_none_are_left_to_their_own_check() {
        assert!(changed(|door| door.position.x = f64::NAN).is_empty());
    }
}
