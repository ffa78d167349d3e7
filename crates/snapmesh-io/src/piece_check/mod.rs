//! What only the mesh of a piece can tell about its connectors. A check is a file here and a line in one of the lists.
//!
//! All of it goes by the floor that is drawn: it ends at a doorway, and goes on behind it. Where none is found, nothing is
//! said.

mod outside;
mod floor;
mod doorway;
mod measure;
mod inward;
mod along_wall;
mod inside;
mod floating;

pub use measure::{Measures, measure};

use crate::piece_file::Model;
use doorway::Doorway;
use floor::Floor;
use snapmesh::{Bounds, Connector, Piece, Problem, Problems};

/// A check of a connector against all that is drawn of its piece.
type Place = fn(&Piece, &Bounds, &Connector) -> Option<Problem>;

/// Where a connector stands to all that is drawn.
const PLACES: &[Place] = &[outside::check];

/// Where a connector stands and points. The first that has something to say is told.
const WAYS: &[fn(&Doorway<'_>) -> Option<Problem>] = &[inward::check, along_wall::check, inside::check];

/// How high it stands, against what is usual in the kit.
const HEIGHTS: &[fn(&Doorway<'_>, f64) -> Option<Problem>] = &[floating::check];

/// Triangles of floors that are looked at, for all connectors together: a second of work at most.
const MOST: usize = 50_000_000;

/// Looks at the connectors of a kit and the floors around them.
pub(crate) fn look<'a>(pieces: impl Iterator<Item = (&'a Piece, &'a Model)>) -> Problems {
    look_at_most(MOST, pieces)
}

fn look_at_most<'a>(most: usize, pieces: impl Iterator<Item = (&'a Piece, &'a Model)>) -> Problems {
    let mut problems = Problems::NONE;
    let mut floors: Vec<(&Piece, Floor)> = Vec::new();
    for (piece, model) in pieces {
        let drawn = model.bounds();
        for connector in &piece.connectors {
            problems.extend(PLACES.iter().filter_map(|check| check(piece, &drawn, connector)));
        }
        floors.push((piece, Floor::of(model)));
    }
    let (mut doorways, mut left) = (Vec::new(), most);
    for (piece, floor) in &floors {
        let looked = (left / floor.len().max(1)).min(piece.connectors.len());
        left -= looked * floor.len();
        if looked < piece.connectors.len() {
            let message = format!(
                "of its {} connectors, {looked} were looked at: its floor has {} triangles",
                piece.connectors.len(),
                floor.len()
            );
            problems.push(Problem::note(&piece.source, message));
        }
        let doors = piece.connectors[..looked].iter();
        doorways.extend(doors.filter_map(|connector| Doorway::find(piece, connector, floor)));
    }
    let usual = usual_drop(&doorways);
    for doorway in &doorways {
        // Where the boxes have told that it points into them, no more needs to be said about that.
        if doorway.piece.inward(doorway.connector).is_none() {
            problems.extend(WAYS.iter().find_map(|check| check(doorway)));
        }
        problems.extend(HEIGHTS.iter().filter_map(|check| check(doorway, usual)));
    }
    problems
}

/// How high the floor is in the doorways of a piece, as far as it is drawn.
#[cfg(feature = "picture")]
pub(crate) fn doorway_floor<'a>(
    piece: &'a Piece,
    model: &Model,
) -> impl Fn(&Connector) -> Option<f64> + use<'a> {
    let floor = Floor::of(model);
    let few = floor.len().saturating_mul(piece.connectors.len()) <= MOST;
    move |connector| {
        if few { Doorway::find(piece, connector, &floor).map(|doorway| doorway.height) } else { None }
    }
}

