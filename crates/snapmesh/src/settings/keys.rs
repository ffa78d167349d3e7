//! The list of keys: for every setting its name, unit, limits and place in [`Settings`].

use super::value::{Limits, SettingError, Value};
use super::{MatchingRules, Settings};
use crate::problem::nearest;
use crate::rng::RngKind;
use crate::selection::{Method, Param};
use std::fmt::Write as _;

type Get<T> = fn(&Settings) -> T;
type Set<T> = fn(&mut Settings, T);

/// What a key takes, and how it gets into the settings and out again.
#[derive(Clone, Copy, Debug)]
#[expect(missing_docs, reason = "the fields are the same in every variant: limits, then the way in and out")]
pub enum Takes {
    /// A whole number between two, both included.
    Integer { min: i64, max: i64, get: Get<i64>, set: Set<i64> },
    /// A number.
    Real { limits: Limits, get: Get<f64>, set: Set<f64> },
    /// True or false.
    Flag { get: Get<bool>, set: Set<bool> },
    /// One of a few words.
    Choice { names: &'static [&'static str], get: Get<&'static str>, set: fn(&mut Settings, &str) },
    /// The name of a selection method.
    Method,
    /// Any word.
    Text { get: Get<String>, set: Set<String> },
    /// A list of words.
    Names { get: Get<Vec<String>>, set: Set<Vec<String>> },
    /// Lists of words by a word; rows add up over the layers.
    Rows,
}

/// One setting.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The table of `kit.toml` it is in.
    pub section: &'static str,
    /// Its name there.
    pub name: &'static str,
    /// `m`, `deg` or nothing.
    pub unit: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What it takes.
    pub takes: Takes,
}

/// The largest count anyone may ask for: keeps arithmetic on counts far from overflow.
pub const MANY: i64 = 1_000_000_000;

/// The largest distance anyone may ask for, in metres: keeps coordinates far from the end of numbers.
const FAR: f64 = 1e6;

macro_rules! key {
    ($section:literal $name:literal $unit:literal $help:literal, $takes:expr) => {
        Key { section: $section, name: $name, unit: $unit, help: $help, takes: $takes }
    };
}
macro_rules! integer {
    ($min:expr, $max:expr, $($field:ident).+) => {
        Takes::Integer { min: $min, max: $max, get: |s| s.$($field).+, set: |s, v| s.$($field).+ = v }
    };
}
macro_rules! real {
    ($limits:expr, $($field:ident).+) => {
        Takes::Real { limits: $limits, get: |s| s.$($field).+, set: |s, v| s.$($field).+ = v }
    };
}
macro_rules! flag {
    ($($field:ident).+) => { Takes::Flag { get: |s| s.$($field).+, set: |s, v| s.$($field).+ = v } };
}
macro_rules! names {
    ($($field:ident).+) => { Takes::Names { get: |s| s.$($field).+.clone(), set: |s, v| s.$($field).+ = v } };
}

