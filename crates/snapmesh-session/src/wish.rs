//! What a designer wants: a preset, and edits on top of it.

use crate::act::Act;
use serde::Deserialize;
use snapmesh::{Location, Problems};
use snapmesh_io::{KeyPath, Override, Overrides};
use std::fmt::Write as _;

/// A preset, and edits on top of it. There is one for a setting at most.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Wish {
    /// A preset of the kit.
    pub preset: Option<String>,
    /// Settings that are to be otherwise.
    pub edits: Vec<Edit>,
    /// What is done to the map by hand. With any, the map is what they come to, and the settings above are for what follows.
    #[serde(default)]
    pub steps: Vec<Step>,
}

/// An act, and the preset and edits that it was done with: those of the first step are also what the map grew with.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Step {
    /// A preset of the kit.
    pub preset: Option<String>,
    /// Settings that were otherwise.
    pub edits: Vec<Edit>,
    /// What is done.
    pub act: Act,
}

impl Step {
    /// What it was done with.
    pub(crate) fn settings(&self) -> Wish {
        Wish { preset: self.preset.clone(), edits: self.edits.clone(), steps: vec![] }
    }
}

/// One edit.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Edit {
    /// The setting, as `section.key`.
    pub path: String,
    /// Its value as TOML has it; none if what the kit says about it is to be left out.
    pub value: Option<String>,
}

impl Wish {
    /// The same without edits and steps.
    pub(crate) fn unedited(&self) -> Self {
        Self { preset: self.preset.clone(), ..Self::default() }
    }

    /// The same without steps.
    pub(crate) fn settings(&self) -> Self {
        Self { steps: vec![], ..self.clone() }
    }

    /// What the map grew with, before anything was done to it.
    pub(crate) fn beginning(&self) -> Self {
        self.steps.first().map_or_else(|| self.settings(), Step::settings)
    }

    /// What comes on top of `kit.toml`. What an edit is about is left out of the kit first, so that a value there that is
    /// wrong can be mended. What makes no sense is told beside it.
    pub(crate) fn overrides(&self) -> (Overrides, Problems) {
        let mut overrides = Overrides { preset: self.preset.clone(), ..Overrides::default() };
        let mut problems = Problems::NONE;
        for Edit { path, value } in &self.edits {
            let origin = || Location::Request(path.clone());
            match KeyPath::parse(path, origin()) {
                Ok(path) => overrides.unset.push(path),
                Err(problem) => problems.push(problem),
            }
            let Some(value) = value else { continue };
            match Override::parse_value(path, value, origin()) {
                Ok(set) => overrides.set.push(set),
                Err(problem) => problems.push(problem),
            }
        }
        (overrides, problems)
    }

    /// The command that grows the map of this wish from a kit, as typed in a shell.
    pub(crate) fn command(&self, kit: &str) -> String {
        let mut command = format!("snapmesh generate {}", quoted(kit));
        if let Some(preset) = &self.preset {
            let _ = write!(command, " --preset {}", quoted(preset));
        }
        for Edit { path, value } in &self.edits {
            let _ = match value {
                Some(seed) if path == "generation.seed" => write!(command, " --seed {}", quoted(seed)),
                // A table replaces what the kit has, and does not add to it.
                Some(value) if value.trim_start().starts_with('{') => {
                    write!(command, " --unset {} --set {}", quoted(path), quoted(&format!("{path}={value}")))
                }
                Some(value) => write!(command, " --set {}", quoted(&format!("{path}={value}"))),
                None => write!(command, " --unset {}", quoted(path)),
            };
        }
        command
    }
}

/// A word of a command line, in quotes where a shell would take it apart.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.into()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(preset: Option<&str>, edits: &[(&str, Option<&str>)]) -> Wish {
        let edit = |(path, value): &(&str, Option<&str>)| Edit {
            path: (*path).into(),
            value: value.map(Into::into),
        };
        Wish { preset: preset.map(Into::into), edits: edits.iter().map(edit).collect(), steps: vec![] }
    }

    #[test]
    fn a_wish_is_a_command_that_a_shell_takes_as_it_is() {
        let edits = [
            ("generation.seed", Some("-7")),
            ("rules.\"#wet\"", Some("{ run = 2 }")),
            ("growth.when_blocked", Some("\"undo\"")),
            ("growth.inside", None),
        ];
        assert_eq!(
            wish(Some("long arms"), &edits).command("my kit's"),
            "snapmesh generate 'my kit'\\''s' --preset 'long arms' --seed -7 \
             --unset 'rules.\"#wet\"' --set 'rules.\"#wet\"={ run = 2 }' \
             --set 'growth.when_blocked=\"undo\"' --unset growth.inside"
        );
    }

    #[test]
    fn what_is_edited_is_left_out_of_the_kit_and_what_makes_no_sense_is_told() {
        let edits = [("generation.max_fails", Some("3")), ("growth.inside", None), ("seed", Some("1"))];
        let (overrides, problems) = wish(None, &edits).overrides();
        let unset: Vec<_> = overrides.unset.iter().map(|path| &*path.key).collect();
        assert_eq!((unset, overrides.set.len()), (vec!["max_fails", "inside"], 1));
        assert!(problems.iter().all(|problem| problem.location.file() == "seed") && !problems.is_empty());
    }
}
