//! A doorway measured in the mesh: how high its floor lies and how far that reaches, how wide and how high it is.

use super::doorway::{BESIDE, Doorway};
use super::floor::Floor;
use crate::piece_file::Model;
use snapmesh::glam::DVec3;
use snapmesh::{Connector, Piece};

/// A doorway as the mesh has it, in metres. None is what was not found: no floor, no wall, the open sky.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Measures {
    /// How high its floor is above the connector.
    pub floor: Option<f64>,
    /// How far that floor reaches beyond the connector; below zero it ends before.
    pub reach: Option<f64>,
    /// How much is free to the left of the connector and to the right of it, looking out.
    pub sides: Option<[f64; 2]>,
    /// From its floor to what is above it.
    pub headroom: Option<f64>,
}

impl Measures {
    /// From one side to the other.
    pub fn width(&self) -> Option<f64> {
        self.sides.map(|[left, right]| left + right)
    }
}

/// Metres behind a connector from where its floor is followed outwards.
const BACK: f64 = 0.5;
/// Metres behind a connector, and above its floor, where jambs are looked for.
const DEPTHS: [f64; 3] = [0.02, 0.15, 0.3];
const HEIGHTS: [f64; 3] = [0.4, 1.0, 1.6];
/// Metres behind the edge of a floor where its sides are looked for.
const INSIDE: f64 = 0.2;
/// What is lower than this above the floor is no ceiling, in metres.
const KNEE: f64 = 0.4;
/// Metres beyond which nothing belongs to a doorway.
const FAR: f64 = 50.0;

/// Measures the doorway of a connector. Of one that looks up or down nothing is known.
pub fn measure(piece: &Piece, model: &Model, connector: &Connector) -> Measures {
    let floor = Floor::of(model);
    let Some(door) = Doorway::find(piece, connector, &floor) else { return Measures::default() };
    let at = connector.position.with_y(door.height);
    let reaches = BESIDE.map(|beside| {
        let cut = floor.cut(at + door.right * beside - door.heading * BACK, door.heading);
        cut.ahead(door.height).map(|ahead| ahead - BACK)
    });
    let reach = reaches.into_iter().flatten().min_by(f64::total_cmp);
    let behind = |depth: f64, height: f64| at - door.heading * depth + DVec3::Y * height;
    let wall = |side: DVec3| {
        let rays = DEPTHS.iter().flat_map(|depth| HEIGHTS.iter().map(|height| behind(*depth, *height)));
        rays.filter_map(|from| hit(model, from, side)).min_by(f64::total_cmp)
    };
    let edge = at + door.heading * reach.unwrap_or(0.0).min(0.0);
    let cut = floor.cut(edge - door.heading * INSIDE, door.right);
    let [left, right] = [(cut.behind(door.height), -door.right), (cut.ahead(door.height), door.right)]
        .map(|(floor, side)| [floor, wall(side)].into_iter().flatten().min_by(f64::total_cmp));
    Measures {
        floor: Some(door.height - connector.position.y),
        reach,
        sides: left.zip(right).map(|(left, right)| [left, right]),
        headroom: hit(model, behind(DEPTHS[1], KNEE), DVec3::Y).map(|above| above + KNEE),
    }
}

/// How far it is to the first triangle in a direction; none if it is too far. What opens is in nobody's way.
fn hit(model: &Model, from: DVec3, way: DVec3) -> Option<f64> {
    let parts = model.parts.iter().filter(|part| !part.opens);
    let triangles = parts.flat_map(|part| {
        part.triangles.iter().map(|corners| corners.map(|corner| part.positions[corner as usize]))
    });
    triangles.filter_map(|triangle| meet(triangle, from, way)).min_by(f64::total_cmp)
}

/// How far along a ray a triangle is, from either side.
fn meet([a, b, c]: [DVec3; 3], from: DVec3, way: DVec3) -> Option<f64> {
    let (ab, ac) = (b - a, c - a);
    let across = way.cross(ac);
    let size = ab.dot(across);
    if size == 0.0 {
        return None;
    }
    let to = from - a;
    let (u, turned) = (to.dot(across) / size, to.cross(ab));
    let (v, far) = (way.dot(turned) / size, ac.dot(turned) / size);
    let inside = u >= 0.0 && v >= 0.0 && u + v <= 1.0;
    (inside && far > 0.0 && far <= FAR).then_some(far)
}

#[cfg(test)]
mod tests {
    use super::super::testing::{DOOR, room, slab};
    use super::*;

    /// The room with a wall around its doorway, which is two metres wide and two and a half high.
    fn walled() -> (Piece, Model) {
        let (piece, mut model) = room(&[(DOOR, DVec3::X)]);
        let jamb = |near: f64, far: f64| {
            let corner = |z: f64, y: f64, x: f64| DVec3::new(x, y, z);
            let side =
                |z: f64| [corner(z, 0.0, 2.6), corner(z, 0.0, 3.0), corner(z, 4.0, 3.0), corner(z, 4.0, 2.6)];
            let positions = [side(near), side(far)].concat();
            crate::piece_file::Part::plain(
                positions,
                vec![[0, 1, 2], [0, 2, 3], [4, 6, 5], [4, 7, 6]],
                [1.0; 4],
            )
        };
        model.parts.extend([jamb(1.2, 3.0), jamb(-0.8, -3.0)]);
        model.parts.push(slab(DVec3::new(2.6, 2.5, -0.8), DVec3::new(3.0, 4.0, 1.2)));
        (piece, model)
    }

    #[test]
    fn jambs_lintel_and_floor_are_found() {
        let (piece, model) = walled();
        let found = measure(&piece, &model, &piece.connectors[0]);
        let near = |found: Option<f64>, meant: f64| found.is_some_and(|found| (found - meant).abs() < 1e-9);
        assert!(near(found.floor, 0.0) && near(found.reach, 0.0), "{found:?}");
        assert!(near(found.width(), 2.0) && near(found.headroom, 2.5), "{found:?}");
        let sides = found.sides.unwrap();
        assert!(
            near(Some(sides[0]), 0.8) && near(Some(sides[1]), 1.2),
            "looking out along +X, left is -Z: {sides:?}"
        );
    }

    #[test]
    fn an_open_side_is_as_wide_as_its_floor_and_a_connector_before_it_sees_it_end() {
        let (piece, model) = room(&[(DOOR + DVec3::new(0.25, 0.1, 0.0), DVec3::X)]);
        let found = measure(&piece, &model, &piece.connectors[0]);
        assert_eq!((found.width(), found.headroom), (Some(6.0), None));
        assert!(found.reach.is_some_and(|reach| (reach + 0.25).abs() < 1e-9), "{found:?}");
        assert!(found.floor.is_some_and(|floor| (floor + 0.1).abs() < 1e-9), "{found:?}");
    }

    #[test]
    fn where_there_is_no_floor_nothing_is_known() {
        let (piece, model) = room(&[(DVec3::new(9.0, 0.0, 0.0), DVec3::X), (DVec3::ZERO, DVec3::Y)]);
        for connector in &piece.connectors {
            assert_eq!(measure(&piece, &model, connector), Measures::default());
        }
    }
}
