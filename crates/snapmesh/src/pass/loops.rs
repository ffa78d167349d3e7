//! Loops: free connectors that meet are linked, and others are joined by chains of pieces, until there are enough.

use super::stage::{Pass, Stage, Step};
use super::trial::{place, tell_new};
use crate::chains::{Chains, Frame, Motion, Way};
use crate::event::Event;
use crate::graph::Graph;
use crate::id::{KindId, PlacedId, Port};
use crate::map::Link;
use crate::placed::{Joint, Role};
use crate::recipe::Recipe;
use crate::rng::Rng;
use crate::settings::WhenBlocked;
use crate::veto::{Blame, Fit};
use crate::world::World;

/// Connectors that loops are looked for from, at most, each time one is closed.
const MOST_STARTS: usize = 96;

/// Pairings that are tried between two connectors, at most.
const PATIENCE: u64 = 60;

/// Ways on that are looked at for what a pairing costs.
const LOOKS_PER_TRY: u64 = 64;

/// A chain may have so many pieces more than the shortest that would fit if nothing were in the way.
const DETOUR: usize = 2;

/// Joints and links on the way between two connectors beyond which a loop does not get any better.
const FAR: usize = 30;

/// Whether growth does not end before as many loops are closed as must be.
pub(super) fn are_owed(recipe: &Recipe) -> bool {
    let growth = &recipe.settings().growth;
    growth.loops.least > 0 && growth.when_blocked == WhenBlocked::Undo
}

/// Loops that are closed after growth, as far as they can be.
#[derive(Clone, Debug)]
struct Loops(Closer);

pub(super) fn from_recipe(recipe: &Recipe, seed: i64) -> Option<Box<dyn Pass>> {
    let asks = recipe.settings().growth.loops.most > 0 && !are_owed(recipe);
    asks.then(|| Box::new(Loops(Closer::new(recipe, seed))) as Box<dyn Pass>)
}

impl Pass for Loops {
    /// One loop.
    fn step(&mut self, stage: &mut Stage<'_>) -> Step {
        let before = stage.world.placed().len();
        match (self.0.close_one(stage), stage.world.placed().len()) {
            (false, _) => Step::Done,
            (true, now) if now > before => Step::Placed(PlacedId::new(now - 1)),
            (true, _) => Step::Nothing,
        }
    }
}

/// Closes one loop after the other.
#[derive(Clone, Debug)]
pub(super) struct Closer {
    rng: Rng,
    /// How many links there must be, and how many there are to be.
    least: usize,
    wanted: usize,
    /// How many there may be where connectors meet.
    most: usize,
}

/// A free connector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub(super) port: Port,
    pub(super) kind: KindId,
    pub(super) frame: Frame,
    /// The frame of what would face it.
    pub(super) faced: Frame,
    /// Whether it is one of a piece that closes another loop.
    in_loop: bool,
}

/// Two free connectors that a chain of pieces may join.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) from: Open,
    pub(super) to: Open,
    /// The fewest pieces that lead from one to the other, if nothing is in the way.
    pub(super) fewest: usize,
    /// Those with the least are tried first.
    pub(super) order: f64,
}

impl Pair {
    /// Whether it would hang on another loop: such loops come to blocks of rooms, so they are closed only where too few others
    /// can be.
    fn hangs_on_loop(&self) -> bool {
        self.from.in_loop || self.to.in_loop
    }
}

impl Closer {
    pub(super) fn new(recipe: &Recipe, seed: i64) -> Self {
        let settings = recipe.settings();
        let mut rng = Rng::stream(settings.generation.rng, seed, "loops", 0);
        let (least, most) = (settings.growth.loops.least, settings.growth.loops.most);
        let wanted = rng.range(least, most.saturating_add(1)) as usize;
        Self { rng, least: least as usize, wanted, most: most as usize }
    }

    /// Closes one more loop; false if there are enough, or no more can be closed.
    pub(super) fn close_one(&mut self, stage: &mut Stage<'_>) -> bool {
        let links = stage.world.link_count();
        if links >= self.most {
            return false;
        }
        let open = open_connectors(stage);
        let has_room = links < self.wanted && !stage.recipe.is_too_large(stage.world) && !stage.is_spent();
        link_what_meets(stage, &open) || has_room && self.join_by_chain(stage, &open)
    }

