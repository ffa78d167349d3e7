//! One try: a tentative piece at a guide, its pairings one after the other until one fits.

use super::stage::Stage;
use crate::closing::NoRoom;
use crate::event::{Event, Unlisted};
use crate::id::{ConnectorId, KindId, PieceId, PlacedId};
use crate::map::Link;
use crate::matching::mismatch;
use crate::pairing::{Pairing, Pairings};
use crate::placed::{Joint, Placed, Role};
use crate::pose::Pose;
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::selection::Stop;
use crate::snap::snap;
use crate::veto::{Blame, Constraint, Fit, Veto};
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
            match land(stage, &Fit { piece, pose, joint: Some(joint), linked: None }) {
                Ok(landed) => return Some(landed),
                Err(blame) if !goes_on(blame) => break,
                Err(_) => {}
            }
        }
        None
    }
}

/// Places a piece if nobody objects, and tells it; else says who is in the way.
#[inline]
fn land(stage: &mut Stage<'_>, fit: &Fit) -> Result<Landed, Blame> {
    match place(stage.recipe, stage.world, fit, Role::Piece) {
        Ok(landed) => {
            tell_new(stage, landed.before);
            Ok(landed)
        }
        Err(refusal) => {
            tell_veto(stage, fit, |world| refusal.veto(world, fit));
            Err(refusal.blame())
        }
    }
}

/// Why a piece was not placed.
pub(super) enum Refusal<'r> {
    Constraint(&'r dyn Constraint, Blame),
    NoRoom(NoRoom),
}

impl Refusal<'_> {
    pub(super) fn blame(&self) -> Blame {
        match self {
            Self::Constraint(_, blame) | Self::NoRoom(NoRoom { blame, .. }) => *blame,
        }
    }

    pub(super) fn veto(&self, world: &World, fit: &Fit) -> Veto {
        match self {
            Self::Constraint(constraint, _) => constraint.reason(world, fit),
            // It would have been the next.
            Self::NoRoom(no_room) => no_room.veto(PlacedId::new(world.placed().len())),
        }
    }
}

/// Places a piece if nobody objects.
#[inline]
pub(super) fn place<'r>(
    recipe: &'r Recipe,
    world: &mut World,
    fit: &Fit,
    role: Role,
) -> Result<Landed, Refusal<'r>> {
    let mut constraints = recipe.constraints().iter();
    let objection = constraints.find_map(|constraint| {
        constraint.forbids(world, fit).map(|blame| Refusal::Constraint(&**constraint, blame))
    });
    if let Some(objection) = objection {
        return Err(objection);
    }
    let before = world.mark();
    let Fit { piece, pose, joint, .. } = *fit;
    let placed = world.add(Placed { role, piece, pose, joint });
    if let Some(closing) = recipe.closing()
        && let Err(no_room) = closing.admit(world, placed)
    {
        world.undo(before);
        return Err(Refusal::NoRoom(no_room));
    }
    Ok(Landed { placed, before })
}

fn tell_veto(stage: &mut Stage<'_>, fit: &Fit, veto: impl FnOnce(&World) -> Veto) {
    let Stage { world, teller, .. } = stage;
    if let Some(Joint { guide_connector, connector, .. }) = fit.joint {
        teller.tell(|| Event::Vetoed { guide_connector, connector, veto: veto(world) });
    }
}

/// Tells all that was placed and linked since a mark.
pub(super) fn tell_new(stage: &mut Stage<'_>, before: Mark) {
    let Stage { world, teller, .. } = stage;
    for (index, placed) in world.placed_since(before) {
        let Placed { piece, pose, joint, role } = *placed;
        let position = pose.position.to_array();
        if let Some(Joint { guide, guide_connector, connector }) = joint {
            teller.tell(|| Event::Placed { index, piece, guide, guide_connector, connector, position, role });
        }
    }
    for Link { from, to, gap, turn } in world.links_since(before) {
        teller.tell(|| Event::Linked { from: *from, to: *to, gap: *gap, turn: *turn });
    }
}

/// Who is in the way, if a rule forbids a piece at a guide.
#[inline]
pub(super) fn forbidden(stage: &mut Stage<'_>, guide: PlacedId, piece: PieceId) -> Option<Blame> {
    let Stage { recipe, world, teller, .. } = stage;
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
    let Stage { recipe, world, teller, .. } = stage;
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
