//! Algorithm 1 of the paper: pieces are drawn and snapped to a guide, one guide after the other.

use super::stage::{Pass, Stage, Step};
use crate::event::{Event, Teller, Unlisted};
use crate::id::{ConnectorId, KindId, PieceId, PlacedId};
use crate::map::Joint;
use crate::pairing::{Pairing, Pairings};
use crate::pose::Pose;
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::rules::mismatch;
use crate::selection::{Growth, Next, SelectGuide, Stop};
use crate::snap::snap;
use crate::veto::Fit;
use crate::world::World;

/// Tries in a row, beyond one for every placed piece, that may come to nothing. Two guides that take turns escape
/// the rule against naming the same one again; this ends them.
const MAX_IDLE_TRIES: usize = 1000;

/// Pieces at which any map ends, before memory does.
const MAX_PIECES: usize = 5_000_000;

/// Growth as the paper has it.
#[derive(Clone, Debug)]
struct Grow {
    rng: Rng,
    method: Box<dyn SelectGuide>,
    /// Who has pieces joined to it; nobody before the starting piece stands.
    guide: Option<PlacedId>,
    /// Free connectors of the guide when it was named.
    named_with: u32,
    /// Tries since a piece was placed.
    idle: usize,
    /// The pairings of a tentative piece, and the guide's free connectors with their kinds: used again for every try.
    pairings: Pairings,
    offers: Vec<(ConnectorId, KindId)>,
}

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    let mut rng = Rng::new(recipe.settings().generation.rng, seed);
    let method = recipe.method(&mut rng);
    let (pairings, offers) = (Pairings::default(), Vec::new());
    Some(Box::new(Grow { rng, method, guide: None, named_with: 0, idle: 0, pairings, offers }))
}

impl Pass for Grow {
    /// One turn of the main loop: tries tentative pieces with the guide, then has the next guide named.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        if stage.world.stop().is_some() {
            return Step::Done;
        }
        let placed = match self.guide {
            None => Some(self.start(stage)),
            Some(guide) => {
                let placed = self.try_guide(stage, guide);
                self.idle = if placed.is_some() { 0 } else { self.idle + 1 };
                self.name_guide(stage, guide);
                placed
            }
        };
        match (stage.world.stop(), placed) {
            (Some(_), _) => Step::Done,
            (None, Some(placed)) => Step::Placed(placed),
            (None, None) => Step::Nothing,
        }
    }
}

impl Grow {
    /// Draws and places the starting piece, which is the first guide.
    fn start(&mut self, stage: &mut Stage<'_>) -> PlacedId {
        let candidates = stage.recipe.starts();
        let piece = candidates[self.rng.below(candidates.len())];
        stage.teller.tell(|| Event::Start { piece, candidates: candidates.len() });
        let placed = stage.world.place(piece, Pose::ORIGIN, None);
        if self.is_complete(stage.world) {
            end(stage, Stop::PIECE_LIMIT);
        } else {
            self.take_guide(stage, placed, "it is the starting piece");
        }
        placed
    }