    /// Joins two connectors by a chain of pieces.
    fn join_by_chain(&mut self, stage: &mut Stage<'_>, open: &[Open]) -> bool {
        // Pieces of loops are beyond the size of the map, so no room is kept for others.
        let goal = stage.world.goal();
        stage.world.set_goal(None);
        let (pairs, looked_at) = self.pairs(stage, open);
        let patience = Patience { tries: PATIENCE, far: false };
        let joined = pairs.iter().any(|pair| join(stage, &mut self.rng, pair, patience).is_ok());
        stage.world.set_goal(goal);
        if !joined {
            let (links, wanted, within) = (stage.world.link_count(), self.wanted, pairs.len());
            stage.teller.tell(|| Event::FewLoops { links, wanted, pairs: looked_at, within });
        }
        joined
    }

    /// The pairs that are worth a try: where a long way round would be closed by few pieces sooner than others; and
    /// how many were looked at.
    fn pairs(&mut self, stage: &mut Stage<'_>, open: &[Open]) -> (Vec<Pair>, usize) {
        let chains = stage.recipe.chains();
        let length = stage.recipe.settings().growth.loop_length as usize;
        let reach = chains.reach(length);
        let starts = self.starts(open.len());
        *stage.tried += starts.len() as u64;
        let (mut pairs, mut looked_at) = (Vec::new(), 0);
        let graph = Graph::new(stage.world.placed(), stage.world.links());
        for &start in &starts {
            let from = &open[start];
            let joints = graph.joints_from(from.port.placed, FAR);
            // A pair of two that are both looked at is looked at once.
            let others =
                open.iter().enumerate().filter(|(other, _)| start < *other || starts.len() < open.len());
            for (_, to) in others {
                if from.port.placed != to.port.placed && from.frame.place.distance(to.frame.place) <= reach {
                    looked_at += 1;
                    pairs.extend(self.pair(chains, length, [*from, *to], joints[to.port.placed.index()]));
                }
            }
        }
        pairs.sort_by(|a, b| a.hangs_on_loop().cmp(&b.hangs_on_loop()).then(a.order.total_cmp(&b.order)));
        if stage.world.link_count() >= self.least {
            pairs.truncate(pairs.partition_point(|pair| !pair.hangs_on_loop()));
        }
        (pairs, looked_at)
    }

    /// The connectors to look from.
    fn starts(&mut self, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..count).collect();
        if count > MOST_STARTS {
            for at in 0..MOST_STARTS {
                all.swap(at, at + self.rng.below(count - at));
            }
            all.truncate(MOST_STARTS);
        }
        all
    }

    fn pair(&mut self, chains: &Chains, length: usize, [a, b]: [Open; 2], joints: usize) -> Option<Pair> {
        let chance = self.rng.share();
        let fewest = |from: &Open, to: &Open| {
            let seen = from.frame.sees(&to.faced);
            chains.fewest(from.kind, &seen, to.kind).filter(|&pieces| pieces <= length)
        };
        // What accepts what may differ by the order.
        let [there, back] = [fewest(&a, &b), fewest(&b, &a)];
        let turned = back.is_some_and(|back| there.is_none_or(|there| back < there));
        let (from, to, fewest) = if turned { (b, a, back) } else { (a, b, there) };
        let fewest = fewest?;
        let worth = joints as f64 / (fewest + 1) as f64;
        Some(Pair { from, to, fewest, order: chance / (worth * worth) })
    }
}

/// Tries chains between two connectors, the shortest first, as long as patience lasts.
pub(super) fn join(
    stage: &mut Stage<'_>,
    rng: &mut Rng,
    pair: &Pair,
    Patience { tries, far }: Patience,
) -> Result<(), NoChain> {
    let length = stage.recipe.settings().growth.loop_length as usize;
    let chains = stage.recipe.chains();
    let before = stage.world.mark();
    let mut search = Search { chains, to: pair.to, left: tries, culprit: None, far };
    let (from, to) = (pair.from.port, pair.to.port);
    let ring = ring(stage, from.placed, to.placed);
    for pieces in pair.fewest..=(pair.fewest + DETOUR).min(length) {
        if search.go_on(stage, rng, from, pieces) {
            stage.teller.tell(|| Event::Loop { from, to, pieces, ring: ring + pieces });
            tell_new(stage, before);
            return Ok(());
        }
    }
    let (tried, with) = (tries - search.left, search.culprit);
    if tried > 0 {
        stage.teller.tell(|| Event::NoLoop { from, to, tried, with });
    }
    Err(NoChain { tried, with })
}

