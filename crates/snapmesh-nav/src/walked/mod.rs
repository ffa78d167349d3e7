//! What was found out about the pieces of a kit, and kept for the next map: each by itself, its nooks as cells may lie on it, and two
//! beside each other.

// What was found out, and is kept.
mod kept;
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
// How cells may lie on a piece.
mod lie;
// A place on a piece where that matters.
mod nook;
// A piece by itself.
mod piece_walk;
// Two beside each other.
mod seam;

pub(crate) use cells::Cells;
pub(crate) use couple::{Couple, Look};
pub(crate) use floor::Floor;
pub(crate) use heights::{Heights, NOTHING, join};
pub(crate) use lie::{Lie, Sample};
pub(crate) use nook::{End, Glance, Island, Nook, Seen};
pub(crate) use patch::{around_patches, patches};
pub(crate) use piece_walk::{Area, PieceWalk};
pub(crate) use seam::{Part, Seam, Side, Threshold};

use crate::budget::BakeError;
use kept::Kept;
use rustc_hash::FxHashMap;
use snapmesh::PieceId;
use std::sync::OnceLock;

/// Seams and glances that are kept, at most; some hundred bytes each, and some fifty.
const MOST_SEAMS: usize = 1 << 18;
const MOST_GLANCES: usize = 1 << 19;

/// Seams by who meets, and where.
pub(crate) type Seams = FxHashMap<Couple, Seam>;

/// What is known about the pieces of a kit. Each entry is the same whoever finds it out, so whoever shares it cannot tell
/// who else does.
#[derive(Debug)]
pub(crate) struct Walked {
    pieces: Vec<OnceLock<Result<PieceWalk, BakeError>>>,
    /// What two pieces change about each other, by who meets, and where.
    pub(crate) seams: Kept<Couple, Seam>,
    /// What is seen in nooks of pieces, by how cells lie.
    pub(crate) glances: Kept<Glance, Seen>,
}

impl Walked {
    /// Nothing yet, about so many pieces.
    pub(crate) fn new(pieces: usize) -> Self {
        Self {
            pieces: (0..pieces).map(|_| OnceLock::new()).collect(),
            seams: Kept::new(MOST_SEAMS),
            glances: Kept::new(MOST_GLANCES),
        }
    }

    /// A piece by itself, walked now if it was not before.
    pub(crate) fn piece(
        &self,
        piece: PieceId,
        walk: impl FnOnce() -> Result<PieceWalk, BakeError>,
    ) -> Result<&PieceWalk, BakeError> {
        self.pieces[piece.index()].get_or_init(walk).as_ref().map_err(Clone::clone)
    }
}
