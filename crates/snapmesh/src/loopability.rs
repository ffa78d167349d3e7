//! How well a kit closes loops: its shortest ring, which pieces can be part of one, and how many chains lead back.

use crate::chains::{Chains, Frame, Motion, Way};
use crate::id::{PieceId, Port};
use crate::map::Map;
use crate::pass::ring_of;
use crate::pose::Turn;
use crate::recipe::Recipe;
use crate::rng::{Rng, RngKind};
use crate::words::plural;

/// What can be said about loops of a kit, under the rules and lengths of a recipe.
#[derive(Clone, Debug, PartialEq)]
pub struct Loopability {
    /// Pieces in a chain that closes a loop, at most, as far as the tables know: they are as deep as their size allows.
    pub length: usize,
    /// How many poses need how many pieces, from 1, as far as the tables go.
    pub poses: Vec<usize>,
    /// The pieces of the shortest ring that was found to fit, in their order; none if none was.
    pub ring: Option<Vec<PieceId>>,
    /// Lines of three pieces that were looked at, drawn by chance but always the same, and those of them whose ends a chain could
    /// join if nothing were in the way.
    pub lines: usize,
    /// See `lines`.
    pub joined: usize,
    /// Every piece that can be part of a chain, in canonical order.
    pub pieces: Vec<PieceLoops>,
}

/// What can be said about loops through a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceLoops {
    /// The piece.
    pub piece: PieceId,
    /// Pieces in the shortest ring through it that was found, if nothing were in the way; none if none was.
    pub fewest: Option<usize>,
    /// By how many degrees its ways turn, to either side, and how many metres they lead on: sorted, without repeats.
    pub turns: Vec<f64>,
    /// See `turns`.
    pub lengths: Vec<f64>,
}

/// Lines that are looked at.
const LINES: usize = 2000;

/// Rings of so many pieces that are tried out, at most; and of more pieces than the tables know.
const RINGS: usize = 200;
const FAR_RINGS: usize = 6;

impl Recipe {
    /// How well the kit closes loops. The first time, this makes the tables of chains.
    pub fn loopability(&self) -> Loopability {
        let chains = self.chains();
        let poses = chains.poses();
        let length = poses.len();
        let mut rng = Rng::stream(RngKind::ChaCha8, 0, "loopability", 0);
        let (lines, joined) = self.lines(chains, &mut rng);
        let backs: Vec<_> = chains.ways().iter().map(|way| self.back(chains, way)).collect();
        let pieces = pieces_in_rings(chains, &backs);
        let ring = self.shortest_ring(chains, &backs, &mut rng);
        Loopability { length, poses, ring, lines, joined, pieces }
    }

    /// Makes the tables of chains, if that was not done yet: how many poses need how many pieces, from 1.
    pub fn chain_poses(&self) -> Vec<usize> {
        self.chains().poses()
    }

    /// The fewest pieces of a chain from a free connector of a map to another, if nothing were in the way; none if the tables know
    /// none.
    pub fn pieces_between(&self, map: &Map, from: Port, to: Port) -> Option<usize> {
        let (kit, distance) = (self.kit(), self.settings().generation.piece_distance);
        let side = |port: Port| {
            let placed = map.placed(port.placed);
            (
                &placed.pose,
                kit.connector(placed.piece, port.connector),
                kit.kinds_of(placed.piece)[port.connector.index()],
            )
        };
        let [(pose, connector, from), (to_pose, to_connector, to)] = [side(from), side(to)];
        let seen = Frame::of(pose, connector)?.sees(&Frame::facing(to_pose, to_connector, distance)?);
        let chains = self.chains();
        if chains.meet(from, &seen, to) { Some(0) } else { chains.fewest(from, &seen, to) }
    }

    /// Pieces that lead from the exit of a way back to where it began, the fewest of them.
    fn back(&self, chains: &Chains, way: &Way) -> Option<usize> {
        let entry = self.kit().kinds_of(way.piece)[way.entry.index()];
        chains.fewest_far(way.kind, &from_end(&way.motion), entry)
    }

    /// How many lines of three pieces there are, and how many of them a chain leads back from.
    fn lines(&self, chains: &Chains, rng: &mut Rng) -> (usize, usize) {
        let (mut lines, mut joined) = (0, 0);
        if chains.ways().is_empty() {
            return (0, 0);
        }
        for _ in 0..LINES {
            let first = &chains.ways()[rng.below(chains.ways().len())];
            let (mut motion, mut kind, mut pieces) = (first.motion, first.kind, 1);
            while pieces < 3 && chains.ways_from(kind).len() > 0 {
                let next = chains.ways_from(kind).nth(rng.below(chains.ways_from(kind).len()));
                let Some(next) = next else { break };
                (motion, kind, pieces) = (motion.then(&next.motion), next.kind, pieces + 1);
            }
            lines += usize::from(pieces == 3);
            let entry = self.kit().kinds_of(first.piece)[first.entry.index()];
            joined += usize::from(pieces == 3 && chains.fewest(kind, &from_end(&motion), entry).is_some());
        }
        (lines, joined)
    }

