//! The shape of a map: what can be counted and measured without walking on it.

use crate::boxes::Bounds;
use crate::map::Map;
use crate::placed::Placed;
use crate::valid_kit::ValidKit;
use glam::DVec3;

/// What a map looks like in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Pieces that the map grew by; here and below, caps and doors are none.
    pub pieces: usize,
    /// Connectors that nothing is joined to.
    pub free_connectors: usize,
    /// Joints on the longest way from the starting piece.
    pub depth: usize,
    /// Pieces that grew from a piece, on average over those that any grew from: 1 for a line.
    pub branching: f64,
    /// Joints on the longest way between any two pieces, as a share of all joints: 1 for a line, little for a star.
    pub linearity: f64,
    /// Metres along each axis, around all pieces.
    pub size: DVec3,
}

impl Shape {
    /// Measures a map.
    pub fn new(map: &Map, kit: &ValidKit) -> Self {
        let grown = map.grown();
        let tree = Tree::new(grown);
        let joints = grown.iter().filter(|placed| placed.joint.is_some()).count();
        let doors: usize = grown.iter().map(|placed| kit.piece(placed.piece).connectors.len()).sum();
        let bounds = grown.iter().fold(Bounds::EMPTY, |all, placed| all.join(placed.bounds(kit)));
        Self {
            pieces: grown.len(),
            free_connectors: doors - 2 * (joints + map.links.len()) - map.caps().len(),
            depth: tree.depth,
            branching: if tree.parents == 0 { 0.0 } else { joints as f64 / tree.parents as f64 },
            linearity: if joints == 0 { 1.0 } else { tree.longest as f64 / joints as f64 },
            size: if bounds.is_empty() { DVec3::ZERO } else { bounds.size() },
        }
    }

    /// Cubic metres of the box around all pieces.
    pub fn volume(&self) -> f64 {
        self.size.x * self.size.y * self.size.z
    }
}

/// The tree of joints.
struct Tree {
    depth: usize,
    /// The longest way between any two pieces.
    longest: usize,
    /// Pieces that others grew from.
    parents: usize,
}

impl Tree {
    /// Pieces come after their guides, so one look from the last to the first sees every branch whole.
    fn new(pieces: &[Placed]) -> Self {
        let mut below = vec![0_usize; pieces.len()];
        let mut parent = vec![false; pieces.len()];
        let mut longest = 0;
        for (index, placed) in pieces.iter().enumerate().rev() {
            let Some(joint) = placed.joint else { continue };
            let (guide, through) = (joint.guide.index(), below[index] + 1);
            // The longest way over the guide so far, with this branch as one of its two ends.
            longest = longest.max(below[guide] + through);
            below[guide] = below[guide].max(through);
            parent[guide] = true;
        }
        let parents = parent.into_iter().filter(|parent| *parent).count();
        Self { depth: below.first().copied().unwrap_or(0), longest, parents }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{ConnectorId, PieceId, PlacedId, Port};
    use crate::selection::Stop;
    use crate::{Connector, Joint, Kit, Link, OrientedBox, Piece, Pose, Role};

    fn port(placed: usize, connector: usize) -> Port {
        Port { placed: PlacedId::new(placed), connector: ConnectorId::new(connector) }
    }

    /// A map whose pieces grew from these, and its kit.
    fn map(guides: &[usize]) -> (Map, ValidKit) {
        let doors = (0..4).map(|i| Connector::new(DVec3::new(0.0, f64::from(i), 0.0), DVec3::X)).collect();
        let piece = Piece::new("Hub", doors, vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
        let kit = Kit::new("hubs", vec![piece]).validate().unwrap().0;
        let start = Placed { role: Role::Piece, piece: PieceId::new(0), pose: Pose::ORIGIN, joint: None };
        let grown = guides.iter().map(|&guide| {
            let Port { placed: guide, connector: guide_connector } = port(guide, 0);
            Placed { joint: Some(Joint { guide, guide_connector, connector: ConnectorId::new(1) }), ..start }
        });
        let pieces = std::iter::once(start).chain(grown).collect();
        (Map { seed: 1, stop: Stop::PIECE_LIMIT, ..Map::of(pieces) }, kit)
    }

    fn tree(guides: &[usize]) -> Shape {
        let (map, kit) = map(guides);
        Shape::new(&map, &kit)
    }

    #[test]
    fn a_link_uses_two_connectors_and_leaves_the_tree_alone() {
        let (mut map, kit) = map(&[0, 1, 2]);
        let tree = Shape::new(&map, &kit);
        map.links.push(Link { from: port(3, 2), to: port(0, 3), gap: 0.0, turn: 0.0 });
        let linked = Shape::new(&map, &kit);
        assert_eq!(linked, Shape { free_connectors: tree.free_connectors - 2, ..tree });
        assert!(map.used_connectors(&kit)[3][2] && map.used_connectors(&kit)[0][3]);
    }

    #[test]
    fn a_line_is_as_deep_as_it_is_long() {
        let line = tree(&[0, 1, 2]);
        assert_eq!((line.pieces, line.depth, line.free_connectors), (4, 3, 10));
        assert_eq!((line.branching, line.linearity), (1.0, 1.0));
    }

    #[test]
    fn a_line_that_starts_in_its_middle_is_a_line() {
        let line = tree(&[0, 0, 1, 2]);
        assert_eq!((line.depth, line.linearity), (2, 1.0));
        assert_eq!(line.branching, 4.0 / 3.0);
    }

    #[test]
    fn a_star_is_shallow() {
        let star = tree(&[0, 0, 0, 0]);
        assert_eq!((star.depth, star.linearity, star.branching), (1, 0.5, 4.0));
    }

    #[test]
    fn a_piece_alone_is_a_line_of_no_joints() {
        let alone = tree(&[]);
        assert_eq!((alone.pieces, alone.depth, alone.branching, alone.linearity), (1, 0, 0.0, 1.0));
        assert_eq!((alone.size, alone.volume()), (DVec3::new(2.0, 4.0, 2.0), 16.0));
    }
}
