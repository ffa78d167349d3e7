//! Chains of pieces: whether, and by how few pieces, one comes from a connector to another.
//!
//! Through a piece, from one of its connectors to another, leads a rigid motion about the vertical. Chains of pieces are
//! products of those, and most products are the same as others; so where a chain of a few pieces can end fits into a table.

mod frame;
mod table;

use crate::draw::Draw;
use crate::id::{ConnectorId, KindId, PieceId};
use crate::matching::Matching;
use crate::settings::Settings;
use crate::valid_kit::ValidKit;
use rustc_hash::FxHashMap;
use table::{Measure, Table};

pub(crate) use frame::{Frame, Motion};

/// Poses in all tables of a kit, at most: some 15 MB.
const MOST_POSES: usize = 1 << 19;

/// Chains that are looked at for them, at most.
const MOST_LOOKS: usize = 1 << 22;

/// Ends that are looked on from where the tables do not know, at most.
const FAR_LOOKS: usize = 1 << 13;

/// Ways through pieces, at most.
const MOST_WAYS: usize = 1 << 12;

/// A way through a piece, from one of its connectors to another.
#[derive(Clone, Debug)]
pub(crate) struct Way {
    pub(crate) piece: PieceId,
    pub(crate) entry: ConnectorId,
    pub(crate) exit: ConnectorId,
    /// From the connector that the entry is joined to, to the exit.
    pub(crate) motion: Motion,
    /// The kind of the exit.
    pub(crate) kind: KindId,
    /// How likely the piece is, against others.
    pub(crate) weight: f64,
}

/// What chains depend on beside the kit, what matches in it and how it is drawn from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Lengths {
    /// Metres between pieces that are joined.
    distance: f64,
    /// Pieces of a chain, at most.
    pieces: usize,
    /// Metres between connectors that are linked, at most.
    gap: f64,
}

impl Lengths {
    pub(crate) fn of(settings: &Settings) -> Self {
        let Settings { generation, growth, .. } = settings;
        Self {
            distance: generation.piece_distance,
            pieces: growth.loop_length as usize,
            gap: growth.loop_gap,
        }
    }
}

/// What a kit makes of chains. Connectors that accept the same entries share a table.
#[derive(Clone, Debug)]
pub(crate) struct Chains {
    ways: Vec<Way>,
    /// By kind of connector: which of the tables is its own.
    class_of: Vec<usize>,
    classes: Vec<Class>,
    matching: Matching,
    /// Metres that a piece leads on, at most.
    longest: f64,
    gap: f64,
}

#[derive(Clone, Debug)]
struct Class {
    /// Whose entries it accepts.
    ways: Vec<u32>,
    table: Table,
}

impl Chains {
    /// Makes the tables of a kit.
    pub(crate) fn new(kit: &ValidKit, matching: &Matching, draw: &Draw, lengths: Lengths) -> Self {
        let Lengths { distance, pieces, gap } = lengths;
        let ways = ways(kit, draw, distance);
        let entry_kind = |way: &Way| kit.kinds_of(way.piece)[way.entry.index()];
        let accepts = |kind: KindId| -> Vec<u32> {
            let here = (0..).zip(&ways).filter(|(_, way)| matching.allow(kind, entry_kind(way)));
            here.map(|(index, _)| index).collect()
        };
        let (class_of, accepted) = classes((0..kit.kinds().len()).map(KindId::new).map(accepts));
        let measure = Measure {
            depth: pieces,
            poses: MOST_POSES / accepted.len().max(1),
            looks: MOST_LOOKS / accepted.len().max(1),
            gap,
        };
        let ways_of = |class: usize| accepted[class].iter().map(|&way| &ways[way as usize]);
        // Symmetric pieces lead to the same place in many ways.
        let distinct: Vec<Vec<_>> = (0..accepted.len())
            .map(|class| table::distinct(ways_of(class).map(|way| (way.motion, way.kind)), &measure))
            .collect();
        let table = |class: usize| {
            Table::new(measure, |kind| distinct[kind.map_or(class, |kind| class_of[kind.index()])].iter())
        };
        // One after the other: whoever waits for them on many threads must not be given another map to grow meanwhile.
        let tables: Vec<Table> = (0..accepted.len()).map(table).collect();
        let longest = ways.iter().map(|way| way.motion.offset.length()).fold(0.0, f64::max);
        let classes = accepted.into_iter().zip(tables).map(|(ways, table)| Class { ways, table }).collect();
        Self { ways, class_of, classes, matching: matching.clone(), longest, gap }
    }