    fn shortest_ring(&self, chains: &Chains, backs: &[Option<usize>], rng: &mut Rng) -> Option<Vec<PieceId>> {
        let length = chains.poses().len();
        let longest = backs.iter().flatten().max().map_or(0, |back| back + 1);
        let ways = || chains.ways().iter().zip(backs);
        let tries = |pieces: usize| {
            let leads = move |back: &Option<usize>| back.is_some_and(|back| back < pieces);
            let tries = ways().filter(move |(_, back)| leads(back)).map(move |(way, _)| (pieces, way));
            tries.take(if pieces <= length + 1 { RINGS } else { FAR_RINGS })
        };
        (2..=longest).flat_map(tries).find_map(|(pieces, way)| ring_of(self, way, pieces, rng))
    }
}

/// What can be said about each piece that leads on.
fn pieces_in_rings(chains: &Chains, backs: &[Option<usize>]) -> Vec<PieceLoops> {
    let mut all: Vec<PieceLoops> = Vec::new();
    for (way, back) in chains.ways().iter().zip(backs) {
        if all.last().is_none_or(|last| last.piece != way.piece) {
            all.push(PieceLoops { piece: way.piece, fewest: None, turns: vec![], lengths: vec![] });
        }
        let Some(last) = all.last_mut() else { continue };
        last.fewest = last.fewest.into_iter().chain(back.map(|back| back + 1)).min();
        last.turns.push(rounded(degrees(way.motion.turn), 100.0));
        last.lengths.push(rounded(way.motion.offset.length(), 1000.0));
    }
    for piece in &mut all {
        for numbers in [&mut piece.turns, &mut piece.lengths] {
            numbers.sort_by(f64::total_cmp);
            numbers.dedup();
        }
    }
    all
}

/// The start of a motion as it is seen from its end.
fn from_end(motion: &Motion) -> Motion {
    Frame::START.moved(motion).sees(&Frame::START)
}

/// A turn in degrees, to either side.
fn degrees(turn: Turn) -> f64 {
    let [cos, sin] = turn.cos_sin();
    libm::atan2(sin, cos).abs().to_degrees()
}

fn rounded(x: f64, steps: f64) -> f64 {
    libm::rint(x * steps) / steps
}

impl Loopability {
    /// Whether any piece is part of a ring, if nothing is in the way.
    pub fn closes(&self) -> bool {
        self.pieces.iter().any(|piece| piece.fewest.is_some())
    }

    /// The same in words, with advice.
    pub fn sentences(&self, recipe: &Recipe) -> Vec<String> {
        let id = |piece: &PieceId| recipe.kit().piece(*piece).id.as_str();
        let most = plural(self.length as u64, "piece");
        let rings = plural(2 * self.length as u64 + 1, "piece");
        let mut told = Vec::new();
        told.push(match &self.ring {
            Some(ring) => {
                let names: Vec<&str> = ring.iter().map(id).collect();
                format!("the shortest ring has {}: {}", plural(ring.len() as u64, "piece"), names.join(", "))
            }
            None => format!("no ring of up to {rings} was found that fits"),
        });
        if self.lines > 0 {
            let share = 100.0 * self.joined as f64 / self.lines as f64;
            told.push(format!(
                "of lines of three pieces, {share:.0} % have ends that a chain of up to {most} could join"
            ));
        }
        let (closing, never): (Vec<_>, Vec<_>) = self.pieces.iter().partition(|piece| piece.fewest.is_some());
        if !closing.is_empty() {
            let all = |of: fn(&PieceLoops) -> &Vec<f64>| {
                let mut all: Vec<f64> = closing.iter().flat_map(|piece| of(piece)).copied().collect();
                all.sort_by(f64::total_cmp);
                all.dedup();
                all
            };
            let (turns, lengths) = (all(|piece| &piece.turns), all(|piece| &piece.lengths));
            let (turns, lengths) = (listed(&turns, 0), listed(&lengths, 3));
            told.push(format!("turns of {turns} degrees and lengths of {lengths} m close"));
        }
        for piece in never {
            let turns = listed(&piece.turns, 0);
            told.push(format!(
                "{} (turns of {turns} degrees) closes no ring of up to {rings}",
                id(&piece.piece)
            ));
        }
        told
    }
}

/// Numbers that are told of many.
const TOLD: usize = 6;

/// "45 and 90", and how many more there are.
fn listed(numbers: &[f64], digits: usize) -> String {
    let told = |x: &f64| format!("{x:.digits$}");
    match numbers {
        [] => "none".into(),
        [one] => told(one),
        [all @ .., last] if numbers.len() <= TOLD => {
            format!("{} and {}", all.iter().map(told).collect::<Vec<_>>().join(", "), told(last))
        }
        _ => {
            let first: Vec<String> = numbers.iter().take(TOLD).map(told).collect();
            format!("{} and {} more", first.join(", "), numbers.len() - TOLD)
        }
    }
}
