//! The verdict on a map, composed of what is known about its pieces: microseconds instead of a bake.
//!
//! Each piece is walked once, alone; and each two that come near each other are walked once for every way in which they do
//! (`seam`). A map is then the sum of its pieces, and of what they change about each other: its regions are sets of theirs.

// A piece by itself.
mod piece;
// Two beside each other.
mod seam;
// Which pieces of a map are near each other.
mod near;

use crate::budget::{BakeError, Budget, Cores};
use crate::metrics::{ExactMetrics, WalkFacts};
use crate::terrain::Terrain;
use crate::union_find::UnionFind;
use crate::walked::{Area, Couple, Look, PieceWalk, Seam, Seams};
use snapmesh::{Map, PieceId, Placed, PlacedId};
use thiserror::Error;

/// Why a verdict cannot be composed. A bake knows.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Unknown {
    /// A piece comes near another, whose floor may be in two parts then, or cut off from the rest; and the verdict depends on it.
    #[error("piece {1} may cut the floor of piece {0} in two, or off")]
    Cut(PlacedId, PlacedId),
    /// How large its regions are depends on how the cells of a bake lie: there are many that are hardly wide enough to stand on.
    #[error("how large its regions are depends on how the cells of a bake lie")]
    Vague,
    /// A piece cannot be walked by itself.
    #[error(transparent)]
    Piece(#[from] BakeError),
}

