//! Room that is kept for caps: at every free connector that may not stay free, the cap that would close it.
//!
//! What is kept comes and goes with the pieces, and can be undone with them.

use crate::id::{PieceId, PlacedId, Port};
use crate::placed::{Joint, Placed, Role};
use crate::pose::Pose;
use crate::space::{Space, cell_of, key};
use crate::valid_kit::ValidKit;
use glam::DVec3;
use rustc_hash::{FxBuildHasher, FxHashMap};

/// Metres from one side of a cell of connectors to the other.
const CELL: f64 = 1.0;

/// The rooms that are kept, and where connectors are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rooms {
    /// Every cap that room was kept for, as it would be placed, those that were given up since included.
    caps: Vec<Placed>,
    /// Whether each is kept still.
    kept: Vec<bool>,
    space: Space,
    /// Those that were given up, in the order they were.
    given_up: Vec<u32>,
    /// By connector, those of one placed piece after the other: the room that is kept there.
    at: Vec<Option<u32>>,
    /// The first connector in each cell's chain, and the connectors of placed pieces with the next in the chain of theirs.
    cells: FxHashMap<u64, u32>,
    connectors: Vec<(Port, u32)>,
}

/// Connectors of a usual piece.
const FEW: usize = 3;

/// The end of a chain.
const END: u32 = u32::MAX;

/// A state of the rooms to go back to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RoomMark {
    caps: usize,
    given_up: usize,
}

impl Rooms {
    /// No room is kept yet; there is memory for the connectors of so many pieces, as far as they have a few each.
    pub(crate) fn new(kit: &ValidKit, clearance: f64, pieces: usize) -> Self {
        let connectors = FEW * pieces;
        Self {
            caps: Vec::with_capacity(connectors),
            kept: Vec::with_capacity(connectors),
            space: Space::new(kit, clearance, connectors),
            given_up: Vec::with_capacity(connectors),
            at: Vec::with_capacity(connectors),
            cells: FxHashMap::with_capacity_and_hasher(connectors, FxBuildHasher),
            connectors: Vec::with_capacity(connectors),
        }
    }

    /// A piece was placed, whose connectors are at these places, by their numbers.
    pub(crate) fn add(&mut self, places: impl Iterator<Item = (Port, DVec3)>) {
        for (port, place) in places {
            self.at.push(None);
            let head = self.cells.entry(key(cell_of(place, CELL))).or_insert(END);
            self.connectors.push((port, *head));
            *head = self.connectors.len() as u32 - 1;
        }
    }

    /// The piece placed last is taken back, whose connectors are at these places, the last first.
    pub(crate) fn remove(&mut self, places: impl Iterator<Item = DVec3>) {
        for place in places {
            self.at.pop();
            let cell = key(cell_of(place, CELL));
            // Nothing is left behind, so that a world that went back is the one it was.
            match self.connectors.pop() {
                Some((_, END)) | None => self.cells.remove(&cell),
                Some((_, next)) => self.cells.insert(cell, next),
            };
        }
    }

    /// The connectors that may be within a distance of a place, used ones among them.
    pub(crate) fn near(&self, place: DVec3, distance: f64) -> impl Iterator<Item = Port> {
        let [low, high] = [-distance, distance].map(|by| cell_of(place + by, CELL));
        let range = move |axis: usize| low[axis]..=high[axis];
        let cells = range(0).flat_map(move |x| range(1).map(move |y| [x, y]));
        let cells = cells.flat_map(move |[x, y]| range(2).map(move |z| key([x, y, z])));
        cells.flat_map(|cell| {
            let first = self.cells.get(&cell).copied().unwrap_or(END);
            let at = |place: u32| self.connectors.get(place as usize);
            std::iter::successors(at(first), move |(_, next)| at(*next)).map(|(port, _)| *port)
        })
    }

    /// Keeps room for a cap. `number` is the place of its guide's connector among all connectors.
    pub(crate) fn keep(&mut self, kit: &ValidKit, number: usize, cap: Placed) {
        self.at[number] = Some(self.caps.len() as u32);
        self.caps.push(cap);
        self.kept.push(true);
        self.space.insert(kit, &self.caps);
    }

    /// Gives up the room that is kept at a connector, if there is one.
    pub(crate) fn give_up(&mut self, number: usize) {
        if let Some(room) = self.at[number].take() {
            self.kept[room as usize] = false;
            self.given_up.push(room);
        }
    }

    /// The cap that room is kept for at a connector.
    pub(crate) fn get(&self, number: usize) -> Option<&Placed> {
        self.at[number].map(|room| &self.caps[room as usize])
    }

    /// Every cap that room is kept for.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Placed> {
        self.caps.iter().zip(&self.kept).filter(|(_, kept)| **kept).map(|(cap, _)| cap)
    }

    /// The connector whose room a piece in this pose would take, if there is one.
    pub(crate) fn taken_by(&self, kit: &ValidKit, piece: PieceId, pose: &Pose) -> Option<Port> {
        let is_gone = |room: PlacedId| !self.kept[room.index()];
        let mut boxes = kit.piece(piece).boxes.iter();
        let room =
            boxes.find_map(|shape| self.space.taken_by(kit, &self.caps, &shape.placed(pose), is_gone))?;
        self.caps[room.index()].joint.map(|joint| joint.guide_port())
    }

    pub(crate) fn mark(&self) -> RoomMark {
        RoomMark { caps: self.caps.len(), given_up: self.given_up.len() }
    }

    /// Goes back to a mark. `number` is the place of a connector among all connectors.
    pub(crate) fn undo(&mut self, kit: &ValidKit, mark: RoomMark, number: impl Fn(Port) -> usize) {
        while self.given_up.len() > mark.given_up {
            let Some(room) = self.given_up.pop() else { break };
            self.kept[room as usize] = true;
            if let Some(Joint { guide, guide_connector: connector, .. }) = self.caps[room as usize].joint {
                self.at[number(Port { placed: guide, connector })] = Some(room);
            }
        }
        while self.caps.len() > mark.caps {
            self.space.remove(kit, &self.caps);
            let Some(cap) = self.caps.pop() else { break };
            self.kept.pop();
            let at = cap.joint.map(|joint| number(joint.guide_port()));
            // What was kept there before it may have come back already.
            if let Some(at) = at.filter(|&at| self.at[at] == Some(self.caps.len() as u32)) {
                self.at[at] = None;
            }
        }
    }
}

/// A cap as it would be placed at a connector.
pub(crate) fn cap_at(piece: PieceId, pose: Pose, joint: Joint) -> Placed {
    Placed { role: Role::Cap, piece, pose, joint: Some(joint) }
}
