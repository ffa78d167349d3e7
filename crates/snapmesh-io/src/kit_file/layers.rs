//! Settings in layers: defaults, then `kit.toml`, then a preset, then `--seed`, then `--set`. Later wins.

use snapmesh::problem::nearest;
use snapmesh::settings::keys::takes_lists;
use snapmesh::settings::{SettingError, Settings, Value};
use snapmesh::{Method, Place, Problem};
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What comes on top of `kit.toml`.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// A preset of the kit.
    pub preset: Option<String>,
    /// The seed of the map.
    pub seed: Option<i64>,
    /// `section.key=value`, with a TOML value.
    pub set: Vec<String>,
}

/// Settings as they were read, with the places of what may turn out wrong later.
#[derive(Clone, Debug)]
pub(crate) struct Layered {
    pub(crate) settings: Settings,
    /// Where each item of a list, or each row of a table, was given: by `section.key` and item.
    pub(crate) places: BTreeMap<(String, String), Place>,
    pub(crate) presets: Vec<String>,
}

/// Reads the text of a `kit.toml`, called `file` in messages, and puts the changes on top. What is wrong in it is
/// told beside what could be read; only text that is no TOML ends the reading.
pub(crate) fn read(
    text: &str,
    file: &str,
    changes: &Changes,
    methods: &[&'static Method],
) -> Result<(Layered, Vec<Problem>), Vec<Problem>> {
    let table = DeTable::parse(text).map_err(|error| vec![syntax(&error, file, text)])?;
    let mut layers = Layers {
        source: Source::File { file, text },
        methods,
        layered: Layered { settings: Settings::default(), places: BTreeMap::new(), presets: vec![] },
        problems: vec![],
    };
    let (presets, sections): (Vec<_>, Vec<_>) =
        table.get_ref().iter().partition(|(key, _)| &**key.get_ref() == "presets");
    layers.sections(sections);
    let presets = presets.first().map(|(_, value)| *value);
    layers.presets(presets, changes.preset.as_deref());
    layers.flags(changes);
    Ok((layers.layered, layers.problems))
}

/// Puts changes, `section.key=value` each, on top of settings that come from elsewhere.
pub fn change(
    settings: Settings,
    set: &[String],
    methods: &[&'static Method],
) -> Result<Settings, Vec<Problem>> {
    let layered = Layered { settings, places: BTreeMap::new(), presets: vec![] };
    let mut layers = Layers { source: Source::Flag("--set"), methods, layered, problems: vec![] };
    layers.flags(&Changes { set: set.to_vec(), ..Changes::default() });
    if layers.problems.is_empty() { Ok(layers.layered.settings) } else { Err(layers.problems) }
}

fn syntax(error: &toml::de::Error, file: &str, text: &str) -> Problem {
    let problem = Problem::error(file, format!("is not valid TOML: {}", error.message().trim()));
    match error.span() {
        Some(span) => problem.at(line_and_column(text, span.start)),
        None => problem,
    }
}

/// Line and column of a byte, both from 1.
fn line_and_column(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}

/// Where values come from, for messages.
#[derive(Clone, Copy)]
enum Source<'t> {
    File { file: &'t str, text: &'t str },
    Flag(&'t str),
}

impl Source<'_> {
    fn place(self, span: &Range<usize>) -> Place {
        match self {
            Self::File { file, text } => {
                Place { file: file.into(), at: Some(line_and_column(text, span.start)), node: None }
            }
            Self::Flag(flag) => Place { file: flag.into(), ..Place::default() },
        }
    }
}

struct Layers<'t> {
    source: Source<'t>,
    methods: &'t [&'static Method],
    layered: Layered,
    problems: Vec<Problem>,
}

type Entry<'a, 'i> = (&'a Spanned<std::borrow::Cow<'i, str>>, &'a Spanned<DeValue<'i>>);

