//! A recipe: a kit and settings that fit each other, checked once. Only a seed is missing.

use crate::answers::Answers;
use crate::chains::{Chains, Lengths};
use crate::closing::Closing;
use crate::constraints;
use crate::draw::Draw;
use crate::ends::{EndError, EndErrors, Ends, odd_ends};
use crate::id::PieceId;
use crate::impossible::{Asked, Contradiction, contradiction, kept_out};
use crate::matching::Matching;
use crate::piece_rules;
use crate::pose::Pose;
use crate::rng::{Rng, RngKind};
use crate::selection::SelectGuide;
use crate::selector::{BoundRule, Terms, bind};
use crate::settings::{Growth, Settings};
use crate::start::starting_pieces;
use crate::valid_kit::ValidKit;
use crate::value::SettingError;
use crate::veto::{Constraint, Rule};
use crate::world::World;
use std::sync::{Arc, OnceLock};
use thiserror::Error;

/// Everything that maps are grown from but the seed. What all maps share is worked out here, once.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Kit, OrientedBox, Piece, Recipe, Settings};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let recipe = std::sync::Arc::new(Recipe::new(kit, Settings::default())?);
/// // A recipe is shared by any number of maps and threads; a seed always gives the same map.
/// assert_eq!(recipe.grow(7), recipe.grow(7));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recipe {
    kit: Arc<ValidKit>,
    settings: Settings,
    matching: Matching,
    bound_rules: Vec<BoundRule>,
    starts: Vec<PieceId>,
    draw: Draw,
    rules: Vec<Box<dyn Rule>>,
    constraints: Vec<Box<dyn Constraint>>,
    ends: Ends,
    /// Worked out when first asked for: the paper's way never asks.
    answers: OnceLock<Answers>,
    /// The same, and only loops ask. Recipes that differ in nothing that matters here share it.
    chains: OnceLock<Arc<Chains>>,
    most_pieces: Option<usize>,
    /// Pieces, and boxes, at which any map ends, before memory does.
    largest_map: usize,
    most_boxes: usize,
    /// Pieces that a world has memory for from the beginning.
    room: usize,
}

