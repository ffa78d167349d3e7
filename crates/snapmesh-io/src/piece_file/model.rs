//! What a piece looks like, and where it can be walked.

use snapmesh::Bounds;
use snapmesh::glam::DVec3;
use snapmesh_nav::{PieceGeometry, Walkability};

/// What a piece looks like, in its own space.
#[derive(Clone, Debug, Default)]
pub struct Model {
    /// Its drawn meshes, material by material.
    pub parts: Vec<Part>,
    /// Its meshes named `*-navmesh`: where its designer says that it can be walked. They are never drawn. One that was made
    /// from what is drawn, as in a map, is not among them.
    pub navmesh: Vec<Part>,
}

/// Triangles of one material.
#[derive(Clone, Debug)]
pub struct Part {
    /// Corners, in metres.
    pub positions: Vec<DVec3>,
    /// Three corners each.
    pub triangles: Vec<[u32; 3]>,
    /// The base color of the material, linear, from 0 to 1.
    pub color: [f32; 4],
    /// The light the material gives off, linear, from 0 to 1.
    pub emissive: [f32; 3],
    /// Whether it is meant to be seen from behind, too.
    pub double_sided: bool,
    /// Whether it is floor.
    pub walk: Walkability,
    /// Whether it stands in nobody's way: a door opens.
    pub opens: bool,
    /// The name of its node; nothing if it has none, here and below.
    pub node: String,
    /// The name of its mesh.
    pub mesh: String,
    /// The name of its material.
    pub material: String,
    /// Where its triangles come from, for those who want more of them than this: corners are in the order of the file.
    /// None if they were made otherwise.
    #[cfg_attr(not(feature = "picture"), expect(dead_code, reason = "only pictures want more"))]
    pub(crate) origin: Option<Origin>,
}

/// A primitive of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    /// The number of its mesh.
    pub(crate) mesh: usize,
    /// Its number in the mesh.
    pub(crate) primitive: usize,
}

impl Part {
    /// Triangles of one color, by no name.
    pub fn plain(positions: Vec<DVec3>, triangles: Vec<[u32; 3]>, color: [f32; 4]) -> Self {
        let [node, mesh, material] = [const { String::new() }; 3];
        let (emissive, double_sided, walk) = ([0.0; 3], false, Walkability::BySlope);
        let (opens, origin) = (false, None);
        Self {
            positions,
            triangles,
            color,
            emissive,
            double_sided,
            walk,
            opens,
            node,
            mesh,
            material,
            origin,
        }
    }
}

impl Model {
    /// Around all that is drawn.
    pub fn bounds(&self) -> Bounds {
        self.parts
            .iter()
            .fold(Bounds::EMPTY, |all, part| all.join(Bounds::around(part.positions.iter().copied())))
    }

    /// How many triangles are drawn, or corners if these are more.
    pub fn triangles(&self) -> u64 {
        self.parts.iter().map(|part| part.triangles.len().max(part.positions.len()) as u64).sum()
    }

    /// What there is to walk on and to bump into.
    pub fn geometry(&self) -> PieceGeometry {
        ground(self)
    }
}

/// The ground of a piece: its navmesh alone, if it has one, else all that is drawn, but for what opens.
fn ground(model: &Model) -> PieceGeometry {
    let mut ground = PieceGeometry::default();
    let parts = if model.navmesh.is_empty() { &model.parts } else { &model.navmesh };
    for part in parts.iter().filter(|part| !part.opens) {
        let base = ground.positions.len() as u32;
        ground.positions.extend(&part.positions);
        ground.triangles.extend(part.triangles.iter().map(|triangle| {
            let (triangle, walk) = if model.navmesh.is_empty() {
                (*triangle, part.walk)
            } else {
                (upward(part, *triangle), Walkability::Always)
            };
            (triangle.map(|corner| base + corner), walk)
        }));
    }
    ground
}

/// A navmesh is not looked at, so its maker may not see that it faces down.
fn upward(part: &Part, [a, b, c]: [u32; 3]) -> [u32; 3] {
    let [p, q, r]: [DVec3; 3] = [a, b, c].map(|corner| part.positions[corner as usize]);
    if (q - p).cross(r - p).y < 0.0 { [a, c, b] } else { [a, b, c] }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A floor at a height, facing up or down.
    fn floor(height: f64, up: bool, walk: Walkability) -> Part {
        let positions = [[0.0, 0.0], [0.0, 1.0], [1.0, 0.0]].map(|[x, z]| DVec3::new(x, height, z)).to_vec();
        let triangles = vec![if up { [0, 1, 2] } else { [0, 2, 1] }];
        Part { walk, ..Part::plain(positions, triangles, [1.0; 4]) }
    }

    #[test]
    fn without_a_navmesh_all_that_is_drawn_counts_as_it_is() {
        let under = Part { double_sided: true, ..floor(1.0, false, Walkability::BySlope) };
        let ground =
            ground(&Model { parts: vec![floor(0.0, true, Walkability::Never), under], navmesh: vec![] });
        assert_eq!(ground.triangles, [([0, 1, 2], Walkability::Never), ([3, 5, 4], Walkability::BySlope)]);
        assert_eq!(ground.positions[3].y, 1.0);
    }

    #[test]
    fn what_opens_is_not_there_for_who_walks() {
        let door = Part { opens: true, ..floor(1.0, true, Walkability::BySlope) };
        let parts = vec![door, floor(0.0, true, Walkability::BySlope)];
        let ground = ground(&Model { parts, navmesh: vec![] });
        assert_eq!((ground.triangles.len(), ground.positions[0].y), (1, 0.0));
    }

    #[test]
    fn a_navmesh_is_the_only_ground_and_faces_up() {
        let navmesh = vec![floor(2.0, false, Walkability::Never), floor(3.0, true, Walkability::BySlope)];
        let ground = ground(&Model { parts: vec![floor(0.0, true, Walkability::BySlope)], navmesh });
        assert_eq!(ground.triangles, [([0, 1, 2], Walkability::Always), ([3, 4, 5], Walkability::Always)]);
        assert!(ground.positions.iter().all(|p| p.y >= 2.0));
    }
}
