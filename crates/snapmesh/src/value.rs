//! Values on their way into the settings: what a key takes, its limits, and why a value is not taken.

use std::fmt;
use thiserror::Error;

/// A value on its way into or out of the settings, from whatever file or flag.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    String(String),
    /// Values in a row.
    List(Vec<Value>),
    /// Values by name, in the order they were given.
    Table(Vec<(String, Value)>),
}

impl Value {
    /// A list of texts.
    pub fn strings<S: Into<String>>(texts: impl IntoIterator<Item = S>) -> Self {
        Self::List(texts.into_iter().map(|text| Self::String(text.into())).collect())
    }

    /// The texts of a list; what is none is left out.
    pub fn into_strings(self) -> Vec<String> {
        let Self::List(items) = self else { return vec![] };
        let text = |item| if let Self::String(text) = item { Some(text) } else { None };
        items.into_iter().filter_map(text).collect()
    }

    /// The numbers of a list; what is none is left out.
    pub fn into_reals(self) -> Vec<f64> {
        let Self::List(items) = self else { return vec![] };
        items.iter().filter_map(Self::real).collect()
    }

    /// The number it is.
    pub fn real(&self) -> Option<f64> {
        match self {
            Self::Real(x) => Some(*x),
            Self::Integer(n) => Some(*n as f64),
            _ => None,
        }
    }

    /// The entries of a table.
    pub fn into_rows(self) -> Vec<(String, Self)> {
        if let Self::Table(rows) = self { rows } else { vec![] }
    }
}

impl Value {
    /// As TOML has it, on one line.
    pub fn written(&self) -> String {
        match self {
            Self::String(text) => quoted(text),
            Self::List(items) => {
                format!("[{}]", items.iter().map(Self::written).collect::<Vec<_>>().join(", "))
            }
            Self::Table(rows) => {
                let rows = rows.iter().map(|(name, row)| format!("{} = {}", quoted(name), row.written()));
                format!("{{ {} }}", rows.collect::<Vec<_>>().join(", "))
            }
            value => value.to_string(),
        }
    }
}

/// A name in a table: in quotes where it needs them.
pub(crate) fn name_of(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if !name.is_empty() && name.chars().all(is_bare) { name.into() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".into(),
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

impl From<i64> for Value {
    fn from(n: i64) -> Self {
        Self::Integer(n)
    }
}

impl From<f64> for Value {
    fn from(x: f64) -> Self {
        Self::Real(x)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Bool(flag)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::String(text.into())
    }
}

/// As told in "found ...".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(n) => write!(f, "{n}"),
            Self::Real(x) => write!(f, "{x:?}"),
            Self::Bool(flag) => write!(f, "{flag}"),
            Self::String(text) => write!(f, "\"{text}\""),
            Self::List(_) => f.write_str("a list"),
            Self::Table(_) => f.write_str("a table"),
        }
    }
}

/// A value that is known when snapmesh is compiled: the default of a key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Constant {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// True or false.
    Bool(bool),
    /// A text.
    String(&'static str),
    /// Values in a row.
    List(&'static [Constant]),
    /// A table with nothing in it.
    EmptyTable,
    /// Nothing: without it, what it asks for is not asked for.
    Nothing,
    /// It follows from other settings; the help says how.
    Follows,
}

impl Constant {
    /// The value; none if there is none, or if it follows from other settings.
    pub fn value(self) -> Option<Value> {
        Some(match self {
            Self::Integer(n) => Value::Integer(n),
            Self::Real(x) => Value::Real(x),
            Self::Bool(flag) => Value::Bool(flag),
            Self::String(text) => text.into(),
            Self::List(items) => Value::List(items.iter().filter_map(|item| item.value()).collect()),
            Self::EmptyTable => Value::Table(vec![]),
            Self::Nothing | Self::Follows => return None,
        })
    }
}

/// Limits of a real number.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Limits {
    /// This or more.
    AtLeast(f64),
    /// More than this.
    Above(f64),
    /// From the first to the second, both included.
    Within(f64, f64),
}

impl Limits {
    fn allow(self, x: f64) -> bool {
        x.is_finite()
            && match self {
                Self::AtLeast(low) => x >= low,
                Self::Above(low) => x > low,
                Self::Within(low, high) => (low..=high).contains(&x),
            }
    }
}

impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AtLeast(low) => write!(f, "{low} or more"),
            Self::Above(low) => write!(f, "more than {low}"),
            Self::Within(low, high) => write!(f, "from {low} to {high}"),
        }
    }
}

/// The largest count anyone may ask for: keeps arithmetic on counts far from overflow.
pub const MANY: i64 = 1_000_000_000;

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum KeyType {
    /// A whole number between two, both included.
    Integer {
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// A number.
    Real(Limits),
    /// True or false.
    Bool,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// The name of a selection method.
    Method,
    /// Any text.
    String,
    /// A list of such.
    List(&'static KeyType),
    /// Such by name.
    Table(&'static KeyType),
    /// One such, or the least and the most of them as a list of two.
    Range(&'static KeyType),
    /// A table with some of these keys.
    Record(&'static [Key]),
    /// A box along the axes, by its lowest and its highest corner, in metres.
    Volume,
}

/// A setting: what it is called, what it takes, and what it does. Keys of `kit.toml` and parameters of selection methods
/// are all described by this.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Key {
    /// Its name in its section of `kit.toml`.
    pub name: &'static str,
    /// `m`, `deg`, what it counts, or nothing.
    pub unit: &'static str,
    /// What it does, in a few words.
    pub help: &'static str,
    /// What it takes.
    pub takes: KeyType,
    /// Its value when none is given.
    pub default: Constant,
}

impl Key {
    /// Takes a value if it is of the right type and within the limits. A whole number does for a real one.
    pub fn accept(&self, section: &str, value: Value) -> Result<Value, SettingError> {
        self.accept_as(section, self.name, value)
    }

    /// The same under a name that the designer gave it.
    pub(crate) fn accept_as(&self, section: &str, name: &str, value: Value) -> Result<Value, SettingError> {
        let mut path = Vec::new();
        self.takes.accept(value, &mut path).map_err(|refusal| {
            let inside: String = path.iter().map(ToString::to_string).collect();
            SettingError {
                message: format!("`{name}{inside}` in [{section}] {}", refusal.message),
                help: refusal.help,
                wrong: Wrong::Value(path),
            }
        })
    }
}

/// What is wrong with a value, wherever it stands.
struct Refusal {
    message: String,
    help: Option<String>,
}

impl KeyType {
    /// `path` is left at the part of the value that is wrong.
    fn accept(&self, value: Value, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
        match (self, value) {
            (Self::Integer { min, max }, Value::Integer(n)) if (*min..=*max).contains(&n) => {
                Ok(Value::Integer(n))
            }
            (Self::Integer { max: MANY, .. }, Value::Integer(n)) if n > MANY => {
                Err(Refusal { message: format!("must be at most {MANY}, found {n}"), help: None })
            }
            (Self::Real(limits), Value::Integer(n)) if limits.allow(n as f64) => Ok(Value::Real(n as f64)),
            (Self::Real(limits), Value::Real(x)) if limits.allow(x) => Ok(Value::Real(x)),
            (Self::Bool, Value::Bool(flag)) => Ok(Value::Bool(flag)),
            (Self::Choice(names), Value::String(text)) => choose(names, &text).map(Value::from),
            (Self::Method | Self::String, Value::String(text)) => Ok(Value::String(text)),
            (Self::List(of), Value::List(items)) => {
                let mut accepted = Vec::with_capacity(items.len());
                for (index, item) in items.into_iter().enumerate() {
                    path.push(Inside::Item(index));
                    accepted.push(of.accept(item, path)?);
                    path.pop();
                }
                Ok(Value::List(accepted))
            }
            (Self::Table(of), Value::Table(rows)) => {
                let mut accepted = Vec::with_capacity(rows.len());
                for (name, row) in rows {
                    path.push(Inside::Row(name.clone()));
                    accepted.push((name, of.accept(row, path)?));
                    path.pop();
                }
                Ok(Value::Table(accepted))
            }
            (Self::Range(of), Value::List(ends)) => accept_range(self, of, ends, path),
            (Self::Range(of), value) => of.accept(value, path),
            (Self::Record(keys), Value::Table(rows)) => accept_record(keys, rows, path),
            (Self::Volume, Value::Table(rows)) => accept_volume(rows, path),
            (_, value) => Err(Refusal { message: format!("must be {self}, found {value}"), help: None }),
        }
    }
}

/// The least and the most of something. Two that are the same are one.
fn accept_range(
    takes: &KeyType,
    of: &KeyType,
    ends: Vec<Value>,
    path: &mut Vec<Inside>,
) -> Result<Value, Refusal> {
    let Ok([least, most]) = <[Value; 2]>::try_from(ends) else {
        return Err(Refusal { message: format!("must be {takes}, found another list"), help: None });
    };
    path.push(Inside::Item(0));
    let least = of.accept(least, path)?;
    path.pop();
    path.push(Inside::Item(1));
    let most = of.accept(most, path)?;
    path.pop();
    let upside_down = match (&least, &most) {
        (Value::Integer(least), Value::Integer(most)) => least > most,
        (Value::Real(least), Value::Real(most)) => least > most,
        _ => false,
    };
    if upside_down {
        let message = format!("must have the least first, found [{least}, {most}]");
        return Err(Refusal { message, help: Some(format!("did you mean [{most}, {least}]?")) });
    }
    Ok(if least == most { least } else { Value::List(vec![least, most]) })
}

/// A table that has no other keys than these.
fn accept_record(keys: &[Key], rows: Vec<(String, Value)>, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
    let mut accepted = Vec::with_capacity(rows.len());
    for (name, row) in rows {
        let Some(key) = keys.iter().find(|key| key.name == name) else {
            let names = || keys.iter().map(|key| key.name);
            let help = match crate::problem::nearest(&name, names()) {
                Some(known) => format!("did you mean `{known}`?"),
                None => format!("it takes {}", names().collect::<Vec<_>>().join(", ")),
            };
            return Err(Refusal { message: format!("has an unknown key `{name}`"), help: Some(help) });
        };
        path.push(Inside::Row(name.clone()));
        accepted.push((name, key.takes.accept(row, path)?));
        path.pop();
    }
    Ok(Value::Table(accepted))
}

/// A number of metres that is not beyond all maps.
const METRES: KeyType = KeyType::Real(Limits::Within(-1e9, 1e9));
const CORNERS: [&str; 2] = ["min", "max"];

/// Both corners, and the lower below the higher on every axis.
fn accept_volume(rows: Vec<(String, Value)>, path: &mut Vec<Inside>) -> Result<Value, Refusal> {
    let mut corners = CORNERS.map(|name| (name.to_string(), Value::List(vec![])));
    for (name, corner) in rows {
        let Some(place) = corners.iter_mut().find(|(known, _)| *known == name) else {
            let help = format!("a volume is {}", KeyType::Volume);
            return Err(Refusal { message: format!("has an unknown key `{name}`"), help: Some(help) });
        };
        path.push(Inside::Row(name));
        place.1 = KeyType::List(&METRES).accept(corner, path)?;
        path.pop();
    }
    let [min, max] = corners.each_ref().map(|(_, corner)| corner.clone().into_reals());
    if min.len() != 3 || max.len() != 3 {
        return Err(Refusal { message: format!("must be {}", KeyType::Volume), help: None });
    }
    if let Some(axis) = (0..3).find(|&axis| min[axis] >= max[axis]) {
        let (name, low, high) = (["x", "y", "z"][axis], min[axis], max[axis]);
        let message = format!("must have its `min` below its `max`, found {low:?} and {high:?} along {name}");
        return Err(Refusal { message, help: None });
    }
    Ok(Value::Table(corners.into()))
}

/// One of a few words.
fn choose<'a>(names: &[&'a str], text: &str) -> Result<&'a str, Refusal> {
    names.iter().find(|known| **known == text).copied().ok_or_else(|| Refusal {
        message: format!("must be one of {}, found \"{text}\"", names.join(", ")),
        help: crate::problem::nearest(text, names.iter().copied())
            .map(|known| format!("did you mean \"{known}\"?")),
    })
}

/// In words, for messages and help: "a whole number, 1 or more".
impl fmt::Display for KeyType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer { min: i64::MIN, .. } => f.write_str("a whole number of 64 bits"),
            Self::Integer { min, max: MANY } => write!(f, "a whole number, {min} or more"),
            Self::Integer { min, max } => write!(f, "a whole number from {min} to {max}"),
            Self::Real(limits) => write!(f, "a number, {limits}"),
            Self::Bool => f.write_str("true or false"),
            Self::Choice(names) => write!(f, "one of {}", names.join(", ")),
            Self::Method => f.write_str("the name of a selection method"),
            Self::String => f.write_str("a text in quotes"),
            Self::List(Self::String) => f.write_str("a list of texts in quotes"),
            Self::List(of) => write!(f, "a list, each item {of}"),
            Self::Table(of) => write!(f, "a table, each entry {of}"),
            Self::Range(Self::Integer { .. }) => f.write_str("a whole number, or [least, most]"),
            Self::Range(of) => write!(f, "{of}, or [least, most]"),
            Self::Record(keys) => {
                let names: Vec<_> = keys.iter().map(|key| key.name).collect();
                write!(f, "a table with some of {}", names.join(", "))
            }
            Self::Volume => f.write_str("{ min = [x, y, z], max = [x, y, z] }"),
        }
    }
}

