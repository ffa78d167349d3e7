//! Growth that goes on where the paper's stops: a guide that nothing can be joined to counts as full, and where a promise
//! could not be kept any more, pieces are taken back.

use super::candidates::Candidates;
use super::openings::Openings;
use super::stage::{Pass, Stage, Step};
use super::trial::{Landed, Trial, end, forbidden, place_start, tell_unlisted};
use super::undo::{Plan, Undo};
use crate::event::Event;
use crate::id::{PieceId, PlacedId};
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::selection::{Lengths, MapView, Next, SelectGuide, Stop};
use crate::settings::WhenBlocked;
use std::borrow::Cow;

/// Full guides that may be named in a row, beyond one for every placed piece.
const MAX_IDLE_GUIDES: usize = 1000;

/// Growth by skipping and undoing.
#[derive(Clone, Debug)]
struct GoOn {
    rng: Rng,
    method: Box<dyn SelectGuide>,
    /// Who has pieces joined to it; nobody before the starting piece stands.
    guide: Option<PlacedId>,
    trial: Trial,
    candidates: Candidates,
    openings: Openings,
    /// What is needed to take pieces back; none if they are not.
    undo: Option<Undo>,
}

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    let settings = recipe.settings();
    if settings.growth.when_blocked == WhenBlocked::Stop {
        return None;
    }
    let mut rng = Rng::new(settings.generation.rng, seed);
    let mut method = recipe.method(&mut rng);
    method.count_pieces(Lengths::new(settings.generation.rng, seed));
    let undoes = settings.growth.when_blocked == WhenBlocked::Undo;
    Some(Box::new(GoOn {
        undo: undoes.then(|| Undo::new(seed, method.clone())),
        rng,
        method,
        guide: None,
        trial: Trial::default(),
        candidates: Candidates::new(recipe),
        openings: Openings::default(),
    }))
}

impl Pass for GoOn {
    /// One guide: a piece is joined to it, or it is blocked; then the next is named, or pieces are taken back.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        if stage.world.stop().is_some() {
            return Step::Done;
        }
        let before = stage.world.placed().len();
        match self.guide {
            None if stage.world.kept() > 0 => self.go_on_from_kept(stage),
            None => self.start(stage),
            Some(guide) => {
                let placed = self.try_guide(stage, guide);
                if !placed && stage.is_spent() {
                    self.give_up(stage);
                } else {
                    self.look_round(stage, guide, placed);
                }
            }
        }
        let after = stage.world.placed().len();
        match (stage.world.stop(), after.checked_sub(before)) {
            (Some(_), _) => Step::Done,
            (None, None) => Step::TakenBack(before - after),
            (None, Some(0)) => Step::Nothing,
            (None, Some(_)) => Step::Placed(PlacedId::new(after - 1)),
        }
    }
}

impl GoOn {
    /// Draws and places the starting piece, which is the first guide.
    fn start(&mut self, stage: &mut Stage<'_>) {
        let mut candidates = Cow::Borrowed(stage.recipe.starts());
        if let Some(undo) = &mut self.undo {
            candidates = Cow::Owned(undo.starts(&candidates));
        }
        let piece = candidates[self.rng.below(candidates.len())];
        let goal = self.method.goal(1, stage.recipe.answers().answered(piece) as usize);
        stage.world.set_goal(goal);
        let before = stage.world.mark();
        let placed = place_start(stage, piece, candidates.len());
        self.openings.add(stage, before);
        if self.is_complete(stage) {
            self.finish(stage, placed, Stop::PIECE_LIMIT);
        } else {
            self.take_guide(stage, placed, "it is the starting piece");
        }
    }

    /// Has the method name the first guide among pieces that stand already.
    fn go_on_from_kept(&mut self, stage: &mut Stage<'_>) {
        if self.openings.free().is_empty() {
            self.openings.add_all(stage);
        }
        let first = PlacedId::new(0);
        let (kept, offers) = (stage.world.kept(), self.openings.free()[first.index()]);
        stage.world.set_goal(self.method.goal(kept, offers as usize));
        if self.is_complete(stage) {
            return self.finish(stage, first, Stop::PIECE_LIMIT);
        }
        let view = MapView { guide: first, placed: false, free: self.openings.free() };
        match self.method.first_guide(&view) {
            Next::Stop(stop) => self.finish(stage, first, stop),
            Next::Guide(guide, because) => self.take_guide(stage, guide, because),
        }
    }

