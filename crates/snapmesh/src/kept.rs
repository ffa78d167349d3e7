//! Pieces of a map that stand when another grows on from them.

use crate::id::{PieceId, PlacedId, Port};
use crate::map::{Link, Map};
use crate::placed::{Door, Joint, Placed, Role};
use crate::pose::{Pose, Turn};
use glam::DVec3;
use std::collections::BTreeSet;
use thiserror::Error;

/// Pieces that were kept from a map, with their places, joints and links. Caps, doors and loops are not: they are made anew;
/// unless it is a [`Shaped`](crate::Shaped) map that is gone on from.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kept, Kit, OrientedBox, Piece, PlacedId, Recipe, Settings};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let recipe = std::sync::Arc::new(Recipe::new(kit, Settings::default())?);
/// let map = recipe.grow(7);
/// // All stays where it is but the fifth piece and what grew from it.
/// let kept = Kept::without(&map, PlacedId::new(4))?;
/// let again = recipe.grow_on(&kept, 8);
/// assert_eq!(again.kept, kept.pieces().len());
/// assert_eq!(again.pieces[3].pose.position, map.pieces[3].pose.position);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Kept {
    pieces: Vec<Placed>,
    links: Vec<Link>,
    /// What comes back behind all that grows, numbered as if it came right behind the pieces.
    pub(crate) aside: KeptAside,
}

/// Loops and caps that stay, and the doors of all that does.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct KeptAside {
    pub(crate) pieces: Vec<Placed>,
    pub(crate) links: Vec<Link>,
    pub(crate) doors: Vec<Door>,
}

/// Why pieces cannot be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum KeepError {
    /// Nothing would be kept.
    #[error("nothing is kept: name at least one piece of the map that is no cap and no part of a loop")]
    Nothing,
    /// The map has no such piece.
    #[error("the map has no piece {index}: its pieces are 0 to {last}")]
    NoSuch {
        /// What was asked for.
        index: usize,
        /// The number of its last piece.
        last: usize,
    },
    /// A piece would hang in the air.
    #[error("piece {index} cannot be kept without piece {guide}, which it was grown from")]
    WithoutGuide {
        /// The piece.
        index: usize,
        /// The guide it was joined to.
        guide: usize,
    },
    /// The starting piece cannot be grown anew from anything.
    #[error("piece 0 is what the map starts with: without it and what was grown from it, nothing is left")]
    Start,
    /// Caps and pieces of loops are made anew in any case.
    #[error("piece {index} is there as a {role}, and those are made anew in any case")]
    MadeAnew {
        /// The piece.
        index: usize,
        /// What it is there for.
        role: &'static str,
    },
}

impl KeptAside {
    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty() && self.links.is_empty() && self.doors.is_empty()
    }
}

impl Kept {
    /// Keeps some pieces of a map. Each but the first of them needs its guide kept; caps and pieces of loops among them are left out.
    pub fn new(map: &Map, pieces: impl IntoIterator<Item = PlacedId>) -> Result<Self, KeepError> {
        let mut keeps = vec![false; map.pieces.len()];
        for placed in pieces {
            let last = map.pieces.len() - 1;
            let index = placed.index();
            *keeps.get_mut(index).ok_or(KeepError::NoSuch { index, last })? = true;
        }
        Self::of(map, &keeps, &[Role::Piece])
    }

    /// Keeps all but a piece and what was grown from it.
    pub fn without(map: &Map, piece: PlacedId) -> Result<Self, KeepError> {
        let (index, last) = (piece.index(), map.pieces.len() - 1);
        match map.pieces.get(index) {
            None => return Err(KeepError::NoSuch { index, last }),
            Some(Placed { joint: None, .. }) => return Err(KeepError::Start),
            Some(Placed { role, .. }) if *role != Role::Piece => {
                return Err(KeepError::MadeAnew { index, role: role.name() });
            }
            Some(_) => {}
        }
        let mut keeps: Vec<bool> = Vec::with_capacity(map.pieces.len());
        for (index, placed) in map.pieces.iter().enumerate() {
            let hangs_on_it = placed.joint.is_some_and(|joint| !keeps[joint.guide.index()]);
            keeps.push(index != piece.index() && !hangs_on_it);
        }
        Self::of(map, &keeps, &[Role::Piece])
    }

