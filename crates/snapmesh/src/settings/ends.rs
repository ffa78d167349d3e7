//! `[ends]`: what becomes of connectors, by their kind.

use crate::value::{Constant, Key, KeyType, Value};
use std::fmt;

/// A section of `[ends]`: what becomes of connectors of some kinds. What it leaves open, a less specific one may say.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct EndRule {
    /// The kinds it is about.
    pub kinds: Kinds,
    /// What closes one that stays free: files, or ids of pieces.
    pub cap: Option<Vec<String>>,
    /// What stands where two pieces are joined, likewise.
    pub door: Option<Vec<String>>,
    /// Whether one may stay free.
    pub free: Option<Free>,
}

/// Whether connectors may stay free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Free {
    /// If nothing closes them.
    #[default]
    May,
    /// No piece is placed that would leave one without room for a cap.
    Never,
}

impl Free {
    /// The names used in `kit.toml`, in the order of the variants.
    pub const NAMES: &'static [&'static str] = &["may", "never"];

    /// The name used in `kit.toml`.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize]
    }

    /// The variant of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::May, Self::Never].into_iter().find(|known| known.name() == name)
    }
}

/// Kinds of connectors: `2 white`, or `*` for any pins or any color.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Kinds {
    /// The pins; any if none.
    pub pins: Option<u32>,
    /// The color, in lower case; any if none.
    pub color: Option<String>,
}

const ANY: &str = "*";

impl Kinds {
    /// Reads what `[ends]` calls them.
    pub fn parse(text: &str) -> Option<Self> {
        let (pins, color) = text.trim().split_once(char::is_whitespace)?;
        let pins = if pins == ANY { None } else { Some(pins.parse().ok().filter(|&pins| pins > 0)?) };
        // A color may be of several words, as a designer named it.
        let color = color.trim();
        Some(Self { pins, color: (color != ANY).then(|| color.to_lowercase()) })
    }

    /// Whether connectors of these pins and this color are among them.
    pub fn contain(&self, pins: u32, color: &str) -> bool {
        self.pins.is_none_or(|known| known == pins) && self.color.as_ref().is_none_or(|known| known == color)
    }

    /// The higher, the more specific: pins and color, pins, color, any.
    pub fn precision(&self) -> u8 {
        2 * u8::from(self.pins.is_some()) + u8::from(self.color.is_some())
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pins = self.pins.map_or_else(|| ANY.into(), |pins| pins.to_string());
        write!(f, "{pins} {}", self.color.as_deref().unwrap_or(ANY))
    }
}

/// What the most specific section about connectors of these pins and this color says, of those that say anything; and the
/// place of that section.
pub fn most_specific<'a, T>(
    rules: &'a [EndRule],
    (pins, color): (u32, &str),
    says: impl Fn(&'a EndRule) -> Option<T>,
) -> Option<(usize, T)> {
    let about = rules.iter().enumerate().filter(|(_, rule)| rule.kinds.contain(pins, color));
    let said = about.filter_map(|(place, rule)| Some((rule.kinds.precision(), place, says(rule)?)));
    said.max_by_key(|(precision, ..)| *precision).map(|(_, place, value)| (place, value))
}

/// The keys of a section of `[ends]`.
pub(super) const END: &[Key] = &[
    key("cap", "pieces that close a connector which stays free", FILES),
    key("door", "pieces that stand where two pieces are joined", FILES),
    key("free", "whether a connector may stay free", KeyType::Choice(Free::NAMES)),
];

const FILES: KeyType = KeyType::List(&KeyType::String);

const fn key(name: &'static str, help: &'static str, takes: KeyType) -> Key {
    Key { name, unit: "", help, takes, default: Constant::Nothing }
}

impl EndRule {
    /// A section that says nothing yet.
    pub fn new(kinds: Kinds) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// What is given of it, in the order of its keys.
    pub(super) fn written(&self) -> Value {
        let all = [
            self.cap.clone().map(Value::strings),
            self.door.clone().map(Value::strings),
            self.free.map(|free| free.name().into()),
        ];
        let named = END.iter().zip(all).filter_map(|(key, value)| Some((key.name.to_string(), value?)));
        Value::Table(named.collect())
    }

    /// Changes one key.
    pub(super) fn change(&mut self, key: &str, value: Value) {
        match (key, value) {
            ("cap", files) => self.cap = Some(files.into_strings()),
            ("door", files) => self.door = Some(files.into_strings()),
            ("free", Value::String(name)) => self.free = Free::from_name(&name),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Kinds, Value};
    use crate::selection::STANDARD;
    use crate::settings::Settings;

    #[test]
    fn kinds_are_pins_and_a_color_or_any() {
        for (text, written) in [
            ("2 White", "2 white"),
            (" *  red", "* red"),
            ("3 *", "3 *"),
            ("* *", "* *"),
            ("1 dark red", "1 dark red"),
        ] {
            assert_eq!(Kinds::parse(text).unwrap().to_string(), written);
        }
        for wrong in ["", "2", "white", "0 white", "-1 white", "two white", "2white"] {
            assert_eq!(Kinds::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_more_is_named_the_more_specific() {
        let precision = |text: &str| Kinds::parse(text).unwrap().precision();
        let all = ["* *", "* red", "2 *", "2 red"].map(precision);
        assert!(all.is_sorted() && all[0] < all[3]);
    }

    #[test]
    fn keys_that_are_given_later_join_those_of_the_section() {
        let mut settings = Settings::default();
        let table = |key: &str, value: Value| Value::Table(vec![(key.into(), value)]);
        settings.set(STANDARD, "ends", "2 white", table("cap", Value::strings(["End.glb"]))).unwrap();
        settings.set(STANDARD, "ends", "2 WHITE", table("free", "never".into())).unwrap();
        let [(name, entry)] = &settings
            .entries()
            .into_iter()
            .filter(|(section, ..)| *section == "ends")
            .map(|(_, name, value)| (name, value))
            .collect::<Vec<_>>()[..]
        else {
            panic!("one section");
        };
        assert_eq!(
            (&**name, entry.written()),
            ("2 white", r#"{ "cap" = ["End.glb"], "free" = "never" }"#.into())
        );
        assert!(settings.replace("ends") && settings.ends.is_empty());
    }

    #[test]
    fn what_is_no_kind_is_refused_at_its_name() {
        let error = Settings::default().set(STANDARD, "ends", "white", Value::Table(vec![])).unwrap_err();
        assert!(error.message.contains("\"white\"") && error.help.is_some(), "{}", error.message);
        assert_eq!(error.wrong, crate::value::Wrong::Name);
    }
}
