//! A map: which pieces stand where, and how they are joined.

use crate::boxes::{Bounds, OrientedBox};
use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::placed::{Door, Joint, Placed, Role};
use crate::pose::Pose;
use crate::promise::Promise;
use crate::selection::Stop;
use crate::valid_kit::ValidKit;
use glam::DVec3;

/// A finished map.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece, Recipe, Settings};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let map = std::sync::Arc::new(Recipe::new(kit, Settings::default())?).grow(7);
/// // The first piece stands at the origin, and each of the others is joined to one before it.
/// assert!(map.pieces[0].joint.is_none());
/// for (index, placed) in map.pieces.iter().enumerate().skip(1) {
///     assert!(placed.joint.is_some_and(|joint| joint.guide.index() < index));
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// The seed it grew from.
    pub seed: i64,
    /// The placed pieces, in placement order: first what grew, with the pieces of loops last, then the caps. Their joints make
    /// a tree.
    pub pieces: Vec<Placed>,
    /// Joints beyond the tree: each closes a loop.
    pub links: Vec<Link>,
    /// What stands in doorways, one for a joint or link at most.
    pub doors: Vec<Door>,
    /// How many pieces were kept from another map: the first ones.
    pub kept: usize,
    /// Why growth ended.
    pub stop: Stop,
    /// What was promised, and whether it was kept.
    pub promises: Vec<Promise>,
}

/// Two connectors of placed pieces that are joined beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// The connector of the piece that was placed first.
    pub from: Port,
    /// That of the other.
    pub to: Port,
    /// How far they miss each other, in metres.
    pub gap: f64,
    /// How far they are from facing each other, in degrees.
    pub turn: f64,
}

/// A piece of the kit where it is seen on a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// `p` for placed pieces, `d` for doors.
    pub sign: char,
    /// Its place among those.
    pub number: usize,
    /// Which piece of the kit.
    pub piece: PieceId,
    /// Where it stands.
    pub pose: Pose,
}

impl Drawn {
    /// What outputs call it, as they write the id of its piece: `p12_Clover`, `d3_Gate`.
    pub fn name(&self, id: &str) -> String {
        format!("{}{}_{id}", self.sign, self.number)
    }
}

impl Link {
    /// Both sides of it.
    pub fn sides(&self) -> [Port; 2] {
        [self.from, self.to]
    }
}

impl Placed {
    /// Its boxes, in the space of the map.
    pub fn boxes<'a>(&self, kit: &'a ValidKit) -> impl DoubleEndedIterator<Item = OrientedBox> + use<'a> {
        let pose = self.pose;
        kit.piece(self.piece).boxes.iter().map(move |shape| shape.placed(&pose))
    }

    /// Its connectors, if it is this one of the placed pieces, and where they are.
    pub(crate) fn connectors<'a>(
        &self,
        kit: &'a ValidKit,
        placed: PlacedId,
    ) -> impl DoubleEndedIterator<Item = (Port, DVec3)> + use<'a> {
        let pose = self.pose;
        let connectors = kit.piece(self.piece).connectors.iter().enumerate();
        connectors.map(move |(connector, at)| {
            (Port { placed, connector: ConnectorId::new(connector) }, pose.point(at.position))
        })
    }

    /// Around its boxes and connectors, in the space of the map.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        bounds_at(kit, self.piece, &self.pose)
    }
}

impl Drawn {
    /// Around its boxes and connectors, in the space of the map.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        bounds_at(kit, self.piece, &self.pose)
    }
}

fn bounds_at(kit: &ValidKit, piece: PieceId, pose: &Pose) -> Bounds {
    let piece = kit.piece(piece);
    let boxes = piece.boxes.iter().fold(Bounds::EMPTY, |all, shape| all.join(shape.placed(pose).bounds()));
    boxes.join(Bounds::around(piece.connectors.iter().map(|connector| pose.point(connector.position))))
}

impl Map {
    /// A map made by hand: these pieces, which grew from no seed, and nothing is promised about them.
    pub fn of(pieces: Vec<Placed>) -> Self {
        let (links, doors, promises) = (vec![], vec![], vec![]);
        Self { seed: 0, pieces, links, doors, kept: 0, stop: Stop::UNFINISHED, promises }
    }

    /// A placed piece.
    pub fn placed(&self, placed: PlacedId) -> &Placed {
        &self.pieces[placed.index()]
    }

    /// The pieces that the map grew by: all but the caps, which come last.
    pub fn grown(&self) -> &[Placed] {
        let caps = self.pieces.iter().rev().take_while(|placed| placed.role == Role::Cap).count();
        &self.pieces[..self.pieces.len() - caps]
    }

    /// Those that count towards the size that was asked for: pieces of loops come after them, and are beyond it.
    pub fn asked_for(&self) -> &[Placed] {
        asked_for(self.grown())
    }

    /// The caps.
    pub fn caps(&self) -> &[Placed] {
        &self.pieces[self.grown().len()..]
    }

    /// Whether growth ended because all that was asked for was there, or a designer said so, and not because it got stuck.
    pub fn is_complete(&self) -> bool {
        [Stop::PIECE_LIMIT, Stop::HUB_FULL, Stop::BRANCHES_DONE, Stop::BY_HAND].contains(&self.stop)
    }

    /// All that is seen of it: the pieces, caps among them, then the doors.
    pub fn drawn(&self) -> impl Iterator<Item = Drawn> {
        let pieces = self.pieces.iter().enumerate();
        let pieces =
            pieces.map(|(number, &Placed { piece, pose, .. })| Drawn { sign: 'p', number, piece, pose });
        let doors = self.doors.iter().enumerate();
        pieces.chain(doors.map(|(number, &Door { piece, pose, .. })| Drawn {
            sign: 'd',
            number,
            piece,
            pose,
        }))
    }

