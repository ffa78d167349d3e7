//! A map: which pieces stand where, and how they are joined.

use crate::boxes::{Bounds, OrientedBox};
use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::pose::Pose;
use crate::selection::Stop;
use crate::valid_kit::ValidKit;

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
    /// The placed pieces, in placement order. Their joints make a tree.
    pub pieces: Vec<Placed>,
    /// Joints beyond the tree: each closes a loop.
    pub links: Vec<Link>,
    /// Why growth ended.
    pub stop: Stop,
}

/// A copy of a piece on the map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Placed {
    /// Which piece of the kit.
    pub piece: PieceId,
    /// Where it stands.
    pub pose: Pose,
    /// How it came there; none for the starting piece.
    pub joint: Option<Joint>,
}

/// Two connectors that are joined: one of a piece, and one of the guide it was placed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Joint {
    /// The placed piece it was joined to.
    pub guide: PlacedId,
    /// Connector of the guide.
    pub guide_connector: ConnectorId,
    /// Connector of the piece itself.
    pub connector: ConnectorId,
}

impl Joint {
    /// The guide's side of it.
    pub fn guide_port(&self) -> Port {
        Port { placed: self.guide, connector: self.guide_connector }
    }
}

/// Two connectors of placed pieces that are joined beyond the tree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link {
    /// One side of it.
    pub from: Port,
    /// The other.
    pub to: Port,
    /// How far they miss each other, in metres.
    pub gap: f64,
    /// How far they are from facing each other, in degrees.
    pub turn: f64,
}

impl Placed {
    /// Its boxes, in the space of the map.
    pub fn boxes<'a>(&self, kit: &'a ValidKit) -> impl DoubleEndedIterator<Item = OrientedBox> + use<'a> {
        let pose = self.pose;
        kit.piece(self.piece).boxes.iter().map(move |shape| shape.placed(&pose))
    }

    /// Around its boxes and connectors, in the space of the map.
    pub fn bounds(&self, kit: &ValidKit) -> Bounds {
        let boxes = self.boxes(kit).fold(Bounds::EMPTY, |all, shape| all.join(shape.bounds()));
        let connectors = &kit.piece(self.piece).connectors;
        boxes.join(Bounds::around(connectors.iter().map(|connector| self.pose.point(connector.position))))
    }
}

impl Map {
    /// A placed piece.
    pub fn placed(&self, placed: PlacedId) -> &Placed {
        &self.pieces[placed.index()]
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
        self.joints().flat_map(sides).chain(self.links.iter().flat_map(|link| [link.from, link.to]))
    }

    /// Every joint of the tree, with the piece that was placed by it.
    pub fn joints(&self) -> impl Iterator<Item = (PlacedId, Joint)> {
        let placed = self.pieces.iter().enumerate();
        placed.filter_map(|(index, placed)| Some((PlacedId::new(index), placed.joint?)))
    }
}
