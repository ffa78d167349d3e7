//! The verdict on a map, composed of what is known about its pieces: microseconds instead of a bake.
//!
//! Each piece is walked once, alone; and each two that come near each other are walked once for every way in which they do
//! (`seam`). A map is then the sum of its pieces, and of what they change about each other: its regions are sets of theirs. Only
//! in narrow places (`nooks`) it matters how the cells of the map lie on a piece, and is looked at (`look`).

// What a verdict may not know.
mod unknown;
// Two beside each other.
mod seam;
// What is seen on a piece as cells lie on it.
mod look;
// Where on a piece it matters how they lie.
mod nooks;
// A piece by itself.
mod piece;
// Which pieces of a map are near each other.
mod near;
// The regions of a map, as they come together.
mod sum;

use crate::budget::{BakeError, Budget, Cores};
use crate::metrics::WalkFacts;
use crate::terrain::Terrain;
use crate::walked::{Couple, Lie, Look, PieceWalk, Seams};
use look::Visit;
use snapmesh::{Bounds, Map, PieceId, Placed};
use sum::Sum;
pub use unknown::Unknown;

/// Composes the verdict on a map. The terrain is that of its kit, and keeps what it learns of its pieces for the next map; a
/// piece may take so many bytes while it is walked.
pub fn compose(terrain: &Terrain, map: &Map, memory: u64) -> Result<WalkFacts, Unknown> {
    let budget = Budget { memory, cores: Cores::One, ..Budget::default() };
    let walk = |piece: PieceId| terrain.walked().piece(piece, || piece::walk(terrain, piece, &budget));
    let walks: Vec<&PieceWalk> =
        map.pieces.iter().map(|placed| walk(placed.piece)).collect::<Result<_, _>>()?;
    let composer = Composer { terrain, pieces: &map.pieces, walks: &walks, budget };
    let near = near::near(terrain, map);
    let mut sum = Sum::new(&walks);
    composer.add(&mut sum, &near.joined, |_, _| Look::Joined)?;
    composer.add(&mut sum, &near.beside, |sum, at| {
        if sum.is_one(&walks, at) { Look::Together } else { Look::Apart }
    })?;
    if walks.iter().any(|walk| !walk.nooks.is_empty()) {
        composer.add_nooks(&mut sum)?;
    }
    sum.verdict(&walks)
}

/// A map that a verdict is composed on.
struct Composer<'a> {
    terrain: &'a Terrain,
    pieces: &'a [Placed],
    walks: &'a [&'a PieceWalk],
    budget: Budget<'a>,
}

impl Composer<'_> {
    /// Adds what pairs of pieces change about each other, each looked at as closely as what was added before it asks for.
    fn add(
        &self,
        sum: &mut Sum,
        pairs: &[[usize; 2]],
        look: impl Fn(&mut Sum, [usize; 2]) -> Look,
    ) -> Result<(), BakeError> {
        let couple = |at: [usize; 2], look| Couple::new(at.map(|index| &self.pieces[index]), look);
        let couples: Vec<(Couple, [usize; 2])> =
            pairs.iter().map(|&at| (couple(at, look(sum, at)), at)).collect();
        let new = self.unknown_seams(&couples)?;
        let known = self.terrain.walked().seams.known();
        for (couple, at) in &couples {
            // What was not known is new, so there is one for each.
            if let Some(seam) = new.get(couple).or_else(|| known.get(couple)) {
                sum.add(seam, *at);
            }
        }
        drop(known);
        self.terrain.walked().seams.keep_all(new);
        Ok(())
    }

    /// The seams that nobody has asked for so far. Nobody has to wait while they are found out.
    fn unknown_seams(&self, couples: &[(Couple, [usize; 2])]) -> Result<Seams, BakeError> {
        let mut new = Seams::default();
        let missing: Vec<&(Couple, [usize; 2])> = {
            let known = self.terrain.walked().seams.known();
            couples.iter().filter(|(couple, _)| !known.contains_key(couple)).collect()
        };
        for (couple, at) in missing {
            if !new.contains_key(couple) {
                let walks = at.map(|index| self.walks[index]);
                new.insert(*couple, seam::seam(self.terrain, walks, couple, &self.budget)?);
            }
        }
        Ok(new)
    }

    /// Adds what is cut off in the nooks of pieces, in cells that begin where those of a bake do.
    fn add_nooks(&self, sum: &mut Sum) -> Result<(), BakeError> {
        let bounds = self.pieces.iter().map(|placed| self.terrain.bounds_of(placed));
        let (corner, cell) = (bounds.fold(Bounds::EMPTY, Bounds::join).min, self.terrain.agent().cell_size);
        for (at, (placed, walk)) in self.pieces.iter().zip(self.walks).enumerate() {
            let visit = Visit { terrain: self.terrain, walk, budget: &self.budget };
            let lie = Lie::of(&placed.pose, corner, cell);
            for (number, nook) in walk.nooks.iter().enumerate() {
                sum.add_nook(nook, &visit.seen(number, &lie)?, at);
            }
        }
        Ok(())
    }
}
