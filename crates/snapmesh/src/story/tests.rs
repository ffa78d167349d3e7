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
        text.starts_with("Start with p0_Hall, the only candidate.\nGuide: p0_Hall, with 3 free connectors")
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
        role: crate::Role::Piece,
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