/// How far the share of the largest region may be off, as far as a verdict is told; and how much of what pieces may be off
/// comes together on a map, where some are larger than on average and others smaller.
const VAGUE: f64 = 0.01;
const LIKELY: f64 = 1.5;

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
        let known = self.terrain.walked().seams();
        for (couple, at) in &couples {
            // What was not known is new, so there is one for each.
            if let Some(seam) = new.get(couple).or_else(|| known.get(couple)) {
                sum.add(seam, *at);
            }
        }
        drop(known);
        self.terrain.walked().keep(new);
        Ok(())
    }

    /// The seams that nobody has asked for so far. Nobody has to wait while they are found out.
    fn unknown_seams(&self, couples: &[(Couple, [usize; 2])]) -> Result<Seams, BakeError> {
        let mut new = Seams::default();
        let missing: Vec<&(Couple, [usize; 2])> = {
            let known = self.terrain.walked().seams();
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
}

/// How large the regions are that count.
fn regions(sets: UnionFind, areas: &[Area], counts: Option<&[u32]>) -> Vec<Area> {
    let (region_of, count) = sets.numbered();
    let mut regions = vec![(Area::default(), counts.is_none()); count];
    for (&region, area) in region_of.iter().zip(areas) {
        let (sum, _) = &mut regions[region as usize];
        *sum = Area { mean: sum.mean + area.mean, off: sum.off + area.off };
    }
    for &number in counts.into_iter().flatten() {
        regions[region_of[number as usize] as usize].1 = true;
    }
    let counted = regions.into_iter().filter(|(area, counted)| *counted && area.mean > 0.0);
    counted.map(|(area, _)| area).collect()
}

/// What regions of such areas are to who walks, unless they are too vague.
fn told(mut areas: Vec<Area>) -> Result<WalkFacts, Unknown> {
    areas.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    let all: Area = areas
        .iter()
        .fold(Area::default(), |all, area| Area { mean: all.mean + area.mean, off: all.off + area.off });
    let largest = areas.first().copied().unwrap_or_default();
    let share = |area: &Area| area.mean / all.mean;
    let exact = ExactMetrics {
        connectivity: areas.iter().map(share).fold(0.0, |sum, share| sum + share * share),
        largest_region: areas.first().map_or(0.0, share),
    };
    // If the largest region is larger than it seems, its share grows by what the others lack; and the other way round.
    let rest = exact.largest_region * (all.off - largest.off);
    let off = ((1.0 - exact.largest_region) * largest.off + rest) / all.mean * LIKELY;
    if off > VAGUE {
        return Err(Unknown::Vague);
    }
    Ok(WalkFacts { exact, regions: areas.len(), area: all.mean, sampled: None })
}

/// The regions of a map as they come together.
struct Sum {
    /// By placed piece: the number of its first region. Numbers beyond all pieces are those of regions that no piece has.
    first: Vec<u32>,
    sets: UnionFind,
    areas: Vec<Area>,
    /// Which numbers a doorway leads to, and which doorways had an answer: by placed piece and doorway.
    led_to: Vec<u32>,
    answered: Vec<(usize, usize)>,
    /// The numbers of parts that hang together, one part after the other, and where each ends.
    parts: Vec<u32>,
    ends: Vec<usize>,
    /// The numbers of the parts that were added last.
    numbers: Vec<u32>,
    doubts: Vec<Doubt>,
}

/// A number of which it is in doubt what it hangs together with, with the piece it is of and the one that may cut it.
struct Doubt {
    number: u32,
    pieces: [usize; 2],
}

impl Sum {
    fn new(walks: &[&PieceWalk]) -> Self {
        let (mut first, mut areas) = (Vec::with_capacity(walks.len()), Vec::with_capacity(2 * walks.len()));
        for walk in walks {
            first.push(areas.len() as u32);
            areas.extend(&walk.areas);
        }
        Self {
            first,
            sets: UnionFind::new(areas.len()),
            areas,
            led_to: Vec::with_capacity(4 * walks.len()),
            answered: Vec::with_capacity(4 * walks.len()),
            parts: Vec::with_capacity(8 * walks.len()),
            ends: Vec::with_capacity(4 * walks.len()),
            numbers: vec![],
            doubts: vec![],
        }
    }

    /// Whether one can walk between all regions of two pieces from which floor may go on.
    fn is_one(&mut self, walks: &[&PieceWalk], at: [usize; 2]) -> bool {
        let mut root = None;
        at.iter().all(|&index| {
            walks[index].open.iter().all(|region| {
                let set = self.sets.find(self.first[index] + region);
                *root.get_or_insert(set) == set
            })
        })
    }

    /// Adds what two pieces change about each other.
    fn add(&mut self, seam: &Seam, at: [usize; 2]) {
        self.numbers.clear();
        for part in &seam.parts {
            let start = self.parts.len();
            self.parts.extend(part.sides.iter().map(|side| self.first[at[side.which]] + side.region));
            self.ends.push(self.parts.len());
            let number = match self.parts[start..].first() {
                Some(&number) => {
                    self.parts[start + 1..].iter().for_each(|side| self.sets.union(number, *side));
                    self.areas[number as usize].mean += part.gain;
                    number
                }
                None => {
                    self.areas.push(Area { mean: part.gain, off: 0.0 });
                    self.sets.push()
                }
            };
            self.numbers.push(number);
        }
        for threshold in &seam.thresholds {
            self.answered.push((at[threshold.which], threshold.doorway));
            self.led_to.push(self.numbers[threshold.part]);
        }
        self.doubts.extend(seam.doubtful.iter().map(|side| Doubt {
            number: self.first[at[side.which]] + side.region,
            pieces: [at[side.which], at[1 - side.which]],
        }));
    }

    /// The verdict, unless it depends on what is in doubt.
    fn verdict(mut self, walks: &[&PieceWalk]) -> Result<WalkFacts, Unknown> {
        let counts = self.counts(walks);
        let apart = (!self.doubts.is_empty()).then(|| self.without_doubts());
        let together = std::mem::replace(&mut self.sets, UnionFind::new(0));
        let facts = told(regions(together, &self.areas, counts.as_deref()))?;
        if let Some((apart, areas)) = apart {
            let least = told(regions(apart, &areas, counts.as_deref()))?.exact;
            let ExactMetrics { connectivity, largest_region } = facts.exact;
            let off = [largest_region - least.largest_region, (connectivity - least.connectivity) / 2.0];
            if off.iter().any(|off| off.abs() > VAGUE) {
                return Err(self.worst_doubt());
            }
        }
        Ok(facts)
    }

    /// What hangs together if nothing does that is in doubt, and how large the numbers are then: each that is in doubt is in two
    /// halves.
    fn without_doubts(&self) -> (UnionFind, Vec<Area>) {
        let (mut sets, mut areas) = (UnionFind::new(self.areas.len()), self.areas.clone());
        let mut doubtful = vec![false; areas.len()];
        for doubt in &self.doubts {
            let number = doubt.number as usize;
            if !std::mem::replace(&mut doubtful[number], true) {
                areas[number] = Area { mean: areas[number].mean / 2.0, off: areas[number].off / 2.0 };
                areas.push(areas[number]);
                sets.push();
            }
        }
        let mut start = 0;
        for &end in &self.ends {
            let mut certain = self.parts[start..end].iter().filter(|&&number| !doubtful[number as usize]);
            if let Some(&first) = certain.next() {
                certain.for_each(|&number| sets.union(first, number));
            }
            start = end;
        }
        (sets, areas)
    }

    /// The doubt about the largest region.
    fn worst_doubt(&self) -> Unknown {
        let area = |doubt: &&Doubt| self.areas[doubt.number as usize].mean;
        let worst = self.doubts.iter().max_by(|a, b| area(a).total_cmp(&area(b)));
        worst.map_or(Unknown::Vague, |Doubt { pieces, .. }| {
            Unknown::Cut(PlacedId::new(pieces[0]), PlacedId::new(pieces[1]))
        })
    }

    /// The numbers that a doorway leads to; none if all count. What is behind a doorway is known best where it is joined.
    fn counts(&mut self, walks: &[&PieceWalk]) -> Option<Vec<u32>> {
        self.answered.sort_unstable();
        let mut led_to = std::mem::take(&mut self.led_to);
        for (index, walk) in walks.iter().enumerate() {
            for (doorway, region) in walk.behind.as_ref()?.iter().enumerate() {
                if self.answered.binary_search(&(index, doorway)).is_err() {
                    led_to.extend(region.map(|region| self.first[index] + region));
                }
            }
        }
        Some(led_to)
    }
}
