//! `[pieces.NAME]`: what the kit says about a piece, so that files from elsewhere can stay as they are.

use crate::boxes::OrientedBox;
use crate::piece::{Connector, LONGEST_COLOR, WHITE};
use crate::pose::{FACING_TOLERANCE, Turn};
use crate::value::{Constant, Inside, Key, KeyType, Limits, SettingError, Value, Wrong};
use glam::DVec3;

/// `[pieces.NAME]`: what the kit says about a piece. Tags are added to those of its file; everything else that is given
/// replaces what the file says.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct PieceNotes {
    /// The id of the piece.
    pub piece: String,
    /// Words that rules can name it by, in lower case.
    pub tags: Vec<String>,
    /// Its connectors.
    pub connectors: Option<Vec<ConnectorNote>>,
    /// The boxes that must not overlap those of other pieces; none at all is a piece that overlaps nothing.
    pub boxes: Option<Vec<BoxNote>>,
    /// What can be walked on: names of nodes, meshes and materials, or patterns of such. Nothing else can.
    pub floor: Option<Vec<String>>,
}

/// A connector as the kit gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct ConnectorNote {
    /// Where it is, in metres, in the space of the piece.
    pub at: DVec3,
    /// Out of the piece; of any length.
    pub heading: DVec3,
    /// Only what of it lies across the heading counts. Not given, it is +Y, or -Z for a heading that is vertical.
    pub up: Option<DVec3>,
    /// Pin count, at least 1.
    pub pins: u32,
    /// Color, in lower case.
    pub color: String,
}

/// A box as the kit gives it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BoxNote {
    /// Along the axes of the piece.
    Corners {
        /// The lowest corner, in metres.
        min: DVec3,
        /// The highest corner, in metres.
        max: DVec3,
    },
    /// Turned about the vertical.
    Turned {
        /// Its middle, in metres.
        center: DVec3,
        /// Half its size along each of its axes, in metres.
        half: DVec3,
        /// Degrees about +Y, counterclockwise seen from above.
        turn: f64,
    },
}

/// Whether a text can be a tag: letters, digits, `_` and `-`.
pub fn is_tag(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '-')
}

const METRES: KeyType = KeyType::Vector(Limits::Within(-1e9, 1e9));
const TEXTS: KeyType = KeyType::List(&KeyType::String);

/// The keys of a section of `[pieces]`.
pub(super) const NOTES: &[Key] = &[
    key("tags", "", "words that rules can name it by, added to those of the file", TEXTS),
    key(
        "connectors",
        "",
        "its connectors, in place of those of the file",
        KeyType::List(&KeyType::Record(CONNECTOR)),
    ),
    key(
        "boxes",
        "",
        "its boxes, in place of those of the file; an empty list overlaps nothing",
        KeyType::List(&BOX),
    ),
    key(
        "floor",
        "",
        "nodes, meshes or materials that can be walked on, and nothing else can; * and ? stand for any letters",
        TEXTS,
    ),
];

const CONNECTOR: &[Key] = &[
    required("at", "m", "where it is, in the space of the piece", METRES),
    required("heading", "", "out of the piece; of any length", METRES),
    key("up", "", "+Y if not given, or -Z for a heading that is vertical", METRES),
    Key {
        default: Constant::Integer(1),
        ..key("pins", "", "its pins", KeyType::Integer { min: 1, max: u32::MAX as i64 })
    },
    Key { default: Constant::String(WHITE), ..key("color", "", "its color", KeyType::String) },
];

const BOX: KeyType = KeyType::Forms(&[
    &[required("min", "m", "the lowest corner", METRES), required("max", "m", "the highest corner", METRES)],
    &[
        required("center", "m", "its middle", METRES),
        required(
            "half",
            "m",
            "half its size along each of its axes",
            KeyType::Vector(Limits::Within(0.0, 1e9)),
        ),
        Key {
            default: Constant::Real(0.0),
            ..key("turn", "deg", "about +Y", KeyType::Real(Limits::Within(-360.0, 360.0)))
        },
    ],
]);

