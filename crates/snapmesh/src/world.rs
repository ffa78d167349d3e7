//! The map under construction: what passes change, and constraints look at.
//!
//! Pieces are placed and connectors linked in order, and what was done last can be undone, back to any mark.

use crate::aside::Aside;
use crate::id::{ConnectorId, KindId, PieceId, PlacedId, Port};
use crate::map::{Link, Map};
use crate::placed::{Door, Joint, Placed, Role};
use crate::pose::Pose;
use crate::rooms::{RoomMark, Rooms};
use crate::selection::Stop;
use crate::snap::snap;
use crate::space::{Overlap, Space, worse};
use crate::valid_kit::ValidKit;
use glam::DVec3;
use std::sync::Arc;

/// A map under construction.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece, PieceId, Pose, World};
///
/// let door = Connector::new(DVec3::X, DVec3::X);
/// let room = Piece::new("Room", vec![door], vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let mut world = World::new(kit.into(), 0.01);
/// let mark = world.mark();
/// let first = world.place(PieceId::new(0), Pose::ORIGIN, None);
/// assert_eq!(world.overlapped(PieceId::new(0), &Pose::ORIGIN, |_| false), Some(first));
/// assert_eq!(world.overlapped(PieceId::new(0), &Pose::ORIGIN, |it| it == first), None, "it does not count itself");
/// world.undo(mark);
/// assert!(world.placed().is_empty());
/// # Ok::<(), snapmesh::Problems>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    kit: Arc<ValidKit>,
    placed: Vec<Placed>,
    links: Vec<Link>,
    /// Free connectors of each placed piece.
    free: Vec<u32>,
    /// Whether each connector of each placed piece is joined, one piece after the other.
    used: Vec<bool>,
    nodes: Vec<Node>,
    /// Copies of each piece of the kit.
    copies: Vec<u32>,
    /// The pieces that the map is to have, where that is known.
    goal: Option<usize>,
    space: Space,
    /// Where room is kept for caps; none if it is not.
    rooms: Option<Box<Rooms>>,
    /// What was kept and is no part of growth.
    aside: Option<Box<Aside>>,
    doors: Vec<Door>,
    /// What is never taken back.
    kept: Mark,
    stop: Option<Stop>,
}

/// What is known about a placed piece beside its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Node {
    /// Where its connectors start in `used`.
    first: usize,
    /// Joints between it and the starting piece.
    depth: u32,
}

/// A state of the world to go back to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mark {
    pieces: usize,
    links: usize,
    rooms: RoomMark,
    stopped: bool,
}

impl World {
    /// Nothing is placed yet. Boxes closer than the clearance, in metres, will count as overlapping.
    pub fn new(kit: Arc<ValidKit>, clearance: f64) -> Self {
        Self::with_room(kit, clearance, 0)
    }

    /// The same with memory for so many pieces.
    pub(crate) fn with_room(kit: Arc<ValidKit>, clearance: f64, room: usize) -> Self {
        Self {
            space: Space::new(&kit, clearance, room),
            placed: Vec::with_capacity(room),
            links: Vec::new(),
            free: Vec::with_capacity(room),
            used: Vec::new(),
            nodes: Vec::with_capacity(room),
            copies: vec![0; kit.library().len()],
            goal: None,
            rooms: None,
            aside: None,
            doors: Vec::new(),
            kept: Mark::default(),
            stop: None,
            kit,
        }
    }

    /// The same, and room will be kept for caps.
    pub(crate) fn keeping_rooms(self) -> Self {
        Self {
            rooms: Some(Box::new(Rooms::new(&self.kit, self.space.clearance(), self.placed.capacity()))),
            ..self
        }
    }

    /// The kit that its pieces come from.
    pub fn kit(&self) -> &ValidKit {
        &self.kit
    }

    /// How many boxes the pieces on the map have.
    pub fn boxes(&self) -> usize {
        self.space.boxes()
    }

    /// The pieces placed so far, in placement order.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// One of them.
    pub fn get(&self, placed: PlacedId) -> &Placed {
        &self.placed[placed.index()]
    }

    /// The joints beyond the tree.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// What was placed since a mark.
    pub fn placed_since(&self, mark: Mark) -> impl Iterator<Item = (PlacedId, &Placed)> {
        self.placed.iter().enumerate().skip(mark.pieces).map(|(index, placed)| (PlacedId::new(index), placed))
    }

    /// Those that were made since a mark.
    pub fn links_since(&self, mark: Mark) -> &[Link] {
        &self.links[mark.links..]
    }

