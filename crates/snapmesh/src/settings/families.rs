//! Sections whose keys a designer names: each entry of such a section is a record.

use super::ends::{END, EndRule, Kinds};
use super::growth::{Growth, PieceRule, Span};
use super::pieces::{NOTES, PieceNotes};
use super::sections::Settings;
use crate::value::{Constant, Key, KeyType, Limits, MANY, SettingError, Value, Wrong};

/// A section of entries, and the way of an entry into the settings and out again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Family {
    /// The table of `kit.toml` they are in.
    pub(super) section: &'static str,
    /// What an entry is; its name stands for any.
    pub(super) entry: Key,
    /// The entries in force.
    pub(super) get: fn(&Settings) -> Vec<(String, Value)>,
    /// Puts in what is given of an entry; the rest of it stays.
    pub(super) set: fn(&mut Settings, &str, Value) -> Result<(), SettingError>,
}

/// Every such section.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        section: "rules",
        entry: Key {
            name: "SELECTOR",
            unit: "",
            help: "what holds for the pieces of an id, a pattern of ids, or a \"#tag\"",
            takes: KeyType::Record(RULE),
            default: Constant::Nothing,
        },
        get: |settings| settings.rules.iter().map(|rule| (rule.selector.clone(), rule.written())).collect(),
        set: |settings, selector, value| {
            let rule =
                entry(&mut settings.rules, |rule| rule.selector == selector, || PieceRule::new(selector));
            value.into_rows().into_iter().for_each(|(key, value)| change(rule, &key, &value));
            Ok(())
        },
    },
    Family {
        section: "ends",
        entry: Key {
            name: "KIND",
            unit: "",
            help: "what becomes of connectors of a kind: \"pins color\", \"*\" for any",
            takes: KeyType::Record(END),
            default: Constant::Nothing,
        },
        get: |settings| settings.ends.iter().map(|end| (end.kinds.to_string(), end.written())).collect(),
        set: set_end,
    },
    Family {
        section: "pieces",
        entry: Key {
            name: "PIECE",
            unit: "",
            help: "what the kit says about a piece, by its id, so that its file can stay as it is",
            takes: KeyType::Record(NOTES),
            default: Constant::Nothing,
        },
        get: |settings| settings.pieces.iter().map(|notes| (notes.piece.clone(), notes.written())).collect(),
        set: set_notes,
    },
];

const COUNT: KeyType = KeyType::Integer { min: 0, max: MANY };
const POSITIVE: KeyType = KeyType::Integer { min: 1, max: MANY };
const METRES: KeyType = KeyType::Real(Limits::Within(-1e9, 1e9));

const RULE: &[Key] = &[
    key(
        "weight",
        "",
        "how often such a piece is drawn, against 1; 0 is never",
        KeyType::Real(Limits::Within(0.0, 1e9)),
    ),
    key("count", "pieces", "how many there are on a map", KeyType::Range(&COUNT)),
    key("run", "pieces", "how many there may be in a row", POSITIVE),
    key("apart", "joints", "joints between any two, at least", POSITIVE),
    key("depth", "joints", "joints from the starting piece", KeyType::Range(&COUNT)),
    key("height", "m", "metres of its origin above that of the starting piece", KeyType::Range(&METRES)),
];

const fn key(name: &'static str, unit: &'static str, help: &'static str, takes: KeyType) -> Key {
    Key { name, unit, help, takes, default: Constant::Nothing }
}

impl Settings {
    /// Puts a whole section back to its defaults, where a preset that gives it replaces it, and says so; else nothing happens.
    pub fn replace(&mut self, section: &str) -> bool {
        match section {
            "growth" => self.growth = Growth::default(),
            "rules" => self.rules.clear(),
            "ends" => self.ends.clear(),
            _ => return false,
        }
        true
    }
}

/// The entry that is there, or a new one at the end.
fn entry<T>(list: &mut Vec<T>, is: impl Fn(&T) -> bool, new: impl FnOnce() -> T) -> &mut T {
    let place = list.iter().position(is).unwrap_or_else(|| {
        list.push(new());
        list.len() - 1
    });
    &mut list[place]
}

/// Changes one key of a rule.
fn change(rule: &mut PieceRule, key: &str, value: &Value) {
    match key {
        "weight" => rule.weight = value.real(),
        "count" => rule.count = Span::integers(value),
        "run" => rule.run = Span::integers(value).map(|span| span.least),
        "apart" => rule.apart = Span::integers(value).map(|span| span.least),
        "depth" => rule.depth = Span::integers(value),
        "height" => rule.height = Span::reals(value),
        _ => {}
    }
}

impl PieceRule {
    /// What is given of it, in the order of its keys.
    pub(crate) fn written(&self) -> Value {
        let Self { weight, count, run, apart, depth, height, .. } = self;
        let all = [
            weight.map(Value::Real),
            count.map(|span| Span::written(span, Value::Integer)),
            run.map(Value::Integer),
            apart.map(Value::Integer),
            depth.map(|span| Span::written(span, Value::Integer)),
            height.map(|span| Span::written(span, Value::Real)),
        ];
        let named = RULE.iter().zip(all).filter_map(|(key, value)| Some((key.name.to_string(), value?)));
        Value::Table(named.collect())
    }

