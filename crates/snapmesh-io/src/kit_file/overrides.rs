//! What comes on top of `kit.toml`: a preset, a seed, settings one by one, and what is left out of it.

use super::toml_value;
use snapmesh::{Location, Problem, Value};
use toml::Spanned;
use toml::de::DeValue;

/// What comes on top of `kit.toml`. Later wins: preset, seed, settings in their order.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// A preset of the kit.
    pub preset: Option<String>,
    /// Keys that neither `kit.toml` nor the preset has a say in: their defaults count, or what is set.
    pub unset: Vec<KeyPath>,
    /// The seed of the map.
    pub seed: Option<i64>,
    /// Settings, one by one.
    pub set: Vec<Override>,
}

/// A setting by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPath {
    /// The section of `kit.toml`.
    pub section: String,
    /// The key in it.
    pub key: String,
    /// Where the name comes from, for messages.
    pub origin: Location,
}

impl KeyPath {
    /// Reads `section.key`.
    pub fn parse(text: &str, origin: Location) -> Result<Self, Problem> {
        let [section, key] = <[String; 2]>::try_from(keys(text)).map_err(|_| {
            Problem::error(origin.clone(), "does not name a section and a key")
                .help("write it as section.key, as in growth.inside")
        })?;
        Ok(Self { section, key, origin })
    }
}

/// What to do about a setting that cannot be read.
const HOW: &str = "write it as section.key=value, as in generation.max_fails=20";

/// A setting that is given another value.
#[derive(Clone, Debug, PartialEq)]
pub struct Override {
    /// The section of `kit.toml`.
    pub section: String,
    /// The key in it.
    pub key: String,
    /// Its value; of a table, the rows that are given.
    pub value: Value,
    /// Where it comes from, for messages.
    pub origin: Location,
}

impl Override {
    /// A setting with a value of ours.
    pub fn new(section: &str, key: &str, value: impl Into<Value>) -> Self {
        let origin = Location::Request(format!("{section}.{key}"));
        Self { section: section.into(), key: key.into(), value: value.into(), origin }
    }

    /// Reads `section.key=value`, or `section.key.row=value` for a row of a table. The value is TOML; what is no TOML
    /// value is taken as a text, so that the quotes may be left out in a shell.
    pub fn parse(text: &str, origin: Location) -> Result<Self, Problem> {
        let (path, value) =
            text.split_once('=').ok_or_else(|| Problem::error(origin.clone(), "has no `=`").help(HOW))?;
        Self::parse_value(path, value, origin)
    }

    /// The same from a path and a value that are apart already.
    pub fn parse_value(path: &str, value: &str, origin: Location) -> Result<Self, Problem> {
        let value =
            value_of(path.trim(), value.trim()).map_err(|message| Problem::error(origin.clone(), message))?;
        let (section, key, value) = match &keys(path)[..] {
            [section, key] => (section.clone(), key.clone(), value),
            [section, key, row] => (section.clone(), key.clone(), Value::Table(vec![(row.clone(), value)])),
            _ => return Err(Problem::error(origin, "does not name a section and a key").help(HOW)),
        };
        Ok(Self { section, key, value, origin })
    }

    /// The setting it is about, as `section.key`.
    pub fn path(&self) -> String {
        format!("{}.{}", self.section, self.key)
    }
}

/// Reads a value as TOML has it.
pub fn parse_value(text: &str) -> Option<Value> {
    toml_value::value("", &DeValue::parse(text).ok()?).ok()
}

/// A value as TOML has it, or a text without its quotes.
fn value_of(path: &str, text: &str) -> Result<Value, String> {
    let bare = || Spanned::new(0..0, DeValue::String(text.to_string().into()));
    toml_value::value(path, &DeValue::parse(text).unwrap_or_else(|_| bare())).map_err(|(_, message)| message)
}

