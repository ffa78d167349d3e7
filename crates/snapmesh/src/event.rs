//! What happens while a map grows: one event for every decision, with the reason for every refusal.
//!
//! Events go out and nothing comes back. The log, the trace file, a progress bar and the studio are readers of
//! this one enum, and none of them can change a map.

use crate::id::{ConnectorId, PieceId, PlacedId};
use crate::rules::Mismatch;
use crate::veto::Veto;
use std::borrow::Cow;

/// One decision. Pieces are named by their place in the kit's library, placed pieces by their placement order,
/// connectors by their canonical order.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "event", rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Event {
    /// The starting piece was drawn and placed.
    Start {
        /// What was drawn.
        piece: PieceId,
        /// How many pieces it was drawn among.
        candidates: usize,
    },
    /// A placed piece is the guide.
    Guide {
        /// Which.
        index: PlacedId,
        /// How many free connectors it has.
        free: u32,
        /// How long the arm or branch at work is to be, if the method has such.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        length: Option<i64>,
        /// Why it is the guide.
        because: &'static str,
    },
    /// A tentative piece was drawn.
    Tentative {
        /// What was drawn.
        piece: PieceId,
        /// Which try with this guide, from 1.
        attempt: i64,
        /// How many pairings it has with the guide.
        pairings: usize,
    },
    /// A pairing was not listed.
    Unlisted {
        /// Connector of the guide.
        guide_connector: ConnectorId,
        /// Connector of the tentative piece; none if it is the guide's that is used already.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        connector: Option<ConnectorId>,
        /// Why.
        reason: Unlisted,
    },
    /// A pairing was drawn, and a constraint forbids it.
    Vetoed {
        /// Connector of the guide.
        guide_connector: ConnectorId,
        /// Connector of the tentative piece.
        connector: ConnectorId,
        /// Why.
        #[cfg_attr(feature = "serde", serde(flatten))]
        veto: Veto,
    },
    /// A pairing was drawn, and the tentative piece is on the map.
    Placed {
        /// Its place in the placement order.
        index: PlacedId,
        /// What was placed.
        piece: PieceId,
        /// The guide it is joined to.
        guide: PlacedId,
        /// Connector of the guide.
        guide_connector: ConnectorId,
        /// Connector of the piece.
        connector: ConnectorId,
        /// Where it is, in metres.
        position: [f64; 3],
    },
    /// A tentative piece was given up.
    Failed {
        /// What it was.
        piece: PieceId,
        /// Which try with this guide, from 1.
        attempt: i64,
    },
    /// A guide without a free connector: its tentative pieces were drawn and not looked at.
    Skipped {
        /// Which.
        index: PlacedId,
        /// How many pieces were drawn.
        draws: i64,
    },
    /// The map is done.
    Stop {
        /// The keyword of the reason.
        reason: Cow<'static, str>,
        /// The same as a sentence.
        sentence: Cow<'static, str>,
        /// How many pieces were placed.
        pieces: usize,
    },
}

/// Why a pairing was not listed.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "because", rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Unlisted {
    /// The guide's connector is joined already.
    Used,
    /// The rules forbid it.
    Rules(Mismatch),
}

/// Someone who is told of every event: any closure that takes one, or `()` if nobody is.
pub trait Watch {
    /// False if nobody listens, so that what is only worked out for a watcher is left out.
    fn listens(&self) -> bool {
        true
    }

    /// Takes an event.
    fn event(&mut self, event: &Event);
}

/// Nobody.
impl Watch for () {
    fn listens(&self) -> bool {
        false
    }

    fn event(&mut self, _: &Event) {}
}

impl<F: FnMut(&Event)> Watch for F {
    fn event(&mut self, event: &Event) {
        self(event);
    }
}

/// Passes events on to whoever watches. What an event says is worked out only when someone listens.
pub struct Teller<'w>(Option<&'w mut dyn Watch>);

impl<'w> Teller<'w> {
    /// Tells a watcher.
    pub fn new(watch: &'w mut dyn Watch) -> Self {
        Self(watch.listens().then_some(watch))
    }

    /// Whether anyone listens.
    pub fn listens(&self) -> bool {
        self.0.is_some()
    }

    /// Tells an event.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        if let Some(watch) = &mut self.0 {
            watch.event(&event());
        }
    }
}
