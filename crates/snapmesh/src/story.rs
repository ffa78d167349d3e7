//! Events as sentences that a designer understands.

use crate::event::{Event, Unlisted};
use crate::id::{ConnectorId, PieceId, PlacedId, Port};
use crate::matching::Mismatch;
use crate::placed::Placed;
use crate::valid_kit::ValidKit;
use crate::veto::{TOUCHING, Veto, is_too_close};
use crate::words::plural;
use std::fmt::Write as _;

/// Tells events as lines of text. It keeps what it must to name things: which pieces stand where.
///
/// ```
/// use snapmesh::glam::DVec3;
/// use snapmesh::{Connector, Event, Generator, Kit, OrientedBox, Piece, Recipe, Settings, Story};
///
/// let doors = [DVec3::X, DVec3::NEG_X].map(|side| Connector::new(side, side));
/// let room = Piece::new("Room", doors.into(), vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)]);
/// let (kit, _) = Kit::new("rooms", vec![room]).validate()?;
/// let recipe = std::sync::Arc::new(Recipe::new(kit, Settings::default())?);
/// let (mut story, mut lines) = (Story::new(recipe.kit()), Vec::new());
/// Generator::watched(&recipe, 7, |event: &Event| lines.extend(story.tell(event))).run();
/// assert_eq!(lines[0], "Start with p0_Room, the only candidate.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Story<'k> {
    kit: &'k ValidKit,
    /// The piece behind each placed one.
    placed: Vec<PieceId>,
    guide: PlacedId,
    tentative: PieceId,
    /// Why pairings of the try at work were not listed, and how many for each reason.
    unlisted: Vec<(String, usize)>,
}

impl<'k> Story<'k> {
    /// Begins a story.
    pub fn new(kit: &'k ValidKit) -> Self {
        let (guide, tentative) = (PlacedId::default(), PieceId::default());
        Self { kit, placed: Vec::new(), guide, tentative, unlisted: Vec::new() }
    }

    /// A story of a map that stands, for words about what could be joined to it.
    pub fn of(kit: &'k ValidKit, placed: &[Placed]) -> Self {
        Self { placed: placed.iter().map(|placed| placed.piece).collect(), ..Self::new(kit) }
    }

    /// The line for an event; none where the event is told together with a later one.
    pub fn tell(&mut self, event: &Event) -> Option<String> {
        match *event {
            Event::Start { piece, candidates } => {
                self.placed.push(piece);
                let among = if candidates == 1 {
                    "the only candidate".into()
                } else {
                    format!("one of {candidates} candidates")
                };
                Some(format!("Start with {}, {among}.", self.name(PlacedId::default())))
            }
            Event::Kept { index, piece, position } => {
                self.placed.push(piece);
                Some(format!("Kept: {} at {}.", self.name(index), place(position)))
            }
            Event::Guide { index, free, length, because } => {
                self.guide = index;
                let length = length.map(|n| format!(" ({} to grow in this line)", plural(n, "piece")));
                let (name, free) = (self.name(index), plural(free, "free connector"));
                Some(format!("Guide: {name}, with {free}: {because}{}.", length.unwrap_or_default()))
            }
            Event::Tentative { piece, attempt, pairings } => {
                self.tentative = piece;
                self.unlisted.clear();
                let (id, pairings) = (&self.kit.piece(piece).id, plural(pairings as u64, "possible pairing"));
                Some(format!("  Try {attempt}: {id}, {pairings}."))
            }
            Event::Unlisted { guide_connector, connector, ref reason } => {
                self.count(&self.why(guide_connector, connector, reason));
                None
            }
            Event::Forbidden { ref veto } => {
                Some(format!("    {}: {}.", self.kit.piece(self.tentative).id, self.would(veto)))
            }
            Event::Vetoed { guide_connector, connector, ref veto } => {
                Some(format!("    {}: {}.", self.ways(guide_connector, connector), self.would(veto)))
            }
            Event::Placed { index, piece, guide, guide_connector, connector, position, .. } => {
                self.placed.push(piece);
                (self.guide, self.tentative) = (guide, piece);
                let (ways, at) = (self.ways(guide_connector, connector), place(position));
                Some(format!("    + placed as {} at {at}: {ways}.", self.name(index)))
            }
            Event::Linked { from, to, gap, .. } => {
                let (from, to, gap) = (self.port(from), self.port(to), metres(gap));
                Some(format!("    + linked: {from} and {to} meet, {gap} off."))
            }
            Event::Loop { .. } | Event::NoLoop { .. } | Event::FewLoops { .. } => Some(self.tell_loop(event)),
            Event::Capped { .. } | Event::CapVetoed { .. } | Event::LeftFree { .. } | Event::Hung { .. } => {
                Some(self.tell_end(event))
            }
            Event::Failed { .. } => Some(self.failed()),
            Event::Skipped { index, .. } => {
                Some(format!("  {} has no free connector, so nothing is tried with it.", self.name(index)))
            }
            Event::Blocked { index } => {
                Some(format!("  {} is blocked: nothing more can be joined to it.", self.name(index)))
            }
            Event::TakenBack { count, left, culprit, because } => {
                let way = culprit.map(|it| format!(", and {} is in the way", self.name(it)));
                let (count, last) = (plural(count as u64, "piece"), self.name(PlacedId::new(left)));
                self.placed.truncate(left);
                let way = way.unwrap_or_default();
                Some(format!("Taken back: {count}, down to {last}, as {because}{way}."))
            }
            Event::Afresh { left, tried, because } => {
                self.placed.truncate(left);
                let (tried, all) = (plural(tried, "pairing"), if left == 0 { "all" } else { "all new" });
                Some(format!("Afresh, after {tried}: {all} pieces are taken back, as {because}."))
            }
            Event::Best { pieces } => {
                Some(format!("The best map so far is kept: it has {}.", plural(pieces as u64, "piece")))
            }
            Event::Stop { ref sentence, pieces, .. } => {
                Some(format!("Done, with {}: {sentence}.", plural(pieces as u64, "piece")))
            }
        }
    }