impl Layers<'_> {
    fn error(&mut self, span: &Range<usize>, message: impl Into<String>, help: Option<String>) {
        let problem = Problem { place: self.source.place(span), help, ..Problem::error("", message) };
        self.problems.push(problem);
    }

    /// Takes `[section]` tables, from the file itself or from a preset.
    fn sections<'a, 'i: 'a>(&mut self, sections: impl IntoIterator<Item = Entry<'a, 'i>>) {
        for (section, value) in sections {
            let DeValue::Table(table) = value.get_ref() else {
                let message = format!("`{}` stands outside of any section", section.get_ref());
                let help = "settings stand in a section, as in `[generation]` or `generation = { ... }`";
                self.error(&section.span(), message, Some(help.into()));
                continue;
            };
            for (key, value) in table {
                self.put(section.get_ref(), (key.get_ref(), key.span()), value);
            }
            if table.is_empty() {
                self.put_nothing(section);
            }
        }
    }

    /// An empty section can still be misspelled.
    fn put_nothing(&mut self, section: &Spanned<std::borrow::Cow<'_, str>>) {
        if !snapmesh::settings::keys::SECTIONS.contains(&&**section.get_ref()) {
            let unknown = self.layered.settings.set(self.methods, section.get_ref(), "", Value::Flag(true));
            let error = unknown.expect_err("no section has a key without a name");
            self.error(&section.span(), error.message, error.help);
        }
    }

    /// Puts one value into the settings.
    fn put(&mut self, section: &str, key: (&str, Range<usize>), value: &Spanned<DeValue<'_>>) {
        let (key, key_span) = key;
        // A name that is not known is wrong at the name, a value that does not fit at the value.
        let wrong = |error: SettingError| {
            let span = if error.unknown_name { key_span.clone() } else { value.span() };
            (span, error.message, error.help)
        };
        // Whether there is such a key comes first; then what it takes says how lists and tables are read.
        let taken = takes_lists(self.methods, section, key).map_err(wrong).and_then(|lists| {
            let value = self.value(&format!("{section}.{key}"), value, lists)?;
            self.layered.settings.set(self.methods, section, key, value).map_err(wrong)
        });
        if let Err((span, message, help)) = taken {
            self.error(&span, message, help);
        }
    }

    /// A TOML value as a value of ours; lists and tables leave the places of their items behind.
    fn value(&mut self, path: &str, value: &Spanned<DeValue<'_>>, lists: bool) -> Result<Value, Wrong> {
        Ok(match value.get_ref() {
            DeValue::Array(_) if !lists => Value::Names(vec![]),
            DeValue::Table(_) if !lists => Value::Rows(BTreeMap::new()),
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Boolean(flag) => Value::Flag(*flag),
            DeValue::Integer(number) => {
                let parsed = i64::from_str_radix(number.as_str(), number.radix());
                let message = || format!("`{path}` must fit into 64 bits, found {}", number.as_str());
                Value::Integer(parsed.map_err(|_| (value.span(), message(), None))?)
            }
            DeValue::Float(number) => {
                let parsed = number.as_str().parse();
                Value::Real(
                    parsed
                        .map_err(|_| (value.span(), format!("{} is not a number", number.as_str()), None))?,
                )
            }
            DeValue::Array(_) => Value::Names(self.names(path, value)?),
            DeValue::Table(table) => {
                let mut rows = BTreeMap::new();
                for (row, value) in table {
                    self.remember(path, row.get_ref(), &row.span());
                    let names = self.names(&format!("{path}.{}", row.get_ref()), value)?;
                    rows.insert(row.get_ref().to_string(), names);
                }
                Value::Rows(rows)
            }
            DeValue::Datetime(_) => return Err((value.span(), format!("`{path}` cannot be a date"), None)),
        })
    }

    fn names(&mut self, path: &str, value: &Spanned<DeValue<'_>>) -> Result<Vec<String>, Wrong> {
        let DeValue::Array(items) = value.get_ref() else {
            let message = format!("`{path}` must be a list of texts in quotes");
            return Err((value.span(), message, None));
        };
        let mut names = Vec::new();
        for item in items {
            let DeValue::String(text) = item.get_ref() else {
                let message = format!(
                    "`{path}` must be a list of texts in quotes, found {}",
                    item.get_ref().type_str()
                );
                return Err((item.span(), message, None));
            };
            self.remember(path, text, &item.span());
            names.push(text.to_string());
        }
        Ok(names)
    }

    fn remember(&mut self, path: &str, item: &str, span: &Range<usize>) {
        let place = self.source.place(span);
        let key = if path.starts_with("connection.color_matrix") {
            // Colors are the same in any case.
            (path.to_lowercase(), item.to_lowercase())
        } else {
            (path.into(), item.into())
        };
        self.layered.places.insert(key, place);
    }

    /// Checks every preset, and applies the one that is asked for.
    fn presets(&mut self, presets: Option<&Spanned<DeValue<'_>>>, wanted: Option<&str>) {
        let empty = DeTable::default();
        let table = match presets.map(|value| (value.get_ref(), value.span())) {
            None => &empty,
            Some((DeValue::Table(table), _)) => table,
            Some((_, span)) => return self.error(&span, "`presets` must be a table of presets", None),
        };
        let before = self.layered.clone();
        let mut chosen = None;
        for (name, value) in table {
            self.layered = before.clone();
            match value.get_ref() {
                DeValue::Table(sections) => self.sections(sections.iter()),
                _ => self.error(&value.span(), format!("preset `{}` must be a table", name.get_ref()), None),
            }
            if wanted == Some(name.get_ref()) {
                chosen = Some(self.layered.clone());
            }
        }
        let names: Vec<String> = table.keys().map(|name| name.get_ref().to_string()).collect();
        if let (Some(wanted), None) = (wanted, &chosen) {
            let flag = format!("--preset {wanted}");
            let problem = Problem::error(flag, format!("the kit has no preset \"{wanted}\""));
            let help = match nearest(wanted, names.iter().map(String::as_str)) {
                Some(close) => format!("did you mean \"{close}\"?"),
                None if names.is_empty() => "the kit has no presets at all".into(),
                None => format!("it has {}", names.join(", ")),
            };
            self.problems.push(problem.help(help));
        }
        self.layered = Layered { presets: names, ..chosen.unwrap_or(before) };
    }

    /// Applies `--seed` and `--set`.
    fn flags(&mut self, changes: &Changes) {
        if let Some(seed) = changes.seed {
            self.layered.settings.generation.seed = seed;
        }
        for change in &changes.set {
            let flag = format!("--set {change}");
            let mut layers = Layers {
                source: Source::Flag(&flag),
                methods: self.methods,
                layered: self.layered.clone(),
                problems: vec![],
            };
            layers.flag(change);
            self.layered = layers.layered;
            self.problems.append(&mut layers.problems);
        }
    }

    /// One `section.key=value`.
    fn flag(&mut self, change: &str) {
        let help = Some("write it as section.key=value, as in --set generation.max_fails=20".to_string());
        let Some((path, text)) = change.split_once('=') else {
            return self.error(&(0..0), "has no `=`", help);
        };
        let path: Vec<&str> = path.trim().split('.').map(|word| word.trim().trim_matches('"')).collect();
        let text = text.trim();
        // What is no TOML value is taken as a text, so that the quotes may be left out in a shell.
        let value = DeValue::parse(text)
            .unwrap_or_else(|_| Spanned::new(0..0, DeValue::String(text.to_string().into())));
        match path[..] {
            [section, key] => self.put(section, (key, 0..0), &value),
            // A row of a table: section.key.row=[...]
            [section, key, row] => {
                let mut table = DeTable::new();
                table.insert(Spanned::new(0..0, row.into()), value);
                self.put(section, (key, 0..0), &Spanned::new(0..0, DeValue::Table(table)));
            }
            _ => self.error(&(0..0), "does not name a section and a key", help),
        }
    }
}

