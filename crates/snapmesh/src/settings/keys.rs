//! The list of keys: for every setting its name, unit, limits, default, and its place in [`Settings`].

use super::growth::{Growth, Span, WhenBlocked};
use super::sections::{Count, MatchingRules, Settings};
use crate::boxes::Bounds;
use crate::rng::RngKind;
use crate::value::{Constant, Key, KeyType, Limits, MANY, Value};

/// A key of `kit.toml`, and the way of its value into the settings and out again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    /// The table of `kit.toml` it is in.
    pub(super) section: &'static str,
    /// What it is.
    pub(super) key: Key,
    /// The value in force; none if it is not worth a word, as a later key at its default.
    pub(super) get: fn(&Settings) -> Option<Value>,
    /// Puts a value in that the key accepts.
    pub(super) set: fn(&mut Settings, Value),
}

/// The sections of `kit.toml`, in the order they are written.
pub(super) const SECTIONS: &[&str] =
    &["kit", "connection", "generation", "selection", "growth", "rules", "ends", "pieces", "navigation"];

/// The largest distance anyone may ask for, in metres: keeps coordinates far from the end of numbers.
const FAR: f64 = 1e6;

/// Any whole number of 64 bits.
const ANY_INTEGER: KeyType = KeyType::Integer { min: i64::MIN, max: i64::MAX };
const TEXTS: KeyType = KeyType::List(&KeyType::String);

const fn at_least(min: i64) -> KeyType {
    KeyType::Integer { min, max: MANY }
}

macro_rules! field {
    ($section:literal $name:literal $unit:literal $help:literal, $takes:expr, $default:expr, $access:expr) => {{
        let (get, set): (fn(&Settings) -> Option<Value>, fn(&mut Settings, Value)) = $access;
        let key = Key { name: $name, unit: $unit, help: $help, takes: $takes, default: $default };
        Field { section: $section, key, get, set }
    }};
}

/// The way in and out of a field whose type is that of a variant of [`Value`].
macro_rules! plain {
    ($variant:ident $($field:ident).+) => {
        (
            |s| Some(Value::$variant(s.$($field).+.clone())),
            |s, v| if let Value::$variant(v) = v { s.$($field).+ = v },
        )
    };
}

/// The same for a list of texts.
macro_rules! texts {
    ($($field:ident).+) => {
        (|s| Some(Value::strings(s.$($field).+.clone())), |s, v| s.$($field).+ = v.into_strings())
    };
}

/// The same for an enum with names.
macro_rules! named {
    ($type:ident $($field:ident).+) => {
        (
            |s| Some(s.$($field).+.name().into()),
            |s, v| if let Value::String(v) = v { s.$($field).+ = $type::from_name(&v).unwrap_or_default() },
        )
    };
}