    /// The line for a loop, or for why there is none.
    fn tell_loop(&self, event: &Event) -> String {
        match *event {
            Event::Loop { from, to, pieces: 0, ring } => {
                let (from, to) = (self.port(from), self.port(to));
                format!("Loop of {}: {from} and {to} meet.", plural(ring as u64, "piece"))
            }
            Event::Loop { from, to, pieces, ring } => {
                let (ring, pieces) = (plural(ring as u64, "piece"), plural(pieces as u64, "new piece"));
                let (from, to) = (self.port(from), self.port(to));
                format!("Loop of {ring}: {pieces} from {from} to {to}.")
            }
            Event::NoLoop { from, to, tried, with } => {
                let (from, to, tried) = (self.port(from), self.port(to), plural(tried, "pairing"));
                let way = with.map(|it| format!("; {} is in the way", self.name(it))).unwrap_or_default();
                format!("  No loop from {from} to {to}: nothing fits between them after {tried}{way}.")
            }
            Event::FewLoops { links, wanted, pairs, within } => {
                let (links, wanted) = (plural(links as u64, "loop"), plural(wanted as u64, "loop"));
                let pairs = plural(pairs as u64, "pair");
                format!(
                    "No more loops: {links} closed, {wanted} wanted. Of {pairs} of free connectors, {within} could be \
                     joined if nothing were in the way."
                )
            }
            _ => String::new(),
        }
    }

    /// The line for what becomes of a connector once the map has grown.
    fn tell_end(&mut self, event: &Event) -> String {
        let among = |count: usize, what: &str| {
            if count == 1 { format!("the only {what}") } else { format!("one of {count} {what}s") }
        };
        match *event {
            Event::Capped { index, piece, at, candidates, kept, .. } => {
                self.placed.push(piece);
                let (name, port, among) = (self.name(index), self.port(at), among(candidates, "cap"));
                let room = if kept { "; room was kept for it, as it may not stay free" } else { "" };
                format!("Cap: {name} closes {port}, which stayed free: {among} for such a connector{room}.")
            }
            Event::CapVetoed { at, piece, ref veto } => {
                let (id, port) = (&self.kit.piece(piece).id, self.port(at));
                format!("  {id} does not close {port}: {}.", self.would(veto))
            }
            Event::LeftFree { at } => format!("Open: {} stays free, as no cap fits.", self.port(at)),
            Event::Hung { number, piece, at, to, candidates } => {
                let (id, port, other) = (&self.kit.piece(piece).id, self.port(at), self.name(to.placed));
                let among = among(candidates, "door");
                format!(
                    "Door: d{number}_{id} stands between {port} and {other}: {among} for such a connector."
                )
            }
            _ => String::new(),
        }
    }

    /// "connector 0 (4 green) of p3_Hall"
    fn port(&self, port: Port) -> String {
        let piece = self.placed[port.placed.index()];
        format!("{} of {}", self.connector(piece, port.connector), self.name(port.placed))
    }

