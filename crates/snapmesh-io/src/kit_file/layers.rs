//! Settings in layers: defaults, then `kit.toml`, then a preset, then what comes on top. Later wins.

use super::lines::Lines;
use super::overrides::{KeyPath, Override, Overrides};
use super::places::Places;
use super::toml_value;
use snapmesh::limits::within;
use snapmesh::problem::nearest;
use snapmesh::settings::{Settings, find_key, find_section};
use snapmesh::value::{Inside, SettingError, Wrong};
use snapmesh::{Limits, Location, Method, Problem, Problems};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Settings as they were read, with the places of what may turn out wrong later.
#[derive(Clone, Debug, Default)]
pub struct Layered {
    /// Every setting in force.
    pub settings: Settings,
    /// Who gave each of them, by `section.key`; defaults are not listed.
    pub origins: BTreeMap<String, Origin>,
    /// The names of the kit's presets.
    pub presets: Vec<String>,
    pub(super) places: Places,
    /// Whether what is the name of a file is that and no pattern: the lists of a map are files.
    pub(super) names_first: bool,
}

/// Who gave a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The kit itself.
    Kit,
    /// A preset of it.
    Preset,
    /// Whoever opened the kit.
    Override,
}

/// Reads the text of a `kit.toml`, called `file` in messages, and puts the overrides on top. What is wrong in it is
/// told beside what could be read; only text that is no TOML ends the reading.
pub(super) fn read(
    text: &str,
    file: &str,
    overrides: &Overrides,
    methods: &[&'static Method],
    limits: &Limits,
) -> Result<(Layered, Problems), Problems> {
    let table = DeTable::parse(text).map_err(|error| syntax(&error, file, text))?;
    let mut layers = Layers {
        file,
        lines: Lines::new(text),
        methods,
        limits,
        overrides,
        layered: Layered::default(),
        problems: Problems::NONE,
    };
    let (presets, sections): (Vec<_>, Vec<_>) =
        table.get_ref().iter().partition(|(key, _)| &**key.get_ref() == "presets");
    layers.sections(sections, Origin::Kit);
    layers.presets(presets.first().map(|(_, value)| *value), overrides.preset.as_deref());
    let Layers { mut layered, mut problems, .. } = layers;
    for KeyPath { section, key, origin } in &overrides.unset {
        let unknown = find_key(methods, section, key).err();
        problems.extend(unknown.map(|error| misset(error, origin)));
    }
    if let Some(seed) = overrides.seed {
        layered.settings.generation.seed = seed;
        layered.origins.insert("generation.seed".into(), Origin::Override);
    }
    for set in &overrides.set {
        layered.origins.insert(set.path(), Origin::Override);
        layered.places.remember(&set.path(), &set.value, &|_| set.origin.clone());
        layered.places.insert(&set.section, &set.key, set.origin.clone());
        problems.extend(put(&mut layered.settings, set, methods).err());
    }
    Ok((layered, problems))
}

/// Puts overrides on top of settings that come from elsewhere.
pub fn apply(
    mut settings: Settings,
    overrides: &[Override],
    methods: &[&'static Method],
) -> Result<Settings, Problems> {
    let wrong = overrides.iter().filter_map(|set| put(&mut settings, set, methods).err());
    wrong.collect::<Problems>().into_result()?;
    Ok(settings)
}

fn put(settings: &mut Settings, set: &Override, methods: &[&'static Method]) -> Result<(), Problem> {
    let Override { section, key, value, origin } = set;
    settings.set(methods, section, key, value.clone()).map_err(|error| misset(error, origin))
}

/// What is wrong with a setting that was given.
fn misset(error: SettingError, origin: &Location) -> Problem {
    Problem { help: error.help, ..Problem::error(origin.clone(), error.message) }
}

/// What the reader of TOML says, with the number where it is about one.
fn message(error: &toml::de::Error) -> String {
    let message = error.message().trim();
    if message.contains("recurs") {
        return format!("tables and lists lie in each other more than {DEEPEST} deep ({message})");
    }
    message.into()
}

/// How deep the reader of TOML goes.
const DEEPEST: usize = 80;

fn syntax(error: &toml::de::Error, file: &str, text: &str) -> Problem {
    let problem = Problem::error(file, format!("is not valid TOML: {}", message(error)));
    match error.span() {
        Some(span) => problem.at(Lines::new(text).at(span.start)),
        None => problem,
    }
}

/// How many entries a list or a table has.
fn length(value: &Spanned<DeValue<'_>>) -> usize {
    match value.get_ref() {
        DeValue::Table(rows) => rows.len(),
        DeValue::Array(items) => items.len(),
        _ => 0,
    }
}

/// The layers of one file.
struct Layers<'t> {
    file: &'t str,
    lines: Lines<'t>,
    methods: &'t [&'static Method],
    limits: &'t Limits,
    overrides: &'t Overrides,
    layered: Layered,
    problems: Problems,
}

type Entry<'a, 'i> = (&'a Spanned<Cow<'i, str>>, &'a Spanned<DeValue<'i>>);

impl Layers<'_> {
    fn location(&self, span: &Range<usize>) -> Location {
        let (line, column) = self.lines.at(span.start);
        Location::Text { file: self.file.into(), line, column }
    }

    fn error(&mut self, span: &Range<usize>, message: impl Into<String>, help: Option<String>) {
        let location = self.location(span);
        self.problems.push(Problem { help, ..Problem::error(location, message) });
    }

    /// Whether a list or a table may have so many entries; if not, that is told. Counted before any of them is looked at.
    fn allow(&mut self, span: &Range<usize>, name: &str, entries: usize) -> bool {
        let (limit, may) = match name {
            "rules" => ("rules", self.limits.rules),
            "kit" => ("pieces", self.limits.pieces),
            "connectors" => ("connectors", self.limits.connectors),
            "boxes" => ("boxes", self.limits.boxes),
            _ => ("rows", self.limits.rows),
        };
        let exceeded = within(limit, entries as u64, may).err();
        if let Some(exceeded) = exceeded {
            self.error(span, exceeded.to_string(), Some(exceeded.help()));
        }
        exceeded.is_none()
    }

    /// The same for the lists of a section about a piece.
    fn allow_notes(&mut self, notes: &Spanned<DeValue<'_>>) -> bool {
        let DeValue::Table(rows) = notes.get_ref() else { return true };
        rows.iter().all(|(key, list)| self.allow(&key.span(), key.get_ref(), length(list)))
    }

    /// Takes `[section]` tables, from the file itself or from a preset.
    fn sections<'a, 'i: 'a>(&mut self, sections: impl IntoIterator<Item = Entry<'a, 'i>>, origin: Origin) {
        for (section, value) in sections {
            let DeValue::Table(table) = value.get_ref() else {
                let message = format!("`{}` stands outside of any section", section.get_ref());
                let help = "settings stand in a section, as in `[generation]` or `generation = { ... }`";
                self.error(&section.span(), message, Some(help.into()));
                continue;
            };
            if !self.allow(&section.span(), section.get_ref(), table.len()) {
                continue;
            }
            if origin == Origin::Preset {
                self.replace(section.get_ref());
            }
            // In the order of the file, which counts where rules give one piece several weights.
            let mut entries: Vec<_> = table.iter().collect();
            entries.sort_by_key(|(key, _)| key.span().start);
            for (key, value) in entries {
                if self.is_unset(section.get_ref(), key.get_ref()) {
                    self.keep_place(section.get_ref(), key.get_ref());
                    continue;
                }
                if !self.allow(&key.span(), section.get_ref(), length(value)) {
                    continue;
                }
                if section.get_ref() == "pieces" && !self.allow_notes(value) {
                    continue;
                }
                match self.put(section.get_ref(), key, value) {
                    Ok(path) => _ = self.layered.origins.insert(path, origin),
                    Err((span, message, help)) => self.error(&span, message, help),
                }
            }
            // An empty section can still be misspelled.
            if let (true, Err(error)) = (table.is_empty(), find_section(section.get_ref())) {
                self.error(&section.span(), error.message, error.help);
            }
        }
    }

    /// A preset that gives some sections replaces them; others add up.
    fn replace(&mut self, section: &str) {
        if self.layered.settings.replace(section) {
            self.layered.origins.retain(|path, _| path.split('.').next() != Some(section));
        }
    }

    fn is_unset(&self, section: &str, key: &str) -> bool {
        self.overrides.unset.iter().any(|path| path.section == section && path.key == key)
    }

    /// What is left out and given anew stands where it stood, as it will when it is written there: the order of entries counts.
    fn keep_place(&mut self, section: &str, key: &str) {
        let anew = self.overrides.set.iter().find(|set| set.section == section && set.key == key);
        if let Some(set) = anew {
            // What is wrong with it is told when it is put on top of all else.
            let _ = put(&mut self.layered.settings, set, self.methods);
        }
    }

    /// Puts one value into the settings, and says which it is. Whether there is such a key comes first.
    fn put(
        &mut self,
        section: &str,
        key: &Spanned<Cow<'_, str>>,
        value: &Spanned<DeValue<'_>>,
    ) -> Result<String, (Range<usize>, String, Option<String>)> {
        // A name that is not known is wrong at the name, a value that does not fit at the value.
        let wrong = |error: SettingError| match &error.wrong {
            Wrong::Name => (key.span(), error.message, error.help),
            Wrong::Value(inside) => (toml_value::span_of(value, inside), error.message, error.help),
        };
        find_key(self.methods, section, key.get_ref()).map_err(wrong)?;
        let path = format!("{section}.{}", key.get_ref());
        let taken = toml_value::value(&path, value).map_err(|(span, message)| (span, message, None))?;
        let mut places = std::mem::take(&mut self.layered.places);
        let locate = |inside: &[Inside]| self.location(&toml_value::name_span(value, inside));
        places.remember(&path, &taken, &locate);
        // Of sections whose keys are names, the names may turn out wrong.
        places.insert(section, key.get_ref(), self.location(&key.span()));
        self.layered.places = places;
        self.layered.settings.set(self.methods, section, key.get_ref(), taken).map_err(wrong)?;
        Ok(path)
    }

    /// Checks every preset, and applies the one that is asked for.
    fn presets(&mut self, presets: Option<&Spanned<DeValue<'_>>>, wanted: Option<&str>) {
        let empty = DeTable::default();
        let table = match presets.map(|value| (value.get_ref(), value.span())) {
            None => &empty,
            Some((DeValue::Table(table), _)) => table,
            Some((_, span)) => return self.error(&span, "`presets` must be a table of presets", None),
        };
        if !self.allow(&presets.map_or(0..0, Spanned::span), "presets", table.len()) {
            return;
        }
        let before = self.layered.clone();
        let mut chosen = None;
        for (name, value) in table {
            self.layered = before.clone();
            match value.get_ref() {
                DeValue::Table(sections) => self.sections(sections.iter(), Origin::Preset),
                _ => self.error(&value.span(), format!("preset `{}` must be a table", name.get_ref()), None),
            }
            if wanted == Some(name.get_ref()) {
                chosen = Some(self.layered.clone());
            }
        }
        let names: Vec<String> = table.keys().map(|name| name.get_ref().to_string()).collect();
        if let (Some(wanted), None) = (wanted, &chosen) {
            self.problems.push(self.no_preset(wanted, &names));
        }
        self.layered = Layered { presets: names, ..chosen.unwrap_or(before) };
    }

    fn no_preset(&self, wanted: &str, names: &[String]) -> Problem {
        let problem = Problem::error(self.file, format!("the kit has no preset \"{wanted}\""));
        problem.help(match nearest(wanted, names.iter().map(String::as_str)) {
            Some(close) => format!("did you mean \"{close}\"?"),
            None if names.is_empty() => "the kit has no presets at all".into(),
            None => format!("it has {}", names.join(", ")),
        })
    }
}

#[cfg(test)]
mod tests;
