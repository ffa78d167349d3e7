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
            Event::Placed { index, piece, guide_connector, connector, position, .. } => {
                self.placed.push(piece);
                let (ways, at) = (self.ways(guide_connector, connector), place(position));
                Some(format!("    + placed as {} at {at}: {ways}.", self.name(index)))
            }
            Event::Linked { from, to, gap, .. } => {
                let (from, to, gap) = (self.port(from), self.port(to), metres(gap));
                Some(format!("    + linked: {from} and {to} meet, {gap} off."))
            }
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
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::generator::Generator;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::recipe::Recipe;
    use crate::selection::Stop;
    use crate::settings::Settings;
    use glam::DVec3;
    use std::sync::Arc;

    #[test]
    fn a_small_map_is_told_from_start_to_end() {
        let door = |at: DVec3, pins, color| Connector::new(at, at).with(pins, color);
        let shape = vec![OrientedBox::aligned(-DVec3::ONE, DVec3::ONE)];
        let hall = Piece::new(
            "Hall",
            vec![door(DVec3::X, 1, "red"), door(DVec3::NEG_X, 1, "red"), door(DVec3::Z, 2, "blue")],
            shape.clone(),
        );
        let end = Piece::new("End", vec![door(DVec3::X, 1, "blue")], shape);
        let kit = Kit::new("kit", vec![hall, end]).validate().unwrap().0;
        let mut settings = Settings::default();
        settings.generation.max_fails = 3;
        settings.selection.set("max_pieces", 6).unwrap();
        let recipe = Arc::new(Recipe::new(kit, settings).unwrap());
        let mut story = Story::new(recipe.kit());
        let mut lines = Vec::new();
        let watch = |event: &Event| lines.extend(story.tell(event));
        Generator::watched(&recipe, 42, watch).run();
        let text = lines.join("\n");
        assert!(
            text.starts_with(
                "Start with p0_Hall, the only candidate.\nGuide: p0_Hall, with 3 free connectors"
            )
        );
        assert!(text.contains("it does not fit. Not paired: "), "{text}");
        assert!(text.contains("red on the guide does not accept blue"), "{text}");
        assert!(text.contains("pins differ, 1 on the guide and 2 on the piece"), "{text}");
        assert!(text.contains("+ placed as p1_Hall at ("), "{text}");
        assert!(lines.last().unwrap().starts_with("Done, with "), "{text}");
    }

    #[test]
    fn small_lengths_are_told_with_more_decimals() {
        let told = [0.0, 0.004, 0.0125, 0.01, 0.1, 1.234, 3.0].map(metres);
        assert_eq!(told, ["0 m", "0.004 m", "0.0125 m", "0.01 m", "0.10 m", "1.23 m", "3.00 m"]);
    }

    /// A hall with a red and a blue door and one in the roof, and an end.
    fn kit() -> ValidKit {
        let door = |at: DVec3, pins, color| Connector::new(at, at).with(pins, color);
        let hall = vec![door(DVec3::X, 4, "red"), door(DVec3::Z, 2, "blue"), door(DVec3::Y, 1, "white")];
        let pieces =
            vec![Piece::new("Hall", hall, vec![]), Piece::new("End", vec![door(DVec3::X, 4, "red")], vec![])];
        Kit::new("kit", pieces).validate().unwrap().0
    }

    const HALL: PieceId = PieceId::new(0);
    const END: PieceId = PieceId::new(1);

    fn connector(index: usize) -> ConnectorId {
        ConnectorId::new(index)
    }

    /// A story in which a hall stands as the guide, and an end is tried.
    fn story(kit: &ValidKit) -> Story<'_> {
        let mut story = Story::new(kit);
        story.tell(&Event::Start { piece: HALL, candidates: 1 });
        story.tell(&Event::Guide { index: PlacedId::new(0), free: 3, length: None, because: "it is" });
        story.tell(&Event::Tentative { piece: END, attempt: 1, pairings: 2 });
        story
    }

    fn unlisted(guide: usize, connector: Option<usize>, reason: Unlisted) -> Event {
        let connector = connector.map(ConnectorId::new);
        Event::Unlisted { guide_connector: ConnectorId::new(guide), connector, reason }
    }

    #[test]
    fn a_start_among_many_is_told_with_their_number() {
        let kit = kit();
        let line = Story::new(&kit).tell(&Event::Start { piece: END, candidates: 3 });
        assert_eq!(line.unwrap(), "Start with p0_End, one of 3 candidates.");
    }

    #[test]
    fn a_guide_is_told_with_its_line_if_there_is_one() {
        let kit = kit();
        let tell = |free, length| {
            let event = Event::Guide { index: PlacedId::new(0), free, length, because: "it was placed last" };
            story(&kit).tell(&event).unwrap()
        };
        assert_eq!(tell(3, None), "Guide: p0_Hall, with 3 free connectors: it was placed last.");
        assert_eq!(
            tell(1, Some(1)),
            "Guide: p0_Hall, with 1 free connector: it was placed last (1 piece to grow in this line)."
        );
        assert!(tell(0, Some(8)).contains("with 0 free connectors: it was placed last (8 pieces to grow"));
    }

    #[test]
    fn a_try_is_told_with_its_number_and_pairings() {
        let kit = kit();
        let tell = |attempt, pairings| story(&kit).tell(&Event::Tentative { piece: END, attempt, pairings });
        assert_eq!(tell(1, 1).unwrap(), "  Try 1: End, 1 possible pairing.");
        assert_eq!(tell(7, 0).unwrap(), "  Try 7: End, 0 possible pairings.");
    }

    #[test]
    fn a_veto_is_told_with_both_connectors_and_how_deep() {
        let kit = kit();
        let tell = |veto| {
            let event = Event::Vetoed { guide_connector: connector(1), connector: connector(0), veto };
            story(&kit).tell(&event).unwrap()
        };
        let ways = "    connector 0 (4 red) of End to connector 1 (2 blue) of the guide: ";
        let overlap = |depth| {
            let with = PlacedId::new(0);
            tell(Veto::Overlap { with, depth, sideways: depth.max(0.42), height: 3.0, clearance: 0.01 })
        };
        let deep = format!("{ways}would overlap p0_Hall by 0.42 m sideways and 3.00 m in height.");
        assert_eq!(overlap(0.25), deep);
        let close = format!("{ways}would stand 0.004 m from p0_Hall, closer than the clearance of 0.01 m.");
        assert_eq!(overlap(-0.004), close);
        let touching = format!("{ways}would touch p0_Hall, closer than the clearance of 0.01 m.");
        for hair in [0.0, 1e-12, -1e-12, -0.0001] {
            assert_eq!(overlap(hair), touching);
        }
        let custom = Veto::Custom { reason: "would stand in the sea".into() };
        assert_eq!(tell(custom), format!("{ways}would stand in the sea."));
    }

    #[test]
    fn a_placed_piece_is_named_by_its_number_from_then_on() {
        let kit = kit();
        let mut story = story(&kit);
        let placed = Event::Placed {
            index: PlacedId::new(1),
            piece: END,
            guide: PlacedId::new(0),
            guide_connector: connector(0),
            connector: connector(0),
            position: [1.2345, -0.001, -7.0],
        };
        assert_eq!(
            story.tell(&placed).unwrap(),
            "    + placed as p1_End at (1.23, 0.00, -7.00): \
             connector 0 (4 red) of End to connector 0 (4 red) of the guide."
        );
        let skipped = story.tell(&Event::Skipped { index: PlacedId::new(1), draws: 9 });
        assert_eq!(skipped.unwrap(), "  p1_End has no free connector, so nothing is tried with it.");
    }

    #[test]
    fn a_failed_try_tells_each_reason_once_and_how_often() {
        let kit = kit();
        let mut story = story(&kit);
        let pins = || Unlisted::Rules(Mismatch::Pins { guide: 2, tentative: 4, tolerance: 1 });
        let events = [
            unlisted(0, None, Unlisted::Used),
            unlisted(1, Some(0), pins()),
            unlisted(1, Some(0), pins()),
            unlisted(2, Some(0), Unlisted::Rules(Mismatch::Facing { guide: 1.0, tentative: 0.0 })),
        ];
        assert!(events.iter().all(|event| story.tell(event).is_none()), "told with the end of the try");
        assert_eq!(
            story.tell(&Event::Failed { piece: END, attempt: 1 }).unwrap(),
            "    - it does not fit. Not paired: connector 0 (4 red) of the guide is used; \
             pins differ, 2 on the guide and 4 on the piece, with a tolerance of 1 (2 pairings); \
             connector 2 (1 white) and connector 0 (4 red): they cannot face each other without tilting a piece."
        );
    }

    #[test]
    fn the_reasons_of_one_try_are_forgotten_at_the_next() {
        let kit = kit();
        let mut story = story(&kit);
        let color = Mismatch::Color { guide: "red".into(), tentative: "blue".into() };
        story.tell(&unlisted(0, Some(0), Unlisted::Rules(color)));
        story.tell(&Event::Tentative { piece: END, attempt: 2, pairings: 0 });
        let failed = story.tell(&Event::Failed { piece: END, attempt: 2 });
        assert_eq!(failed.unwrap(), "    - it does not fit.");
    }

    #[test]
    fn the_end_is_told_as_a_sentence() {
        let kit = kit();
        let tell = |pieces| {
            let Stop { reason, sentence } = Stop::PIECE_LIMIT;
            Story::new(&kit).tell(&Event::Stop { reason, sentence, pieces }).unwrap()
        };
        assert_eq!(tell(1), "Done, with 1 piece: the map has as many pieces as `max_pieces` allows.");
        assert!(tell(13).starts_with("Done, with 13 pieces: "));
    }
}