/// Where, what, and what to do.
type Wrong = (Range<usize>, String, Option<String>);

#[cfg(test)]
mod tests {
    use super::*;
    use snapmesh::selection::STANDARD;
    use snapmesh::settings::MatchingRules;

    fn changes(preset: Option<&str>, seed: Option<i64>, set: &[&str]) -> Changes {
        Changes { preset: preset.map(Into::into), seed, set: set.iter().map(ToString::to_string).collect() }
    }

    fn read_with(text: &str, changes: &Changes) -> Result<Settings, String> {
        let told =
            |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        let (layered, problems) = read(text, "kit.toml", changes, STANDARD).map_err(told)?;
        if problems.is_empty() { Ok(layered.settings) } else { Err(told(problems)) }
    }

    fn wrong(text: &str) -> String {
        read_with(text, &Changes::default()).unwrap_err()
    }

    #[test]
    fn later_layers_win() {
        let text = "[generation]\nseed = 1\nmax_fails = 3\n[presets.b]\ngeneration = { seed = 2 }\n";
        let seed = |preset, seed, set: &[&str]| {
            read_with(text, &changes(preset, seed, set)).unwrap().generation.seed
        };
        assert_eq!(Settings::default().generation.seed, 42);
        assert_eq!(seed(None, None, &[]), 1);
        assert_eq!(seed(Some("b"), None, &[]), 2);
        assert_eq!(seed(Some("b"), Some(-3), &[]), -3);
        assert_eq!(seed(Some("b"), Some(-3), &["generation.seed=4"]), 4);
        assert_eq!(read_with(text, &changes(Some("b"), None, &[])).unwrap().generation.max_fails, 3);
    }

