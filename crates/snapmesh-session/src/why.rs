//! Why a piece is there: its guide, why that was the guide, and what was tried before.

use serde_json::{Value as Json, json};
use snapmesh::{Event, Joint, Map, Placed, PlacedId, Role, Story};

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
    let is_cap = map.placed(placed).role == Role::Cap;
    // Nobody is the guide when connectors are closed: what was tried before a cap begins with the connector.
    let since = if is_cap {
        let is_other = |event: &Event| !matches!(event, Event::CapVetoed { .. });
        events[..event].iter().rposition(is_other)
    } else {
        events[..event].iter().rposition(|event| matches!(event, Event::Guide { .. }))
    };
    let because = since.and_then(|since| match &events[since] {
        Event::Guide { index, because, .. } => {
            Some(format!("{} was the guide, as {because}.", story.name(*index)))
        }
        _ => None,
    });
    let tries = lines[since.map_or(event, |since| since + 1)..event].iter().flatten();
    json!({
        "placed": placed,
        "sentence": if is_cap { closes(lines[event].as_deref()) } else { sentence(story, map, &events[event], placed) },
        "because": because,
        "guide": map.placed(placed).joint.map(|joint| joint.guide),
        "tries": tries.map(|line| line.trim()).collect::<Vec<_>>(),
        "event": event,
        "since": since.unwrap_or(event),
    })
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
