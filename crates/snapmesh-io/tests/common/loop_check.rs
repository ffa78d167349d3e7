//! What is wrong with the loops of a map, by the contract and arithmetic of its own: nothing here asks the code that closes
//! loops, nor its matching, boxes, rules or selectors.

use super::vectors::{Solid, Vector, angle, distance, length, sum, turned};
use snapmesh::settings::{Free, LOOP_TURN, MatchingRules};
use snapmesh::{Connector, Map, OrientedBox, Piece, Placed, Port, Role, Settings, ValidKit};
use std::collections::BTreeSet;

/// Metres: what rounding may add up to.
pub(super) const NEAR: f64 = 1e-9;
/// Degrees, likewise.
const TURN_NEAR: f64 = 1e-6;
/// Metres: who is closer to a decision than this passes either way.
const UNSURE: f64 = 1e-7;

/// A connector where it is on the map.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) at: Vector,
    pub(crate) heading: Vector,
    up: Vector,
}

impl Place {
    pub(crate) fn new(placed: &Placed, connector: &Connector) -> Self {
        let turn = placed.pose.turn.quaternion();
        let at = sum(placed.pose.position.to_array(), turned(turn, connector.position.to_array()), 1.0);
        let (heading, up) =
            (turned(turn, connector.heading.to_array()), turned(turn, connector.up.to_array()));
        Self { at, heading, up }
    }

    fn is_vertical(&self) -> bool {
        length([self.heading[0], 0.0, self.heading[2]]) < 1e-3
    }

    /// How far another is from where a joined piece would have it.
    fn gap(&self, to: &Self, piece_distance: f64) -> f64 {
        distance(sum(self.at, self.heading, piece_distance), to.at)
    }

    /// Degrees that two are off facing each other; of vertical ones, that their up axes are apart, if that is more.
    fn turn(&self, to: &Self) -> f64 {
        let facing = angle(self.heading, to.heading.map(|x| -x));
        if self.is_vertical() { facing.max(angle(self.up, to.up)) } else { facing }
    }
}

/// A map with what it was made of.
pub(crate) struct Check<'a> {
    pub(crate) kit: &'a ValidKit,
    pub(crate) settings: &'a Settings,
    pub(crate) map: &'a Map,
}

impl<'a> Check<'a> {
    /// Everything that is wrong.
    pub(crate) fn problems(&self) -> Vec<String> {
        let mut problems = self.order();
        for look in [
            Self::joints,
            Self::ports,
            Self::links,
            Self::chains,
            Self::graph,
            Self::number,
            Self::missing,
            Self::overlaps,
            Self::rules,
        ] {
            // Each look goes along the tree: that must be one.
            if problems.is_empty() {
                problems = look(self);
            }
        }
        problems
    }

