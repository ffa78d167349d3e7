//! Growth as a timeline: what happened at each event, and a sentence for it.

use crate::growth::{Record, numbers};
use crate::message::{Message, bytes};
use serde_json::json;
use snapmesh::snap::snap;
use snapmesh::{ConnectorId, Event, Joint, Map, PieceId, Placed, Port, Pose, Recipe, Role, Story};

/// What an event does to the map: its kind, and two numbers.
type Mark = [i32; 3];

const TALK: i32 = 0;
const PLACED: i32 = 1;
const TAKEN_BACK: i32 = 2;
const GROWN: i32 = 3;
const HUNG: i32 = 4;

/// Follows events, and what stands after each.
struct Follower<'r> {
    recipe: &'r Recipe,
    map: &'r Map,
    standing: Vec<Placed>,
    /// Every placement, those that were taken back later included.
    placements: Vec<Placed>,
    guide: i32,
    tentative: i32,
}

impl Follower<'_> {
    fn follow(&mut self, event: &Event) -> Mark {
        match *event {
            Event::Start { piece, .. } => {
                self.standing.clear();
                self.place(Placed { role: Role::Piece, piece, pose: Pose::ORIGIN, joint: None })
            }
            Event::Kept { index, .. } => self.place(self.map.pieces[index.index()]),
            Event::Capped { piece, at, index, .. } => {
                self.standing.truncate(index.index());
                self.join(Role::Cap, piece, at, ConnectorId::default())
            }
            Event::Hung { number, .. } => [HUNG, number as i32, 0],
            Event::Placed { piece, guide, guide_connector, connector, .. } => {
                self.join(Role::Piece, piece, Port { placed: guide, connector: guide_connector }, connector)
            }
            Event::TakenBack { left, .. } | Event::Afresh { left, .. } => self.take_back(left),
            Event::Best { .. } | Event::Stop { .. } => {
                // The best map that was seen may have stood long before.
                self.standing = self.map.grown().to_vec();
                [GROWN, 0, 0]
            }
            Event::Guide { index, .. } => {
                (self.guide, self.tentative) = (index.number() as i32, -1);
                self.talk()
            }
            Event::Tentative { piece, .. } => {
                self.tentative = piece.number() as i32;
                self.talk()
            }
            _ => self.talk(),
        }
    }

    fn join(&mut self, role: Role, piece: PieceId, at: Port, connector: ConnectorId) -> Mark {
        let kit = self.recipe.kit();
        let Placed { piece: theirs, pose, .. } = self.standing[at.placed.index()];
        let theirs = kit.connector(theirs, at.connector);
        let distance = self.recipe.settings().generation.piece_distance;
        let pose = snap(&pose, theirs, kit.connector(piece, connector), distance);
        let joint = Joint { guide: at.placed, guide_connector: at.connector, connector };
        self.place(Placed { role, piece, pose, joint: Some(joint) })
    }

    fn place(&mut self, placed: Placed) -> Mark {
        self.standing.push(placed);
        self.placements.push(placed);
        [PLACED, self.placements.len() as i32 - 1, self.standing.len() as i32 - 1]
    }

    fn take_back(&mut self, left: usize) -> Mark {
        self.standing.truncate(left);
        [TAKEN_BACK, left as i32, 0]
    }

    fn talk(&self) -> Mark {
        [TALK, self.guide, self.tentative]
    }
}

/// The timeline of a map.
pub(crate) fn told(id: u64, recipe: &Recipe, map: &Map, record: &Record) -> Message {
    let mut follower =
        Follower { recipe, map, standing: vec![], placements: vec![], guide: -1, tentative: -1 };
    let marks: Vec<Mark> = record.events.iter().map(|event| follower.follow(event)).collect();
    let placements = follower.placements;
    let mut all = bytes(marks.iter().flatten().map(|number| number.to_le_bytes()));
    // What follows are numbers of eight bytes, which a page reads only from where they are even.
    all.resize(all.len().next_multiple_of(8), 0);
    all.extend(bytes(placements.iter().flat_map(numbers).map(f64::to_le_bytes)));
    let body = json!({ "events": marks.len(), "placements": placements.len(), "all": record.all });
    Message::new(id, "timeline", body).with(all)
}

/// A sentence for every event; none where one is told together with a later one.
pub(crate) fn story(recipe: &Recipe, events: &[Event]) -> Vec<Option<String>> {
    let mut story = Story::new(recipe.kit());
    events.iter().map(|event| story.tell(event)).collect()
}