    /// What a map was grown on from; none if it grew from nothing.
    pub fn first_of(map: &Map) -> Option<Self> {
        Self::new(map, (0..map.kept).map(PlacedId::new)).ok()
    }

    /// Keeps of a map what is marked, loops, caps and doors included. Those of a role that is not `in_front` stand aside.
    pub(crate) fn whole(map: &Map, keeps: &[bool], in_front: &[Role]) -> Result<Self, KeepError> {
        let mut kept = Self::of(map, keeps, &[Role::Piece, Role::Loop, Role::Cap])?;
        let first = kept.pieces.iter().take_while(|placed| in_front.contains(&placed.role)).count();
        let is_in_front = |link: &Link| link.sides().iter().all(|port| port.placed.index() < first);
        let (links, aside) = kept.links.into_iter().partition(is_in_front);
        kept.links = links;
        kept.aside.links = aside;
        kept.aside.pieces = kept.pieces.split_off(first);
        Ok(kept)
    }

    fn of(map: &Map, keeps: &[bool], roles: &[Role]) -> Result<Self, KeepError> {
        let mut number: Vec<Option<PlacedId>> = vec![None; map.pieces.len()];
        let mut pieces: Vec<Placed> = Vec::new();
        for (index, placed) in map.pieces.iter().enumerate() {
            if !keeps[index] || !roles.contains(&placed.role) {
                continue;
            }
            let joint = match placed.joint {
                Some(joint) if !pieces.is_empty() => {
                    let without = KeepError::WithoutGuide { index, guide: joint.guide.index() };
                    Some(Joint { guide: number[joint.guide.index()].ok_or(without)?, ..joint })
                }
                _ => None,
            };
            number[index] = Some(PlacedId::new(pieces.len()));
            pieces.push(Placed { joint, pose: as_written(&placed.pose), ..*placed });
        }
        let renumbered = |port: Port| Some(Port { placed: number[port.placed.index()]?, ..port });
        let links: Vec<Link> = map
            .links
            .iter()
            .filter_map(|link| Some(Link { from: renumbered(link.from)?, to: renumbered(link.to)?, ..*link }))
            .collect();
        let doors = map.doors.iter().filter_map(|door| Some(Door { at: renumbered(door.at)?, ..*door }));
        // Where loops and caps are made anew, doors are, too.
        let doors = if roles.contains(&Role::Cap) { doors.collect() } else { vec![] };
        let aside = KeptAside { doors: standing(doors, &pieces, &links), ..KeptAside::default() };
        if pieces.is_empty() { Err(KeepError::Nothing) } else { Ok(Self { pieces, links, aside }) }
    }

    /// The pieces, in their old order.
    pub fn pieces(&self) -> &[Placed] {
        &self.pieces
    }

    /// The links between them.
    pub fn links(&self) -> &[Link] {
        &self.links
    }

    /// The same with other numbers for the pieces of the kit: those of a kit that has them in another order.
    pub fn renumbered(mut self, number: impl Fn(PieceId) -> Option<PieceId>) -> Option<Self> {
        let Self { pieces, aside, .. } = &mut self;
        for placed in pieces.iter_mut().chain(&mut aside.pieces) {
            placed.piece = number(placed.piece)?;
        }
        for door in &mut aside.doors {
            door.piece = number(door.piece)?;
        }
        Some(self)
    }
}

/// The doors that still stand where something is joined.
fn standing(mut doors: Vec<Door>, pieces: &[Placed], links: &[Link]) -> Vec<Door> {
    let joints = pieces.iter().filter_map(|placed| Some(placed.joint?.guide_port()));
    let joined: BTreeSet<Port> = joints.chain(links.iter().map(|link| link.from)).collect();
    doors.retain(|door| joined.contains(&door.at));
    doors
}