    pub(super) fn pieces(&self) -> &'a [Placed] {
        &self.map.pieces
    }

    pub(super) fn piece(&self, index: usize) -> &'a Piece {
        self.kit.piece(self.map.pieces[index].piece)
    }

    fn connector(&self, port: Port) -> &'a Connector {
        &self.piece(port.placed.index()).connectors[port.connector.index()]
    }

    pub(crate) fn place(&self, port: Port) -> Place {
        Place::new(&self.pieces()[port.placed.index()], self.connector(port))
    }

    /// Of each role, where its pieces are: the tree, then loops, then caps.
    pub(super) fn count(&self, role: Role) -> usize {
        self.pieces().iter().filter(|placed| placed.role == role).count()
    }

    fn order(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let (tree, loops) = (self.count(Role::Piece), self.count(Role::Loop));
        for (index, placed) in self.pieces().iter().enumerate() {
            let expected = if index < tree {
                Role::Piece
            } else if index < tree + loops {
                Role::Loop
            } else {
                Role::Cap
            };
            if placed.role != expected {
                problems.push(format!("p{index} is a {:?} among the {expected:?}s", placed.role));
            }
            match placed.joint {
                None if index > 0 => problems.push(format!("p{index} is joined to nothing")),
                Some(joint) if joint.guide.index() >= index => {
                    problems.push(format!("p{index} has the guide p{}", joint.guide));
                }
                Some(joint) if self.pieces()[joint.guide.index()].role == Role::Cap => {
                    problems.push(format!("p{index} is joined to the cap p{}", joint.guide));
                }
                _ => (),
            }
        }
        problems
    }

    /// Every joint is exact, and of connectors that may meet in this order.
    fn joints(&self) -> Vec<String> {
        let mut problems = Vec::new();
        for (index, joint) in self.map.joints() {
            let (guide, own) = (joint.guide_port(), Port { placed: index, connector: joint.connector });
            let (theirs, ours) = (self.place(guide), self.place(own));
            let gap = theirs.gap(&ours, self.settings.generation.piece_distance);
            // How steep two headings are may differ by the rounding of files; then they face each other as seen from above.
            let rise = (theirs.heading[1] + ours.heading[1]).abs();
            let turn = theirs.turn(&ours);
            if gap > NEAR || (turn > TURN_NEAR && rise < 1e-12) {
                problems.push(format!("joint of p{index} misses by {gap} m and {turn} degrees"));
            }
            if !self.accepts(self.connector(guide), self.connector(own)) {
                problems.push(format!("joint of p{index}: its connectors may not meet"));
            }
        }
        problems
    }

    fn accepts(&self, guide: &Connector, tentative: &Connector) -> bool {
        let connection = &self.settings.connection;
        let pins = i64::from(guide.pins.abs_diff(tentative.pins)) <= connection.pin_tolerance;
        let color = match connection.color_matrix.rows.get(&guide.color) {
            Some(row) => row.iter().any(|color| color == "*" || *color == tentative.color),
            None => {
                [&guide.color, &tentative.color].iter().any(|color| **color == "white")
                    || guide.color == tentative.color
            }
        };
        match connection.matching_rules {
            MatchingRules::None => true,
            MatchingRules::Pins => pins,
            MatchingRules::Colors => color,
            MatchingRules::Both => pins && color,
        }
    }

    /// No connector is part of two joints or links.
    fn ports(&self) -> Vec<String> {
        let mut used = BTreeSet::new();
        let mut problems = Vec::new();
        for port in self.joined(self.pieces()) {
            if !used.insert(port) {
                problems.push(format!("p{} connector {} is joined twice", port.placed, port.connector));
            }
        }
        problems
    }

    /// Both ends of the joints of these pieces and of every link.
    fn joined(&self, pieces: &'a [Placed]) -> Vec<Port> {
        let mut ports = Vec::new();
        for (index, joint) in self.map.joints().filter(|(index, _)| index.index() < pieces.len()) {
            ports.extend([joint.guide_port(), Port { placed: index, connector: joint.connector }]);
        }
        ports.extend(self.map.links.iter().flat_map(|link| [link.from, link.to]));
        ports
    }

    /// Every link joins what may meet and does, and says by how much it misses.
    fn links(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let growth = &self.settings.growth;
        for (number, link) in self.map.links.iter().enumerate() {
            let (from, to) = (self.place(link.from), self.place(link.to));
            let gap = from.gap(&to, self.settings.generation.piece_distance);
            let turn = from.turn(&to);
            let mut say = |what: String| problems.push(format!("link {number} {link:?}: {what}"));
            if gap > growth.loop_gap + NEAR {
                say(format!("misses by {gap} m"));
            }
            if (gap - link.gap).abs() > NEAR {
                say(format!("tells another gap than {gap}"));
            }
            if turn > LOOP_TURN + TURN_NEAR {
                say(format!("is {turn} degrees off"));
            }
            if (turn - link.turn).abs() > TURN_NEAR {
                say(format!("tells another turn than {turn}"));
            }
            if !self.may_meet(link.from, link.to) {
                say("its connectors may not meet".into());
            }
            if link.from.placed == link.to.placed {
                say("joins a piece with itself".into());
            }
            if [link.from, link.to].iter().any(|port| self.pieces()[port.placed.index()].role == Role::Cap) {
                say("joins a cap".into());
            }
        }
        problems
    }

    fn may_meet(&self, a: Port, b: Port) -> bool {
        let (a, b) = (self.connector(a), self.connector(b));
        self.accepts(a, b) || self.accepts(b, a)
    }

    /// Pieces of loops are chains, each ended by the link it was placed for, which are in their order.
    fn chains(&self) -> Vec<String> {
        let mut problems = Vec::new();
        let (mut next, end) = (self.count(Role::Piece), self.count(Role::Piece) + self.count(Role::Loop));
        for (number, link) in self.map.links.iter().enumerate() {
            let last = link.from.placed.max(link.to.placed).index();
            if last < next {
                continue;
            }
            let long = last + 1 - next;
            if long as i64 > self.settings.growth.loop_length {
                problems.push(format!("link {number} ends a chain of {long} pieces"));
            }
            for index in next + 1..=last {
                if self.pieces()[index].joint.is_none_or(|joint| joint.guide.index() + 1 != index) {
                    problems.push(format!("p{index} is not joined to the piece before it in its chain"));
                }
            }
            next = last + 1;
        }
        if next < end {
            problems.push(format!("p{next} and what follows closes no loop"));
        }
        problems
    }

    /// Each link is one more way round: without any one of them all hangs together, and they are all ways round there are.
    fn graph(&self) -> Vec<String> {
        let nodes = self.count(Role::Piece) + self.count(Role::Loop);
        let tree = self.map.joints().filter(|(index, _)| index.index() < nodes);
        let tree: Vec<_> = tree.map(|(index, joint)| [index.index(), joint.guide.index()]).collect();
        let links: Vec<_> =
            self.map.links.iter().map(|link| [link.from.placed.index(), link.to.placed.index()]).collect();
        let mut problems = Vec::new();
        for left_out in 0..links.len() {
            let kept =
                links.iter().enumerate().filter(|(number, _)| *number != left_out).map(|(_, link)| link);
            let parts = parts(nodes, tree.iter().chain(kept));
            if parts != 1 {
                problems.push(format!("without link {left_out}, the map falls into {parts} parts"));
            }
        }
        let edges = tree.len() + links.len();
        let cycles = edges + parts(nodes, tree.iter().chain(&links)) - nodes;
        if cycles != links.len() || edges + 1 - nodes != links.len() {
            problems.push(format!("{} links and {cycles} ways round", links.len()));
        }
        problems
    }

    /// As many links as `loops` says, but for those of connectors that may not stay free; and the promise says so.
    fn number(&self) -> Vec<String> {
        let (loops, links) = (self.settings.growth.loops, &self.map.links);
        let mut problems = Vec::new();
        let never = |port: Port| self.is_never(self.connector(port));
        let counted = links.iter().filter(|link| !never(link.from) && !never(link.to)).count();
        if counted as i64 > loops.most {
            problems.push(format!("{counted} links, {} at most", loops.most));
        }
        let enough = links.len() as i64 >= loops.least;
        let promise = self.map.promises.iter().find(|promise| promise.name() == "loops");
        match promise {
            Some(promise) if promise.kept != enough || promise.value != links.len() => {
                problems.push(format!("{} links, and it says {promise:?}", links.len()));
            }
            None if loops.least > 0 => problems.push("says nothing of loops that are promised".into()),
            _ => (),
        }
        if loops.most == 0 && self.count(Role::Loop) > 0 {
            problems.push("chains though no loops are wanted".into());
        }
        problems
    }

    /// Whether connectors like this must be closed, by the most specific section that says so.
    fn is_never(&self, connector: &Connector) -> bool {
        let says = |pins: bool, color: bool| {
            self.settings.ends.iter().find_map(|end| {
                let same = end.kinds.pins == pins.then_some(connector.pins)
                    && end.kinds.color.as_deref() == color.then_some(&*connector.color);
                end.free.filter(|_| same)
            })
        };
        let order = [(true, true), (true, false), (false, true), (false, false)];
        order.iter().find_map(|&(pins, color)| says(pins, color)) == Some(Free::Never)
    }

    /// Free connectors that meet, though there might be more links.
    fn missing(&self) -> Vec<String> {
        let growth = &self.settings.growth;
        if self.map.links.len() as i64 >= growth.loops.most {
            return vec![];
        }
        let grown = &self.pieces()[..self.count(Role::Piece) + self.count(Role::Loop)];
        let used: BTreeSet<_> = self.joined(grown).into_iter().collect();
        let all = (0..grown.len()).flat_map(|index| {
            let connectors = 0..self.piece(index).connectors.len();
            connectors.map(move |connector| Port {
                placed: snapmesh::PlacedId::new(index),
                connector: snapmesh::ConnectorId::new(connector),
            })
        });
        let free: Vec<_> = all.filter(|port| !used.contains(port)).collect();
        let mut problems = Vec::new();
        for (number, &a) in free.iter().enumerate() {
            for &b in &free[number + 1..] {
                let (from, to) = (self.place(a), self.place(b));
                let piece_distance = self.settings.generation.piece_distance;
                let gap = from.gap(&to, piece_distance).max(to.gap(&from, piece_distance));
                let meet = gap < growth.loop_gap - UNSURE && from.turn(&to) < LOOP_TURN - 1e-3;
                if meet && a.placed != b.placed && self.may_meet(a, b) {
                    problems.push(format!("{a:?} and {b:?} meet, and are not linked"));
                }
            }
        }
        problems
    }

    /// No two pieces come closer than the clearance, but those that are joined or linked.
    pub(crate) fn overlaps(&self) -> Vec<String> {
        let generation = &self.settings.generation;
        if !generation.check_overlaps {
            return vec![];
        }
        let mut joined: BTreeSet<[usize; 2]> =
            self.map.joints().map(|(index, joint)| [joint.guide.index(), index.index()]).collect();
        for link in &self.map.links {
            let (a, b) = (link.from.placed.index(), link.to.placed.index());
            joined.insert([a.min(b), a.max(b)]);
        }
        let solids: Vec<Vec<Solid>> = self.pieces().iter().map(|placed| self.solids(placed)).collect();
        let mut problems = Vec::new();
        for (b, theirs) in solids.iter().enumerate() {
            for (a, ours) in solids[..b].iter().enumerate() {
                let close =
                    |one: &Solid| theirs.iter().any(|other| one.gap(other) < generation.clearance - UNSURE);
                if !joined.contains(&[a, b]) && ours.iter().any(close) {
                    problems.push(format!("p{a} and p{b} overlap"));
                }
            }
        }
        problems
    }

    fn solids(&self, placed: &Placed) -> Vec<Solid> {
        let turn = placed.pose.turn.quaternion();
        let put = |shape: &OrientedBox| Solid {
            center: sum(placed.pose.position.to_array(), turned(turn, shape.center.to_array()), 1.0),
            half: shape.half.to_array(),
            axes: shape.axes.map(|axis| turned(turn, axis.to_array())),
        };
        self.kit.piece(placed.piece).boxes.iter().map(put).collect()
    }
}

/// Into how many parts edges leave a number of nodes.
fn parts<'a>(nodes: usize, edges: impl Iterator<Item = &'a [usize; 2]>) -> usize {
    let mut part: Vec<usize> = (0..nodes).collect();
    for &[a, b] in edges {
        let (from, to) = (part[a], part[b]);
        part.iter_mut().filter(|part| **part == from).for_each(|part| *part = to);
    }
    part.into_iter().collect::<BTreeSet<_>>().len()
}
