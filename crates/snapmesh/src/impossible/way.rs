//! What can be placed at all: by connectors, joint after joint from the starting pieces, and by height.

use super::asked::Asked;
use crate::draw::Draw;
use crate::id::{KindId, PieceId};
use crate::settings::Span;
use crate::start::starting_pieces;
use crate::world::World;
use crate::{constraints, piece_rules};
use std::collections::BTreeSet;

/// Joints after which nothing more is followed. What could only come later is taken for possible.
const FAR: usize = 10_000;

/// Joints after which heights are taken to have no end.
const HIGH: usize = 500;

/// What can be on a map.
#[derive(Debug)]
pub(super) struct Way {
    /// The pieces that a map may start from.
    pub(super) starts: Vec<PieceId>,
    /// By piece: whether it can be drawn and joined to something.
    pub(super) grows: Vec<bool>,
}

impl Way {
    pub(super) fn new(asked: &Asked<'_>) -> Self {
        let terms = asked.terms();
        let draw = Draw::new(asked.kit, &asked.rules);
        let world = World::new(asked.kit.clone(), 0.0);
        let (rules, constraints) = (piece_rules::of(&terms), constraints::of(&terms));
        let starts = starting_pieces(&world, &asked.settings, &draw, &rules, &constraints);
        let mut grows = joined(asked, &draw, &starts);
        let heights = Heights::new(asked, &starts, &grows);
        for piece in asked.kit.ids() {
            grows[piece.index()] &= heights.allow(asked, piece);
        }
        Self { starts, grows }
    }

    /// Whether a piece can be on a map.
    pub(super) fn can_be(&self, piece: PieceId) -> bool {
        self.grows[piece.index()] || self.starts.contains(&piece)
    }
}

/// By piece: whether it can be joined to something at a depth where its rules allow it.
fn joined(asked: &Asked<'_>, draw: &Draw, starts: &[PieceId]) -> Vec<bool> {
    let kit = asked.kit;
    let kinds = kit.kinds().len();
    let may_be = |piece: PieceId| {
        let mut rules = asked.rules.iter().filter(|bound| bound.names(piece));
        draw.has(piece) && rules.all(|bound| bound.rule.count.is_none_or(|count| count.most > 0))
    };
    let drawn: Vec<PieceId> = kit.ids().filter(|&piece| may_be(piece)).collect();
    let spans = asked.terms().per_piece(|bound| bound.rule.depth);
    let allows = |piece: PieceId, depth: usize| {
        spans.as_ref().is_none_or(|spans| spans.of(piece).iter().all(|span| span.contains(&(depth as i64))))
    };
    // Beyond the last end of a range nothing changes any more.
    let ends = asked.rules.iter().filter_map(|bound| bound.rule.depth);
    let settled = ends.flat_map(|span| [span.least, span.most + 1]).filter(|&end| end <= FAR as i64).max();
    let mut grows = vec![false; kit.library().len()];
    let mut offered: BTreeSet<KindId> =
        starts.iter().flat_map(|&piece| kit.kinds_of(piece)).copied().collect();
    let mut seen = BTreeSet::new();
    let most = asked.most_depth().unwrap_or(usize::MAX);
    for depth in 1..=most {
        if depth > FAR {
            // Not followed to its end: what is not ruled out by its depth may come.
            return drawn.iter().fold(grows, |mut grows, piece| {
                grows[piece.index()] = true;
                grows
            });
        }
        let taken: Vec<bool> = (0..kinds)
            .map(|kind| offered.iter().any(|&guide| asked.matching.allow(guide, KindId::new(kind))))
            .collect();
        let mut next = BTreeSet::new();
        for &piece in drawn.iter().filter(|&&piece| allows(piece, depth)) {
            let ways_in = kit.kinds_of(piece).iter().filter(|kind| taken[kind.index()]).count();
            grows[piece.index()] |= ways_in > 0;
            // The connector a piece came in by is used; it is free only on a piece that came in by another.
            let free = |kind: &&KindId| ways_in > usize::from(taken[kind.index()]);
            next.extend(kit.kinds_of(piece).iter().filter(free).copied());
        }
        offered = next;
        let is_settled = settled.is_none_or(|settled| depth as i64 > settled);
        if offered.is_empty() || is_settled && !seen.insert(offered.clone()) {
            break;
        }
    }
    grows
}

