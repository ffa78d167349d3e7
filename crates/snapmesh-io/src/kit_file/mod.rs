//! Kits in: a `kit.toml` and the pieces it lists, from a folder or from memory.

mod toml_value;
mod overrides;
mod lines;
mod places;
mod layers;
mod listing;
mod loaded;
mod notes;
mod piece_section;
mod edit;
mod piece_sections;

pub use edit::{setting_at, with_overrides};
pub use layers::{Layered, Origin, apply};
pub use listing::{KIT_FILE, could_be_pieces};
pub use loaded::LoadedKit;
pub use overrides::{KeyPath, Override, Overrides, parse_value};
pub use piece_sections::with_piece_notes;

pub(crate) use loaded::Art;

use crate::files::{FileError, Files, SharedFiles, one_line};
use crate::piece_check;
use crate::piece_file::{PieceFile, id_of, read_piece_as, read_with};
use listing::Lists;
use notes::{located, odd_floor, odd_floors, unknown_pieces, unused_pieces};
use places::Places;
use snapmesh::limits::{Exceeded, within};
use snapmesh::reach::{Reach, unused_colors};
use snapmesh::selector::{UnusedSelector, unused_selectors};
use snapmesh::settings::WhenBlocked;
use snapmesh::{
    EndError, Kit, Limits, Location, Method, Piece, PieceId, Problem, Problems, Recipe, RecipeError,
    Settings, ValidKit, Value,
};
use std::sync::Arc;

/// A kit that was opened: what was loaded of it, and the settings in force.
///
/// ```
/// use snapmesh::selection::STANDARD;
/// use snapmesh_io::{Folder, OpenKit, Overrides};
/// use snapmesh_kits::STARTER;
///
/// let folder = tempfile::tempdir()?;
/// std::fs::create_dir(folder.path().join("ends"))?;
/// for (name, content) in STARTER {
///     std::fs::write(folder.path().join(name), content)?;
/// }
/// let overrides = Overrides { preset: Some("corridor".into()), seed: Some(7), ..Overrides::default() };
/// let open = OpenKit::open(&Folder::new(folder.path()), &overrides, STANDARD)?;
/// let map = open.recipe()?.grow(open.settings.generation.seed);
/// assert_eq!(map.seed, 7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OpenKit {
    /// What was loaded.
    pub kit: Arc<LoadedKit>,
    /// Every setting in force. The lists of pieces are as they were found, file by file.
    pub settings: Settings,
    /// The names of the kit's presets.
    pub presets: Vec<String>,
    /// What is odd about the files, short of an error.
    pub problems: Problems,
    /// Where the rows of the color matrix stand, and what to call the file they stand in.
    places: Places,
    /// Pieces that have a section, and that the kit does not use.
    unused: Vec<String>,
    kit_file: String,
}

