//! Events as sentences that a designer understands.

use crate::event::{Event, Unlisted};
use crate::id::{ConnectorId, PieceId, PlacedId};
use crate::rules::Mismatch;
use crate::valid_kit::ValidKit;
use crate::veto::Veto;
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
            Event::Guide { index, free, length, because } => {
                self.guide = index;
                let length = length.map(|n| format!(" ({} to grow in this line)", plural(n, "piece")));
                let (name, free) = (self.name(index), plural(i64::from(free), "free connector"));
                Some(format!("Guide: {name}, with {free}: {because}{}.", length.unwrap_or_default()))
            }
            Event::Tentative { piece, attempt, pairings } => {
                self.tentative = piece;
                self.unlisted.clear();
                let (id, pairings) = (&self.kit.piece(piece).id, plural(pairings as i64, "possible pairing"));
                Some(format!("  Try {attempt}: {id}, {pairings}."))
            }
            Event::Unlisted { guide_connector, connector, ref reason } => {
                self.count(&self.why(guide_connector, connector, reason));
                None
            }
            Event::Vetoed { guide_connector, connector, ref veto } => {
                Some(format!("    {}: {}.", self.ways(guide_connector, connector), self.would(veto)))
            }
            Event::Placed { index, piece, guide_connector, connector, position: [x, y, z], .. } => {
                self.placed.push(piece);
                let ways = self.ways(guide_connector, connector);
                // Adding zero after rounding makes 0.00 of -0.00.
                let [x, y, z] = [x, y, z].map(|x| (x * 100.0).round() / 100.0 + 0.0);
                let at = format!("({x:.2}, {y:.2}, {z:.2})");
                Some(format!("    + placed as {} at {at}: {ways}.", self.name(index)))
            }
            Event::Failed { .. } => Some(self.failed()),
            Event::Skipped { index, .. } => {
                Some(format!("  {} has no free connector, so nothing is tried with it.", self.name(index)))
            }
            Event::Stop { ref sentence, pieces, .. } => {
                Some(format!("Done, with {}: {sentence}.", plural(pieces as i64, "piece")))
            }
        }
    }

    /// What is said against a piece.
    fn would(&self, veto: &Veto) -> String {
        match *veto {
            Veto::Overlap { with, depth } if depth < 0.0 => {
                let (metres, name) = (metres(-depth), self.name(with));
                format!("would come within {metres} of {name}, closer than the clearance")
            }
            Veto::Overlap { with, depth } => {
                format!("would overlap {} by {}", self.name(with), metres(depth))
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

    fn connector(&self, piece: PieceId, connector: ConnectorId) -> String {
        let it = self.kit.connector(piece, connector);
        format!("connector {connector} ({} {})", it.pins, it.color)
    }

    /// The number and name of a placed piece, as in the outputs.
    fn name(&self, index: PlacedId) -> String {
        format!("p{index}_{}", self.kit.piece(self.placed[index.index()]).id)
    }
}

/// Centimetres where metres would be all zeros.
fn metres(x: f64) -> String {
    if x < 0.1 { format!("{:.2} cm", x * 100.0) } else { format!("{x:.2} m") }
}

fn plural(n: i64, word: &str) -> String {
    if n == 1 { format!("1 {word}") } else { format!("{n} {word}s") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::boxes::OrientedBox;
    use crate::generator::Generator;
    use crate::kit::Kit;
    use crate::piece::{Connector, Piece};
    use crate::recipe::Recipe;
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
    fn small_lengths_are_told_in_centimetres() {
        assert_eq!(metres(0.004), "0.40 cm");
        assert_eq!(metres(1.234), "1.23 m");
    }
}
