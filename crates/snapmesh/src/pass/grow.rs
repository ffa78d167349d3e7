//! Algorithm 1 of the paper: pieces are drawn and snapped to a guide, one guide after the other.

use super::stage::{Pass, Stage, Step};
use super::trial::{Trial, end, forbidden, place_start, tell_unlisted};
use crate::event::Event;
use crate::id::PlacedId;
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::selection::{MapView, Next, SelectGuide, Stop};
use crate::settings::WhenBlocked;
use crate::world::World;

/// Tries in a row, beyond one for every placed piece, that may come to nothing. Two guides that take turns escape
/// the rule against naming the same one again; this ends them.
const MAX_IDLE_TRIES: usize = 1000;

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
    trial: Trial,
}

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    if recipe.settings().growth.when_blocked != WhenBlocked::Stop {
        return None;
    }
    let mut rng = Rng::new(recipe.settings().generation.rng, seed);
    let method = recipe.method(&mut rng);
    Some(Box::new(Grow { rng, method, guide: None, named_with: 0, idle: 0, trial: Trial::default() }))
}

impl Pass for Grow {
    /// One turn of the main loop: tries tentative pieces with the guide, then has the next guide named.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        if stage.world.stop().is_some() {
            return Step::Done;
        }
        let placed = match self.guide {
            None if stage.world.kept() > 0 => {
                self.go_on_from_kept(stage);
                None
            }
            None => Some(self.start(stage)),
            Some(guide) => {
                let placed = self.try_guide(stage, guide);
                self.idle = if placed.is_some() { 0 } else { self.idle + 1 };
                self.name_guide(stage, guide, placed.is_some());
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
        stage.world.set_goal(self.method.piece_limit());
        let placed = place_start(stage, piece, candidates.len());
        if self.is_complete(stage.world) {
            end(stage, Stop::PIECE_LIMIT);
        } else {
            self.take_guide(stage, placed, "it is the starting piece");
        }
        placed
    }

    /// Has the method name the first guide among pieces that stand already.
    fn go_on_from_kept(&mut self, stage: &mut Stage<'_>) {
        stage.world.set_goal(self.method.piece_limit());
        if self.is_complete(stage.world) {
            return end(stage, Stop::PIECE_LIMIT);
        }
        let view = MapView { guide: PlacedId::new(0), placed: false, free: stage.world.free() };
        match self.method.first_guide(&view) {
            Next::Stop(stop) => end(stage, stop),
            Next::Guide(guide, because) => self.take_guide(stage, guide, because),
        }
    }

    /// The inner loop: tentative pieces are drawn until one is placed or `max_fails` have failed.
    fn try_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId) -> Option<PlacedId> {
        let recipe = stage.recipe;
        let max_fails = recipe.settings().generation.max_fails;
        if stage.world.free_of(guide) == 0 {
            // The draws are made all the same: skipping them would change what the seed means.
            (0..max_fails).for_each(|_| _ = recipe.draw().piece(&mut self.rng));
            stage.teller.tell(|| Event::Skipped { index: guide, draws: max_fails });
            return None;
        }
        self.trial.list_offers(stage.world, guide);
        for attempt in 1..=max_fails {
            let piece = recipe.draw().piece(&mut self.rng);
            let pairings = self.trial.list_pairings(recipe, piece);
            stage.teller.tell(|| Event::Tentative { piece, attempt, pairings });
            tell_unlisted(stage, guide, piece);
            if forbidden(stage, guide, piece).is_none() {
                let rng = &mut self.rng;
                let landed = self.trial.draw_pairing(stage, rng, (guide, piece), |_| true, |_| true);
                if let Some(landed) = landed {
                    return Some(landed.placed);
                }
            }
            stage.teller.tell(|| Event::Failed { piece, attempt });
        }
        None
    }

    fn is_complete(&self, world: &World) -> bool {
        self.method.piece_limit().is_some_and(|limit| world.placed().len() >= limit)
    }

    /// Has the method name the next guide, or ends the map.
    fn name_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId, has_placed: bool) {
        let placed = stage.world.placed().len();
        if self.is_complete(stage.world) {
            return end(stage, Stop::PIECE_LIMIT);
        }
        if stage.recipe.is_too_large(stage.world) {
            return end(stage, Stop::TOO_LARGE);
        }
        if self.idle > MAX_IDLE_TRIES + placed {
            return end(stage, Stop::STANDSTILL);
        }
        let view = MapView { guide, placed: has_placed, free: stage.world.free() };
        match self.method.next_guide(&view, &mut self.rng) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Unlisted;
    use crate::generator::Generator;
    use crate::id::PieceId;
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
        fn next_guide(&mut self, map: &MapView<'_>, _: &mut Rng) -> Next {
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
        let color = crate::Mismatch::Color { guide: "white".into(), tentative: "white".into() };
        assert!(unlisted.iter().all(
            |event| matches!(event, Event::Unlisted { reason: Unlisted::Rules(told), .. } if *told == color)
        ));
        assert!(events.contains(&Event::Failed { piece: PieceId::new(0), attempt: 1 }));
    }
}
