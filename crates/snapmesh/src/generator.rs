//! The generator: takes a recipe and a seed, and runs one pass after the other over a world.

use crate::aside::Aside;
use crate::event::{Event, Teller, Watch};
use crate::kept::{Kept, KeptAside};
use crate::map::Map;
use crate::pass::{self, Pass, Stage, Step};
use crate::placed::Placed;
use crate::recipe::Recipe;
use crate::selection::Stop;
use crate::world::World;
use std::sync::Arc;

/// Grows a map, step by step. It owns what it needs, so it can live in a task, a game engine's world or a page; a copy of
/// it is a saved game.
///
/// ```
/// use snapmesh::{Connector, Generator, Kit, OrientedBox, Piece, Recipe, Settings};
/// use snapmesh::glam::DVec3;
/// use std::sync::Arc;
///
/// let doors = vec![Connector::new(DVec3::X, DVec3::X), Connector::new(DVec3::NEG_X, DVec3::NEG_X)];
/// let room = Piece::new("Room", doors, vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _warnings) = Kit::new("rooms", vec![room]).validate()?;
/// let recipe = Arc::new(Recipe::new(kit, Settings::default())?);
/// let map = Generator::new(&recipe, 42).run();
/// assert_eq!(map.pieces.len(), 13);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator<W = ()> {
    recipe: Arc<Recipe>,
    seed: i64,
    world: World,
    /// The passes that are not done, the last first.
    passes: Vec<Box<dyn Pass>>,
    tried: u64,
    watch: W,
}

impl Recipe {
    /// Grows the map of a seed.
    pub fn grow(self: &Arc<Self>, seed: i64) -> Map {
        Generator::new(self, seed).run()
    }

    /// Grows the map of a seed on from pieces that stand already.
    pub fn grow_on(self: &Arc<Self>, kept: &Kept, seed: i64) -> Map {
        Generator::new(self, seed).from_kept(kept).run()
    }
}

impl Generator {
    /// Makes ready.
    pub fn new(recipe: &Arc<Recipe>, seed: i64) -> Self {
        Self::watched(recipe, seed, ())
    }
}

impl<W: Watch> Generator<W> {
    /// The same with someone who is told of every event. Watching never changes the map.
    pub fn watched(recipe: &Arc<Recipe>, seed: i64, watch: W) -> Self {
        let mut passes = pass::of(recipe, seed);
        passes.reverse();
        Self { world: recipe.world(), recipe: recipe.clone(), seed, passes, tried: 0, watch }
    }

    /// The same, growing on from pieces that stand already. They are never taken back, even if they break a rule; those that
    /// do are told by [`Recipe::broken_by`].
    #[must_use]
    pub fn from_kept(mut self, kept: &Kept) -> Self {
        let mut teller = Teller::new(&mut self.watch);
        for placed in kept.pieces() {
            let pose = pass::as_grown(&self.recipe, &self.world, placed);
            let index = self.world.add(Placed { pose, ..*placed });
            let (piece, position) = (placed.piece, pose.position.to_array());
            teller.tell(|| Event::Kept { index, piece, position });
        }
        kept.links().iter().for_each(|link| self.world.link(*link));
        if !kept.aside.is_empty() {
            let KeptAside { pieces, links, doors } = &kept.aside;
            let (kit, clearance) = (self.world.kit(), self.world.clearance());
            let aside = Aside::new((kit, clearance), kept.pieces().len(), (pieces, links, doors));
            self.world.set_aside(Some(aside));
        }
        if let Some(closing) = self.recipe.closing() {
            closing.admit_all(&mut self.world);
        }
        self.world.keep();
        self
    }

    /// Takes one step of the pass at work; when that is done, of the next.
    pub fn step(&mut self) -> Step {
        while let Some(pass) = self.passes.last_mut() {
            let teller = Teller::new(&mut self.watch);
            let Self { recipe, world, tried, .. } = self;
            let step = pass.step(&mut Stage { recipe, world, teller, tried });
            if step != Step::Done {
                return step;
            }
            self.passes.pop();
        }
        Step::Done
    }

