use super::*;
use crate::selection::STANDARD;
use crate::settings::Settings;

fn reals(numbers: [f64; 3]) -> Value {
    vector(DVec3::from(numbers))
}

fn rows(rows: &[(&str, Value)]) -> Value {
    Value::Table(rows.iter().map(|(name, value)| (name.to_string(), value.clone())).collect())
}

fn set(key: &str, items: Vec<Value>) -> Result<PieceNotes, String> {
    let mut settings = Settings::default();
    let section = rows(&[(key, Value::List(items))]);
    match settings.set(STANDARD, "pieces", "Hall", section) {
        Ok(()) => Ok(settings.pieces.remove(0)),
        Err(error) => Err(error.message + &error.help.map_or(String::new(), |help| format!(" ({help})"))),
    }
}

fn connector(given: &[(&str, Value)]) -> Result<Connector, String> {
    let door = [("at", reals([0.0, 0.0, 2.0])), ("heading", reals([0.0, 0.0, 1.0]))];
    let kept = door.into_iter().filter(|(name, _)| !given.iter().any(|(other, _)| other == name));
    let all: Vec<_> = kept.chain(given.iter().cloned()).collect();
    Ok(set("connectors", vec![rows(&all)])?.connectors.unwrap()[0].connector("c"))
}

#[test]
fn a_connector_is_white_upright_and_of_one_pin_if_nothing_else_is_said() {
    let plain = connector(&[]).unwrap();
    assert_eq!(plain, Connector { name: "c".into(), ..Connector::new(DVec3::Z * 2.0, DVec3::Z) });
    let long = connector(&[("heading", reals([3.0, 0.0, 4.0])), ("color", "Dark Red".into())]).unwrap();
    assert!((long.heading - DVec3::new(0.6, 0.0, 0.8)).length() < 1e-15);
    assert_eq!((&*long.color, long.pins), ("dark red", 1));
}

#[test]
fn up_is_what_lies_across_the_heading_and_north_in_a_shaft() {
    let up = |heading, up: Option<[f64; 3]>| {
        let mut given = vec![("heading", reals(heading))];
        given.extend(up.map(|up| ("up", reals(up))));
        connector(&given).unwrap().up
    };
    assert_eq!(up([0.0, 1.0, 0.0], None), DVec3::NEG_Z);
    assert_eq!(up([0.0, -2.0, 0.0], None), DVec3::NEG_Z);
    assert_eq!(up([0.0, 1.0, 0.0], Some([5.0, 7.0, 0.0])), DVec3::X);
    assert!((up([0.6, 0.8, 0.0], None) - DVec3::new(-0.8, 0.6, 0.0)).length() < 1e-12);
    assert!(
        connector(&[("up", reals([0.0, 0.0, -3.0]))]).unwrap_err().contains("must point across the heading")
    );
    assert!(connector(&[("up", reals([0.0; 3]))]).is_err());
}

#[test]
fn what_is_wrong_with_a_connector_is_told_at_its_key() {
    let told = |name: &'static str, value: Value| connector(&[(name, value)]).unwrap_err();
    let place = |key: &str| format!("`Hall.connectors[0].{key}` in [pieces] ");
    assert_eq!(
        told("heading", reals([0.0; 3])),
        format!("{}must point somewhere, found [0, 0, 0]", place("heading"))
    );
    assert!(
        told("heading", reals([f64::NAN, 0.0, 0.0]))
            .starts_with("`Hall.connectors[0].heading[0]` in [pieces] must be a number")
    );
    assert!(told("at", reals([f64::INFINITY, 0.0, 0.0])).contains("found inf"));
    assert_eq!(
        told("at", Value::List(vec![1.into()])),
        format!("{}must be three numbers [x, y, z], found a list", place("at"))
    );
    assert!(told("pins", 0.into()).starts_with(&format!("{}must be a whole number from 1", place("pins"))));
    assert!(told("pins", 1.5.into()).contains("found 1.5"));
    assert_eq!(told("color", " ".into()), format!("{}must be a name, found \"\"", place("color")));
    assert!(told("color", "x".repeat(101).as_str().into()).contains("at most 100 letters, found one of 101"));
    assert_eq!(
        told("headng", 1.into()),
        "`Hall.connectors[0]` in [pieces] has an unknown key `headng` (did you mean `heading`?)"
    );
    let bare = set("connectors", vec![rows(&[("at", reals([0.0; 3]))])]).unwrap_err();
    assert_eq!(
        bare,
        "`Hall.connectors[0]` in [pieces] has no `heading` (it is a table with at, heading, and if wanted up, pins, color)"
    );
}

