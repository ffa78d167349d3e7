//! One try: a tentative piece at a guide, its pairings one after the other until one fits.

use super::stage::Stage;
use crate::event::{Event, Unlisted};
use crate::id::{ConnectorId, KindId, PieceId, PlacedId};
use crate::map::Link;
use crate::matching::mismatch;
use crate::pairing::{Pairing, Pairings};
use crate::placed::{Joint, Placed};
use crate::pose::Pose;
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::selection::Stop;
use crate::snap::snap;
use crate::veto::{Blame, Fit, Veto};
use crate::world::{Mark, World};

/// The pairings of a tentative piece, and the guide's free connectors with their kinds: used again for every try.
#[derive(Clone, Debug, Default)]
pub(super) struct Trial {
    pairings: Pairings,
    pub(super) offers: Vec<(ConnectorId, KindId)>,
}

/// A piece that was placed, and the world before it was.
#[derive(Clone, Copy, Debug)]
pub(super) struct Landed {
    pub(super) placed: PlacedId,
    pub(super) before: Mark,
}

impl Trial {
    /// Writes down the guide's free connectors, in canonical order.
    #[inline]
    pub(super) fn list_offers(&mut self, world: &World, guide: PlacedId) {
        let kinds = world.kit().kinds_of(world.get(guide).piece);
        self.offers.clear();
        self.offers
            .extend(world.free_connectors(guide).map(|connector| (connector, kinds[connector.index()])));
    }

    /// Writes down the pairings of a tentative piece.
    #[inline]
    pub(super) fn list_pairings(&mut self, recipe: &Recipe, piece: PieceId) -> usize {
        self.pairings.list(recipe.matching(), &self.offers, recipe.kit().kinds_of(piece));
        self.pairings.left()
    }

    /// Draws pairings until one fits, and places the piece there. `allows` may leave one out; `goes_on` hears who was in the
    /// way of each that does not fit, and may end it.
    #[inline]
    pub(super) fn draw_pairing(
        &mut self,
        stage: &mut Stage<'_>,
        rng: &mut Rng,
        (guide, piece): (PlacedId, PieceId),
        allows: impl Fn(&Joint) -> bool,
        mut goes_on: impl FnMut(Blame) -> bool,
    ) -> Option<Landed> {
        let recipe = stage.recipe;
        let on_map = *stage.world.get(guide);
        let distance = recipe.settings().generation.piece_distance;
        while self.pairings.left() > 0 {
            let Pairing { guide: guide_connector, tentative: connector } =
                self.pairings.take(rng.below(self.pairings.left()));
            let joint = Joint { guide, guide_connector, connector };
            if !allows(&joint) {
                continue;
            }
            let theirs = recipe.kit().connector(on_map.piece, guide_connector);
            let ours = recipe.kit().connector(piece, connector);
            let pose = snap(&on_map.pose, theirs, ours, distance);
            match land(stage, &Fit { piece, pose, joint: Some(joint) }) {
                Ok(landed) => return Some(landed),
                Err(blame) if !goes_on(blame) => break,
                Err(_) => {}
            }
        }
        None
    }
}

/// Places a piece if nobody objects; else says who is in the way.
#[inline]
fn land(stage: &mut Stage<'_>, fit: &Fit) -> Result<Landed, Blame> {
    let mut constraints = stage.recipe.constraints().iter();
    let objection =
        constraints.find_map(|constraint| Some((constraint, constraint.forbids(stage.world, fit)?)));
    if let Some((constraint, blame)) = objection {
        tell_veto(stage, fit, |world| constraint.reason(world, fit));
        return Err(blame);
    }
    let before = stage.world.mark();
    let placed = stage.world.place(fit.piece, fit.pose, fit.joint);
    if let Some(closing) = stage.recipe.closing()
        && let Err(no_room) = closing.admit(stage.world, placed)
    {
        stage.world.undo(before);
        tell_veto(stage, fit, |_| no_room.veto(placed));
        return Err(no_room.blame);
    }
    tell_placed(stage, placed, before);
    Ok(Landed { placed, before })
}

fn tell_veto(stage: &mut Stage<'_>, fit: &Fit, veto: impl FnOnce(&World) -> Veto) {
    let Stage { world, teller, .. } = stage;
    if let Some(Joint { guide_connector, connector, .. }) = fit.joint {
        teller.tell(|| Event::Vetoed { guide_connector, connector, veto: veto(world) });
    }
}

fn tell_placed(stage: &mut Stage<'_>, index: PlacedId, before: Mark) {
    let Stage { world, teller, .. } = stage;
    let Placed { piece, pose, joint, .. } = *world.get(index);
    let position = pose.position.to_array();
    if let Some(Joint { guide, guide_connector, connector }) = joint {
        teller.tell(|| Event::Placed { index, piece, guide, guide_connector, connector, position });
    }
    for Link { from, to, gap, turn } in world.links_since(before) {
        teller.tell(|| Event::Linked { from: *from, to: *to, gap: *gap, turn: *turn });
    }
}

/// Who is in the way, if a rule forbids a piece at a guide.
#[inline]
pub(super) fn forbidden(stage: &mut Stage<'_>, guide: PlacedId, piece: PieceId) -> Option<Blame> {
    let Stage { recipe, world, teller } = stage;
    let mut rules = recipe.rules().iter();
    let (rule, blame) = rules.find_map(|rule| Some((rule, rule.forbids(world, piece, Some(guide))?)))?;
    teller.tell(|| Event::Forbidden { veto: rule.reason(world, piece, Some(guide)) });
    Some(blame)
}

/// Places the starting piece.
pub(super) fn place_start(stage: &mut Stage<'_>, piece: PieceId, candidates: usize) -> PlacedId {
    stage.teller.tell(|| Event::Start { piece, candidates });
    let placed = stage.world.place(piece, Pose::ORIGIN, None);
    if let Some(closing) = stage.recipe.closing() {
        closing.admit_all(stage.world);
    }
    placed
}

/// Ends the map.
pub(super) fn end(stage: &mut Stage<'_>, stop: Stop) {
    let (Stop { reason, sentence }, pieces) = (stop.clone(), stage.world.placed().len());
    stage.world.end(stop);
    stage.teller.tell(|| Event::Stop { reason, sentence, pieces });
}

/// Tells which pairings are not on the list, and why.
#[inline]
pub(super) fn tell_unlisted(stage: &mut Stage<'_>, guide: PlacedId, piece: PieceId) {
    if stage.teller.listens() {
        tell_each_unlisted(stage, guide, piece);
    }
}

fn tell_each_unlisted(stage: &mut Stage<'_>, guide: PlacedId, piece: PieceId) {
    let Stage { recipe, world, teller } = stage;
    let kit = recipe.kit();
    let theirs = kit.kinds_of(world.get(guide).piece).iter().zip(world.used_of(guide));
    for (guide_connector, (&their_kind, &used)) in theirs.enumerate() {
        let guide_connector = ConnectorId::new(guide_connector);
        if used {
            let reason = Unlisted::Used;
            teller.tell(|| Event::Unlisted { guide_connector, connector: None, reason });
            continue;
        }
        for (connector, &our_kind) in kit.kinds_of(piece).iter().enumerate() {
            let [guide, tentative] = [their_kind, our_kind].map(|kind| &kit.kinds()[kind.index()]);
            if let Some(mismatch) = mismatch(&recipe.settings().connection, guide, tentative) {
                let (connector, reason) = (Some(ConnectorId::new(connector)), Unlisted::Rules(mismatch));
                teller.tell(|| Event::Unlisted { guide_connector, connector, reason });
            }
        }
    }
}