    /// The inner loop: tentative pieces are drawn until one is placed or `max_fails` have failed.
    fn try_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId) -> Option<PlacedId> {
        let Stage { recipe, world, teller } = stage;
        let max_fails = recipe.settings().generation.max_fails;
        if world.free_of(guide) == 0 {
            // The draws are made all the same: skipping them would change what the seed means.
            (0..max_fails).for_each(|_| _ = recipe.draw().piece(&mut self.rng));
            teller.tell(|| Event::Skipped { index: guide, draws: max_fails });
            return None;
        }
        self.list_offers(world, guide);
        for attempt in 1..=max_fails {
            let piece = recipe.draw().piece(&mut self.rng);
            self.pairings.list(recipe.rules(), &self.offers, recipe.kit().kinds_of(piece));
            teller.tell(|| Event::Tentative { piece, attempt, pairings: self.pairings.left() });
            tell_unlisted(recipe, world, teller, guide, piece);
            if let Some(fit) = self.draw_pairing(recipe, world, teller, guide, piece) {
                return Some(place(world, teller, &fit));
            }
            teller.tell(|| Event::Failed { piece, attempt });
        }
        None
    }

    /// Writes down the guide's free connectors, in canonical order.
    fn list_offers(&mut self, world: &World, guide: PlacedId) {
        let kinds = world.kit().kinds_of(world.get(guide).piece);
        self.offers.clear();
        self.offers
            .extend(world.free_connectors(guide).map(|connector| (connector, kinds[connector.index()])));
    }

    /// Draws pairings until one fits.
    fn draw_pairing(
        &mut self,
        recipe: &Recipe,
        world: &World,
        teller: &mut Teller<'_>,
        guide: PlacedId,
        piece: PieceId,
    ) -> Option<Fit> {
        let on_map = world.get(guide);
        while self.pairings.left() > 0 {
            let Pairing { guide: guide_connector, tentative: connector } =
                self.pairings.take(self.rng.below(self.pairings.left()));
            let theirs = recipe.kit().connector(on_map.piece, guide_connector);
            let ours = recipe.kit().connector(piece, connector);
            let pose = snap(&on_map.pose, theirs, ours, recipe.settings().generation.piece_distance);
            let fit = Fit { piece, pose, joint: Joint { guide, guide_connector, connector } };
            match recipe.constraints().iter().find(|constraint| constraint.forbids(world, &fit)) {
                None => return Some(fit),
                Some(constraint) => teller.tell(|| {
                    let veto = constraint.reason(world, &fit);
                    Event::Vetoed { guide_connector, connector, veto }
                }),
            }
        }
        None
    }

    fn is_complete(&self, world: &World) -> bool {
        self.method.piece_limit().is_some_and(|limit| world.placed().len() >= limit)
    }

    /// Has the method name the next guide, or ends the map.
    fn name_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId) {
        let placed = stage.world.placed().len();
        if self.is_complete(stage.world) {
            return end(stage, Stop::PIECE_LIMIT);
        }
        if placed >= MAX_PIECES {
            return end(stage, Stop::TOO_LARGE);
        }
        if self.idle > MAX_IDLE_TRIES + placed {
            return end(stage, Stop::STANDSTILL);
        }
        let growth = Growth { guide, free: stage.world.free() };
        match self.method.next_guide(&growth, &mut self.rng) {
            Next::Stop(stop) => end(stage, stop),
            // The same guide with nothing changed would be tried again for ever.
            Next::Guide(next, _) if next == guide && stage.world.free_of(next) == self.named_with => {
                end(stage, Stop::STUCK);
            }
            Next::Guide(next, because) => self.take_guide(stage, next, because),
        }
    }

    fn take_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId, because: &'static str) {
        self.guide = Some(guide);
        self.named_with = stage.world.free_of(guide);
        let (free, length) = (self.named_with, self.method.length());
        stage.teller.tell(|| Event::Guide { index: guide, free, length, because });
    }
}

fn place(world: &mut World, teller: &mut Teller<'_>, fit: &Fit) -> PlacedId {
    let Fit { piece, pose, joint: joint @ Joint { guide, guide_connector, connector } } = *fit;
    let index = world.place(piece, pose, Some(joint));
    let position = pose.position.to_array();
    teller.tell(|| Event::Placed { index, piece, guide, guide_connector, connector, position });
    index
}

fn end(stage: &mut Stage<'_>, stop: Stop) {
    let (Stop { reason, sentence }, pieces) = (stop.clone(), stage.world.placed().len());
    stage.world.end(stop);
    stage.teller.tell(|| Event::Stop { reason, sentence, pieces });
}