/// Every setting but the methods' own parameters, in the order they are written.
pub(super) const FIELDS: &[Field] = &[
    field!("kit" "name" "" "what the kit is called", KeyType::String, Constant::String(""),
        plain!(String content.name)),
    field!("kit" "pieces" "" "files of the pieces drawn from; * and ? stand for any letters", TEXTS,
        Constant::List(&[Constant::String("*.glb"), Constant::String("*.gltf")]), texts!(content.pieces)),
    field!("kit" "use_starters" "" "whether the starting piece comes from the starters", KeyType::Bool,
        Constant::Bool(false), plain!(Bool content.use_starters)),
    field!("kit" "starters" "" "files of the pieces to start from", TEXTS, Constant::List(&[]),
        texts!(content.starters)),
    field!("kit" "scale" "m" "metres per unit of the files", KeyType::Real(Limits::Within(1e-6, 1e6)), Constant::Real(1.0), (
        |s| (s.content.scale != 1.0).then_some(Value::Real(s.content.scale)),
        |s, v| if let Value::Real(x) = v { s.content.scale = x },
    )),
    field!("connection" "matching_rules" "" "which rules two connectors must fulfil",
        KeyType::Choice(MatchingRules::NAMES), Constant::String("both"),
        named!(MatchingRules connection.matching_rules)),
    field!("connection" "pin_tolerance" "" "largest difference in pins that still matches", at_least(0),
        Constant::Integer(0), plain!(Integer connection.pin_tolerance)),
    field!("connection" "color_matrix" "" "colors of tentative connectors that a guide's color accepts",
        KeyType::Table(&TEXTS), Constant::EmptyTable, (color_rows, add_color_rows)),
    field!("generation" "seed" "" "where chance starts", ANY_INTEGER, Constant::Integer(42),
        plain!(Integer generation.seed)),
    field!("generation" "rng" "" "which generator the seed starts", KeyType::Choice(RngKind::NAMES),
        Constant::String("chacha8"), named!(RngKind generation.rng)),
    field!("generation" "max_fails" "" "tentative pieces tried with a guide before it is given up",
        at_least(1), Constant::Integer(10), plain!(Integer generation.max_fails)),
    field!("generation" "piece_distance" "m" "spacing between two joined connectors",
        KeyType::Real(Limits::Within(0.0, FAR)), Constant::Real(0.0001), plain!(Real generation.piece_distance)),
    field!("generation" "check_overlaps" "" "whether pieces that overlap the map are refused", KeyType::Bool,
        Constant::Bool(true), plain!(Bool generation.check_overlaps)),
    field!("generation" "clearance" "m" "boxes closer than this count as overlapping",
        KeyType::Real(Limits::Within(0.0, FAR)), Constant::Real(0.01), plain!(Real generation.clearance)),
    field!("selection" "method" "" "how guides are chosen", KeyType::Method, Constant::String("arena"),
        // Which methods there are to choose from is known to whoever sets it.
        (|s| Some(s.selection.method.name.into()), |_, _| {})),
    field!("selection" "starter_con_tol" "" "connectors a starting piece may be off the best", at_least(0),
        Constant::Integer(0), plain!(Integer selection.starter_con_tol)),
    field!("growth" "when_blocked" "" "what happens when nothing can be joined to a guide: the map stops as in the \
    paper, the guide is skipped, or pieces are undone until it has what it promises",
    KeyType::Choice(WhenBlocked::NAMES), Constant::String("stop"), (
        |s| (s.growth.when_blocked != WhenBlocked::Stop).then(|| s.growth.when_blocked.name().into()),
        |s, v| if let Value::String(v) = v { s.growth.when_blocked = WhenBlocked::from_name(&v).unwrap_or_default() },
    )),
    field!("growth" "budget" "pairings" "pairings tried for one map; 100000 and 100 more per piece asked for if not given",
        at_least(1), Constant::Follows,
        (|s| s.growth.budget.map(Value::Integer), |s, v| if let Value::Integer(n) = v { s.growth.budget = Some(n) })),
    field!("growth" "inside" "m" "the volume that boxes stay within; the starting piece stands at the origin",
        KeyType::Volume, Constant::Nothing,
        (|s| s.growth.inside.map(|bounds| written_volume(&bounds)), |s, v| s.growth.inside = Some(volume(v)))),
    field!("growth" "outside" "m" "volumes that boxes stay out of", KeyType::List(&KeyType::Volume),
    Constant::List(&[]), (
        |s| {
            let volumes = s.growth.outside.iter().map(written_volume);
            (!s.growth.outside.is_empty()).then(|| Value::List(volumes.collect()))
        },
        |s, v| if let Value::List(items) = v { s.growth.outside = items.into_iter().map(volume).collect() },
    )),
    field!("growth" "loops" "" "links beyond the tree, which close loops: how many, or the least and the most",
    KeyType::Range(&at_least(0)), Constant::List(&[Constant::Integer(0), Constant::Integer(0)]), (
        |s| (s.growth.loops != Growth::default().loops).then(|| s.growth.loops.written(Value::Integer)),
        |s, v| if let Some(loops) = Span::integers(&v) { s.growth.loops = loops },
    )),
    field!("growth" "loop_length" "pieces" "pieces in a chain that closes a loop, at most",
    KeyType::Integer { min: 1, max: 12 }, Constant::Integer(6), (
        |s| (s.growth.loop_length != Growth::default().loop_length).then_some(Value::Integer(s.growth.loop_length)),
        |s, v| if let Value::Integer(n) = v { s.growth.loop_length = n },
    )),
    field!("growth" "loop_gap" "m" "distance beyond piece_distance by which the ends of a loop may miss each other",
    KeyType::Real(Limits::Within(0.0, 1.0)), Constant::Real(0.005), (
        |s| (s.growth.loop_gap != Growth::default().loop_gap).then_some(Value::Real(s.growth.loop_gap)),
        |s, v| if let Value::Real(x) = v { s.growth.loop_gap = x },
    )),
    field!("navigation" "agent_radius" "m" "half the width of who walks", KeyType::Real(Limits::Above(0.0)),
        Constant::Real(0.5), plain!(Real navigation.agent_radius)),
    field!("navigation" "agent_height" "m" "height of who walks", KeyType::Real(Limits::Above(0.0)),
        Constant::Real(2.0), plain!(Real navigation.agent_height)),
    field!("navigation" "max_slope" "deg" "steepest floor that can be walked",
        KeyType::Real(Limits::Within(0.0, 90.0)), Constant::Real(45.0), plain!(Real navigation.max_slope)),
    field!("navigation" "max_climb" "m" "tallest step that can be taken", KeyType::Real(Limits::AtLeast(0.0)),
        Constant::Real(0.4), plain!(Real navigation.max_climb)),
    field!("navigation" "cell_size" "m" "width of a cell of the walkable surface; a third of agent_radius if not given",
        KeyType::Real(Limits::Above(0.0)), Constant::Follows,
        (|s| Some(s.navigation.cell_size().into()), |s, v| if let Value::Real(x) = v { s.navigation.cell_size = Some(x) })),
    field!("navigation" "cell_height" "m" "height of a cell of the walkable surface; a quarter of cell_size if not given",
        KeyType::Real(Limits::Above(0.0)), Constant::Follows,
        (|s| Some(s.navigation.cell_height().into()), |s, v| if let Value::Real(x) = v { s.navigation.cell_height = Some(x) })),
    field!("navigation" "points" "" "navigation points to scatter", at_least(0), Constant::Integer(250),
        plain!(Integer navigation.points)),
    field!("navigation" "seed" "" "where the chance of the points starts", ANY_INTEGER, Constant::Integer(1),
        plain!(Integer navigation.seed)),
    field!("navigation" "count" "" "which regions count: all, or those that a doorway leads to, so no wall tops, tables or roofs",
    KeyType::Choice(Count::NAMES), Constant::String("all"), (
        |s| (s.navigation.count != Count::All).then(|| s.navigation.count.name().into()),
        |s, v| if let Value::String(v) = v { s.navigation.count = Count::from_name(&v).unwrap_or_default() },
    )),
];

