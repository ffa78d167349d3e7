//! Settings by name: every value goes in and comes out through the list of keys.

use super::families::{FAMILIES, Family};
use super::keys::{FIELDS, Field, SECTIONS};
use super::sections::{Selection, Settings};
use crate::problem::nearest;
use crate::selection::{Method, STANDARD};
use crate::value::{Key, KeyType, SettingError, Value, Wrong};
use std::borrow::Cow;

/// The section that the parameters of methods are keys of, and the key they stand behind.
const SELECTION: &str = "selection";
const BEFORE_PARAMS: &str = "starter_con_tol";

/// A key that can be set, for help texts, schemas and panels.
#[derive(Clone, Debug)]
pub struct ListedKey {
    /// The section of `kit.toml` it stands in.
    pub section: &'static str,
    /// What it is.
    pub key: &'static Key,
    /// The methods that have it as a parameter; none if it is a key of all.
    pub methods: Vec<&'static str>,
    /// Whether its name stands for any: an entry of a section that the designer names.
    pub any_name: bool,
}

/// Every key that can be set with these methods, in the order they are written.
pub fn keys(methods: &[&'static Method]) -> Vec<ListedKey> {
    let mut listed: Vec<ListedKey> = Vec::new();
    for field in FIELDS {
        listed.push(ListedKey { section: field.section, key: &field.key, methods: vec![], any_name: false });
        if (field.section, field.key.name) != (SELECTION, BEFORE_PARAMS) {
            continue;
        }
        let first = listed.len();
        for (method, param) in methods.iter().flat_map(|m| m.params.iter().map(move |param| (m.name, param)))
        {
            match listed[first..].iter_mut().find(|known| known.key.name == param.name) {
                Some(known) => known.methods.push(method),
                None => listed.push(ListedKey {
                    section: SELECTION,
                    key: param,
                    methods: vec![method],
                    any_name: false,
                }),
            }
        }
    }
    let entry = |family: &'static Family| ListedKey {
        section: family.section,
        key: &family.entry,
        methods: vec![],
        any_name: true,
    };
    listed.extend(FAMILIES.iter().map(entry));
    // Stable: within a section, the order stays.
    listed.sort_by_key(|known| SECTIONS.iter().position(|section| *section == known.section));
    listed
}