/// A step from a value to one inside it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Inside {
    /// An item of a list.
    Item(usize),
    /// An entry of a table.
    Row(String),
}

impl fmt::Display for Inside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Item(index) => write!(f, "[{index}]"),
            Self::Row(name) => write!(f, ".{name}"),
        }
    }
}

/// Why a setting was not taken. The message names the key and what it takes.
#[derive(Clone, Debug, PartialEq, Error)]
#[error("{message}")]
pub struct SettingError {
    /// What is wrong.
    pub message: String,
    /// What may have been meant.
    pub help: Option<String>,
    /// Which part of it is wrong.
    pub wrong: Wrong,
}

/// Which part of a setting is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// There is no such section or key.
    Name,
    /// The value, or what lies so deep inside it.
    Value(Vec<Inside>),
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: KeyType = KeyType::Integer { min: 1, max: 5 };

    fn key(takes: KeyType) -> Key {
        Key { name: "key", unit: "", help: "", takes, default: Constant::Follows }
    }

    #[test]
    fn every_type_takes_its_own_and_a_whole_number_does_for_a_real_one() {
        let takes = |takes, value: Value| key(takes).accept("s", value.clone()) == Ok(value);
        assert!(takes(COUNT, Value::Integer(5)) && takes(KeyType::Bool, Value::Bool(true)));
        assert!(takes(KeyType::Real(Limits::Above(0.0)), Value::Real(0.5)));
        assert!(takes(KeyType::Choice(&["a", "b"]), "b".into()) && takes(KeyType::String, "x".into()));
        assert!(takes(KeyType::List(&COUNT), Value::List(vec![Value::Integer(1), Value::Integer(2)])));
        let whole = key(KeyType::Real(Limits::AtLeast(0.0))).accept("s", Value::Integer(2));
        assert_eq!(whole, Ok(Value::Real(2.0)));
    }

    #[test]
    fn what_is_wrong_deep_inside_is_named_with_its_way() {
        let lists = key(KeyType::Table(&KeyType::List(&COUNT)));
        let inner = Value::List(vec![Value::Integer(1), Value::Integer(9)]);
        let error = lists.accept("s", Value::Table(vec![("row".into(), inner)])).unwrap_err();
        assert_eq!(error.message, "`key.row[1]` in [s] must be a whole number from 1 to 5, found 9");
        assert_eq!(error.wrong, Wrong::Value(vec![Inside::Row("row".into()), Inside::Item(1)]));
    }

    #[test]
    fn limits_leave_out_what_is_no_number() {
        for limits in [Limits::AtLeast(0.0), Limits::Above(0.0), Limits::Within(0.0, 1.0)] {
            assert!(!limits.allow(f64::NAN) && !limits.allow(f64::INFINITY) && !limits.allow(-0.1));
            assert!(limits.allow(1.0));
        }
    }

    #[test]
    fn what_a_key_takes_is_told_in_words() {
        let words = |takes: KeyType| takes.to_string();
        assert_eq!(words(KeyType::Integer { min: i64::MIN, max: i64::MAX }), "a whole number of 64 bits");
        assert_eq!(words(KeyType::Integer { min: 1, max: MANY }), "a whole number, 1 or more");
        assert_eq!(words(COUNT), "a whole number from 1 to 5");
        assert_eq!(words(KeyType::Real(Limits::AtLeast(0.5))), "a number, 0.5 or more");
        assert_eq!(words(KeyType::Real(Limits::Above(0.0))), "a number, more than 0");
        assert_eq!(words(KeyType::Real(Limits::Within(0.0, 90.0))), "a number, from 0 to 90");
        assert_eq!(words(KeyType::Bool), "true or false");
        assert_eq!(words(KeyType::Choice(&["a", "b"])), "one of a, b");
        assert_eq!(words(KeyType::Method), "the name of a selection method");
        assert_eq!(words(KeyType::String), "a text in quotes");
        assert_eq!(words(KeyType::List(&KeyType::String)), "a list of texts in quotes");
        assert_eq!(words(KeyType::List(&KeyType::Bool)), "a list, each item true or false");
        assert_eq!(
            words(KeyType::Table(&KeyType::List(&KeyType::String))),
            "a table, each entry a list of texts in quotes"
        );
    }

    #[test]
    fn values_are_told_as_they_were_written() {
        let told = |value: Value| value.to_string();
        assert_eq!(told(3.into()), "3");
        assert_eq!(told(2.0.into()), "2.0", "a number that is not whole shows it");
        assert_eq!(told(false.into()), "false");
        assert_eq!(told("x y".into()), "\"x y\"");
        assert_eq!(told(Value::strings(["a"])), "a list");
        assert_eq!(told(Value::Table(vec![])), "a table");
    }

    #[test]
    fn constants_become_values_but_for_what_follows() {
        assert_eq!(Constant::Integer(3).value(), Some(Value::Integer(3)));
        assert_eq!(Constant::Real(0.5).value(), Some(Value::Real(0.5)));
        assert_eq!(Constant::Bool(true).value(), Some(Value::Bool(true)));
        assert_eq!(Constant::String("x").value(), Some("x".into()));
        let list = Constant::List(&[Constant::String("a"), Constant::String("b")]);
        assert_eq!(list.value(), Some(Value::strings(["a", "b"])));
        assert_eq!(Constant::EmptyTable.value(), Some(Value::Table(vec![])));
        assert_eq!(Constant::Follows.value(), None);
    }

    #[test]
    fn texts_of_a_list_come_out_and_all_else_is_left() {
        let mixed = Value::List(vec!["a".into(), Value::Integer(1), "b".into()]);
        assert_eq!(mixed.into_strings(), ["a", "b"]);
        assert!(Value::Bool(true).into_strings().is_empty());
    }

    #[test]
    fn limits_include_their_ends_unless_they_say_otherwise() {
        assert!(Limits::AtLeast(1.0).allow(1.0) && !Limits::AtLeast(1.0).allow(0.9));
        assert!(!Limits::Above(1.0).allow(1.0) && Limits::Above(1.0).allow(1.1));
        assert!(Limits::Within(1.0, 2.0).allow(1.0) && Limits::Within(1.0, 2.0).allow(2.0));
        assert!(!Limits::Within(1.0, 2.0).allow(2.1));
        let real = key(KeyType::Real(Limits::Above(0.0)));
        assert!(real.accept("s", Value::Integer(0)).is_err(), "whole numbers have the same limits");
        assert!(
            key(COUNT).accept("s", Value::Integer(6)).is_err()
                && key(COUNT).accept("s", Value::Integer(1)).is_ok()
        );
    }

    #[test]
    fn a_choice_that_is_misspelled_is_helped() {
        let error = key(KeyType::Choice(&["pins", "colors"])).accept("s", "colours".into()).unwrap_err();
        assert_eq!(error.to_string(), "`key` in [s] must be one of pins, colors, found \"colours\"");
        assert_eq!(error.help.as_deref(), Some("did you mean \"colors\"?"));
    }
}