#[test]
fn a_box_is_given_by_its_corners_or_by_its_middle() {
    let shape = |given: &[(&str, Value)]| Ok(set("boxes", vec![rows(given)])?.boxes.unwrap()[0].shape());
    let corners = shape(&[("max", reals([2.0, 3.0, 2.0])), ("min", reals([-2.0, 0.0, -2.0]))]).unwrap();
    assert_eq!(corners, OrientedBox::aligned(DVec3::new(-2.0, 0.0, -2.0), DVec3::new(2.0, 3.0, 2.0)));
    let middle = [("center", reals([0.0, 1.0, 5.0])), ("half", reals([1.0, 1.0, 1.0]))];
    assert_eq!(shape(&middle).unwrap().axes, [DVec3::X, DVec3::Y, DVec3::Z]);
    let turned = shape(&[&middle[..], &[("turn", 90.into())]].concat()).unwrap();
    assert_eq!(turned.axes, [DVec3::NEG_Z, DVec3::Y, DVec3::X], "counterclockwise from above");
    let wrong = |given: &[(&str, Value)]| -> String { shape(given).unwrap_err() };
    assert_eq!(
        wrong(&[("min", reals([0.0, 4.0, 0.0])), ("max", reals([1.0, 3.0, 1.0]))]),
        "`Hall.boxes[0].min` in [pieces] must not be above `max`, found 4.0 and 3.0 along y"
    );
    assert!(
        wrong(&[("center", reals([0.0; 3])), ("half", reals([1.0, -1.0, 1.0]))])
            .contains("`Hall.boxes[0].half[1]`")
    );
    let help = "(it is a table with min, max; or with center, half, and if wanted turn)";
    assert_eq!(
        wrong(&[("min", reals([0.0; 3])), ("half", reals([1.0; 3]))]),
        format!("`Hall.boxes[0]` in [pieces] has `half` beside `min` {help}")
    );
    assert_eq!(
        wrong(&[("cneter", reals([0.0; 3]))]),
        "`Hall.boxes[0]` in [pieces] has an unknown key `cneter` (did you mean `center`?)"
    );
    assert!(wrong(&[]).starts_with("`Hall.boxes[0]` in [pieces] has no `min`"));
    assert!(wrong(&[("center", reals([0.0; 3]))]).contains("has no `half`"));
}

/// A section with something of everything.
fn full() -> PieceNotes {
    let door = ConnectorNote::new(DVec3::new(0.1, 0.0, 2.0), DVec3::new(0.0, 0.0, 3.0));
    let shaft = ConnectorNote {
        up: Some(DVec3::X),
        pins: 4,
        color: "red".into(),
        ..ConnectorNote::new(DVec3::Y, DVec3::Y)
    };
    PieceNotes {
        piece: "Hall".into(),
        tags: vec!["wet".into()],
        connectors: Some(vec![door, shaft]),
        boxes: Some(vec![
            BoxNote::Corners { min: -DVec3::ONE, max: DVec3::new(0.1, 0.2, 0.3) },
            BoxNote::Turned { center: DVec3::X, half: DVec3::ONE, turn: 33.3 },
            BoxNote::Turned { center: DVec3::X, half: DVec3::ZERO, turn: 0.0 },
        ]),
        floor: Some(vec!["Floor*".into()]),
    }
}

#[test]
fn a_section_comes_out_as_it_went_in() {
    for notes in [
        full(),
        PieceNotes { boxes: Some(vec![]), floor: Some(vec![]), ..PieceNotes::new("Hall") },
        PieceNotes::new("Hall"),
    ] {
        let settings = Settings { pieces: vec![notes], ..Settings::default() };
        settings.check().unwrap();
        let mut again = Settings::default();
        for (section, key, value) in settings.entries() {
            again.set(STANDARD, section, &key, value).unwrap();
        }
        assert_eq!((&again.pieces, again.entries()), (&settings.pieces, settings.entries()));
    }
}

#[test]
fn each_key_that_is_given_again_replaces_what_it_was_and_others_stay() {
    let mut settings = Settings { pieces: vec![full()], ..Settings::default() };
    settings.set(STANDARD, "pieces", "Hall", rows(&[("boxes", Value::List(vec![]))])).unwrap();
    assert_eq!(settings.pieces, [PieceNotes { boxes: Some(vec![]), ..full() }]);
}

#[test]
fn a_section_that_was_filled_in_by_hand_is_checked_too() {
    let lost = ConnectorNote::new(DVec3::ZERO, DVec3::ZERO);
    assert_eq!(lost.connector("c").heading, DVec3::ZERO, "nothing that is not a number");
    let notes = PieceNotes { connectors: Some(vec![lost]), ..PieceNotes::new("Hall") };
    let settings = Settings { pieces: vec![notes], ..Settings::default() };
    assert!(settings.check().unwrap_err().message.contains("`Hall.connectors[0].heading`"));
}

#[test]
fn tags_are_words() {
    assert!(is_tag("wet_room-2") && is_tag("Höhle"));
    assert!(!is_tag("") && !is_tag("two words") && !is_tag("#treasure"));
}