    /// What is said against a piece.
    pub fn would(&self, veto: &Veto) -> String {
        match *veto {
            Veto::Overlap { with, depth, clearance, .. } if is_too_close(depth, clearance) => {
                let (name, clearance) = (self.name(with), metres(clearance));
                let near = match metres(-depth) {
                    _ if depth > -TOUCHING => format!("touch {name}"),
                    apart => format!("stand {apart} from {name}"),
                };
                format!("would {near}, closer than the clearance of {clearance}")
            }
            Veto::Overlap { with, sideways, height, .. } => {
                let (name, sideways, height) = (self.name(with), metres(sideways), metres(height));
                format!("would overlap {name} by {sideways} sideways and {height} in height")
            }
            Veto::Inside => "would reach out of `growth.inside`".into(),
            Veto::Outside { volume } => format!("would reach into volume {volume} of `growth.outside`"),
            Veto::Count { ref selector, most } => format!("there may be {most} of {selector}, and there are"),
            Veto::Owed { pieces, room } => {
                let room = plural(room as u64, "piece");
                format!("there is room for {room}, and {pieces} that must be there are still to come")
            }
            Veto::Run { ref selector, most } => {
                format!("there may be {most} of {selector} in a row, and there are")
            }
            Veto::Apart { ref selector, least, with, joints } => {
                let (joints, name) = (plural(joints, "joint"), self.name(with));
                format!("would be {joints} from {name}, and {selector} must be {least} apart")
            }
            Veto::Depth { ref selector, allowed: (least, most), joints } => {
                let joints = plural(joints, "joint");
                format!("would be {joints} from the start, and {selector} must be {least} to {most}")
            }
            Veto::Height { ref selector, allowed: (least, most), metres } => {
                format!(
                    "would stand at a height of {metres:.2} m, and {selector} must be at {least} to {most} m"
                )
            }
            Veto::NoRoomForCap { of: None, connector, with } => {
                let way = with.map(|it| format!(": {} is in the way", self.name(it))).unwrap_or_default();
                let connector = self.connector(self.tentative, connector);
                format!("would leave its {connector} without room for a cap{way}")
            }
            Veto::NoRoomForCap { of: Some(placed), connector, .. } => {
                let port = self.port(Port { placed, connector });
                format!("would take the last room for a cap at {port}")
            }
            Veto::Custom { ref reason } => reason.to_string(),
        }
    }

    fn failed(&self) -> String {
        let mut line = String::from("    - it does not fit");
        for (i, (reason, count)) in self.unlisted.iter().enumerate() {
            let mark = if i == 0 { ". Not paired: " } else { "; " };
            let times = if *count > 1 { format!(" ({count} pairings)") } else { String::new() };
            write!(line, "{mark}{reason}{times}").expect("a string takes all that is written to it");
        }
        line + "."
    }

    fn count(&mut self, reason: &str) {
        match self.unlisted.iter_mut().find(|(known, _)| known == reason) {
            Some((_, count)) => *count += 1,
            None => self.unlisted.push((reason.into(), 1)),
        }
    }

    fn why(&self, guide_connector: ConnectorId, connector: Option<ConnectorId>, reason: &Unlisted) -> String {
        match reason {
            Unlisted::Used => {
                format!(
                    "{} of the guide is used",
                    self.connector(self.placed[self.guide.index()], guide_connector)
                )
            }
            Unlisted::Rules(mismatch @ Mismatch::Facing { .. }) => {
                let theirs = self.connector(self.placed[self.guide.index()], guide_connector);
                let ours = self.connector(self.tentative, connector.unwrap_or_default());
                format!("{theirs} and {ours}: {mismatch}")
            }
            Unlisted::Rules(mismatch) => mismatch.to_string(),
        }
    }

    /// "connector 0 (4 green) of Hallway to connector 2 (4 white) of the guide"
    fn ways(&self, guide_connector: ConnectorId, connector: ConnectorId) -> String {
        let theirs = self.connector(self.placed[self.guide.index()], guide_connector);
        let ours = self.connector(self.tentative, connector);
        let id = &self.kit.piece(self.tentative).id;
        format!("{ours} of {id} to {theirs} of the guide")
    }

    /// "connector 0 (4 green)"
    pub fn connector(&self, piece: PieceId, connector: ConnectorId) -> String {
        let it = self.kit.connector(piece, connector);
        format!("connector {connector} ({} {})", it.pins, it.color)
    }

    /// The number and name of a placed piece, as in the outputs.
    pub fn name(&self, index: PlacedId) -> String {
        format!("p{index}_{}", self.kit.piece(self.placed[index.index()]).id)
    }
}

/// "(1.00, 0.00, -2.50)"
fn place(position: [f64; 3]) -> String {
    // Adding zero after rounding makes 0.00 of -0.00.
    let [x, y, z] = position.map(|x| (x * 100.0).round() / 100.0 + 0.0);
    format!("({x:.2}, {y:.2}, {z:.2})")
}

/// Two decimals, and four where two would be all zeros.
fn metres(x: f64) -> String {
    let text = if x < 0.1 { format!("{x:.4}") } else { format!("{x:.2}") };
    let digits = if x < 0.1 { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{digits} m")
}

#[cfg(test)]
mod tests;
