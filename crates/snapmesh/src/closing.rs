//! How connectors are closed: by a cap that fits, or by meeting another connector.

use crate::ends::{Ends, KindEnds, ONLY};
use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::map::Link;
use crate::matching::Matching;
use crate::placed::{Joint, Placed};
use crate::rooms::cap_at;
use crate::settings::{Generation, LOOP_TURN};
use crate::snap::miss;
use crate::veto::{Blame, Constraint, Fit, Veto};
use crate::world::World;

/// What is needed to close connectors.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closing<'a> {
    pub(crate) ends: &'a Ends,
    pub(crate) matching: &'a Matching,
    pub(crate) constraints: &'a [Box<dyn Constraint>],
    pub(crate) generation: &'a Generation,
    /// Metres beyond the distance of joined connectors by which two that meet may miss each other.
    pub(crate) loop_gap: f64,
}

/// A connector would be left without room for a cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NoRoom {
    /// The connector.
    pub(crate) port: Port,
    /// Who is in the way of its caps.
    pub(crate) blame: Blame,
}

impl NoRoom {
    /// Why the piece that would leave it so may not stand there.
    pub(crate) fn veto(&self, newest: PlacedId) -> Veto {
        let Port { placed, connector } = self.port;
        let of = (placed != newest).then_some(placed);
        Veto::NoRoomForCap { of, connector, with: self.blame.piece() }
    }
}

/// What is said against a cap.
pub(crate) enum Objection<'a> {
    Constraint(&'a dyn Constraint, Blame),
    /// It would take the room that is kept for the cap of another connector.
    Room(Port),
}

impl Objection<'_> {
    fn blame(&self) -> Blame {
        match self {
            Self::Constraint(_, blame) => *blame,
            Self::Room(port) => Blame::Piece(port.placed),
        }
    }

    pub(crate) fn veto(&self, world: &World, cap: &Placed) -> Veto {
        match self {
            Self::Constraint(constraint, _) => constraint.reason(world, &fit(cap)),
            Self::Room(Port { placed, connector }) => {
                Veto::NoRoomForCap { of: Some(*placed), connector: *connector, with: None }
            }
        }
    }
}

fn fit(cap: &Placed) -> Fit {
    Fit { piece: cap.piece, pose: cap.pose, joint: cap.joint, linked: None }
}

impl<'a> Closing<'a> {
    /// Looks after the connectors of the piece placed last, and those it stands near to: what meets is linked, and room is kept
    /// for a cap wherever none may stay free.
    pub(crate) fn admit(&self, world: &mut World, placed: PlacedId) -> Result<(), NoRoom> {
        self.link_what_meets(world, placed);
        self.move_rooms(world, placed)?;
        for port in ports(world, placed) {
            if !world.is_used(port) && self.is_never(world, port) {
                // Caps of its own connectors may be in each other's way: that is nobody else's fault.
                let others = |blame: Blame| if blame.piece() == Some(placed) { Blame::Place } else { blame };
                let cap = self.cap_for(world, port);
                world.keep_room(cap.map_err(|blame| NoRoom { port, blame: others(blame) })?);
            }
        }
        Ok(())
    }

    /// The same for all that stands, as far as there is room. Where there is none, a piece may still be joined; if not, the map
    /// says that a connector stayed free.
    pub(crate) fn admit_all(&self, world: &mut World) {
        let all: Vec<PlacedId> = (0..world.placed().len()).map(PlacedId::new).collect();
        for &placed in &all {
            self.link_what_meets(world, placed);
        }
        for port in all.iter().flat_map(|&placed| ports(world, placed)).collect::<Vec<_>>() {
            if !world.is_used(port)
                && self.is_never(world, port)
                && let Ok(cap) = self.cap_for(world, port)
            {
                world.keep_room(cap);
            }
        }
    }