/// The keys of a dotted path. A key with a dot in it stands in quotes; none may be empty.
fn keys(path: &str) -> Vec<String> {
    let mut keys = vec![String::new()];
    let mut quote = None;
    for letter in path.chars() {
        match (quote, letter) {
            (None, '"' | '\'') => quote = Some(letter),
            (Some(open), letter) if letter == open => quote = None,
            (None, '.') => keys.push(String::new()),
            (_, letter) => keys.last_mut().expect("there is always one at work").push(letter),
        }
    }
    let keys: Vec<String> = keys.iter().map(|key| key.trim().to_string()).collect();
    if keys.iter().any(String::is_empty) { vec![] } else { keys }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<(String, Value), String> {
        let parsed = Override::parse(text, Location::Request(text.into()));
        parsed.map(|set| (set.path(), set.value)).map_err(|problem| problem.message)
    }

    #[test]
    fn values_are_toml_or_bare_words() {
        let path = |path: &str| path.to_string();
        assert_eq!(parse("generation.seed=7"), Ok((path("generation.seed"), Value::Integer(7))));
        assert_eq!(parse(" a . b = \"x=y\" "), Ok((path("a.b"), "x=y".into())));
        assert_eq!(parse("selection.method=branch"), Ok((path("selection.method"), "branch".into())));
        let row = Value::Table(vec![("#red".into(), Value::strings(["*"]))]);
        assert_eq!(
            parse("connection.color_matrix.\"#red\"=[\"*\"]"),
            Ok((path("connection.color_matrix"), row))
        );
    }

    #[test]
    fn a_dot_in_quotes_is_part_of_its_key() {
        assert_eq!(keys("a.'b.c'.\"d e\""), ["a", "b.c", "d e"]);
        assert_eq!(keys("a.light blue"), ["a", "light blue"]);
        assert!(keys("a..b").is_empty() && keys("").is_empty() && keys("a.").is_empty());
    }

    #[test]
    fn what_is_written_is_read_again() {
        let row = ("#a b".to_string(), Value::List(vec![Value::Real(1.0), "x\"y".into(), true.into()]));
        let value = Value::Table(vec![row, ("c".into(), Value::Integer(-3))]);
        assert_eq!(parse_value(&value.written()), Some(value));
    }

    #[test]
    fn what_is_not_a_path_or_a_value_is_told() {
        for (text, message) in [
            ("a.b", "has no `=`"),
            ("a=1", "does not name a section and a key"),
            ("a.b.c.d=1", "does not name a section and a key"),
            ("=", "does not name a section and a key"),
            ("a..b=1", "does not name a section and a key"),
            ("a.b=99999999999999999999", "`a.b` must fit into 64 bits, found 99999999999999999999"),
        ] {
            assert_eq!(parse(text), Err(message.into()), "{text}");
        }
    }

    #[test]
    fn a_setting_of_ours_is_called_by_its_path() {
        let set = Override::new("generation", "seed", 7);
        assert_eq!((set.path(), set.value), ("generation.seed".into(), Value::Integer(7)));
        assert_eq!(set.origin, Location::Request("generation.seed".into()));
    }

    #[test]
    fn a_value_alone_is_read_as_toml_and_nothing_else() {
        assert_eq!(parse_value("3"), Some(Value::Integer(3)));
        assert_eq!(parse_value("[\"a\"]"), Some(Value::strings(["a"])));
        assert_eq!(parse_value("branch"), None, "a bare word is no TOML");
        assert_eq!(parse_value("2024-01-01"), None);
        assert_eq!(parse_value(""), None);
    }

    #[test]
    fn a_bare_word_keeps_what_stands_in_it() {
        assert_eq!(parse("kit.name=The Old = Mill").unwrap().1, "The Old = Mill".into());
        assert_eq!(parse("kit.name=").unwrap().1, "".into());
        let problem = Override::parse("a", Location::Request("--set a".into())).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "error: --set a: has no `=`\n  help: write it as section.key=value, as in generation.max_fails=20"
        );
    }
}