fn color_rows(settings: &Settings) -> Option<Value> {
    let rows = settings.connection.color_matrix.rows.iter();
    Some(Value::Table(rows.map(|(color, row)| (color.clone(), Value::strings(row.clone()))).collect()))
}

/// A volume as it is written.
fn written_volume(bounds: &Bounds) -> Value {
    let corner = |at: glam::DVec3| Value::List(at.to_array().map(Value::Real).into());
    Value::Table(vec![("min".into(), corner(bounds.min)), ("max".into(), corner(bounds.max))])
}

/// The volume that was accepted.
fn volume(value: Value) -> Bounds {
    let mut rows = value.into_rows().into_iter();
    let mut corner = || {
        let numbers = rows.next().map(|(_, corner)| corner.into_reals()).unwrap_or_default();
        glam::DVec3::from(<[f64; 3]>::try_from(numbers).unwrap_or_default())
    };
    Bounds { min: corner(), max: corner() }
}

/// Rows add up over the layers. Colors are the same in any case.
fn add_color_rows(settings: &mut Settings, value: Value) {
    let Value::Table(rows) = value else { return };
    let lower = |(color, row): (String, Value)| {
        (color.to_lowercase(), row.into_strings().iter().map(|color| color.to_lowercase()).collect())
    };
    settings.connection.color_matrix.rows.extend(rows.into_iter().map(lower));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_of_the_list_are_those_of_the_structs() {
        let settings = Settings::default();
        for field in FIELDS {
            let default = field.key.default.value();
            assert!(
                default.is_none_or(|default| (field.get)(&settings).is_none_or(|value| value == default)),
                "{}",
                field.key.name
            );
        }
    }

    #[test]
    fn every_key_accepts_its_default_and_stands_in_a_known_section_once() {
        for field in FIELDS {
            let default = field.key.default.value();
            assert!(default.is_none_or(|value| field.key.accept(field.section, value).is_ok()));
            assert!(SECTIONS.contains(&field.section));
            let same = |other: &&Field| (other.section, other.key.name) == (field.section, field.key.name);
            assert_eq!(FIELDS.iter().filter(same).count(), 1, "{}", field.key.name);
        }
    }
}
