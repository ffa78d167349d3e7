//! The list of pairings between a guide and a tentative piece.
//!
//! The list is the one of the paper: tentative connectors outside, the guide's free ones inside, and taking one
//! out keeps the order of the rest. It is counted rather than written down: connectors of one kind share one
//! row, so that pieces with thousands of connectors cost thousands and not millions, and nothing is allocated
//! once the buffers have grown.

use crate::id::{ConnectorId, KindId};
use crate::matching::Matching;

/// A connector of the guide and one of the tentative piece that may be joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// Connector of the guide.
    pub guide: ConnectorId,
    /// Connector of the tentative piece.
    pub tentative: ConnectorId,
}

/// The pairings of one try, with buffers that are used again.
#[derive(Clone, Debug, Default)]
pub struct Pairings {
    /// The guide's connectors that fit a kind, kind after kind.
    fitting: Vec<ConnectorId>,
    /// For each kind met so far: the kind and its part of `fitting`.
    rows: Vec<Row>,
    /// For each tentative connector: its row, and how many pairings there are up to and with it.
    connectors: Vec<(u32, usize)>,
    /// The pairings taken out, as positions in the full list, ascending.
    taken: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    kind: KindId,
    start: u32,
    end: u32,
}

impl Pairings {
    /// Makes the list anew: the guide's free connectors with their kinds, and the kinds of the tentative piece.
    pub fn list(&mut self, matching: &Matching, guide: &[(ConnectorId, KindId)], tentative: &[KindId]) {
        self.fitting.clear();
        self.rows.clear();
        self.connectors.clear();
        self.taken.clear();
        let mut total = 0;
        let mut row = 0;
        for &kind in tentative {
            // Neighbours in canonical order are mostly of one kind.
            if self.rows.get(row).is_none_or(|row| row.kind != kind) {
                row = self.row(matching, guide, kind);
            }
            total += (self.rows[row].end - self.rows[row].start) as usize;
            self.connectors.push((row as u32, total));
        }
    }

    /// The row of a kind, made if need be.
    fn row(&mut self, matching: &Matching, guide: &[(ConnectorId, KindId)], kind: KindId) -> usize {
        if let Some(row) = self.rows.iter().position(|row| row.kind == kind) {
            return row;
        }
        let start = self.fitting.len() as u32;
        let fits = guide.iter().filter(|(_, of_guide)| matching.allow(*of_guide, kind));
        self.fitting.extend(fits.map(|(connector, _)| *connector));
        self.rows.push(Row { kind, start, end: self.fitting.len() as u32 });
        self.rows.len() - 1
    }

    /// How many pairings are left.
    pub fn left(&self) -> usize {
        self.connectors.last().map_or(0, |&(_, total)| total) - self.taken.len()
    }

    /// Takes out the pairing at a position among those left.
    ///
    /// # Panics
    /// When there are not that many.
    pub fn take(&mut self, position: usize) -> Pairing {
        let before = self.taken_before(position);
        let full = position + before;
        self.taken.insert(before, full);
        let tentative = self.connectors.partition_point(|&(_, total)| total <= full);
        let start = if tentative == 0 { 0 } else { self.connectors[tentative - 1].1 };
        let row = self.rows[self.connectors[tentative].0 as usize];
        let guide = self.fitting[row.start as usize + full - start];
        Pairing { guide, tentative: ConnectorId::new(tentative) }
    }

    /// How many of those taken out stood before a position among those left. Each of them moves it one further
    /// on; `taken[k] - k` is what is left before the k-th, and never falls.
    fn taken_before(&self, position: usize) -> usize {
        let (mut low, mut high) = (0, self.taken.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.taken[middle] - middle <= position {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        low
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::settings::{Connection, MatchingRules};
    use glam::DVec3;
    use proptest::prelude::*;

    fn matching(kinds: u32) -> Matching {
        let connector = |pins| Connector::new(DVec3::X * f64::from(pins), DVec3::X).with(pins, "white");
        let piece = Piece::new("A", (1..=kinds).rev().map(connector).collect(), vec![]);
        let kit = Kit::new("kit", vec![piece]).validate().unwrap().0;
        let connection =
            Connection { matching_rules: MatchingRules::Pins, pin_tolerance: 1, ..Connection::default() };
        Matching::new(&kit, &connection)
    }

    proptest! {
        /// Against the paper's own way: write the list down, and remove by position.
        #[test]
        fn the_counted_list_is_the_written_one(
            guide in prop::collection::vec((0u32..50, 0u32..4), 0..12),
            tentative in prop::collection::vec(0u32..4, 0..12),
            draws in prop::collection::vec(0usize..1000, 0..200),
        ) {
            let matching = matching(4);
            let (connector, kind) = (|n: u32| ConnectorId::new(n as usize), |n: u32| KindId::new(n as usize));
            let guide: Vec<_> = guide.into_iter().map(|(c, k)| (connector(c), kind(k))).collect();
            let tentative: Vec<_> = tentative.into_iter().map(kind).collect();
            let mut written = Vec::new();
            for (t, &kind) in tentative.iter().enumerate() {
                for &(g, of_guide) in &guide {
                    if matching.allow(of_guide, kind) {
                        written.push(Pairing { guide: g, tentative: ConnectorId::new(t) });
                    }
                }
            }
            let mut pairings = Pairings::default();
            pairings.list(&matching, &guide, &tentative);
            for draw in draws {
                prop_assert_eq!(pairings.left(), written.len());
                if written.is_empty() {
                    break;
                }
                let position = draw % written.len();
                prop_assert_eq!(pairings.take(position), written.remove(position));
            }
        }
    }

    #[test]
    fn a_hundred_million_pairings_are_counted_and_not_written() {
        let kind = KindId::new(0);
        let guide: Vec<_> = (0..10_000).map(|i| (ConnectorId::new(i), kind)).collect();
        let mut pairings = Pairings::default();
        pairings.list(&matching(1), &guide, &vec![kind; 10_000]);
        assert_eq!(pairings.left(), 100_000_000);
        let mut take = |position| {
            let Pairing { guide, tentative } = pairings.take(position);
            (guide.index(), tentative.index())
        };
        assert_eq!(take(99_999_999), (9_999, 9_999));
        assert_eq!(take(10_000), (0, 1));
        assert!(pairings.fitting.len() == 10_000);
    }
}
