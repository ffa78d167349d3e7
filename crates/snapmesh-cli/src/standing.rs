//! What can be told of a map that does not follow from its settings and seed: what stands, and how it is joined.

use snapmesh::{Event, Map, Placed, PlacedId, Problems, Recipe, Role, Story};
use snapmesh_io::outputs::{Outputs, unwritable};
use std::io::Write as _;
use std::path::Path;

/// A map as events: its pieces were there, and are linked.
pub(crate) fn events(map: &Map) -> Vec<Event> {
    let kept = |(index, placed): (usize, &Placed)| {
        let (index, position) = (PlacedId::new(index), placed.pose.position.to_array());
        Event::Kept { index, piece: placed.piece, position }
    };
    let linked =
        map.links.iter().map(|it| Event::Linked { from: it.from, to: it.to, gap: it.gap, turn: it.turn });
    map.pieces.iter().enumerate().map(kept).chain(linked).collect()
}

/// The same as a trace.
pub(crate) fn trace(path: &Path, events: &[Event], outputs: &mut Outputs) -> Result<(), Problems> {
    let mut file = outputs.open(path)?;
    for event in events {
        let line = serde_json::to_string(event).map_err(std::io::Error::from);
        line.and_then(|line| writeln!(file, "{line}")).map_err(|error| unwritable(path, &error))?;
    }
    outputs.keep(file)
}

/// How each piece is joined, what is linked, and where doors stand: a sentence each.
pub(crate) fn lines(recipe: &Recipe, map: &Map) -> Vec<String> {
    let story = Story::of(recipe.kit(), &map.pieces);
    let line = |(index, placed): (usize, &Placed)| {
        let name = story.name(PlacedId::new(index));
        let Some(joint) = placed.joint else { return format!("{name} starts the map.") };
        let theirs = story.connector(map.placed(joint.guide).piece, joint.guide_connector);
        let (ours, guide) = (story.connector(placed.piece, joint.connector), story.name(joint.guide));
        match placed.role {
            Role::Cap => format!("{name} closes {theirs} of {guide}."),
            _ => format!("{name} is joined by its {ours} to {theirs} of {guide}."),
        }
    };
    let linked = map.links.iter().map(|link| {
        let [from, to] = link.sides().map(|port| {
            let piece = map.placed(port.placed).piece;
            format!("{} of {}", story.connector(piece, port.connector), story.name(port.placed))
        });
        format!("A loop is closed: {from} is linked to {to}.")
    });
    let hung = map.doors.iter().enumerate().map(|(number, door)| {
        let (id, port) = (&recipe.kit().piece(door.piece).id, door.at);
        let connector = story.connector(map.placed(port.placed).piece, port.connector);
        format!("d{number}_{id} stands at {connector} of {}.", story.name(port.placed))
    });
    map.pieces.iter().enumerate().map(line).chain(linked).chain(hung).collect()
}
