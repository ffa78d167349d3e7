//! Algorithm 1 of the paper: from a kit, settings and a seed to a map.

use crate::event::{Event, Nobody, Unlisted, Watch};
use crate::kit::ValidKit;
use crate::map::{Joint, Map, Placed, snap};
use crate::pairing::{Pairing, Pairings};
use crate::pose::Pose;
use crate::rng::Rng;
use crate::rules::{Rules, mismatch};
use crate::selection::{Growth, Next, SelectGuide, Stop, starting_pieces};
use crate::settings::{SettingError, Settings};
use crate::space::{Overlap, Space, worse};

/// Grows a map, one guide after the other.
///
/// ```
/// use snapmesh::{Connector, Generator, Kit, OrientedBox, Piece, Settings};
/// use snapmesh::glam::DVec3;
///
/// let doors = vec![Connector::new(DVec3::X, DVec3::X), Connector::new(DVec3::NEG_X, DVec3::NEG_X)];
/// let room = Piece::new("Room", doors, vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _problems) = Kit::new("rooms", vec![room]).validate();
/// let map = Generator::new(&kit.unwrap(), &Settings::default())?.run();
/// assert_eq!(map.pieces.len(), 13);
/// # Ok::<(), snapmesh::SettingError>(())
/// ```
pub struct Generator<'k, W = Nobody> {
    kit: &'k ValidKit,
    settings: Settings,
    rules: Rules,
    rng: Rng,
    method: Box<dyn SelectGuide>,
    space: Space<'k>,
    placed: Vec<Placed>,
    /// Free connectors of each placed piece.
    free: Vec<usize>,
    /// Whether each connector of each placed piece is used, one piece after the other.
    used: Vec<bool>,
    /// Where the connectors of each placed piece start in `used`.
    first: Vec<usize>,
    guide: usize,
    /// Free connectors of the guide when it was named.
    named_with: usize,
    /// Tries since a piece was placed.
    idle: usize,
    stop: Option<Stop>,
    pairings: Pairings,
    /// The guide's free connectors with their kinds.
    offers: Vec<(u32, u32)>,
    watch: W,
}

/// Tries in a row, beyond one for every placed piece, that may come to nothing. Two guides that take turns escape
/// the rule against naming the same one again; this ends them.
const PATIENCE: usize = 1000;

/// Pieces at which any map ends, before memory does.
const LARGEST: usize = 5_000_000;

/// The largest number of pieces that room is made for before any is placed.
const ROOM: usize = 1 << 14;

/// What one try came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The piece with this index was placed, and there is a next guide.
    Placed(usize),
    /// Nothing could be placed, and there is a next guide.
    Nothing,
    /// The map is done.
    Done,
}

impl<'k> Generator<'k> {
    /// Makes ready; settings out of their limits are refused.
    pub fn new(kit: &'k ValidKit, settings: &Settings) -> Result<Self, SettingError> {
        Generator::watched(kit, settings, Nobody)
    }
}

impl<'k, W: Watch> Generator<'k, W> {
    /// The same with someone who is told of every event. Watching never changes the map.
    pub fn watched(kit: &'k ValidKit, settings: &Settings, watch: W) -> Result<Self, SettingError> {
        settings.check()?;
        let mut rng = Rng::new(settings.generation.rng, settings.generation.seed);
        let method = (settings.selection.method.begin)(&settings.selection, &mut rng);
        let room = method.piece_limit().unwrap_or(0).min(ROOM);
        let mut generator = Self {
            kit,
            rules: Rules::new(kit, &settings.connection),
            rng,
            method,
            space: Space::new(kit, settings.generation.clearance, room),
            settings: settings.clone(),
            placed: Vec::with_capacity(room),
            free: Vec::with_capacity(room),
            used: Vec::new(),
            first: Vec::with_capacity(room),
            guide: 0,
            named_with: 0,
            idle: 0,
            stop: None,
            pairings: Pairings::default(),
            offers: Vec::new(),
            watch,
        };
        generator.start();
        Ok(generator)
    }

    /// Grows until the map is done.
    pub fn run(mut self) -> Map {
        while self.step() != Step::Done {}
        self.finish()
    }