    #[test]
    fn set_takes_toml_values_and_bare_words_and_rows() {
        let set = [
            "selection.method=branch",
            "connection.matching_rules=\"pins\"",
            "connection.color_matrix.red=[\"*\"]",
        ];
        let settings = read_with("", &changes(None, None, &set)).unwrap();
        assert_eq!(settings.selection.method.name, "branch");
        assert_eq!(settings.connection.matching_rules, MatchingRules::Pins);
        assert_eq!(settings.connection.color_matrix.rows["red"], ["*"]);
    }

    #[test]
    fn rows_of_the_color_matrix_add_up_over_the_layers() {
        let text =
            "[connection.color_matrix]\nRed = [\"Blue\"]\n[presets.p.connection.color_matrix]\nblue = []\n";
        let settings = read_with(text, &changes(Some("p"), None, &[])).unwrap();
        assert_eq!(settings.connection.color_matrix.rows["red"], ["blue"]);
        assert!(settings.connection.color_matrix.rows["blue"].is_empty());
    }

    #[test]
    fn mistakes_are_named_with_line_and_column_and_all_at_once() {
        let told = wrong("[generation]\nmax_fail = 3\nseed = \"x\"\n\n[selection]\n  max_pieces = 0\n");
        let lines: Vec<&str> = told.lines().collect();
        assert_eq!(lines[0], "error: kit.toml:2:1: unknown key `max_fail` in [generation]");
        assert_eq!(lines[1], "  help: did you mean `max_fails`?");
        assert!(lines[2].starts_with("error: kit.toml:3:8: `seed` in [generation] must be a whole number"));
        assert!(lines[3].starts_with("error: kit.toml:6:16: `max_pieces` in [selection] must be"));
    }

    #[test]
    fn broken_toml_is_named_with_its_place() {
        assert!(
            wrong("[generation\nseed = 1\n").starts_with("error: kit.toml:1:"),
            "{}",
            wrong("[generation\n")
        );
        assert!(
            wrong("[generation]\nseed = 99999999999999999999\n").contains(
                "kit.toml:2:8: `generation.seed` must fit into 64 bits, found 99999999999999999999"
            )
        );
    }

    #[test]
    fn unknown_sections_methods_and_presets_point_to_known_ones() {
        assert!(wrong("[generatoin]\nseed = 1\n").contains("did you mean [generation]?"));
        assert!(wrong("[generatoin]\n").contains("did you mean [generation]?"));
        assert!(wrong("seed = 1\n").contains("`seed` stands outside of any section"));
        assert!(wrong("[selection]\nmethod = \"arenas\"\n").contains("kit.toml:2:10"));
        let missing = read_with("[presets.big]\n", &changes(Some("bgi"), None, &[])).unwrap_err();
        assert!(missing.contains("did you mean \"big\"?"), "{missing}");
    }

    #[test]
    fn presets_are_checked_even_when_not_asked_for() {
        assert!(wrong("[presets.b]\ngeneration = { max_fails = 0 }\n").contains("kit.toml:2:28"));
        assert!(wrong("presets = 3\n").contains("must be a table"));
        assert!(wrong("[presets]\nb = 3\n").contains("must be a table"));
    }

    #[test]
    fn a_broken_set_names_itself() {
        for set in
            ["seed=1", "generation.seed", "generation.seed=x", "a.b.c.d=1", "generation.max_fails=0", "="]
        {
            let told = read_with("", &changes(None, None, &[set])).unwrap_err();
            assert!(told.starts_with(&format!("error: --set {set}: ")), "{told}");
        }
    }

    /// The value was converted before the key was looked up, so that a list hid a misspelled key.
    #[test]
    fn an_unknown_key_is_told_whatever_its_value() {
        assert!(wrong("[generation]\nsede = [1]\n").contains("unknown key `sede`"));
        assert!(wrong("[generation]\nextra = { a = { b = 1 } }\n").contains("unknown key `extra`"));
        assert!(
            wrong("[generation]\nseed = [1]\n").contains("must be a whole number of 64 bits, found a list")
        );
        assert!(wrong("[preset.b]\ngeneration = { seed = 1 }\n").contains("did you mean [presets]?"));
    }

    #[test]
    fn lists_must_hold_texts() {
        assert!(wrong("[kit]\npieces = [1]\n").contains("kit.toml:2:11"));
        assert!(wrong("[connection.color_matrix]\nred = \"blue\"\n").contains("kit.toml:2:7"));
        assert!(wrong("[kit]\nname = 2024-01-01\n").contains("cannot be a date"));
    }
}
