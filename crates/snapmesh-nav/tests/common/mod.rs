//! Little scenes whose answers are known.

#![expect(clippy::unwrap_used, reason = "tests")]
#![allow(dead_code, reason = "each test file uses its own part")]
#![allow(clippy::allow_attributes, reason = "dead_code is met in some files only")]

use snapmesh::glam::DVec3;
use snapmesh::settings::Navigation;
use snapmesh::{Map, Placed, Pose};
use snapmesh_nav::{Agent, Budget, Ground, Surface, Walk, bake};

/// A scene of one piece.
#[derive(Clone, Default)]
pub(crate) struct Scene(pub(crate) Ground);

impl Scene {
    /// A box from one corner to the other.
    pub(crate) fn block(self, min: [f64; 3], max: [f64; 3]) -> Self {
        self.tagged(min, max, Walk::BySlope)
    }

    /// A box that is tagged.
    pub(crate) fn tagged(mut self, min: [f64; 3], max: [f64; 3], walk: Walk) -> Self {
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
    pub(crate) fn ramp(self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], [z0, z1]: [f64; 2], walk: Walk) -> Self {
        let corners = [[x0, y0, z0], [x0, y0, z1], [x1, y1, z1], [x1, y1, z0]];
        self.triangle([corners[0], corners[1], corners[2]], walk)
            .triangle([corners[0], corners[2], corners[3]], walk)
    }

    pub(crate) fn triangle(mut self, corners: [[f64; 3]; 3], walk: Walk) -> Self {
        let first = self.0.positions.len() as u32;
        self.0.positions.extend(corners.map(DVec3::from));
        self.0.triangles.push(([first, first + 1, first + 2], walk));
        self
    }

    pub(crate) fn bake(&self, agent: &Agent) -> Surface {
        bake(&[self.0.clone()], &alone(), agent, &Budget::default()).unwrap()
    }

    /// The shares of the regions, for the agent of every test.
    pub(crate) fn shares(&self) -> Vec<f64> {
        self.bake(&agent()).regions.iter().map(|region| region.share).collect()
    }
}

/// A map of the first piece alone.
pub(crate) fn alone() -> Map {
    Map { pieces: vec![Placed { piece: 0, pose: Pose::ORIGIN, joint: None }], stop: "piece-limit".into() }
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