    /// The map as far as it has grown.
    pub fn finish(self) -> Map {
        let stop = self.stop.map_or("unfinished", |stop| stop.reason);
        Map { pieces: self.placed, stop: stop.into() }
    }

    /// The pieces placed so far.
    pub fn placed(&self) -> &[Placed] {
        &self.placed
    }

    /// Why the map is done, once it is.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// One turn of the main loop: tries tentative pieces with the guide, then has the next guide named.
    pub fn step(&mut self) -> Step {
        if self.stop.is_some() {
            return Step::Done;
        }
        let before = self.placed.len();
        self.try_guide();
        self.idle = if self.placed.len() > before { 0 } else { self.idle + 1 };
        self.name_guide();
        match self.stop {
            Some(_) => Step::Done,
            None if self.placed.len() > before => Step::Placed(before),
            None => Step::Nothing,
        }
    }

    /// Draws and places the starting piece, which is the first guide.
    fn start(&mut self) {
        let selection = &self.settings.selection;
        let candidates = starting_pieces(self.kit, selection.method.prefers, selection.starter_con_tol);
        let piece = candidates[self.rng.below(candidates.len())];
        self.tell(&Event::Start { piece, candidates: candidates.len() });
        self.place(piece, Pose::ORIGIN, None);
        self.named_with = self.free[0];
        if self.is_complete() {
            self.end(Stop::PIECE_LIMIT);
        } else {
            self.tell_guide("it is the starting piece");
        }
    }

    /// The inner loop: tentative pieces are drawn until one is placed or `max_fails` have failed.
    fn try_guide(&mut self) {
        let max_fails = self.settings.generation.max_fails;
        if self.free[self.guide] == 0 {
            // The draws are made all the same: skipping them would change what the seed means.
            (0..max_fails).for_each(|_| _ = self.draw_piece());
            return self.tell(&Event::Skipped { index: self.guide, draws: max_fails });
        }
        self.list_offers();
        for attempt in 1..=max_fails {
            let piece = self.draw_piece();
            self.pairings.list(&self.rules, &self.offers, self.kit.kinds_of(piece));
            self.tell(&Event::Tentative { piece, attempt, pairings: self.pairings.left() });
            self.tell_unlisted(piece);
            if let Some((pairing, pose)) = self.draw_pairing(piece) {
                let Pairing { guide: guide_connector, tentative: connector } = pairing;
                return self.place(
                    piece,
                    pose,
                    Some(Joint { guide: self.guide, guide_connector, connector }),
                );
            }
            self.tell(&Event::Failed { piece, attempt });
        }
    }

    fn draw_piece(&mut self) -> usize {
        let pieces = self.kit.pieces();
        pieces[self.rng.below(pieces.len())]
    }

    /// Writes down the guide's free connectors, in canonical order.
    fn list_offers(&mut self) {
        let kinds = self.kit.kinds_of(self.placed[self.guide].piece);
        let used = &self.used[self.first[self.guide]..];
        self.offers.clear();
        let free = kinds.iter().zip(used).enumerate().filter(|(_, (_, used))| !**used);
        self.offers.extend(free.map(|(connector, (kind, _))| (connector as u32, *kind)));
    }

    /// Draws pairings until one fits.
    fn draw_pairing(&mut self, piece: usize) -> Option<(Pairing, Pose)> {
        while self.pairings.left() > 0 {
            let pairing = self.pairings.take(self.rng.below(self.pairings.left()));
            let guide = &self.placed[self.guide];
            let theirs = &self.kit.library()[guide.piece].connectors[pairing.guide];
            let ours = &self.kit.library()[piece].connectors[pairing.tentative];
            let pose = snap(&guide.pose, theirs, ours, self.settings.generation.piece_distance);
            if !(self.settings.generation.check_overlaps && self.overlaps(piece, &pose)) {
                return Some((pairing, pose));
            }
            self.tell_overlap(pairing, piece, &pose);
        }
        None
    }

    /// Whether a piece in this pose overlaps the map. The guide itself does not count.
    fn overlaps(&self, piece: usize, pose: &Pose) -> bool {
        let mut boxes = self.kit.library()[piece].boxes.iter();
        boxes.any(|shape| self.space.is_taken(&self.placed, &shape.placed(pose), self.guide))
    }