impl Settings {
    /// Sets `section.name` to a value, if there is such a key in the list or among the parameters of `methods`, and the
    /// value is of the right type and within the limits.
    pub fn set(
        &mut self,
        methods: &[&'static Method],
        section: &str,
        name: &str,
        value: Value,
    ) -> Result<(), SettingError> {
        match find(methods, section, name)? {
            Found::Field(Field { key, .. }) if key.takes == KeyType::Method => {
                self.selection.method = chosen(methods, section, key.accept(section, value)?)?;
            }
            Found::Field(field) => (field.set)(self, field.key.accept(section, value)?),
            Found::Param(param) => self.selection.put(param, value)?,
            Found::Entry(family) => {
                let value = family.entry.accept_as(section, name, value)?;
                (family.set)(self, name, value)?;
            }
        }
        Ok(())
    }

    /// Every setting in force, as section, name and value, in the order of the list. What goes beyond the paper is among
    /// them only where it was given.
    pub fn entries(&self) -> Vec<(&'static str, Cow<'static, str>, Value)> {
        let mut entries: Vec<(_, Cow<'static, str>, _)> = Vec::new();
        for Field { section, key, get, .. } in FIELDS {
            entries.extend(get(self).map(|value| (*section, key.name.into(), value)));
            if (*section, key.name) == (SELECTION, BEFORE_PARAMS) {
                let params = self.selection.params();
                let names = self.selection.method.params.iter().map(|param| param.name);
                entries.extend(names.filter_map(|name| Some((SELECTION, name.into(), params.get(name)?))));
            }
        }
        for family in FAMILIES {
            entries.extend(
                (family.get)(self).into_iter().map(|(name, value)| (family.section, name.into(), value)),
            );
        }
        entries
    }

    /// Checks all limits, for settings that were filled in by hand.
    pub fn check(&self) -> Result<(), SettingError> {
        for Field { section, key, get, .. } in FIELDS {
            get(self).map_or(Ok(()), |value| key.accept(section, value).map(|_| ()))?;
        }
        for Family { section, entry, get, set } in FAMILIES {
            for (name, value) in get(self) {
                set(&mut Self::default(), &name, entry.accept_as(section, &name, value)?)?;
            }
        }
        // Another method may take less under the same name.
        let given = |param: &&Key| self.selection.given.get(param.name).cloned();
        let mut params = self.selection.method.params.iter();
        params.try_for_each(|param| {
            given(&param).map_or(Ok(()), |value| param.accept(SELECTION, value).map(|_| ()))
        })
    }
}

impl Selection {
    /// Sets a parameter of the chosen method, or of one of the paper's. A name that none of them has is an error.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) -> Result<(), SettingError> {
        let methods = [&[self.method], STANDARD].concat();
        match find(&methods, SELECTION, name)? {
            Found::Param(param) => self.put(param, value.into()),
            Found::Field(_) | Found::Entry(_) => Err(unknown_key(&methods, SELECTION, name)),
        }
    }

    fn put(&mut self, param: &'static Key, value: Value) -> Result<(), SettingError> {
        self.given.insert(param.name, param.accept(SELECTION, value)?);
        Ok(())
    }
}

/// Whether there is a key of this name; an error that helps if not.
pub fn find_key(
    methods: &[&'static Method],
    section: &str,
    name: &str,
) -> Result<&'static Key, SettingError> {
    Ok(match find(methods, section, name)? {
        Found::Field(field) => &field.key,
        Found::Param(param) => param,
        Found::Entry(family) => &family.entry,
    })
}

/// Whether there is a section of this name; an error that helps if not.
pub fn find_section(section: &str) -> Result<(), SettingError> {
    if SECTIONS.contains(&section) { Ok(()) } else { Err(unknown_section(section)) }
}

/// What a name stands for.
enum Found {
    Field(&'static Field),
    Param(&'static Key),
    Entry(&'static Family),
}

fn find(methods: &[&'static Method], section: &str, name: &str) -> Result<Found, SettingError> {
    if let Some(field) = FIELDS.iter().find(|field| field.section == section && field.key.name == name) {
        return Ok(Found::Field(field));
    }
    if let Some(family) = FAMILIES.iter().find(|family| family.section == section) {
        return Ok(Found::Entry(family));
    }
    let param = methods.iter().find_map(|method| method.param(name)).filter(|_| section == SELECTION);
    param.map(Found::Param).ok_or_else(|| unknown_key(methods, section, name))
}

fn chosen(methods: &[&'static Method], section: &str, value: Value) -> Result<&'static Method, SettingError> {
    let Value::String(name) = value else { unreachable!("the key takes texts only") };
    methods.iter().find(|method| method.name == name).copied().ok_or_else(|| {
        let names: Vec<_> = methods.iter().map(|method| method.name).collect();
        let help = nearest(&name, names.iter().copied()).map(|known| format!("did you mean \"{known}\"?"));
        let message =
            format!("`method` in [{section}] must be one of {}, found \"{name}\"", names.join(", "));
        SettingError { message, help, wrong: Wrong::Value(vec![]) }
    })
}

fn unknown_section(section: &str) -> SettingError {
    let all = [SECTIONS, &["presets"]].concat();
    let help = nearest(section, all.iter().copied()).map(|known| format!("did you mean [{known}]?"));
    let message = format!("unknown section [{section}]; there are {}", all.join(", "));
    SettingError { message, help, wrong: Wrong::Name }
}

fn unknown_key(methods: &[&'static Method], section: &str, name: &str) -> SettingError {
    if let Err(error) = find_section(section) {
        return error;
    }
    let all = keys(methods);
    let all: Vec<_> = all.iter().filter(|known| !known.any_name).collect();
    let here = all.iter().filter(|known| known.section == section).map(|known| known.key.name);
    // A key in the wrong table is the likelier slip when the very same name stands elsewhere.
    let help = match all.iter().find(|known| known.section != section && known.key.name == name) {
        Some(known) => format!("`{name}` belongs in [{}]", known.section),
        None => match nearest(name, here.clone()) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("[{section}] takes {}", here.collect::<Vec<_>>().join(", ")),
        },
    };
    let message = format!("unknown key `{name}` in [{section}]");
    SettingError { message, help: Some(help), wrong: Wrong::Name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::{ARENA, STANDARD};

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
        settings.set(STANDARD, "selection", "method", Value::String("branch".into())).unwrap();
        settings.set(STANDARD, "selection", "branch_count", Value::Integer(9)).unwrap();
        let mut copy = Settings::default();
        for (section, name, value) in settings.entries() {
            copy.set(STANDARD, section, &name, value).unwrap();
        }
        assert_eq!(copy.entries(), settings.entries());
        assert_eq!(copy.selection.params().integer("branch_count"), 9);
        assert_eq!(copy.selection.params().integer("branch_length"), 12);
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
            message("generation", "check_overlaps", Value::String("yes".into())),
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
        let method = message("selection", "method", Value::String("arenna".into()));
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
    fn a_parameter_that_the_method_does_not_take_is_refused_though_another_does() {
        static SMALL: Method =
            Method { params: &[Key { takes: KeyType::Integer { min: 1, max: 3 }, ..*ARENA_LIMIT }], ..ARENA };
        let mut settings = Settings::default();
        settings.selection.set("max_pieces", 40).unwrap();
        assert_eq!(settings.check(), Ok(()));
        settings.selection.method = &SMALL;
        assert!(settings.check().unwrap_err().message.contains("from 1 to 3, found 40"));
    }
    const ARENA_LIMIT: &Key = &ARENA.params[0];

    #[test]
    fn whole_numbers_do_for_real_ones() {
        assert_eq!(set("generation", "clearance", Value::Integer(2)).unwrap().generation.clearance, 2.0);
    }

    #[test]
    fn parameters_are_listed_behind_their_key_with_all_who_have_them() {
        let all = keys(STANDARD);
        let names: Vec<_> =
            all.iter().filter(|key| key.section == "selection").map(|key| key.key.name).collect();
        assert_eq!(names[..3], ["method", "starter_con_tol", "max_pieces"]);
        let shared = all.iter().find(|key| key.key.name == "max_pieces").unwrap();
        let names =
            STANDARD.iter().filter(|method| method.param("max_pieces").is_some()).map(|method| method.name);
        assert_eq!(shared.methods, names.collect::<Vec<_>>());
        assert!(all.iter().filter(|key| key.section != "selection").all(|key| key.methods.is_empty()));
        let params = STANDARD.iter().flat_map(|method| method.params).map(|param| param.name);
        let params: std::collections::BTreeSet<&str> = params.collect();
        assert_eq!(keys(&[]).len() + params.len(), all.len());
    }

    #[test]
    fn parameters_are_no_keys_of_other_sections_and_keys_no_parameters() {
        let one = Value::Integer(1);
        assert!(set("generation", "arm_length", one.clone()).is_err());
        let mut selection = Selection::default();
        assert!(selection.set("starter_con_tol", one).unwrap_err().message.contains("unknown key"));
        assert!(selection.set("arm_length", -1).is_err(), "limits count here, too");
        assert_eq!(find_key(STANDARD, "selection", "arm_length").unwrap().name, "arm_length");
        assert_eq!(find_key(STANDARD, "generation", "seed").unwrap().name, "seed");
        assert!(find_section("navigation").is_ok() && find_section("presets").is_err());
    }
}
