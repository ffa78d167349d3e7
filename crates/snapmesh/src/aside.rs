//! What stands, and is no part of growth: loops and caps that were kept. They take up their room and their connectors while a
//! map grows, and come back behind what grew.

use crate::boxes::OrientedBox;
use crate::id::{PieceId, PlacedId, Port};
use crate::map::Link;
use crate::placed::{Door, Placed, Role};
use crate::space::{Overlap, Space};
use crate::valid_kit::ValidKit;

/// Pieces, links and doors that stand aside, numbered as if they came right behind the pieces that were kept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Aside {
    pub(crate) pieces: Vec<Placed>,
    pub(crate) links: Vec<Link>,
    pub(crate) doors: Vec<Door>,
    /// How many pieces were kept before them.
    first: usize,
    space: Space,
}

impl Aside {
    pub(crate) fn new(
        (kit, clearance): (&ValidKit, f64),
        first: usize,
        (pieces, links, doors): (&[Placed], &[Link], &[Door]),
    ) -> Self {
        let mut space = Space::new(kit, clearance, pieces.len());
        (1..=pieces.len()).for_each(|count| space.insert(kit, &pieces[..count]));
        Self { pieces: pieces.into(), links: links.into(), doors: doors.into(), first, space }
    }

    /// The connectors of kept pieces that are joined to what stands aside.
    pub(crate) fn ports(&self) -> impl Iterator<Item = Port> {
        let guides = self.pieces.iter().filter_map(|placed| Some(placed.joint?.guide_port()));
        let all = guides.chain(self.links.iter().flat_map(Link::sides));
        all.filter(|port| port.placed.index() < self.first)
    }

    /// The pieces that count: as ever, caps do not.
    pub(crate) fn counted(&self) -> impl Iterator<Item = PieceId> {
        self.pieces.iter().filter(|placed| placed.role == Role::Loop).map(|placed| placed.piece)
    }

    /// A kept piece that what stands in the way of a box hangs on.
    pub(crate) fn taken_by(&self, kit: &ValidKit, shape: &OrientedBox) -> Option<PlacedId> {
        self.space.taken_by(kit, &self.pieces, shape, |_| false).map(|aside| self.root(aside))
    }

    /// The deepest overlap with a box, told of that piece.
    pub(crate) fn deepest(&self, kit: &ValidKit, shape: &OrientedBox) -> Option<Overlap> {
        let found = self.space.deepest(kit, &self.pieces, shape, |_| false)?;
        Some(Overlap { with: self.root(found.with), ..found })
    }

    fn root(&self, aside: PlacedId) -> PlacedId {
        let mut at = aside.index() + self.first;
        while let Some(placed) = at.checked_sub(self.first).and_then(|aside| self.pieces.get(aside)) {
            at = placed.joint.map_or(0, |joint| joint.guide.index());
        }
        PlacedId::new(at)
    }

    /// The same with the numbers that they get behind so many pieces.
    pub(crate) fn behind(mut self, pieces: usize) -> Self {
        let grown = pieces - self.first;
        let number = |placed: &mut PlacedId| {
            if placed.index() >= self.first {
                *placed = PlacedId::new(placed.index() + grown);
            }
        };
        self.pieces
            .iter_mut()
            .filter_map(|placed| placed.joint.as_mut())
            .for_each(|it| number(&mut it.guide));
        self.links
            .iter_mut()
            .flat_map(|link| [&mut link.from, &mut link.to])
            .for_each(|it| number(&mut it.placed));
        self.doors.iter_mut().for_each(|door| number(&mut door.at.placed));
        self
    }
}