/// Every setting but the methods' own parameters, in the order they are written.
pub const KEYS: &[Key] = &[
    key!("kit" "name" "" "what the kit is called",
        Takes::Text { get: |s| s.content.name.clone(), set: |s, v| s.content.name = v }),
    key!("kit" "pieces" "" "files of the pieces drawn from; * and ? stand for any letters",
        names!(content.pieces)),
    key!("kit" "use_starters" "" "whether the starting piece comes from the starters",
        flag!(content.use_starters)),
    key!("kit" "starters" "" "files of the pieces to start from", names!(content.starters)),
    key!("connection" "matching_rules" "" "which rules two connectors must fulfil",
    Takes::Choice {
        names: MatchingRules::NAMES,
        get: |s| s.connection.matching_rules.name(),
        set: |s, v| s.connection.matching_rules = MatchingRules::from_name(v).unwrap_or_default(),
    }),
    key!("connection" "pin_tolerance" "" "largest difference in pins that still matches",
        integer!(0, MANY, connection.pin_tolerance)),
    key!("connection" "color_matrix" "" "colors of tentative connectors that a guide's color accepts",
        Takes::Rows),
    key!("generation" "seed" "" "where chance starts", integer!(i64::MIN, i64::MAX, generation.seed)),
    key!("generation" "rng" "" "which generator the seed starts",
    Takes::Choice {
        names: RngKind::NAMES,
        get: |s| s.generation.rng.name(),
        set: |s, v| s.generation.rng = RngKind::from_name(v).unwrap_or_default(),
    }),
    key!("generation" "max_fails" "" "tentative pieces tried with a guide before it is given up",
        integer!(1, MANY, generation.max_fails)),
    key!("generation" "piece_distance" "m" "spacing between two joined connectors",
        real!(Limits::Within(0.0, FAR), generation.piece_distance)),
    key!("generation" "check_overlaps" "" "whether pieces that overlap the map are refused",
        flag!(generation.check_overlaps)),
    key!("generation" "clearance" "m" "boxes closer than this count as overlapping",
        real!(Limits::Within(0.0, FAR), generation.clearance)),
    key!("selection" "method" "" "how guides are chosen", Takes::Method),
    key!("selection" "starter_con_tol" "" "connectors a starting piece may be off the best",
        integer!(0, MANY, selection.starter_con_tol)),
    key!("navigation" "agent_radius" "m" "half the width of who walks",
        real!(Limits::Above(0.0), navigation.agent_radius)),
    key!("navigation" "agent_height" "m" "height of who walks",
        real!(Limits::Above(0.0), navigation.agent_height)),
    key!("navigation" "max_slope" "deg" "steepest floor that can be walked",
        real!(Limits::Within(0.0, 90.0), navigation.max_slope)),
    key!("navigation" "max_climb" "m" "tallest step that can be taken",
        real!(Limits::AtLeast(0.0), navigation.max_climb)),
    key!("navigation" "cell_size" "m" "width of a cell of the walkable surface",
    Takes::Real {
        limits: Limits::Above(0.0),
        get: |s| s.navigation.cell_size(),
        set: |s, v| s.navigation.cell_size = Some(v),
    }),
    key!("navigation" "cell_height" "m" "height of a cell of the walkable surface",
    Takes::Real {
        limits: Limits::Above(0.0),
        get: |s| s.navigation.cell_height(),
        set: |s, v| s.navigation.cell_height = Some(v),
    }),
    key!("navigation" "points" "" "navigation points to scatter", integer!(0, MANY, navigation.points)),
    key!("navigation" "seed" "" "where the chance of the points starts",
        integer!(i64::MIN, i64::MAX, navigation.seed)),
];

/// The sections of `kit.toml`, in the order they are written.
pub const SECTIONS: &[&str] = &["kit", "connection", "generation", "selection", "navigation"];