/// Tells which pairings are not on the list, and why.
fn tell_unlisted(recipe: &Recipe, world: &World, teller: &mut Teller<'_>, guide: PlacedId, piece: PieceId) {
    if !teller.listens() {
        return;
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generator::Generator;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selection::{CORRIDOR, Method};
    use crate::settings::Settings;
    use glam::DVec3;
    use std::sync::Arc;

    /// Names the first two pieces in turns, for ever.
    #[derive(Clone, Debug)]
    struct Turns;

    impl SelectGuide for Turns {
        fn next_guide(&mut self, map: &Growth<'_>, _: &mut Rng) -> Next {
            let other = usize::from(map.guide.index() == 0 && map.count() > 1);
            Next::Guide(PlacedId::new(other), "it is its turn")
        }
    }

    const TURNS: Method = Method { name: "turns", instantiate: |_, _| Box::new(Turns), ..CORRIDOR };

    /// A piece with a door to the east and one to the west, and what happens as it grows.
    fn events(change: impl FnOnce(&mut Settings)) -> (crate::Map, Vec<Event>) {
        let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
        let kit = Kit::new("kit", vec![Piece::new("Room", doors.into(), vec![])]).validate().unwrap().0;
        let mut settings = Settings::default();
        change(&mut settings);
        let recipe = Arc::new(Recipe::new(kit, settings).unwrap());
        let mut events = Vec::new();
        let map = Generator::watched(&recipe, 1, |event: &Event| events.push(event.clone())).run();
        (map, events)
    }

    #[test]
    fn guides_that_take_turns_and_take_nothing_come_to_a_standstill() {
        // Once both are full nothing can be joined, and the rule against naming one twice in a row never holds.
        let (map, events) = events(|settings| {
            settings.selection.method = &TURNS;
            settings.generation.max_fails = 2;
        });
        assert_eq!(map.stop, Stop::STANDSTILL);
        let skipped = events.iter().filter(|event| matches!(event, Event::Skipped { draws: 2, .. })).count();
        assert_eq!(skipped, MAX_IDLE_TRIES + map.pieces.len() + 1);
    }

    #[test]
    fn the_guide_comes_with_its_free_connectors_and_the_start_before_it() {
        let (_, events) = events(|settings| settings.selection.set("max_pieces", 3).unwrap());
        let guide =
            |index, free, because| Event::Guide { index: PlacedId::new(index), free, length: None, because };
        assert_eq!(events[0], Event::Start { piece: PieceId::new(0), candidates: 1 });
        assert_eq!(events[1], guide(0, 2, "it is the starting piece"));
        assert!(events.contains(&guide(0, 1, "it has free connectors left")), "{events:?}");
        let tried = events.iter().find(|event| matches!(event, Event::Tentative { .. })).unwrap();
        assert_eq!(*tried, Event::Tentative { piece: PieceId::new(0), attempt: 1, pairings: 4 });
        let end =
            Event::Stop { reason: "piece-limit".into(), sentence: Stop::PIECE_LIMIT.sentence, pieces: 3 };
        assert_eq!(events.last(), Some(&end));
    }

    #[test]
    fn a_used_connector_and_a_rule_are_told_as_reasons() {
        let (_, events) = events(|settings| {
            settings.selection.set("max_pieces", 3).unwrap();
            settings.connection.color_matrix.rows.insert("white".into(), vec!["red".into()]);
            settings.generation.max_fails = 1;
        });
        let unlisted: Vec<_> =
            events.iter().filter(|event| matches!(event, Event::Unlisted { .. })).collect();
        assert_eq!(unlisted.len(), 4, "every pair of doors");
        let color = crate::rules::Mismatch::Color { guide: "white".into(), tentative: "white".into() };
        assert!(unlisted.iter().all(
            |event| matches!(event, Event::Unlisted { reason: Unlisted::Rules(told), .. } if *told == color)
        ));
        assert!(events.contains(&Event::Failed { piece: PieceId::new(0), attempt: 1 }));
    }
}