/// How long is looked for a chain between two connectors.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// Pairings that are tried, at most.
    pub(super) tries: u64,
    /// Whether time is no matter, and chains are looked for that the tables do not know.
    pub(super) far: bool,
}

/// No chain of pieces joins two connectors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct NoChain {
    /// Pairings that were tried; 0 if no chain leads from one to the other.
    pub(crate) tried: u64,
    /// A piece of the map that is in the way.
    pub(crate) with: Option<PlacedId>,
}

/// Links the first two connectors that meet.
fn link_what_meets(stage: &mut Stage<'_>, open: &[Open]) -> bool {
    let closing = stage.recipe.closing_at_will();
    let near = stage.recipe.settings().generation.piece_distance + closing.loop_gap;
    // Those that are near each other are neighbors when all are put in order along an axis.
    let mut by_x: Vec<&Open> = open.iter().collect();
    by_x.sort_by(|a, b| a.frame.place.x.total_cmp(&b.frame.place.x));
    let mut met: Option<Link> = None;
    for (index, a) in by_x.iter().enumerate() {
        let beside = by_x[index + 1..].iter();
        for b in beside.take_while(|b| b.frame.place.x - a.frame.place.x <= near) {
            let (from, to) = (a.port.min(b.port), a.port.max(b.port));
            let link = closing.link(stage.world, from, to).filter(|_| from.placed != to.placed);
            met = met.into_iter().chain(link).min_by_key(|link| (link.from, link.to));
        }
    }
    met.is_some_and(|link| {
        link_up(stage, link);
        true
    })
}

/// Closes a loop by a link alone.
pub(super) fn link_up(stage: &mut Stage<'_>, link: Link) {
    let before = stage.world.mark();
    let ring = ring(stage, link.from.placed, link.to.placed);
    stage.world.link(link);
    stage.teller.tell(|| Event::Loop { from: link.from, to: link.to, pieces: 0, ring });
    tell_new(stage, before);
}

/// The free connectors on the map.
pub(super) fn open_connectors(stage: &Stage<'_>) -> Vec<Open> {
    let world = &*stage.world;
    let distance = stage.recipe.settings().generation.piece_distance;
    let placed = (0..world.placed().len()).map(PlacedId::new).filter(|&placed| world.free_of(placed) > 0);
    let ports = placed
        .flat_map(|placed| world.free_connectors(placed).map(move |connector| Port { placed, connector }));
    let open = |port: Port| {
        let placed = world.get(port.placed);
        let connector = world.kit().connector(placed.piece, port.connector);
        let frame = Frame::of(&placed.pose, connector)?;
        let faced = Frame::facing(&placed.pose, connector, distance)?;
        Some(Open { port, kind: world.kind_of(port), frame, faced, in_loop: placed.role == Role::Loop })
    };
    ports.filter_map(open).collect()
}

/// Pieces on the shortest way from one placed piece to another, both included; 0 if nobody listens.
fn ring(stage: &Stage<'_>, from: PlacedId, to: PlacedId) -> usize {
    if !stage.teller.listens() {
        return 0;
    }
    let graph = Graph::new(stage.world.placed(), stage.world.links());
    graph.joints_from(from, usize::MAX)[to.index()] + 1
}

/// A search for a chain of pieces that leads to a connector.
pub(super) struct Search<'a> {
    pub(super) chains: &'a Chains,
    pub(super) to: Open,
    /// Pairings that are left to try.
    pub(super) left: u64,
    /// A piece of the map that is in the way.
    pub(super) culprit: Option<PlacedId>,
    /// As in [`Patience`].
    pub(super) far: bool,
}

