//! A recipe: a kit and settings that fit each other, checked once. Only a seed is missing.

use crate::constraints;
use crate::draw::Draw;
use crate::id::PieceId;
use crate::rng::{Rng, RngKind};
use crate::rules::Rules;
use crate::selection::SelectGuide;
use crate::settings::Settings;
use crate::valid_kit::ValidKit;
use crate::value::SettingError;
use crate::veto::Constraint;
use crate::world::World;
use std::sync::Arc;

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
    rules: Rules,
    starts: Vec<PieceId>,
    draw: Draw,
    constraints: Vec<Box<dyn Constraint>>,
    most_pieces: Option<usize>,
    /// Pieces that a world has memory for from the beginning.
    room: usize,
}

/// The largest number of pieces that room is made for before any is placed.
const PREALLOCATED: usize = 1 << 14;

impl Recipe {
    /// Puts a kit and settings together; settings out of their limits are refused.
    pub fn new(kit: impl Into<Arc<ValidKit>>, settings: Settings) -> Result<Self, SettingError> {
        settings.check()?;
        let kit = kit.into();
        // What is drawn here is thrown away: what is known beforehand must hold for every seed.
        let method = method(&settings, &mut Rng::new(RngKind::ChaCha8, 0));
        Ok(Self {
            most_pieces: method.most_pieces(),
            room: method.piece_limit().unwrap_or(0).min(PREALLOCATED),
            rules: Rules::new(&kit, &settings.connection),
            starts: starting_pieces(&kit, &settings),
            draw: Draw::new(&kit),
            constraints: constraints::of(&settings),
            kit,
            settings,
        })
    }

    /// The same with a constraint of your own, asked after those of the settings.
    #[must_use]
    pub fn with_constraint(mut self, constraint: impl Constraint + 'static) -> Self {
        self.constraints.push(Box::new(constraint));
        self
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
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The pieces a map may start from: those of the list whose number of connectors is within the tolerance.
    pub fn starts(&self) -> &[PieceId] {
        &self.starts
    }

    /// How tentative pieces are drawn.
    pub fn draw(&self) -> &Draw {
        &self.draw
    }

    /// What can forbid a piece at a place, in the order they are asked.
    pub fn constraints(&self) -> &[Box<dyn Constraint>] {
        &self.constraints
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
        World::with_room(self.kit.clone(), self.settings.generation.clearance, self.room)
    }
}

fn method(settings: &Settings, rng: &mut Rng) -> Box<dyn SelectGuide> {
    (settings.selection.method.instantiate)(settings.selection.params(), rng)
}

fn starting_pieces(kit: &ValidKit, settings: &Settings) -> Vec<PieceId> {
    let (prefers, tolerance) = (settings.selection.method.prefers, settings.selection.starter_con_tol);
    let count = |piece: &PieceId| kit.piece(*piece).connectors.len();
    let best = prefers.best(kit.starters().iter().map(count)).unwrap_or(0);
    kit.starters().iter().copied().filter(|piece| prefers.allows(count(piece), best, tolerance)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selection::BRANCH;
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
        assert!(Recipe::new(kit(), settings).unwrap_err().message.contains("piece_distance"));
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

    /// Forbids all or nothing.
    #[derive(Debug)]
    struct Always(bool);

    impl Constraint for Always {
        fn forbids(&self, _: &World, _: &crate::veto::Fit) -> bool {
            self.0
        }

        fn reason(&self, _: &World, _: &crate::veto::Fit) -> crate::veto::Veto {
            crate::veto::Veto::Custom { reason: "would be".into() }
        }
    }

    #[test]
    fn a_constraint_of_ones_own_comes_after_those_of_the_settings() {
        let mut settings = Settings::default();
        let recipe = Recipe::new(kit(), settings.clone()).unwrap().with_constraint(Always(true));
        let names: Vec<_> = recipe.constraints().iter().map(|constraint| format!("{constraint:?}")).collect();
        assert_eq!(names, ["NoOverlap", "Always(true)"]);
        settings.generation.check_overlaps = false;
        let alone = Recipe::new(kit(), settings).unwrap().with_constraint(Always(true));
        assert_eq!(alone.constraints().len(), 1);
        assert_eq!(Arc::new(alone).grow(1).pieces.len(), 1, "nothing may stand beside the first");
        let free = Recipe::new(kit(), Settings::default()).unwrap().with_constraint(Always(false));
        let plain = Recipe::new(kit(), Settings::default()).unwrap();
        assert_eq!(Arc::new(free).grow(1), Arc::new(plain).grow(1));
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
        assert!(world.overlaps(PieceId::new(0), &at(2.4), &[]));
        assert!(!world.overlaps(PieceId::new(0), &at(2.6), &[]));
    }
}
