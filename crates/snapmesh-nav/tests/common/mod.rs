//! Little scenes whose answers are known.

#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::allow_attributes, reason = "dead_code is met in some files only")]

use proptest::prelude::*;
use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Map, PieceId, Placed, Pose, Role, Stop, Turn};
use snapmesh_nav::{Agent, Budget, PieceGeometry, Surface, Terrain, Walkability, bake};

/// A scene of one piece.
#[derive(Clone, Default)]
pub(crate) struct Scene(pub(crate) PieceGeometry);

impl Scene {
    /// A box from one corner to the other.
    pub(crate) fn block(self, min: [f64; 3], max: [f64; 3]) -> Self {
        self.tagged(min, max, Walkability::BySlope)
    }

    /// A box that is tagged.
    pub(crate) fn tagged(mut self, min: [f64; 3], max: [f64; 3], walk: Walkability) -> Self {
        let pick = |i: usize, axis: usize| if i >> axis & 1 == 0 { min[axis] } else { max[axis] };
        let first = self.0.positions.len() as u32;
        self.0.positions.extend((0..8).map(|i| DVec3::new(pick(i, 0), pick(i, 1), pick(i, 2))));
        let sides = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        for [a, b, c, d] in sides {
            self.0.triangles.push(([a, b, c].map(|i| i + first), walk));
            self.0.triangles.push(([a, c, d].map(|i| i + first), walk));
        }
        self
    }

    /// A plate of no thickness whose two ends along x are at these heights.
    pub(crate) fn ramp(
        self,
        [x0, y0]: [f64; 2],
        [x1, y1]: [f64; 2],
        [z0, z1]: [f64; 2],
        walk: Walkability,
    ) -> Self {
        let corners = [[x0, y0, z0], [x0, y0, z1], [x1, y1, z1], [x1, y1, z0]];
        self.triangle([corners[0], corners[1], corners[2]], walk)
            .triangle([corners[0], corners[2], corners[3]], walk)
    }

    pub(crate) fn triangle(mut self, corners: [[f64; 3]; 3], walk: Walkability) -> Self {
        let first = self.0.positions.len() as u32;
        self.0.positions.extend(corners.map(DVec3::from));
        self.0.triangles.push(([first, first + 1, first + 2], walk));
        self
    }

    pub(crate) fn terrain(&self, agent: &Agent) -> Terrain {
        Terrain::new(std::slice::from_ref(&self.0), *agent).unwrap()
    }

    pub(crate) fn bake(&self, agent: &Agent) -> Surface {
        bake(&self.terrain(agent), &alone(), &Budget::default()).unwrap()
    }

    /// The shares of the regions, for the agent of every test.
    pub(crate) fn shares(&self) -> Vec<f64> {
        self.bake(&agent()).regions.iter().map(|region| region.share).collect()
    }
}

/// A map of these pieces.
pub(crate) fn map_of(pieces: Vec<Placed>) -> Map {
    Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces) }
}

/// A map of the first piece alone.
pub(crate) fn alone() -> Map {
    map_of(vec![Placed { role: Role::Piece, piece: PieceId::new(0), pose: Pose::ORIGIN, joint: None }])
}

/// Radius 0.3, height 1.8, climb 0.3, slope 45 degrees, cells of 0.1 m.
pub(crate) fn agent() -> Agent {
    Agent::from(&settings())
}

pub(crate) fn settings() -> Navigation {
    Navigation {
        agent_radius: 0.3,
        agent_height: 1.8,
        max_climb: 0.3,
        max_slope: 45.0,
        ..Navigation::default()
    }
}

/// Pieces that a random map is thrown together from: a floor, a wall, a ramp, a table and a stair.
pub(crate) fn pieces() -> Vec<PieceGeometry> {
    let mut stair = Scene::default();
    for i in 0..8 {
        let (x, y) = (0.3 * f64::from(i), 0.25 * f64::from(i + 1));
        stair = stair.block([x, y - 0.25, 0.0], [x + 0.3, y, 2.0]);
    }
    vec![
        Scene::default().block([-4.0, -0.3, -4.0], [4.0, 0.0, 4.0]).0,
        Scene::default().block([-3.0, 0.0, -0.1], [3.0, 2.5, 0.1]).0,
        Scene::default().ramp([-3.0, 0.0], [3.0, 2.0], [-1.5, 1.5], Walkability::BySlope).0,
        Scene::default().tagged([-1.0, 0.0, -1.0], [1.0, 0.8, 1.0], Walkability::Never).0,
        stair.0,
    ]
}

/// Maps of such pieces, at any place and turned in any way.
pub(crate) fn maps() -> impl Strategy<Value = Map> {
    let heading = (-1.0..1.0f64, -1.0..1.0f64)
        .prop_filter("a heading", |(x, z)| x * x + z * z > 0.01)
        .prop_map(|(x, z)| Turn::between(DVec3::X, DVec3::new(x, 0.0, z)).unwrap());
    let place = (-8.0..8.0f64, 0..3, -8.0..8.0f64).prop_map(|(x, y, z)| DVec3::new(x, f64::from(y), z));
    let placed = (0..5_usize, place, heading).prop_map(|(piece, position, turn)| Placed {
        role: Role::Piece,
        piece: PieceId::new(piece),
        pose: Pose { position, turn },
        joint: None,
    });
    proptest::collection::vec(placed, 1..14).prop_map(map_of)
}