impl<'a> Search<'a> {
    /// Places so many pieces from a connector on, so that the last meets what is searched for, and links it; or nothing.
    pub(super) fn go_on(&mut self, stage: &mut Stage<'_>, rng: &mut Rng, at: Port, pieces: usize) -> bool {
        let ways = self.ways(stage.world, rng, at, pieces);
        // Looking costs less than trying, but something.
        *stage.tried += self.chains.ways_from(stage.world.kind_of(at)).len() as u64 / LOOKS_PER_TRY;
        for way in ways {
            if self.left == 0 || stage.is_spent() {
                return false;
            }
            self.left -= 1;
            *stage.tried += 1;
            let before = stage.world.mark();
            if let Some(exit) = self.place(stage, way, at, pieces == 1) {
                // Connectors that may not stay free are linked as soon as they meet another, so the exit may be.
                let goes_on = pieces > 1 && !stage.world.is_used(exit);
                if pieces == 1 && self.link(stage, exit)
                    || goes_on && self.go_on(stage, rng, exit, pieces - 1)
                {
                    return true;
                }
            }
            stage.world.undo(before);
        }
        false
    }

    /// The ways on that can lead there with so many pieces, in an order by chance and weight.
    fn ways(&self, world: &World, rng: &mut Rng, at: Port, pieces: usize) -> Vec<&'a Way> {
        let placed = world.get(at.placed);
        let connector = world.kit().connector(placed.piece, at.connector);
        let Some(frame) = Frame::of(&placed.pose, connector) else { return vec![] };
        let ways = self.chains.ways_from(world.kind_of(at));
        let leads = ways.filter(|way| {
            let seen = frame.moved(&way.motion).sees(&self.to.faced);
            self.leads(way.kind, &seen, pieces - 1)
        });
        let mut ways: Vec<(f64, &Way)> = leads.map(|way| (rng.share() / way.weight, way)).collect();
        ways.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        ways.into_iter().map(|(_, way)| way).collect()
    }

    /// Whether so many pieces may lead from an exit to what is searched for, as it is seen from there.
    fn leads(&self, exit: KindId, seen: &Motion, pieces: usize) -> bool {
        if pieces == 0 {
            return self.chains.meet(exit, seen, self.to.kind);
        }
        let fewest = if self.far && pieces > self.chains.depth(exit) {
            self.chains.fewest_far(exit, seen, self.to.kind)
        } else {
            self.chains.fewest(exit, seen, self.to.kind)
        };
        fewest.is_some_and(|fewest| fewest <= pieces)
    }

    /// Places a piece at a connector, if nobody objects; where its exit is then.
    fn place(&mut self, stage: &mut Stage<'_>, way: &Way, at: Port, is_last: bool) -> Option<Port> {
        let Stage { recipe, world, .. } = stage;
        let Way { piece, entry: connector, exit, .. } = *way;
        let Port { placed: guide, connector: guide_connector } = at;
        let mut rules = recipe.rules().iter();
        let mut blame = rules.find_map(|rule| rule.forbids(world, piece, Some(guide)));
        if blame.is_none() {
            let pose = world.snapped(at, piece, connector, recipe.settings().generation.piece_distance);
            let joint = Some(Joint { guide, guide_connector, connector });
            let linked = is_last.then_some(self.to.port.placed);
            match place(recipe, world, &Fit { piece, pose, joint, linked }, Role::Loop) {
                Ok(landed) => return Some(Port { placed: landed.placed, connector: exit }),
                Err(refusal) => blame = Some(refusal.blame()),
            }
        }
        // Pieces of the chain itself are taken back.
        let stands = |placed: &PlacedId| world.get(*placed).role == Role::Piece;
        self.culprit = self.culprit.or(blame.and_then(Blame::piece).filter(stands));
        None
    }

    /// Links the end of the chain; false if it misses.
    fn link(&self, stage: &mut Stage<'_>, exit: Port) -> bool {
        let to = self.to.port;
        let world = &mut *stage.world;
        if world.is_used(exit) || world.is_used(to) {
            return world.links().iter().any(|link| link.sides() == [to, exit]);
        }
        let link = stage.recipe.closing_at_will().link(world, to, exit);
        link.map(|link| world.link(link)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::generator::Generator;
    use crate::kit::Kit;
    use crate::map::Map;
    use crate::piece::{Connector, Piece};
    use crate::pose::Turn;
    use crate::selection::Stop;
    use crate::settings::{Settings, Span};
    use glam::DVec3;
    use std::sync::Arc;

    /// A cross, and a passage that turns by so many degrees.
    fn recipe(degrees: f64, change: impl FnOnce(&mut Settings)) -> Arc<Recipe> {
        let boxes = || vec![OrientedBox::aligned(DVec3::new(-0.9, 0.0, -0.9), DVec3::new(0.9, 2.0, 0.9))];
        let door = |side: DVec3| Connector::new(side, side);
        let cross = [DVec3::X, DVec3::NEG_X, DVec3::Z, DVec3::NEG_Z].map(door);
        let bend = [DVec3::Z, Turn::of_degrees(degrees).apply(DVec3::NEG_Z)].map(door);
        let mut pieces = vec![Piece::new("Bend", bend.into(), boxes())];
        if degrees % 90.0 == 0.0 {
            pieces.push(Piece::new("Cross", cross.into(), boxes()));
        }
        let kit = Kit::new("kit", pieces).validate().unwrap().0;
        let mut settings = Settings::default();
        settings.selection.set("max_pieces", 12).unwrap();
        change(&mut settings);
        Arc::new(Recipe::new(kit, settings).unwrap())
    }

    fn loops(settings: &mut Settings, least: i64, most: i64) {
        settings.growth.loops = Span { least, most };
    }

    #[test]
    fn loops_that_may_be_there_change_nothing_that_grows() {
        for when_blocked in [WhenBlocked::Stop, WhenBlocked::Skip, WhenBlocked::Undo] {
            let grow = |most: i64, seed: i64| {
                let set = |settings: &mut Settings| {
                    loops(settings, 0, most);
                    settings.growth.when_blocked = when_blocked;
                };
                recipe(0.0, set).grow(seed)
            };
            let mut links = 0;
            for seed in 0..20 {
                let (plain, looped) = (grow(0, seed), grow(3, seed));
                assert_eq!(plain.pieces, looped.asked_for(), "{when_blocked:?} {seed}");
                assert!(plain.links.is_empty() && looped.links.len() <= 3);
                links += looped.links.len();
            }
            assert!(links > 5, "{when_blocked:?}: {links}");
        }
    }

    #[test]
    fn loops_that_are_owed_are_closed_beyond_the_size() {
        let set = |settings: &mut Settings| {
            loops(settings, 2, 2);
            settings.growth.when_blocked = WhenBlocked::Undo;
        };
        let recipe = recipe(0.0, set);
        for seed in 0..20 {
            let map = recipe.grow(seed);
            assert_eq!((map.asked_for().len(), map.links.len()), (12, 2), "{seed}");
            assert!(map.promises.iter().all(|promise| promise.kept), "{:?}", map.promises);
            assert_eq!(map, recipe.grow(seed));
        }
    }

    #[test]
    fn a_turn_that_fits_nothing_ends_with_its_budget() {
        let set = |settings: &mut Settings| {
            loops(settings, 1, 1);
            settings.growth.when_blocked = WhenBlocked::Undo;
            settings.growth.budget = Some(2000);
        };
        let recipe = recipe(33.0, set);
        let map: Map = recipe.grow(1);
        assert_eq!(map.stop, Stop::BUDGET);
        let kept: Vec<bool> = map.promises.iter().map(|promise| promise.kept).collect();
        assert_eq!(kept, [true, false], "{:?}", map.promises);
        let told = recipe.loopability();
        assert!(!told.closes() && told.ring.is_none());
        assert!(told.sentences(&recipe).iter().any(|line| line.contains("Bend (turns of 33 degrees)")));
    }

    #[test]
    fn a_loop_is_told_before_its_pieces_and_its_link() {
        let recipe = recipe(0.0, |settings| loops(settings, 1, 1));
        let mut told = Vec::new();
        let map = Generator::watched(&recipe, 3, |event: &Event| told.push(event.clone())).run();
        let at = told.iter().position(|event| matches!(event, Event::Loop { .. })).unwrap();
        let Event::Loop { pieces, ring, to, .. } = told[at] else { unreachable!() };
        assert!(ring > pieces && pieces == map.grown().len() - map.asked_for().len());
        let is_loop = |event: &Event| matches!(event, Event::Placed { role: Role::Loop, .. });
        assert!(told[at + 1..=at + pieces].iter().all(is_loop));
        assert!(matches!(told[at + pieces + 1], Event::Linked { from, .. } if from == to));
    }
}