/// The heights that the origin of each piece can be at, from the lowest to the highest.
struct Heights(Option<Vec<Option<Span<f64>>>>);

impl Heights {
    fn new(asked: &Asked<'_>, starts: &[PieceId], grows: &[bool]) -> Self {
        let kit = asked.kit;
        if asked.rules.iter().all(|bound| bound.rule.height.is_none()) {
            return Self(None);
        }
        let mut heights: Vec<Option<Span<f64>>> = vec![None; kit.library().len()];
        for start in starts {
            heights[start.index()] = Some(Span { least: 0.0, most: 0.0 });
        }
        let rises = rises(asked, grows);
        let most = asked.most_depth().unwrap_or(usize::MAX);
        for depth in 0..most {
            if depth > HIGH {
                return Self(None);
            }
            let before = heights.clone();
            for &(guide, piece, rise) in &rises {
                let Some(from) = before[guide.index()] else { continue };
                let to = Span { least: from.least + rise.least, most: from.most + rise.most };
                if let Some(to) = clipped(asked, piece, to) {
                    heights[piece.index()] = Some(joint(heights[piece.index()], to));
                }
            }
            if heights == before {
                break;
            }
        }
        Self(Some(heights))
    }

    fn allow(&self, asked: &Asked<'_>, piece: PieceId) -> bool {
        let is_ruled = asked.rules.iter().any(|bound| bound.rule.height.is_some() && bound.names(piece));
        !is_ruled || self.0.as_ref().is_none_or(|heights| heights[piece.index()].is_some())
    }
}

/// From the lower of the least to the higher of the most.
fn joint(known: Option<Span<f64>>, more: Span<f64>) -> Span<f64> {
    let known = known.unwrap_or(more);
    Span { least: known.least.min(more.least), most: known.most.max(more.most) }
}

/// For every two pieces that can be joined, a guide and one that is drawn, how much higher that can stand.
fn rises(asked: &Asked<'_>, grows: &[bool]) -> Vec<(PieceId, PieceId, Span<f64>)> {
    let drawn = || asked.kit.ids().filter(|piece| grows[piece.index()]);
    let pairs = asked.kit.ids().flat_map(|guide| drawn().map(move |piece| (guide, piece)));
    pairs.filter_map(|(guide, piece)| Some((guide, piece, rise(asked, guide, piece)?))).collect()
}

/// What the rules leave of some heights.
fn clipped(asked: &Asked<'_>, piece: PieceId, heights: Span<f64>) -> Option<Span<f64>> {
    let rules = asked.rules.iter().filter(|bound| bound.names(piece)).filter_map(|bound| bound.rule.height);
    let Span { least, most } = rules.fold(heights, |Span { least, most }, rule| Span {
        least: least.max(rule.least - 1e-6),
        most: most.min(rule.most + 1e-6),
    });
    (least <= most).then_some(Span { least, most })
}

/// How much higher a piece can stand than its guide, at least and at most; none if they cannot be joined.
fn rise(asked: &Asked<'_>, guide: PieceId, piece: PieceId) -> Option<Span<f64>> {
    let kit = asked.kit;
    let distance = asked.settings.generation.piece_distance;
    let side = |piece| kit.piece(piece).connectors.iter().zip(kit.kinds_of(piece));
    let mut all: Option<Span<f64>> = None;
    for (theirs, &their_kind) in side(guide) {
        for (ours, &our_kind) in side(piece) {
            if asked.matching.allow(their_kind, our_kind) {
                let rise = theirs.position.y + theirs.heading.y * distance - ours.position.y;
                all = Some(joint(all, Span { least: rise, most: rise }));
            }
        }
    }
    all
}