    /// Free connectors of each placed piece.
    pub fn free(&self) -> &[u32] {
        &self.free
    }

    /// Free connectors of a placed piece.
    pub fn free_of(&self, placed: PlacedId) -> u32 {
        self.free[placed.index()]
    }

    /// Whether each connector of a placed piece is joined.
    pub fn used_of(&self, placed: PlacedId) -> &[bool] {
        let first = self.nodes[placed.index()].first;
        let end = self.nodes.get(placed.index() + 1).map_or(self.used.len(), |next| next.first);
        &self.used[first..end]
    }

    /// Whether a connector is joined.
    pub fn is_used(&self, port: Port) -> bool {
        self.used[number(&self.nodes, port)]
    }

    /// How many copies of a piece there are.
    pub fn copies(&self, piece: PieceId) -> u32 {
        self.copies[piece.index()]
    }

    /// How many copies of some pieces there are together.
    pub fn copies_of(&self, pieces: &[PieceId]) -> i64 {
        pieces.iter().map(|&piece| i64::from(self.copies(piece))).sum()
    }

    /// Joints between a placed piece and the starting piece.
    pub fn depth(&self, placed: PlacedId) -> u32 {
        self.nodes[placed.index()].depth
    }

    /// The guide that a placed piece was joined to.
    pub fn guide_of(&self, placed: PlacedId) -> Option<PlacedId> {
        self.get(placed).joint.map(|joint| joint.guide)
    }

    /// A placed piece, its guide, the guide of that, and so on to the starting piece.
    pub fn way_back(&self, placed: PlacedId) -> impl Iterator<Item = PlacedId> {
        std::iter::successors(Some(placed), |&at| self.guide_of(at))
    }

    /// Joints between two placed pieces along the tree, or `most` if they are more.
    pub fn joints_between(&self, a: PlacedId, b: PlacedId, most: usize) -> usize {
        let (mut a, mut b, mut joints) = (a, b, 0);
        // The piece placed later cannot be on the other's way back.
        while a != b && joints < most {
            let later = if a > b { &mut a } else { &mut b };
            let Some(guide) = self.guide_of(*later) else { return most };
            *later = guide;
            joints += 1;
        }
        joints
    }

    /// How many pieces the map is to have, where that is known.
    pub fn goal(&self) -> Option<usize> {
        self.goal
    }

    /// How many of those are still to come.
    pub fn room(&self) -> Option<usize> {
        self.goal.map(|goal| goal.saturating_sub(self.placed.len()))
    }

    /// Says how many pieces the map is to have.
    pub fn set_goal(&mut self, goal: Option<usize>) {
        self.goal = goal;
    }

    /// Why growth ended, once it has.
    pub fn stop(&self) -> Option<&Stop> {
        self.stop.as_ref()
    }

