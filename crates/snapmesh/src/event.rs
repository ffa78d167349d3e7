//! What happens while a map grows: one event for every decision, with the reason for every refusal.
//!
//! Events go out and nothing comes back. The log, the trace file, a progress bar and the studio are readers of
//! this one enum, and none of them can change a map.

use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::matching::Mismatch;
use crate::placed::Role;
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
    /// A piece stands already: it was kept from another map.
    Kept {
        /// Its place in the placement order.
        index: PlacedId,
        /// What it is.
        piece: PieceId,
        /// Where it is, in metres.
        position: [f64; 3],
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
    /// A rule forbids the tentative piece at the guide, however they are joined.
    Forbidden {
        /// Why.
        #[cfg_attr(feature = "serde", serde(flatten))]
        veto: Veto,
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
        /// What it is there for.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_piece"))]
        role: Role,
    },
    /// A loop is closed: its pieces are placed next, and its ends linked.
    Loop {
        /// The connector that its chain of pieces starts at.
        from: Port,
        /// The one that it leads to.
        to: Port,
        /// How many pieces are placed for it; none if the two meet already.
        pieces: usize,
        /// How many pieces one walks through on the shortest way round, those included.
        ring: usize,
    },
    /// Chains of pieces lead from a free connector to another, and none of those that were tried fits.
    NoLoop {
        /// One of the connectors.
        from: Port,
        /// The other.
        to: Port,
        /// Pairings that were tried.
        tried: u64,
        /// A placed piece that is in the way.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        with: Option<PlacedId>,
    },
    /// No more loops can be closed, and there are fewer than there might be.
    FewLoops {
        /// Links there are.
        links: usize,
        /// Links that were wanted.
        wanted: usize,
        /// Pairs of free connectors that were looked at.
        pairs: usize,
        /// Those of them that a chain of pieces could join if nothing stood in its way.
        within: usize,
    },
    /// Two free connectors meet, and are joined.
    Linked {
        /// One of them.
        from: Port,
        /// The other.
        to: Port,
        /// How far they miss each other, in metres.
        gap: f64,
        /// The same in degrees.
        turn: f64,
    },
    /// A connector that stayed free is closed by a cap.
    Capped {
        /// The cap's place in the placement order.
        index: PlacedId,
        /// What closes it.
        piece: PieceId,
        /// The connector.
        at: Port,
        /// How many caps there are for such connectors.
        candidates: usize,
        /// Whether room for it had been kept, as such connectors may not stay free.
        kept: bool,
        /// Where it is, in metres.
        position: [f64; 3],
    },
    /// A cap was drawn for a connector, and does not fit.
    CapVetoed {
        /// The connector.
        at: Port,
        /// The cap.
        piece: PieceId,
        /// Why.
        #[cfg_attr(feature = "serde", serde(flatten))]
        veto: Veto,
    },
    /// No cap fits a connector, which stays free.
    LeftFree {
        /// The connector.
        at: Port,
    },
    /// A door stands where two pieces are joined.
    Hung {
        /// The number of the door.
        number: usize,
        /// What it is.
        piece: PieceId,
        /// The connector it stands at.
        at: Port,
        /// The other side of the joint.
        to: Port,
        /// How many doors there are for such connectors.
        candidates: usize,
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
    /// Nothing can be joined to the guide: it counts as full.
    Blocked {
        /// Which.
        index: PlacedId,
    },
    /// Pieces were taken back, the last first.
    TakenBack {
        /// How many.
        count: usize,
        /// How many are left.
        left: usize,
        /// The piece that was in the way, if one was: the first that goes.
        #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
        culprit: Option<PlacedId>,
        /// Why.
        because: &'static str,
    },
    /// All pieces that are not kept were taken back, and growth starts afresh.
    Afresh {
        /// How many are left: those that are kept.
        left: usize,
        /// Pairings tried so far.
        tried: u64,
        /// Why.
        because: &'static str,
    },
    /// The best map that was seen is taken: growth comes to nothing better.
    Best {
        /// How many pieces it has.
        pieces: usize,
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

#[cfg(feature = "serde")]
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_piece(role: &Role) -> bool {
    *role == Role::Piece
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn written(event: &Event) -> Value {
        serde_json::to_value(event).unwrap()
    }

    const GUIDE: ConnectorId = ConnectorId::new(2);
    const OURS: ConnectorId = ConnectorId::new(1);

    #[test]
    fn a_start_is_written_with_the_piece_and_its_rivals() {
        let event = Event::Start { piece: PieceId::new(3), candidates: 2 };
        assert_eq!(written(&event), json!({ "event": "start", "piece": 3, "candidates": 2 }));
    }

    #[test]
    fn a_guide_is_written_with_its_line_only_where_the_method_has_lines() {
        let guide = |length| Event::Guide { index: PlacedId::new(7), free: 3, length, because: "it is last" };
        assert_eq!(
            written(&guide(None)),
            json!({ "event": "guide", "index": 7, "free": 3, "because": "it is last" })
        );
        assert_eq!(
            written(&guide(Some(5))),
            json!({ "event": "guide", "index": 7, "free": 3, "length": 5, "because": "it is last" })
        );
    }

    #[test]
    fn tries_are_written_with_their_number() {
        let piece = PieceId::new(4);
        assert_eq!(
            written(&Event::Tentative { piece, attempt: 2, pairings: 6 }),
            json!({ "event": "tentative", "piece": 4, "attempt": 2, "pairings": 6 })
        );
        assert_eq!(
            written(&Event::Failed { piece, attempt: 2 }),
            json!({ "event": "failed", "piece": 4, "attempt": 2 })
        );
        assert_eq!(
            written(&Event::Skipped { index: PlacedId::new(9), draws: 10 }),
            json!({ "event": "skipped", "index": 9, "draws": 10 })
        );
    }

    #[test]
    fn a_used_connector_is_written_without_one_of_the_piece() {
        let event = Event::Unlisted { guide_connector: GUIDE, connector: None, reason: Unlisted::Used };
        assert_eq!(
            written(&event),
            json!({ "event": "unlisted", "guide_connector": 2, "reason": { "because": "used" } })
        );
    }

    #[test]
    fn what_the_rules_forbid_is_written_with_the_rule_and_both_sides() {
        let reason = |mismatch| {
            let reason = Unlisted::Rules(mismatch);
            let event = Event::Unlisted { guide_connector: GUIDE, connector: Some(OURS), reason };
            let mut written = written(&event);
            assert_eq!((&written["event"], &written["connector"]), (&json!("unlisted"), &json!(1)));
            written["reason"].take()
        };
        assert_eq!(
            reason(Mismatch::Pins { guide: 4, tentative: 1, tolerance: 2 }),
            json!({ "because": "rules", "rule": "pins", "guide": 4, "tentative": 1, "tolerance": 2 })
        );
        assert_eq!(
            reason(Mismatch::Color { guide: "red".into(), tentative: "blue".into() }),
            json!({ "because": "rules", "rule": "color", "guide": "red", "tentative": "blue" })
        );
        assert_eq!(
            reason(Mismatch::Facing { guide: 1.0, tentative: 0.5 }),
            json!({ "because": "rules", "rule": "facing", "guide": 1.0, "tentative": 0.5 })
        );
    }

    #[test]
    fn a_veto_is_written_beside_the_two_connectors() {
        let vetoed = |veto| written(&Event::Vetoed { guide_connector: GUIDE, connector: OURS, veto });
        assert_eq!(
            vetoed(Veto::Overlap {
                with: PlacedId::new(5),
                depth: -0.25,
                sideways: -0.25,
                height: 3.0,
                clearance: 0.5
            }),
            json!({
                "event": "vetoed", "guide_connector": 2, "connector": 1,
                "because": "overlap", "with": 5, "depth": -0.25,
                "sideways": -0.25, "height": 3.0, "clearance": 0.5,
            })
        );
        assert_eq!(
            vetoed(Veto::Custom { reason: "would stand in the sea".into() }),
            json!({
                "event": "vetoed", "guide_connector": 2, "connector": 1,
                "because": "custom", "reason": "would stand in the sea",
            })
        );
    }

    #[test]
    fn a_placed_piece_is_written_with_its_joint_and_where_it_is() {
        let event = Event::Placed {
            index: PlacedId::new(8),
            piece: PieceId::new(3),
            guide: PlacedId::new(6),
            guide_connector: GUIDE,
            connector: OURS,
            position: [1.5, -2.0, 0.0],
            role: Role::Piece,
        };
        assert_eq!(
            written(&event),
            json!({
                "event": "placed", "index": 8, "piece": 3, "guide": 6,
                "guide_connector": 2, "connector": 1, "position": [1.5, -2.0, 0.0],
            })
        );
    }

    #[test]
    fn the_end_is_written_as_a_keyword_and_as_a_sentence() {
        let event = Event::Stop { reason: "stuck".into(), sentence: "nothing fits".into(), pieces: 12 };
        assert_eq!(
            written(&event),
            json!({ "event": "stop", "reason": "stuck", "sentence": "nothing fits", "pieces": 12 })
        );
    }

    #[test]
    fn what_an_event_says_is_not_worked_out_when_nobody_listens() {
        let mut nobody = ();
        let mut teller = Teller::new(&mut nobody);
        assert!(!teller.listens());
        teller.tell(|| panic!("nobody asked"));
    }

    #[test]
    fn a_closure_hears_every_event_in_order() {
        let mut heard = Vec::new();
        let mut watch = |event: &Event| heard.push(event.clone());
        let mut teller = Teller::new(&mut watch);
        assert!(teller.listens());
        let events = [1, 2].map(|attempt| Event::Failed { piece: PieceId::new(0), attempt });
        for event in &events {
            teller.tell(|| event.clone());
        }
        assert_eq!(heard, events);
    }
}