impl OpenKit {
    /// Reads `kit.toml` and every piece it lists. Whatever is wrong is reported together.
    pub fn open(
        files: &dyn Files,
        overrides: &Overrides,
        methods: &[&'static Method],
    ) -> Result<Self, Problems> {
        let (layered, problems) = read_settings(files, overrides, methods)?;
        Self::load(files, layered, problems, None)
    }

    /// The same with settings that were read, and pieces that may have been loaded before: where the lists are what they were,
    /// nothing is read again. For whoever knows that the files did not change in the meantime.
    pub fn reopen(
        files: &dyn Files,
        (layered, problems): (Layered, Problems),
        known: Option<&Arc<LoadedKit>>,
    ) -> Result<Self, Problems> {
        Self::load(files, layered, problems, known)
    }

    /// Reads the pieces of a kit under settings that come from elsewhere, such as a map.
    pub fn with_settings(files: &dyn Files, settings: Settings) -> Result<Self, Problems> {
        let layered = Layered { settings, names_first: true, ..Layered::default() };
        Self::load(files, layered, Problems::NONE, None)
    }

    /// Reads the pieces; `problems` are those of `kit.toml`, told together with theirs.
    fn load(
        files: &dyn Files,
        layered: Layered,
        mut problems: Problems,
        known: Option<&Arc<LoadedKit>>,
    ) -> Result<Self, Problems> {
        let limits = files.limits();
        problems
            .extend(check_settings(&layered.settings, limits, &files.shown()).err().into_iter().flatten());
        let (listed, found) = listing::find(files, &layered);
        problems.extend(found);
        let lists = Lists::new(&listed, &layered.settings);
        let kit = match known.filter(|known| !problems.any_error() && known.is_of(&lists)) {
            Some(known) => known.clone(),
            None => Arc::new(load_kit(files, lists, &mut problems).map_err(|found| {
                let unknown = unknown_pieces(&layered.settings, &listed.files, &layered.places);
                let found = found.into_iter().map(|problem| located(problem, &layered.places));
                found.chain(unknown).collect::<Problems>()
            })?),
        };
        problems.extend(kit.odd().iter().map(|odd| located(odd.clone(), &layered.places)));
        let unused = unused_pieces(&layered.settings, &listed.files, files);
        let Layered { mut settings, presets, places, .. } = layered;
        let names = |list: &[PieceId]| list.iter().map(|id| listed.files[id.index()].clone()).collect();
        settings.content.starters = names(&listed.starters);
        settings.content.pieces = names(&listed.pieces);
        settings.ends = listed.ends;
        Ok(Self { kit, settings, presets, problems, places, unused, kit_file: files.shown_file(KIT_FILE) })
    }

    /// Kit and settings, put together and ready to grow.
    pub fn recipe(&self) -> Result<Arc<Recipe>, Problems> {
        recipe_at(&self.kit, self.settings.clone(), |error| self.place_of_end(error))
    }

    /// Where it stands what is wrong with a section of `[ends]`.
    fn place_of_end(&self, EndError { kinds, key, item, .. }: &EndError) -> Location {
        let path = format!("ends.{kinds}");
        let item = item.as_ref().and_then(|item| self.places.get(&format!("{path}.{key}"), item));
        let place = item.or_else(|| self.places.get(&path, key)).or_else(|| self.places.get("ends", kinds));
        place.cloned().unwrap_or_else(|| self.kit_file.clone().into())
    }

    /// Loops that must be there, of a kit that closes none.
    fn no_loops(&self, recipe: &Recipe) -> Option<Problem> {
        let least = self.settings.growth.loops.least;
        if least == 0 || recipe.loopability().closes() {
            return None;
        }
        let place = self.places.get("growth", "loops").cloned();
        let message = format!(
            "`growth.loops` asks for {least} at least, and no chain of pieces leads back to its start"
        );
        let help = "add pieces whose turns add up to a full circle, or ask for 0 loops";
        Some(Problem::warning(place.unwrap_or_else(|| self.kit_file.clone().into()), message).help(help))
    }

    /// What a designer should know about the kit under its rules.
    pub fn advice(&self, recipe: &Recipe) -> Problems {
        let mut problems: Problems = Reach::new(recipe).problems().into_iter().collect();
        for unused in unused_colors(self.kit.kit(), &self.settings.connection) {
            let message =
                format!("the color matrix names \"{}\", a color that no connector has", unused.color);
            let path = match unused.row {
                None => "connection.color_matrix".into(),
                Some(row) => format!("connection.color_matrix.{row}"),
            };
            let place = self.places.get(&path, &unused.color).cloned();
            let mut problem =
                Problem::warning(place.unwrap_or_else(|| self.kit_file.clone().into()), message);
            problem.help = unused.nearest.map(|close| format!("did you mean \"{close}\"?"));
            problems.push(problem);
        }
        problems.extend(
            recipe
                .odd_ends()
                .into_iter()
                .map(|odd| Problem::warning(self.place_of_end(&odd), odd.message).help(odd.help)),
        );
        problems.extend(self.no_loops(recipe));
        problems.extend(odd_floors(&self.kit, &self.settings, &self.places, &self.kit_file));
        problems.extend(unused_selectors(self.kit.kit(), &self.settings).into_iter().map(|unused| {
            let UnusedSelector { section, selector, nearest, .. } = unused;
            let place = self.places.get(section, &selector).cloned();
            let message = match section {
                "rules" => format!("[rules] names \"{selector}\", and no piece is meant by that"),
                section => format!("[{section}] names \"{selector}\", and the kit has no such piece"),
            };
            let (message, help) = match nearest {
                _ if section == "pieces" && self.unused.contains(&selector) => (
                    format!("{selector} is marked, and the kit does not use it"),
                    Some("list its file in `kit.pieces`, or name it as a cap or a door in `[ends]`".into()),
                ),
                nearest => (message, nearest.map(|close| format!("did you mean \"{close}\"?"))),
            };
            let location = place.unwrap_or_else(|| self.kit_file.clone().into());
            Problem { help, ..Problem::warning(location, message) }
        }));
        problems
    }
}

/// Reads `kit.toml` and puts overrides on top. What is wrong is told beside what could be read; only text that is no TOML
/// ends the reading.
pub fn read_settings(
    files: &dyn Files,
    overrides: &Overrides,
    methods: &[&'static Method],
) -> Result<(Layered, Problems), Problems> {
    settings_of_text(&read_text(files)?, files, overrides, methods)
}

/// The same from a text that `kit.toml` could have.
pub fn settings_of_text(
    text: &str,
    files: &dyn Files,
    overrides: &Overrides,
    methods: &[&'static Method],
) -> Result<(Layered, Problems), Problems> {
    let (mut layered, problems) =
        layers::read(text, &files.shown_file(KIT_FILE), overrides, methods, files.limits())?;
    let name = &mut layered.settings.content.name;
    if name.is_empty() {
        *name = files.kit_name();
    }
    *name = one_line(name);
    Ok((layered, problems))
}

/// The text of `kit.toml`.
pub fn read_text(files: &dyn Files) -> Result<String, Problems> {
    let most = files.limits().kit_file_mb.saturating_mul(1 << 20);
    let text = files.read(KIT_FILE, most).map_err(|error| unreadable(files, error))?;
    Ok(String::from_utf8(text).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("is not UTF-8 text: byte {at} is not part of a letter");
        Problem::error(files.shown_file(KIT_FILE), message)
    })?)
}

/// The files that the lists of a kit mean, each once.
pub(crate) fn listed_files(files: &dyn Files, layered: &Layered) -> (Vec<String>, Problems) {
    let (listed, problems) = listing::find(files, layered);
    (listed.files, problems)
}

/// A loaded kit and settings, put together and ready to grow.
pub fn recipe(kit: &LoadedKit, settings: Settings) -> Result<Arc<Recipe>, Problems> {
    recipe_at(kit, settings, |_| kit.shown().into())
}

fn recipe_at(
    kit: &LoadedKit,
    settings: Settings,
    place_of_end: impl Fn(&EndError) -> Location,
) -> Result<Arc<Recipe>, Problems> {
    let recipe = Recipe::new(kit.shared_kit(), settings);
    let wrong = |error: RecipeError| -> Problems {
        match error {
            RecipeError::Setting(error) => {
                Problem { help: error.help, ..Problem::error(kit.shown(), error.message) }.into()
            }
            RecipeError::Ends(errors) => {
                let problem =
                    |error: EndError| Problem::error(place_of_end(&error), error.message).help(error.help);
                errors.0.into_iter().map(problem).collect()
            }
            error => Problem::error(kit.shown(), error.to_string()).into(),
        }
    };
    Ok(Arc::new(recipe.map_err(wrong)?.with_largest_map(kit.limits().map_pieces, kit.limits().map_boxes)))
}

/// A parameter of the method, 0 if it has none of that name.
fn number(settings: &Settings, key: &str) -> i64 {
    if let Some(Value::Integer(number)) = settings.selection.params().get(key) { number } else { 0 }
}

/// Parameters of methods that ask for so many pieces, or for more.
const SIZES: &[&str] = &["max_pieces", "arm_length", "branch_length", "branch_count"];

/// Refuses settings that ask for more than the limits allow. `shown` is what to call it in messages.
pub fn check_settings(settings: &Settings, limits: &Limits, shown: &str) -> Result<(), Problems> {
    let count = |number: i64| u64::try_from(number).unwrap_or(0);
    let Settings { generation, growth, navigation, connection, .. } = settings;
    let mut asked = vec![
        ("max_fails", count(generation.max_fails), limits.max_fails),
        ("budget", count(growth.budget.unwrap_or(0)), limits.budget),
        ("points", count(navigation.points), limits.points),
        ("rules", settings.rules.len() as u64, limits.rules),
        ("rows", connection.color_matrix.rows.len() as u64, limits.rows),
        ("rows", settings.pieces.len() as u64, limits.rows),
        ("rows", settings.ends.len() as u64, limits.rows),
        ("rows", growth.outside.len() as u64, limits.rows),
    ];
    if growth.when_blocked == WhenBlocked::Undo {
        // The size is a promise, so it can be seen beforehand.
        let pieces = SIZES.iter().map(|key| count(number(settings, key)));
        let branches =
            ["branch_count", "branch_length", "branch_length_var"].map(|key| number(settings, key));
        let [branches, length, var] = branches;
        let least = branches.saturating_mul((length.saturating_sub(var)).saturating_add(1).max(1));
        let sizes = pieces.chain([count(least)]);
        asked.extend(sizes.map(|pieces| ("map_pieces", pieces, limits.map_pieces)));
    }
    let too_much = asked.into_iter().filter_map(|(limit, asked, may)| within(limit, asked, may).err());
    too_much.map(|exceeded| exceeded.at(shown)).collect::<Problems>().into_result()
}

/// Loads the pieces of the lists. What is wrong with any of them is told together with what is known to be wrong.
fn load_kit(files: &dyn Files, lists: Lists, problems: &mut Problems) -> Result<LoadedKit, Problems> {
    let mut odd = Problems::NONE;
    let (library, art) = read_pieces(files, &lists, &mut odd);
    odd.extend(piece_check::look(library.iter().zip(art.iter().map(|art| &art.model))));
    if problems.any_error() || odd.any_error() {
        problems.extend(odd);
        problems.extend(look_at_each(library));
        return Err(std::mem::take(problems));
    }
    let Lists { name, pieces, starters, .. } = lists.clone();
    match validated(files, Kit { name, library, pieces, starters }) {
        Ok((kit, found)) => {
            odd.extend(found);
            Ok(LoadedKit::new(kit, art, files, lists, odd))
        }
        Err(found) => {
            problems.extend(odd);
            problems.extend(found);
            Err(std::mem::take(problems))
        }
    }
}

/// Reads every piece that is listed, as far as that goes.
fn read_pieces(files: &dyn Files, lists: &Lists, problems: &mut Problems) -> (Vec<Piece>, Vec<Art>) {
    let shared = SharedFiles::new(files);
    let (mut library, mut art) = (Vec::new(), Vec::new());
    for name in &lists.files {
        let (file, found) =
            read_with(&shared, name, &files.shown_file(name), lists.scale, lists.notes_of(name));
        problems.extend(found);
        if let Some(file) = file {
            library.push(file.piece.clone());
            art.push(file.into());
        }
    }
    (library, art)
}

/// The piece of a file by itself, as a kit with these settings would have it, and all that is wrong or odd about it. One that
/// has no connectors yet is a piece all the same: that is told as an error.
pub fn check_piece(files: &dyn Files, name: &str, settings: &Settings) -> (Option<PieceFile>, Problems) {
    let id = id_of(name);
    let notes = settings.pieces.iter().find(|notes| notes.piece == id);
    let (file, mut problems) = read_piece_as(files, name, settings.content.scale, notes);
    if let Some(PieceFile { piece, model, .. }) = &file {
        problems.extend(piece_check::look([(piece, model)].into_iter()));
        problems.extend(look_at_each(vec![piece.clone()]));
        let floor = notes.and_then(|notes| notes.floor.as_deref()).unwrap_or_default();
        problems.extend(odd_floor(&id, model, floor).map(|(_, odd)| odd.at(piece.source.clone().into())));
    }
    (file, problems)
}

/// With files missing the lists make no sense; but each piece that was read is still looked at.
fn look_at_each(library: Vec<Piece>) -> impl Iterator<Item = Problem> {
    let problems = match Kit::new("", library).validate() {
        Ok((_, problems)) | Err(problems) => problems,
    };
    problems.into_iter().filter(|problem| !problem.location.file().is_empty())
}

/// Checks a kit. Problems of its lists are problems of `kit.toml`.
fn validated(files: &dyn Files, kit: Kit) -> Result<(ValidKit, Problems), Problems> {
    let name = kit.name.clone();
    let in_kit_file = |mut problem: Problem| {
        if problem.location.file() == name {
            problem.location = files.shown_file(KIT_FILE).into();
        }
        problem
    };
    match kit.validate() {
        Ok((kit, found)) => Ok((kit, found.map(in_kit_file))),
        Err(found) => Err(found.map(in_kit_file)),
    }
}

fn unreadable(files: &dyn Files, error: FileError) -> Problem {
    let error = match error {
        FileError::Missing => {
            return Problem::error(files.shown(), format!("has no {KIT_FILE}, so it is not a kit"))
                .help("a kit is a folder with a kit.toml and pieces as .glb or .gltf");
        }
        FileError::TooLong(bytes) => {
            Exceeded::new("kit_file_mb", bytes.div_ceil(1 << 20), files.limits().kit_file_mb).into()
        }
        error => error,
    };
    let problem = Problem::error(files.shown_file(KIT_FILE), format!("cannot be read: {error}"));
    Problem { help: error.help(), ..problem }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Memory;
    use crate::piece_file::testing::{gltf, open, room};
    use serde_json::json;
    use snapmesh::selection::STANDARD;

    fn wrong(kit: &str) -> String {
        open(kit, &[("A.gltf", &room())]).err().unwrap().to_string()
    }

    #[test]
    fn a_kit_without_a_name_is_called_as_its_files_are() {
        let name = |kit: &str| open(kit, &[("A.gltf", &room())]).unwrap().settings.content.name;
        assert_eq!(name(""), "kit");
        assert_eq!(name("[kit]\nname = \"Old Mill\"\n"), "Old Mill");
        assert_eq!(name("[kit]\nname = \"a\\u001bb\"\n"), "a\u{fffd}b", "it moves no cursor");
    }

    #[test]
    fn text_that_is_none_is_told_with_the_byte() {
        let files = Memory::new("kit", [("kit.toml", b"[kit]\n\xff".to_vec())]);
        let told = OpenKit::open(&files, &Overrides::default(), STANDARD).err().unwrap();
        assert_eq!(
            told.to_string(),
            "error: kit/kit.toml: is not UTF-8 text: byte 6 is not part of a letter"
        );
    }

    #[test]
    fn mistakes_in_the_file_its_lists_and_its_pieces_are_told_together() {
        let twins = gltf(&json!([
            { "name": "a", "extras": { "pins": 1 } }, { "name": "b", "extras": { "pins": 1 } },
        ]));
        let kit = "[kit]\npieces = [\"A.gltf\", \"C.gltf\"]\n[generation]\nmax_fails = 0\n";
        let told = open(kit, &[("A.gltf", &twins)]).err().unwrap().to_string();
        for part in [
            "kit/kit.toml:4:13: `max_fails`",
            "kit/kit.toml:2:21: `kit.pieces` lists \"C.gltf\"",
            "kit/A.gltf: node `b`: is 0.0000 m from `a`",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
    }

    #[test]
    fn lists_that_are_empty_are_mistakes_of_the_kit_file() {
        let told = wrong("[kit]\npieces = []\n");
        assert!(told.starts_with("error: kit/kit.toml: the list of pieces is empty"), "{told}");
        let told = wrong("[kit]\nuse_starters = true\n");
        assert!(told.starts_with("error: kit/kit.toml: `use_starters` is true"), "{told}");
    }

    #[test]
    fn the_lists_in_force_are_files_and_all_that_was_read_is_known() {
        let kit = "[kit]\npieces = [\"*.gltf\"]\nstarters = [\"B.gltf\"]\nuse_starters = true\n[presets.p]\n";
        let open = open(kit, &[("A.gltf", &room()), ("B.gltf", &room())]).unwrap();
        assert_eq!(open.settings.content.pieces, ["A.gltf", "B.gltf"]);
        assert_eq!(open.settings.content.starters, ["B.gltf"]);
        assert_eq!(open.kit.inputs(), ["A.gltf", "B.gltf", "kit.toml"]);
        assert_eq!((open.kit.shown(), &*open.presets), ("kit", &["p".to_string()][..]));
        assert_eq!(open.kit.kit().starters(), [snapmesh::PieceId::new(1)]);
        assert_eq!(open.kit.geometry().len(), 2);
    }

    #[test]
    fn a_color_that_nobody_has_is_told_where_it_stands() {
        let kit = "[connection.color_matrix]\nred = [\"rad\", \"red\"]\nblue = [\"*\"]\n";
        let open = open(kit, &[("A.gltf", &room())]).unwrap();
        let told: Vec<_> = open.advice(&open.recipe().unwrap()).iter().map(ToString::to_string).collect();
        assert_eq!(
            told,
            [
                "warning: kit/kit.toml:3:1: the color matrix names \"blue\", a color that no connector has",
                "warning: kit/kit.toml:2:8: the color matrix names \"rad\", a color that no connector has\n  \
                 help: did you mean \"red\"?",
            ]
        );
    }

    #[test]
    fn settings_from_elsewhere_need_no_kit_file_and_are_checked_with_the_recipe() {
        let files = Memory::new("kit", [("A.gltf", room().to_string().into_bytes())]);
        let mut settings = Settings::default();
        settings.generation.max_fails = 0;
        let open = OpenKit::with_settings(&files, settings).unwrap();
        let told = open.recipe().unwrap_err().to_string();
        assert!(told.starts_with("error: kit: `max_fails` in [generation]"), "{told}");
    }
}
