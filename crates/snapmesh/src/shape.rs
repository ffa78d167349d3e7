//! The shape of a map: what can be counted and measured without walking on it.

use crate::boxes::Bounds;
use crate::map::{Link, Map};
use crate::placed::Placed;
use crate::valid_kit::ValidKit;
use glam::DVec3;
use std::collections::VecDeque;

/// What a map looks like in numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// Pieces that the map grew by; here and below, caps and doors are none.
    pub pieces: usize,
    /// Connectors that nothing is joined to.
    pub free_connectors: usize,
    /// Links: each closes a loop.
    pub loops: usize,
    /// Joints from the starting piece to the piece farthest from it, by the shortest way; here and below, a way may lead over
    /// links, and they count like joints.
    pub depth: usize,
    /// Pieces that grew from a piece, on average over those that any grew from: 1 for a line. Links have no part in it.
    pub branching: f64,
    /// Joints on the longest way between any two pieces, as a share of all joints: 1 for a line, a half for a ring, little for a
    /// star. With links, the shortest way from the piece farthest from the start to the piece farthest from that; without, that
    /// is the longest there is.
    pub linearity: f64,
    /// Metres along each axis, around all pieces.
    pub size: DVec3,
}

impl Shape {
    /// Measures a map.
    pub fn new(map: &Map, kit: &ValidKit) -> Self {
        let grown = map.grown();
        let tree = Tree::new(grown);
        let Reach { depth, longest } =
            if map.links.is_empty() { tree.reach } else { Reach::over_links(grown, &map.links) };
        let joints = grown.iter().filter(|placed| placed.joint.is_some()).count();
        let (loops, joined) = (map.links.len(), joints + map.links.len());
        let doors: usize = grown.iter().map(|placed| kit.piece(placed.piece).connectors.len()).sum();
        let bounds = grown.iter().fold(Bounds::EMPTY, |all, placed| all.join(placed.bounds(kit)));
        Self {
            pieces: grown.len(),
            free_connectors: doors - 2 * joined - map.caps().len(),
            loops,
            depth,
            branching: if tree.parents == 0 { 0.0 } else { joints as f64 / tree.parents as f64 },
            linearity: if joined == 0 { 1.0 } else { longest as f64 / joined as f64 },
            size: if bounds.is_empty() { DVec3::ZERO } else { bounds.size() },
        }
    }

    /// Cubic metres of the box around all pieces.
    pub fn volume(&self) -> f64 {
        self.size.x * self.size.y * self.size.z
    }
}

/// How far one can go on a map.
#[derive(Clone, Copy)]
struct Reach {
    /// From the starting piece.
    depth: usize,
    /// The longest way between any two pieces.
    longest: usize,
}

impl Reach {
    /// With loops, by two looks around: the longest of all shortest ways would take a look from every piece.
    fn over_links(pieces: &[Placed], links: &[Link]) -> Self {
        let mut beside = vec![vec![]; pieces.len()];
        let joints = pieces.iter().enumerate();
        let joints = joints.filter_map(|(index, placed)| Some([placed.joint?.guide.index(), index]));
        for [a, b] in joints.chain(links.iter().map(|link| link.sides().map(|port| port.placed.index()))) {
            beside[a].push(b);
            beside[b].push(a);
        }
        let (far, depth) = farthest(&beside, 0);
        Self { depth, longest: farthest(&beside, far).1 }
    }
}

/// The piece that is farthest from one, the first of them if there are several, and how far it is.
fn farthest(beside: &[Vec<usize>], start: usize) -> (usize, usize) {
    let mut seen = vec![false; beside.len()];
    seen[start] = true;
    let (mut last, mut line) = ((start, 0), VecDeque::from([(start, 0)]));
    while let Some((piece, steps)) = line.pop_front() {
        if steps > last.1 || (steps == last.1 && piece < last.0) {
            last = (piece, steps);
        }
        for &next in &beside[piece] {
            if !std::mem::replace(&mut seen[next], true) {
                line.push_back((next, steps + 1));
            }
        }
    }
    last
}

/// The tree of joints.
struct Tree {
    reach: Reach,
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
        let depth = below.first().copied().unwrap_or(0);
        Self { reach: Reach { depth, longest }, parents }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{ConnectorId, PieceId, PlacedId, Port};
    use crate::selection::Stop;
    use crate::{Connector, Joint, Kit, OrientedBox, Piece, Pose, Role};

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

    /// The same with links between pieces, each at connectors of its own.
    fn linked(guides: &[usize], links: &[[usize; 2]]) -> Shape {
        let (mut map, kit) = map(guides);
        let link =
            |&[from, to]: &[usize; 2]| Link { from: port(from, 2), to: port(to, 3), gap: 0.0, turn: 0.0 };
        map.links = links.iter().map(link).collect();
        Shape::new(&map, &kit)
    }

    #[test]
    fn a_link_uses_two_connectors_and_nothing_else_grew_from_it() {
        let (line, ring) = (tree(&[0, 1, 2]), linked(&[0, 1, 2], &[[3, 0]]));
        assert_eq!((line.loops, ring.loops), (0, 1));
        assert_eq!(ring.free_connectors, line.free_connectors - 2);
        assert_eq!((ring.pieces, ring.branching, ring.size), (line.pieces, line.branching, line.size));
    }

    #[test]
    fn a_ring_is_half_as_deep_as_it_is_long() {
        let ring = linked(&[0, 1, 2, 3, 4], &[[5, 0]]);
        assert_eq!((ring.depth, ring.linearity), (3, 0.5));
        let odd = linked(&[0, 1, 2, 3], &[[4, 0]]);
        assert_eq!((odd.depth, odd.linearity), (2, 0.4));
    }

    #[test]
    fn a_way_from_a_tail_into_a_ring_leads_to_its_far_side() {
        // 5 - 4 - 0, and 0 - 1 - 2 - 3 - 0.
        let lasso = linked(&[0, 1, 2, 0, 4], &[[3, 0]]);
        assert_eq!((lasso.depth, lasso.linearity), (2, 4.0 / 6.0));
    }

    #[test]
    fn links_that_cut_nothing_short_leave_depth_alone() {
        // Two arms of one piece each that meet: a triangle.
        let triangle = linked(&[0, 0], &[[2, 1]]);
        assert_eq!((triangle.depth, triangle.linearity, triangle.branching), (1, 1.0 / 3.0, 2.0));
    }

    /// The longest of all shortest ways, found the long way round.
    fn longest(guides: &[usize], links: &[[usize; 2]]) -> usize {
        let mut beside = vec![vec![]; guides.len() + 1];
        let joints = guides.iter().enumerate().map(|(index, &guide)| [guide, index + 1]);
        for [a, b] in joints.chain(links.iter().copied()) {
            beside[a].push(b);
            beside[b].push(a);
        }
        (0..beside.len()).map(|start| farthest(&beside, start).1).max().unwrap()
    }

    #[test]
    fn two_looks_find_the_longest_way_of_a_tree_and_mostly_of_a_ring_with_arms() {
        let shapes: [(&[usize], &[[usize; 2]]); 4] = [
            (&[0, 1, 1, 0, 4, 5], &[]),
            (&[0, 1, 2, 3, 4, 5], &[[6, 0]]),
            (&[0, 1, 2, 3, 2, 5], &[[4, 0]]),
            (&[0, 1, 2, 3, 4, 1, 6], &[[5, 0], [7, 3]]),
        ];
        for (guides, links) in shapes {
            let all = (guides.len() + links.len()) as f64;
            assert_eq!(linked(guides, links).linearity * all, longest(guides, links) as f64, "{guides:?}");
        }
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