    pub(crate) fn ends_of(&self, world: &World, port: Port) -> Option<&'a KindEnds> {
        self.ends.of(world.kind_of(port))
    }

    fn is_never(&self, world: &World, port: Port) -> bool {
        self.ends_of(world, port).is_some_and(|ends| ends.never.is_some())
    }

    /// Links connectors that meet, where one of them may not stay free: neither has room for a cap.
    fn link_what_meets(&self, world: &mut World, placed: PlacedId) {
        for port in ports(world, placed) {
            if world.is_used(port) {
                continue;
            }
            let place = world.place_of(port);
            let near = world.free_near(place, self.generation.piece_distance + self.loop_gap);
            let others = near.filter(|other| other.placed != placed);
            let others = others.filter(|other| self.is_never(world, *other) || self.is_never(world, port));
            let link = others.filter_map(|other| self.link(world, other, port)).min_by_key(|link| link.from);
            if let Some(link) = link {
                world.link(link);
            }
        }
    }

    /// The link between two free connectors, if they meet and may be joined in one order or the other.
    pub(crate) fn link(&self, world: &World, from: Port, to: Port) -> Option<Link> {
        let [ours, theirs] = [from, to].map(|port| world.kind_of(port));
        if !self.matching.allow_either(ours, theirs) {
            return None;
        }
        let side = |port: Port| {
            let placed = world.get(port.placed);
            (&placed.pose, world.kit().connector(placed.piece, port.connector))
        };
        let (gap, turn) = miss(side(from), side(to), self.generation.piece_distance);
        (gap <= self.loop_gap && turn <= LOOP_TURN).then_some(Link { from, to, gap, turn })
    }

    /// Finds other rooms for caps whose room the piece placed last takes.
    fn move_rooms(&self, world: &mut World, placed: PlacedId) -> Result<(), NoRoom> {
        let Placed { piece, pose, .. } = *world.get(placed);
        while let Some(port) = world.room_taken(piece, &pose).filter(|_| self.generation.check_overlaps) {
            world.give_up_room(port);
            let cap =
                self.cap_for(world, port).map_err(|_| NoRoom { port, blame: Blame::Piece(port.placed) })?;
            world.keep_room(cap);
        }
        Ok(())
    }

    /// The smallest cap that fits a free connector; who is in the way if none does.
    fn cap_for(&self, world: &World, port: Port) -> Result<Placed, Blame> {
        let mut culprit = None;
        for &piece in self.ends_of(world, port).map_or(&[][..], KindEnds::smallest) {
            let cap = self.cap(world, port, piece);
            match self.objection(world, &cap) {
                None => return Ok(cap),
                Some(objection) => culprit = culprit.max(objection.blame().piece()),
            }
        }
        Err(culprit.map_or(Blame::Place, Blame::Piece))
    }

    /// A cap as it would stand at a connector.
    pub(crate) fn cap(&self, world: &World, port: Port, piece: PieceId) -> Placed {
        let pose = world.snapped(port, piece, ONLY, self.generation.piece_distance);
        let Port { placed: guide, connector: guide_connector } = port;
        cap_at(piece, pose, Joint { guide, guide_connector, connector: ONLY })
    }

    /// What is said against a cap where it would stand.
    pub(crate) fn objection(&self, world: &World, cap: &Placed) -> Option<Objection<'a>> {
        let fit = fit(cap);
        let mut constraints = self.constraints.iter().filter(|constraint| constraint.holds_for_caps());
        let constraint = constraints.find_map(|constraint| {
            constraint.forbids(world, &fit).map(|blame| Objection::Constraint(&**constraint, blame))
        });
        constraint.or_else(|| {
            let taken = world.room_taken(cap.piece, &cap.pose).filter(|_| self.generation.check_overlaps);
            taken.map(Objection::Room)
        })
    }
}

/// The connectors of a placed piece, used or not.
fn ports(world: &World, placed: PlacedId) -> impl Iterator<Item = Port> + use<> {
    let count = world.kit().kinds_of(world.get(placed).piece).len();
    (0..count).map(move |connector| Port { placed, connector: ConnectorId::new(connector) })
}
