//! The regions of a map, as they come together.

use super::unknown::Unknown;
use crate::metrics::{ExactMetrics, WalkFacts};
use crate::union_find::UnionFind;
use crate::walked::{Area, End, Nook, PieceWalk, Seam, Seen};
use snapmesh::PlacedId;

/// How far the share of the largest region may be off, as far as a verdict is told; and how much of what pieces may be off
/// comes together on a map, where some are larger than on average and others smaller.
const VAGUE: f64 = 0.01;
const LIKELY: f64 = 1.5;

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
pub(super) struct Sum {
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

/// A number of which it is in doubt what it hangs together with, with the piece it is of and the one that may cut it: the same
/// if that is in two by itself.
struct Doubt {
    number: u32,
    pieces: [usize; 2],
}

impl Sum {
    pub(super) fn new(walks: &[&PieceWalk]) -> Self {
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
    pub(super) fn is_one(&mut self, walks: &[&PieceWalk], at: [usize; 2]) -> bool {
        let mut root = None;
        at.iter().all(|&index| {
            walks[index].open.iter().all(|region| {
                let set = self.sets.find(self.first[index] + region);
                *root.get_or_insert(set) == set
            })
        })
    }

    /// Adds what two pieces change about each other.
    pub(super) fn add(&mut self, seam: &Seam, at: [usize; 2]) {
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
            // What hangs together here may not, where it is in doubt: a doorway leads to what its own piece has of it.
            let sides = seam.parts[threshold.part].sides.iter();
            let own = sides.filter(|side| side.which == threshold.which);
            let known = self.led_to.len();
            self.led_to.extend(own.map(|side| self.first[at[side.which]] + side.region));
            if self.led_to.len() == known {
                self.led_to.push(self.numbers[threshold.part]);
            }
        }
        self.doubts.extend(seam.doubtful.iter().map(|side| Doubt {
            number: self.first[at[side.which]] + side.region,
            pieces: [at[side.which], at[1 - side.which]],
        }));
    }

    /// Adds what is seen in a nook of a piece.
    pub(super) fn add_nook(&mut self, nook: &Nook, seen: &Seen, at: usize) {
        let first = self.first[at];
        let rest = first + nook.rest;
        for island in seen.islands.iter().filter(|island| island.region.is_none()) {
            self.areas[rest as usize].mean -= island.area;
            self.areas.push(Area { mean: island.area, off: 0.0 });
            self.sets.push();
        }
        // What is no island is part of the rest.
        for &region in &nook.inside {
            if !seen.islands.iter().any(|island| island.region == Some(region)) {
                self.join([rest, first + region]);
            }
        }
        for (end, &other) in nook.ends.iter().zip(&seen.leads_to) {
            self.join([first + nook.ends[other as usize].region, first + end.region]);
        }
        let is_cut = |(end, to): (&End, &u32)| {
            let others = nook.ends.iter().zip(&seen.leads_to);
            others.filter(|(other, _)| other.region == end.region).any(|(_, other)| other != to)
        };
        let cut = nook.ends.iter().zip(&seen.leads_to).filter(|&end| is_cut(end));
        self.doubts.extend(cut.map(|(end, _)| Doubt { number: first + end.region, pieces: [at, at] }));
    }

    /// Adds that two numbers hang together.
    fn join(&mut self, [a, b]: [u32; 2]) {
        if a != b {
            self.parts.extend([a, b]);
            self.ends.push(self.parts.len());
            self.sets.union(a, b);
        }
    }

    /// The verdict, unless it depends on what is in doubt.
    pub(super) fn verdict(mut self, walks: &[&PieceWalk]) -> Result<WalkFacts, Unknown> {
        let counts = self.counts(walks);
        let apart = (!self.doubts.is_empty()).then(|| self.without_doubts(counts.clone()));
        let together = std::mem::replace(&mut self.sets, UnionFind::new(0));
        let facts = told(regions(together, &self.areas, counts.as_deref()))?;
        if let Some((apart, areas, counts)) = apart {
            let least = told(regions(apart, &areas, counts.as_deref()))?.exact;
            let ExactMetrics { connectivity, largest_region } = facts.exact;
            let off = [largest_region - least.largest_region, (connectivity - least.connectivity) / 2.0];
            if off.iter().any(|off| off.abs() > VAGUE) {
                return Err(self.worst_doubt());
            }
        }
        Ok(facts)
    }

    /// What hangs together if nothing does that is in doubt, how large the numbers are then, and which of them count: each that is
    /// in doubt is in two halves.
    fn without_doubts(&self, mut counts: Option<Vec<u32>>) -> (UnionFind, Vec<Area>, Option<Vec<u32>>) {
        let (mut sets, mut areas) = (UnionFind::new(self.areas.len()), self.areas.clone());
        let mut doubtful = vec![false; areas.len()];
        for doubt in &self.doubts {
            let number = doubt.number as usize;
            if !std::mem::replace(&mut doubtful[number], true) {
                areas[number] = Area { mean: areas[number].mean / 2.0, off: areas[number].off / 2.0 };
                areas.push(areas[number]);
                let half = sets.push();
                if let Some(counts) = counts.as_mut().filter(|counts| counts.contains(&doubt.number)) {
                    counts.push(half);
                }
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
        (sets, areas, counts)
    }

    /// The doubt about the largest region.
    fn worst_doubt(&self) -> Unknown {
        let area = |doubt: &&Doubt| self.areas[doubt.number as usize].mean;
        let worst = self.doubts.iter().max_by(|a, b| area(a).total_cmp(&area(b)));
        worst.map_or(Unknown::Vague, |Doubt { pieces: [cut, by], .. }| match (cut, by) {
            (cut, by) if cut == by => Unknown::Narrow(PlacedId::new(*cut)),
            (cut, by) => Unknown::Cut(PlacedId::new(*cut), PlacedId::new(*by)),
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
