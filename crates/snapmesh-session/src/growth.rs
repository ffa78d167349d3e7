//! A map while it grows, and all that happened.

use crate::host::Host;
use crate::message::Message;
use serde_json::{Value as Json, json};
use snapmesh::{
    Door, Event, Generator, Kept, Link, Map, Placed, PlacedId, Recipe, Role, Shape, Step, Stop, Trouble,
    Watch,
};
use snapmesh_io::{MapFile, OpenKit};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// Steps between two looks at a map that is growing, at least; a map that takes fewer is there at once.
const SHOWN_EVERY: usize = 2_000;

/// Events that are kept. Growth that takes more back and forth is not told to its end.
const MOST_EVENTS: usize = 200_000;

/// Everything that happened while a map grew.
#[derive(Default)]
pub(crate) struct Record {
    /// The events, from the first.
    pub(crate) events: Vec<Event>,
    /// How many there were in all.
    pub(crate) all: usize,
    pub(crate) trouble: Trouble,
}

impl Watch for Record {
    fn event(&mut self, event: &Event) {
        self.all += 1;
        self.trouble.event(event);
        if self.events.len() < MOST_EVENTS {
            self.events.push(event.clone());
        }
    }
}

impl Record {
    /// What there is to tell of a map whose growth is not known: that it stands.
    pub(crate) fn standing(map: &Map) -> Self {
        let mut record = Self::default();
        for (index, placed) in (0..).map(PlacedId::new).zip(&map.pieces) {
            let (piece, position) = (placed.piece, placed.pose.position.to_array());
            record.event(&Event::Kept { index, piece, position });
        }
        let (reason, sentence) = (map.stop.reason.clone(), map.stop.sentence.clone());
        record.event(&Event::Stop { reason, sentence, pieces: map.pieces.len() });
        record
    }
}

/// Grows the map of a recipe, or grows on from pieces with a seed, and shows it now and then; none if it is not wanted any more.
pub(crate) fn grow(
    recipe: &Arc<Recipe>,
    from: Option<(&Kept, i64)>,
    id: u64,
    host: &mut dyn Host,
) -> Option<(Map, Record)> {
    let stop = host.stop();
    let seed = from.map_or(recipe.settings().generation.seed, |(_, seed)| seed);
    let mut generator = Generator::watched(recipe, seed, Record::default());
    if let Some((kept, _)) = from {
        generator = generator.from_kept(kept);
    }
    let mut wait = SHOWN_EVERY;
    while generator.step() != Step::Done {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        wait -= 1;
        if wait == 0 {
            let placed = generator.placed();
            // A large map is shown as often as it can be sent, not more.
            wait = SHOWN_EVERY.max(placed.len());
            host.tell(Message::new(id, "growing", json!({ "placed": rows(placed) })));
        }
    }
    Some(generator.finish())
}

/// Placed pieces, as a page reads them.
pub(crate) fn rows(placed: &[Placed]) -> Vec<Json> {
    let mut depths: Vec<u32> = Vec::with_capacity(placed.len());
    let row = |placed: &Placed| {
        let depth = placed.joint.map_or(0, |joint| depths[joint.guide.index()] + 1);
        depths.push(depth);
        let numbers = numbers(placed);
        json!([
            numbers[0] as i64,
            numbers[1],
            numbers[2],
            numbers[3],
            numbers[4],
            numbers[5],
            numbers[6] as i64,
            numbers[7] as i64,
            numbers[8] as i64,
            depth,
            numbers[9] as i64
        ])
    };
    placed.iter().map(row).collect()
}

/// A placed piece as numbers: which, where, how it is turned, how it is joined, and what it is there for.
pub(crate) fn numbers(placed: &Placed) -> [f64; 10] {
    let [x, y, z] = placed.pose.position.to_array();
    let [_, turn, _, w] = placed.pose.turn.quaternion();
    let joint = placed.joint.map_or([-1.0; 3], |joint| {
        [joint.guide.number(), joint.guide_connector.number(), joint.connector.number()].map(f64::from)
    });
    let piece = f64::from(placed.piece.number());
    let role = f64::from(role_number(placed.role));
    [piece, x, y, z, w * w - turn * turn, 2.0 * turn * w, joint[0], joint[1], joint[2], role]
}

/// What a piece is there for, as a page reads it.
fn role_number(role: Role) -> u8 {
    match role {
        Role::Cap => 1,
        Role::Loop => 2,
        _ => 0,
    }
}

/// A link, as a page reads it.
pub(crate) fn link(&Link { from, to, gap, turn }: &Link) -> Json {
    json!({ "from": from, "to": to, "gap": gap, "turn": turn })
}

/// A door, as a page reads it: which piece, where, how it is turned, and the connector it stands at.
fn door_row(door: &Door) -> Json {
    let Door { piece, pose, at } = door;
    let as_placed = Placed { role: Role::Piece, piece: *piece, pose: *pose, joint: None };
    let [_, x, y, z, cos, sin, ..] = numbers(&as_placed);
    json!([piece, x, y, z, cos, sin, at.placed, at.connector])
}

/// The doors of a map, as a page reads them.
pub(crate) fn door_rows(map: &Map) -> Vec<Json> {
    map.doors.iter().map(door_row).collect()
}

/// What a page is told of a map.
pub(crate) fn told(open: &OpenKit, recipe: &Recipe, map: &Map, record: &Record) -> Json {
    let shape = Shape::new(map, open.kit.kit());
    json!({
        "seed": map.seed.to_string(),
        "digest": MapFile::new(&open.kit, &open.settings, map).digest,
        "stop": { "reason": map.stop.reason, "sentence": map.stop.sentence },
        "placed": rows(&map.pieces),
        "pieces": map.grown().len(),
        "kept": map.kept,
        "doors": door_rows(map),
        "links": map.links.iter().map(link).collect::<Vec<_>>(),
        "free_connectors": shape.free_connectors,
        "size": shape.size.to_array(),
        "depth": shape.depth,
        "branching": shape.branching,
        "linearity": shape.linearity,
        "promises": map.promises,
        "trouble": trouble(recipe, map, &record.trouble),
    })
}

/// What stood in the way of a map that has less than was asked for.
fn trouble(recipe: &Recipe, map: &Map, trouble: &Trouble) -> Vec<String> {
    let kept = map.promises.iter().all(|promise| promise.kept);
    // Nothing stood in the way of a designer.
    if kept && map.is_complete() || map.stop == Stop::BY_HAND {
        return vec![];
    }
    let go_on = || {
        "Let growth go on: set `growth.when_blocked` to undo, and pieces are taken back until it fits".into()
    };
    let advice = trouble.advice(recipe, map).unwrap_or_else(go_on);
    trouble.lines(recipe.kit()).into_iter().chain([advice]).collect()
}