    /// Around all pieces.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        self.pieces.iter().fold(Bounds::EMPTY, |all, placed| all.join(placed.bounds(kit)))
    }

    /// For every placed piece, which of its connectors are joined.
    pub fn used_connectors(&self, kit: &ValidKit) -> Vec<Vec<bool>> {
        let connectors = |placed: &Placed| kit.piece(placed.piece).connectors.len();
        let mut used: Vec<_> = self.pieces.iter().map(|placed| vec![false; connectors(placed)]).collect();
        for Port { placed, connector } in self.joined_ports() {
            used[placed.index()][connector.index()] = true;
        }
        used
    }

    /// Every connector that is joined to another.
    pub fn joined_ports(&self) -> impl Iterator<Item = Port> {
        let sides = |(placed, joint): (PlacedId, Joint)| {
            [Port { placed, connector: joint.connector }, joint.guide_port()]
        };
        self.joints().flat_map(sides).chain(self.links.iter().flat_map(Link::sides))
    }

    /// Every joint of the tree, with the piece that was placed by it.
    pub fn joints(&self) -> impl Iterator<Item = (PlacedId, Joint)> {
        let placed = self.pieces.iter().enumerate();
        placed.filter_map(|(index, placed)| Some((PlacedId::new(index), placed.joint?)))
    }
}

/// Of pieces that grew, those before the pieces of loops.
pub(crate) fn asked_for(grown: &[Placed]) -> &[Placed] {
    let loops = grown.iter().rev().take_while(|placed| placed.role == Role::Loop).count();
    &grown[..grown.len() - loops]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::pose::Turn;

    /// A bar from -1 to 3 along x, one high and wide, with connectors at both ends and one beyond on top.
    fn kit() -> ValidKit {
        let doors = [(3.0, DVec3::X), (-1.0, DVec3::NEG_X)].map(|(x, way)| Connector::new(DVec3::X * x, way));
        let chimney = Connector::new(DVec3::Y * 5.0, DVec3::Y);
        let shape = OrientedBox::aligned(DVec3::new(-1.0, 0.0, -0.5), DVec3::new(3.0, 1.0, 0.5));
        let piece = Piece::new("Bar", [&doors[..], &[chimney]].concat(), vec![shape]);
        Kit::new("kit", vec![piece]).validate().unwrap().0
    }

    fn port(placed: usize, connector: usize) -> Port {
        Port { placed: PlacedId::new(placed), connector: ConnectorId::new(connector) }
    }

    fn bar(pose: Pose, joint: Option<(Port, usize)>) -> Placed {
        let joint = joint.map(|(guide, connector)| Joint {
            guide: guide.placed,
            guide_connector: guide.connector,
            connector: ConnectorId::new(connector),
        });
        Placed { role: Role::Piece, piece: PieceId::new(0), pose, joint }
    }

    /// Three bars in a row; the last is turned by a quarter.
    fn map() -> Map {
        let east = Pose { position: DVec3::X * 4.0, turn: Turn::NONE };
        let turn = Turn::between(DVec3::X, DVec3::Z).unwrap();
        let south = Pose { position: DVec3::new(0.0, 10.0, 100.0), turn };
        let pieces = vec![
            bar(Pose::ORIGIN, None),
            bar(east, Some((port(0, 0), 1))),
            bar(south, Some((port(1, 0), 1))),
        ];
        Map { seed: 1, stop: Stop::STUCK, ..Map::of(pieces) }
    }

    #[test]
    fn boxes_and_bounds_stand_where_the_piece_does() {
        let (map, kit) = (map(), kit());
        let placed = map.placed(PlacedId::new(2));
        let boxes: Vec<_> = placed.boxes(&kit).map(|shape| shape.bounds()).collect();
        let reach = Bounds { min: DVec3::new(-0.5, 10.0, 99.0), max: DVec3::new(0.5, 11.0, 103.0) };
        assert_eq!(boxes, [reach]);
        let chimney = DVec3::new(0.5, 15.0, 103.0);
        assert_eq!(placed.bounds(&kit), Bounds { max: chimney, ..reach }, "connectors count, too");
    }

    #[test]
    fn a_map_reaches_as_far_as_its_outermost_pieces() {
        let (map, kit) = (map(), kit());
        let bounds = Bounds { min: DVec3::new(-1.0, 0.0, -0.5), max: DVec3::new(7.0, 15.0, 103.0) };
        assert_eq!(map.bounds(&kit), bounds);
        assert!(Map { pieces: vec![], ..map }.bounds(&kit).is_empty());
    }

    #[test]
    fn joints_are_told_with_the_piece_they_placed() {
        let map = map();
        let joints: Vec<_> =
            map.joints().map(|(placed, joint)| (placed.index(), joint.guide_port())).collect();
        assert_eq!(joints, [(1, port(0, 0)), (2, port(1, 0))]);
    }

    #[test]
    fn both_sides_of_joints_and_links_are_joined() {
        let mut map = map();
        map.links.push(Link { from: port(2, 0), to: port(0, 2), gap: 0.0, turn: 0.0 });
        let ports: Vec<_> = map.joined_ports().collect();
        assert_eq!(ports, [(1, 1), (0, 0), (2, 1), (1, 0), (2, 0), (0, 2)].map(|(p, c)| port(p, c)));
        let used = map.used_connectors(&kit());
        assert_eq!(used, [[true, false, true], [true, true, false], [true, true, false]]);
    }
}
