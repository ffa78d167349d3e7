//! Which pieces a map may start from.

use crate::draw::Draw;
use crate::id::PieceId;
use crate::pose::Pose;
use crate::settings::Settings;
use crate::valid_kit::ValidKit;
use crate::veto::{Constraint, Fit, Rule};
use crate::world::World;

/// The pieces of the list that may start a map, and of those the ones whose number of connectors is within the
/// tolerance.
pub(crate) fn starting_pieces(
    world: &World,
    settings: &Settings,
    draw: &Draw,
    rules: &[Box<dyn Rule>],
    constraints: &[Box<dyn Constraint>],
) -> Vec<PieceId> {
    let kit: &ValidKit = world.kit();
    let may_start = |&piece: &PieceId| {
        let fit = Fit { piece, pose: Pose::ORIGIN, joint: None, linked: None };
        // A piece that is never drawn may start a map if it is named as a starter.
        (kit.names_starters() || draw.has(piece))
            && rules.iter().all(|rule| rule.forbids(world, piece, None).is_none())
            && constraints.iter().all(|constraint| constraint.forbids(world, &fit).is_none())
    };
    let allowed: Vec<PieceId> = kit.starters().iter().copied().filter(may_start).collect();
    let (prefers, tolerance) = (settings.selection.method.prefers, settings.selection.starter_con_tol);
    let count = |piece: &PieceId| kit.piece(*piece).connectors.len();
    let best = prefers.best(allowed.iter().map(count)).unwrap_or(0);
    allowed.into_iter().filter(|piece| prefers.allows(count(piece), best, tolerance)).collect()
}