    /// What is given of it, by name.
    pub(crate) fn get(&self, key: &str) -> Option<Value> {
        self.written().into_rows().into_iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// The names of what is given.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static str> + use<> {
        let given = self.written().into_rows();
        RULE.iter().map(|key| key.name).filter(move |name| given.iter().any(|(known, _)| known == name))
    }

    /// The same without a key.
    pub(crate) fn without(&self, key: &str) -> Self {
        let mut rule = Self::new(&self.selector);
        for (name, value) in self.written().into_rows().iter().filter(|(name, _)| name != key) {
            change(&mut rule, name, value);
        }
        rule
    }
}

fn set_end(settings: &mut Settings, kinds: &str, value: Value) -> Result<(), SettingError> {
    let Some(kinds) = Kinds::parse(kinds) else {
        let message = format!("[ends] names \"{kinds}\", which is no kind of connector");
        let help = "a kind is pins and a color, as in \"2 white\"; \"*\" stands for any";
        return Err(SettingError { message, help: Some(help.into()), wrong: Wrong::Name });
    };
    let end = entry(&mut settings.ends, |end| end.kinds == kinds, || EndRule::new(kinds.clone()));
    value.into_rows().into_iter().for_each(|(key, value)| end.change(&key, value));
    Ok(())
}

fn set_notes(settings: &mut Settings, piece: &str, value: Value) -> Result<(), SettingError> {
    let notes = entry(&mut settings.pieces, |notes| notes.piece == piece, || PieceNotes::new(piece));
    value.into_rows().into_iter().try_for_each(|(key, value)| notes.change(&key, value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::STANDARD;

    fn table(rows: &[(&str, Value)]) -> Value {
        Value::Table(rows.iter().map(|(name, value)| (name.to_string(), value.clone())).collect())
    }

    fn pair(least: i64, most: i64) -> Value {
        Value::List(vec![least.into(), most.into()])
    }

    #[test]
    fn a_rule_is_put_together_key_by_key_and_comes_out_as_it_went_in() {
        let mut settings = Settings::default();
        let mut set = |value| settings.set(STANDARD, "rules", "#treasure", value).unwrap();
        set(table(&[("weight", 2.into()), ("count", pair(1, 3)), ("depth", 4.into())]));
        set(table(&[("count", pair(2, 3)), ("height", pair(-4, 0))]));
        let rule = &settings.rules[0];
        assert_eq!((rule.weight, rule.depth), (Some(2.0), Some(Span { least: 4, most: 4 })));
        assert_eq!(
            (rule.count, rule.height),
            (Some(Span { least: 2, most: 3 }), Some(Span { least: -4.0, most: 0.0 }))
        );
        let mut again = Settings::default();
        for (section, key, value) in settings.entries() {
            again.set(STANDARD, section, &key, value).unwrap();
        }
        assert_eq!(again.rules, settings.rules);
        assert_eq!(again.entries(), settings.entries());
    }

    #[test]
    fn what_is_wrong_in_a_rule_is_named_with_its_selector() {
        let error = |rule: Value| {
            let error = Settings::default().set(STANDARD, "rules", "Hall", rule).unwrap_err();
            error.message + &error.help.map_or(String::new(), |help| format!(" ({help})"))
        };
        assert_eq!(
            error(table(&[("count", pair(3, 1))])),
            "`Hall.count` in [rules] must have the least first, found [3, 1] (did you mean [1, 3]?)"
        );
        assert_eq!(
            error(table(&[("weigth", 1.into())])),
            "`Hall` in [rules] has an unknown key `weigth` (did you mean `weight`?)"
        );
        assert!(
            error(table(&[("weight", (-1).into())]))
                .contains("`Hall.weight` in [rules] must be a number, from 0 to")
        );
        assert!(
            error(table(&[("run", 0.into())]))
                .contains("`Hall.run` in [rules] must be a whole number, 1 or more")
        );
        assert!(error(5.into()).contains("must be a table with some of weight, count"));
    }

    #[test]
    fn tags_are_taken_in_lower_case_and_what_is_no_word_is_not() {
        let mut settings = Settings::default();
        let tags = |tags: &[&str]| table(&[("tags", Value::strings(tags.iter().copied()))]);
        settings.set(STANDARD, "pieces", "Hall", tags(&["Wet", "dark"])).unwrap();
        assert_eq!(settings.pieces[0].tags, ["wet", "dark"]);
        let error = settings.set(STANDARD, "pieces", "Hall", tags(&["two words"])).unwrap_err();
        assert!(error.message.contains("found \"two words\""), "{error}");
    }

    #[test]
    fn a_preset_replaces_growth_and_rules_and_nothing_else() {
        let mut settings = Settings::default();
        settings.set(STANDARD, "rules", "Hall", table(&[("run", 2.into())])).unwrap();
        settings.set(STANDARD, "growth", "budget", 9.into()).unwrap();
        settings.set(STANDARD, "generation", "seed", 7.into()).unwrap();
        for section in ["rules", "growth", "generation"] {
            settings.replace(section);
        }
        assert!(settings.rules.is_empty() && settings.growth.budget.is_none());
        assert_eq!(settings.generation.seed, 7);
    }
}
