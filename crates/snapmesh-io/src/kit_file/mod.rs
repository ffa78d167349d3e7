//! Kits in: a folder with a `kit.toml` and pieces.

mod layers;
mod listing;

pub use layers::{Changes, change};

use crate::fingerprint::fingerprint;
use crate::piece_file::{Model, read_piece};
use crate::write::read_file;
use snapmesh::check::reach::{Reach, unused_colors};
use snapmesh::problem::any_error;
use snapmesh::{Kit, Method, Problem, Settings, ValidKit};
use snapmesh_nav::Ground;
use std::path::{Path, PathBuf};

/// The file that makes a folder a kit.
pub const KIT_FILE: &str = "kit.toml";

/// A kit that was read and checked, with the settings in force.
#[derive(Clone, Debug)]
pub struct KitFolder {
    /// Where it is.
    pub folder: PathBuf,
    /// The pieces, checked.
    pub kit: ValidKit,
    /// The files of the pieces, by their place in the kit's library.
    pub files: Vec<PathBuf>,
    /// Files that pieces keep beside themselves.
    beside: Vec<PathBuf>,
    /// What the pieces look like, by their place in the kit's library.
    pub models: Vec<Model>,
    /// Every setting in force. The lists of pieces are as they were found, file by file.
    pub settings: Settings,
    /// The names of the kit's presets.
    pub presets: Vec<String>,
    /// Tells one set of pieces from another.
    pub fingerprint: String,
    /// What is odd about the files, short of an error.
    pub problems: Vec<Problem>,
    /// Where the rows of the color matrix stand.
    layered: layers::Layered,
}

impl KitFolder {
    /// Reads `kit.toml` and every piece it lists. Whatever is wrong is reported together.
    pub fn open(folder: &Path, changes: &Changes, methods: &[&'static Method]) -> Result<Self, Vec<Problem>> {
        let file = folder.join(KIT_FILE);
        let shown = file.display().to_string();
        let text = read_file(&file).map_err(|error| vec![unreadable(folder, &shown, &error)])?;
        let text = String::from_utf8(text).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            vec![Problem::error(&*shown, format!("is not UTF-8 text: byte {at} is not part of a letter"))]
        })?;
        let (mut layered, problems) = layers::read(&text, &shown, changes, methods)?;
        if layered.settings.content.name.is_empty() {
            let absolute = std::path::absolute(folder).unwrap_or_else(|_| folder.into());
            layered.settings.content.name =
                absolute.file_name().unwrap_or_default().to_string_lossy().into_owned();
        }
        let name = &mut layered.settings.content.name;
        *name = name.replace(char::is_control, "\u{fffd}");
        Self::with(folder, layered, problems)
    }

    /// Reads the pieces of a kit under settings that come from elsewhere, such as a map.
    pub fn with_settings(folder: &Path, settings: Settings) -> Result<Self, Vec<Problem>> {
        if !folder.is_dir() {
            let shown = folder.display().to_string();
            return Err(vec![Problem::error(shown, "is not a folder, so there is no kit in it")]);
        }
        let places = std::collections::BTreeMap::new();
        Self::with(folder, layers::Layered { settings, places, presets: vec![] }, vec![])
    }

    /// Reads the pieces; `problems` are those of `kit.toml`, told together with theirs.
    fn with(
        folder: &Path,
        mut layered: layers::Layered,
        mut problems: Vec<Problem>,
    ) -> Result<Self, Vec<Problem>> {
        let (listed, found) = listing::find(folder, &layered);
        problems.extend(found);
        let (mut library, mut models, mut beside) = (Vec::new(), Vec::new(), Vec::new());
        for file in &listed.files {
            let path = folder.join(file);
            let (piece, found) = read_piece(&path, &path.display().to_string());
            problems.extend(found);
            if let Some(file) = piece {
                library.push(file.piece);
                models.push(file.model);
                beside.extend(file.beside);
            }
        }
        if any_error(&problems) {
            // With files missing the lists make no sense; but each piece that was read is still looked at.
            let pieces = (0..library.len()).collect();
            let part = Kit { name: String::new(), library, pieces, starters: None };
            problems.extend(part.validate().1.into_iter().filter(|problem| !problem.place.file.is_empty()));
            return Err(problems);
        }
        let name = layered.settings.content.name.clone();
        let mut kit = Kit { name, library, pieces: listed.pieces, starters: None };
        if layered.settings.content.use_starters {
            kit.starters = Some(listed.starters.clone());
        }
        let names = |list: &[usize]| list.iter().map(|&index| listed.files[index].clone()).collect();
        layered.settings.content.starters = names(&listed.starters);
        layered.settings.content.pieces = names(&kit.pieces);
        let (kit, found) = kit.validate();
        problems.extend(found.into_iter().map(|problem| in_kit_file(problem, &layered, folder)));
        match kit {
            Some(kit) if !any_error(&problems) => Ok(Self {
                folder: folder.into(),
                files: listed.files.iter().map(|file| folder.join(file)).collect(),
                fingerprint: fingerprint(&kit),
                settings: layered.settings.clone(),
                presets: layered.presets.clone(),
                kit,
                beside,
                models,
                problems,
                layered,
            }),
            _ => Err(problems),
        }
    }

    /// Every file that was read for this kit.
    pub fn inputs(&self) -> Vec<PathBuf> {
        let mut inputs = [&self.files[..], &self.beside].concat();
        inputs.push(self.folder.join(KIT_FILE));
        inputs
    }

    /// What there is to walk on in each piece, by its place in the kit's library.
    pub fn grounds(&self) -> Vec<Ground> {
        self.models.iter().map(Model::ground).collect()
    }

    /// What a designer should know about the kit under its rules.
    pub fn advice(&self) -> Vec<Problem> {
        let mut problems = Reach::new(&self.kit, &self.settings).problems(&self.kit);
        for unused in unused_colors(&self.kit, &self.settings.connection) {
            let message =
                format!("the color matrix names \"{}\", a color that no connector has", unused.color);
            let mut problem = Problem::warning(self.folder.join(KIT_FILE).display().to_string(), message);
            let path = match unused.row {
                None => "connection.color_matrix".into(),
                Some(row) => format!("connection.color_matrix.{row}"),
            };
            if let Some(place) = self.layered.places.get(&(path, unused.color)) {
                problem.place = place.clone();
            }
            problem.help = unused.nearest.map(|close| format!("did you mean \"{close}\"?"));
            problems.push(problem);
        }
        problems
    }
}

fn unreadable(folder: &Path, shown: &str, error: &std::io::Error) -> Problem {
    if folder.is_dir() && error.kind() == std::io::ErrorKind::NotFound {
        let help = "`snapmesh new DIR` makes a kit that works at once";
        return Problem::error(
            folder.display().to_string(),
            format!("has no {KIT_FILE}, so it is not a kit"),
        )
        .help(help);
    }
    if !folder.exists() {
        return Problem::error(folder.display().to_string(), "there is no such folder")
            .help("name the folder that holds your kit.toml");
    }
    if folder.is_file() {
        let help = "name the folder that holds your kit.toml, not a file in it";
        return Problem::error(folder.display().to_string(), "is a file, not the folder of a kit").help(help);
    }
    Problem::error(shown, format!("cannot be read: {error}"))
}

/// Problems of the lists are problems of `kit.toml`.
fn in_kit_file(mut problem: Problem, layered: &layers::Layered, folder: &Path) -> Problem {
    if problem.place.file == layered.settings.content.name {
        problem.place.file = folder.join(KIT_FILE).display().to_string();
    }
    problem
}