/// Why there is no such recipe.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum RecipeError {
    /// A setting is out of its limits.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// Settings cannot hold together.
    #[error(transparent)]
    Contradiction(#[from] Contradiction),
    /// Sections of `[ends]` make no sense.
    #[error(transparent)]
    Ends(#[from] EndErrors),
    /// A constraint of one's own forbids every starting piece.
    #[error("a constraint forbids every starting piece, so no map can begin")]
    NoStart,
}

/// The largest map there is, unless it is to be smaller still.
const LARGEST_MAP: usize = 5_000_000;

/// The largest number of pieces that room is made for before any is placed.
const PREALLOCATED: usize = 1 << 14;

impl Recipe {
    /// Puts a kit and settings together. Settings out of their limits are refused, and so are those that can be seen to
    /// be impossible together.
    pub fn new(kit: impl Into<Arc<ValidKit>>, settings: Settings) -> Result<Self, RecipeError> {
        settings.check()?;
        let kit = kit.into();
        // What is drawn here is thrown away: what is known beforehand must hold for every seed.
        let method = method(&settings, &mut Rng::new(RngKind::ChaCha8, 0));
        let bound_rules = bind(&kit, &settings);
        let terms = Terms { settings: &settings, kit: &kit, rules: &bound_rules };
        let matching = Matching::new(&kit, &settings.connection);
        let mut recipe = Self {
            ends: Ends::new(&terms, &matching)?,
            most_pieces: method.most_pieces(),
            largest_map: LARGEST_MAP,
            most_boxes: usize::MAX,
            room: method.piece_limit().unwrap_or(0).min(PREALLOCATED),
            matching,
            starts: vec![],
            draw: Draw::new(&kit, &bound_rules),
            rules: piece_rules::of(&terms),
            constraints: constraints::of(&terms),
            answers: OnceLock::new(),
            chains: OnceLock::new(),
            bound_rules,
            kit,
            settings,
        };
        recipe.starts = recipe.starting_pieces();
        match recipe.contradiction() {
            Some(contradiction) => Err(contradiction.into()),
            None => Ok(recipe),
        }
    }

    /// The pieces that may start a map: where connectors must be closed, those with room for that, if there are any. On others,
    /// something has to be joined.
    fn starting_pieces(&self) -> Vec<PieceId> {
        let mut world = self.world();
        let starts = starting_pieces(&world, &self.settings, &self.draw, &self.rules, &self.constraints);
        let Some(closing) = self.closing() else { return starts };
        let has_room = |piece: &&PieceId| {
            let placed = world.place(**piece, Pose::ORIGIN, None);
            let admitted = closing.admit(&mut world, placed).is_ok();
            world.clear();
            admitted
        };
        let with_room: Vec<PieceId> = starts.iter().filter(has_room).copied().collect();
        if with_room.is_empty() { starts } else { with_room }
    }

    /// Settings that cannot hold together. With the paper's way and without rules there are none.
    fn contradiction(&self) -> Option<Contradiction> {
        let growth = &self.settings.growth;
        let asks = !self.bound_rules.is_empty() || *growth != Growth::default();
        if asks { contradiction(&self.asked()) } else { None }
    }

    fn asked(&self) -> Asked<'_> {
        Asked::new(&self.kit, &self.settings, &self.matching, &self.bound_rules)
    }

    /// The settings that keep a piece off every map that it could be on without them.
    pub fn kept_out(&self, piece: PieceId) -> Option<Contradiction> {
        if self.bound_rules.is_empty() { None } else { kept_out(&self.asked(), piece) }
    }

    /// The same with a constraint of your own, asked after those of the settings. One that leaves nothing to start from is
    /// refused.
    pub fn with_constraint(mut self, constraint: impl Constraint + 'static) -> Result<Self, RecipeError> {
        self.constraints.push(Box::new(constraint));
        self.starts = self.starting_pieces();
        if self.starts.is_empty() { Err(RecipeError::NoStart) } else { Ok(self) }
    }

    /// The same with maps that end, as too large, when they have more than so many pieces, or boxes.
    #[must_use]
    pub fn with_largest_map(self, pieces: u64, boxes: u64) -> Self {
        let one_more = |number: u64| usize::try_from(number).unwrap_or(usize::MAX).saturating_add(1);
        Self { largest_map: one_more(pieces).min(LARGEST_MAP), most_boxes: one_more(boxes), ..self }
    }

    /// Whether a map has to end here.
    pub(crate) fn is_too_large(&self, world: &World) -> bool {
        world.placed().len() >= self.largest_map || world.boxes() >= self.most_boxes
    }

    /// The pieces.
    pub fn kit(&self) -> &ValidKit {
        &self.kit
    }

    /// Every setting. The seed among them is where searches and sweeps begin; a map may have grown from another.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Which kinds of connectors may meet.
    pub fn matching(&self) -> &Matching {
        &self.matching
    }

    /// The pieces a map may start from: those of the list whose number of connectors is within the tolerance.
    pub fn starts(&self) -> &[PieceId] {
        &self.starts
    }

    /// How tentative pieces are drawn.
    pub fn draw(&self) -> &Draw {
        &self.draw
    }

    /// Every rule of the settings, in their order, then those of the files; with the pieces they name.
    pub fn bound_rules(&self) -> &[BoundRule] {
        &self.bound_rules
    }

    /// What can forbid a piece at a guide, in the order they are asked.
    pub fn rules(&self) -> &[Box<dyn Rule>] {
        &self.rules
    }

    /// Which pieces can be joined to which connectors.
    pub(crate) fn answers(&self) -> &Answers {
        self.answers.get_or_init(|| Answers::new(&self.kit, &self.matching, &self.draw))
    }

    /// Where chains of pieces lead.
    pub(crate) fn chains(&self) -> &Chains {
        let lengths = Lengths::of(&self.settings);
        self.chains.get_or_init(|| Arc::new(Chains::new(&self.kit, &self.matching, &self.draw, lengths)))
    }

    /// Takes over what another recipe has worked out, where this one would come to the same: where chains of pieces lead. Maps
    /// stay the same, and the first with loops is there sooner.
    pub fn learn_from(&self, other: &Self) {
        let alike = Arc::ptr_eq(&self.kit, &other.kit)
            && self.matching == other.matching
            && self.draw.choices() == other.draw.choices()
            && Lengths::of(&self.settings) == Lengths::of(&other.settings);
        if let Some(chains) = other.chains.get().filter(|_| alike) {
            self.chains.get_or_init(|| chains.clone());
        }
    }

    /// What can forbid a piece at a place, in the order they are asked.
    pub fn constraints(&self) -> &[Box<dyn Constraint>] {
        &self.constraints
    }

    /// What closes connectors, and stands where they are joined.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// What is odd about `[ends]`, short of an error.
    pub fn odd_ends(&self) -> Vec<EndError> {
        let Self { kit, settings, bound_rules: rules, matching, ends, .. } = self;
        odd_ends(&Terms { settings, kit, rules }, matching, ends)
    }

    /// What is needed to keep room for caps; none if all connectors may stay free.
    pub(crate) fn closing(&self) -> Option<Closing<'_>> {
        self.ends.has_never().then(|| self.closing_at_will())
    }

    /// What is needed to close connectors.
    pub(crate) fn closing_at_will(&self) -> Closing<'_> {
        let Self { ends, matching, constraints, settings, .. } = self;
        Closing {
            ends,
            matching,
            constraints,
            generation: &settings.generation,
            loop_gap: settings.growth.loop_gap,
        }
    }

    /// The largest number of pieces that a map can have, where that is known beforehand.
    pub fn most_pieces(&self) -> Option<usize> {
        self.most_pieces
    }

    /// The selection method, set going for one map.
    pub fn method(&self, rng: &mut Rng) -> Box<dyn SelectGuide> {
        method(&self.settings, rng)
    }

    /// A world with nothing in it.
    pub fn world(&self) -> World {
        let world = World::with_room(self.kit.clone(), self.settings.generation.clearance, self.room);
        if self.ends.has_never() { world.keeping_rooms() } else { world }
    }
}