const fn key(name: &'static str, unit: &'static str, help: &'static str, takes: KeyType) -> Key {
    Key { name, unit, help, takes, default: Constant::Nothing }
}

const fn required(name: &'static str, unit: &'static str, help: &'static str, takes: KeyType) -> Key {
    Key { default: Constant::Required, ..key(name, unit, help, takes) }
}

impl PieceNotes {
    /// A section that says nothing yet.
    pub fn new(piece: &str) -> Self {
        Self { piece: piece.into(), ..Self::default() }
    }

    /// What is given of it, in the order of its keys.
    pub fn written(&self) -> Value {
        let tags = (!self.tags.is_empty()).then(|| Value::strings(self.tags.clone()));
        let connectors = self.connectors.as_ref().map(|all| all.iter().map(ConnectorNote::written).collect());
        let boxes = self.boxes.as_ref().map(|all| all.iter().map(BoxNote::written).collect());
        let floor = self.floor.clone().map(Value::strings);
        let all = [tags, connectors.map(Value::List), boxes.map(Value::List), floor];
        table(NOTES.iter().zip(all).map(|(key, value)| (key.name, value)))
    }

    /// Takes a key whose value was accepted. What makes no sense all the same is told with its place.
    pub(super) fn change(&mut self, key: &str, value: Value) -> Result<(), SettingError> {
        let wrong = |Odd { way, message, help }| {
            let path = [vec![Inside::Row(key.into())], way].concat();
            let inside: String = path.iter().map(ToString::to_string).collect();
            let message = format!("`{}{inside}` in [pieces] {message}", self.piece);
            SettingError { message, help: help.map(Into::into), wrong: Wrong::Value(path) }
        };
        match key {
            "tags" => self.tags = tags(value).map_err(wrong)?,
            "connectors" => self.connectors = Some(each(value, ConnectorNote::read).map_err(wrong)?),
            "boxes" => self.boxes = Some(each(value, BoxNote::read).map_err(wrong)?),
            "floor" => self.floor = Some(value.into_strings()),
            _ => {}
        }
        Ok(())
    }
}

/// What makes no sense, and where in the value.
struct Odd {
    way: Vec<Inside>,
    message: String,
    help: Option<&'static str>,
}

fn odd(key: &str, message: impl Into<String>) -> Odd {
    Odd { way: vec![Inside::Row(key.into())], message: message.into(), help: None }
}

/// Reads the items of a list.
fn each<T>(value: Value, read: fn(Value) -> Result<T, Odd>) -> Result<Vec<T>, Odd> {
    let Value::List(items) = value else { return Ok(vec![]) };
    let item = |(index, item)| {
        read(item).map_err(|odd| Odd { way: [vec![Inside::Item(index)], odd.way].concat(), ..odd })
    };
    items.into_iter().enumerate().map(item).collect()
}

fn tags(value: Value) -> Result<Vec<String>, Odd> {
    let tags = value.into_strings();
    match tags.iter().enumerate().find(|(_, tag)| !is_tag(tag)) {
        Some((index, wrong)) => Err(Odd {
            way: vec![Inside::Item(index)],
            message: format!("must be a word, found \"{wrong}\""),
            help: Some("a tag has letters, digits, _ and - only; rules name it with a # in front"),
        }),
        None => Ok(tags.iter().map(|tag| tag.to_lowercase()).collect()),
    }
}

/// Shorter than this, a heading points nowhere.
const SHORTEST: f64 = 1e-6;

impl ConnectorNote {
    /// A connector with one white pin, upright.
    pub fn new(at: DVec3, heading: DVec3) -> Self {
        Self { at, heading, up: None, pins: 1, color: WHITE.into() }
    }

    /// The connector that is meant. `name` is what to call it in messages.
    pub fn connector(&self, name: &str) -> Connector {
        let heading = self.heading.normalize_or_zero();
        let across = |up: DVec3| up - heading * up.dot(heading);
        let vertical = across(DVec3::Y).length() < FACING_TOLERANCE;
        let up = across(self.up.unwrap_or(if vertical { DVec3::NEG_Z } else { DVec3::Y }));
        let (name, color) = (name.into(), self.color.clone());
        Connector { name, pins: self.pins, color, position: self.at, heading, up: up.normalize_or(DVec3::Y) }
    }