    fn place(&mut self, piece: usize, pose: Pose, joint: Option<Joint>) {
        let index = self.placed.len();
        let connectors = self.kit.library()[piece].connectors.len();
        self.first.push(self.used.len());
        self.used.resize(self.used.len() + connectors, false);
        self.free.push(connectors);
        self.placed.push(Placed { piece, pose, joint });
        self.space.insert(&self.placed);
        if let Some(Joint { guide, guide_connector, connector }) = joint {
            for (index, connector) in [(guide, guide_connector), (index, connector)] {
                self.used[self.first[index] + connector] = true;
                self.free[index] -= 1;
            }
            let position = pose.position.to_array();
            self.tell(&Event::Placed { index, piece, guide, guide_connector, connector, position });
        }
    }

    fn is_complete(&self) -> bool {
        self.method.piece_limit().is_some_and(|limit| self.placed.len() >= limit)
    }

    /// Has the method name the next guide, or ends the map.
    fn name_guide(&mut self) {
        if self.is_complete() {
            return self.end(Stop::PIECE_LIMIT);
        }
        if self.placed.len() >= LARGEST {
            return self.end(Stop::TOO_LARGE);
        }
        if self.idle > PATIENCE + self.placed.len() {
            return self.end(Stop::STANDSTILL);
        }
        let growth = Growth { guide: self.guide, free: &self.free };
        match self.method.next_guide(&growth, &mut self.rng) {
            Next::Stop(stop) => self.end(stop),
            // The same guide with nothing changed would be tried again for ever.
            Next::Guide(index, _) if index == self.guide && self.free[index] == self.named_with => {
                self.end(Stop::STUCK);
            }
            Next::Guide(index, because) => {
                self.guide = index;
                self.named_with = self.free[index];
                self.tell_guide(because);
            }
        }
    }

    fn end(&mut self, stop: Stop) {
        self.stop = Some(stop);
        let Stop { reason, sentence } = stop;
        self.tell(&Event::Stop { reason, sentence, pieces: self.placed.len() });
    }
}