    /// Says that growth has ended.
    pub fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
    }

    /// Places a piece, joined to another or standing by itself. Whether it fits is for others to say; the connectors that
    /// are joined must be free.
    pub fn place(&mut self, piece: PieceId, pose: Pose, joint: Option<Joint>) -> PlacedId {
        self.add(Placed { role: Role::Piece, piece, pose, joint })
    }

    /// The same with a piece of any role. Caps come last.
    pub fn add(&mut self, new: Placed) -> PlacedId {
        let Placed { piece, joint, .. } = new;
        let placed = PlacedId::new(self.placed.len());
        let connectors = self.kit.piece(piece).connectors.len();
        let depth = joint.map_or(0, |joint| self.depth(joint.guide) + 1);
        self.nodes.push(Node { first: self.used.len(), depth });
        self.used.resize(self.used.len() + connectors, false);
        self.free.push(connectors as u32);
        self.copies[piece.index()] += 1;
        self.placed.push(new);
        self.space.insert(&self.kit, &self.placed);
        if let Some(rooms) = &mut self.rooms {
            rooms.add(new.connectors(&self.kit, placed));
        }
        if let Some(joint) = joint {
            self.use_port(joint.guide_port(), true);
            self.use_port(Port { placed, connector: joint.connector }, true);
        }
        placed
    }

    /// Joins two connectors of placed pieces, which must be free.
    pub fn link(&mut self, link: Link) {
        self.use_port(link.from, true);
        self.use_port(link.to, true);
        self.links.push(link);
    }

    /// Puts a door where two pieces are joined.
    pub fn hang(&mut self, door: Door) {
        self.doors.push(door);
    }

    /// What stands where pieces are joined.
    pub fn doors(&self) -> &[Door] {
        &self.doors
    }

    /// Where the world stands now.
    pub fn mark(&self) -> Mark {
        Mark {
            pieces: self.placed.len(),
            links: self.links.len(),
            rooms: self.rooms.as_ref().map(|rooms| rooms.mark()).unwrap_or_default(),
            stopped: self.stop.is_some(),
        }
    }

    /// What stands now is never taken back.
    pub fn keep(&mut self) {
        self.kept = self.mark();
    }

    /// How many pieces are never taken back: the first ones.
    pub fn kept(&self) -> usize {
        self.kept.pieces
    }

    /// Takes back all that was placed and linked since a mark; growth that has ended since goes on.
    pub fn undo(&mut self, mark: Mark) {
        // A link that stays joins pieces that stay, as it was made after them.
        while self.links.len() > mark.links {
            let Some(Link { from, to, .. }) = self.links.pop() else { break };
            self.use_port(from, false);
            self.use_port(to, false);
        }
        if let Some(rooms) = &mut self.rooms {
            rooms.undo(&self.kit, mark.rooms, |port| number(&self.nodes, port));
        }
        while self.placed.len() > mark.pieces {
            self.take_back();
        }
        if !mark.stopped {
            self.stop = None;
        }
    }

    /// Takes back everything but what is kept.
    pub fn clear(&mut self) {
        self.undo(Mark { stopped: false, ..self.kept });
    }

    /// What was kept and is no part of growth.
    pub(crate) fn aside(&self) -> Option<&Aside> {
        self.aside.as_deref()
    }

    /// Sets this aside in place of what was, which is given back: room and connectors are taken by it from now on.
    pub(crate) fn set_aside(&mut self, aside: Option<Aside>) -> Option<Aside> {
        let before = self.aside.take().map(|before| *before);
        for (aside, is_there) in before.iter().map(|it| (it, false)).chain(aside.iter().map(|it| (it, true)))
        {
            aside.ports().for_each(|port| self.use_port(port, is_there));
            for piece in aside.counted() {
                self.copies[piece.index()] =
                    self.copies[piece.index()] + u32::from(is_there) - u32::from(!is_there);
            }
        }
        self.aside = aside.map(Box::new);
        before
    }

    /// Takes back the piece placed last.
    fn take_back(&mut self) {
        self.space.remove(&self.kit, &self.placed);
        let (Some(last), Some(node)) = (self.placed.pop(), self.nodes.pop()) else { return };
        if let Some(rooms) = &mut self.rooms {
            let connectors = last.connectors(&self.kit, PlacedId::new(self.placed.len()));
            rooms.remove(connectors.rev().map(|(_, place)| place));
        }
        self.copies[last.piece.index()] -= 1;
        self.used.truncate(node.first);
        self.free.pop();
        if let Some(joint) = last.joint {
            self.use_port(joint.guide_port(), false);
        }
    }

    fn use_port(&mut self, Port { placed, connector }: Port, used: bool) {
        let port = self.nodes[placed.index()].first + connector.index();
        if let (Some(rooms), true) = (&mut self.rooms, used) {
            rooms.give_up(port);
        }
        debug_assert_ne!(self.used[port], used, "a connector is joined once");
        self.used[port] = used;
        let free = &mut self.free[placed.index()];
        *free = if used { *free - 1 } else { *free + 1 };
    }

    /// Boxes closer than this, in metres, count as overlapping.
    pub fn clearance(&self) -> f64 {
        self.space.clearance()
    }

    /// The first piece found that a piece in this pose would overlap; those that are excepted do not count.
    pub fn overlapped(
        &self,
        piece: PieceId,
        pose: &Pose,
        except: impl Fn(PlacedId) -> bool,
    ) -> Option<PlacedId> {
        let mut boxes = self.kit.piece(piece).boxes.iter().map(|shape| shape.placed(pose));
        boxes.find_map(|shape| {
            let taken = self.space.taken_by(&self.kit, &self.placed, &shape, &except);
            taken.or_else(|| self.aside.as_ref()?.taken_by(&self.kit, &shape))
        })
    }

    /// Its deepest overlap with the map, likewise.
    pub fn deepest_overlap(
        &self,
        piece: PieceId,
        pose: &Pose,
        except: impl Fn(PlacedId) -> bool,
    ) -> Option<Overlap> {
        let boxes = self.kit.piece(piece).boxes.iter().map(|shape| shape.placed(pose));
        let overlaps = boxes.flat_map(|shape| {
            let aside = self.aside.as_ref().and_then(|aside| aside.deepest(&self.kit, &shape));
            self.space.deepest(&self.kit, &self.placed, &shape, &except).into_iter().chain(aside)
        });
        overlaps.reduce(|a, b| if worse(b, a) { b } else { a })
    }

    /// The map as it stands, grown from a seed. What is promised about it is for a recipe to say.
    pub fn into_map(self, seed: i64) -> Map {
        let stop = self.stop.unwrap_or(Stop::UNFINISHED);
        let Self { placed: pieces, links, doors, kept: Mark { pieces: kept, .. }, .. } = self;
        Map { seed, pieces, links, doors, kept, stop, promises: vec![] }
    }

    /// The kind of a connector of a placed piece.
    pub fn kind_of(&self, port: Port) -> KindId {
        self.kit.kinds_of(self.get(port.placed).piece)[port.connector.index()]
    }

    /// Where a piece would stand whose connector is joined to one of a placed piece, `distance` metres away from it.
    pub fn snapped(&self, at: Port, piece: PieceId, connector: ConnectorId, distance: f64) -> Pose {
        let guide = self.get(at.placed);
        let theirs = self.kit.connector(guide.piece, at.connector);
        snap(&guide.pose, theirs, self.kit.connector(piece, connector), distance)
    }

    /// Where a connector of a placed piece is.
    pub fn place_of(&self, port: Port) -> DVec3 {
        let placed = self.get(port.placed);
        placed.pose.point(self.kit.connector(placed.piece, port.connector).position)
    }

    /// The free connectors near a place, where room is kept for caps.
    pub(crate) fn free_near(&self, place: DVec3, distance: f64) -> impl Iterator<Item = Port> {
        let near = self.rooms.iter().flat_map(move |rooms| rooms.near(place, distance));
        near.filter(|&port| !self.is_used(port))
    }

    /// Keeps room for a cap, in place of what was kept at its connector.
    pub(crate) fn keep_room(&mut self, cap: Placed) {
        let (Some(rooms), Some(joint)) = (&mut self.rooms, cap.joint) else { return };
        let number = number(&self.nodes, joint.guide_port());
        rooms.give_up(number);
        rooms.keep(&self.kit, number, cap);
    }

    /// The cap that room is kept for at a connector.
    pub(crate) fn room_at(&self, port: Port) -> Option<&Placed> {
        self.rooms.as_ref()?.get(number(&self.nodes, port))
    }

    /// The caps that room is kept for.
    pub(crate) fn kept_rooms(&self) -> impl Iterator<Item = &Placed> {
        self.rooms.iter().flat_map(|rooms| rooms.all())
    }

    /// Gives up all rooms.
    pub(crate) fn give_up_rooms(&mut self) {
        if let Some(rooms) = &mut self.rooms {
            (0..self.used.len()).for_each(|connector| rooms.give_up(connector));
        }
    }

    /// Gives up the room that is kept at a connector.
    pub(crate) fn give_up_room(&mut self, port: Port) {
        if let Some(rooms) = &mut self.rooms {
            rooms.give_up(number(&self.nodes, port));
        }
    }

    /// The connector whose room for a cap a piece in this pose would take.
    pub(crate) fn room_taken(&self, piece: PieceId, pose: &Pose) -> Option<Port> {
        self.rooms.as_ref()?.taken_by(&self.kit, piece, pose)
    }

    /// The free connectors of a placed piece, in canonical order.
    pub fn free_connectors(&self, placed: PlacedId) -> impl Iterator<Item = ConnectorId> {
        let used = self.used_of(placed).iter().enumerate();
        used.filter(|(_, used)| !**used).map(|(connector, _)| ConnectorId::new(connector))
    }
}

/// The place of a connector among those of all pieces.
fn number(nodes: &[Node], Port { placed, connector }: Port) -> usize {
    nodes[placed.index()].first + connector.index()
}

/// The same pieces, links and space; and the very same kit.
impl PartialEq for World {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.kit, &other.kit)
            && self.placed == other.placed
            && self.links == other.links
            && (&self.free, &self.used, &self.nodes) == (&other.free, &other.used, &other.nodes)
            && (&self.copies, self.goal) == (&other.copies, other.goal)
            && (&self.space, &self.rooms, &self.stop) == (&other.space, &other.rooms, &other.stop)
            && (&self.doors, &self.aside, self.kept) == (&other.doors, &other.aside, other.kept)
    }
}

#[cfg(test)]
mod tests;