    fn written(&self) -> Value {
        table([
            ("at", Some(vector(self.at))),
            ("heading", Some(vector(self.heading))),
            ("up", self.up.map(vector)),
            ("pins", Some(i64::from(self.pins).into())),
            ("color", Some(Value::String(self.color.clone()))),
        ])
    }

    fn read(value: Value) -> Result<Self, Odd> {
        let mut note = Self::new(DVec3::ZERO, DVec3::ZERO);
        for (key, value) in value.into_rows() {
            match (&*key, value) {
                ("at", value) => note.at = vector_of(value),
                ("heading", value) => note.heading = vector_of(value),
                ("up", value) => note.up = Some(vector_of(value)),
                ("pins", Value::Integer(pins)) => note.pins = u32::try_from(pins).unwrap_or(u32::MAX),
                ("color", Value::String(color)) => note.color = color.trim().to_lowercase(),
                _ => {}
            }
        }
        let (heading, color) = (note.heading, note.color.len());
        if heading.length() < SHORTEST {
            return Err(odd("heading", format!("must point somewhere, found {heading}")));
        }
        let leans = |up: DVec3| up.normalize_or_zero().cross(heading.normalize()).length();
        if let Some(up) = note.up.filter(|up| leans(*up) < FACING_TOLERANCE) {
            return Err(odd("up", format!("must point across the heading {heading}, found {up}")));
        }
        if color == 0 {
            return Err(odd("color", "must be a name, found \"\""));
        }
        if color > LONGEST_COLOR {
            let message = format!("must be a name of at most {LONGEST_COLOR} letters, found one of {color}");
            return Err(odd("color", message));
        }
        Ok(note)
    }
}

impl BoxNote {
    /// The box that is meant.
    pub fn shape(&self) -> OrientedBox {
        match *self {
            Self::Corners { min, max } => OrientedBox::aligned(min, max),
            Self::Turned { center, half, turn } => {
                let turn = Turn::of_degrees(turn);
                OrientedBox {
                    center,
                    half,
                    axes: [DVec3::X, DVec3::Y, DVec3::Z].map(|axis| turn.apply(axis)),
                }
            }
        }
    }

    fn written(&self) -> Value {
        match *self {
            Self::Corners { min, max } => table([("min", Some(vector(min))), ("max", Some(vector(max)))]),
            Self::Turned { center, half, turn } => table([
                ("center", Some(vector(center))),
                ("half", Some(vector(half))),
                ("turn", (turn != 0.0).then_some(Value::Real(turn))),
            ]),
        }
    }

    fn read(value: Value) -> Result<Self, Odd> {
        let rows = value.into_rows();
        let get = |name: &str| rows.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone());
        let place = |name: &str| get(name).map(vector_of);
        if let (Some(center), Some(half)) = (place("center"), place("half")) {
            let turn = get("turn").and_then(|turn| turn.real()).unwrap_or(0.0);
            return Ok(Self::Turned { center, half, turn });
        }
        let (min, max) = (place("min").unwrap_or_default(), place("max").unwrap_or_default());
        match (0..3).find(|&axis| min[axis] > max[axis]) {
            Some(axis) => {
                let (name, low, high) = (["x", "y", "z"][axis], min[axis], max[axis]);
                Err(odd("min", format!("must not be above `max`, found {low:?} and {high:?} along {name}")))
            }
            None => Ok(Self::Corners { min, max }),
        }
    }
}

fn table(rows: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Value {
    Value::Table(rows.into_iter().filter_map(|(name, value)| Some((name.to_string(), value?))).collect())
}

fn vector(v: DVec3) -> Value {
    Value::List(v.to_array().map(Value::Real).into())
}

/// The vector that was accepted.
fn vector_of(value: Value) -> DVec3 {
    DVec3::from(<[f64; 3]>::try_from(value.into_reals()).unwrap_or_default())
}

#[cfg(test)]
mod tests;
