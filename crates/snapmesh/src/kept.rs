//! Pieces of a map that stand when another grows on from them.

use crate::id::{PieceId, PlacedId};
use crate::map::{Link, Map};
use crate::placed::{Joint, Placed, Role};
use crate::pose::{Pose, Turn};
use glam::DVec3;
use thiserror::Error;

/// Pieces that were kept from a map, with their places, joints and links. Caps, doors and loops are not: they are made anew.
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

impl Kept {
    /// Keeps some pieces of a map. Each but the first of them needs its guide kept; caps and pieces of loops among them are left out.
    pub fn new(map: &Map, pieces: impl IntoIterator<Item = PlacedId>) -> Result<Self, KeepError> {
        let mut keeps = vec![false; map.pieces.len()];
        for placed in pieces {
            let last = map.pieces.len() - 1;
            let index = placed.index();
            *keeps.get_mut(index).ok_or(KeepError::NoSuch { index, last })? = true;
        }
        Self::of(map, &keeps)
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
        Self::of(map, &keeps)
    }

    /// What a map was grown on from; none if it grew from nothing.
    pub fn first_of(map: &Map) -> Option<Self> {
        Self::new(map, (0..map.kept).map(PlacedId::new)).ok()
    }

    fn of(map: &Map, keeps: &[bool]) -> Result<Self, KeepError> {
        let mut number: Vec<Option<PlacedId>> = vec![None; map.pieces.len()];
        let mut pieces: Vec<Placed> = Vec::new();
        for (index, placed) in map.pieces.iter().enumerate() {
            if !keeps[index] || placed.role != Role::Piece {
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
            pieces.push(Placed { role: Role::Piece, joint, pose: as_written(&placed.pose), ..*placed });
        }
        let links = map.links.iter().filter_map(|link| {
            let mut link = *link;
            link.from.placed = number[link.from.placed.index()]?;
            link.to.placed = number[link.to.placed.index()]?;
            Some(link)
        });
        let links = links.collect();
        if pieces.is_empty() { Err(KeepError::Nothing) } else { Ok(Self { pieces, links }) }
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
        for placed in &mut self.pieces {
            placed.piece = number(placed.piece)?;
        }
        Some(self)
    }
}

/// A pose as it comes back from a map file, so that growing on from a map and from its file is the same.
fn as_written(pose: &Pose) -> Pose {
    let turn = Turn::from_quaternion(pose.turn.quaternion()).unwrap_or(pose.turn);
    Pose { position: pose.position + DVec3::ZERO, turn }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::id::{ConnectorId, Port};
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
