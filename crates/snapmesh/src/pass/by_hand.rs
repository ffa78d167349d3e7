//! What a designer does to a map that stands: a chosen connector is closed, or two of them are joined by a chain of pieces.

use super::back::bring;
use super::caps::Caps;
use super::doors::hang_all;
use super::loops::{NoChain, Open, Pair, Patience, join, link_up, open_connectors};
use super::stage::Stage;
use super::trial::{end, place, tell_new};
use crate::event::{Event, Teller};
use crate::id::{ConnectorId, PieceId, Port};
use crate::placed::{Joint, Role};
use crate::rng::Rng;
use crate::selection::Stop;
use crate::veto::{Fit, Veto};

/// A designer waits for a chain that growth would not look for any longer.
const PATIENCE: Patience = Patience { tries: 2_000, far: false };

/// The same for a chain that is longer than the tables know: each look takes milliseconds.
const FAR_PATIENCE: Patience = Patience { tries: 30, far: true };

/// Nothing more grows: the map is what stands.
pub(crate) fn stand(stage: &mut Stage<'_>) {
    end(stage, Stop::BY_HAND);
}

/// Closes a free connector by a cap, or says what is said against each.
pub(crate) fn cap_at(stage: &mut Stage<'_>, seed: i64, at: Port) -> Result<(), Vec<(PieceId, Veto)>> {
    bring(stage);
    let closing = stage.recipe.closing_at_will();
    let mut caps = Caps { rng: stream(stage, seed, "caps"), left: None };
    let mut told = Vec::new();
    let mut watch = |event: &Event| told.push(event.clone());
    let Stage { recipe, world, tried, .. } = stage;
    let mut heard = Stage { recipe, world, teller: Teller::new(&mut watch), tried };
    let is_closed = caps.close(&mut heard, &closing, at).is_some();
    for event in &told {
        stage.teller.tell(|| event.clone());
    }
    let veto = |event: Event| match event {
        Event::CapVetoed { piece, veto, .. } => Some((piece, veto)),
        _ => None,
    };
    if is_closed { Ok(()) } else { Err(told.into_iter().filter_map(veto).collect()) }
}

/// Joins a chosen piece to a free connector of one that grew, as growth would, or says what is said against it. What stands aside
/// comes behind it.
pub(crate) fn place_at(
    stage: &mut Stage<'_>,
    seed: i64,
    at: Port,
    (piece, connector): (PieceId, ConnectorId),
) -> Result<(), Veto> {
    let Stage { recipe, world, .. } = stage;
    let mut rules = recipe.rules().iter();
    if let Some(rule) = rules.find(|rule| rule.forbids(world, piece, Some(at.placed)).is_some()) {
        return Err(rule.reason(world, piece, Some(at.placed)));
    }
    let pose = world.snapped(at, piece, connector, recipe.settings().generation.piece_distance);
    let joint = Joint { guide: at.placed, guide_connector: at.connector, connector };
    let fit = Fit { piece, pose, joint: Some(joint), linked: None };
    let landed = place(recipe, world, &fit, Role::Piece).map_err(|refusal| refusal.veto(world, &fit))?;
    tell_new(stage, landed.before);
    bring(stage);
    hang(stage, seed);
    Ok(())
}

/// Joins two free connectors: by a link if they meet, else by a chain of pieces. Caps stand aside until then.
pub(crate) fn close_loop(stage: &mut Stage<'_>, seed: i64, [a, b]: [Port; 2]) -> Result<(), NoChain> {
    let (from, to) = (a.min(b), a.max(b));
    let link = stage.recipe.closing_at_will().link(stage.world, from, to);
    match link.filter(|_| from.placed != to.placed) {
        Some(link) => link_up(stage, link),
        None => join_by_chain(stage, seed, [a, b])?,
    }
    bring(stage);
    hang(stage, seed);
    Ok(())
}

/// Doors stand where pieces are joined now.
fn hang(stage: &mut Stage<'_>, seed: i64) {
    if stage.recipe.ends().has_doors() {
        let mut rng = stream(stage, seed, "doors");
        hang_all(stage, &mut rng);
    }
}

fn join_by_chain(stage: &mut Stage<'_>, seed: i64, ports: [Port; 2]) -> Result<(), NoChain> {
    let open = open_connectors(stage);
    let [Some(a), Some(b)] = ports.map(|port| open.iter().find(|open| open.port == port)) else {
        return Err(NoChain::default());
    };
    let mut rng = stream(stage, seed, "loops");
    let mut worst = NoChain::default();
    for patience in [PATIENCE, FAR_PATIENCE] {
        for pair in pairs(stage, [*a, *b], patience.far) {
            match join(stage, &mut rng, &pair, patience) {
                Ok(()) => return Ok(()),
                Err(NoChain { tried, with }) => {
                    worst = NoChain { tried: worst.tried + tried, with: worst.with.or(with) };
                }
            }
        }
        // What the tables know was tried: longer chains would lead round farther still.
        if worst.tried > 0 {
            break;
        }
    }
    Err(worst)
}

/// The two ways round a pair, that of fewer pieces first: what accepts what may differ by the order.
fn pairs(stage: &Stage<'_>, [a, b]: [Open; 2], far: bool) -> Vec<Pair> {
    let chains = stage.recipe.chains();
    let length = stage.recipe.settings().growth.loop_length as usize;
    let pair = |(from, to): (Open, Open)| {
        let seen = from.frame.sees(&to.faced);
        let fewest = if far {
            chains.fewest_far(from.kind, &seen, to.kind)
        } else {
            chains.fewest(from.kind, &seen, to.kind)
        };
        let fewest = fewest.filter(|pieces| (1..=length).contains(pieces))?;
        Some(Pair { from, to, fewest, order: fewest as f64 })
    };
    let mut pairs: Vec<Pair> = [(a, b), (b, a)].into_iter().filter_map(pair).collect();
    pairs.sort_by(|one, other| one.order.total_cmp(&other.order));
    pairs
}

fn stream(stage: &Stage<'_>, seed: i64, name: &str) -> Rng {
    Rng::stream(stage.recipe.settings().generation.rng, seed, name, 0)
}