    /// The ways on from a connector of a kind.
    pub(crate) fn ways_from(&self, kind: KindId) -> impl ExactSizeIterator<Item = &Way> {
        self.class(kind).ways.iter().map(|&way| &self.ways[way as usize])
    }

    fn class(&self, kind: KindId) -> &Class {
        &self.classes[self.class_of[kind.index()]]
    }

    /// The fewest pieces that lead from a connector of a kind to where one of another kind is faced, as seen from the first;
    /// as far as the tables know.
    pub(crate) fn fewest(&self, from: KindId, seen: &Motion, to: KindId) -> Option<usize> {
        self.class(from).table.fewest(seen, |kind| self.matching.allow_either(kind, to))
    }

    /// The same, and where the tables do not know, chains from one end are led on from by chains to the other: twice as many
    /// pieces. It takes milliseconds, and may overlook some.
    pub(crate) fn fewest_far(&self, from: KindId, seen: &Motion, to: KindId) -> Option<usize> {
        self.fewest(from, seen, to).or_else(|| {
            let target = Frame::START.moved(seen);
            let mut best: Option<usize> = None;
            for (motion, kind, pieces) in self.class(from).table.ends(FAR_LOOKS) {
                if best.is_none_or(|best| pieces + 1 < best) {
                    let rest = self.fewest(kind, &Frame::START.moved(&motion).sees(&target), to);
                    best = best.into_iter().chain(rest.map(|rest| pieces + rest)).min();
                }
            }
            best
        })
    }

    /// Whether a connector of a kind is where one of another kind is faced, as seen from the first.
    pub(crate) fn meet(&self, from: KindId, seen: &Motion, to: KindId) -> bool {
        seen.offset.length() <= self.gap && self.matching.allow_either(from, to)
    }

    /// How many poses of all tables need how many pieces, from 1.
    pub(crate) fn poses(&self) -> Vec<usize> {
        let tables = || self.classes.iter().map(|class| &class.table.by_depth);
        let depth = tables().map(Vec::len).max().unwrap_or(0);
        (0..depth).map(|at| tables().filter_map(|by_depth| by_depth.get(at)).sum()).collect()
    }

    /// Pieces of the longest chains that the table of a kind knows.
    pub(crate) fn depth(&self, kind: KindId) -> usize {
        self.class(kind).table.by_depth.len()
    }

    /// Every way through a piece.
    pub(crate) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// Metres that a chain of so many pieces leads on, at most.
    pub(crate) fn reach(&self, pieces: usize) -> f64 {
        self.longest * pieces as f64
    }
}

/// Numbers equal lists alike: the number of each, and the lists.
fn classes(lists: impl Iterator<Item = Vec<u32>>) -> (Vec<usize>, Vec<Vec<u32>>) {
    let (mut known, mut classes): (FxHashMap<Vec<u32>, usize>, Vec<Vec<u32>>) = Default::default();
    let mut number = |list: Vec<u32>| {
        *known.entry(list).or_insert_with_key(|list| {
            classes.push(list.clone());
            classes.len() - 1
        })
    };
    let numbers = lists.map(&mut number).collect();
    (numbers, classes)
}

/// The ways through all pieces that are drawn.
fn ways(kit: &ValidKit, draw: &Draw, distance: f64) -> Vec<Way> {
    let mut ways = Vec::new();
    for choice in draw.choices() {
        let (piece, connectors) = (choice.piece, &kit.piece(choice.piece).connectors);
        let all = || (0..connectors.len()).map(ConnectorId::new);
        for (entry, exit) in all().flat_map(|entry| all().map(move |exit| (entry, exit))) {
            let [ours, theirs] = [entry, exit].map(|it| &connectors[it.index()]);
            let Some(motion) = Motion::through(ours, theirs, distance).filter(|_| entry != exit) else {
                continue;
            };
            if ways.len() == MOST_WAYS {
                return ways;
            }
            let kind = kit.kinds_of(piece)[exit.index()];
            ways.push(Way { piece, entry, exit, motion, kind, weight: choice.weight });
        }
    }
    ways
}

#[cfg(test)]
mod tests;
