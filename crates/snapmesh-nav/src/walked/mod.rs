//! What was found out about the pieces of a kit, and kept for the next map: each by itself, and two beside each other.

// Two pieces, and where they are.
mod couple;
// Something for each cell of a rectangle.
mod cells;
// A floor in one cell.
mod floor;
// How high something reaches.
mod heights;
// Floors that lie close together.
mod patch;
// A piece by itself.
mod piece_walk;
// Two beside each other.
mod seam;

pub(crate) use cells::Cells;
pub(crate) use couple::{Couple, Look};
pub(crate) use floor::Floor;
pub(crate) use heights::{Heights, NOTHING, join};
pub(crate) use patch::{around_patches, patches};
pub(crate) use piece_walk::{Area, PieceWalk};
pub(crate) use seam::{Part, Seam, Side, Threshold};

use crate::budget::BakeError;
use rustc_hash::FxHashMap;
use snapmesh::PieceId;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard};

/// Seams that are kept, at most; some hundred bytes each.
const MOST_SEAMS: usize = 1 << 18;

/// Seams by who meets, and where.
pub(crate) type Seams = FxHashMap<Couple, Seam>;

/// What is known about the pieces of a kit. Each entry is the same whoever finds it out, so whoever shares it cannot tell
/// who else does.
#[derive(Debug)]
pub(crate) struct Walked {
    pieces: Vec<OnceLock<Result<PieceWalk, BakeError>>>,
    seams: RwLock<Seams>,
}

impl Walked {
    /// Nothing yet, about so many pieces.
    pub(crate) fn new(pieces: usize) -> Self {
        Self { pieces: (0..pieces).map(|_| OnceLock::new()).collect(), seams: RwLock::default() }
    }

    /// A piece by itself, walked now if it was not before.
    pub(crate) fn piece(
        &self,
        piece: PieceId,
        walk: impl FnOnce() -> Result<PieceWalk, BakeError>,
    ) -> Result<&PieceWalk, BakeError> {
        self.pieces[piece.index()].get_or_init(walk).as_ref().map_err(Clone::clone)
    }

    /// All seams that are known. Nobody may add any meanwhile.
    pub(crate) fn seams(&self) -> RwLockReadGuard<'_, Seams> {
        self.seams.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds seams, as long as there is room.
    pub(crate) fn keep(&self, new: Seams) {
        if new.is_empty() {
            return;
        }
        let mut seams = self.seams.write().unwrap_or_else(PoisonError::into_inner);
        if seams.len() + new.len() <= MOST_SEAMS {
            seams.extend(new);
        }
    }
}