impl Settings {
    /// Sets `section.name` to a value, if there is such a key among [`KEYS`] or the parameters of `methods`,
    /// and the value is of the right type and within the limits.
    pub fn set(
        &mut self,
        methods: &[&'static Method],
        section: &str,
        name: &str,
        value: Value,
    ) -> Result<(), SettingError> {
        match find(methods, section, name)? {
            Found::Key(key) => key.put(self, methods, value),
            Found::Param(param) => {
                let n = whole(section, name, param.min, param.max, &value)?;
                self.selection.params.insert(param.name, n);
                Ok(())
            }
        }
    }

    /// Every setting in force, as section, name and value, in the order of the list.
    pub fn entries(&self) -> Vec<(&'static str, &'static str, Value)> {
        let mut entries = Vec::new();
        for key in KEYS {
            entries.push((key.section, key.name, key.value(self)));
            if (key.section, key.name) == ("selection", "starter_con_tol") {
                let params = self.selection.method.params.iter().map(|param| param.name);
                let param = |name| ("selection", name, Value::Integer(self.selection.param(name)));
                entries.extend(params.map(param));
            }
        }
        entries
    }

    /// Checks all limits, for settings that were filled in by hand.
    pub fn check(&self) -> Result<(), SettingError> {
        let methods = [self.selection.method];
        let mut copy = self.clone();
        self.entries()
            .into_iter()
            .try_for_each(|(section, name, value)| copy.set(&methods, section, name, value))
    }
}

/// Whether a key takes lists or tables; an error if there is no such key.
pub fn takes_lists(methods: &[&'static Method], section: &str, name: &str) -> Result<bool, SettingError> {
    let found = find(methods, section, name)?;
    Ok(matches!(found, Found::Key(Key { takes: Takes::Names { .. } | Takes::Rows, .. })))
}

/// What a name stands for.
enum Found {
    Key(&'static Key),
    Param(&'static Param),
}

fn find(methods: &[&'static Method], section: &str, name: &str) -> Result<Found, SettingError> {
    if let Some(key) = KEYS.iter().find(|key| key.section == section && key.name == name) {
        return Ok(Found::Key(key));
    }
    let mut params = methods.iter().flat_map(|method| method.params);
    let param = params.find(|param| section == "selection" && param.name == name);
    param.map(Found::Param).ok_or_else(|| unknown_key(methods, section, name))
}

impl Key {
    fn put(
        &self,
        settings: &mut Settings,
        methods: &[&'static Method],
        value: Value,
    ) -> Result<(), SettingError> {
        let Self { section, name, .. } = *self;
        match (self.takes, value) {
            (Takes::Integer { min, max, set, .. }, value) => {
                set(settings, whole(section, name, min, max, &value)?);
            }
            (Takes::Real { limits, set, .. }, Value::Integer(n)) => {
                set(settings, within(section, name, limits, n as f64)?);
            }
            (Takes::Real { limits, set, .. }, Value::Real(x)) => {
                set(settings, within(section, name, limits, x)?);
            }
            (Takes::Flag { set, .. }, Value::Flag(flag)) => set(settings, flag),
            (Takes::Choice { names, set, .. }, Value::Text(text)) => {
                set(settings, choice(section, name, names, &text)?);
            }
            (Takes::Method, Value::Text(text)) => {
                let names: Vec<_> = methods.iter().map(|method| method.name).collect();
                let chosen = choice(section, name, &names, &text)?;
                let method = methods.iter().find(|method| method.name == chosen);
                settings.selection.method = method.expect("the choice was made among these methods");
            }
            (Takes::Text { set, .. }, Value::Text(text)) => set(settings, text),
            (Takes::Names { set, .. }, Value::Names(list)) => set(settings, list),
            (Takes::Rows, Value::Rows(rows)) => {
                let lower = |(color, row): (String, Vec<String>)| {
                    (color.to_lowercase(), row.iter().map(|color| color.to_lowercase()).collect())
                };
                settings.connection.color_matrix.rows.extend(rows.into_iter().map(lower));
            }
            (takes, value) => {
                let message = format!(
                    "`{name}` in [{section}] must be {}, found {}",
                    takes.describe(),
                    value.describe()
                );
                return Err(SettingError::wrong_value(message, None));
            }
        }
        Ok(())
    }

    /// The value in force.
    pub fn value(&self, settings: &Settings) -> Value {
        match self.takes {
            Takes::Integer { get, .. } => Value::Integer(get(settings)),
            Takes::Real { get, .. } => Value::Real(get(settings)),
            Takes::Flag { get, .. } => Value::Flag(get(settings)),
            Takes::Choice { get, .. } => Value::Text(get(settings).into()),
            Takes::Method => Value::Text(settings.selection.method.name.into()),
            Takes::Text { get, .. } => Value::Text(get(settings)),
            Takes::Names { get, .. } => Value::Names(get(settings)),
            Takes::Rows => Value::Rows(settings.connection.color_matrix.rows.clone()),
        }
    }
}

impl Takes {
    /// In words, for messages and help.
    pub fn describe(self) -> String {
        match self {
            Self::Integer { min, max, .. } => describe_whole(min, max),
            Self::Real { limits, .. } => format!("a number, {}", limits.describe()),
            Self::Flag { .. } => "true or false".into(),
            Self::Choice { names, .. } => format!("one of {}", list(names)),
            Self::Method => "the name of a selection method".into(),
            Self::Text { .. } => "a text in quotes".into(),
            Self::Names { .. } => "a list of texts in quotes".into(),
            Self::Rows => "a table with a list of colors for each color".into(),
        }
    }
}

fn describe_whole(min: i64, max: i64) -> String {
    match (min, max) {
        (i64::MIN, _) => "a whole number of 64 bits".into(),
        (min, MANY) => format!("a whole number, {min} or more"),
        (min, max) => format!("a whole number from {min} to {max}"),
    }
}

fn whole(section: &str, name: &str, min: i64, max: i64, value: &Value) -> Result<i64, SettingError> {
    match *value {
        Value::Integer(n) if (min..=max).contains(&n) => Ok(n),
        Value::Integer(n) if n > max && max == MANY => {
            let message = format!("`{name}` in [{section}] must be at most {MANY}, found {n}");
            Err(SettingError::wrong_value(message, None))
        }
        ref value => {
            let takes = describe_whole(min, max);
            let message = format!("`{name}` in [{section}] must be {takes}, found {}", value.describe());
            Err(SettingError::wrong_value(message, None))
        }
    }
}

fn within(section: &str, name: &str, limits: Limits, x: f64) -> Result<f64, SettingError> {
    if limits.allow(x) {
        return Ok(x);
    }
    let message = format!("`{name}` in [{section}] must be a number, {}, found {x}", limits.describe());
    Err(SettingError::wrong_value(message, None))
}

fn choice<'a>(section: &str, name: &str, names: &[&'a str], text: &str) -> Result<&'a str, SettingError> {
    names.iter().find(|known| **known == text).copied().ok_or_else(|| {
        let help = nearest(text, names.iter().copied()).map(|known| format!("did you mean \"{known}\"?"));
        SettingError::wrong_value(
            format!("`{name}` in [{section}] must be one of {}, found \"{text}\"", list(names)),
            help,
        )
    })
}

fn unknown_key(methods: &[&'static Method], section: &str, name: &str) -> SettingError {
    if !SECTIONS.contains(&section) {
        let all = [SECTIONS, &["presets"]].concat();
        let help = nearest(section, all.iter().copied()).map(|known| format!("did you mean [{known}]?"));
        let message = format!("unknown section [{section}]; there are {}", list(&all));
        return SettingError::unknown_name(message, help);
    }
    let params = methods.iter().flat_map(|method| method.params).map(|param| ("selection", param.name));
    let all: Vec<_> = KEYS.iter().map(|key| (key.section, key.name)).chain(params).collect();
    let here = all.iter().filter(|(known, _)| *known == section).map(|(_, name)| *name);
    // A key in the wrong table is the likelier slip when the very same name stands elsewhere.
    let help = match all.iter().find(|(_, known)| *known == name) {
        Some((home, _)) => Some(format!("`{name}` belongs in [{home}]")),
        None => nearest(name, here.clone()).map(|known| format!("did you mean `{known}`?")),
    };
    let help = help.or_else(|| Some(format!("[{section}] takes {}", list(&here.collect::<Vec<_>>()))));
    SettingError::unknown_name(format!("unknown key `{name}` in [{section}]"), help)
}

fn list(names: &[&str]) -> String {
    names.iter().enumerate().fold(String::new(), |mut text, (i, name)| {
        let comma = if i == 0 { "" } else { ", " };
        write!(text, "{comma}{name}").expect("a string takes all that is written to it");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::STANDARD;

    fn set(section: &str, name: &str, value: Value) -> Result<Settings, SettingError> {
        let mut settings = Settings::default();
        settings.set(STANDARD, section, name, value).map(|()| settings)
    }

    fn message(section: &str, name: &str, value: Value) -> String {
        let error = set(section, name, value).unwrap_err();
        format!("{} | {}", error.message, error.help.unwrap_or_default())
    }

    #[test]
    fn every_entry_goes_back_in_unchanged() {
        let mut settings = Settings::default();
        settings.set(STANDARD, "selection", "method", Value::Text("branch".into())).unwrap();
        settings.set(STANDARD, "selection", "branch_count", Value::Integer(9)).unwrap();
        let mut copy = Settings::default();
        for (section, name, value) in settings.entries() {
            copy.set(STANDARD, section, name, value).unwrap();
        }
        assert_eq!(copy.entries(), settings.entries());
        assert_eq!(copy.selection.param("branch_count"), 9);
        assert_eq!(copy.selection.param("branch_length"), 12);
    }

    #[test]
    fn limits_are_named_with_the_value_found() {
        assert_eq!(
            message("generation", "max_fails", Value::Integer(0)),
            "`max_fails` in [generation] must be a whole number, 1 or more, found 0 | "
        );
        assert_eq!(
            message("generation", "piece_distance", Value::Real(-0.5)),
            "`piece_distance` in [generation] must be a number, from 0 to 1000000, found -0.5 | "
        );
        assert_eq!(
            message("selection", "max_pieces", Value::Integer(0)),
            "`max_pieces` in [selection] must be a whole number, 1 or more, found 0 | "
        );
        assert_eq!(
            message("generation", "clearance", Value::Real(f64::NAN)),
            "`clearance` in [generation] must be a number, from 0 to 1000000, found NaN | "
        );
    }

    #[test]
    fn wrong_types_say_what_is_wanted() {
        assert_eq!(
            message("generation", "check_overlaps", Value::Text("yes".into())),
            "`check_overlaps` in [generation] must be true or false, found \"yes\" | "
        );
        assert_eq!(
            message("generation", "max_fails", Value::Real(2.5)),
            "`max_fails` in [generation] must be a whole number, 1 or more, found 2.5 | "
        );
    }

    #[test]
    fn unknown_names_point_to_known_ones() {
        let one = Value::Integer(1);
        assert!(message("generation", "max_fail", one.clone()).ends_with("did you mean `max_fails`?"));
        assert!(
            message("generation", "max_pieces", one.clone()).ends_with("`max_pieces` belongs in [selection]")
        );
        assert!(message("generatoin", "seed", one.clone()).ends_with("did you mean [generation]?"));
        let method = message("selection", "method", Value::Text("arenna".into()));
        assert!(method.ends_with("did you mean \"arena\"?"), "{method}");
        assert!(message("generation", "qqq", one).contains("[generation] takes seed, rng"));
    }

    #[test]
    fn settings_filled_in_by_hand_are_checked_too() {
        let mut settings = Settings::default();
        assert_eq!(settings.check(), Ok(()));
        settings.generation.max_fails = 0;
        assert!(settings.check().unwrap_err().message.contains("max_fails"));
    }

    #[test]
    fn whole_numbers_do_for_real_ones() {
        assert_eq!(set("generation", "clearance", Value::Integer(2)).unwrap().generation.clearance, 2.0);
    }
}