/// Telling: nothing here draws, and nothing here is worked out when nobody listens.
impl<W: Watch> Generator<'_, W> {
    fn tell(&mut self, event: &Event) {
        if W::LISTENS {
            self.watch.event(event);
        }
    }

    fn tell_guide(&mut self, because: &'static str) {
        let (index, free, length) = (self.guide, self.free[self.guide], self.method.length());
        self.tell(&Event::Guide { index, free, length, because });
    }

    fn tell_unlisted(&mut self, piece: usize) {
        if !W::LISTENS {
            return;
        }
        let theirs = self.kit.kinds_of(self.placed[self.guide].piece);
        for (guide_connector, &their_kind) in theirs.iter().enumerate() {
            if self.used[self.first[self.guide] + guide_connector] {
                let reason = Unlisted::Used;
                self.watch.event(&Event::Unlisted { guide_connector, connector: None, reason });
                continue;
            }
            for (connector, &our_kind) in self.kit.kinds_of(piece).iter().enumerate() {
                if self.rules.allow(their_kind as usize, our_kind as usize) {
                    continue;
                }
                let [guide, tentative] = [their_kind, our_kind].map(|kind| &self.kit.kinds()[kind as usize]);
                if let Some(mismatch) = mismatch(&self.settings.connection, guide, tentative) {
                    let (connector, reason) = (Some(connector), Unlisted::Rules(mismatch));
                    self.watch.event(&Event::Unlisted { guide_connector, connector, reason });
                }
            }
        }
    }

    fn tell_overlap(&mut self, pairing: Pairing, piece: usize, pose: &Pose) {
        if !W::LISTENS {
            return;
        }
        let boxes = self.kit.library()[piece].boxes.iter();
        let overlaps =
            boxes.filter_map(|shape| self.space.deepest(&self.placed, &shape.placed(pose), self.guide));
        let deepest = overlaps.reduce(|a, b| if worse(b, a) { b } else { a });
        if let Some(Overlap { with, depth }) = deepest {
            let Pairing { guide: guide_connector, tentative: connector } = pairing;
            self.watch.event(&Event::Overlap { guide_connector, connector, with, depth });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::selection::{CORRIDOR, STAR};
    use glam::DVec3;

    fn room(doors: &[DVec3]) -> Piece {
        let doors = doors.iter().map(|&door| Connector::new(door, door)).collect();
        Piece::new("Room", doors, vec![OrientedBox::aligned(DVec3::splat(-0.99), DVec3::splat(0.99))])
    }

    fn kit(piece: Piece) -> ValidKit {
        Kit::new("kit", vec![piece]).validate().0.unwrap()
    }

    #[test]
    fn a_limit_of_one_is_the_starting_piece_alone() {
        let kit = kit(room(&[DVec3::X, DVec3::NEG_X]));
        let mut settings = Settings::default();
        settings.selection.params.insert("max_pieces", 1);
        let map = Generator::new(&kit, &settings).unwrap().run();
        assert_eq!((map.pieces.len(), &*map.stop), (1, "piece-limit"));
    }

    #[test]
    fn a_corridor_of_rooms_is_as_long_as_asked() {
        let kit = kit(room(&[DVec3::X, DVec3::NEG_X]));
        let mut settings = Settings::default();
        settings.selection.method = &CORRIDOR;
        settings.selection.params.insert("max_pieces", 40);
        let map = Generator::new(&kit, &settings).unwrap().run();
        assert_eq!(map.pieces.len(), 40);
        let size = map.bounds(&kit).size();
        assert!((size.x - (40.0 * 2.0 + 39.0 * 0.0001)).abs() < 1e-9, "{size}");
    }

    #[test]
    fn a_star_fills_every_connector_of_its_hub() {
        let kit = kit(room(&[DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z]));
        let mut settings = Settings::default();
        settings.selection.method = &STAR;
        settings.selection.params.extend([("arm_length", 1), ("arm_length_var", 0)]);
        let map = Generator::new(&kit, &settings).unwrap().run();
        assert_eq!((map.pieces.len(), &*map.stop), (5, "hub-full"));
        assert!(map.joints().all(|(_, joint)| joint.guide == 0));
    }

    #[test]
    fn a_piece_that_cannot_meet_itself_is_a_map_of_one() {
        let mut piece = room(&[DVec3::X]);
        piece.connectors[0].color = "red".into();
        let kit = kit(piece);
        let mut settings = Settings::default();
        settings.connection.color_matrix.rows.insert("red".into(), vec![]);
        let map = Generator::new(&kit, &settings).unwrap().run();
        assert_eq!((map.pieces.len(), &*map.stop), (1, "stuck"));
    }

    #[test]
    fn watching_changes_nothing_and_hears_of_every_piece() {
        let kit = kit(room(&[DVec3::X, DVec3::NEG_X, DVec3::Z]));
        let settings = Settings::default();
        let plain = Generator::new(&kit, &settings).unwrap().run();
        let mut events = Vec::new();
        let watch = |event: &Event| events.push(event.clone());
        let watched = Generator::watched(&kit, &settings, watch).unwrap().run();
        assert_eq!(plain, watched);
        let placed = events.iter().filter(|event| matches!(event, Event::Placed { .. })).count();
        assert_eq!(placed + 1, plain.pieces.len());
        assert!(matches!(events[0], Event::Start { piece: 0, candidates: 1 }));
        assert!(matches!(events.last(), Some(Event::Stop { .. })));
    }

    #[test]
    fn stepping_comes_to_the_same_map_and_stays_done() {
        let kit = kit(room(&[DVec3::X, DVec3::NEG_X, DVec3::Z]));
        let settings = Settings::default();
        let mut generator = Generator::new(&kit, &settings).unwrap();
        while generator.step() != Step::Done {}
        assert_eq!(generator.step(), Step::Done);
        assert_eq!(generator.finish(), Generator::new(&kit, &settings).unwrap().run());
    }

    #[test]
    fn settings_out_of_limits_are_refused() {
        let kit = kit(room(&[DVec3::X]));
        let mut settings = Settings::default();
        settings.generation.piece_distance = -1.0;
        assert!(Generator::new(&kit, &settings).is_err());
    }
}
