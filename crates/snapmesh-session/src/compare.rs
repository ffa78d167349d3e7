//! Comparing maps of many seeds: work that goes on between requests, a step at a time.

use crate::host::Host;
use crate::maps::Maps;
use crate::message::Message;
use crate::search::Searching;
use serde_json::json;
use std::collections::VecDeque;

/// Maps that are shown at a time, at most.
const MOST_SEEDS: u64 = 200;

/// Comparisons that go on at a time, at most: a page has one on show and a search.
const MOST_AT_ONCE: usize = 4;

/// Maps of several seeds on their way to a page: seeds one after the other, or those that a search finds.
pub(crate) struct Comparison {
    id: u64,
    maps: Maps,
    aim: Aim,
}

enum Aim {
    Search(Box<Searching>),
    Show(VecDeque<i64>),
}

impl Comparison {
    /// The maps of so many seeds from a first one on.
    pub(crate) fn of_seeds(id: u64, maps: Maps, start: i64, count: u64) -> Self {
        let seeds = (0..count.min(MOST_SEEDS)).map_while(|index| start.checked_add_unsigned(index));
        Self { id, maps, aim: Aim::Show(seeds.collect()) }
    }

    /// The maps that a search will find.
    pub(crate) fn of_search(id: u64, maps: Maps, search: Searching) -> Self {
        Self { id, maps, aim: Aim::Search(Box::new(search)) }
    }

    /// Does a step; whether there is more to do. One that the host stops is done again.
    fn step(&mut self, host: &mut dyn Host) -> bool {
        let stop = host.stop();
        match &mut self.aim {
            Aim::Search(search) => {
                if search.go_on(&self.maps, &stop) {
                    self.end_search(false, host);
                } else {
                    host.tell(Message::new(self.id, "searching", search.progress(&self.maps)));
                }
            }
            Aim::Show(seeds) => {
                if let Some(sample) = seeds.front().and_then(|&seed| self.maps.sample(seed, &stop)) {
                    seeds.pop_front();
                    host.tell(Message::new(self.id, "sample", sample));
                }
            }
        }
        !matches!(&self.aim, Aim::Show(seeds) if seeds.is_empty())
    }

    /// It is not wanted any more. What a search has found until now is shown all the same.
    fn stop(&mut self, host: &mut dyn Host) {
        match &mut self.aim {
            Aim::Search(_) => self.end_search(true, host),
            Aim::Show(seeds) => seeds.clear(),
        }
    }

    fn end_search(&mut self, stopped: bool, host: &mut dyn Host) {
        let Aim::Search(search) = &mut self.aim else { return };
        if stopped {
            search.settle(&self.maps);
        }
        host.tell(Message::new(self.id, "searched", search.told(&self.maps, stopped)));
        self.aim = Aim::Show(search.seeds().into());
    }
}

/// All that goes on. Each has its turn.
#[derive(Default)]
pub(crate) struct Comparisons(VecDeque<Comparison>);

impl Comparisons {
    /// The newest counts: of too many, the one that waited longest is let go.
    pub(crate) fn begin(&mut self, comparison: Comparison, host: &mut dyn Host) {
        if self.0.len() == MOST_AT_ONCE
            && let Some(oldest) = self.0.pop_front()
        {
            host.tell(Message::new(oldest.id, "done", json!({})));
        }
        self.0.push_back(comparison);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether the request of this number goes on.
    pub(crate) fn has(&self, id: u64) -> bool {
        self.0.iter().any(|comparison| comparison.id == id)
    }

    /// The request of this number is not wanted any more.
    pub(crate) fn stop(&mut self, id: u64, host: &mut dyn Host) {
        for comparison in self.0.iter_mut().filter(|comparison| comparison.id == id) {
            comparison.stop(host);
        }
    }

    /// Does a step of the one whose turn it is.
    pub(crate) fn step(&mut self, host: &mut dyn Host) {
        let Some(mut comparison) = self.0.pop_front() else { return };
        if comparison.step(host) {
            self.0.push_back(comparison);
        } else {
            host.tell(Message::new(comparison.id, "done", json!({})));
        }
    }
}
