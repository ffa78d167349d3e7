//! Growth as a timeline: what happened at each event, and a sentence for it.

use crate::growth::{Record, link, numbers};
use crate::message::{Message, bytes};
use serde_json::json;
use snapmesh::snap::snap;
use snapmesh::{ConnectorId, Event, Joint, Link, Map, PieceId, Placed, Port, Pose, Recipe, Role, Story};

/// What an event does to the map: its kind, and two numbers.
type Mark = [i32; 3];

const TALK: i32 = 0;
const PLACED: i32 = 1;
const TAKEN_BACK: i32 = 2;
const GROWN: i32 = 3;
const HUNG: i32 = 4;
const LINKED: i32 = 5;

/// Follows events, and what stands after each.
struct Follower<'r> {
    recipe: &'r Recipe,
    map: &'r Map,
    standing: Vec<Placed>,
    /// Every placement, those that were taken back later included.
    placements: Vec<Placed>,
    /// The links that stand: each with how many pieces there were when it was made, as it goes when one of them does.
    linked: Vec<(Link, usize)>,
    /// Every link, those that were taken back later included.
    links: Vec<Link>,
    /// Links that are still to be told.
    links_ahead: usize,
    /// Whether loops are being closed: if pieces are taken back after that, all of those loops are.
    is_closing: bool,
    guide: i32,
    tentative: i32,
}

impl<'r> Follower<'r> {
    fn new(recipe: &'r Recipe, map: &'r Map, events: &[Event]) -> Self {
        let links_ahead = events.iter().filter(|event| matches!(event, Event::Linked { .. })).count();
        Self {
            recipe,
            map,
            standing: vec![],
            placements: vec![],
            linked: vec![],
            links: vec![],
            links_ahead,
            is_closing: false,
            guide: -1,
            tentative: -1,
        }
    }

    fn follow(&mut self, event: &Event) -> Mark {
        match *event {
            Event::Start { piece, .. } => {
                self.standing.clear();
                self.linked.clear();
                self.place(Placed { role: Role::Piece, piece, pose: Pose::ORIGIN, joint: None })
            }
            Event::Kept { index, .. } => self.place(self.map.pieces[index.index()]),
            Event::Capped { piece, at, index, .. } => {
                self.standing.truncate(index.index());
                self.join(Role::Cap, piece, at, ConnectorId::default())
            }
            Event::Hung { number, .. } => [HUNG, number as i32, 0],
            Event::Placed { piece, guide, guide_connector, connector, role, .. } => {
                self.join(role, piece, Port { placed: guide, connector: guide_connector }, connector)
            }
            Event::Linked { from, to, gap, turn } => self.link(Link { from, to, gap, turn }),
            Event::TakenBack { left, .. } | Event::Afresh { left, .. } => self.take_back(left),
            Event::Best { pieces } | Event::Stop { pieces, .. } => self.grown(pieces),
            Event::Loop { .. } => {
                self.is_closing = true;
                self.talk()
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

    fn link(&mut self, link: Link) -> Mark {
        self.links_ahead -= 1;
        self.linked.push((link, if self.is_closing { usize::MAX } else { self.standing.len() }));
        self.links.push(link);
        [LINKED, self.links.len() as i32 - 1, self.linked.len() as i32]
    }

    /// Links go with the pieces that they came with: the last first, as pieces do.
    fn take_back(&mut self, left: usize) -> Mark {
        self.standing.truncate(left);
        self.linked.retain(|(_, pieces)| *pieces <= left);
        self.is_closing = false;
        [TAKEN_BACK, left as i32, self.linked.len() as i32]
    }

    /// The map stands as far as so many pieces. The best that was seen may have stood long before; what is still to be linked
    /// is linked from here on.
    fn grown(&mut self, pieces: usize) -> Mark {
        self.standing = self.map.pieces[..pieces.min(self.map.pieces.len())].to_vec();
        let links = self.map.links.len().saturating_sub(self.links_ahead);
        self.linked = self.map.links[..links].iter().map(|link| (*link, 0)).collect();
        [GROWN, self.standing.len() as i32, links as i32]
    }

    fn talk(&self) -> Mark {
        [TALK, self.guide, self.tentative]
    }
}

/// The timeline of a map.
pub(crate) fn told(id: u64, recipe: &Recipe, map: &Map, record: &Record) -> Message {
    let mut follower = Follower::new(recipe, map, &record.events);
    let marks: Vec<Mark> = record.events.iter().map(|event| follower.follow(event)).collect();
    let Follower { placements, links, .. } = follower;
    let mut all = bytes(marks.iter().flatten().map(|number| number.to_le_bytes()));
    // What follows are numbers of eight bytes, which a page reads only from where they are even.
    all.resize(all.len().next_multiple_of(8), 0);
    all.extend(bytes(placements.iter().flat_map(numbers).map(f64::to_le_bytes)));
    let body = json!({
        "events": marks.len(),
        "placements": placements.len(),
        "links": links.iter().map(link).collect::<Vec<_>>(),
        "all": record.all,
    });
    Message::new(id, "timeline", body).with(all)
}

/// A sentence for every event; none where one is told together with a later one.
pub(crate) fn story(recipe: &Recipe, events: &[Event]) -> Vec<Option<String>> {
    let mut story = Story::new(recipe.kit());
    events.iter().map(|event| story.tell(event)).collect()
}