/// A pose as it comes back from a map file, so that growing on from a map and from its file is the same.
fn as_written(pose: &Pose) -> Pose {
    let turn = Turn::from_quaternion(pose.turn.quaternion()).unwrap_or(pose.turn);
    Pose { position: pose.position + DVec3::ZERO, turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::ConnectorId;
    use crate::selection::Stop;

    fn placed(guide: Option<usize>, role: Role) -> Placed {
        let [guide_connector, connector] = [0, 1].map(ConnectorId::new);
        let joint = guide.map(|guide| Joint { guide: PlacedId::new(guide), guide_connector, connector });
        Placed { role, piece: PieceId::new(0), pose: Pose::ORIGIN, joint }
    }

    /// 0 - 1 - 2, 1 - 3, 0 - 4, a cap on 3, and a link from 2 to 4.
    fn map() -> Map {
        let mut pieces: Vec<Placed> =
            [None, Some(0), Some(1), Some(1), Some(0)].map(|guide| placed(guide, Role::Piece)).into();
        pieces.push(placed(Some(3), Role::Cap));
        let port = |placed| Port { placed: PlacedId::new(placed), connector: ConnectorId::new(2) };
        let links = vec![Link { from: port(2), to: port(4), gap: 0.0, turn: 0.0 }];
        let stop = Stop::PIECE_LIMIT;
        Map { seed: 1, pieces, links, doors: vec![], kept: 2, stop, promises: vec![] }
    }

    fn guides(kept: &Kept) -> Vec<Option<usize>> {
        kept.pieces().iter().map(|placed| placed.joint.map(|joint| joint.guide.index())).collect()
    }

    fn keep(pieces: &[usize]) -> Result<Kept, KeepError> {
        Kept::new(&map(), pieces.iter().copied().map(PlacedId::new))
    }

    #[test]
    fn kept_pieces_keep_their_order_and_are_numbered_anew() {
        let kept = keep(&[4, 0, 1, 2]).unwrap();
        assert_eq!(guides(&kept), [None, Some(0), Some(1), Some(0)]);
        let ends = kept.links().iter().map(|link| (link.from.placed.index(), link.to.placed.index()));
        assert_eq!(ends.collect::<Vec<_>>(), [(2, 3)]);
        assert_eq!(guides(&keep(&[1, 3]).unwrap()), [None, Some(0)], "the first may be any");
    }

    #[test]
    fn what_cannot_be_kept_is_named() {
        assert_eq!(keep(&[0, 2]), Err(KeepError::WithoutGuide { index: 2, guide: 1 }));
        assert_eq!(keep(&[0, 6]), Err(KeepError::NoSuch { index: 6, last: 5 }));
        assert_eq!(keep(&[5]), Err(KeepError::Nothing));
        assert_eq!(keep(&[]), Err(KeepError::Nothing));
    }

    #[test]
    fn a_piece_goes_with_what_was_grown_from_it() {
        let without = |piece| Kept::without(&map(), PlacedId::new(piece));
        assert_eq!(guides(&without(1).unwrap()), [None, Some(0)]);
        assert_eq!(without(1).unwrap().links(), []);
        assert_eq!(guides(&without(3).unwrap()), [None, Some(0), Some(1), Some(0)]);
        assert_eq!(without(0), Err(KeepError::Start));
        assert_eq!(without(5), Err(KeepError::MadeAnew { index: 5, role: "cap" }));
        assert_eq!(without(9), Err(KeepError::NoSuch { index: 9, last: 5 }));
    }

    #[test]
    fn a_map_that_was_grown_on_knows_from_what() {
        assert_eq!(guides(&Kept::first_of(&map()).unwrap()), [None, Some(0)]);
        assert_eq!(Kept::first_of(&Map { kept: 0, ..map() }), None);
    }
}