    fn is_complete(&self, stage: &Stage<'_>) -> bool {
        self.method.piece_limit().is_some_and(|limit| stage.world.placed().len() >= limit)
    }

    /// Draws tentative pieces until one is placed or none is left, and the guide is blocked; whether one was placed.
    fn try_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId) -> bool {
        self.trial.list_offers(stage.world, guide);
        self.candidates.list(stage, &self.trial.offers, &mut self.rng);
        let mut attempt = 0;
        while let Some(piece) = self.candidates.draw(stage.recipe, &mut self.rng) {
            attempt += 1;
            let pairings = self.trial.list_pairings(stage.recipe, piece);
            stage.teller.tell(|| Event::Tentative { piece, attempt, pairings });
            tell_unlisted(stage, guide, piece);
            if let Some(landed) = self.try_piece(stage, guide, piece) {
                self.remember(stage, guide, landed);
                return true;
            }
            stage.teller.tell(|| Event::Failed { piece, attempt });
            if stage.is_spent() {
                return false;
            }
        }
        self.openings.block(guide);
        stage.teller.tell(|| Event::Blocked { index: guide });
        false
    }

    /// Tries the pairings of a tentative piece, as long as the budget lasts.
    fn try_piece(&mut self, stage: &mut Stage<'_>, guide: PlacedId, piece: PieceId) -> Option<Landed> {
        let Self { undo, rng, trial, .. } = self;
        let (mut culprit, mut landed) = (None, None);
        if let Some(blame) = forbidden(stage, guide, piece) {
            culprit = blame.piece();
        } else {
            let level = stage.world.placed().len();
            let (mut tried, budget) = (*stage.tried, stage.budget());
            let allows = |joint: &_| undo.as_ref().is_none_or(|undo| undo.allows(level, piece, joint));
            landed = trial.draw_pairing(stage, rng, (guide, piece), allows, |blame| {
                tried += 1;
                culprit = culprit.max(blame.piece());
                tried < budget
            });
            *stage.tried = tried + u64::from(landed.is_some());
        }
        if let Some(undo) = undo {
            undo.blame(culprit);
        }
        landed
    }

    /// A piece was placed.
    fn remember(&mut self, stage: &Stage<'_>, guide: PlacedId, landed: Landed) {
        if let Some(undo) = &mut self.undo {
            undo.remember(landed.before, guide, &*self.method);
        }
        self.openings.add(stage, landed.before);
    }

    /// After each try: ends the map, takes pieces back, or has the next guide named.
    fn look_round(&mut self, stage: &mut Stage<'_>, guide: PlacedId, placed: bool) {
        if self.is_complete(stage) {
            return self.finish(stage, guide, Stop::PIECE_LIMIT);
        }
        if stage.recipe.is_too_large(stage.world) {
            return end(stage, Stop::TOO_LARGE);
        }
        let view = MapView { guide, placed, free: self.openings.free() };
        if self.undo.is_some() && self.method.is_cut_short(&view) {
            let last = view.last();
            return self.fall_short(stage, last, "a line ends before it is as long as it should be");
        }
        let mut next = self.method.next_guide(&view, &mut self.rng);
        for _ in 0..MAX_IDLE_GUIDES + stage.world.placed().len() {
            match next {
                Next::Stop(stop) => return self.finish(stage, guide, stop),
                Next::Guide(named, _) if self.openings.is_full(named) => {
                    let view = MapView { guide: named, placed: false, free: self.openings.free() };
                    next = self.method.next_beyond(&view, &mut self.rng);
                }
                Next::Guide(named, because) => return self.take_guide(stage, named, because),
            }
        }
        self.finish(stage, guide, Stop::STANDSTILL);
    }

    fn take_guide(&mut self, stage: &mut Stage<'_>, guide: PlacedId, because: &'static str) {
        self.guide = Some(guide);
        let (free, length) = (stage.world.free_of(guide), self.method.length());
        stage.teller.tell(|| Event::Guide { index: guide, free, length, because });
    }

    /// The method is done. So is the map, if it has what was promised or nothing is taken back.
    fn finish(&mut self, stage: &mut Stage<'_>, guide: PlacedId, stop: Stop) {
        let is_kept = self.undo.as_ref().is_none_or(|undo| undo.all_kept(stage));
        if is_kept && self.undo.as_mut().is_none_or(|undo| undo.close_loops(stage)) {
            end(stage, stop);
        } else if is_kept {
            let first = stage.world.kept().max(1).min(stage.world.placed().len() - 1);
            let part = first + self.rng.below(stage.world.placed().len() - first);
            self.fall_short(stage, PlacedId::new(part), "too few loops can be closed");
        } else if stop == Stop::HUB_FULL || stop == Stop::NO_ROOT {
            self.fall_short(stage, guide, "nothing can be joined where a line should start");
        } else {
            let last = PlacedId::new(stage.world.placed().len() - 1);
            self.fall_short(stage, last, "the map would end without what it promises");
        }
    }

    /// A promise can no longer be kept: takes pieces back, or starts afresh.
    fn fall_short(&mut self, stage: &mut Stage<'_>, guide: PlacedId, because: &'static str) {
        // This costs a try as well, so that what comes to nothing comes to an end.
        *stage.tried += 1;
        let tried = *stage.tried;
        let Some(undo) = &mut self.undo else { return end(stage, Stop::NO_GUIDE) };
        if stage.is_spent() {
            return self.give_up(stage);
        }
        undo.keep_best(stage);
        match undo.plan(stage, guide, tried, &mut self.rng) {
            Plan::Afresh => {
                let left = stage.world.kept();
                self.openings.take_back(stage, left);
                stage.teller.tell(|| Event::Afresh { left, tried, because });
                self.method = undo.afresh(stage);
                self.guide = None;
            }
            Plan::TakeBack { left, culprit } => {
                self.openings.take_back(stage, left);
                let count = stage.world.placed().len() - left;
                stage.teller.tell(|| Event::TakenBack { count, left, culprit, because });
                let (method, guide) = undo.take_back(stage, left);
                self.method = method;
                self.take_guide(stage, guide, "pieces were taken back, and it goes on from here");
            }
        }
    }

    /// The budget is used up: the best map that was seen is kept, and what meets on it is linked.
    fn give_up(&mut self, stage: &mut Stage<'_>) {
        if let Some(undo) = &mut self.undo {
            undo.keep_best(stage);
            undo.restore_best(stage);
            let pieces = stage.world.placed().len();
            stage.teller.tell(|| Event::Best { pieces });
            undo.close_loops(stage);
        }
        end(stage, Stop::BUDGET);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::{Bounds, OrientedBox};
    use crate::generator::Generator;
    use crate::kit::Kit;
    use crate::map::Map;
    use crate::piece::{Connector, Piece};
    use crate::selection::{ARENA, BRANCH, CORRIDOR, Method, STANDARD, STAR};
    use crate::settings::{PieceRule, Settings, Span};
    use crate::valid_kit::ValidKit;
    use glam::DVec3;
    use std::sync::Arc;

    /// Corners that turn left, and a straight piece: lines of them run into themselves all the time.
    fn kit() -> ValidKit {
        let boxes = || vec![OrientedBox::aligned(DVec3::splat(-0.95), DVec3::splat(0.95))];
        let door = |side: DVec3| Connector::new(side, side);
        let corner = Piece::new("Corner", vec![door(DVec3::X), door(DVec3::Z)], boxes());
        let straight = Piece::new("Straight", vec![door(DVec3::X), door(DVec3::NEG_X)], boxes());
        let hub = Piece::new("Hub", [DVec3::X, DVec3::NEG_X, DVec3::Z].map(door).into(), boxes());
        let end = Piece::new("End", vec![door(DVec3::X)], boxes());
        Kit::new("kit", vec![corner, straight, hub, end]).validate().unwrap().0
    }

    fn settings(method: &'static Method, when_blocked: WhenBlocked) -> Settings {
        let mut settings = Settings::default();
        settings.growth.when_blocked = when_blocked;
        settings.selection.method = method;
        settings.selection.set("max_pieces", 30).unwrap();
        settings
    }

    fn recipe(settings: Settings) -> Arc<Recipe> {
        Arc::new(Recipe::new(kit(), settings).unwrap())
    }

    fn events(recipe: &Arc<Recipe>, seed: i64) -> (Map, Vec<Event>) {
        let mut events = Vec::new();
        let map = Generator::watched(recipe, seed, |event: &Event| events.push(event.clone())).run();
        (map, events)
    }

    #[test]
    fn undoing_keeps_the_size_where_stopping_does_not() {
        for method in STANDARD {
            let undone = recipe(settings(method, WhenBlocked::Undo));
            let stopped = recipe(settings(method, WhenBlocked::Stop));
            let kept = |recipe: &Arc<Recipe>| {
                (0..40).filter(|&seed| recipe.size(seed, &recipe.grow(seed).pieces, 0).unwrap().kept).count()
            };
            assert_eq!(kept(&undone), 40, "{}", method.name);
            assert!(kept(&stopped) < 20, "{}: {}", method.name, kept(&stopped));
        }
    }

    #[test]
    fn a_promise_is_listed_only_where_it_is_one() {
        let map = recipe(settings(&ARENA, WhenBlocked::Undo)).grow(1);
        assert_eq!(map.promises.len(), 1);
        assert_eq!(
            (&*map.promises[0].promise, map.promises[0].kept, map.promises[0].value),
            ("size: 30 pieces", true, 30)
        );
        assert!(recipe(settings(&ARENA, WhenBlocked::Skip)).grow(1).promises.is_empty());
    }

    #[test]
    fn a_line_stays_a_line_when_pieces_are_taken_back() {
        let map = recipe(settings(&CORRIDOR, WhenBlocked::Undo)).grow(3);
        assert!(map.joints().all(|(placed, joint)| joint.guide.index() + 1 == placed.index()));
        let map = recipe(settings(&CORRIDOR, WhenBlocked::Skip)).grow(3);
        assert!(map.pieces.len() > 5, "a corridor that skips goes on elsewhere");
    }

    #[test]
    fn arms_and_branches_have_the_lengths_that_were_drawn() {
        for (method, seed) in [(&STAR, 1), (&BRANCH, 2)] {
            let recipe = recipe(settings(method, WhenBlocked::Undo));
            let (map, events) = events(&recipe, seed);
            assert!(map.promises[0].kept, "{}", method.name);
            // However often a line was begun again, its length was told the same.
            let lengths =
                |event: &Event| if let Event::Guide { length, .. } = event { *length } else { None };
            let told: std::collections::BTreeSet<i64> = events.iter().filter_map(lengths).collect();
            let lines = if *method == STAR { 3 } else { 4 };
            assert!(told.len() <= lines, "{}: {told:?}", method.name);
        }
    }

    #[test]
    fn nothing_is_drawn_twice_in_vain_at_a_guide() {
        let (_, events) = events(&recipe(settings(&ARENA, WhenBlocked::Skip)), 5);
        let mut drawn = Vec::new();
        for event in events {
            match event {
                Event::Guide { .. } | Event::Placed { .. } => drawn.clear(),
                Event::Tentative { piece, pairings, .. } => {
                    assert!(pairings > 0, "only pieces that could be joined are drawn");
                    assert!(!drawn.contains(&piece));
                    drawn.push(piece);
                }
                _ => {}
            }
        }
    }

    #[test]
    fn a_budget_ends_it_with_the_best_map_and_says_so() {
        let mut settings = settings(&CORRIDOR, WhenBlocked::Undo);
        settings.growth.inside = Some(Bounds { min: DVec3::splat(-3.1), max: DVec3::splat(3.1) });
        settings.growth.budget = Some(3000);
        let (map, events) = events(&recipe(settings), 1);
        assert_eq!(map.stop, Stop::BUDGET);
        assert!(!map.promises[0].kept && map.pieces.len() < 10, "nine cubes fit into the volume");
        let mut most = 0;
        let mut now = 0;
        for event in &events {
            match event {
                Event::Start { .. } => now = 1,
                Event::Placed { .. } => now += 1,
                Event::TakenBack { left, .. } => now = *left,
                _ => {}
            }
            most = most.max(now);
        }
        assert_eq!(map.pieces.len(), most, "the largest that was seen");
        let tried = events
            .iter()
            .filter(|event| matches!(event, Event::Vetoed { .. } | Event::Placed { .. }))
            .count();
        assert!(tried <= 3000 && tried > 2000, "{tried}");
    }

    #[test]
    fn the_best_map_is_told_before_the_loops_that_are_closed_on_it() {
        let mut settings = settings(&ARENA, WhenBlocked::Undo);
        // Too little room for all pieces: growth never comes to close loops before it gives up.
        settings.growth.inside = Some(Bounds { min: DVec3::splat(-5.1), max: DVec3::splat(5.1) });
        settings.growth.loops = Span { least: 1, most: 9 };
        settings.growth.budget = Some(500);
        let recipe = recipe(settings);
        let mut closed = 0;
        for seed in 0..40 {
            let (map, events) = events(&recipe, seed);
            let best = events.iter().position(|event| matches!(event, Event::Best { .. }));
            let Some(best) = best else { continue };
            let is_link = |event: &&Event| matches!(event, Event::Linked { .. });
            closed += events[best..].iter().filter(is_link).count();
            let mut standing = 0;
            for event in &events {
                match *event {
                    Event::Start { .. } => standing = 1,
                    Event::Placed { .. } => standing += 1,
                    Event::TakenBack { left, .. } | Event::Afresh { left, .. } => standing = left,
                    Event::Best { pieces } => standing = pieces,
                    Event::Linked { from, to, .. } => {
                        assert!(from.placed.max(to.placed).index() < standing, "{seed}: {event:?}");
                    }
                    _ => {}
                }
            }
            assert_eq!(standing, map.pieces.len(), "{seed}");
        }
        assert!(closed > 0, "some of them are closed in the end");
    }

    #[test]
    fn what_must_be_there_is_there_and_not_all_at_the_end() {
        let mut settings = settings(&CORRIDOR, WhenBlocked::Undo);
        settings.rules.push(PieceRule {
            count: Some(Span { least: 6, most: 6 }),
            apart: Some(2),
            ..PieceRule::new("Hub")
        });
        let recipe = recipe(settings);
        let hub = recipe.kit().named("Hub").unwrap();
        let mut early = 0;
        for seed in 0..20 {
            let map = recipe.grow(seed);
            assert!(map.promises.iter().all(|promise| promise.kept), "{seed}: {:?}", map.promises);
            early += map.pieces[..15].iter().filter(|placed| placed.piece == hub).count();
        }
        assert!((40..110).contains(&early), "{early} of 120 in the first half");
    }

    #[test]
    fn a_copy_made_on_the_way_undoes_the_same() {
        for method in STANDARD {
            let recipe = recipe(settings(method, WhenBlocked::Undo));
            let mut generator = Generator::new(&recipe, 11);
            (0..25).for_each(|_| _ = generator.step());
            let saved = generator.clone();
            assert_eq!(generator.run(), saved.run(), "{}", method.name);
        }
    }

    #[test]
    fn a_start_that_leads_nowhere_is_left_for_another() {
        let mut settings = settings(&CORRIDOR, WhenBlocked::Undo);
        settings.selection.starter_con_tol = 9;
        settings.rules.push(PieceRule { weight: Some(0.0), ..PieceRule::new("End") });
        let red = |side: DVec3| Connector::new(side, side).with(1, "red");
        let boxes = || vec![OrientedBox::aligned(DVec3::splat(-0.95), DVec3::splat(0.95))];
        let mut pieces = kit().library().to_vec();
        pieces.push(Piece::new("Island", vec![red(DVec3::X)], boxes()));
        settings.connection.color_matrix.rows.insert("red".into(), vec![]);
        let recipe = Arc::new(Recipe::new(Kit::new("kit", pieces).validate().unwrap().0, settings).unwrap());
        for seed in 0..20 {
            assert!(recipe.grow(seed).promises[0].kept, "{seed}");
        }
    }
}