fn method(settings: &Settings, rng: &mut Rng) -> Box<dyn SelectGuide> {
    (settings.selection.method.instantiate)(settings.selection.params(), rng)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selection::BRANCH;
    use crate::settings::PieceRule;
    use glam::DVec3;

    fn kit() -> ValidKit {
        let piece = |(id, doors): (&str, usize)| {
            let door = |i: usize| Connector::new(DVec3::Z * i as f64, DVec3::X);
            Piece::new(id, (0..doors).map(door).collect(), vec![])
        };
        Kit::new("kit", [("A", 1), ("B", 3), ("C", 2)].map(piece).into()).validate().unwrap().0
    }

    #[test]
    fn settings_out_of_limits_are_refused() {
        let mut settings = Settings::default();
        settings.generation.piece_distance = -1.0;
        assert!(Recipe::new(kit(), settings).unwrap_err().to_string().contains("piece_distance"));
    }

    #[test]
    fn a_map_starts_from_what_its_method_likes() {
        let mut settings = Settings::default();
        let starts = |settings: &Settings| {
            let recipe = Recipe::new(kit(), settings.clone()).unwrap();
            recipe.starts().iter().map(|&piece| recipe.kit().piece(piece).id.clone()).collect::<String>()
        };
        assert_eq!(starts(&settings), "B");
        settings.selection.method = &BRANCH;
        assert_eq!(starts(&settings), "A");
        settings.selection.starter_con_tol = 1;
        assert_eq!(starts(&settings), "CA");
    }

    #[test]
    fn what_a_method_allows_is_known_beforehand() {
        let mut settings = Settings::default();
        settings.selection.method = &BRANCH;
        settings.selection.set("branch_count", 2).unwrap();
        assert_eq!(Recipe::new(kit(), settings).unwrap().most_pieces(), Some(1 + 2 * 17));
    }

    #[test]
    fn starters_out_of_tolerance_are_left_aside_and_the_others_stay_as_listed() {
        let door = |i: usize| Connector::new(DVec3::Z * i as f64, DVec3::X);
        let piece = |(id, doors): (&str, usize)| Piece::new(id, (0..doors).map(door).collect(), vec![]);
        let mut kit = Kit::new("kit", [("A", 1), ("B", 3), ("C", 2), ("D", 3)].map(piece).into());
        kit.starters = Some([3, 0, 1, 3].map(PieceId::new).into());
        let recipe = Recipe::new(kit.validate().unwrap().0, Settings::default()).unwrap();
        assert_eq!(recipe.starts(), [3, 1, 3].map(PieceId::new), "twice on the list is twice as likely");
    }

    #[test]
    fn a_star_knows_no_most_and_an_arena_its_limit() {
        let mut settings = Settings::default();
        settings.selection.set("max_pieces", 77).unwrap();
        assert_eq!(Recipe::new(kit(), settings.clone()).unwrap().most_pieces(), Some(77));
        settings.selection.method = &crate::selection::STAR;
        assert_eq!(Recipe::new(kit(), settings).unwrap().most_pieces(), None);
    }

    /// Forbids all that is joined, or nothing.
    #[derive(Debug)]
    struct Always(bool);

    impl Constraint for Always {
        fn forbids(&self, _: &World, fit: &crate::Fit) -> Option<crate::Blame> {
            (self.0 && fit.joint.is_some()).then_some(crate::Blame::Place)
        }

        fn reason(&self, _: &World, _: &crate::veto::Fit) -> crate::veto::Veto {
            crate::veto::Veto::Custom { reason: "would be".into() }
        }
    }

    #[test]
    fn a_constraint_of_ones_own_comes_after_those_of_the_settings() {
        let mut settings = Settings::default();
        let recipe = Recipe::new(kit(), settings.clone()).unwrap().with_constraint(Always(true)).unwrap();
        let names: Vec<_> = recipe.constraints().iter().map(|constraint| format!("{constraint:?}")).collect();
        assert_eq!(names, ["NoOverlap", "Always(true)"]);
        settings.generation.check_overlaps = false;
        let alone = Recipe::new(kit(), settings).unwrap().with_constraint(Always(true)).unwrap();
        assert_eq!(alone.constraints().len(), 1);
        assert_eq!(Arc::new(alone).grow(1).pieces.len(), 1, "nothing may stand beside the first");
        let free = Recipe::new(kit(), Settings::default()).unwrap().with_constraint(Always(false)).unwrap();
        let plain = Recipe::new(kit(), Settings::default()).unwrap();
        assert_eq!(Arc::new(free).grow(1), Arc::new(plain).grow(1));
    }

    #[test]
    fn chains_are_taken_over_where_nothing_that_they_depend_on_is_otherwise() {
        let kit = Arc::new(kit());
        let learns = |kit: &Arc<ValidKit>, change: fn(&mut Settings)| {
            let known = Recipe::new(kit.clone(), Settings::default()).unwrap();
            let mut settings = Settings::default();
            change(&mut settings);
            let recipe = Recipe::new(kit.clone(), settings).unwrap();
            recipe.learn_from(&known);
            assert!(recipe.chains.get().is_none(), "nobody asked for any yet");
            known.chains();
            recipe.learn_from(&known);
            recipe.chains.get().is_some_and(|chains| Arc::ptr_eq(chains, known.chains.get().unwrap()))
        };
        let others: [fn(&mut Settings); 5] = [
            |settings| settings.generation.piece_distance = 0.5,
            |settings| settings.growth.loop_length = 2,
            |settings| settings.growth.loop_gap = 0.5,
            |settings| settings.connection.color_matrix.rows.extend([("white".into(), vec![])]),
            |settings| settings.rules.push(PieceRule { weight: Some(2.0), ..PieceRule::new("B") }),
        ];
        assert!(others.iter().all(|change| !learns(&kit, *change)));
        assert!(learns(&kit, |settings| settings.selection.set("max_pieces", 7).unwrap()));
        assert!(learns(&kit, |settings| settings.growth.loops.most = 3));
    }

    #[test]
    fn a_world_has_the_kit_and_the_clearance_of_its_recipe() {
        let cube = crate::OrientedBox::aligned(-DVec3::ONE, DVec3::ONE);
        let room = Piece::new("Room", vec![Connector::new(DVec3::X, DVec3::X)], vec![cube]);
        let kit = Kit::new("rooms", vec![room]).validate().unwrap().0;
        let mut settings = Settings::default();
        settings.generation.clearance = 0.5;
        let mut world = Recipe::new(kit, settings).unwrap().world();
        assert_eq!((world.kit().name(), world.placed().len()), ("rooms", 0));
        let at = |x: f64| crate::Pose { position: DVec3::X * x, turn: crate::Turn::NONE };
        world.place(PieceId::new(0), at(0.0), None);
        assert!(world.overlapped(PieceId::new(0), &at(2.4), |_| false).is_some());
        assert!(world.overlapped(PieceId::new(0), &at(2.6), |_| false).is_none());
    }
}
