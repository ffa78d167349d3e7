//! What happens while a map grows: one event for every decision, with the reason for every refusal.
//!
//! Events go out and nothing comes back. The log, the trace file, a progress bar and the studio are readers of
//! this one enum, and none of them can change a map.

use crate::rules::Mismatch;
use serde::Serialize;

/// One decision. Pieces are named by their place in the kit's library, placed pieces by their placement order,
/// connectors by their canonical order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The starting piece was drawn and placed.
    Start {
        /// What was drawn.
        piece: usize,
        /// How many pieces it was drawn among.
        candidates: usize,
    },
    /// A placed piece is the guide.
    Guide {
        /// Which.
        index: usize,
        /// How many free connectors it has.
        free: usize,
        /// How long the arm or branch at work is to be, if the method has such.
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<i64>,
        /// Why it is the guide.
        because: &'static str,
    },
    /// A tentative piece was drawn.
    Tentative {
        /// What was drawn.
        piece: usize,
        /// Which try with this guide, from 1.
        attempt: i64,
        /// How many pairings it has with the guide.
        pairings: usize,
    },
    /// A pairing was not listed.
    Unlisted {
        /// Connector of the guide.
        guide_connector: usize,
        /// Connector of the tentative piece; none if it is the guide's that is used already.
        #[serde(skip_serializing_if = "Option::is_none")]
        connector: Option<usize>,
        /// Why.
        reason: Unlisted,
    },
    /// A pairing was drawn, and the piece would overlap the map.
    Overlap {
        /// Connector of the guide.
        guide_connector: usize,
        /// Connector of the tentative piece.
        connector: usize,
        /// The placed piece it is deepest in.
        with: usize,
        /// How deep, in metres; below zero they do not touch, but are closer than the clearance.
        depth: f64,
    },
    /// A pairing was drawn, and the tentative piece is on the map.
    Placed {
        /// Its place in the placement order.
        index: usize,
        /// What was placed.
        piece: usize,
        /// The guide it is joined to.
        guide: usize,
        /// Connector of the guide.
        guide_connector: usize,
        /// Connector of the piece.
        connector: usize,
        /// Where it is, in metres.
        position: [f64; 3],
    },
    /// A tentative piece was given up.
    Failed {
        /// What it was.
        piece: usize,
        /// Which try with this guide, from 1.
        attempt: i64,
    },
    /// A guide without a free connector: its tentative pieces were drawn and not looked at.
    Skipped {
        /// Which.
        index: usize,
        /// How many pieces were drawn.
        draws: i64,
    },
    /// The map is done.
    Stop {
        /// The keyword of the reason.
        reason: &'static str,
        /// The same as a sentence.
        sentence: &'static str,
        /// How many pieces were placed.
        pieces: usize,
    },
}

/// Why a pairing was not listed.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "because", rename_all = "lowercase")]
pub enum Unlisted {
    /// The guide's connector is joined already.
    Used,
    /// The rules forbid it.
    Rules(Mismatch),
}

/// Someone who is told of every event.
pub trait Watch {
    /// False if nobody listens, so that what is only worked out for a watcher is left out.
    const LISTENS: bool = true;

    /// Takes an event.
    fn event(&mut self, event: &Event);
}

/// Nobody.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Watch for Nobody {
    const LISTENS: bool = false;

    fn event(&mut self, _: &Event) {}
}

impl<F: FnMut(&Event)> Watch for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}
