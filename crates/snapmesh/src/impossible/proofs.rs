//! The proofs, one after the other. A proof is a function here and a line in the list; it says why not, or nothing.

use super::asked::Asked;
use super::way::Way;
use crate::id::PieceId;
use crate::selector::{BoundRule, unused_selectors};
use crate::value::MANY;

/// From the plainest reason to the most involved.
const PROOFS: &[fn(&Asked<'_>, &Way) -> Option<String>] =
    &[nothing_to_draw, no_start, out_of_reach, too_many, too_few, connectors, apart, rows, no_ring];

/// Why what is asked for is impossible, if that can be seen.
pub(super) fn find(asked: &Asked<'_>) -> Option<String> {
    let way = Way::new(asked);
    PROOFS.iter().find_map(|proof| proof(asked, &way))
}

fn least(bound: &BoundRule) -> usize {
    bound.rule.least() as usize
}

/// The rules that want some pieces to be there.
fn debts<'a>(asked: &'a Asked<'_>) -> impl Iterator<Item = &'a BoundRule> {
    asked.rules.iter().filter(|bound| least(bound) > 0)
}

/// Those of them that share no piece with one before, the largest first: what they want adds up.
fn apart_from_each_other<'a>(asked: &'a Asked<'_>, among: impl Fn(&BoundRule) -> bool) -> Vec<&'a BoundRule> {
    let mut rules: Vec<_> = debts(asked).filter(|bound| among(bound)).collect();
    rules.sort_by_key(|bound| std::cmp::Reverse(least(bound)));
    let mut chosen: Vec<&BoundRule> = Vec::new();
    for bound in rules {
        if !chosen.iter().any(|other| bound.pieces.iter().any(|&piece| other.names(piece))) {
            chosen.push(bound);
        }
    }
    chosen
}

/// How many of some pieces a map can have at most: they are split among the rules with the lowest counts.
fn most_of(asked: &Asked<'_>, way: &Way, pieces: &[PieceId]) -> usize {
    groups(asked, way, pieces).iter().map(|group| group.most).fold(0, usize::saturating_add)
}

/// Pieces of which there may be so many together.
struct Group {
    pieces: Vec<PieceId>,
    most: usize,
}

fn groups(asked: &Asked<'_>, way: &Way, pieces: &[PieceId]) -> Vec<Group> {
    let mut left: Vec<PieceId> = pieces.iter().copied().filter(|&piece| way.can_be(piece)).collect();
    let mut limits: Vec<(usize, &BoundRule)> =
        asked.rules.iter().filter_map(|bound| Some((bound.rule.count?.most as usize, bound))).collect();
    limits.sort_by_key(|(most, _)| *most);
    let mut groups = Vec::new();
    for (most, bound) in limits {
        let (named, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|&piece| bound.names(piece));
        left = others;
        let alone = named.iter().map(|&piece| most_alone(way, piece)).fold(0, usize::saturating_add);
        groups.push(Group { pieces: named, most: most.min(alone) });
    }
    groups.extend(left.into_iter().map(|piece| Group { pieces: vec![piece], most: most_alone(way, piece) }));
    groups
}

/// A piece that can only start a map is there once.
fn most_alone(way: &Way, piece: PieceId) -> usize {
    if way.grows[piece.index()] { MANY as usize } else { 1 }
}

fn nothing_to_draw(asked: &Asked<'_>, _: &Way) -> Option<String> {
    let drawn = crate::draw::Draw::new(asked.kit, &asked.rules);
    drawn.choices().is_empty().then(|| "no piece is left to draw".into())
}

fn no_start(_: &Asked<'_>, way: &Way) -> Option<String> {
    let because = "no piece may start a map: the starting piece stands at the origin, at depth and height 0";
    way.starts.is_empty().then(|| because.into())
}

/// A piece that must be there and cannot.
fn out_of_reach(asked: &Asked<'_>, way: &Way) -> Option<String> {
    debts(asked).find_map(|bound| {
        let most = most_of(asked, way, &bound.pieces);
        let selector = &bound.rule.selector;
        let because = match most {
            0 if bound.pieces.is_empty() => no_such(asked, selector),
            0 => format!("{selector} can never be placed"),
            _ => format!("there can be {most} of {selector} at most"),
        };
        (most < least(bound)).then_some(because)
    })
}

fn no_such(asked: &Asked<'_>, selector: &str) -> String {
    let unused = unused_selectors(asked.kit, &asked.settings);
    let nearest =
        unused.into_iter().find(|unused| unused.selector == selector).and_then(|unused| unused.nearest);
    let hint = nearest.map_or(String::new(), |close| format!(" (did you mean \"{close}\"?)"));
    format!("the kit has no {selector}{hint}")
}

/// More pieces that must be there than a map has.
fn too_many(asked: &Asked<'_>, _: &Way) -> Option<String> {
    let limit = asked.limit?;
    let wanted = apart_from_each_other(asked, |_| true).into_iter().map(least).fold(0, usize::saturating_add);
    let because = format!("{wanted} pieces must be there, and a map has {limit} at most");
    (wanted > limit).then_some(because)
}

/// Fewer pieces that may be there than a map is to have.
fn too_few(asked: &Asked<'_>, way: &Way) -> Option<String> {
    let size = asked.size?;
    let all: Vec<PieceId> = asked.kit.ids().collect();
    let most = most_of(asked, way, &all);
    (most < size).then(|| format!("the map is to have {size} pieces, and there may be {most} at most"))
}

/// A map of n pieces has n - 1 joints, and each needs two connectors; in a line, no piece has more than two joints.
fn connectors(asked: &Asked<'_>, way: &Way) -> Option<String> {
    let size = asked.size?;
    let useful = |piece: PieceId| {
        let connectors = asked.kit.piece(piece).connectors.len();
        if asked.is_line { connectors.min(2) } else { connectors }
    };
    let best = |pieces: &[PieceId]| {
        pieces.iter().copied().filter(|&piece| way.can_be(piece)).map(useful).max().unwrap_or(0)
    };
    let (mut left, mut sum) = (size, 0_usize);
    for bound in apart_from_each_other(asked, |_| true) {
        let forced = least(bound).min(left);
        left -= forced;
        sum = sum.saturating_add(forced.saturating_mul(best(&bound.pieces)));
    }
    let all: Vec<PieceId> = asked.kit.ids().collect();
    let mut groups: Vec<(usize, usize)> =
        groups(asked, way, &all).iter().map(|group| (best(&group.pieces), group.most)).collect();
    groups.sort_unstable_by(|a, b| b.cmp(a));
    for (connectors, most) in groups {
        let filled = most.min(left);
        left -= filled;
        sum = sum.saturating_add(filled.saturating_mul(connectors));
    }
    let needed = 2 * size.saturating_sub(1);
    let because = format!("{size} pieces need {needed} connectors to be joined, and have {sum} at most");
    (sum < needed).then_some(because)
}

/// Pieces that must be further from each other than a map is large.
fn apart(asked: &Asked<'_>, _: &Way) -> Option<String> {
    asked.rules.iter().find_map(|bound| {
        let apart = bound.rule.apart? as usize;
        let within = |other: &BoundRule| other.pieces.iter().all(|&piece| bound.names(piece));
        let count = apart_from_each_other(asked, within).into_iter().map(least).fold(0, usize::saturating_add);
        let selector = &bound.rule.selector;
        if count < 2 {
            return None;
        }
        // Each has pieces around it that are nobody else's; of an even number of joints, the middle is shared.
        let in_tree = count.saturating_mul(apart.div_ceil(2)).saturating_add(usize::from(apart.is_multiple_of(2)));
        let in_line = (count - 1).saturating_mul(apart).saturating_add(1);
        let needed = if asked.is_line { in_line } else { in_tree };
        if let Some(limit) = asked.limit.filter(|&limit| limit < needed) {
            return Some(format!(
                "{count} of {selector}, {apart} joints apart, need {needed} pieces, and a map has {limit} at most"
            ));
        }
        let depth = asked.most_depth().filter(|depth| depth.saturating_mul(2) < apart)?;
        Some(format!("{selector} must be {apart} joints apart, and no piece is more than {depth} from the start"))
    })
}

/// In a line of pieces, rows that are too long must be broken by others.
fn rows(asked: &Asked<'_>, way: &Way) -> Option<String> {
    let size = asked.size?;
    asked.rules.iter().find_map(|bound| {
        let run = bound.rule.run? as usize;
        let others: Vec<PieceId> = asked.kit.ids().filter(|&piece| !bound.names(piece)).collect();
        let most = most_of(asked, way, &others);
        // In a tree, one other piece can break many rows.
        let needed = if asked.is_line { size / (run + 1) } else { usize::from(run == 1 && size > 1) };
        let selector = &bound.rule.selector;
        let because = format!(
            "{size} pieces with {run} of {selector} in a row at most need {needed} others, and there may be {most}"
        );
        (most < needed).then_some(because)
    })
}

/// A loop leads into each of its pieces by one connector, and out by another.
fn no_ring(asked: &Asked<'_>, way: &Way) -> Option<String> {
    let leads_on = |piece: PieceId| way.can_be(piece) && asked.kit.piece(piece).connectors.len() > 1;
    let because = "a loop leads through pieces with two connectors, and no such piece can be on a map";
    (asked.settings.growth.loops.least > 0 && !asked.kit.ids().any(leads_on)).then(|| because.into())
}