/// How high above their floors most connectors stand.
fn usual_drop(doorways: &[Doorway<'_>]) -> f64 {
    let mut drops: Vec<f64> = doorways.iter().map(Doorway::drop).collect();
    drops.sort_by(f64::total_cmp);
    drops.get(drops.len().saturating_sub(1) / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod testing {
    use super::*;
    use crate::piece_file::Part;
    use snapmesh::glam::DVec3;
    use snapmesh::{Connector, OrientedBox};

    /// In the middle of a side of the room.
    pub(super) const DOOR: DVec3 = DVec3::new(3.0, 0.0, 0.0);

    /// A slab, its top and its bottom, as floors are.
    pub(super) fn slab(min: DVec3, max: DVec3) -> Part {
        let corner = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
        let level = |y: f64| {
            [
                corner(min.x, y, min.z),
                corner(min.x, y, max.z),
                corner(max.x, y, max.z),
                corner(max.x, y, min.z),
            ]
        };
        let positions = [level(max.y), level(min.y)].concat();
        let triangles = vec![[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]];
        Part::plain(positions, triangles, [1.0; 4])
    }

    /// A room of six metres with a floor, and a box that ends before its doorways.
    pub(super) fn room(doors: &[(DVec3, DVec3)]) -> (Piece, Model) {
        let door = |(i, (at, heading)): (usize, &(DVec3, DVec3))| Connector {
            name: format!("door{i}"),
            ..Connector::new(*at, *heading)
        };
        let shape = OrientedBox::aligned(DVec3::new(-2.9, 0.0, -2.9), DVec3::new(2.9, 3.0, 2.9));
        let piece = Piece::new("Room", doors.iter().enumerate().map(door).collect(), vec![shape]);
        let floor = slab(DVec3::new(-3.0, -0.4, -3.0), DVec3::new(3.0, 0.0, 3.0));
        (piece, Model { parts: vec![floor], navmesh: vec![] })
    }

    pub(super) fn told(pieces: &[(Piece, Model)]) -> Vec<String> {
        look(pieces.iter().map(|(piece, model)| (piece, model))).iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::{DOOR, room, slab, told};
    use super::*;
    use snapmesh::glam::DVec3;

    const NOTHING: [&str; 0] = [];

    #[test]
    fn a_room_with_its_doorways_at_its_edges_has_nothing_to_tell() {
        let sides = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];
        assert_eq!(told(&[room(&sides.map(|side| (side * 3.0, side)))]), NOTHING);
    }

    #[test]
    fn stairs_ramps_and_floors_of_tiles_have_nothing_to_tell() {
        let (piece, mut model) =
            room(&[(DVec3::new(3.0, 2.0, 0.0), DVec3::X), (DVec3::X * -3.0, DVec3::NEG_X)]);
        let step = |i: i32| {
            let (x, y) = (f64::from(i) * 0.5, f64::from(i) * 0.25);
            slab(DVec3::new(x - 1.0, -0.4, -1.0), DVec3::new(x - 0.5, y, 1.0))
        };
        model.parts = (1..=8)
            .map(step)
            .chain([slab(DVec3::new(-3.0, -0.4, -1.0), DVec3::new(-0.5, 0.0, 1.0))])
            .collect();
        assert_eq!(told(&[(piece.clone(), model.clone())]), NOTHING);
        for part in &mut model.parts[..8] {
            let (low, high) = (part.positions[0].x, part.positions[2].x);
            for corner in &mut part.positions[..4] {
                corner.y = if corner.x == low { low * 0.5 + 0.25 } else { high * 0.5 + 0.25 };
            }
        }
        assert_eq!(told(&[(piece, model)]), NOTHING);
    }

    #[test]
    fn a_court_with_another_wing_ahead_is_out_of_the_piece() {
        let (piece, mut model) = room(&[(DOOR, DVec3::X)]);
        model.parts.push(slab(DVec3::new(4.0, -0.4, -3.0), DVec3::new(8.0, 0.0, 3.0)));
        assert_eq!(told(&[(piece, model)]), NOTHING);
    }

    #[test]
    fn without_a_floor_nothing_is_said() {
        let (piece, _) = room(&[(DVec3::ZERO, DVec3::X), (DVec3::new(0.0, f64::NAN, 0.0), DVec3::X)]);
        assert_eq!(told(&[(piece, Model::default())]), NOTHING);
        let shaft = room(&[(DVec3::ZERO, DVec3::Y), (DVec3::ZERO, DVec3::NEG_Y)]);
        assert_eq!(told(&[shaft]), NOTHING, "nobody walks through a shaft");
    }

    #[test]
    fn more_work_than_anyone_waits_for_is_left_out_and_told() {
        let (piece, model) = room(&[(DVec3::ZERO, DVec3::X); 5]);
        let told = look_at_most(7, [(&piece, &model)].into_iter());
        assert_eq!(told[0].message, "of its 5 connectors, 3 were looked at: its floor has 2 triangles");
        assert_eq!(told.len(), 4, "{told}");
    }
}