    /// Does something to the map beside all passes.
    pub(crate) fn work<T>(&mut self, work: impl FnOnce(&mut Stage<'_>) -> T) -> T {
        let teller = Teller::new(&mut self.watch);
        let Self { recipe, world, tried, .. } = self;
        work(&mut Stage { recipe, world, teller, tried })
    }

    /// Grows until the map is done.
    pub fn run(self) -> Map {
        self.run_watched().0
    }

    /// The same, and the watcher back with what it heard.
    pub fn run_watched(mut self) -> (Map, W) {
        while self.step() != Step::Done {}
        self.finish()
    }

    /// The map as far as it has grown, and the watcher back.
    pub fn finish(self) -> (Map, W) {
        let mut map = self.world.into_map(self.seed);
        // Of what stood already, pieces of loops are still that.
        map.kept = map.kept.min(map.asked_for().len());
        map.promises = self.recipe.promises(&map);
        (map, self.watch)
    }

    /// The map under construction.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The pieces placed so far.
    pub fn placed(&self) -> &[Placed] {
        self.world.placed()
    }

    /// Why growth ended, once it has.
    pub fn stop(&self) -> Option<&Stop> {
        self.world.stop()
    }

    /// Who is told.
    pub fn watcher(&self) -> &W {
        &self.watch
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::id::{PieceId, PlacedId};
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selection::{CORRIDOR, STANDARD, STAR};
    use crate::settings::Settings;
    use crate::veto::{Blame, Constraint, Fit, Veto};
    use glam::DVec3;

    const SIDES: [DVec3; 4] = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z];

    fn room(doors: &[DVec3]) -> Piece {
        let doors = doors.iter().map(|&door| Connector::new(door, door)).collect();
        Piece::new("Room", doors, vec![OrientedBox::aligned(DVec3::splat(-0.99), DVec3::splat(0.99))])
    }

    fn recipe(piece: Piece, settings: Settings) -> Recipe {
        Recipe::new(Kit::new("kit", vec![piece]).validate().unwrap().0, settings).unwrap()
    }

    fn grow(doors: &[DVec3], settings: Settings) -> Map {
        Arc::new(recipe(room(doors), settings)).grow(42)
    }

    #[test]
    fn a_limit_of_one_is_the_starting_piece_alone() {
        let mut settings = Settings::default();
        settings.selection.set("max_pieces", 1).unwrap();
        let map = grow(&SIDES[..2], settings);
        assert_eq!((map.pieces.len(), map.stop), (1, Stop::PIECE_LIMIT));
    }

    #[test]
    fn a_corridor_of_rooms_is_as_long_as_asked() {
        let mut settings = Settings::default();
        settings.selection.method = &CORRIDOR;
        settings.selection.set("max_pieces", 40).unwrap();
        let recipe = Arc::new(recipe(room(&SIDES[..2]), settings));
        let map = recipe.grow(42);
        assert_eq!(map.pieces.len(), 40);
        let size = map.bounds(recipe.kit()).size();
        assert!((size.x - (40.0 * 2.0 + 39.0 * 0.0001)).abs() < 1e-9, "{size}");
    }

    #[test]
    fn a_star_fills_every_connector_of_its_hub() {
        let mut settings = Settings::default();
        settings.selection.method = &STAR;
        settings.selection.set("arm_length", 1).unwrap();
        settings.selection.set("arm_length_var", 0).unwrap();
        let map = grow(&SIDES, settings);
        assert!(map.joints().all(|(_, joint)| joint.guide == PlacedId::new(0)));
        assert_eq!((map.pieces.len(), map.stop), (5, Stop::HUB_FULL));
    }

    #[test]
    fn a_piece_that_cannot_meet_itself_is_a_map_of_one() {
        let mut piece = room(&SIDES[..1]);
        piece.connectors[0].color = "red".into();
        let mut settings = Settings::default();
        settings.connection.color_matrix.rows.insert("red".into(), vec![]);
        let map = Arc::new(recipe(piece, settings)).grow(42);
        assert_eq!((map.pieces.len(), map.stop), (1, Stop::STUCK));
    }

    #[test]
    fn watching_changes_nothing_and_hears_of_every_piece() {
        let recipe = Arc::new(recipe(room(&SIDES[..3]), Settings::default()));
        let plain = recipe.grow(42);
        let mut events = Vec::new();
        let watch = |event: &Event| events.push(event.clone());
        assert_eq!(plain, Generator::watched(&recipe, 42, watch).run());
        let placed = events.iter().filter(|event| matches!(event, Event::Placed { .. })).count();
        assert_eq!(placed + 1, plain.pieces.len());
        assert_eq!(events[0], Event::Start { piece: PieceId::new(0), candidates: 1 });
        assert!(matches!(events.last(), Some(Event::Stop { .. })));
    }

    #[test]
    fn stepping_comes_to_the_same_map_and_stays_done() {
        let recipe = Arc::new(recipe(room(&SIDES[..3]), Settings::default()));
        let mut generator = Generator::new(&recipe, 42);
        assert_eq!(generator.step(), Step::Placed(PlacedId::new(0)));
        while generator.step() != Step::Done {}
        assert_eq!(generator.step(), Step::Done);
        assert_eq!(generator.finish().0, recipe.grow(42));
    }

    /// A watcher that counts, as a struct of its own.
    #[derive(Clone, Debug, Default)]
    struct Count(usize);

    impl Watch for Count {
        fn event(&mut self, _: &Event) {
            self.0 += 1;
        }
    }

    #[test]
    fn a_watcher_is_got_back_with_what_it_heard() {
        let recipe = Arc::new(recipe(room(&SIDES[..3]), Settings::default()));
        let mut generator = Generator::watched(&recipe, 42, Count::default());
        while generator.step() != Step::Done {}
        assert!(generator.watcher().0 > 13);
        assert!(generator.finish().1.0 > 13);
    }

    #[test]
    fn a_copy_made_on_the_way_grows_the_same_map() {
        for method in STANDARD {
            let mut settings = Settings::default();
            settings.selection.method = method;
            let recipe = Arc::new(recipe(room(&SIDES), settings));
            let mut generator = Generator::new(&recipe, 7);
            (0..9).for_each(|_| _ = generator.step());
            let saved = generator.clone();
            assert_eq!(generator.run(), saved.run(), "{}", method.name);
        }
    }

    #[test]
    fn a_generator_can_be_sent_and_kept_anywhere() {
        fn anywhere<T: Send + Sync + 'static>() {}
        anywhere::<Generator>();
        anywhere::<Recipe>();
        anywhere::<World>();
    }

    /// Nothing may stand east of the starting piece.
    #[derive(Debug)]
    struct NotEast;

    impl Constraint for NotEast {
        fn forbids(&self, _: &World, fit: &Fit) -> Option<Blame> {
            (fit.pose.position.x > 0.5).then_some(Blame::Place)
        }

        fn reason(&self, _: &World, _: &Fit) -> Veto {
            Veto::Custom { reason: "would stand in the sea".into() }
        }
    }

    #[test]
    fn a_constraint_vetoes_fits_and_its_reason_becomes_an_event() {
        let recipe = Arc::new(recipe(room(&SIDES), Settings::default()).with_constraint(NotEast).unwrap());
        let mut sea = 0;
        let watch = |event: &Event| {
            let veto = Veto::Custom { reason: "would stand in the sea".into() };
            sea += usize::from(matches!(event, Event::Vetoed { veto: told, .. } if *told == veto));
        };
        let map = Generator::watched(&recipe, 3, watch).run();
        assert!(map.pieces.iter().all(|placed| placed.pose.position.x <= 0.5));
        assert!(sea > 0 && map.pieces.len() > 3, "{sea} vetoes, {} pieces", map.pieces.len());
    }
}
