//! Why a piece is there: its guide, why that was the guide, and what was tried before.

use serde_json::{Value as Json, json};
use snapmesh::{Event, Joint, Link, Map, Placed, PlacedId, Port, Role, Story};

/// The event that placed a piece which stands. After pieces were taken back, the last of its kind counts.
pub(crate) fn placing_event(events: &[Event], map: &Map, placed: PlacedId) -> Option<usize> {
    let it = map.placed(placed);
    events.iter().rposition(|event| match (event, it.joint) {
        (Event::Start { piece, .. }, None) => *piece == it.piece,
        (Event::Kept { index, .. }, _) | (Event::Capped { index, .. }, Some(_)) => *index == placed,
        (Event::Placed { index, piece, guide, guide_connector, connector, .. }, Some(joint)) => {
            let told = Joint { guide: *guide, guide_connector: *guide_connector, connector: *connector };
            (*index, *piece, told) == (placed, it.piece, joint)
        }
        _ => false,
    })
}

/// What a page is told of a piece. `lines` are the sentences of the events.
pub(crate) fn told(
    story: &Story<'_>,
    map: &Map,
    events: &[Event],
    lines: &[Option<String>],
    placed: PlacedId,
) -> Json {
    let event = placing_event(events, map, placed).unwrap_or(0);
    let role = map.placed(placed).role;
    let before = &events[..event];
    // Nobody is the guide when connectors are closed: what was tried before a cap begins with the connector. The pieces of a
    // loop were found together: what was tried before them ends where it is told.
    let (since, until) = match role {
        // What was kept was tried for another map.
        _ if matches!(events[event], Event::Kept { .. }) => (None, event),
        Role::Cap => {
            (before.iter().rposition(|event| !matches!(event, Event::CapVetoed { .. })).map(next), event)
        }
        Role::Loop => {
            let told = before.iter().rposition(|event| matches!(event, Event::Loop { .. })).unwrap_or(event);
            let is_other = |event: &Event| !matches!(event, Event::NoLoop { .. });
            (events[..told].iter().rposition(is_other).map(next), told)
        }
        _ => (before.iter().rposition(|event| matches!(event, Event::Guide { .. })).map(next), event),
    };
    let first = since.unwrap_or(until);
    let tries = lines[first..until].iter().flatten();
    json!({
        "placed": placed,
        "sentence": match role {
            Role::Cap => closes(lines[event].as_deref()),
            _ => sentence(story, map, &events[event], placed),
        },
        "because": match role {
            Role::Loop => closed(&events[until], lines[until].as_deref()),
            _ => since.and_then(|since| guided(story, &events[since - 1])),
        },
        "links": links(story, map, placed),
        "guide": map.placed(placed).joint.map(|joint| joint.guide),
        "tries": tries.map(|line| line.trim()).collect::<Vec<_>>(),
        "event": event,
        "since": since.map_or(event, |since| since - 1),
    })
}

fn next(event: usize) -> usize {
    event + 1
}

/// Why its guide was the guide.
fn guided(story: &Story<'_>, event: &Event) -> Option<String> {
    match event {
        Event::Guide { index, because, .. } => {
            Some(format!("{} was the guide, as {because}.", story.name(*index)))
        }
        _ => None,
    }
}

/// Which loop it closes. `line` tells the loop.
fn closed(event: &Event, line: Option<&str>) -> Option<String> {
    let Event::Loop { pieces, .. } = event else { return None };
    let part =
        if *pieces == 1 { "It closes a loop by itself" } else { "It is part of a chain that closes a loop" };
    Some(format!("{part}. {}", line.unwrap_or_default().trim()))
}

/// Where its connectors are linked beyond the tree, a sentence each.
fn links(story: &Story<'_>, map: &Map, placed: PlacedId) -> Vec<String> {
    let port = |Port { placed, connector }: Port| {
        format!("{} of {}", story.connector(map.placed(placed).piece, connector), story.name(placed))
    };
    let sentence = |link: &Link| {
        let [from, to] = link.sides();
        let (ours, theirs) = if from.placed == placed { (from, to) } else { (to, from) };
        let (ours, theirs) = (story.connector(map.placed(placed).piece, ours.connector), port(theirs));
        let off = off(link);
        format!("Its {ours} is linked to {theirs}, {off}: this closes a loop.")
    };
    let here = |link: &&Link| link.sides().iter().any(|side| side.placed == placed);
    map.links.iter().filter(here).map(sentence).collect()
}

/// How far the two sides of a link miss each other, as far as one would see.
fn off(link: &Link) -> String {
    let (gap, turn) = (link.gap * 1000.0, link.turn);
    match (gap < 0.05, turn < 0.005) {
        (true, true) => "exactly".into(),
        (false, true) => format!("{gap:.1} mm off"),
        _ => format!("{gap:.1} mm and {turn:.2} degrees off"),
    }
}

/// Why a cap is there is said where it is placed.
fn closes(line: Option<&str>) -> String {
    line.unwrap_or_default().trim_start_matches("Cap: ").into()
}

fn sentence(story: &Story<'_>, map: &Map, event: &Event, placed: PlacedId) -> String {
    let name = story.name(placed);
    match (map.placed(placed), event) {
        (Placed { joint: None, .. }, Event::Start { candidates: 2.., .. }) => {
            format!("{name} is the starting piece, drawn among those that could be.")
        }
        (Placed { joint: None, .. }, Event::Kept { .. }) => {
            format!("{name} was kept from another map: it starts this one.")
        }
        (Placed { joint: None, .. }, _) => format!("{name} is the starting piece."),
        (Placed { piece, joint: Some(joint), .. }, _) => {
            let guide = map.placed(joint.guide).piece;
            let (ours, theirs) =
                (story.connector(*piece, joint.connector), story.connector(guide, joint.guide_connector));
            format!("{name} is joined by its {ours} to {theirs} of {}.", story.name(joint.guide))
        }
    }
}
