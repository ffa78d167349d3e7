//! The settings in force, for a page: every value, where it comes from, and what is wrong with it.

use crate::ends;
use crate::kit::colors;
use crate::told::{self, path_of};
use crate::wish::Wish;
use serde_json::{Map as Object, Value as Json, json};
use snapmesh::{Problems, Recipe, Settings};
use snapmesh_io::kit_file::{Layered, Origin};
use snapmesh_io::map_file::json_of;
use snapmesh_io::{Files, LoadedKit};

/// Whole numbers beyond this cannot be told from their neighbors in a page.
const EXACT: u64 = 1 << 53;

/// What a page is told of the settings of a wish.
pub(crate) struct Setup<'a> {
    pub(crate) files: &'a dyn Files,
    pub(crate) wish: &'a Wish,
    /// How the kit is called on a command line.
    pub(crate) named: &'a str,
    pub(crate) layered: &'a Layered,
    /// The settings without the edits.
    pub(crate) unedited: &'a Settings,
    pub(crate) kit: Option<&'a LoadedKit>,
    /// Kit and settings together; none if there can be no map.
    pub(crate) recipe: Option<&'a Recipe>,
    pub(crate) problems: &'a Problems,
    /// The files that problems may be about.
    pub(crate) pieces: &'a [String],
}

impl Setup<'_> {
    pub(crate) fn told(&self) -> Json {
        let settings = &self.layered.settings;
        json!({
            "settings": sections(settings),
            "origins": self.origins(),
            "unedited": sections(self.unedited),
            "ends": self.kit.map_or_else(Vec::new, |kit| ends::told(kit.kit(), settings, self.recipe)),
            "matrix": self.kit.map_or_else(Vec::new, |kit| matrix(kit, settings)),
            "problems": told::all(self.problems, self.files, self.pieces),
            "command": self.wish.command(self.named),
            "edited": settings.entries() != self.unedited.entries(),
        })
    }

    fn origins(&self) -> Object<String, Json> {
        let word = |origin: &Origin| match origin {
            Origin::Kit => "kit",
            Origin::Preset => "preset",
            Origin::Override => "edit",
        };
        let given = self.layered.origins.iter().map(|(path, origin)| {
            let (section, key) = path.split_once('.').unwrap_or((path, ""));
            (path_of(section, key), json!(word(origin)))
        });
        let (overrides, _) = self.wish.overrides();
        let unset = overrides.unset.iter().map(|path| (path_of(&path.section, &path.key), json!("edit")));
        given.chain(unset).collect()
    }
}

/// Settings by section and key.
fn sections(settings: &Settings) -> Json {
    let mut sections = Object::new();
    for (section, key, value) in settings.entries() {
        let keys = sections.entry(section).or_insert_with(|| json!({}));
        keys[&*key] = exact(json_of(&value));
    }
    Json::Object(sections)
}

/// The same value, with whole numbers that a page cannot hold as texts.
fn exact(json: Json) -> Json {
    match json.as_i64() {
        Some(number) if number.unsigned_abs() >= EXACT => json!(number.to_string()),
        _ => json,
    }
}

/// Which color accepts which: rows are the guide's.
fn matrix(kit: &LoadedKit, settings: &Settings) -> Vec<Vec<bool>> {
    let (colors, matrix) = (colors(kit), &settings.connection.color_matrix);
    let row = |guide: &&str| colors.iter().map(|tentative| matrix.accepts(guide, tentative)).collect();
    colors.iter().map(row).collect()
}
